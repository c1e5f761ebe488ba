package rewrite

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// reduceAggregates puts simpler calls in the place of AVG, SUM and the like where that costs less: SUM, COUNT and AVG of
// one column are two calls and some arithmetic. STDDEV and its kin have no other way (AggregateReduceFunctionsRule,
// WindowAggregateReduceFunctionsRule, which volcano applies to their own results again).
//
//	SELECT SUM(v), COUNT(v), AVG(v) FROM p GROUP BY name
func reduceAggregates(c *context, n *logical.Node) *logical.Node {
	agg := n
	if asProject(n) != nil {
		agg = n.Input()
	}
	if _, calls, ok := simpleAggregate(agg.Op); ok && anyReducible(calls) {
		below := rebuild(agg, reduceAggregates(c, agg.Input()))
		if agg == n {
			return c.cheapestAggregate(below, nil, n.Row.Names())
		}
		return c.cheapestAggregate(below, asProject(n).Exprs, n.Row.Names())
	}
	if p := asProject(n); p != nil && asFilter(n.Input()) != nil && c.standsForItself(n.Input().Input(), p.Exprs) {
		return reduceAggregates(c, n.Input())
	}
	if f := asFilter(n); f != nil {
		if _, calls, ok := simpleAggregate(n.Input().Op); ok && anyReducible(calls) {
			return c.cheapestHaving(n, f.Cond)
		}
	}
	var in []*logical.Node
	for i, old := range n.Inputs {
		if now := reduceAggregates(c, old); now != old {
			if in == nil {
				in = append(in, n.Inputs...)
			}
			in[i] = now
		}
	}
	if in == nil {
		return n
	}
	return rebuild(n, in...)
}

// standsForItself reports a projection of the aggregate n that is the same as n once its calls over keys are those keys:
// AVG(id), id of one that groups by id.
func (c *context) standsForItself(n *logical.Node, top []expr.Expr) bool {
	if _, calls, ok := simpleAggregate(n.Op); !ok || !anyReducible(calls) || len(top) != len(n.Row.Fields) {
		return false
	}
	r := reducer{c: c, agg: n}
	list, changed := r.run()
	return changed && sameItems(substituteAll(top, list), list)
}

// cheapestHaving is the filter n over an aggregate in its cheapest form: what it asks of a call over a key, which is that key
// once the calls are taken apart, it may ask below.
//
//	SELECT id, SUM(v) FROM p GROUP BY id HAVING MAX(id) > 3
func (c *context) cheapestHaving(n *logical.Node, cond expr.Expr) *logical.Node {
	agg := rebuild(n.Input(), reduceAggregates(c, n.Input().Input()))
	best := rebuild(n, c.cheapestAggregate(agg, nil, n.Row.Names()))
	top := identity(agg.Row)
	for range 3 {
		r := reducer{c: c, agg: agg}
		list, changed := r.run()
		if !changed {
			break
		}
		top, cond, agg = substituteAll(top, list), expr.Substitute(cond, list), r.made()
		over := node(&logical.Filter{Cond: cond}, agg.Row, n.Span, agg)
		if lower := filterAggregate.apply(c, over); lower != nil {
			if made := rawProject(lower, top, n.Row.Names()); c.cheaper(made, best) {
				best = made
			}
		}
	}
	return best
}

// cheapestAggregate is the aggregate agg, under the projection top if that is not nil, in its cheapest form.
func (c *context) cheapestAggregate(agg *logical.Node, top []expr.Expr, names []string) *logical.Node {
	best := agg
	if top != nil {
		best = rawProject(agg, top, names)
	} else {
		top = identity(agg.Row)
	}
	whole, own, cum := agg, agg.Row.Names(), identity(agg.Row)
	offer := func(n *logical.Node) {
		if n != nil && c.cheaper(n, best) {
			best = n
		}
	}
	for range 3 {
		r := reducer{c: c, agg: agg}
		list, changed := r.run()
		if !changed {
			break
		}
		top, cum = substituteAll(top, list), substituteAll(cum, list)
		agg = r.made()
		if sameItems(top, cum) { // then the projection above is the aggregate
			names = own
			offer(whole)
		}
		offer(c.projectNamed(agg, top, names, true))
		if _, ok := agg.Op.(*logical.Aggregate); ok {
			if row := aggregateValues.apply(c, agg); row != nil {
				offer(c.projectNamed(row, top, names, true))
			}
			if pushed := c.aggregateOverJoin(agg); pushed != nil {
				offer(c.projectNamed(pushed, top, names, true))
			}
		}
	}
	return best
}

