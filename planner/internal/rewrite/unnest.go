package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// The table functions that UNNEST becomes.
var (
	unnestOp           = &expr.Operator{Name: "$UNNEST_ROWS$1", Op: expr.Unnest, Syntax: expr.Function, Bridging: true}
	unnestOrdinalityOp = &expr.Operator{Name: "$UNNEST_ROWS_WITH_ORDINALITY$1", Op: expr.Unnest, Syntax: expr.Function, Bridging: true}
)

// unnestCorrelate makes a table function of UNNEST on the right of a correlate. A LEFT JOIN makes what is projected of
// it nullable.
var unnestCorrelate = &rule{
	name: "LogicalUnnest", class: "LogicalUnnestRule", on: correlateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		right := unnested(n.Inputs[1], n.Op.(*logical.Correlate).Type == logical.Left)
		if right == nil {
			return nil
		}
		return rebuild(n, n.Inputs[0], right)
	},
}

// unnested converts [Filter] [Project] Uncollect, nil for another shape.
func unnested(n *logical.Node, nullable bool) *logical.Node {
	switch o := n.Op.(type) {
	case *logical.Uncollect:
		return unnestScan(n, o)
	case *logical.Filter:
		if in := unnested(n.Input(), nullable); in != nil && asFilter(n.Input()) == nil {
			return rebuild(n, in)
		}
	case *logical.Project:
		u, ok := n.Input().Op.(*logical.Uncollect)
		if !ok {
			return nil
		}
		in := unnestScan(n.Input(), u)
		if !nullable || in == nil {
			return rebuild(n, in)
		}
		list := append([]expr.Expr(nil), o.Exprs...)
		for i, e := range list {
			if !e.Type().Nullable {
				list[i] = expr.CastTo(e, e.Type().WithNullable(true))
			}
		}
		return rawProject(in, list, n.Row.Names())
	}
	return nil
}

// unnestScan is the table function that gives the elements of the collection that o's input computes.
func unnestScan(n *logical.Node, o *logical.Uncollect) *logical.Node {
	p := asProject(n.Input())
	if p == nil {
		return nil
	}
	op := unnestOp
	if o.WithOrdinality {
		op = unnestOrdinalityOp
	}
	row := unnestRow(p.Exprs[0].Type(), o.WithOrdinality)
	call := expr.NewCall(op, row, p.Exprs...)
	return node(&logical.TableFunctionScan{Call: call}, row, n.Span)
}

// unnestRow is the row of one element: its fields, f0 for a plain value, f0 and f1 for an entry of a map.
// (UnnestRowsFunctionBase.getUnnestedType)
func unnestRow(t *types.Type, ordinality bool) *types.Type {
	elem := t.Elem
	if t.Kind == types.Map {
		elem = types.RowType(types.Field{Name: "f0", Type: t.Key}, types.Field{Name: "f1", Type: t.Elem})
	}
	number := types.Field{Name: "ORDINALITY", Type: types.IntType.WithNullable(false)}
	if elem.Kind == types.Row {
		fields := append([]types.Field(nil), elem.Fields...)
		if ordinality {
			fields = append(fields, number)
		} else if elem.Nullable {
			for i := range fields {
				fields[i].Type = fields[i].Type.WithNullable(true)
			}
		}
		return types.RowType(fields...)
	}
	if ordinality {
		return types.RowType(types.Field{Name: "EXPR$0", Type: elem}, number)
	}
	return types.RowType(types.Field{Name: "f0", Type: elem})
}

// unnestConstant makes a table function of UNNEST of a constant.
var unnestConstant = &rule{
	name: "UncollectToTableFunctionScan", class: "UncollectToTableFunctionScanRule", on: uncollectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		for in := n.Input(); ; in = in.Input() {
			switch in.Op.(type) {
			case *logical.Project, *logical.Filter:
				continue
			case *logical.Values:
				return unnestScan(n, n.Op.(*logical.Uncollect))
			}
			return nil
		}
	},
}

// functionJoin makes a correlate of a join with a table function that reads no column.
var functionJoin = &rule{
	name: "JoinTableFunctionScanToCorrelate", class: "JoinTableFunctionScanToCorrelateRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f, ok := n.Inputs[1].Op.(*logical.TableFunctionScan)
		if !ok || len(n.Inputs[1].Inputs) > 0 || f.Call == nil || !refs(f.Call).Empty() {
			return nil
		}
		j := asJoin(n)
		op := &logical.Correlate{ID: c.nextCorrelation(), Type: j.Type}
		return node(op, logical.JoinRow(j.Type, n.Inputs[0].Row, n.Inputs[1].Row), n.Span, n.Inputs...)
	},
}
