package web

import (
	"context"
	"html"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// Rich draws our own prose. Its marks are `code`, and a changelog mode as Flink
// writes it, [I,UB,UA], which is drawn as the chips that it has everywhere.
func Rich(text string) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var b strings.Builder
		for i, part := range strings.Split(text, "`") {
			if i%2 == 1 {
				b.WriteString("<code>" + html.EscapeString(part) + "</code>")
			} else if err := prose(ctx, &b, part); err != nil {
				return err
			}
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// prose writes text without code, its modes as chips.
func prose(ctx context.Context, b *strings.Builder, text string) error {
	for {
		before, rest, ok := strings.Cut(text, "[")
		b.WriteString(html.EscapeString(before))
		if !ok {
			return nil
		}
		inside, after, closed := strings.Cut(rest, "]")
		mode := strings.Split(inside, ",")
		if !closed || !isMode(mode) {
			b.WriteString("[")
			text = rest
			continue
		}
		if err := Chips(mode).Render(ctx, b); err != nil {
			return err
		}
		text = after
	}
}

func isMode(kinds []string) bool {
	for _, k := range kinds {
		if kindNames[k] == "" {
			return false
		}
	}
	return true
}
