package rewrite

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// aggregateJoin computes an aggregate below an inner join, on the side whose rows the join would multiply, and puts the
// parts together above. It competes by cost.
//
//	SELECT c.city, COUNT(*) FROM o JOIN c ON o.cid = c.id GROUP BY c.city
var aggregateJoin = &rule{
	name: "AggregateJoinTranspose", class: "FlinkAggregateJoinTransposeRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		made := c.aggregateOverJoin(n)
		if made == nil || !c.cheaper(made, n) {
			return nil
		}
		return made
	},
}

// aggregateOverJoin is n pushed below the join under it, maybe under a projection of plain columns; nil if it cannot be.
func (c *context) aggregateOverJoin(n *logical.Node) *logical.Node {
	agg := n.Op.(*logical.Aggregate)
	if agg.Sets != nil || !splittable(agg.Calls) {
		return nil
	}
	if p := asProject(n.Input()); p != nil {
		if asJoin(n.Input().Input()) == nil {
			return nil
		}
		if !plainColumns(agg, p) {
			return nil
		}
		n = c.mergeAggregate(n, p)
		if above := asProject(n); above != nil {
			if made := c.aggregateOverJoin(n.Input()); made != nil {
				return c.project(made, above.Exprs, n.Row.Names())
			}
			return nil
		}
		agg = n.Op.(*logical.Aggregate)
	}
	j := asJoin(n.Input())
	if j == nil || j.Type != logical.Inner || hasSnapshot(n.Input().Inputs[1]) {
		return nil
	}
	info := joinInfo(j.Cond, len(n.Input().Inputs[0].Row.Fields))
	if len(info.Rest) > 0 {
		return nil
	}
	return newAggPusher(c, n, agg, j).run()
}

func hasSnapshot(n *logical.Node) bool {
	for {
		if _, ok := n.Op.(*logical.Snapshot); ok {
			return true
		}
		if len(n.Inputs) != 1 {
			return false
		}
		n = n.Input()
	}
}

// splittable reports whether the calls have parts (SqlSplittableAggFunction).
func splittable(calls []logical.AggCall) bool {
	for i := range calls {
		if calls[i].Distinct || calls[i].Filter >= 0 {
			return false
		}
		switch calls[i].Op.Op {
		case expr.Count, expr.Sum, expr.Sum0, expr.Min, expr.Max:
		default:
			return false
		}
	}
	return true
}

// aggPusher is the work of one application of aggregateJoin.
type aggPusher struct {
	c      *context
	n      *logical.Node
	agg    *logical.Aggregate
	join   *logical.Join
	below  keys.Cols // the columns of the join that its inputs are to keep
	at     []int     // where each column of the join goes, -1 if nowhere
	inputs [2]*logical.Node
	split  [2][]int // where each call's part is on each side, -1 for none
	unique int
}

func newAggPusher(c *context, n *logical.Node, agg *logical.Aggregate, j *logical.Join) *aggPusher {
	p := &aggPusher{c: c, n: n, agg: agg, join: j}
	p.below = keys.Of(agg.Group...).Union(refs(j.Cond))
	p.at = make([]int, len(n.Input().Row.Fields))
	for i := range p.at {
		p.at[i] = -1
	}
	return p
}

func (p *aggPusher) run() *logical.Node {
	offset, belowOffset := 0, 0
	for s := range p.inputs {
		in := p.n.Input().Inputs[s]
		size := len(in.Row.Fields)
		var group []int
		for i := range p.below.All() {
			if i >= offset && i < offset+size {
				p.at[i] = belowOffset + len(group)
				group = append(group, i-offset)
			}
		}
		p.split[s] = make([]int, len(p.agg.Calls))
		for i := range p.split[s] {
			p.split[s][i] = -1
		}
		if p.c.uniq.Unique(in, keys.Of(group...)) == yes {
			p.unique++
			p.keep(s, in, group, offset)
		} else {
			p.aggregate(s, in, group, offset)
		}
		offset += size
		belowOffset += len(p.inputs[s].Row.Fields)
	}
	if p.unique == 2 {
		return nil
	}
	return p.above()
}

