package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/types"
)

// extended is a table with columns that it does not have: they count as its own until it is read (ExtendNamespace).
func (v *validator) extended(t *ast.Extended, p place) *Namespace {
	if p.alias != "" {
		id := t.Table.Name.Texts()
		if found := v.Session.Find(id); found != nil {
			id = []string{found.ID.Catalog, found.ID.Database, found.ID.Name}
		}
		text := "`" + id[0] + "`"
		for _, part := range id[1:] {
			text += ".`" + part + "`"
		}
		text += " EXTEND ("
		for i := range t.Columns {
			if i > 0 {
				text += ", "
			}
			text += "`" + t.Columns[i].Name.Simple() + "` " + v.dataType(&t.Columns[i].Type).Validator()
		}
		panic(diag.New(diag.UnsupportedOp, "class org.apache.calcite.sql.SqlBasicCall: "+text+") AS `"+p.alias+"`", t.Span()))
	}
	in := v.lookup(t.Table.Name, p.parent)
	fields := append([]types.Field(nil), in.Row.Fields...)
	for i := range t.Columns {
		fields = append(fields, types.Field{Name: t.Columns[i].Name.Simple(), Type: v.dataType(&t.Columns[i].Type)})
	}
	ns := &Namespace{Row: types.RowType(fields...), Node: t}
	p.using.add(Child{Name: t.Table.Name.Simple(), Path: t.Table.Name.Texts(), NS: ns, Nullable: p.nullable})
	return ns
}

// pivotScope is what the expressions of PIVOT and UNPIVOT see: the columns of the table before it.
func (v *validator) pivotScope(at ast.Node, table ast.TableExpr, p place) (*Scope, *Namespace) {
	sc := &Scope{Kind: JoinScope, Parent: p.parent}
	in := v.from(table, place{parent: p.parent, using: sc, lateral: p.lateral})
	v.Scopes[at] = sc
	return sc, in
}

// pivot gives the row of PIVOT: what no call and no axis reads, then for each item of IN a column for each call
// (SqlValidatorImpl.validatePivot).
func (v *validator) pivot(t *ast.Pivot, p place) *Namespace {
	sc, in := v.pivotScope(t, t.Table, p)
	used := map[string]bool{}
	var calls []*types.Type
	for i := range t.Calls {
		x := t.Calls[i].X
		calls = append(calls, v.typeOf(sc, x))
		if !isAggregateCall(x) {
			v.fail(x.Span(), "Measure expression in PIVOT must use aggregate function")
		}
		ast.Walk(x, func(e ast.Expr) bool {
			if id, ok := e.(*ast.Ident); ok && !id.Star {
				used[id.Parts[len(id.Parts)-1].Text] = true
			}
			return true
		})
	}
	for i := range t.Axis {
		v.typeOf(sc, identOf(&t.Axis[i]))
		used[t.Axis[i].Text] = true
	}
	fields := unusedFields(in.Row, used)
	for i := range t.In {
		it := &t.In[i]
		if len(it.Values.Items) != len(t.Axis) {
			v.fail(it.Values.Span(), "Value count in PIVOT ("+itoa(len(it.Values.Items))+") must match number of FOR columns ("+itoa(len(t.Axis))+")")
		}
		label := ""
		for k, x := range it.Values.Items {
			v.typeOf(sc, x)
			if k > 0 {
				label += "_"
			}
			label += v.plainText(x)
		}
		if it.Label != nil {
			label = it.Label.Text
		}
		for k, typ := range calls {
			name := label
			if a := t.Calls[k].Alias; a != nil {
				name += "_" + a.Text
			}
			fields = append(fields, types.Field{Name: name, Type: typ})
		}
	}
	return &Namespace{Row: types.RowType(fields...), Node: t}
}

func identOf(n *ast.Name) *ast.Ident {
	return &ast.Ident{Base: ast.At(n.Span()), Parts: []ast.Name{*n}}
}

func unusedFields(row *types.Type, used map[string]bool) []types.Field {
	var out []types.Field
	for _, f := range row.Fields {
		if !used[f.Name] {
			out = append(out, f)
		}
	}
	return out
}

// unpivot gives the row of UNPIVOT: what is not in IN, the axes, the measures (SqlValidatorImpl.validateUnpivot).
func (v *validator) unpivot(t *ast.Unpivot, p place) *Namespace {
	sc, in := v.pivotScope(t, t.Table, p)
	used := map[string]bool{}
	for i := range t.In {
		it := &t.In[i]
		v.unpivotArity(&it.Columns[0], len(it.Columns), len(t.Measures))
		if it.Values != nil {
			v.unpivotArity(it.Values, len(it.Values.Items), len(t.Axis))
			for _, x := range it.Values.Items {
				v.typeOf(sc, x)
			}
		}
		for k := range it.Columns {
			v.typeOf(sc, &it.Columns[k])
			used[it.Columns[k].Simple()] = true
		}
	}
	fields := unusedFields(in.Row, used)
	taken := map[string]bool{}
	for _, f := range fields {
		taken[f.Name] = true
	}
	unique := func(n *ast.Name) {
		if taken[n.Text] {
			v.fail(n.Span(), "Duplicate column name '"+n.Text+"' in UNPIVOT")
		}
		taken[n.Text] = true
	}
	measures := make([]types.Field, len(t.Measures))
	for i := range t.Measures {
		ts := make([]*types.Type, len(t.In))
		for k := range t.In {
			ts[k] = v.Types[&t.In[k].Columns[i]]
		}
		typ := types.LeastRestrictive(ts...)
		if typ == nil {
			v.fail(t.In[0].Columns[i].Span(), "In UNPIVOT, cannot derive type for measure '"+t.Measures[i].Text+"' because source columns have different data types")
		}
		measures[i] = types.Field{Name: t.Measures[i].Text, Type: typ.WithNullable(t.IncludeNulls || len(t.Measures) > 1)}
		unique(&t.Measures[i])
	}
	for i := range t.Axis {
		ts := make([]*types.Type, len(t.In))
		for k := range t.In {
			if ts[k] = types.VarCharType(len([]rune(AxisText(&t.In[k])))).WithNullable(false); t.In[k].Values != nil {
				ts[k] = v.Types[t.In[k].Values.Items[i]]
			}
		}
		typ := types.LeastRestrictive(ts...)
		if typ == nil {
			v.fail(t.Axis[i].Span(), "In UNPIVOT, cannot derive type for axis '"+t.Axis[i].Text+"'")
		}
		unique(&t.Axis[i])
		fields = append(fields, types.Field{Name: t.Axis[i].Text, Type: typ})
	}
	return &Namespace{Row: types.RowType(append(fields, measures...)...), Node: t}
}

func (v *validator) unpivotArity(at ast.Node, have, want int) {
	if have != want {
		v.fail(at.Span(), "Value count in UNPIVOT ("+itoa(have)+") must match number of FOR columns ("+itoa(want)+")")
	}
}

// AxisText is what an axis is for an item of IN without values: the names of its columns (SqlUnpivot.aliasValue).
func AxisText(it *ast.UnpivotItem) string {
	s := ""
	for i := range it.Columns {
		if i > 0 {
			s += "_"
		}
		s += it.Columns[i].Simple()
	}
	return s
}