// fewerCalls reports an aggregate that has fewer calls once its SUM and AVG are taken apart, or whose calls have been.
func (c *context) fewerCalls(agg *logical.Node) bool {
	group, calls, ok := simpleAggregate(agg.Op)
	if !ok {
		return false
	}
	for i := range calls {
		if isVariance(&calls[i]) {
			return false
		}
		if calls[i].Op == expr.Sum0Op {
			return true
		}
	}
	if len(calls) < 3 || !anyReducible(calls) {
		return false
	}
	apart := 0 // calls that are not of a key, which stands for them in any form
	for i := range calls {
		if r := (&reducer{c: c, agg: agg, group: group}); r.groupKey(&calls[i]) == nil {
			apart++
		}
	}
	for range 3 {
		r := reducer{c: c, agg: agg}
		if _, changed := r.run(); !changed {
			return false
		}
		if len(r.calls) < apart {
			return true
		}
		agg = r.made()
	}
	return false
}

// reducedCalls counts the calls of an aggregate once all are taken apart.
func (c *context) reducedCalls(agg *logical.Node) int {
	_, calls, _ := simpleAggregate(agg.Op)
	n := len(calls)
	for range 3 {
		r := reducer{c: c, agg: agg}
		if _, changed := r.run(); !changed {
			break
		}
		n, agg = len(r.calls), r.made()
	}
	return n
}

func isReducible(call *logical.AggCall) bool {
	switch call.Op.Op {
	case expr.Sum, expr.Avg:
		return true
	}
	return isVariance(call)
}

func isVariance(call *logical.AggCall) bool {
	switch call.Op.Op {
	case expr.StddevPop, expr.StddevSamp, expr.VarPop, expr.VarSamp:
		return true
	}
	return false
}

func anyReducible(calls []logical.AggCall) bool {
	for i := range calls {
		if isReducible(&calls[i]) {
			return true
		}
	}
	return false
}

// callCost is how dear calls are for one row; infinitely so where Flink has no function for one.
func callCost(group []int, calls []logical.AggCall) float64 {
	for i := range calls {
		if isVariance(&calls[i]) {
			return math.Inf(1)
		}
	}
	return 1.1*float64(len(group)) + float64(len(calls))
}

// reducer rewrites the calls of an aggregate once.
type reducer struct {
	c     *context
	agg   *logical.Node
	group []int
	calls []logical.AggCall
	at    map[string]int
}

// run gives the columns of the aggregate over those of made.
func (r *reducer) run() (list []expr.Expr, changed bool) {
	group, calls, _ := simpleAggregate(r.agg.Op)
	r.group, r.at = group, map[string]int{}
	for i := range group {
		list = append(list, expr.NewRef(i, r.agg.Row.Fields[i].Type))
	}
	if !anyReducible(calls) {
		return nil, false
	}
	for i := range calls {
		list = append(list, r.reduce(calls[i]))
	}
	for i := len(list); i < len(r.agg.Row.Fields); i++ { // properties of a window
		list = append(list, expr.NewRef(len(group)+len(r.calls)+i-len(group)-len(calls), r.agg.Row.Fields[i].Type))
	}
	return list, true
}

func (r *reducer) made() *logical.Node { return withCalls(r.agg, r.calls) }

func (r *reducer) reduce(call logical.AggCall) expr.Expr {
	if e := r.groupKey(&call); e != nil {
		return e
	}
	switch {
	case call.Op.Op == expr.Sum:
		return r.sum(call)
	case call.Op.Op == expr.Avg:
		return r.avg(call)
	case isVariance(&call):
		return r.variance(call)
	}
	return r.add(call)
}

// groupKey is a call over a key, which is that key (reduceAggCallByGrouping).
func (r *reducer) groupKey(call *logical.AggCall) expr.Expr {
	switch call.Op.Op {
	case expr.Avg, expr.Max, expr.Min, expr.FirstValue, expr.LastValue:
	default:
		return nil
	}
	if call.Filter >= 0 || len(call.Order) > 0 || len(call.Args) != 1 {
		return nil
	}
	for i := len(r.group) - 1; i >= 0; i-- {
		if r.group[i] == call.Args[0] {
			e := expr.NewRef(i, r.agg.Row.Fields[i].Type)
			if e.Type().Equal(call.Type) {
				return e
			}
			return expr.CastTo(e, call.Type)
		}
	}
	return nil
}

