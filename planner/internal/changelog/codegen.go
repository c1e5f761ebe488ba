package changelog

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/physical"
)

// generate refuses expressions that no code can be made for, where the operator makes it.
func (t *translation) generate(n *physical.Node) {
	switch o := n.Op.(type) {
	case *physical.Calc:
		generated(o.Cond)
		generated(o.Exprs...)
	case *physical.Join:
		generated(physical.EquiKeys(o.Cond, len(n.Inputs[0].Row.Fields)).Rest...)
	case *physical.TemporalJoin:
		generated(physical.EquiKeys(o.Cond, len(n.Inputs[0].Row.Fields)).Rest...)
	case *physical.IntervalJoin:
		generated(physical.EquiKeys(o.Cond, len(n.Inputs[0].Row.Fields)).Rest...)
	case *physical.LookupJoin:
		if o.Calc != nil {
			generated(o.Calc.Cond)
			generated(o.Calc.Exprs...)
		}
		generated(o.PreFilter, o.Cond)
	case *physical.Values:
		generateValues(n, o)
	case *physical.Correlate:
		generated(o.Call, o.Cond)
	case *physical.WatermarkAssigner:
		generated(o.Watermark)
	case *physical.ChangelogNormalize:
		generated(o.Cond)
	}
}

func generated(es ...expr.Expr) {
	for _, e := range es {
		if e == nil {
			continue
		}
		if r := expr.CheckGenerated(e); r != nil {
			panic(r)
		}
	}
}
