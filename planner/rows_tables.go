package planner

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/simulate"
)

// RowsTable is a table that a plan reads: what one of its rows holds.
type RowsTable struct {
	// Name is the table as a row names it.
	Name string `json:"name"`
	// Kinds are the kinds of row that the source sends: +I, -U, +U and -D.
	Kinds   []string     `json:"kinds"`
	Columns []RowsColumn `json:"columns"`
}

// RowsColumn is a column that a row brings, with its type as Flink spells it.
type RowsColumn struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// rowsTables describes the tables that a plan reads, those that are looked up first.
func rowsTables(p *changelog.Plan, session *catalog.Session) []RowsTable {
	var out []RowsTable
	for _, s := range sourcesOf(p.Exec, session) {
		t := RowsTable{Name: s.name}
		for _, k := range []simulate.Kind{simulate.Insert, simulate.UpdateBefore, simulate.UpdateAfter, simulate.Delete} {
			if s.kinds&k.Mode() != 0 || s.kinds == 0 && k.Mode() == mode.Insert {
				t.Kinds = append(t.Kinds, k.String())
			}
		}
		for _, c := range givenColumns(s.table) {
			t.Columns = append(t.Columns, RowsColumn{c.Name, c.Type.Summary()})
		}
		out = append(out, t)
	}
	return out
}
