package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// searchConstant calls VECTOR_SEARCH of a constant for the one row that holds it, as the physical rule wants a row to
// search for.
//
//	SELECT * FROM TABLE(VECTOR_SEARCH(TABLE t, DESCRIPTOR(v), ARRAY[1.0, 2.0], 3))
var searchConstant = &rule{
	name: "ConstantVectorSearchCallToCorrelate", class: "ConstantVectorSearchCallToCorrelateRule", on: functionScanKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		call, ok := n.Op.(*logical.TableFunctionScan).Call.(*expr.Call)
		if !ok || call.Op.Op != expr.VectorSearch || !isConstantCall(call.Args[2]) {
			return nil
		}
		query := call.Args[2]
		zero := expr.IntLiteral(0)
		row := types.RowType(types.Field{Name: "ZERO", Type: types.IntType.WithNullable(false)})
		values := node(&logical.Values{Tuples: [][]*expr.Literal{{zero}}}, row, n.Span)
		left := rawProject(values, []expr.Expr{query}, []string{"$f0"})
		id := c.nextCorrelation()
		args := append([]expr.Expr(nil), call.Args...)
		args[2] = expr.NewFieldAccess(expr.NewCorrelRef(id, left.Row), 0)
		search := node(&logical.TableFunctionScan{Call: expr.NewCall(call.Op, n.Row, args...)}, n.Row, n.Span, n.Inputs...)
		op := &logical.Correlate{ID: id, Type: logical.Inner, Required: []int{0}}
		joined := node(op, logical.JoinRow(logical.Inner, left.Row, n.Row), n.Span, left, search)
		list := make([]expr.Expr, len(n.Row.Fields))
		for i := range list {
			list[i] = expr.NewRef(i+1, n.Row.Fields[i].Type)
		}
		return rawProject(joined, list, n.Row.Names())
	},
}

// isConstantCall is RexUtil.isConstant.
func isConstantCall(e expr.Expr) bool {
	return expr.Deterministic(e) && !expr.Any(e, func(x expr.Expr) bool {
		switch x.(type) {
		case *expr.Ref, *expr.CorrelRef, *expr.SubQuery:
			return true
		}
		return false
	})
}
