package changelog

import (
	"fmt"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// generateValues refuses constant rows with a literal that is of another type than its column, which no cast stands between:
// VALUES (1), (2e0). Strings, binary strings, timestamps and decimals of all lengths go together
// (ValuesCodeGenerator, ExprCodeGenerator.generateResultExpression, PlannerTypeUtils.isAssignable).
func generateValues(n *physical.Node, o *physical.Values) {
	decimals := 0
	for _, tuple := range o.Tuples {
		for i, l := range tuple {
			is, want := l.Type().WithNullable(false), n.Row.Fields[i].Type
			var code, value string
			switch v := l.Value.(type) {
			case expr.Dec:
				value = expr.Untyped(l)
				switch is.Kind {
				case types.Integer:
					code = "((int) " + value + ")"
				case types.BigInt:
					code = "((long) " + value + "L)"
				case types.Decimal:
					code = fmt.Sprintf("((org.apache.flink.table.data.DecimalData) decimal$%d)", decimals)
					decimals++
				}
			case expr.Millis:
				value = fmt.Sprint(int(v))
				code = "((int) " + value + ")"
			}
			if code == "" || is.Kind == want.Kind && (is.Kind == types.Decimal || is.SameIgnoringNull(want)) {
				continue
			}
			panic(diag.Newf("org.apache.flink.table.planner.codegen.CodeGenException", source.Span{}, "Incompatible types of expression and result type. "+
				"Expression[GeneratedExpression(%s,false,,%s,Some(%s))] type is [%s], result type is [%s]", code, is.Summary(), value, is.Summary(), want.Summary()))
		}
	}
}
