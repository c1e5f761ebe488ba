package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
)

// widened is the sink with one more column at its end and a key that holds it, and the query with one more item.
type widened struct {
	item, column, typ string
	key               []string
}

// widen makes the edits of w, false where the query is no plain SELECT into all columns of the sink.
func (f *fixer) widen(w widened) ([]Edit, bool) {
	if f.insert == nil || f.sink == nil || f.sink.Schema == nil || len(f.insert.Columns) > 0 || columnOf(f.sink, w.column) != nil {
		return nil, false
	}
	sel, ok := f.insert.Query.(*ast.Select)
	if !ok || len(sel.Items) == 0 || len(sel.Items) != len(physicalColumns(f.sink)) || !hasColumns(f.sink, w.key[:len(w.key)-1]) {
		return nil, false
	}
	const why = "the column that the rows are told apart by, and the key with it"
	edits, _ := dropKey(f.sink, f.sinkAt, f.textAt(f.sinkAt), why)
	e, ok := addElement(f.sink, f.sinkAt, quoteName(w.column)+" "+w.typ+",\n  PRIMARY KEY ("+quoteNames(w.key)+") NOT ENFORCED", why)
	if !ok {
		return nil, false
	}
	if len(edits) == 1 && edits[0].Span.End >= e.Span.Start {
		edits[0].New = e.New
	} else {
		edits = append(edits, e)
	}
	end := sel.Items[len(sel.Items)-1].Span().End
	return append(edits, at(f.in.Span.Start, end, end, ", "+w.item, why)), true
}

// writeRank writes the number of a Top-N and keys the sink by it: a place in the list is what stays while rows come and go.
func (f *fixer) writeRank() []candidate {
	if f.insert == nil || f.sink == nil {
		return nil
	}
	outer, ok := f.insert.Query.(*ast.Select)
	if !ok {
		return nil
	}
	var over *ast.Window
	alias := ""
	ast.Inspect(outer.From, func(n ast.Node) bool {
		if sel, ok := n.(*ast.Select); ok && over == nil {
			for i := range sel.Items {
				call, ok := sel.Items[i].X.(*ast.Call)
				if ok && call.Over != nil && sel.Items[i].Alias != nil && strings.EqualFold(call.Name.Simple(), "ROW_NUMBER") {
					over, alias = call.Over, sel.Items[i].Alias.Text
				}
			}
		}
		return true
	})
	if over == nil {
		return nil
	}
	columns := physicalColumns(f.sink)
	var key []string
	for _, p := range over.Partition {
		text := f.in.SQL[p.Span().Start:p.Span().End]
		for i := range outer.Items {
			x := outer.Items[i].X.Span()
			if i < len(columns) && f.in.SQL[x.Start:x.End] == text {
				key = append(key, columns[i])
			}
		}
	}
	if len(key) != len(over.Partition) {
		return nil
	}
	key = append(key, alias)
	edits, ok := f.widen(widened{quoteName(alias), alias, "BIGINT", key})
	if !ok {
		return nil
	}
	if connector := optionOf(f.sink, "connector"); connector == "kafka" {
		e, ok := replaceOptions(f.sink, f.sinkAt, upsertKafkaOptions(f.sink), "a sink that takes updates")
		if !ok {
			return nil
		}
		edits = append(edits, e)
	}
	return []candidate{{
		title:  "Write " + alias + " as well, keyed by (" + strings.Join(key, ", ") + ")",
		effect: "Each place of the list is one row of the sink, which is replaced when another row takes the place.",
		risk:   "A row that enters moves those behind it down, and each of them is written again.",
		edits:  edits,
	}}
}
