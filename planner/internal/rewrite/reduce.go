package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// filterReduce folds constants in a filter and drops it, or its input, where that decides it. What the input is known
// to fulfil helps.
var filterReduce = &rule{
	name: "FilterReduceExpressions", class: "ReduceExpressionsRule.FilterReduceExpressionsRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n)
		r := reducer{known: c.pulledUp(n.Input()), mode: expr.NullFalse}
		cond, changed := r.reduce(f.Cond)
		switch {
		case expr.AlwaysTrue(cond):
			return n.Input()
		case isLiteral(cond) || expr.IsNullLiteral(cond):
			return empty(n.Row, n.Span)
		case changed:
			return c.filter(n.Input(), n.Span, cond)
		}
		return decidedByType(n, cond)
	},
}

// decidedByType drops a filter that asks whether a NOT NULL column is NULL.
func decidedByType(n *logical.Node, cond expr.Expr) *logical.Node {
	call, ok := cond.(*expr.Call)
	if !ok {
		return nil
	}
	negated := call.Op.Op == expr.Not
	if negated {
		if call, ok = call.Args[0].(*expr.Call); !ok {
			return nil
		}
	}
	k := call.Op.Op
	if k != expr.IsNull && k != expr.IsUnknown && k != expr.IsNotNull {
		return nil
	}
	if r, ok := call.Args[0].(*expr.Ref); !ok || r.Type().Nullable {
		return nil
	}
	if (k == expr.IsNotNull) != negated {
		return n.Input()
	}
	return empty(n.Row, n.Span)
}

// projectReduce folds constants in a projection and puts constants for columns that a filter below fixes.
//
//	SELECT id, id + 1 FROM p WHERE id = 1
var projectReduce = &rule{
	name: "ProjectReduceExpressions", class: "ReduceExpressionsRule.ProjectReduceExpressionsRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n)
		r := reducer{known: c.pulledUp(n.Input()), mode: expr.NullUnknown, casts: true, keepType: true}
		list, changed := r.reduceAll(p.Exprs)
		if !changed {
			return nil
		}
		return c.project(n.Input(), list, n.Row.Names())
	},
}

// joinReduce folds constants in the condition of a join.
var joinReduce = &rule{
	name: "JoinReduceExpressions", class: "ReduceExpressionsRule.JoinReduceExpressionsRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		if expr.AlwaysTrue(j.Cond) {
			return nil
		}
		left := c.pulledUp(n.Inputs[0])
		known := left[:len(left):len(left)]
		for _, e := range c.pulledUp(n.Inputs[1]) {
			known = append(known, expr.Shift(e, len(n.Inputs[0].Row.Fields)))
		}
		r := reducer{known: known, mode: expr.NullFalse}
		cond, changed := r.reduce(j.Cond)
		if !changed {
			return nil
		}
		return withCondition(n, cond)
	},
}

// reducer is ReduceExpressionsRule.reduceExpressions: predicates go into CASEs, constants are folded and the rest is
// simplified.
type reducer struct {
	known    []expr.Expr
	mode     expr.NullAs
	casts    bool // every constant is cast to the type of what it replaces
	keepType bool
	constant constants
	ready    bool
}

func (r *reducer) reduce(e expr.Expr) (expr.Expr, bool) {
	list, changed := r.reduceAll([]expr.Expr{e})
	return list[0], changed
}

func (r *reducer) reduceAll(list []expr.Expr) ([]expr.Expr, bool) {
	if len(r.known) > 0 && !r.ready {
		r.constant, r.ready = knownConstants(r.known), true
	}
	if len(r.constant) == 0 && len(r.known) == 0 && allPlain(list) {
		return list, false
	}
	out := append([]expr.Expr(nil), list...)
	for i, e := range out {
		out[i] = pushIntoCases(e)
	}
	r.foldAll(out)
	changed := false
	for i, e := range out {
		out[i] = r.simplify(e)
		changed = changed || !same(out[i], list[i])
	}
	if !changed {
		return list, false
	}
	return out, true
}

func allPlain(list []expr.Expr) bool {
	for _, e := range list {
		if !isPlain(e) {
			return false
		}
	}
	return true
}

func (r *reducer) simplify(e expr.Expr) expr.Expr {
	if isPlain(e) && r.mode == expr.NullUnknown {
		return e
	}
	if r.keepType {
		return expr.SimplifyKeepingType(e, r.known)
	}
	return expr.Simplify(e, r.mode, r.known)
}

