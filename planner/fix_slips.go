package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
)

// The fixes of this file are for slips of the pen: a name in another case, a word that Flink does not take, an option that
// it does not know.

// nameMeant writes the name that Flink asks whether it was meant, in the place of the one that it did not find.
func (f *fixer) nameMeant(root string) []candidate {
	meant := between(root, "did you mean '", "'")
	e := f.s.Errors[len(f.s.Errors)-1]
	if meant == "" || e.Span == nil {
		return nil
	}
	start := strings.LastIndexByte(f.script[e.Span.Start:e.Span.End], '.') + 1
	return []candidate{{
		title:  "Write " + quoteName(meant),
		effect: "Names are case-sensitive in Flink; this one is declared so.",
		edits:  []Edit{{Span: Span{e.Span.Start + start, e.Span.End}, New: quoteName(meant), Why: "the name as it is declared"}},
	}}
}

// notEnforced says of a key what Flink takes: that nobody checks it.
func (f *fixer) notEnforced(string) []candidate {
	upper := strings.ToUpper(f.in.SQL)
	start := strings.LastIndex(upper, "PRIMARY KEY")
	if start < 0 || len(upper) != len(f.in.SQL) {
		return nil
	}
	start += len("PRIMARY KEY")
	key := upper[start:]
	e := at(f.in.Span.Start, start, start, " NOT ENFORCED", "Flink checks no keys")
	rest := strings.TrimLeft(key, " \t\r\n")
	if strings.HasPrefix(rest, "(") {
		start += strings.IndexByte(key, ')') + 1
		e = at(f.in.Span.Start, start, start, " NOT ENFORCED", "Flink checks no keys")
		rest = strings.TrimLeft(upper[start:], " \t\r\n")
	}
	if strings.HasPrefix(rest, "ENFORCED") {
		end := len(upper) - len(rest) + len("ENFORCED")
		e = at(f.in.Span.Start, start, end, " NOT ENFORCED", "Flink checks no keys")
	}
	return []candidate{{
		title:  "Write NOT ENFORCED",
		effect: "Flink takes the key as a promise and does not check it.",
		risk:   "Where the promise does not hold, rows of one key overwrite one another.",
		edits:  []Edit{e},
	}}
}

// insertInstead writes INSERT for UPSERT.
func (f *fixer) insertInstead(string) []candidate {
	if len(f.in.SQL) < len("UPSERT") || !strings.EqualFold(f.in.SQL[:len("UPSERT")], "UPSERT") {
		return nil
	}
	return []candidate{{
		title:  "INSERT INTO instead of UPSERT INTO",
		effect: "A sink with a primary key is written by key whatever the word; it is the table that makes it an upsert.",
		edits:  []Edit{at(f.in.Span.Start, 0, len("UPSERT"), "INSERT", "the word that Flink takes")},
	}}
}

// withoutOptions takes out the options that a connector or format does not know.
func (f *fixer) withoutOptions(root string) []candidate {
	list, _, _ := strings.Cut(root, "\n\nSupported options:")
	_, list, _ = strings.Cut(list, "Unsupported options:")
	unknown := strings.Fields(list)
	c, base := declaration(f.res, f.in, simpleName(refusedTable(f.s)))
	if c == nil || len(unknown) == 0 {
		return nil
	}
	var edits []Edit
	for i := range c.Options {
		for _, key := range unknown {
			if c.Options[i].Key.Value == key {
				edits = append(edits, dropOption(c, base, i))
			}
		}
	}
	if len(edits) != len(unknown) {
		return nil
	}
	return []candidate{{
		title:  "Take out " + strings.Join(unknown, ", "),
		effect: "The rest of the declaration is what the connector knows.",
		risk:   "What the option was to do is not done; see whether another option does it.",
		edits:  edits,
	}}
}

