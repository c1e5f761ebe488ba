package physical

import (
	"math/big"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// valueRange bounds the numbers of a column; a nil end is open to infinity (ValueInterval). A nil range says that
// nothing is known.
type valueRange struct {
	low, high *big.Rat
	empty     bool
}

var emptyRange = &valueRange{empty: true}

func (r *valueRange) open() bool { return r.low == nil && r.high == nil && !r.empty }

func intersectRange(a, b *valueRange) *valueRange {
	switch {
	case b == nil:
		return a
	case a.empty || b.empty:
		return emptyRange
	}
	out := &valueRange{low: larger(a.low, b.low, 1), high: larger(a.high, b.high, -1)}
	if out.low != nil && out.high != nil && out.low.Cmp(out.high) > 0 {
		return emptyRange
	}
	return out
}

// larger gives the larger of two ends, or for sign -1 the smaller; an open end gives way.
func larger(a, b *big.Rat, sign int) *big.Rat {
	switch {
	case a == nil:
		return b
	case b == nil || a.Cmp(b)*sign >= 0:
		return a
	}
	return b
}

func unionRange(a, b *valueRange) *valueRange {
	switch {
	case a == nil || b == nil:
		return nil
	case a.empty:
		return b
	case b.empty:
		return a
	}
	out := &valueRange{}
	if a.low != nil && b.low != nil {
		out.low = larger(a.low, b.low, -1)
	}
	if a.high != nil && b.high != nil {
		out.high = larger(a.high, b.high, 1)
	}
	return out
}

// filteredInterval bounds column col of n where the column filter is true, or everywhere for filter < 0
// (FlinkRelMdFilteredColumnInterval).
func (k *Keys) filteredInterval(n *Node, col, filter int) (low, high *big.Rat) {
	r := k.filteredRange(n, col, filter)
	if r == nil || r.empty {
		return nil, nil
	}
	return r.low, r.high
}

func (k *Keys) filteredRange(n *Node, col, filter int) *valueRange {
	switch o := n.Op.(type) {
	case *Exchange:
		return k.filteredRange(n.Input(), col, filter)
	case *Calc:
		r := k.columnRange(n, col)
		if filter < 0 {
			return r
		}
		switch e := o.Exprs[col].(type) {
		case *expr.Ref:
			return rangeUnder(r, o.Exprs[filter], e.Index)
		case *expr.Literal:
			return literalRange(e)
		}
		return nil
	case *GroupAggregate:
		if filter < 0 {
			return k.columnRange(n, col)
		}
	case *Union:
		r := k.filteredRange(n.Inputs[0], col, filter)
		for _, in := range n.Inputs[1:] {
			r = unionRange(r, k.filteredRange(in, col, filter))
		}
		return r
	}
	return nil
}

// columnRange bounds a column (FlinkRelMdColumnInterval). Tables have no statistics.
func (k *Keys) columnRange(n *Node, col int) *valueRange {
	switch o := n.Op.(type) {
	case *Values:
		return valuesRange(o, col)
	case *Calc:
		return k.calcRange(n, o, col)
	case *Exchange, *SortLimit, *Limit, *Sort, *TemporalSort:
		return k.columnRange(n.Input(), col)
	case *Expand:
		return k.expandRange(n, o, col)
	case *Rank:
		return k.rankRange(n, &o.Rank, col)
	case *WindowRank:
		return k.rankRange(n, &o.Rank, col)
	case *GroupAggregate:
		return k.aggregateRange(n, o.Group, o.Calls, col)
	case *GroupWindowAggregate:
		return k.aggregateRange(n, o.Group, o.Calls, col)
	case *OverAggregate:
		if col < len(n.Input().Row.Fields) {
			return k.columnRange(n.Input(), col)
		}
	case *Join:
		return k.joinRange(n, o.Cond, col)
	case *IntervalJoin:
		return k.joinRange(n, o.Cond, col)
	case *Union:
		r := k.columnRange(n.Inputs[0], col)
		for _, in := range n.Inputs[1:] {
			r = unionRange(r, k.columnRange(in, col))
		}
		return r
	}
	return nil
}

func valuesRange(o *Values, col int) *valueRange {
	out := emptyRange
	for _, t := range o.Tuples {
		if t[col].Value == nil {
			continue
		}
		out = unionRange(out, literalRange(t[col]))
	}
	return out
}

func (k *Keys) calcRange(n *Node, o *Calc, col int) *valueRange {
	e := o.Exprs[col]
	if r, ok := e.(*expr.Ref); ok {
		in := k.columnRange(n.Input(), r.Index)
		if o.Cond == nil {
			return in
		}
		return rangeUnder(in, o.Cond, r.Index)
	}
	return k.exprRange(n.Input(), e)
}

// exprRange bounds an expression over in: constants, CASE, and the sums, differences and products of bounded values.
func (k *Keys) exprRange(in *Node, e expr.Expr) *valueRange {
	switch x := e.(type) {
	case *expr.Ref:
		return k.columnRange(in, x.Index)
	case *expr.Literal:
		return literalRange(x)
	case *expr.Call:
		switch x.Op.Op {
		case expr.Case:
			var out *valueRange
			for i, a := range x.Args {
				if i%2 == 0 && i != len(x.Args)-1 {
					continue
				}
				r := k.exprRange(in, a)
				if out == nil && i == 1 {
					out = r
				} else {
					out = unionRange(out, r)
				}
			}
			return out
		case expr.Plus:
			return plusRange(k.exprRange(in, x.Args[0]), k.exprRange(in, x.Args[1]))
		case expr.Minus:
			return plusRange(k.exprRange(in, x.Args[0]), negative(k.exprRange(in, x.Args[1])))
		case expr.Times:
			return timesRange(k.exprRange(in, x.Args[0]), k.exprRange(in, x.Args[1]))
		}
	}
	return nil
}

func literalRange(l *expr.Literal) *valueRange {
	if l.Value == nil {
		return emptyRange
	}
	d, ok := l.Value.(expr.Dec)
	if !ok {
		return nil
	}
	v := ratOf(d)
	return &valueRange{low: v, high: v}
}

func ratOf(d expr.Dec) *big.Rat {
	r := new(big.Rat).SetInt(d.Unscaled)
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(d.Scale, -d.Scale))), nil)
	if d.Scale >= 0 {
		return r.Quo(r, new(big.Rat).SetInt(ten))
	}
	return r.Mul(r, new(big.Rat).SetInt(ten))
}

