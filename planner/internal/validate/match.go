package validate

import (
	"slices"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// match validates MATCH_RECOGNIZE (SqlValidatorImpl.validateMatchRecognize) and gives its row: partition columns, then
// measures; all other columns between them with ALL ROWS PER MATCH.
func (v *validator) match(m *ast.MatchRecognize, p place) *Namespace {
	sc := &Scope{Kind: MatchScope, Parent: p.parent}
	in := v.from(m.Table, place{parent: p.parent, using: sc})
	v.Scopes[m] = sc
	all := m.RowsPerMatch == "ALL ROWS"
	var fields []types.Field
	add := func(name string, t *types.Type) {
		if !slices.ContainsFunc(fields, func(f types.Field) bool { return f.Name == name }) {
			fields = append(fields, types.Field{Name: name, Type: t})
		}
	}
	for _, x := range m.Partition {
		id := v.matchColumn(x, "PARTITION BY")
		add(id.Simple(), v.resolve(sc, id).Type)
	}
	for i := range m.OrderBy {
		id := v.matchColumn(m.OrderBy[i].X, "ORDER BY")
		t := v.typeOf(sc, id)
		if all {
			add(id.Simple(), t)
		}
	}
	if all {
		for _, f := range in.Row.Fields {
			add(f.Name, f.Type)
		}
	}
	patternVars(m.Pattern, sc.pattern)
	v.within(m, sc)
	v.definitions(m, sc)
	v.subsets(m, sc)
	if m.AfterVar != nil {
		v.knownPattern(sc, m.AfterVar.Text, m.AfterVar.Span())
	}
	for i := range m.Measures {
		x := &m.Measures[i]
		v.patternCall(sc, x.X, true)
		add(x.Alias.Text, v.typeOf(sc, x.X))
	}
	row := types.RowType(fields...)
	if len(m.Measures) == 0 {
		row = in.Row
	}
	return &Namespace{Row: row, Node: m}
}

func (v *validator) matchColumn(x ast.Expr, clause string) *ast.Ident {
	id, ok := x.(*ast.Ident)
	if !ok {
		v.unknown(x.Span(), "an expression in MATCH_RECOGNIZE's "+clause)
	}
	return id
}

// pattern makes a pattern variable known.
func (s *Scope) pattern(name string) {
	if !slices.Contains(s.Patterns, name) {
		s.Patterns = append(s.Patterns, name)
	}
}

func (v *validator) knownPattern(sc *Scope, name string, at source.Span) {
	if !slices.Contains(sc.Patterns, name) {
		v.fail(at, "Unknown pattern '"+name+"'")
	}
}

// within checks the interval of WITHIN against the first column of ORDER BY.
func (v *validator) within(m *ast.MatchRecognize, sc *Scope) {
	if m.Within == nil {
		return
	}
	at := m.Within.Span()
	switch {
	case m.Within.Negative:
		v.fail(at, "Interval must be non-negative '"+m.Within.Value+"'")
	case len(m.OrderBy) == 0:
		v.fail(at, "Must contain an ORDER BY clause when WITHIN is used")
	case !v.typeOf(sc, m.OrderBy[0].X).IsTimestamp():
		v.fail(at, "First column of ORDER BY must be of type TIMESTAMP")
	}
}

// definitions checks DEFINE (validateDefinitions).
func (v *validator) definitions(m *ast.MatchRecognize, sc *Scope) {
	seen := map[string]bool{}
	for i := range m.Defines {
		d := &m.Defines[i]
		if seen[d.Alias.Text] {
			v.fail(d.X.Span().Join(d.Alias.Span()), "Pattern variable '"+d.Alias.Text+"' has already been defined")
		}
		seen[d.Alias.Text] = true
		sc.pattern(d.Alias.Text)
	}
	for i := range m.Defines {
		x := m.Defines[i].X
		v.patternCall(sc, x, false)
		if t := v.typeOf(sc, x); t.Kind != types.Boolean && t.Kind != types.Any {
			const why = "DEFINE clause must be a condition"
			// The condition has been rewritten to calls that stand nowhere.
			where := "From line 0, column 0 to " + diag.AtLine(v.Text, source.Span{Start: x.Span().End - 1, End: x.Span().End}) + ": "
			r := v.refuse(x.Span(), why)
			r.Chain[0].Message = where + why
			panic(r)
		}
	}
}

func (v *validator) subsets(m *ast.MatchRecognize, sc *Scope) {
	for i := range m.Subsets {
		s := &m.Subsets[i]
		if slices.Contains(sc.Patterns, s.Name.Text) {
			v.fail(s.Name.Span(), "Pattern variable '"+s.Name.Text+"' has already been defined")
		}
		sc.pattern(s.Name.Text)
		for _, p := range s.Parts {
			if id, ok := p.(*ast.Ident); ok {
				v.knownPattern(sc, id.Simple(), id.Span())
			}
		}
	}
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
