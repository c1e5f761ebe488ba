package expr

import "slices"

// FlatNot is NOT(e) without a double negation and without a call for what is plainly true or false (RexUtil.not).
func FlatNot(e Expr) Expr {
	switch {
	case AlwaysTrue(e):
		return False
	case AlwaysFalse(e):
		return True
	case Is(e, Not):
		return e.(*Call).Args[0]
	}
	return NotOf(e)
}

// PullFactors takes the conjuncts common to all terms of an OR in front of it (RexUtil.pullFactors):
// (a AND b) OR (a AND c) is a AND (b OR c).
func PullFactors(e Expr) Expr {
	c, ok := e.(*Call)
	if !ok {
		return e
	}
	switch c.Op.Op {
	case And:
		var list []Expr
		for _, t := range distinct(Flatten(And, c.Args), AlwaysTrue) {
			p := PullFactors(t)
			if Is(p, And) {
				list = append(list, p.(*Call).Args...)
			} else {
				list = append(list, p)
			}
		}
		return Conjunction(list...)
	case Or:
		return pullOr(distinct(Flatten(Or, c.Args), AlwaysFalse))
	}
	return e
}

func pullOr(terms []Expr) Expr {
	if len(terms) == 0 {
		return False
	}
	factors := distinct(Conjuncts(terms[0]), AlwaysTrue)
	for _, t := range terms[1:] {
		if len(factors) == 0 {
			break
		}
		has := digests(Conjuncts(t))
		var kept []Expr
		for _, f := range factors {
			if _, ok := has[f.Digest()]; ok {
				kept = append(kept, f)
			}
		}
		factors = kept
	}
	if len(factors) == 0 {
		return Disjunction(terms...)
	}
	drop := digests(factors)
	rest := make([]Expr, len(terms))
	for i, t := range terms {
		var list []Expr
		for _, c := range Conjuncts(t) {
			if _, ok := drop[c.Digest()]; !ok {
				list = append(list, c)
			}
		}
		rest[i] = Conjunction(list...)
	}
	return Conjunction(append(factors, Disjunction(rest...))...)
}

func digests(es []Expr) map[string]struct{} {
	m := make(map[string]struct{}, len(es))
	for _, e := range es {
		m[e.Digest()] = struct{}{}
	}
	return m
}

// distinct gives es without repeated and without neutral ones.
func distinct(es []Expr, neutral func(Expr) bool) []Expr {
	seen := make(map[string]struct{}, len(es))
	out := make([]Expr, 0, len(es))
	for _, e := range es {
		if _, dup := seen[e.Digest()]; dup || neutral(e) {
			continue
		}
		seen[e.Digest()] = struct{}{}
		out = append(out, e)
	}
	return out
}

// ToCNF gives e in conjunctive normal form (RexUtil.toCnf), or e itself if that would take more than maxNodes steps;
// negative for no limit.
func ToCNF(e Expr, maxNodes int) Expr {
	h := cnf{limit: maxNodes}
	r := h.convert(e)
	if h.overflow {
		return e
	}
	return r
}

// FlinkCNF is FlinkRexUtil.toCnf: a normal form of at most twice the calls of e, else e itself.
func FlinkCNF(e Expr) Expr {
	h := cnf{limit: -1, calls: 2 * countCalls(e)}
	r := h.convert(e)
	if h.overflow {
		return e
	}
	return r
}

func countCalls(e Expr) int {
	n := 0
	Any(e, func(x Expr) bool {
		if _, ok := x.(*Call); ok {
			n++
		}
		return false
	})
	return n
}

type cnf struct {
	limit    int // steps, negative for none
	steps    int
	calls    int // calls in a result, 0 for no limit
	overflow bool
}

func (h *cnf) step() {
	if h.limit >= 0 {
		h.steps++
		h.overflow = h.overflow || h.steps > h.limit
	}
}

func (h *cnf) check(e Expr) Expr {
	if h.calls > 0 && !h.overflow && countCalls(e) > h.calls {
		h.overflow = true
	}
	return e
}

func (h *cnf) convert(e Expr) Expr {
	c, ok := e.(*Call)
	if !ok || h.overflow {
		return e
	}
	h.step()
	switch c.Op.Op {
	case And:
		var list []Expr
		for _, t := range distinct(Flatten(And, c.Args), AlwaysTrue) {
			n := h.convert(t)
			h.step()
			if Is(n, And) {
				list = append(list, n.(*Call).Args...)
			} else {
				list = append(list, n)
			}
		}
		return h.check(Conjunction(list...))
	case Or:
		return h.convertOr(distinct(Flatten(Or, c.Args), AlwaysFalse))
	case Not:
		arg, ok := c.Args[0].(*Call)
		if !ok {
			return e
		}
		switch arg.Op.Op {
		case Not:
			return h.convert(arg.Args[0])
		case Or:
			return h.convert(Conjunction(negated(distinct(Flatten(Or, arg.Args), AlwaysFalse))...))
		case And:
			return h.convert(Disjunction(negated(distinct(Flatten(And, arg.Args), AlwaysTrue))...))
		}
	}
	return e
}