// dropOption takes the i-th option out with the comma beside it.
func dropOption(c *ast.CreateTable, base, i int) Edit {
	o := &c.Options[i]
	why := "an option that is not known"
	if i > 0 {
		return at(base, c.Options[i-1].Span().End, o.Span().End, "", why)
	}
	if len(c.Options) > 1 {
		return at(base, o.Span().Start, c.Options[1].Span().Start, "", why)
	}
	return at(base, o.Span().Start, o.Span().End, "", why)
}

// miniBatchNeeds sets what mini-batches need beside being switched on.
func (f *fixer) miniBatchNeeds(string) []candidate {
	return []candidate{{
		title:  "Set the batches' latency and size",
		effect: "Changes are gathered for 2 seconds or 5000 rows, whichever comes first.",
		risk:   "Results come up to 2 seconds later.",
		edits: []Edit{f.before("SET 'table.exec.mini-batch.allow-latency' = '2 s';\nSET 'table.exec.mini-batch.size' = '5000';\n\n",
			"how long and how many rows a batch lasts")},
	}, {
		title:  "SET 'table.exec.mini-batch.enabled' = 'false'",
		effect: "Every row is processed by itself.",
		edits:  []Edit{f.before("SET 'table.exec.mini-batch.enabled' = 'false';\n\n", "mini-batch switched off")},
	}}
}

// coarserTime declares a watermark's column with the three digits that event time has.
func (f *fixer) coarserTime(string) []candidate {
	c, ok := f.stmt.(*ast.CreateTable)
	if !ok || c.Schema == nil || c.Schema.Watermark == nil {
		return nil
	}
	col := columnOf(c, c.Schema.Watermark.Column.Simple())
	if col == nil || col.Type == nil {
		return nil
	}
	name := "TIMESTAMP(3)"
	if strings.Contains(strings.ToUpper(col.Type.Name), "LTZ") || strings.Contains(strings.ToUpper(col.Type.Name), "LOCAL") {
		name = "TIMESTAMP_LTZ(3)"
	}
	span := col.Type.Span()
	return []candidate{{
		title:  "Declare " + col.Name.Simple() + " as " + name,
		effect: "Event time has milliseconds; finer digits are cut off.",
		edits:  []Edit{at(f.in.Span.Start, span.Start, span.End, name, "the precision that event time has")},
	}}
}

// sinkColumns fits a query to its sink: the columns that it has are named, or one of another type is cast.
func (f *fixer) sinkColumns(root string) []candidate {
	if f.insert == nil || f.sink == nil || len(f.insert.Columns) > 0 {
		return nil
	}
	sel, ok := f.insert.Query.(*ast.Select)
	columns := physicalColumns(f.sink)
	if !ok {
		return nil
	}
	base := f.in.Span.Start
	if strings.Contains(root, "Different number of columns") {
		n := len(sel.Items)
		if n == 0 || n >= len(columns) {
			return nil
		}
		end := f.insert.Table.Span().End
		return []candidate{{
			title:  "Write to (" + strings.Join(columns[:n], ", ") + ") alone",
			effect: "The columns that the query does not give, " + strings.Join(columns[n:], ", ") + ", become NULL.",
			edits:  []Edit{at(base, end, end, " ("+quoteNames(columns[:n])+")", "the columns that the query gives, in its order")},
		}}
	}
	name := between(root, "Incompatible types for sink column '", "'")
	col := columnOf(f.sink, name)
	for i, c := range columns {
		if c != name || i >= len(sel.Items) || col == nil || col.Type == nil {
			continue
		}
		x := sel.Items[i].X.Span()
		typ := f.textAt(f.sinkAt)[col.Type.Span().Start:col.Type.Span().End]
		return []candidate{{
			title:  "CAST " + f.in.SQL[x.Start:x.End] + " to " + typ,
			effect: "The query then gives " + name + " in the sink's type.",
			risk:   "A value that cannot be read as " + typ + " fails the job; TRY_CAST makes it NULL.",
			edits:  []Edit{at(base, x.Start, x.End, "CAST("+f.in.SQL[x.Start:x.End]+" AS "+typ+")", "the type of "+name)},
		}}
	}
	return nil
}
