package physical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// checkFunctions refuses the calls that have no implementation for streams (AggFunctionFactory).
func (c *converter) checkFunctions(l *logical.Node, calls []logical.AggCall) {
	for k := range calls {
		call := &calls[k]
		args := make([]*types.Type, len(call.Args))
		for i, a := range call.Args {
			args[i] = l.Input().Row.Fields[a].Type
		}
		why := UnsupportedCall(call.Op, args)
		if call.Op.Op == expr.Count && call.Distinct && call.Approximate {
			why = "APPROX_COUNT_DISTINCT aggregate function does not support yet for streaming."
		}
		if call.Op.Name == "PERCENTILE_CONT" || call.Op.Name == "PERCENTILE_DISC" {
			why = "Unsupported Function: '" + call.Op.Name + "'"
		}
		if why != "" {
			c.failInRule(l.Span, why)
		}
	}
}

// UnsupportedCall says why an aggregate function does not take these arguments, "" if it does.
func UnsupportedCall(op *expr.Operator, args []*types.Type) string {
	switch op.Op {
	case expr.Count:
		if len(args) > 1 {
			return "We now only support the count of one field."
		}
	case expr.Min, expr.Max:
		if len(args) == 1 && !sortable(args[0].Kind) {
			name := map[expr.OpKind]string{expr.Min: "Min", expr.Max: "Max"}[op.Op]
			return name + " aggregate function does not support type: ''" + rootName(args[0].Kind) + "''.\nPlease re-check the data type."
		}
	case expr.SingleValue:
		if len(args) == 1 && !sortable(args[0].Kind) {
			return "SINGLE_VALUE aggregate function doesn't support type '" + rootName(args[0].Kind) + "'."
		}
	case expr.Lag:
		if len(args) == 3 && args[2].Kind != types.Null && internalClass(args[0].Kind) != internalClass(args[2].Kind) {
			// LagAggFunction names the type of the offset.
			return "Please explicitly cast default value " + args[2].Summary() + " to " + args[1].Summary() + "."
		}
	}
	return ""
}

// internalClass is one kind for all that have the same class inside of Flink (DataTypeUtils.toInternalDataType).
func internalClass(k types.Kind) types.Kind {
	switch k {
	case types.Date, types.Time, types.IntervalYearMonth:
		return types.Integer
	case types.IntervalDayTime:
		return types.BigInt
	case types.Char:
		return types.VarChar
	case types.Binary:
		return types.VarBinary
	case types.TimestampLTZ:
		return types.Timestamp
	case types.Multiset:
		return types.Map
	case types.Structured:
		return types.Row
	}
	return k
}

func sortable(k types.Kind) bool {
	switch k {
	case types.Boolean, types.TinyInt, types.SmallInt, types.Integer, types.BigInt, types.Decimal, types.Float, types.Double,
		types.Char, types.VarChar, types.Date, types.Time, types.Timestamp, types.TimestampLTZ:
		return true
	}
	return false
}

// rootName is the LogicalTypeRoot of those kinds that cannot be compared.
func rootName(k types.Kind) string {
	switch k {
	case types.Binary:
		return "BINARY"
	case types.VarBinary:
		return "VARBINARY"
	case types.IntervalYearMonth:
		return "INTERVAL_YEAR_MONTH"
	case types.IntervalDayTime:
		return "INTERVAL_DAY_TIME"
	case types.Array:
		return "ARRAY"
	case types.Map:
		return "MAP"
	case types.Multiset:
		return "MULTISET"
	case types.Row:
		return "ROW"
	case types.Structured:
		return "STRUCTURED_TYPE"
	case types.Null:
		return "NULL"
	case types.Raw:
		return "RAW"
	case types.Variant:
		return "VARIANT"
	}
	return "BITMAP"
}
