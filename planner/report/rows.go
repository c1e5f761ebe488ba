package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"rowkind/planner"
)

// Rows writes what became of rows, step by step: the input row, what left each node because of it, and what the sinks got.
func Rows(out io.Writer, res *planner.RowsResult) {
	for _, s := range res.Steps() {
		fmt.Fprintln(out, s.Title)
		for _, o := range s.Outputs {
			label := "  " + o.Node
			if o.Sink {
				label = "  => " + o.Node
			}
			fmt.Fprintln(out, label)
			for i, r := range o.Rows {
				fmt.Fprintf(out, "       %s", rowText(r))
				if i < len(o.Written) {
					fmt.Fprintf(out, "   %s", o.Written[i])
				}
				fmt.Fprintln(out)
			}
		}
		for _, k := range s.States {
			kept(out, k)
		}
	}
	for _, v := range res.Compared {
		compared(out, v)
	}
	for _, e := range res.Error {
		fmt.Fprintln(out, strings.TrimPrefix(e.Class+": ", ": ")+e.Message)
	}
	if res.Unmodelled != nil {
		fmt.Fprintf(out, "rowkind does not model %s.\n", res.Unmodelled.Construct)
	}
}

// rowText writes ["+I", 1, "a"] as +I[1, "a"].
func rowText(raw json.RawMessage) string {
	kind, vals := planner.SplitRow(raw)
	return kind + "[" + strings.Join(vals, ", ") + "]"
}

// kept writes what a node keeps.
func kept(out io.Writer, k planner.RowsKept) {
	for _, t := range k.Tables {
		label := strings.TrimSpace("keeps " + t.Name)
		fmt.Fprintf(out, "  %s %s: %s\n", k.Node, label, strings.Join(t.Columns, ", "))
		for _, r := range t.Rows {
			fmt.Fprintf(out, "       %s\n", r)
		}
		if t.Left > 0 {
			fmt.Fprintf(out, "       and %d more\n", t.Left)
		}
	}
}

// compared writes what a variant leaves in the sink.
func compared(out io.Writer, v planner.RowsVariant) {
	fmt.Fprintf(out, "With %s: %d records", v.Title, v.Records)
	if v.Differs {
		fmt.Fprint(out, ", and another content")
	}
	fmt.Fprintln(out)
	for _, r := range v.Rows {
		fmt.Fprintf(out, "       %s\n", r)
	}
	if n := len(v.Error); n > 0 {
		fmt.Fprintf(out, "       %s\n", v.Error[n-1].Message)
	}
	if v.Unmodelled != nil {
		fmt.Fprintf(out, "       rowkind does not model %s.\n", v.Unmodelled.Construct)
	}
}