func negative(r *valueRange) *valueRange {
	if r == nil || r.empty {
		return r
	}
	out := &valueRange{}
	if r.high != nil {
		out.low = new(big.Rat).Neg(r.high)
	}
	if r.low != nil {
		out.high = new(big.Rat).Neg(r.low)
	}
	return out
}

func plusRange(a, b *valueRange) *valueRange {
	if a == nil || b == nil || a.empty || b.empty {
		return nil
	}
	out := &valueRange{}
	if a.low != nil && b.low != nil {
		out.low = new(big.Rat).Add(a.low, b.low)
	}
	if a.high != nil && b.high != nil {
		out.high = new(big.Rat).Add(a.high, b.high)
	}
	if out.open() {
		return nil
	}
	return out
}

func timesRange(a, b *valueRange) *valueRange {
	if a == nil || b == nil || a.low == nil || a.high == nil || b.low == nil || b.high == nil {
		return nil
	}
	out := &valueRange{}
	for _, x := range [...]*big.Rat{a.low, a.high} {
		for _, y := range [...]*big.Rat{b.low, b.high} {
			p := new(big.Rat).Mul(x, y)
			if out.low == nil {
				out.low, out.high = p, p
				continue
			}
			out.low, out.high = larger(out.low, p, -1), larger(out.high, p, 1)
		}
	}
	return out
}

func (k *Keys) expandRange(n *Node, o *Expand, col int) *valueRange {
	var out *valueRange
	for _, p := range o.Projects {
		var r *valueRange
		switch e := p[col].(type) {
		case *expr.Ref:
			r = k.columnRange(n.Input(), e.Index)
		case *expr.Literal:
			if e.Value == nil {
				continue
			}
			r = literalRange(e)
		}
		if r == nil {
			return nil
		}
		if out == nil {
			out = r
		} else {
			out = unionRange(out, r)
		}
	}
	return out
}

// aggregateRange bounds a count from below by zero, and a sum of numbers of one sign by zero.
func (k *Keys) aggregateRange(n *Node, group []int, calls []logical.AggCall, col int) *valueRange {
	if col < len(group) {
		return k.columnRange(n.Input(), group[col])
	}
	if col-len(group) >= len(calls) {
		return nil
	}
	c := &calls[col-len(group)]
	switch c.Op.Op {
	case expr.Count:
		return &valueRange{low: new(big.Rat)}
	case expr.Sum, expr.Sum0:
		r := k.columnRange(n.Input(), c.Args[0])
		switch {
		case r == nil || r.empty:
		case r.low != nil:
			if r.low.Sign() >= 0 {
				return &valueRange{low: r.low}
			}
		case r.high != nil && r.high.Sign() <= 0:
			return &valueRange{high: r.high}
		}
	}
	return nil
}

func (k *Keys) joinRange(n *Node, cond expr.Expr, col int) *valueRange {
	left := len(n.Inputs[0].Row.Fields)
	var in *valueRange
	if col < left {
		in = k.columnRange(n.Inputs[0], col)
	} else {
		in = k.columnRange(n.Inputs[1], col-left)
	}
	if cond == nil || expr.AlwaysTrue(cond) {
		return in
	}
	return rangeUnder(in, cond, col)
}

func comparisonRange(c *expr.Call) *valueRange {
	if len(c.Args) != 2 {
		return nil
	}
	op := c.Op.Op
	_, ref := c.Args[0].(*expr.Ref)
	l, ok := c.Args[1].(*expr.Literal)
	if !ref || !ok {
		l, ok = c.Args[0].(*expr.Literal)
		if _, ref = c.Args[1].(*expr.Ref); !ref || !ok {
			return nil
		}
		op = op.Reverse()
	}
	r := literalRange(l)
	if r == nil || r.empty {
		return nil
	}
	switch op {
	case expr.Equals:
		return r
	case expr.LessThan, expr.LessOrEqual:
		return &valueRange{high: r.high}
	case expr.GreaterThan, expr.GreaterOrEqual:
		return &valueRange{low: r.low}
	}
	return nil
}

func (k *Keys) rankRange(n *Node, o *logical.Rank, col int) *valueRange {
	switch {
	case !o.OutputRank || col < len(n.Row.Fields)-1:
		return k.columnRange(n.Input(), col)
	case o.Range.EndColumn >= 0:
		return nil
	}
	return &valueRange{low: new(big.Rat).SetInt64(o.Range.Start), high: new(big.Rat).SetInt64(o.Range.End)}
}
