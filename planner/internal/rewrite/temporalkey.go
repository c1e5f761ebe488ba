package rewrite

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// temporalKey completes the condition of a temporal join by the shortest upsert key of the versioned table, which its
// join columns have to hold.
var temporalKey = &rule{
	name: "TemporalJoinRewriteWithUniqueKey", class: "TemporalJoinRewriteWithUniqueKeyRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		snap := n.Inputs[1]
		s, ok := snap.Op.(*logical.Snapshot)
		if !ok || j.Type != logical.Inner && j.Type != logical.Left || canLookup(s, snap.Input()) {
			return nil
		}
		cond := expr.Map(j.Cond, func(e expr.Expr) expr.Expr {
			call, ok := e.(*expr.Call)
			if !ok || call.Op != initialTemporalOp {
				return e
			}
			return c.completeTemporal(n, call)
		})
		if cond == j.Cond {
			return nil
		}
		return withCondition(n, cond)
	},
}

// canLookup reports a snapshot that a lookup join reads (CommonTemporalTableJoinRule.canConvertToLookupJoin).
func canLookup(s *logical.Snapshot, in *logical.Node) bool {
	if s.Period.Type().Time != types.Proctime {
		return false
	}
	if calc, ok := in.Op.(*logical.Calc); ok && calc != nil {
		in = in.Input()
	}
	scan := asScan(in)
	return scan != nil && scan.Source != nil && scan.Source.Lookup
}

func (c *context) completeTemporal(n *logical.Node, call *expr.Call) expr.Expr {
	nLeft := len(n.Inputs[0].Row.Fields)
	last := len(call.Args) - 1
	right := call.Args[last].(*expr.Call)
	pk := c.temporalPrimaryKey(n, right, nLeft)
	args := append([]expr.Expr(nil), call.Args[:last-1]...)
	args = append(args, expr.NewCall(expr.TemporalPrimaryKeyOp, expr.True.Type(), pk...), call.Args[last-1], right)
	return expr.NewCall(expr.TemporalConditionOp, call.Type(), args...)
}

func (c *context) temporalPrimaryKey(n *logical.Node, right *expr.Call, nLeft int) []expr.Expr {
	snap := n.Inputs[1]
	var best *keys.Cols
	for _, k := range c.upsertKeys(snap.Input()).JavaOrder() {
		if !k.Empty() && (best == nil || k.Len() < best.Len()) {
			best = &k
		}
	}
	if best == nil {
		diag.Fail(diag.Validation, n.Span, "Temporal Table Join requires primary key in versioned table, but no primary key can be found. The physical plan is:\n%s\n", planText(n))
	}
	var joined keys.Cols
	for _, e := range right.Args {
		joined = joined.With(e.(*expr.Ref).Index)
	}
	var list []expr.Expr
	var names []string
	missing := false
	for i := range best.All() {
		list = append(list, expr.NewRef(nLeft+i, snap.Row.Fields[i].Type))
		names = append(names, n.Row.Fields[nLeft+i].Name)
		missing = missing || !joined.Has(nLeft+i)
	}
	if missing {
		diag.Fail(diag.Validation, n.Span, "Temporal table's primary key [%s] must be included in the equivalence condition of temporal join, but current temporal join condition is [%s].",
			strings.Join(names, ","), equiText(n))
	}
	return list
}

func equiText(n *logical.Node) string {
	info := joinInfo(asJoin(n).Cond, len(n.Inputs[0].Row.Fields))
	var list []string
	for i := range info.Left {
		list = append(list, n.Inputs[0].Row.Fields[info.Left[i]].Name+"="+n.Inputs[1].Row.Fields[info.Right[i]].Name)
	}
	return strings.Join(list, ",")
}

// noFilterOnVersions refuses a condition on the way from an event-time temporal join to its versioned scan.
var noFilterOnVersions = &rule{
	name: "EventTimeTemporalJoinRewrite", class: "EventTimeTemporalJoinRewriteRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if !isEventTimeTemporalJoin(asJoin(n).Cond) {
			return nil
		}
		filtered, watermark := false, false
		for in := n.Inputs[1]; ; in = in.Input() {
			switch o := in.Op.(type) {
			case *logical.Calc:
				filtered = filtered || o.Cond != nil
			case *logical.Snapshot:
			case *logical.WatermarkAssigner:
				watermark = true
			case *logical.Scan:
				if filtered && watermark {
					diag.Fail(diag.Table, n.Span, "Filter is not allowed for right changelog input of event time temporal join, it will corrupt the versioning of data. Please consider removing the filter before joining.")
				}
				return nil
			default:
				return nil
			}
		}
	},
}

// isEventTimeTemporalJoin reports a completed condition of event time (TemporalTableJoinUtil.isEventTimeTemporalJoin).
func isEventTimeTemporalJoin(cond expr.Expr) bool {
	return expr.Any(cond, func(e expr.Expr) bool {
		call, ok := e.(*expr.Call)
		return ok && (call.Op == expr.TemporalConditionOp && len(call.Args) == 5 || call.Op == initialTemporalOp && len(call.Args) == 4)
	})
}
