package logical

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

// unpivot joins each row with the values of the axes and picks the columns that they stand for
// (SqlToRelConverter.convertUnpivot, RelBuilder.unpivot).
func (b *board) unpivot(t *ast.Unpivot) *Node {
	in := b.from(t.Table, nil)
	sc := b.newBoard(b.in.Scopes[t], false)
	sc.inputs = []*Node{in}
	row := b.in.Tables[t].Row
	first := len(row.Fields) - len(t.Axis) - len(t.Measures)
	literals := make([][]*expr.Literal, len(t.In))
	columns := make([][]expr.Expr, len(t.In))
	used := map[int]bool{}
	for i := range t.In {
		literals[i] = sc.axisValues(&t.In[i], row.Fields[first:first+len(t.Axis)])
		for k := range t.In[i].Columns {
			e := sc.convert(&t.In[i].Columns[k])
			if r, ok := e.(*expr.Ref); ok {
				used[r.Index] = true
			}
			columns[i] = append(columns[i], e)
		}
	}
	values := rel.New[Op](&Values{Tuples: literals}, axisRow(t, literals), t.Span())
	joined := rel2(&Join{Type: Inner, Cond: expr.True}, JoinRow(Inner, in.Row, values.Row), t.Span(), in, values)
	var items []namedExpr
	for i, f := range in.Row.Fields {
		if !used[i] {
			items = append(items, namedExpr{e: expr.NewRef(i, f.Type), name: f.Name})
		}
	}
	axis := make([]expr.Expr, len(t.Axis))
	for i := range t.Axis {
		at := len(in.Row.Fields) + i
		axis[i] = expr.NewRef(at, joined.Row.Fields[at].Type)
		items = append(items, namedExpr{e: axis[i], name: t.Axis[i].Text})
	}
	for m := range t.Measures {
		items = append(items, namedExpr{e: picked(axis, literals, columns, m), name: t.Measures[m].Text})
	}
	n := projectNamed(joined, items, true, nil, t.Span())
	if !t.IncludeNulls {
		var known []expr.Expr
		for m := range t.Measures {
			at := len(items) - len(t.Measures) + m
			known = append(known, expr.IsNotNullOf(expr.NewRef(at, n.Row.Fields[at].Type)))
		}
		n = rel1(&Filter{Cond: expr.OrOf(known...)}, n.Row, t.Span(), n)
	}
	if !row.Equal(n.Row) {
		list := refs(n)
		for i := range list {
			list[i].name = row.Fields[i].Name
			if !list[i].e.Type().Equal(row.Fields[i].Type) {
				list[i].e = expr.CastToExactly(list[i].e, row.Fields[i].Type)
			}
		}
		n = projectNamed(n, list, true, nil, t.Span())
	}
	return n
}

// picked is the CASE over the axes that gives a measure.
func picked(axis []expr.Expr, literals [][]*expr.Literal, columns [][]expr.Expr, m int) expr.Expr {
	var args []expr.Expr
	ts := []*types.Type{types.NullType}
	for i := range literals {
		var same []expr.Expr
		for k, l := range literals[i] {
			same = append(same, expr.EqualsOf(axis[k], l))
		}
		args = append(args, expr.AndOf(same...), columns[i][m])
		ts = append(ts, columns[i][m].Type())
	}
	t := types.LeastRestrictive(ts...)
	return expr.NewCall(expr.CaseOp, t.WithNullable(true), append(args, expr.NullOf(types.NullType))...)
}

// axisValues are the literals of an item of IN, or the names of its columns.
func (b *board) axisValues(it *ast.UnpivotItem, axis []types.Field) []*expr.Literal {
	out := make([]*expr.Literal, len(axis))
	for i := range axis {
		out[i] = expr.StringLiteral(validate.AxisText(it))
		if it.Values != nil {
			if l, ok := b.convert(it.Values.Items[i]).(*expr.Literal); ok {
				out[i] = literalAs(l, axis[i].Type)
			}
		}
	}
	return out
}

// axisRow is the row of the values of the axes.
func axisRow(t *ast.Unpivot, literals [][]*expr.Literal) *types.Type {
	fields := make([]types.Field, len(t.Axis))
	for i := range t.Axis {
		ts := make([]*types.Type, len(literals))
		for k := range literals {
			ts[k] = literals[k][i].Type()
		}
		typ := types.LeastRestrictive(ts...)
		if typ == nil {
			typ = ts[0]
		}
		fields[i] = types.Field{Name: t.Axis[i].Text, Type: typ}
	}
	return types.RowType(fields...)
}