// foldAll puts values for the largest constant parts of each of list.
func (r *reducer) foldAll(list []expr.Expr) {
	f := finder{constant: r.constant}
	for _, e := range list {
		if f.visit(e) == reducible {
			f.add(e)
		}
	}
	if len(f.found) == 0 {
		return
	}
	values := make(map[string]expr.Expr, len(f.found))
	for _, e := range f.found {
		v := fold(r.substitute(e))
		if v.Digest() != e.Digest() || !v.Type().Equal(e.Type()) {
			values[e.Digest()] = v
		}
	}
	if len(values) == 0 {
		return
	}
	for i, e := range list {
		list[i] = replace(e, func(x expr.Expr) expr.Expr {
			v, ok := values[x.Digest()]
			if !ok || isLiteral(x) {
				return nil
			}
			if r.casts && !v.Type().Equal(x.Type()) {
				return expr.AbstractCast(v, x.Type())
			}
			return v
		})
	}
}

// substitute puts the known constants into e.
func (r *reducer) substitute(e expr.Expr) expr.Expr {
	if len(r.constant) == 0 {
		return e
	}
	return replace(e, func(x expr.Expr) expr.Expr {
		if isLiteral(x) {
			return nil
		}
		if v, ok := r.constant[x.Digest()]; ok {
			return v
		}
		return nil
	})
}

// constancy says whether an expression has one value, and whether a smaller expression can say it.
type constancy uint8

const (
	varying constancy = iota
	reducible
	irreducible
)

// finder collects the largest reducible parts (ReduceExpressionsRule.ReducibleExprLocator).
type finder struct {
	constant constants
	found    []expr.Expr
}

func (f *finder) visit(e expr.Expr) constancy {
	switch x := e.(type) {
	case *expr.Literal:
		return irreducible
	case *expr.Ref:
		v, ok := f.constant[x.Digest()]
		if !ok {
			return varying
		}
		if _, isCall := v.(*expr.Call); isCall {
			return f.visit(v)
		}
		return reducible
	case *expr.Call:
		return f.call(x.Args, x.Op.NonDeterministic || x.Op.Dynamic || x.Op.Op == expr.RowValue, x)
	case *expr.SubQuery:
		return f.call(x.Args, false, x)
	case *expr.Over:
		return f.call(x.Args, true, x)
	}
	return varying
}

func (f *finder) call(args []expr.Expr, varies bool, e expr.Expr) constancy {
	answer := reducible
	if varies {
		answer = varying
	}
	var buf [8]constancy
	each := buf[:0]
	for _, a := range args {
		k := f.visit(a)
		each = append(each, k)
		if k == varying {
			answer = varying
		}
	}
	if answer == varying {
		for i, a := range args {
			if each[i] == reducible {
				f.add(a)
			}
		}
	}
	return answer
}

// add notes a part that is constant; a cast of a literal stays as it is.
func (f *finder) add(e expr.Expr) {
	if c, ok := e.(*expr.Call); ok && c.Op.Op == expr.Cast && isLiteral(c.Args[0]) {
		return
	}
	f.found = append(f.found, e)
}

// pushIntoCases moves predicates over a CASE into its branches.
//
//	CASE WHEN v > 1 THEN 'a' ELSE 'b' END = 'a'
func pushIntoCases(e expr.Expr) expr.Expr {
	if isPlain(e) || !expr.Any(e, func(x expr.Expr) bool { return expr.Is(x, expr.Case) }) {
		return e
	}
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		c, ok := x.(*expr.Call)
		if !ok {
			return x
		}
		for {
			now := pushIntoCase(c)
			if now == c {
				return c
			}
			c = expr.MapArgs([]expr.Expr{now}, func(y expr.Expr) expr.Expr {
				if d, ok := y.(*expr.Call); ok {
					return pushIntoCase(d)
				}
				return y
			})[0].(*expr.Call)
		}
	})
}

func pushIntoCase(c *expr.Call) *expr.Call {
	if c.Type().Kind != types.Boolean {
		return c
	}
	switch c.Op.Op {
	case expr.Case, expr.And, expr.Or:
		return c
	case expr.Equals:
		l, r := refs(c.Args[0]), refs(c.Args[1])
		if !l.Empty() && !r.Empty() && !l.Intersects(r) {
			return c
		}
	}
	at := -1
	for i, a := range c.Args {
		if expr.Is(a, expr.Case) {
			at = i
		}
	}
	if at < 0 {
		return c
	}
	branches := c.Args[at].(*expr.Call)
	list := append([]expr.Expr(nil), branches.Args...)
	for i := range list {
		if i%2 == 1 || i == len(list)-1 {
			args := append([]expr.Expr(nil), c.Args...)
			args[at] = list[i]
			list[i] = expr.NewCall(c.Op, c.Type(), args...)
		}
	}
	return expr.NewCall(branches.Op, c.Type(), list...)
}
