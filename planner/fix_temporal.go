package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
)

// The fixes of this file are for joins FOR SYSTEM_TIME AS OF that Flink does not take.

// versionedTable is what to try where a versioned table lacks its key or its time: the clock of this machine for a table
// that is looked up, the declaration that is missing, a regular join.
func (f *fixer) versionedTable(root string) []candidate {
	out := f.lookUpNow()
	if strings.Contains(root, "no row time attribute") {
		out = append(out, f.needsWatermark(root)...)
	} else {
		out = append(out, f.versionedKey(root)...)
	}
	return append(out, f.regularJoin(root)...)
}

// snapshots ranges over the tables of the statement that are read as of a time, with what they are called there.
func (f *fixer) snapshots(do func(t *ast.TableName, name string)) {
	if f.stmt == nil {
		return
	}
	names := map[*ast.TableName]string{}
	ast.Inspect(f.stmt, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.Aliased:
			if t, ok := x.Table.(*ast.TableName); ok {
				names[t] = x.Alias.Text
			}
		case *ast.TableName:
			if x.Snapshot != nil {
				name := names[x]
				if name == "" {
					name = x.Name.Simple()
				}
				do(x, name)
			}
		}
		return true
	})
}

// regularJoin joins whatever the other table holds.
func (f *fixer) regularJoin(string) []candidate {
	var out []candidate
	f.snapshots(func(t *ast.TableName, name string) {
		span := t.Snapshot.Span()
		start := span.Start
		for start > 0 && strings.IndexByte(" \t\r\n", f.s.SQL[start-1]) >= 0 {
			start--
		}
		out = append(out, candidate{
			title:  "Join " + name + " without FOR SYSTEM_TIME AS OF",
			effect: "A regular join: rows of both sides are kept, and a change of either is joined to what the other holds.",
			risk:   "A later change of " + name + " changes rows that were joined before, so updates are sent, and the state grows with both sides.",
			edits:  []Edit{at(f.s.Span.Start, start, span.End, "", "the rows as they are, not as of a time")},
		})
	})
	return out
}

// lookUpNow reads a table that is looked up by the clock, with a processing time that the left table is given.
func (f *fixer) lookUpNow() []candidate {
	var out []candidate
	f.snapshots(func(t *ast.TableName, name string) {
		id, ok := t.Snapshot.X.(*ast.Ident)
		if !ok || len(id.Parts) != 2 {
			return
		}
		left, base := f.declaredAs(id.Parts[0].Text)
		if left == nil || columnOf(left, "proc_time") != nil {
			return
		}
		e, ok := addElement(left, base, "proc_time AS PROCTIME()", "a processing time")
		if !ok {
			return
		}
		x := id.Span()
		out = append(out, candidate{
			title:  "Look " + name + " up as of a processing time",
			effect: "Each row is joined once, to what " + name + " holds when it comes.",
			risk:   "Running the same rows again may join other versions.",
			edits:  []Edit{e, at(f.s.Span.Start, x.Start, x.End, quoteName(id.Parts[0].Text)+".proc_time", "the time at which a row is processed")},
		})
	})
	return out
}

// declaredAs is the declaration of the table that the statement calls name.
func (f *fixer) declaredAs(name string) (*ast.CreateTable, int) {
	table := name
	ast.Inspect(f.stmt, func(n ast.Node) bool {
		if x, ok := n.(*ast.Aliased); ok && x.Alias.Text == name {
			if t, ok := x.Table.(*ast.TableName); ok {
				table = t.Name.Simple()
			}
		}
		return true
	})
	return declaration(f.res, f.s, table)
}

// upsertTopic declares a table over a plain topic as upsert-kafka, keyed by column.
func (f *fixer) upsertTopic(t declared, column string) []candidate {
	format := optionOf(t.create, "format")
	if optionOf(t.create, "connector") != "kafka" || format == "" || strings.Contains(format, "debezium") {
		return nil
	}
	edits, ok := setKey(t.create, t.at, f.textAt(t.at), []string{column})
	e, replaced := replaceOptions(t.create, t.at, upsertKafkaOptions(t.create), "a source that knows one row for each key")
	if !ok || !replaced {
		return nil
	}
	name := t.create.Name.Simple()
	return []candidate{{
		title:  "Make " + name + " an upsert-kafka table with PRIMARY KEY (" + column + ")",
		effect: "A record replaces the one before it of its key, so " + name + " has versions.",
		risk:   "Records must be keyed by " + column + " in the topic, and one without a value deletes its row.",
		edits:  append(edits, e),
	}}
}
