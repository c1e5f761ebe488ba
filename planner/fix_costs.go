package planner

import (
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
)

// costCandidates are the edits to try on a plan that works and keeps much, those that change most first.
func (f *fixer) costCandidates() []candidate {
	var out []candidate
	materializes := slices.Contains(factsOf(&f.s.Answer).inserted, "SinkUpsertMaterializer")
	if materializes {
		out = append(out, f.withoutMaterializer()...)
	}
	out = append(out, f.appendOnly()...)
	if f.has("GroupAggregate") && !f.has("MiniBatchAssigner") && (materializes || f.keepers() > 1) {
		out = append(out, candidate{
			title:  "Aggregate in mini-batches",
			effect: "Changes of a key are gathered for 2 seconds, so state is touched and results are sent once for each batch.",
			risk:   "Results come up to 2 seconds later.",
			edits: []Edit{f.before("SET 'table.exec.mini-batch.enabled' = 'true';\nSET 'table.exec.mini-batch.allow-latency' = '2 s';\n"+
				"SET 'table.exec.mini-batch.size' = '5000';\n\n", "mini-batch switched on")},
		})
	}
	return append(out, f.forget()...)
}

// keepers counts the operators that keep more than a little.
func (f *fixer) keepers() int {
	n := 0
	for i := range f.s.Plan.Nodes {
		if s := f.s.Plan.Nodes[i].State; s != nil && (s.Class == StateMedium || s.Class == StateHigh) {
			n++
		}
	}
	return n
}

// forget lets the state of a plan that keeps every row expire.
func (f *fixer) forget() []candidate {
	var names []string
	for i := range f.s.Plan.Nodes {
		n := &f.s.Plan.Nodes[i]
		if n.State != nil && n.State.Class == StateHigh && n.Name != "" && !strings.Contains(n.State.Why, "forgotten") {
			names = append(names, n.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []candidate{{
		title:  "SET 'table.exec.state.ttl' = '7 d'",
		effect: "What has not changed for 7 days is forgotten, which bounds " + names[0] + ".",
		risk:   "A row that comes later finds nothing to join, to take back or to add to, so results may be wrong; set it to more than your data is ever late.",
		edits:  []Edit{f.before("SET 'table.exec.state.ttl' = '7 d';\n\n", "state expires")},
	}}
}

// wholeWindow groups by the bound of the window that GROUP BY leaves out.
func (f *fixer) wholeWindow() []candidate {
	for _, short := range f.short() {
		missing := between(short.Text, "GROUP BY does not hold ", ",")
		if short.Wanted != "WindowAggregate" || missing == "" || short.Span == nil || short.Span.Start < f.in.Span.Start {
			continue
		}
		end := short.Span.End
		return []candidate{{
			title:  "Group by " + missing + " as well",
			effect: "The result of a window is then sent once, when the watermark passes its end, and forgotten.",
			risk:   "Results come when a window ends, not with every row.",
			edits:  []Edit{{Span: Span{end, end}, New: ", " + quoteName(missing), Why: "both bounds of the window"}},
		}}
	}
	return nil
}

// temporalJoin joins each row to the version of a keyed table that held at the row's time.
func (f *fixer) temporalJoin() []candidate {
	var short *FellShort
	for _, s := range f.short() {
		if s.Wanted == "TemporalJoin" {
			short = &s
		}
	}
	if short == nil || f.stmt == nil {
		return nil
	}
	time := between(short.Text, "has the event time ", ",")
	var out []candidate
	ast.Inspect(f.stmt, func(n ast.Node) bool {
		j, ok := n.(*ast.Join)
		if !ok || len(out) > 0 {
			return true
		}
		left, leftName := tableAndName(j.L)
		right, rightName := tableAndName(j.R)
		if left == nil || right == nil || right.Snapshot != nil || !strings.Contains(short.Text, "and "+right.Name.Simple()+" is joined by its key") {
			return true
		}
		of := quoteName(leftName) + "." + quoteName(time)
		span := j.R.Span()
		table := f.in.SQL[right.Name.Span().Start:right.Name.Span().End]
		out = append(out, candidate{
			title:  "Join " + rightName + " as of " + leftName + "." + time,
			effect: "Each row of " + leftName + " is joined once, to the version of " + rightName + " that held at its time, and forgotten.",
			risk:   "A later change of " + rightName + " no longer changes rows that were joined before; rows wait for both watermarks.",
			edits:  []Edit{at(f.in.Span.Start, span.Start, span.End, table+" FOR SYSTEM_TIME AS OF "+of+" AS "+quoteName(rightName), "the version of that time")},
		})
		return true
	})
	return out
}

// tableAndName is a table of FROM and what it is called there.
func tableAndName(t ast.TableExpr) (*ast.TableName, string) {
	switch x := t.(type) {
	case *ast.TableName:
		return x, x.Name.Simple()
	case *ast.Aliased:
		if name, ok := x.Table.(*ast.TableName); ok && len(x.Columns) == 0 {
			return name, x.Alias.Text
		}
	}
	return nil, ""
}

// withoutMaterializer are the ways to be rid of the sink's materializer.
func (f *fixer) withoutMaterializer() []candidate {
	var out []candidate
	for _, key := range f.queryKeys() {
		if edits, ok := f.sinkKey(key); ok {
			out = append(out, candidate{
				title:  "Declare PRIMARY KEY (" + strings.Join(key, ", ") + ") on " + f.sinkName(),
				effect: "The sink is keyed by the query's upsert key, so nothing is materialized.",
				risk:   "The table then holds one row for each " + strings.Join(key, ", ") + ".",
				edits:  edits,
			})
		}
	}
	return append(out, candidate{
		title:  "SET 'table.exec.sink.upsert-materialize' = 'NONE'",
		effect: "The sink keeps no history.",
		risk:   "A late update or delete of one upsert key overwrites or removes the row of another: right only if rows of one primary key always arrive in order.",
		edits:  []Edit{f.before("SET 'table.exec.sink.upsert-materialize' = 'NONE';\n\n", "the materializer switched off")},
	})
}

// compareStates tells which operators keep less or more than before, where the operators are the same.
func compareStates(before, after *Plan) []string {
	if before == nil || after == nil || len(before.Nodes) != len(after.Nodes) {
		return nil
	}
	var out []string
	for i := range before.Nodes {
		b, a := &before.Nodes[i], &after.Nodes[i]
		if b.Op != a.Op {
			return nil
		}
		if b.State == nil || a.State == nil {
			continue
		}
		if change := "state of " + b.Op + ": " + string(b.State.Class) + " becomes " + string(a.State.Class); b.State.Class != a.State.Class && !slices.Contains(out, change) {
			out = append(out, change)
		}
	}
	return out
}
