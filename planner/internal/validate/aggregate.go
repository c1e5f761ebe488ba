package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
)

func upper(s string) string { return strings.ToUpper(s) }

// auxiliaries are the auxiliary functions of the legacy group windows and their group function.
var auxiliaries = map[string]string{
	"TUMBLE_START": "TUMBLE", "TUMBLE_END": "TUMBLE", "TUMBLE_ROWTIME": "TUMBLE", "TUMBLE_PROCTIME": "TUMBLE",
	"HOP_START": "HOP", "HOP_END": "HOP", "HOP_ROWTIME": "HOP", "HOP_PROCTIME": "HOP",
	"SESSION_START": "SESSION", "SESSION_END": "SESSION", "SESSION_ROWTIME": "SESSION", "SESSION_PROCTIME": "SESSION",
}

func auxiliaryOf(c *ast.Call) string {
	if c.Name == nil || len(c.Name.Parts) != 1 {
		return ""
	}
	return auxiliaries[upper(c.Name.Simple())]
}

// isGroupFunction says that c is TUMBLE, HOP or SESSION called as a scalar function.
func isGroupFunction(c *ast.Call) bool {
	if c.Name == nil || len(c.Name.Parts) != 1 {
		return false
	}
	switch upper(c.Name.Simple()) {
	case "TUMBLE", "HOP", "SESSION":
		return true
	}
	return false
}

// isOver says that a call has an OVER.
func isOver(c *ast.Call) bool { return c.Over != nil || c.OverName != nil }

func hasOver(x ast.Expr) bool {
	found := false
	ast.Walk(x, func(e ast.Expr) bool {
		if c, ok := e.(*ast.Call); ok && isOver(c) {
			found = true
		}
		return !found
	})
	return found
}

// isAggregateCall says that a node calls an aggregate function without OVER.
func isAggregateCall(x ast.Expr) bool {
	switch e := x.(type) {
	case *ast.Call:
		return e.Name != nil && len(e.Name.Parts) == 1 && !isOver(e) && aggregateNames[upper(e.Name.Simple())]
	case *ast.JSONBuild:
		return strings.HasSuffix(e.Fn, "AGG")
	}
	return false
}

// aggregateNames are Flink's aggregate functions, those for OVER only included.
var aggregateNames = names(`COUNT SUM SUM0 $SUM0 AVG MIN MAX FIRST_VALUE LAST_VALUE SINGLE_VALUE LISTAGG STRING_AGG GROUP_CONCAT COLLECT
	STDDEV STDDEV_POP STDDEV_SAMP VARIANCE VAR_POP VAR_SAMP APPROX_COUNT_DISTINCT ARRAY_AGG PERCENTILE PERCENTILE_CONT PERCENTILE_DISC JSON_OBJECTAGG JSON_ARRAYAGG
	BITMAP_BUILD_AGG BITMAP_AND_AGG BITMAP_OR_AGG BITMAP_XOR_AGG BITMAP_BUILD_CARDINALITY_AGG BITMAP_AND_CARDINALITY_AGG BITMAP_OR_CARDINALITY_AGG
	COVAR_POP COVAR_SAMP REGR_COUNT REGR_SXX REGR_SYY CORR ANY_VALUE EVERY SOME INTERSECTION FUSION MODE BIT_AND BIT_OR BIT_XOR GROUPING GROUPING_ID GROUP_ID
	ROW_NUMBER RANK DENSE_RANK PERCENT_RANK CUME_DIST NTILE LAG LEAD NTH_VALUE`)

// overNames are those that may not be called without OVER (SqlAggFunction.requiresOver).
var overNames = names("ROW_NUMBER RANK DENSE_RANK PERCENT_RANK CUME_DIST NTILE LAG LEAD NTH_VALUE")

func names(s string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(s) {
		m[n] = true
	}
	return m
}

func requiresOver(c *ast.Call) bool {
	return c.Name != nil && len(c.Name.Parts) == 1 && overNames[upper(c.Name.Simple())]
}

// The kinds of call that a clause may not hold.
type finder uint8

const (
	aggregates           finder = iota // aggregates, with OVER or not
	aggregatesOverGroups               // and group functions
	onlyGroups                         // group functions alone
)

// noAggregates refuses an aggregate, a windowed aggregate or a group function in a clause (validateNoAggs).
func (v *validator) noAggregates(x ast.Expr, clause string, f finder) {
	var found *ast.Call
	var at ast.Expr
	ast.Walk(x, func(e ast.Expr) bool {
		if found != nil || at != nil {
			return false
		}
		c, _ := e.(*ast.Call)
		switch {
		case f != onlyGroups && c != nil && isOver(c):
			found = c
		case f != onlyGroups && isAggregateCall(e):
			at = e
		case f != aggregates && c != nil && c.Special == ast.GroupWindow && isGroupFunction(c):
			found = c
		}
		return found == nil && at == nil
	})
	switch {
	case at != nil:
		v.fail(at.Span(), "Aggregate expression is illegal in "+clause+" clause")
	case found == nil:
	case isOver(found):
		v.fail(found.Span(), "Windowed aggregate expression is illegal in "+clause+" clause")
	default:
		v.fail(found.Span(), "Group function '$"+upper(found.Name.Simple())+"' can only appear in GROUP BY clause")
	}
}

// isAggregate says that a SELECT groups (SqlValidatorImpl.isAggregate).
func (v *validator) isAggregate(s *ast.Select) bool {
	if s.GroupBy != nil || s.Having != nil {
		return true
	}
	for i := range s.Items {
		if v.aggregates(s, s.Items[i].X) {
			return true
		}
	}
	return false
}

// plainOrder refuses aggregates in the ORDER BY of a SELECT that has none elsewhere (registerQuery).
func (v *validator) plainOrder(s *ast.Select, keys []ast.OrderItem) {
	for i := range keys {
		ast.Walk(keys[i].X, func(e ast.Expr) bool {
			if isAggregateCall(e) {
				v.fail(e.Span(), "Aggregate expression is illegal in ORDER BY clause of non-aggregating SELECT")
			}
			c, ok := e.(*ast.Call)
			return !ok || !isOver(c)
		})
	}
}

// aggregates says that an expression holds an aggregate call, also inside an OVER call's operands or window.
func (v *validator) aggregates(s *ast.Select, x ast.Expr) bool {
	found := false
	ast.Walk(x, func(e ast.Expr) bool {
		if isAggregateCall(e) {
			found = true
		}
		if c, ok := e.(*ast.Call); ok && c.OverName != nil {
			for i := range s.Windows {
				if s.Windows[i].Name.Text == c.OverName.Text {
					ast.WindowChildren(&s.Windows[i].Window, func(y ast.Expr) bool {
						found = found || v.aggregates(s, y)
						return !found
					})
				}
			}
		}
		return !found
	})
	return found
}
