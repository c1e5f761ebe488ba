package planner

import (
	"encoding/json"
	"strconv"

	"rowkind/planner/internal/simulate"
)

// RowsState is what a node keeps after a step.
type RowsState struct {
	At     float64          `json:"at"`
	Tables []RowsStateTable `json:"tables"`
}

// RowsStateTable is one table of a node's state: a join has one for each side.
type RowsStateTable struct {
	Name string `json:"name,omitempty"`
	// Columns are those of the rows, and what the node notes of each: how often it came, its matches, its rank.
	Columns []string          `json:"columns"`
	Rows    []json.RawMessage `json:"rows"`
	// Left is how many rows are not listed.
	Left int `json:"left,omitempty"`
}

func statesOf(kept []simulate.Kept) []RowsState {
	var out []RowsState
	for _, k := range kept {
		s := RowsState{At: moment(k.At), Tables: []RowsStateTable{}}
		for i := range k.Tables {
			s.Tables = append(s.Tables, stateTable(&k.Tables[i]))
		}
		out = append(out, s)
	}
	return out
}

func stateTable(t *simulate.KeptTable) RowsStateTable {
	out := RowsStateTable{Name: t.Name, Columns: append(t.Row.Names(), t.Notes...), Left: t.Left}
	var texts slabs
	for _, r := range t.Rows {
		b := &texts.Buffer
		b.WriteByte('[')
		first := true
		for i, v := range r.Vals {
			if i >= len(t.Row.Fields) {
				break
			}
			if !first {
				b.WriteByte(',')
			}
			first = false
			simulate.AppendValue(b, v, t.Row.Fields[i].Type)
		}
		for _, n := range r.Notes {
			if !first {
				b.WriteByte(',')
			}
			first = false
			if _, err := strconv.Atoi(n); err == nil {
				b.WriteString(n)
			} else {
				simulate.AppendJSON(b, n)
			}
		}
		b.WriteByte(']')
		texts.cut()
	}
	out.Rows = texts.all()
	return out
}
