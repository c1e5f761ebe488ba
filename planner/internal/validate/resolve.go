package validate

import (
	"sort"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// add makes ns known by name in the scope, and in the scopes of the FROM around it (ListScope.addChild, JoinScope.addChild).
func (sc *Scope) add(c Child) {
	c.Start = sc.width()
	sc.Children = append(sc.Children, c)
	if sc.Using != nil {
		sc.Using.add(c)
	}
}

// width is the number of columns of the relations so far.
func (sc *Scope) width() int {
	if len(sc.Children) == 0 {
		return 0
	}
	last := sc.Children[len(sc.Children)-1]
	return last.Start + len(last.NS.Row.Fields)
}

// lists says whether relations are looked up in the scope itself.
func (sc *Scope) lists() bool {
	switch sc.Kind {
	case SelectScope, JoinScope, MatchScope, TableScope, ColumnsScope:
		return true
	}
	return false
}

// step is the path to a column within one namespace; peeks counts the rows that were looked into without being named.
type step struct {
	path  []int
	typ   *types.Type
	peeks int
}

// inRow finds the names below a row, looking through declared ROW columns too (DelegatingScope.resolveInNamespace).
func inRow(row *types.Type, names []string, fold bool, at step, found []step) []step {
	if len(names) == 0 {
		return append(found, at)
	}
	if row.Kind != types.Row && row.Kind != types.Structured {
		return found
	}
	if i := fieldOf(row, names[0], fold); i >= 0 {
		return inRow(row.Fields[i].Type, names[1:], fold, at.down(row, i, 0), found)
	}
	for i, f := range row.Fields {
		if f.Type.Kind == types.Row && f.Type.Peek {
			found = inRow(f.Type, names, fold, at.down(row, i, 1), found)
		}
	}
	return found
}

func (s step) down(row *types.Type, i, peek int) step {
	t := row.Fields[i].Type
	if row.Nullable && len(s.path) > 0 {
		t = t.WithNullable(true)
	}
	return step{append(append(make([]int, 0, len(s.path)+1), s.path...), i), t, s.peeks + peek}
}

func fieldOf(row *types.Type, name string, fold bool) int {
	for i := range row.Fields {
		if row.Fields[i].Name == name || fold && strings.EqualFold(row.Fields[i].Name, name) {
			return i
		}
	}
	return -1
}

// relation finds a relation by the names before a column, from sc outwards.
func (v *validator) relation(sc *Scope, names []string, fold bool) (*Scope, int) {
	for ; sc != nil; sc = sc.Parent {
		if !sc.lists() {
			continue
		}
		last := names[len(names)-1]
		for i := range sc.Children {
			c := &sc.Children[i]
			if c.Name != last && !(fold && strings.EqualFold(c.Name, last)) {
				continue
			}
			if len(names) == 1 {
				return sc, i
			}
			if c.NS.Table != nil {
				if t := v.Session.Find(names); t != nil && t.ID == c.NS.Table.ID {
					return sc, i
				}
			}
		}
		if sc.Kind == MatchScope && len(names) == 1 {
			for _, p := range sc.Patterns {
				if p == last {
					return sc, 0
				}
			}
		}
	}
	return nil, -1
}

// owners finds the relations of the innermost scope that know a column.
func owners(sc *Scope, name string, fold bool) (*Scope, []int) {
	for ; sc != nil; sc = sc.Parent {
		if !sc.lists() {
			continue
		}
		var out []int
		for i := range sc.Children {
			if len(inRow(sc.Children[i].NS.Row, []string{name}, fold, step{}, nil)) > 0 {
				out = append(out, i)
			}
		}
		if len(out) > 0 {
			return sc, out
		}
	}
	return nil, nil
}

// resolve finds the column that a name stands for (DelegatingScope.fullyQualify), and keeps it in Columns.
func (v *validator) resolve(sc *Scope, id *ast.Ident) *Column {
	if c, ok := v.Columns[id]; ok {
		return c
	}
	v.nullary(id)
	if sc.Kind == OrderScope && len(id.Parts) == 1 {
		if x := v.orderAlias(sc, id); x != nil {
			c := &Column{Alias: x, Type: v.typeOf(sc, x)}
			v.Columns[id] = c
			return c
		}
	}
	c := v.find(sc, id)
	c.Depth = depth(sc, c.Scope)
	v.Columns[id] = c
	return c
}

func depth(from, to *Scope) int {
	n := 0
	for ; from != nil && from != to; from = from.Parent {
		if from.lists() {
			n++
		}
	}
	return n
}

func (v *validator) find(sc *Scope, id *ast.Ident) *Column {
	names := id.Texts()
	if v.written != nil {
		if m, ok := v.written.Columns[id]; ok {
			if scope, child := v.relation(sc, []string{m.Relation}, false); scope != nil {
				return v.below(scope, child, id, m.Part, m.Relation)
			}
		}
	}
	if len(names) == 1 {
		return v.findSimple(sc, id, names[0])
	}
	var scope *Scope
	child, i := -1, len(names)-1
	for ; i > 0; i-- {
		if scope, child = v.relation(sc, names[:i], false); scope != nil {
			break
		}
		if s2, c2 := v.relation(sc, names[:i], true); s2 != nil {
			v.fail(parts(id, 0, i), "Table '"+strings.Join(names[:i], ".")+"' not found; did you mean '"+s2.Children[c2].Name+"'?")
		}
	}
	if scope == nil {
		s2, who := owners(sc, names[0], false)
		if len(who) != 1 || notPeek(s2.Children[who[0]].NS.Row, names[0]) {
			v.fail(parts(id, 0, len(names)-1), "Table '"+strings.Join(names[:len(names)-1], ".")+"' not found")
		}
		return v.below(s2, who[0], id, 0, s2.Children[who[0]].Name)
	}
	c := v.below(scope, child, id, i, strings.Join(names[:i], "."))
	if scope.Kind == MatchScope {
		c.Alpha = names[0]
	}
	return c
}

// notPeek says that name is a direct column of row without being a declared ROW: nothing can follow its name.
func notPeek(row *types.Type, name string) bool {
	i := row.FieldIndex(name)
	return i >= 0 && !(row.Fields[i].Type.Kind == types.Row && row.Fields[i].Type.Peek)
}

func (v *validator) findSimple(sc *Scope, id *ast.Ident, name string) *Column {
	scope, who := owners(sc, name, false)
	switch len(who) {
	case 0:
		if sc.Kind == ColumnsScope {
			v.fail(id.Span(), "Unknown identifier '"+name+"'")
		}
		if s2, w2 := owners(sc, name, true); len(w2) > 0 {
			var near []string
			for _, i := range w2 {
				row := s2.Children[i].NS.Row
				if k := fieldOf(row, name, true); k >= 0 {
					near = append(near, row.Fields[k].Name)
				}
			}
			sort.Strings(near)
			v.fail(id.Span(), "Column '"+name+"' not found in any table; did you mean '"+strings.Join(near, "', '")+"'?")
		}
		v.fail(id.Span(), "Column '"+name+"' not found in any table")
	case 1:
	default:
		v.fail(id.Span(), "Column '"+name+"' is ambiguous")
	}
	child := scope.Children[who[0]]
	if countOf(child.NS.Row, name) > 1 {
		v.fail(id.Span(), "Column '"+name+"' is ambiguous")
	}
	c := v.below(scope, who[0], id, 0, child.Name)
	if scope.Kind == MatchScope {
		c.Alpha = "*"
	}
	return c
}

// countOf is how many columns of a row have a name.
func countOf(row *types.Type, name string) (n int) {
	for i := range row.Fields {
		if row.Fields[i].Name == name {
			n++
		}
	}
	return n
}

// below resolves the parts of id from i on within a relation that prefix names.
func (v *validator) below(scope *Scope, child int, id *ast.Ident, i int, prefix string) *Column {
	c := scope.Children[child]
	names := id.Texts()
	found := inRow(c.NS.Row, names[i:], false, step{}, nil)
	if len(found) == 0 {
		v.notInTable(c.NS.Row, id, i, prefix)
	}
	sort.SliceStable(found, func(a, b int) bool { return worse(found[a]) < worse(found[b]) })
	if len(found) > 1 && worse(found[0]) == worse(found[1]) {
		v.fail(parts(id, i, len(names)), "Column '"+strings.Join(names[i:], ".")+"' is ambiguous")
	}
	if i > 0 && i == len(names)-1 && countOf(c.NS.Row, names[i]) > 1 {
		v.fail(id.Span(), "Column '"+names[i]+"' is ambiguous")
	}
	best := found[0]
	t := best.typ
	if c.Nullable {
		t = t.WithNullable(true)
	}
	return &Column{Scope: scope, Child: child, Field: best.path[0], Path: best.path[1:], Type: t}
}

func worse(s step) int {
	n := len(s.path)
	if s.peeks > 0 {
		n += 1 << 16
	}
	return n
}

func (v *validator) notInTable(row *types.Type, id *ast.Ident, i int, prefix string) {
	names := id.Texts()
	if near := inRow(row, names[i:], true, step{}, nil); len(near) > 0 {
		t, last := row, ""
		for _, k := range near[0].path {
			last = t.Fields[k].Name
			t = t.Fields[k].Type
		}
		v.fail(parts(id, i, len(names)), "Column '"+strings.Join(names[i:], ".")+"' not found in table '"+prefix+"'; did you mean '"+last+"'?")
	}
	k := len(names) - 1
	for ; k > i; k-- {
		if len(inRow(row, names[i:k], false, step{}, nil)) > 0 {
			break
		}
	}
	v.fail(parts(id, i, k+1), "Column '"+strings.Join(names[i:k+1], ".")+"' not found in table '"+prefix+"'")
}

// parts is the text of the parts [i, j) of a name.
func parts(id *ast.Ident, i, j int) source.Span {
	s := id.Parts[i].Span()
	for _, p := range id.Parts[i:j] {
		s = s.Join(p.Span())
	}
	return s
}

// orderAlias finds the select item that a simple name of ORDER BY stands for (OrderByScope.fullyQualify).
func (v *validator) orderAlias(sc *Scope, id *ast.Ident) ast.Expr {
	name := id.Parts[0].Text
	var x ast.Expr
	n := 0
	for _, it := range v.Selects[sc.Select].Items {
		if !it.Derived && it.Name == name {
			x = it.X
			n++
		}
	}
	if n > 1 {
		v.fail(id.Span(), "Column '"+name+"' is ambiguous")
	}
	return x
}
