package changelog

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/physical"
)

// searches refuses a source that can't search, or not as it is asked to
// (StreamPhysicalVectorSearchTableFunction.translateToExecNode, VectorSearchUtil).
func searches(n *physical.Node, o *physical.VectorSearch) {
	if o.Computed {
		diag.Fail(diag.UnsupportedOp, n.Span, "Don't support calc on VECTOR_SEARCH node now.")
	}
	if !o.Source.VectorSearch {
		const to = "org.apache.flink.table.connector.source.VectorSearchTableSource"
		diag.Fail("java.lang.ClassCastException", n.Span, "class %s cannot be cast to class %s (%s and %s are in unnamed module of loader 'app')",
			o.Source.Class, to, o.Source.Class, to)
	}
	for _, kv := range o.Config {
		yes := strings.EqualFold(kv.Value, "true")
		switch {
		case kv.Key == "enable-vector-search" && !yes:
			diag.Fail(diag.IllegalArgument, n.Span, "Require option enable-vector-search true.")
		case kv.Key == "async" && yes && !o.Source.AsyncLookup:
			diag.Fail(diag.Table, n.Span, "Require async mode, but vector search provider %s doesn't support async mode.",
				"org.apache.flink.table.connector.source.search.VectorSearchFunctionProvider$$Lambda")
		}
	}
}
