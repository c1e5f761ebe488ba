package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// subQueryRemove makes semi and anti joins of the INs and EXISTSs that a filter is a conjunction of. A correlated
// sub-query gives up its correlated conjuncts to the condition of the join.
//
//	SELECT … FROM l WHERE l.a IN (SELECT b FROM r WHERE r.c = l.c)
//
// Not where one stands under OR, or where the correlation is more than equalities below an aggregate.
var subQueryRemove = &rule{
	name: "SubQueryRemove", class: "FlinkSubQueryRemoveRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n)
		if !expr.HasSubQuery(f.Cond) || !subQueriesConjunct(f.Cond, true) {
			return nil
		}
		call := findSubQuery(f.Cond)
		if call == nil {
			return nil
		}
		check := correlationCheck{}
		check.rel(n)
		if check.nested || check.unsupported {
			return nil
		}
		s := &subQueries{c: c, n: n, vars: f.Variables, left: n.Input()}
		cond := f.Cond
		for ; call != nil; call = findSubQuery(cond) {
			value := s.join(call)
			if value == nil {
				return nil
			}
			cond = replace(cond, func(x expr.Expr) expr.Expr {
				if same(x, call) {
					return value
				}
				return nil
			})
		}
		return s.finish(f, cond)
	},
}

// subQueries joins the sub-queries of a filter to its input one after the other.
type subQueries struct {
	c    *context
	n    *logical.Node
	vars []int
	left *logical.Node
}

// finish filters by what is left of the condition and drops what the joins added.
func (s *subQueries) finish(f *logical.Filter, cond expr.Expr) *logical.Node {
	var now *logical.Node
	if readsOuter(cond) {
		now = node(&logical.Filter{Cond: cond, Variables: f.Variables}, s.left.Row, s.n.Span, s.left)
	} else {
		now = s.c.filter(s.left, s.n.Span, cond)
	}
	size := len(s.n.Row.Fields)
	if len(now.Row.Fields) == size {
		return now
	}
	return s.c.project(now, identity(now.Row)[:size], nil)
}

// readsOuter reports a sub-query left in e whose tree reads an outer row.
func readsOuter(e expr.Expr) bool {
	return expr.Any(e, func(x expr.Expr) bool {
		q, ok := x.(*expr.SubQuery)
		return ok && treeReadsOuter(q.Rel.(*logical.Node))
	})
}

// treeReadsOuter reports an outer row read in the filters, joins and projections of a tree.
func treeReadsOuter(n *logical.Node) bool {
	switch o := n.Op.(type) {
	case *logical.Filter:
		if expr.HasCorrel(o.Cond, -1) {
			return true
		}
	case *logical.Join:
		if expr.HasCorrel(o.Cond, -1) {
			return true
		}
	case *logical.Project:
		for _, e := range o.Exprs {
			if expr.HasCorrel(e, -1) {
				return true
			}
		}
	}
	for _, in := range n.Inputs {
		if treeReadsOuter(in) {
			return true
		}
	}
	return false
}

// isScalar reports a scalar sub-query.
func isScalar(q *expr.SubQuery) bool { return q.Op.Op == expr.ScalarQuery }

// negated gives the sub-query of NOT(sub-query).
func negated(e expr.Expr) (*expr.SubQuery, bool) {
	c, ok := e.(*expr.Call)
	if !ok || c.Op.Op != expr.Not {
		return nil, false
	}
	q, ok := c.Args[0].(*expr.SubQuery)
	return q, ok
}

// subQueriesConjunct reports whether all sub-queries but scalar ones are conjuncts, maybe negated.
func subQueriesConjunct(e expr.Expr, conjunct bool) bool {
	if q, ok := e.(*expr.SubQuery); ok {
		return isScalar(q) || conjunct
	}
	if q, ok := negated(e); ok {
		return isScalar(q) || conjunct
	}
	c, ok := e.(*expr.Call)
	if !ok {
		return true
	}
	for _, a := range c.Args {
		if !subQueriesConjunct(a, conjunct && c.Op.Op == expr.And) {
			return false
		}
	}
	return true
}

// findSubQuery gives the first sub-query that is not scalar, with the NOT around it.
func findSubQuery(e expr.Expr) expr.Expr {
	if q, ok := e.(*expr.SubQuery); ok {
		if isScalar(q) {
			return nil
		}
		return e
	}
	if q, ok := negated(e); ok && !isScalar(q) {
		return e
	}
	if c, ok := e.(*expr.Call); ok {
		for _, a := range c.Args {
			if found := findSubQuery(a); found != nil {
				return found
			}
		}
	}
	return nil
}

// join joins one IN or EXISTS and gives what stands for it in the condition, nil if it cannot.
func (s *subQueries) join(call expr.Expr) expr.Expr {
	q, plain := call.(*expr.SubQuery)
	not := !plain
	if not {
		q, _ = negated(call)
	}
	var right *logical.Node
	var cond expr.Expr
	if f := s.decorrelated(q); f != nil {
		right, cond = f.r, f.c
	}
	switch q.Op.Op {
	case expr.In:
		return s.in(q, not, right, cond)
	case expr.Exists:
		return s.exists(q, not, right, cond)
	}
	return nil
}

