package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/types"
)

// tableName finds a table, a view or an item of WITH (IdentifierNamespace).
func (v *validator) tableName(t *ast.TableName, p place) *Namespace {
	ns := v.lookup(t.Name, p.parent)
	if t.Snapshot != nil {
		v.snapshot(t, p)
	}
	return ns
}

func (v *validator) lookup(id *ast.Ident, sc *Scope) *Namespace {
	if len(id.Parts) == 1 {
		for s := sc; s != nil; s = s.Parent {
			for i := len(s.With) - 1; i >= 0; i-- {
				if s.With[i].node.Name.Text == id.Parts[0].Text {
					return s.With[i].ns
				}
			}
		}
	}
	names := id.Texts()
	t := v.Session.Find(names)
	if t == nil {
		v.notFound(id, sc)
	}
	return &Namespace{Row: RowOf(t), Table: t, Node: id}
}

// RowOf is the row of a table as queries see it: all columns in declared order.
func RowOf(t *catalog.Table) *types.Type {
	fields := make([]types.Field, len(t.Columns))
	for i := range t.Columns {
		fields[i] = types.Field{Name: t.Columns[i].Name, Type: t.Columns[i].Type}
	}
	return types.RowType(fields...)
}

// notFound refuses a name, with what differs from it by case only (IdentifierNamespace.resolveImpl).
func (v *validator) notFound(id *ast.Ident, sc *Scope) {
	names := id.Texts()
	if len(names) == 1 {
		for s := sc; s != nil; s = s.Parent {
			for _, w := range s.With {
				if strings.EqualFold(w.node.Name.Text, names[0]) {
					v.fail(id.Span(), "Object '"+names[0]+"' not found; did you mean '"+w.node.Name.Text+"'?")
				}
			}
		}
	}
	path, matched := v.similar(names)
	offset := len(path) - len(names)
	if path == nil {
		v.fail(id.Span(), "Object '"+names[0]+"' not found")
	}
	i := matched
	prefix, next := path[:offset+i], path[offset+i]
	if len(prefix) == 0 {
		v.fail(id.Span(), "Object '"+names[i]+"' not found; did you mean '"+next+"'?")
	}
	v.fail(id.Span(), "Object '"+names[i]+"' not found within '"+strings.Join(prefix, ".")+"'; did you mean '"+next+"'?")
}

// similar finds the path of a table whose name differs by case only, and how many of the written names are right.
func (v *validator) similar(names []string) (path []string, right int) {
	s := v.Session
	for _, base := range [][]string{{s.Catalog, s.Database}, {s.Catalog}, {}} {
		want := append(append([]string(nil), base...), names...)
		if len(want) != 3 {
			continue
		}
		for _, c := range s.Catalogs() {
			if !strings.EqualFold(c, want[0]) {
				continue
			}
			for _, d := range s.Databases(c) {
				if !strings.EqualFold(d, want[1]) {
					continue
				}
				for _, t := range s.Tables(c, d) {
					if strings.EqualFold(t, want[2]) {
						return []string{c, d, t}, 0
					}
				}
			}
		}
	}
	return nil, 0
}

// snapshot checks FOR SYSTEM_TIME AS OF (SqlSnapshot's validation, FlinkCalciteSqlValidator).
func (v *validator) snapshot(t *ast.TableName, p place) {
	sc := &Scope{Kind: TableScope, Parent: p.parent, Lateral: p.lateralOf()}
	for _, c := range p.using.Children {
		sc.add(Child{Name: c.Name, Path: c.Path, NS: c.NS, Nullable: c.Nullable})
	}
	v.Scopes[t] = sc
	typ := v.typeOf(sc, t.Snapshot.X)
	if !typ.IsTimestamp() {
		v.fail(t.Snapshot.X.Span(), "The system time period specification expects Timestamp type but is '"+typ.Validator()+"'")
	}
}

// tableRow is a query's row as a plain row type.
func tableRow(names []string, ts []*types.Type) *types.Type {
	fields := make([]types.Field, len(names))
	for i := range names {
		fields[i] = types.Field{Name: names[i], Type: ts[i]}
	}
	return types.RowType(fields...)
}
