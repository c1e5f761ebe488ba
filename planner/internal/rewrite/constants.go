package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// constants are expressions known to equal a constant, by digest (RexUtil.predicateConstants as Flink has it).
type constants map[string]expr.Expr

// knownConstants reads x = constant and x IS NULL from predicates. What another kind of predicate speaks of is left
// out, and so is what two predicates disagree on.
func knownConstants(predicates []expr.Expr) constants {
	if len(predicates) == 0 {
		return nil
	}
	g := gatherer{value: constants{}, of: map[string]expr.Expr{}, out: map[string]bool{}}
	for _, p := range predicates {
		g.gather(p)
	}
	for d, e := range g.of {
		if g.overlaps(e) {
			delete(g.value, d)
		}
	}
	return g.value
}

type gatherer struct {
	value constants
	of    map[string]expr.Expr // the expression of a digest
	out   map[string]bool
}

func (g *gatherer) gather(p expr.Expr) {
	c, ok := p.(*expr.Call)
	if ok {
		switch c.Op.Op {
		case expr.Equals:
			g.pair(c.Args[0], c.Args[1])
			g.pair(c.Args[1], c.Args[0])
			return
		case expr.IsNull:
			if t := c.Args[0].Type(); t.Nullable {
				null := expr.NullOf(t)
				g.pair(c.Args[0], null)
				g.pair(null, c.Args[0])
			}
			return
		}
	}
	g.exclude(p)
}

func (g *gatherer) exclude(e expr.Expr) {
	switch x := e.(type) {
	case *expr.Call:
		for _, a := range x.Args {
			g.exclude(a)
		}
	case *expr.Literal:
	default:
		g.out[e.Digest()] = true
	}
}

func (g *gatherer) overlaps(e expr.Expr) bool {
	if c, ok := e.(*expr.Call); ok {
		return someArg(c, g.overlaps)
	}
	return g.out[e.Digest()]
}

func (g *gatherer) pair(left, right expr.Expr) {
	if !expr.IsConstant(right) || g.out[left.Digest()] {
		return
	}
	if have, ok := g.value[left.Digest()]; ok {
		a, ok1 := have.(*expr.Literal)
		b, ok2 := right.(*expr.Literal)
		if ok1 && ok2 && !sameValue(a, b) {
			delete(g.value, left.Digest())
			delete(g.of, left.Digest())
			g.out[left.Digest()] = true
		}
		return
	}
	if c, ok := left.(*expr.Call); ok && c.Op.Op == expr.Cast && widens(c.Type(), c.Args[0].Type()) {
		if l, ok := expr.CastTo(right, c.Args[0].Type()).(*expr.Literal); ok {
			left, right = c.Args[0], l
		}
	}
	g.value[left.Digest()] = right
	g.of[left.Digest()] = left
}

func sameValue(a, b *expr.Literal) bool {
	if a.Value == nil || b.Value == nil {
		return a.Value == b.Value
	}
	return expr.CompareValues(a.Value, b.Value) == 0
}

func someArg(c *expr.Call, f func(expr.Expr) bool) bool {
	for _, a := range c.Args {
		if f(a) {
			return true
		}
	}
	return false
}

// widens reports whether a value of type from fits type to (RexUtil.canAssignFrom).
func widens(to, from *types.Type) bool {
	rank := func(t *types.Type) int {
		switch t.Kind {
		case types.TinyInt:
			return 3
		case types.SmallInt:
			return 5
		case types.Integer:
			return 10
		case types.BigInt:
			return 19
		case types.Decimal:
			return t.Precision - t.Scale
		}
		return 0
	}
	approx := func(t *types.Type) bool { return t.Kind == types.Float || t.Kind == types.Double }
	switch {
	case rank(to) > 0 && rank(from) > 0:
		return rank(to) >= rank(from) && to.Scale >= from.Scale
	case approx(to) && approx(from):
		return to.Kind == types.Double || from.Kind == types.Float
	}
	isText := func(t *types.Type) bool { return t.Kind == types.Char || t.Kind == types.VarChar }
	isBytes := func(t *types.Type) bool { return t.Kind == types.Binary || t.Kind == types.VarBinary }
	if isText(to) && isText(from) || isBytes(to) && isBytes(from) {
		return to.Precision >= from.Precision
	}
	return false
}