// decorrelated gives the tree of q without its correlated conjuncts, and these over the row of the filter and q's; nil
// if it is not correlated.
func (s *subQueries) decorrelated(q *expr.SubQuery) *frame {
	if len(s.vars) == 0 {
		return nil
	}
	rel := q.Rel.(*logical.Node)
	if q.Op.Op == expr.In && asProject(rel) == nil {
		rel = rawProject(rel, identity(rel.Row), rel.Row.Names())
	}
	d := subDecorrelator{c: s.c, vars: s.vars}
	f := d.rel(rel)
	if f == nil || f.c == nil {
		return nil
	}
	if q.Op.Op == expr.Exists {
		f = d.onlyCorrelated(f)
	}
	nLeft := len(s.n.Row.Fields)
	f.c = replace(f.c, func(x expr.Expr) expr.Expr {
		switch y := x.(type) {
		case *expr.FieldAccess:
			if _, ok := y.Row.(*expr.CorrelRef); ok {
				return expr.NewRef(y.Field, y.Type())
			}
		case *expr.Ref:
			return expr.NewRef(y.Index+nLeft, y.Type())
		}
		return nil
	})
	return f
}

// adjust moves a condition to a left side that has grown since.
func (s *subQueries) adjust(cond expr.Expr, grown int) expr.Expr {
	if cond == nil || grown == 0 {
		return cond
	}
	return moveFrom(cond, len(s.n.Row.Fields), grown)
}

func (s *subQueries) in(q *expr.SubQuery, not bool, right *logical.Node, cond expr.Expr) expr.Expr {
	for _, a := range q.Args {
		if readsOuter(a) {
			return nil
		}
	}
	if right == nil {
		right = q.Rel.(*logical.Node)
	}
	before := len(s.left.Row.Fields)
	args := s.operands(q.Args)
	cond = s.adjust(cond, len(s.left.Row.Fields)-before)
	nLeft := len(s.left.Row.Fields)
	var list []expr.Expr
	for i, a := range args {
		eq := expr.EqualsOf(a, expr.NewRef(nLeft+i, right.Row.Fields[i].Type))
		if not {
			eq = expr.Disjunction(eq, expr.IsNullOf(eq))
		}
		list = append(list, eq)
	}
	if cond != nil {
		list = append(list, cond)
	}
	return s.semiJoin(not, expr.Conjunction(list...), right)
}

// operands makes columns of the left side of what stands left of IN.
func (s *subQueries) operands(args []expr.Expr) []expr.Expr {
	plain := true
	for _, a := range args {
		_, ok := a.(*expr.Ref)
		plain = plain && ok
	}
	if plain {
		return args
	}
	list := identity(s.left.Row)
	out := make([]expr.Expr, len(args))
	for i, a := range args {
		at := -1
		for k, e := range list {
			if same(e, a) {
				at = k
				break
			}
		}
		if at < 0 {
			at = len(list)
			list = append(list, a)
		}
		out[i] = expr.NewRef(at, a.Type())
	}
	s.left = s.c.project(s.left, list, nil)
	return out
}

func (s *subQueries) exists(q *expr.SubQuery, not bool, right *logical.Node, cond expr.Expr) expr.Expr {
	rel := q.Rel.(*logical.Node)
	if logical.MinRows(rel) >= 1 {
		return boolean(!not)
	}
	if s.c.maxRows(rel) < 1 {
		return boolean(not)
	}
	if right == nil {
		right = s.c.anyRow(rel)
		cond = expr.NewRef(len(s.left.Row.Fields), right.Row.Fields[0].Type)
	}
	return s.semiJoin(not, cond, right)
}

// anyRow is one row that says whether n has any: IS NOT NULL(MIN(true)).
func (c *context) anyRow(n *logical.Node) *logical.Node {
	in := c.project(n, []expr.Expr{expr.True}, []string{"i"})
	agg := &logical.Aggregate{Calls: []logical.AggCall{{Op: expr.MinOp, Args: []int{0}, Filter: -1, Type: types.BooleanType, Name: "m"}}}
	min := aggregate(agg, n.Span, in)
	return c.project(min, []expr.Expr{expr.IsNotNullOf(expr.NewRef(0, min.Row.Fields[0].Type))}, nil)
}

func (s *subQueries) semiJoin(not bool, cond expr.Expr, right *logical.Node) expr.Expr {
	t := logical.Semi
	if not {
		t = logical.Anti
	}
	s.left = builderJoin(t, cond, s.n, s.left, right)
	return expr.True
}

// builderJoin joins as RelBuilder.join does: the condition simplified, NULL counting as false.
func builderJoin(t logical.JoinType, cond expr.Expr, at, left, right *logical.Node) *logical.Node {
	return join(&logical.Join{}, t, expr.Simplify(collapseNotDistinct(cond), expr.NullFalse, nil), at.Span, left, right)
}

func boolean(b bool) expr.Expr {
	if b {
		return expr.True
	}
	return expr.False
}
