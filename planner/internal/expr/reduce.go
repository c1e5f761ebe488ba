package expr

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/types"
)

// Site is the operator whose expressions are reduced.
type Site uint8

// The sites.
const (
	InFilter Site = iota
	InProject
	InJoin
	InCalc
)

// Reduction is what became of expressions.
type Reduction struct {
	Exprs   []Expr
	Changed bool
	// Unknown lists constant calls that were left because this package cannot compute them, though Flink may.
	Unknown []string
	// Err is the exception that planning fails with.
	Err *diag.Rejection
}

// Reduce computes the constant parts of expressions, pushes comparisons into CASE and simplifies
// (ReduceExpressionsRule with Flink's ExpressionReducer). known holds the predicates on the input's rows. The list is
// computed together: if one constant fails, all stay.
func Reduce(es []Expr, site Site, known []Expr, zone Zone, budget *diag.Budget) Reduction {
	r := reducer{site: site, zone: zone, constants: ConstantMap(known), budget: budget}
	out, changed := es, false
	for i, e := range es {
		if m := pushIntoCase(e); m != e {
			if !changed {
				out = append([]Expr(nil), es...)
			}
			out[i], changed = m, true
		}
	}
	for _, e := range out {
		if r.find(e) == reducible {
			r.add(e)
		}
	}
	if len(r.found) > 0 {
		replaced, ok := r.replace(out)
		if r.err != nil {
			return Reduction{Exprs: es, Err: r.err}
		}
		if ok {
			out, changed = replaced, true
		}
	}
	simplified := r.simplify(&out, known)
	if changed && simplified {
		changed = !Same(es, out)
	} else {
		changed = changed || simplified
	}
	return Reduction{Exprs: out, Changed: changed, Unknown: r.unknown}
}

// ReduceFilter is what FilterReduceExpressionsRule makes of the condition of a filter over rows of which known holds:
// reduced and, if that changed it, joined anew as RelBuilder.filter does. TRUE, FALSE and NULL are for the caller to
// act on.
func ReduceFilter(cond Expr, known []Expr) Reduction {
	r := Reduce([]Expr{cond}, InFilter, known, nil, nil)
	if r.Err == nil && r.Changed {
		r.Exprs = []Expr{SimplifyPredicates(r.Exprs[0])}
	}
	return r
}

// simplify simplifies each of out for its site; true if one differs after it.
func (r *reducer) simplify(out *[]Expr, known []Expr) bool {
	mode := NullUnknown
	if r.site == InFilter || r.site == InJoin {
		mode = NullFalse
	}
	changed := false
	es := append([]Expr(nil), *out...)
	simplifier := newSimplifier(known)
	for i, e := range es {
		s := simplifier.simplify(e, mode)
		if !s.Type().Equal(e.Type()) && !(r.site == InJoin && s.Type().SameIgnoringNull(e.Type())) {
			s = makeCast(s, e.Type(), r.site != InJoin)
		}
		if s.Digest() != e.Digest() {
			es[i], changed = s, true
		}
	}
	if changed {
		*out = es
	}
	return changed
}

type constancy uint8

const (
	variable constancy = iota
	reducible
	irreducible
)

type reducer struct {
	budget    *diag.Budget
	site      Site
	zone      Zone
	constants map[string]Expr
	found     []Expr
	unknown   []string
	err       *diag.Rejection
}

// add takes a maximal constant expression, but not a cast of a literal: that is how a reduced one is written.
func (r *reducer) add(e Expr) {
	if c, ok := e.(*Call); ok && c.Op.Op == Cast {
		if _, lit := c.Args[0].(*Literal); lit {
			return
		}
	}
	r.found = append(r.found, e)
}