// convertOr distributes the last terms first, as the recursion of Calcite's helper does, without its depth.
func (h *cnf) convertOr(terms []Expr) Expr {
	if len(terms) == 0 {
		return False
	}
	tail := h.convert(terms[len(terms)-1])
	var plain []Expr // terms of the tail's OR that are not put into it yet, last first
	join := func() {
		if len(plain) > 0 {
			slices.Reverse(plain)
			tail = h.check(Disjunction(append(plain, tail)...))
			plain = nil
		}
	}
	for i := len(terms) - 2; i >= 0 && !h.overflow; i-- {
		head := h.convert(terms[i])
		h.step()
		if len(Conjuncts(head)) == 1 && len(Conjuncts(tail)) == 1 {
			plain = append(plain, head)
			continue
		}
		join()
		var list []Expr
		for _, a := range Conjuncts(head) {
			for _, b := range Conjuncts(tail) {
				list = append(list, Disjunction(a, b))
			}
		}
		tail = h.check(Conjunction(list...))
		if h.limit >= 0 && len(list) > h.limit {
			h.overflow = true
		}
	}
	join()
	return tail
}

func negated(es []Expr) []Expr {
	out := make([]Expr, len(es))
	for i, e := range es {
		out[i] = NotOf(e)
	}
	return out
}

// EquiKeys is what a join condition says column by column (JoinInfo): pairs of equal columns of the left and the right
// input, for each whether NULL equals NULL, and the rest of the conjuncts over both inputs.
type EquiKeys struct {
	Left, Right []int // column numbers within each input
	FilterNulls []bool
	Rest        []Expr
}

// SplitEqui splits a condition over a left input of leftCols columns and a right one (RelOptUtil.splitJoinCondition).
func SplitEqui(cond Expr, leftCols int) EquiKeys {
	var k EquiKeys
	for _, c := range Conjuncts(cond) {
		if !k.take(c, leftCols) {
			k.Rest = append(k.Rest, c)
		}
	}
	return k
}

func (k *EquiKeys) take(e Expr, leftCols int) bool {
	c, ok := e.(*Call)
	if !ok {
		return false
	}
	filterNulls := true
	switch c.Op.Op {
	case Equals:
	case IsNotDistinctFrom:
		filterNulls = false
	default:
		a, b, ok := nullSafePair(c)
		if !ok {
			return false
		}
		c = IsNotDistinct(a, b)
		filterNulls = false
	}
	a, ok1 := c.Args[0].(*Ref)
	b, ok2 := c.Args[1].(*Ref)
	if !ok1 || !ok2 {
		return false
	}
	switch {
	case a.Index < leftCols && b.Index >= leftCols:
	case b.Index < leftCols && a.Index >= leftCols:
		a, b = b, a
	default:
		return false
	}
	k.Left = append(k.Left, a.Index)
	k.Right = append(k.Right, b.Index-leftCols)
	k.FilterNulls = append(k.FilterNulls, filterNulls)
	return true
}

// IsNotDistinct is the call IS NOT DISTINCT FROM(a, b).
func IsNotDistinct(a, b Expr) *Call { return NewCall(IsNotDistinctFromOp, boolNotNull, a, b) }

// nullSafePair sees through what IS NOT DISTINCT FROM is expanded to (RelOptUtil.collapseExpandedIsNotDistinctFromExpr):
// OR(AND(IS NULL(a), IS NULL(b)), =(a, b)) with or without IS TRUE around the equality.
func nullSafePair(c *Call) (a, b Expr, ok bool) {
	if c.Op.Op != Or || len(c.Args) != 2 {
		return nil, nil, false
	}
	for i := range 2 {
		and, ok1 := c.Args[i].(*Call)
		eq, ok2 := c.Args[1-i].(*Call)
		if !ok1 || !ok2 || and.Op.Op != And || len(and.Args) != 2 {
			continue
		}
		if eq.Op.Op == IsTrue {
			if eq, ok2 = eq.Args[0].(*Call); !ok2 {
				continue
			}
		}
		if eq.Op.Op != Equals || !Is(and.Args[0], IsNull) || !Is(and.Args[1], IsNull) {
			continue
		}
		n0, n1 := and.Args[0].(*Call).Args[0].Digest(), and.Args[1].(*Call).Args[0].Digest()
		e0, e1 := eq.Args[0].Digest(), eq.Args[1].Digest()
		if n0 == e0 && n1 == e1 || n0 == e1 && n1 == e0 {
			return eq.Args[0], eq.Args[1], true
		}
	}
	return nil, nil, false
}
