package diff

import (
	"fmt"
	"io"
	"strings"
)

// Text writes the comparison for a terminal: the findings first, then the plans
// with what is gone marked - and what came marked +.
func Text(w io.Writer, d Result) {
	if d.Same {
		fmt.Fprintln(w, "The plans are the same.")
		return
	}
	for i, s := range d.Statements {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, s.Title)
		for _, f := range s.Summary {
			mark := "*"
			if f.Costs {
				mark = "!"
			}
			fmt.Fprintf(w, "%s %s\n", mark, f.Text)
		}
		for _, r := range s.Rows {
			switch r.Kind {
			case Same:
				line(w, ' ', r.DepthB, r.LineB)
			case Removed:
				line(w, '-', r.DepthA, r.LineA)
			case Added:
				line(w, '+', r.DepthB, r.LineB)
			case Changed:
				line(w, '-', r.DepthA, r.LineA)
				line(w, '+', r.DepthB, r.LineB)
			}
		}
	}
}

func line(w io.Writer, mark byte, depth int, text string) {
	fmt.Fprintf(w, "%c %s%s\n", mark, strings.Repeat("  ", depth), text)
}
