package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
)

// plainSnapshots drops FOR SYSTEM_TIME AS OF a constant, which the catalog has answered, and refuses what is neither that
// nor a column (FlinkLogicalSnapshotConverter).
func plainSnapshots(_ *context, root *logical.Node) *logical.Node {
	return rel.Rewrite(root, func(n *logical.Node) *logical.Node {
		s, ok := n.Op.(*logical.Snapshot)
		if !ok {
			return n
		}
		switch s.Period.(type) {
		case *expr.Literal:
			return n.Input()
		case *expr.Call:
			period := expr.Print(s.Period, expr.AST, nil)
			panic(diag.New("scala.MatchError", period+" (of class org.apache.calcite.rex.RexCall)", n.Span).
				Wrap(diag.Runtime, "Error while applying rule FlinkLogicalSnapshotConverter(in:NONE,out:LOGICAL), args [rel#N:LogicalSnapshot.NONE.any.None: 0."+
					"[NONE].[NONE].[NONE](input=RelSubset#N,period="+period+")]"))
		}
		return n
	})
}
