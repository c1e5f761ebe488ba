package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/types"
)

// tableName finds a table, a view or an item of WITH (IdentifierNamespace).
func (v *validator) tableName(t *ast.TableName, p place) *Namespace {
	constant := t.Snapshot != nil && !namesColumn(t.Snapshot.X)
	if constant {
		v.timeTravel(t, p)
	}
	ns := v.lookup(t.Name, p.parent)
	switch {
	case t.Snapshot == nil, constant:
	case p.later != nil:
		*p.later = append(*p.later, func() { v.snapshot(t, p, ns) })
	default:
		v.snapshot(t, p, ns)
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
	if v.written != nil {
		if full, ok := v.written.Tables[id]; ok {
			names = []string{full.Catalog, full.Database, full.Name}
		}
	}
	t := v.Session.Find(names)
	if t == nil {
		v.notFound(id, names, sc)
	}
	if v.meant != nil {
		v.meant.Tables[id] = t.ID
	}
	return &Namespace{Row: RowOf(t), Table: t, Node: id}
}

// RowOf is the row of a table as queries see it: all columns in declared order.
func RowOf(t *catalog.Table) *types.Type {
	fields := make([]types.Field, len(t.Columns))
	for i := range t.Columns {
		fields[i] = types.Field{Name: t.Columns[i].Name, Type: t.Columns[i].Type.Indicator()}
	}
	return types.RowType(fields...)
}

// notFound refuses a name, with what differs from it by case only (IdentifierNamespace.resolveImpl).
func (v *validator) notFound(id *ast.Ident, names []string, sc *Scope) {
	if len(names) == 1 {
		for s := sc; s != nil; s = s.Parent {
			for _, w := range s.With {
				if strings.EqualFold(w.node.Name.Text, names[0]) {
					v.fail(id.Span(), "Object '"+names[0]+"' not found; did you mean '"+w.node.Name.Text+"'?")
				}
			}
		}
	}
	path := v.similar(names)
	if path == nil {
		if prefix, n := v.schema(names); n > 0 {
			v.fail(id.Span(), "Object '"+names[n]+"' not found within '"+strings.Join(prefix, ".")+"'")
		}
		for n := len(names) - 1; n > 0; n-- {
			if t := v.Session.Find(names[:n]); t != nil {
				v.fail(id.Span(), "Object '"+names[n]+"' not found within '"+t.ID.String()+"'")
			}
		}
		v.fail(id.Span(), "Object '"+names[0]+"' not found")
	}
	offset, i := len(path)-len(names), 0
	for i < len(names)-1 && names[i] == path[offset+i] {
		i++
	}
	prefix, next := path[:offset+i], path[offset+i]
	if len(prefix) == 0 {
		v.fail(id.Span(), "Object '"+names[i]+"' not found; did you mean '"+next+"'?")
	}
	v.fail(id.Span(), "Object '"+names[i]+"' not found within '"+strings.Join(prefix, ".")+"'; did you mean '"+next+"'?")
}

// schema is the catalog, or catalog and database, that the first n of the names are, n being 0 for none.
func (v *validator) schema(names []string) (path []string, n int) {
	s := v.Session
	switch {
	case len(names) > 2 && s.HasDatabase(names[0], names[1]):
		return names[:2], 2
	case len(names) > 1 && s.HasDatabase(s.Catalog, names[0]):
		return []string{s.Catalog, names[0]}, 1
	case len(names) > 1 && s.HasCatalog(names[0]):
		return names[:1], 1
	}
	return nil, 0
}

// similar finds the path of a table whose name differs by case only.
func (v *validator) similar(names []string) []string {
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
						return []string{c, d, t}
					}
				}
			}
		}
	}
	return nil
}

// snapshot checks FOR SYSTEM_TIME AS OF a column (SqlValidatorImpl.validateSnapshot), which sees both sides of the join that
// the table stands in.
func (v *validator) snapshot(t *ast.TableName, p place, ns *Namespace) {
	sc := &Scope{Kind: TableScope, Parent: p.parent, Lateral: p.lateralOf()}
	seen, own := p.using, -1
	if p.later != nil {
		seen = p.lateralOf()
	}
	for i, c := range seen.Children {
		sc.add(Child{Name: c.Name, Path: c.Path, NS: c.NS, Nullable: c.Nullable})
		if p.later != nil && c.NS == ns {
			own = i
		}
	}
	if p.later == nil {
		name := p.alias
		if name == "" {
			name = t.Name.Simple()
		}
		own = len(sc.Children)
		sc.add(Child{Name: name, NS: ns})
	}
	v.Scopes[t] = sc
	typ := v.typeOf(sc, t.Snapshot.X)
	if !typ.IsTimestamp() {
		v.fail(t.Snapshot.X.Span(), "The system time period specification expects Timestamp type but is '"+typeName(typ)+"'")
	}
	ast.Walk(t.Snapshot.X, func(e ast.Expr) bool {
		if id, ok := e.(*ast.Ident); ok && v.Columns[id] != nil && v.Columns[id].Child == own && v.Columns[id].Scope == sc {
			if v.Untimed == nil {
				v.Untimed = map[*ast.TableName]bool{}
			}
			v.Untimed[t] = true
		}
		return true
	})
}

// typeName is a type without its length and precision (SqlTypeName).
func typeName(t *types.Type) string {
	name, _, _ := strings.Cut(t.Validator(), "(")
	return name
}

// namesColumn reports a period that is not a constant: names are columns there, CURRENT_TIMESTAMP and its like too.
func namesColumn(x ast.Expr) bool {
	found := false
	ast.Walk(x, func(e ast.Expr) bool {
		_, is := e.(*ast.Ident)
		c, call := e.(*ast.Call)
		found = found || is || call && c.NoParens
		return !found
	})
	return found
}

// timeTravel is FOR SYSTEM_TIME AS OF a constant. The catalog is asked for the table at that time, and only knows the
// present; temporary tables have no other (FlinkCalciteSqlValidator.registerNamespace).
func (v *validator) timeTravel(t *ast.TableName, p place) {
	x := t.Snapshot.X
	v.convertible(x)
	sc := &Scope{Kind: TableScope, Parent: p.parent}
	typ := v.typeOf(sc, x)
	ast.Walk(x, func(e ast.Expr) bool {
		if c, ok := e.(*ast.Call); ok && upper(c.Name.Simple()) != "NOW" {
			v.plain("Unsupported time travel expression: " + v.unparse(x) + " for the expression can not be reduced to a constant by Flink.")
		}
		return true
	})
	if !typ.IsTimestamp() {
		v.fail(x.Span(), "The system time period specification expects Timestamp type but is '"+typeName(typ)+"'")
	}
	if known := v.Session.Find(t.Name.Texts()); known != nil && known.Temporary {
		if v.Constant == nil {
			v.Constant = map[*ast.TableName]bool{}
		}
		v.Scopes[t], v.Constant[t] = sc, true
		return
	}
	panic(diag.New(diag.UnsupportedOp,
		"getTable(ObjectPath, long) is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog.", x.Span()))
}

// convertible refuses what can't be converted before it is validated (SqlToRelConverter.convertExpression).
func (v *validator) convertible(x ast.Expr) {
	class := "SqlLiteral"
	switch x := x.(type) {
	case *ast.Null:
	case *ast.BinaryExpr:
		if class = "SqlBasicCall"; x.Op != "-" {
			return
		}
	default:
		return
	}
	panic(diag.New(diag.UnsupportedOp, "class org.apache.calcite.sql."+class+": "+v.unparse(x), x.Span()))
}