// find tells whether e is constant and collects the maximal constant expressions inside it
// (ReduceExpressionsRule.ReducibleExprLocator).
func (r *reducer) find(e Expr) constancy {
	switch e := e.(type) {
	case *Literal:
		return irreducible
	case *Ref:
		c := r.constants[e.Digest()]
		if c == nil {
			return variable
		}
		if call, ok := c.(*Call); ok {
			return r.find(call)
		}
		return reducible
	case *Call:
		c := reducible
		if e.Op.NonDeterministic || e.Op.Dynamic || e.Op.Op == RowValue {
			c = variable
		}
		return r.findArgs(e.Args, c)
	case *SubQuery:
		r.findArgs(e.Args, variable)
	case *Over:
		r.findArgs(e.Args, variable)
		for _, b := range [...]Bound{e.Frame.Lower, e.Frame.Upper} {
			if b.Offset != nil && r.find(b.Offset) == reducible {
				r.add(b.Offset)
			}
		}
	}
	return variable
}

func (r *reducer) findArgs(args []Expr, c constancy) constancy {
	var few [8]constancy
	cs := few[:0]
	for _, a := range args {
		k := r.find(a)
		if k == variable {
			c = variable
		}
		cs = append(cs, k)
	}
	if c == variable {
		for i, k := range cs {
			if k == reducible {
				r.add(args[i])
			}
		}
	}
	return c
}

// replace computes what was found and puts it in; false if nothing came of it.
func (r *reducer) replace(es []Expr) ([]Expr, bool) {
	known := r.found
	if len(r.constants) > 0 {
		known = make([]Expr, len(r.found))
		for i, e := range r.found {
			known[i] = replaceTop(e, func(x Expr) Expr { return r.constants[x.Digest()] })
		}
	}
	values := r.compute(known)
	if r.err != nil || values == nil {
		return nil, false
	}
	same := true
	byDigest := make(map[string]Expr, len(values))
	for i, v := range values {
		e := r.found[i]
		same = same && (v == e || Print(v, AST, nil) == Print(e, AST, nil))
		if _, ok := byDigest[e.Digest()]; ok {
			continue
		}
		if r.site == InProject && !v.Type().Equal(e.Type()) {
			v = AbstractCast(v, e.Type())
		}
		byDigest[e.Digest()] = v
	}
	if same {
		return nil, false
	}
	out := make([]Expr, len(es))
	for i, e := range es {
		out[i] = replaceTop(e, func(x Expr) Expr { return byDigest[x.Digest()] })
	}
	return out, true
}

// replaceTop replaces expressions from the top down, not looking into what was put in (ReduceExpressionsRule.RexReplacer).
func replaceTop(e Expr, f func(Expr) Expr) Expr {
	switch x := e.(type) {
	case *Ref:
		if r := f(e); r != nil {
			return r
		}
	case *Call:
		if r := f(e); r != nil {
			return r
		}
		args, changed := x.Args, false
		for i, a := range x.Args {
			if n := replaceTop(a, f); n != a {
				if !changed {
					args, changed = append([]Expr(nil), x.Args...), true
				}
				args[i] = n
			}
		}
		if changed {
			return At(NewCall(x.Op, x.typ, args...), x.span)
		}
	case *Over:
		o, changed := mapOver(x, func(y Expr) Expr {
			if r := f(y); r != nil {
				return r
			}
			return y
		})
		if changed {
			return At(NewOver(o, x.typ), x.span)
		}
	}
	return e
}

// ConstantMap reads from predicates which expressions, by digest, equal a constant (RexUtil.predicateConstants). An
// expression of which another predicate speaks as well is left out.
func ConstantMap(predicates []Expr) map[string]Expr {
	if len(predicates) == 0 {
		return nil
	}
	m := constantFinder{value: map[string]Expr{}, of: map[string]Expr{}, not: map[string]bool{}}
	for _, p := range predicates {
		m.read(p)
	}
	for d, e := range m.of {
		if m.excluded(e) {
			delete(m.value, d)
		}
	}
	return m.value
}

type constantFinder struct {
	value map[string]Expr // digest of an expression -> its constant
	of    map[string]Expr // digest of an expression -> itself
	not   map[string]bool // digests of expressions of which more is said than an equality
}