// add gives the column of a call, which is added if there is no equal one; COUNT reads only what may be null
// (RexBuilder.addAggCall).
func (r *reducer) add(call logical.AggCall) expr.Expr {
	if call.Op.Op == expr.Count && !call.Distinct {
		var args []int
		for _, a := range call.Args {
			if r.agg.Input().Row.Fields[a].Type.Nullable {
				args = append(args, a)
			}
		}
		call.Args = args
	}
	key := callKey(&call)
	i, ok := r.at[key]
	if !ok {
		i = len(r.calls)
		r.at[key] = i
		r.calls = append(r.calls, call)
	}
	return expr.NewRef(len(r.group)+i, r.calls[i].Type)
}

func callKey(call *logical.AggCall) string {
	var b strings.Builder
	b.WriteString(call.Op.Name)
	for _, a := range call.Args {
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(a))
	}
	b.WriteString(" | " + strconv.Itoa(call.Filter))
	if call.Distinct {
		b.WriteString(" d")
	}
	for _, f := range call.Order {
		b.WriteString(" o" + strconv.Itoa(f.Column))
	}
	return b.String()
}

// like is call with another function and the type that follows.
func (r *reducer) like(call logical.AggCall, op *expr.Operator, name string) logical.AggCall {
	call.Op, call.Name = op, name
	if op == expr.WelfordM2Op {
		call.Type = types.DoubleType
		return call
	}
	f := function.Lookup(op.Name)
	in := function.Call{F: f, Grouped: len(r.group) > 0, Filter: call.Filter >= 0}
	for _, a := range call.Args {
		in.Args = append(in.Args, function.Arg{Type: r.agg.Input().Row.Fields[a].Type})
	}
	call.Type = f.Ret(&in)
	return call
}

// sum is CASE COUNT(x) WHEN 0 THEN NULL ELSE $SUM0(x) END.
func (r *reducer) sum(call logical.AggCall) expr.Expr {
	sum := r.add(r.like(call, expr.Sum0Op, call.Name))
	if !call.Type.Nullable {
		return sum
	}
	none := expr.EqualsOf(r.add(r.like(call, expr.CountOp, "")), expr.IntLiteral(0))
	return caseOf(sum.Type(), none, expr.NullOf(sum.Type()), sum)
}

// avg is SUM(x) / COUNT(x).
func (r *reducer) avg(call logical.AggCall) expr.Expr {
	sum := r.add(r.like(call, expr.SumOp, ""))
	count := r.add(r.like(call, expr.CountOp, ""))
	sum = expr.EnsureType(sum, call.Type.WithNullable(sum.Type().Nullable), true)
	return expr.CastTo(divide(sum, count), call.Type)
}

func divide(a, b expr.Expr) expr.Expr {
	return expr.NewCall(expr.DivideOp, inferScalar("/", []expr.Expr{a, b}), a, b)
}

// variance is M2(x) / COUNT(x), or over one less for a sample; its root for the deviation.
func (r *reducer) variance(call logical.AggCall) expr.Expr {
	m2 := r.add(r.like(call, expr.WelfordM2Op, ""))
	count := r.add(r.like(call, expr.CountOp, ""))
	if call.Op.Op == expr.StddevSamp || call.Op.Op == expr.VarSamp {
		one := expr.IntLiteral(1)
		rest := expr.NewCall(expr.MinusOp, inferScalar("-", []expr.Expr{count, one}), count, one)
		count = caseOf(count.Type(), expr.EqualsOf(count, one), expr.NullOf(count.Type()), rest)
	}
	e := divide(m2, count)
	if call.Op.Op == expr.StddevPop || call.Op.Op == expr.StddevSamp {
		half := expr.NewLiteral(expr.Dec{Unscaled: big.NewInt(5), Scale: 1}, types.DecimalType(2, 1).WithNullable(false))
		e = expr.NewCall(expr.PowerOp, types.DoubleType.WithNullable(e.Type().Nullable), e, half)
	}
	return expr.CastTo(e, call.Type)
}
