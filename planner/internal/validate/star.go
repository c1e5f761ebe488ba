package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
)

// hidden says that a column is left out of stars (table.column-expansion-strategy, FlinkCalciteSqlValidator.addToSelectList).
// The columns that a DESCRIPTOR beside TABLE t names are not left out.
func (v *validator) hidden(info *Select, ns *Namespace, k int) bool {
	if ns.Table == nil || v.Session.Settings.None() || k >= len(ns.Table.Columns) {
		return false
	}
	c := &ns.Table.Columns[k]
	if c.Kind != catalog.Metadata || !c.Virtual {
		return false
	}
	for _, name := range v.onTime[info.Node] {
		if name == c.Name {
			return false
		}
	}
	for _, s := range v.Session.Settings.List("table.column-expansion-strategy") {
		aliased := c.MetadataKey != "" && c.MetadataKey != c.Name
		switch strings.ToUpper(strings.TrimSpace(s)) {
		case "EXCLUDE_ALIASED_VIRTUAL_METADATA_COLUMNS":
			if aliased {
				return true
			}
		case "EXCLUDE_DEFAULT_VIRTUAL_METADATA_COLUMNS":
			if !aliased {
				return true
			}
		}
	}
	return false
}

// permute moves the columns of NATURAL and USING joins to the front, one for each pair (SqlValidatorImpl.Permute).
func (v *validator) permute(info *Select, items []Item) []Item {
	p := v.permutation(info.Node.From, 0)
	if p.trivial {
		return items
	}
	out := make([]Item, 0, len(p.sources))
	for _, src := range p.sources {
		it := items[src[0]]
		if len(src) > 1 {
			name := p.names[len(out)]
			c := &Column{}
			nullable := true
			t := it.Type
			for _, k := range src {
				x := items[k].X.(*ast.Ident)
				c.Merged = append(c.Merged, x)
				nullable = nullable && items[k].Type.Nullable
				if w := leastOf(t, items[k].Type); w != nil {
					t = w
				}
			}
			c.Type = t.WithNullable(nullable)
			x := made(it.Span, name)
			v.Columns[x], v.Types[x] = c, c.Type
			it = Item{X: x, Name: it.Name, Type: c.Type, Span: it.Span}
		}
		out = append(out, it)
	}
	return out
}

type permutation struct {
	sources [][]int
	names   []string
	trivial bool
}

func (v *validator) permutation(t ast.TableExpr, offset int) permutation {
	j, ok := t.(*ast.Join)
	if p, paren := t.(*ast.JoinParen); paren {
		return v.permutation(p.Join, offset)
	}
	if !ok {
		p := permutation{trivial: true}
		row := v.Tables[t].Row
		for i, f := range row.Fields {
			p.sources = append(p.sources, []int{offset + i})
			p.names = append(p.names, f.Name)
		}
		return p
	}
	l := v.permutation(j.L, offset)
	width := 0
	if ns := v.Tables[j.L]; ns != nil {
		width = len(ns.Row.Fields)
	}
	r := v.permutation(j.R, offset+width)
	p := permutation{trivial: l.trivial && r.trivial && len(v.Common[j]) == 0}
	used := map[string]bool{}
	key := func(s []int) string {
		k := ""
		for _, i := range s {
			k += itoa(i) + ","
		}
		return k
	}
	for _, name := range v.Common[j] {
		a, b := l.find(name), r.find(name)
		used[key(l.sources[a])], used[key(r.sources[b])] = true, true
		p.sources = append(p.sources, append(append([]int(nil), l.sources[a]...), r.sources[b]...))
		p.names = append(p.names, name)
	}
	for _, side := range []permutation{l, r} {
		for i, s := range side.sources {
			if !used[key(s)] {
				used[key(s)] = true
				p.sources = append(p.sources, s)
				p.names = append(p.names, side.names[i])
			}
		}
	}
	return p
}

func (p permutation) find(name string) int {
	for i, n := range p.names {
		if n == name {
			return i
		}
	}
	return 0
}
