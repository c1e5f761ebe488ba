package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/types"
)

// match validates MATCH_RECOGNIZE (validateMatchRecognize) and gives its row: partition columns, then measures; all
// columns first with ALL ROWS PER MATCH.
func (v *validator) match(m *ast.MatchRecognize, p place) *Namespace {
	sc := &Scope{Kind: MatchScope, Parent: p.parent}
	in := v.from(m.Table, place{parent: p.parent, using: sc})
	v.Scopes[m] = sc
	patternVars(m.Pattern, func(name string) {
		for _, x := range sc.Patterns {
			if x == name {
				return
			}
		}
		sc.Patterns = append(sc.Patterns, name)
	})
	for i := range m.Subsets {
		sc.Patterns = append(sc.Patterns, m.Subsets[i].Name.Text)
	}
	all := m.RowsPerMatch == "ALL ROWS"
	var fields []types.Field
	seen := map[string]bool{}
	for _, x := range m.Partition {
		id, ok := x.(*ast.Ident)
		if !ok {
			v.unknown(x.Span(), "an expression in MATCH_RECOGNIZE's PARTITION BY")
		}
		c := v.resolve(sc, id)
		if !all {
			fields = append(fields, types.Field{Name: id.Simple(), Type: c.Type})
			seen[id.Simple()] = true
		}
	}
	for i := range m.OrderBy {
		v.typeOf(sc, m.OrderBy[i].X)
	}
	if all {
		fields = append(fields, in.Row.Fields...)
	}
	for i := range m.Defines {
		d := &m.Defines[i]
		t := v.typeOf(sc, d.X)
		if t.Kind != types.Boolean && t.Kind != types.Any {
			v.fail(d.X.Span(), "DEFINE clause must be a condition")
		}
		known := false
		for _, x := range sc.Patterns {
			known = known || x == d.Alias.Text
		}
		if !known {
			v.fail(d.Span(), "Pattern variable '"+d.Alias.Text+"' has not been defined in the pattern")
		}
	}
	for i := range m.Measures {
		x := &m.Measures[i]
		t := v.typeOf(sc, x.X)
		if !all || !seen[x.Alias.Text] {
			fields = append(fields, types.Field{Name: x.Alias.Text, Type: t})
		}
	}
	return &Namespace{Row: types.RowType(fields...), Node: m}
}

func patternVars(p *ast.Pattern, f func(string)) {
	if p == nil {
		return
	}
	if p.Kind == "VAR" {
		f(p.Var.Text)
	}
	for _, q := range p.Parts {
		patternVars(q, f)
	}
}
