package logical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
)

// LiteralsInZone gives a tree whose literals of TIMESTAMP_LTZ, which were made from what a wall clock shows, are the moments
// that they are in the session's time zone.
func LiteralsInZone(root *Node, zone expr.Zone) *Node { return inZone(root, zone, expr.LiteralInZone) }

// CastsInZone computes the casts of literals to TIMESTAMP_LTZ, which the optimizer would take for times of UTC.
func CastsInZone(root *Node, zone expr.Zone) *Node { return inZone(root, zone, expr.CastInZone) }

func inZone(root *Node, zone expr.Zone, f func(expr.Expr, expr.Zone) expr.Expr) *Node {
	if zone == nil {
		return root
	}
	return rel.Rewrite(root, func(n *Node) *Node {
		op := mapExprs(n.Op, func(e expr.Expr) expr.Expr {
			return expr.Map(e, func(x expr.Expr) expr.Expr { return f(x, zone) })
		})
		if op == n.Op {
			return n
		}
		return n.WithOp(op)
	})
}