// SaysConstant reports a predicate that ConstantMap may read a constant from.
func SaysConstant(p Expr) bool { return Is(p, Equals) || Is(p, IsNull) }

func (m *constantFinder) read(p Expr) {
	if c, ok := p.(*Call); ok {
		switch c.Op.Op {
		case Equals:
			m.gather(c.Args[0], c.Args[1])
			m.gather(c.Args[1], c.Args[0])
			return
		case IsNull:
			if t := c.Args[0].Type(); t.Nullable {
				m.gather(c.Args[0], NullOf(t))
			}
			return
		}
	}
	m.exclude(p)
}

func (m *constantFinder) gather(left, right Expr) {
	if !IsConstant(right) || m.not[left.Digest()] {
		return
	}
	was := m.value[left.Digest()]
	if was == nil {
		if c, ok := left.(*Call); ok && c.Op.Op == Cast && canAssignFrom(c.typ, c.Args[0].Type()) {
			if l, ok := CastTo(right, c.Args[0].Type()).(*Literal); ok {
				left, right = c.Args[0], l
			}
		}
		m.value[left.Digest()], m.of[left.Digest()] = right, left
		return
	}
	a, ok1 := was.(*Literal)
	b, ok2 := right.(*Literal)
	if ok1 && ok2 && string(appendValueKey(nil, a.Value)) != string(appendValueKey(nil, b.Value)) {
		delete(m.value, left.Digest())
		delete(m.of, left.Digest())
		m.not[left.Digest()] = true
	}
}

// canAssignFrom reports whether to holds every value of from (RexUtil.canAssignFrom).
func canAssignFrom(to, from *types.Type) bool {
	if to.Family() != from.Family() {
		return false
	}
	switch {
	case to.IsNumeric():
		if to.IsExact() != from.IsExact() {
			return false
		}
		p1, s1 := to.Digits()
		p2, s2 := from.Digits()
		return p1 >= p2 && s1 >= s2
	}
	return to.Precision >= from.Precision
}

func (m *constantFinder) exclude(e Expr) {
	switch e := e.(type) {
	case *Call:
		for _, a := range e.Args {
			m.exclude(a)
		}
	case *Literal:
	default:
		m.not[e.Digest()] = true
	}
}

func (m *constantFinder) excluded(e Expr) bool {
	if c, ok := e.(*Call); ok {
		for _, a := range c.Args {
			if m.excluded(a) {
				return true
			}
		}
		return false
	}
	return m.not[e.Digest()]
}

// pushIntoCase turns f(CASE WHEN p THEN v … END, x), a predicate, into CASE WHEN p THEN f(v, x) … END
// (ReduceExpressionsRule.pushPredicateIntoCase).
func pushIntoCase(e Expr) Expr {
	return Map(e, func(x Expr) Expr {
		c, ok := x.(*Call)
		if !ok {
			return x
		}
		return pushCase(c)
	})
}

func pushCase(c *Call) Expr {
	if c.typ.Kind != types.Boolean {
		return c
	}
	switch c.Op.Op {
	case Case, And, Or:
		return c
	case Equals:
		l, r := Refs(c.Args[0]), Refs(c.Args[1])
		if !l.Empty() && !r.Empty() && !l.Intersects(r) {
			return c
		}
	}
	at := -1
	for i, a := range c.Args {
		if Is(a, Case) {
			at = i
		}
	}
	if at < 0 {
		return c
	}
	in := c.Args[at].(*Call)
	args := append([]Expr(nil), in.Args...)
	for i := range args {
		if i%2 == 0 && i < len(args)-1 {
			continue
		}
		inner := append([]Expr(nil), c.Args...)
		inner[at] = args[i]
		args[i] = pushCase(NewCall(c.Op, c.typ, inner...))
	}
	return NewCall(CaseOp, c.typ, args...)
}
