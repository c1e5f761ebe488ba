package changelog

import (
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// failFetcher refuses a lookup whose function has no method for keys of these types, in the words of a legacy source
// (UserDefinedFunctionHelper.validateClassForRuntime).
func failFetcher(n *physical.Node, o *physical.LookupJoin) {
	keys := make([]string, len(o.Keys))
	for i, k := range o.Keys {
		for c := range o.Table.Columns {
			if o.Table.Columns[c].Name == k.Column {
				keys[i] = javaClass(o.Table.Columns[c].Type)
			}
		}
	}
	var columns []string
	for i := range o.Table.Columns {
		if c := &o.Table.Columns[i]; c.Kind == catalog.Physical {
			columns = append(columns, c.Name)
		}
	}
	diag.Fail(diag.Validation, n.Span, "Could not find an implementation method 'eval' in class '%s' for function '%s, source: [%s%s)]' that matches the "+
		"following signature:\nvoid eval(%s)", o.Source.Fetcher, o.Table.ID, o.Source.Legacy, strings.Join(columns, ", "), strings.Join(keys, ", "))
}

// javaClass is the class of a type's values outside of the runtime (LogicalType.getDefaultConversion).
func javaClass(t *types.Type) string {
	switch t.Kind {
	case types.Boolean:
		return "java.lang.Boolean"
	case types.TinyInt:
		return "java.lang.Byte"
	case types.SmallInt:
		return "java.lang.Short"
	case types.Integer:
		return "java.lang.Integer"
	case types.BigInt:
		return "java.lang.Long"
	case types.Float:
		return "java.lang.Float"
	case types.Double:
		return "java.lang.Double"
	case types.Decimal:
		return "java.math.BigDecimal"
	case types.Date:
		return "java.time.LocalDate"
	case types.Time:
		return "java.time.LocalTime"
	case types.Timestamp:
		return "java.time.LocalDateTime"
	case types.TimestampLTZ:
		return "java.time.Instant"
	case types.Char, types.VarChar:
		return "java.lang.String"
	case types.Map, types.Multiset:
		return "java.util.Map"
	case types.Row:
		return "org.apache.flink.types.Row"
	}
	return "byte[]"
}