// within reports whether the arguments of a call are columns of one side.
func within(call *logical.AggCall, offset, size int) bool {
	for _, a := range call.Args {
		if a < offset || a >= offset+size {
			return false
		}
	}
	return true
}

// keep is a side without equal rows: its keys, and what single rows are to the calls.
func (p *aggPusher) keep(s int, in *logical.Node, group []int, offset int) {
	var list []expr.Expr
	place := map[int]int{}
	for _, g := range group {
		place[g] = len(list)
		list = append(list, expr.NewRef(g, in.Row.Fields[g].Type))
	}
	for i := range p.agg.Calls {
		call := &p.agg.Calls[i]
		if len(call.Args) == 0 || !within(call, offset, len(in.Row.Fields)) {
			continue
		}
		e := expr.EnsureType(singleton(call, in.Row, offset), call.Type, false)
		if r, ok := e.(*expr.Ref); ok {
			if at, ok := place[r.Index]; ok {
				p.split[s][i] = at
				continue
			}
		}
		p.split[s][i] = len(list)
		list = append(list, e)
	}
	p.inputs[s] = p.c.project(in, list, nil)
}

// singleton is the value of a call over one row.
func singleton(call *logical.AggCall, row *types.Type, offset int) expr.Expr {
	if call.Op.Op != expr.Count {
		i := call.Args[0] - offset
		return expr.NewRef(i, row.Fields[i].Type)
	}
	var known []expr.Expr
	for _, a := range call.Args {
		if t := row.Fields[a-offset].Type; t.Nullable {
			known = append(known, expr.IsNotNullOf(expr.NewRef(a-offset, t)))
		}
	}
	one := expr.NewLiteral(expr.Int(1), call.Type)
	if len(known) == 0 {
		return one
	}
	return expr.NewCall(expr.CaseOp, one.Type(), expr.AndOf(known...), one, expr.NewLiteral(expr.Int(0), call.Type))
}

// aggregate is a side with equal rows: partial results, or how many rows there are where a call reads the other side.
func (p *aggPusher) aggregate(s int, in *logical.Node, group []int, offset int) {
	op := &logical.Aggregate{Group: group}
	for i := range p.agg.Calls {
		call := p.agg.Calls[i]
		switch {
		case within(&call, offset, len(in.Row.Fields)):
			call.Args = append([]int(nil), call.Args...)
			for k := range call.Args {
				call.Args[k] -= offset
			}
			if len(group) != len(p.agg.Group) || offset > 0 && len(call.Args) > 0 {
				call.Type = inferCall(call.Op, in.Row, call.Args, len(group) > 0)
			}
		case call.Op.Op == expr.Min || call.Op.Op == expr.Max:
			continue
		default:
			call = logical.AggCall{Op: expr.CountOp, Filter: -1, Type: types.BigIntType.WithNullable(false)}
		}
		p.split[s][i] = len(group) + register(&op.Calls, call)
	}
	p.inputs[s] = p.c.aggregateOn(op, in, p.n)
	if _, ok := p.inputs[s].Op.(*logical.Aggregate); !ok {
		return
	}
	if lower := p.c.aggregateOverJoin(p.inputs[s]); lower != nil && p.c.cheaper(lower, p.inputs[s]) {
		p.inputs[s] = lower // which may be what makes the aggregate worth its while
	}
}

// register gives the place of a call in a list, added if it is new.
func register(list *[]logical.AggCall, call logical.AggCall) int {
	for i := range *list {
		x := &(*list)[i]
		if x.Op == call.Op && slices.Equal(x.Args, call.Args) && x.Type.Equal(call.Type) {
			return i
		}
	}
	*list = append(*list, call)
	return len(*list) - 1
}

