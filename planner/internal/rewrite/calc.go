package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// calcs turns every projection and filter into a Calc and merges those over each other (FilterToCalcRule,
// ProjectToCalcRule, FlinkFilterCalcMergeRule, FlinkProjectCalcMergeRule, FlinkCalcMergeRule): one Calc with the
// uppermost names, unless something that is not deterministic would be computed twice.
func calcs(c *context, n *logical.Node) *logical.Node {
	switch o := n.Op.(type) {
	case *logical.Project:
		return mergeCalc(c, &logical.Calc{Exprs: o.Exprs}, n.Row, n.Span, calcs(c, n.Input()))
	case *logical.Filter:
		return mergeCalc(c, &logical.Calc{Exprs: identity(n.Row), Cond: o.Cond}, n.Row, n.Span, calcs(c, n.Input()))
	case *logical.Calc:
		return mergeCalc(c, o, n.Row, n.Span, calcs(c, n.Input()))
	case *logical.Over:
		return ownNames(n, o, calcs(c, n.Input()))
	}
	if len(n.Inputs) == 0 {
		return n
	}
	in := make([]*logical.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		in[i] = calcs(c, x)
	}
	return rebuild(n, in...)
}

// ownNames is an OVER over in that gives its results names of their own; up to here two may bear one
// (FlinkLogicalOverAggregateConverter).
func ownNames(n *logical.Node, o *logical.Over, in *logical.Node) *logical.Node {
	used := namesOf(in.Row)
	fields := append([]types.Field(nil), n.Row.Fields...)
	at := copy(fields, in.Row.Fields)
	op := &logical.Over{Groups: append([]logical.OverGroup(nil), o.Groups...)}
	for g := range op.Groups {
		calls := append([]logical.OverCall(nil), op.Groups[g].Calls...)
		for k := range calls {
			calls[k].Name = freeName(used, calls[k].Name)
			fields[at].Name = calls[k].Name
			at++
		}
		op.Groups[g].Calls = calls
	}
	return node(op, types.RowType(fields...), n.Span, in)
}

// mergeCalc puts top over in, merged with a Calc that in is. A windowed aggregate does not go below a filter.
func mergeCalc(c *context, top *logical.Calc, row *types.Type, span source.Span, in *logical.Node) *logical.Node {
	below, ok := in.Op.(*logical.Calc)
	var shared expr.Sharer
	if !ok || hasOver(top.Exprs) || !mergeable(withCond(top), below.Exprs) {
		return node(shareCalc(&shared, top), row, span, in)
	}
	below = shareCalc(&shared, below)
	merged := &logical.Calc{Exprs: shared.ShareAll(substituteAll(top.Exprs, below.Exprs)), Cond: below.Cond}
	if top.Cond == nil && sameItems(merged.Exprs, below.Exprs) {
		return in // the planner knows it already, by its digest, which leaves out names
	}
	if merged.Cond != nil || top.Cond != nil {
		cond := merged.Cond
		if top.Cond != nil {
			cond = expr.Substitute(top.Cond, below.Exprs)
			if below.Cond != nil {
				cond = expr.AndOf(below.Cond, cond)
			}
		}
		whole := shared.Share(cond)
		cond = shared.Share(simplifyCondition(whole))
		if top.Cond != nil && below.Cond != nil && c.fewerRows(whole, cond, in.Input()) {
			cond = whole
		}
		if expr.AlwaysTrue(cond) {
			cond = nil
		}
		merged.Cond = cond
	}
	return node(merged, row, span, in.Input())
}

// fewerRows reports that Flink expects no more rows of a condition as it is than of it simplified: ranges of one column
// count each for itself. The volcano planner then takes what FlinkFilterCalcMergeRule makes, which does not simplify.
//
//	SELECT k, SUM(k) FROM (SELECT MAX(v) AS k FROM p) WHERE k > 100 GROUP BY k HAVING SUM(k) < 1000
func (c *context) fewerRows(whole, simplified expr.Expr, in *logical.Node) bool {
	if same(whole, simplified) {
		return false
	}
	filtered := func(cond expr.Expr) float64 {
		return c.rowCount(node(&logical.Filter{Cond: cond}, in.Row, in.Span, in))
	}
	return filtered(whole) <= filtered(simplified)
}

// shareCalc makes equal expressions of a Calc one object, those of its condition before its items.
func shareCalc(s *expr.Sharer, o *logical.Calc) *logical.Calc {
	shared := *o
	if o.Cond != nil {
		shared.Cond = s.Share(o.Cond)
	}
	shared.Exprs = s.ShareAll(o.Exprs)
	return &shared
}

func withCond(o *logical.Calc) []expr.Expr {
	if o.Cond == nil {
		return o.Exprs
	}
	return append(o.Exprs[:len(o.Exprs):len(o.Exprs)], o.Cond)
}

// calcMerge is FlinkCalcMergeRule as a rule, for the phases after the conversion.
var calcMerge = &rule{
	name: "CalcMerge", class: "FlinkCalcMergeRule", on: calcKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if _, ok := n.Input().Op.(*logical.Calc); !ok {
			return nil
		}
		now := mergeCalc(c, n.Op.(*logical.Calc), n.Row, n.Span, n.Input())
		if now.Input() == n.Input() {
			return nil
		}
		return now
	},
}

// calcRemove drops a Calc without condition that is $0 … $n-1, whatever its names.
var calcRemove = &rule{
	name: "CalcRemove", class: "FlinkLogicalCalcRemoveRule", on: calcKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if trivial(n) {
			return n.Input()
		}
		return nil
	},
}

// trivial reports a Calc that does nothing (RexProgram.isTrivial).
func trivial(n *logical.Node) bool {
	o, ok := n.Op.(*logical.Calc)
	return ok && o.Cond == nil && isIdentity(o.Exprs, n.Input().Row)
}
