package planner

import (
	"fmt"
	"strings"
	"time"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/simulate"
	"rowkind/planner/internal/types"
)

// sourceTable is a table that a plan reads, with the kinds of row that it sends.
type sourceTable struct {
	name  string // by which the script's last statement finds it
	table *catalog.Table
	kinds mode.Kinds
}

// sourcesOf gives the tables that a plan reads, those that are looked up first: their rows have to be there before.
func sourcesOf(roots []*physical.Node, session *catalog.Session) []sourceTable {
	var lookups, scans []sourceTable
	seen := map[string]bool{}
	source := func(t *catalog.Table, kinds mode.Kinds) []sourceTable {
		id := t.ID.String()
		if seen[id] {
			return nil
		}
		seen[id] = true
		name := t.ID.Name
		if session.Find([]string{name}) != t {
			name = id
		}
		return []sourceTable{{name, t, kinds}}
	}
	var walk func(n *physical.Node)
	walk = func(n *physical.Node) {
		for _, in := range n.Inputs {
			walk(in)
		}
		switch o := n.Op.(type) {
		case *physical.TableSourceScan:
			scans = append(scans, source(o.Table, o.Source.Mode)...)
		case *physical.LookupJoin:
			lookups = append(lookups, source(o.Table, mode.Insert)...)
		}
	}
	for _, r := range roots {
		walk(r)
	}
	return append(lookups, scans...)
}

// sampleRow makes a row whose key columns tell of key and whose other values tell of version.
func sampleRow(s sourceTable, kind simulate.Kind, key, version int) []any {
	t := s.table
	row := []any{s.name, kind.String()}
	for _, c := range givenColumns(t) {
		n := version
		if t.PrimaryKey != nil {
			for _, k := range t.PrimaryKey.Columns {
				if k == c.Name {
					n = key
				}
			}
		}
		row = append(row, sampleValue(c.Name, c.Type, n))
	}
	return row
}

func sampleValue(name string, t *types.Type, n int) any {
	switch t.Kind {
	case types.Boolean:
		return n%2 == 1
	case types.TinyInt, types.SmallInt, types.Integer, types.BigInt:
		return n
	case types.Decimal:
		if t.Precision == t.Scale {
			return 0
		}
		return n % 10
	case types.Float, types.Double:
		return n
	case types.Char, types.VarChar:
		s := fmt.Sprintf("%s-%d", strings.TrimSuffix(name, "_id"), n)
		if t.Precision > 0 && len(s) > t.Precision {
			s = s[len(s)-t.Precision:]
		}
		return s
	case types.Binary, types.VarBinary:
		return ""
	case types.Date:
		return sampleTime(n).Format("2006-01-02")
	case types.Time:
		return sampleTime(n).Format("15:04:05")
	case types.Timestamp, types.TimestampLTZ:
		return sampleTime(n).Format("2006-01-02 15:04:05")
	case types.Array, types.Multiset:
		return []any{sampleValue(name, t.Elem, n)}
	case types.Map:
		return map[string]any{fmt.Sprint(sampleValue(name, t.Key, n)): sampleValue(name, t.Elem, n)}
	case types.Row:
		out := make([]any, len(t.Fields))
		for i := range t.Fields {
			out[i] = sampleValue(t.Fields[i].Name, t.Fields[i].Type, n)
		}
		return out
	}
	return nil
}

func sampleTime(n int) time.Time {
	return time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Minute)
}
