package rewrite

import (
	"sort"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// wrapJSON spells the values that JSON aggregates take as JSON, each once, in columns of their own.
var wrapJSON = &rule{
	name: "WrapJsonAggFunctionArguments", class: "WrapJsonAggFunctionArgumentsRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		if agg.JSONWrapped {
			return nil
		}
		at := map[int]int{}
		var values []int
		for i := range agg.Calls {
			if k := jsonValue(&agg.Calls[i]); k >= 0 {
				v := agg.Calls[i].Args[k]
				if _, ok := at[v]; !ok {
					at[v] = 0
					values = append(values, v)
				}
			}
		}
		if len(values) == 0 {
			return nil
		}
		sort.Ints(values)
		in := n.Input()
		list := identity(in.Row)
		for _, v := range values {
			at[v] = len(list)
			t := in.Row.Fields[v].Type
			list = append(list, expr.NewCall(function.Lookup("JSON_STRING").Op, types.StringType.WithNullable(t.Nullable), expr.NewRef(v, t)))
		}
		op := *agg
		op.JSONWrapped = true
		op.Calls = append([]logical.AggCall(nil), agg.Calls...)
		for i := range op.Calls {
			k := jsonValue(&op.Calls[i])
			if k < 0 {
				continue
			}
			args := append([]int(nil), op.Calls[i].Args...)
			args[k] = at[args[k]]
			op.Calls[i].Args = args
		}
		return node(&op, n.Row, n.Span, c.project(in, list, nil))
	},
}

// jsonValue is the argument of a JSON aggregate that is a value, -1 for other calls.
func jsonValue(c *logical.AggCall) int {
	switch {
	case strings.HasPrefix(c.Op.Name, "JSON_OBJECTAGG_"):
		return 1
	case strings.HasPrefix(c.Op.Name, "JSON_ARRAYAGG_"):
		return 0
	}
	return -1
}