// inferCall is the type of a call over columns of row.
func inferCall(op *expr.Operator, row *types.Type, args []int, grouped bool) *types.Type {
	f := function.Lookup(op.Name)
	call := function.Call{F: f, Grouped: grouped}
	for _, a := range args {
		call.Args = append(call.Args, function.Arg{Type: row.Fields[a].Type})
	}
	return f.Ret(&call)
}

// above joins the sides and sums up.
func (p *aggPusher) above() *logical.Node {
	cond := expr.Renumber(p.join.Cond, p.at)
	n := join(p.join, logical.Inner, cond, p.n.Input().Span, p.inputs[0], p.inputs[1])
	list := identity(n.Row)
	calls := make([]logical.AggCall, len(p.agg.Calls))
	for i := range calls {
		calls[i] = p.top(i, n.Row, &list)
	}
	wide := p.c.project(n, list, nil)
	if p.coversJoin() {
		return p.columns(wide, calls)
	}
	op := &logical.Aggregate{Group: moveAll(p.agg.Group, p.at), Calls: calls, Hints: p.agg.Hints}
	return p.c.aggregateOver(op, wide, p.n)
}

// top is the call that puts the parts of call i together; a product of both parts is added to list (topSplit).
func (p *aggPusher) top(i int, row *types.Type, list *[]expr.Expr) logical.AggCall {
	call := p.agg.Calls[i]
	var parts []expr.Expr
	for s, shift := range [2]int{0, len(p.inputs[0].Row.Fields)} {
		if at := p.split[s][i]; at >= 0 {
			parts = append(parts, expr.NewRef(at+shift, row.Fields[at+shift].Type))
		}
	}
	e := parts[0]
	if len(parts) == 2 {
		t := inferScalar("*", parts)
		e = expr.NewCall(expr.TimesOp, t, parts...)
		if call.Op.Op != expr.Count {
			e = expr.AbstractCast(e, call.Type)
		}
	}
	call.Args = []int{registerExpr(list, e)}
	if call.Op.Op == expr.Count {
		call.Op = expr.Sum0Op
	}
	return call
}

func registerExpr(list *[]expr.Expr, e expr.Expr) int {
	for i, x := range *list {
		if x.Digest() == e.Digest() {
			return i
		}
	}
	*list = append(*list, e)
	return len(*list) - 1
}

// inferScalar is the type of a binary operator over expressions.
func inferScalar(name string, args []expr.Expr) *types.Type {
	f := function.Binary(name)
	call := function.Call{F: f}
	for _, a := range args {
		call.Args = append(call.Args, function.Arg{Type: a.Type()})
	}
	return f.Ret(&call)
}

// coversJoin reports whether the group keys, with what the join makes equal to them, hold the columns of the condition:
// then no rows are left to be grouped.
func (p *aggPusher) coversJoin() bool {
	known := keys.Of(p.agg.Group...)
	for _, e := range conjuncts(p.join.Cond) {
		call, ok := e.(*expr.Call)
		if !ok || call.Op.Op != expr.Equals {
			continue
		}
		a, ok1 := call.Args[0].(*expr.Ref)
		b, ok2 := call.Args[1].(*expr.Ref)
		if !ok1 || !ok2 {
			continue
		}
		for _, g := range p.agg.Group {
			if g == a.Index {
				known = known.With(b.Index)
			}
			if g == b.Index {
				known = known.With(a.Index)
			}
		}
	}
	return known.Contains(refs(p.join.Cond))
}

// columns gives the keys and calls over single rows.
func (p *aggPusher) columns(in *logical.Node, calls []logical.AggCall) *logical.Node {
	var list []expr.Expr
	for _, g := range p.agg.Group {
		list = append(list, expr.NewRef(p.at[g], in.Row.Fields[p.at[g]].Type))
	}
	for i := range calls {
		e := expr.NewRef(calls[i].Args[0], in.Row.Fields[calls[i].Args[0]].Type)
		list = append(list, expr.EnsureType(e, p.n.Row.Fields[len(p.agg.Group)+i].Type, false))
	}
	return p.c.project(in, list, nil)
}
