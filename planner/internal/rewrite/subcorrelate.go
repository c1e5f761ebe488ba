package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// filterSubQuery joins the sub-queries that are left in a filter to its input, correlated ones by a correlate.
var filterSubQuery = &rule{
	name: "FilterSubQueryToCorrelate", class: "SubQueryRemoveRule.FILTER", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n)
		q := firstSubQuery(f.Cond)
		if q == nil {
			return nil
		}
		r := &remover{c: c, at: n, n: n.Input()}
		cond := f.Cond
		for ; q != nil; q = firstSubQuery(cond) {
			r.only = f.Variables
			value := r.apply(q, logicOf(onlyTrue, []expr.Expr{cond}, q), len(r.n.Row.Fields))
			cond = putFor(cond, q, value)
		}
		now := c.filter(r.n, n.Span, cond)
		if isEmpty(now) {
			return empty(n.Row, n.Span)
		}
		return c.project(now, identity(now.Row)[:len(n.Row.Fields)], nil)
	},
}

// projectSubQuery joins a sub-query of a projection to its input.
var projectSubQuery = &rule{
	name: "ProjectSubQueryToCorrelate", class: "SubQueryRemoveRule.PROJECT", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n)
		var q *expr.SubQuery
		for _, e := range p.Exprs {
			if q = firstSubQuery(e); q != nil {
				break
			}
		}
		if q == nil {
			return nil
		}
		r := &remover{c: c, at: n, n: n.Input()}
		value := r.apply(q, logicOf(trueFalseUnknown, p.Exprs, q), len(r.n.Row.Fields))
		list := make([]expr.Expr, len(p.Exprs))
		for i, e := range p.Exprs {
			list[i] = putFor(e, q, value)
		}
		return c.project(r.n, list, n.Row.Names())
	},
}

// joinSubQuery joins a sub-query of a join's condition to the right input. The rule counts columns as if the left input
// stood below that join too, and only a scalar sub-query is found again: what it makes of the others reads whatever
// column has that number, and so does an outer row.
//
//	SELECT … FROM l LEFT JOIN r ON l.a = r.a AND NOT EXISTS (SELECT 1 FROM s WHERE s.b = l.b)
var joinSubQuery = &rule{
	name: "JoinSubQueryToCorrelate", class: "SubQueryRemoveRule.JOIN", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		q := firstSubQuery(j.Cond)
		if q == nil {
			return nil
		}
		left, right := n.Inputs[0], n.Inputs[1]
		r := &remover{c: c, at: n, n: right}
		l := logicOf(onlyTrue, []expr.Expr{j.Cond}, q)
		var value expr.Expr
		if isScalar(q) {
			value = expr.Shift(r.apply(q, l, len(right.Row.Fields)), len(left.Row.Fields))
		} else {
			value = r.apply(q, l, len(n.Row.Fields))
		}
		now := builderJoin(j.Type, putFor(j.Cond, q, value), n, left, r.n)
		return c.project(now, identity(now.Row)[:len(n.Row.Fields)], nil)
	},
}

// checkEquated fails as Flink does where the condition of a join equates a column that neither side has: but it
// is asked first whether outer rows are left (RelMdPredicates.JoinConditionBasedPredicateInference).
func (r *remover) checkEquated(cond expr.Expr, right *logical.Node) {
	nLeft := len(r.n.Row.Fields)
	width := nLeft + len(right.Row.Fields)
	for _, e := range conjuncts(cond) {
		call, ok := e.(*expr.Call)
		if !ok || call.Op.Op != expr.Equals {
			continue
		}
		far, ok := call.Args[1].(*expr.Ref)
		if !ok || far.Index < width {
			continue
		}
		near, plain := call.Args[0].(*expr.Ref)
		computed := refs(call.Args[0])
		switch {
		case plain && near.Index >= width:
			diag.Fail(nullPointer, r.at.Span, "equivalence.get(p1) for %d", near.Index)
		case plain && near.Type().SameIgnoringNull(far.Type()):
			diag.Fail(nullPointer, r.at.Span, "equivalence.get(p2) for %d", far.Index)
		case !plain && !computed.Empty() && rangeOf(nLeft).Contains(computed): // the computed column has moved it
			diag.Fail(nullPointer, r.at.Span, "equivalence.get(p2) for %d", far.Index+1)
		default:
			diag.Unknown(r.at.Span, "this IN in the condition of a join")
		}
	}
}

func firstSubQuery(e expr.Expr) *expr.SubQuery {
	var found *expr.SubQuery
	expr.Any(e, func(x expr.Expr) bool {
		if q, ok := x.(*expr.SubQuery); ok && found == nil {
			found = q
		}
		return found != nil
	})
	return found
}

func putFor(e expr.Expr, q *expr.SubQuery, value expr.Expr) expr.Expr {
	return replace(e, func(x expr.Expr) expr.Expr {
		if y, ok := x.(*expr.SubQuery); ok && same(y, q) {
			return value
		}
		return nil
	})
}

// remover adds what sub-queries need to n (Calcite's SubQueryRemoveRule over a RelBuilder).
type remover struct {
	c    *context
	at   *logical.Node
	n    *logical.Node
	only []int // the outer rows that count, nil for all
	vars []int // the outer rows that the sub-query at hand reads
}

// apply joins q and gives the expression that stands for it.
func (r *remover) apply(q *expr.SubQuery, l logic, offset int) expr.Expr {
	rel := q.Rel.(*logical.Node)
	r.vars = outerRows(rel, r.only)
	switch q.Op.Op {
	case expr.ScalarQuery:
		return r.scalar(rel, offset)
	case expr.Exists:
		return r.exists(rel, l)
	case expr.In:
		return r.in(q, rel, l, offset)
	case expr.Some:
		return r.some(q, rel)
	}
	diag.Unknown(r.at.Span, "the sub-query %s here", q.Op.Name)
	return nil
}

// outerRows lists the correlation variables read in a tree, those of only if that is not empty.
func outerRows(n *logical.Node, only []int) []int {
	var s keys.Cols
	collectOuter(n, &s)
	var list []int
	for id := range s.All() {
		if len(only) == 0 || containsInt(only, id) {
			list = append(list, id)
		}
	}
	return list
}

func containsInt(list []int, i int) bool {
	for _, x := range list {
		if x == i {
			return true
		}
	}
	return false
}

// collectOuter gathers the outer rows that the tree reads and does not set itself.
func collectOuter(n *logical.Node, s *keys.Cols) {
	for _, e := range nodeExprs(n) {
		expr.Any(e, func(x expr.Expr) bool {
			switch y := x.(type) {
			case *expr.CorrelRef:
				*s = s.With(y.ID)
			case *expr.SubQuery:
				collectOuter(y.Rel.(*logical.Node), s)
			}
			return false
		})
	}
	for _, in := range n.Inputs {
		collectOuter(in, s)
	}
	switch o := n.Op.(type) {
	case *logical.Correlate:
		*s = s.Minus(keys.Of(o.ID))
	case *logical.Filter:
		*s = s.Minus(keys.Of(o.Variables...))
	case *logical.Project:
		*s = s.Minus(keys.Of(o.Variables...))
	}
}

// nodeExprs lists the expressions of a node.
func nodeExprs(n *logical.Node) []expr.Expr {
	switch o := n.Op.(type) {
	case *logical.Filter:
		return []expr.Expr{o.Cond}
	case *logical.Project:
		return o.Exprs
	case *logical.Join:
		return []expr.Expr{o.Cond}
	case *logical.TableFunctionScan:
		if o.Call != nil {
			return []expr.Expr{o.Call}
		}
	case *logical.Snapshot:
		return []expr.Expr{o.Period}
	}
	return nil
}

// join joins right to n, by a correlate if it reads n's row (RelBuilder.join with variables).
func (r *remover) join(t logical.JoinType, cond expr.Expr, right *logical.Node) {
	id := -1
	if len(r.vars) == 1 {
		id = r.vars[0]
	}
	if id < 0 {
		if len(r.vars) > 1 {
			r.c.unjoined = true
		} else {
			r.checkEquated(cond, right)
		}
		r.n = builderJoin(t, cond, r.at, r.n, right)
		return
	}
	if t == logical.Left && !expr.AlwaysTrue(cond) {
		right = r.c.filter(right, r.at.Span, r.correlatedCondition(cond, id, right.Row))
	}
	op := &logical.Correlate{ID: id, Type: t, Required: outerColumns(right, id).Slice()}
	left := r.n
	r.n = node(op, logical.JoinRow(t, left.Row, right.Row), r.at.Span, left, right)
	if t == logical.Inner {
		r.n = r.c.filter(r.n, r.at.Span, cond)
	}
}

// correlatedCondition spells a condition over both sides as one over right, a row, that reads the outer row.
func (r *remover) correlatedCondition(cond expr.Expr, id int, right *types.Type) expr.Expr {
	nLeft := len(r.n.Row.Fields)
	outer := expr.NewCorrelRef(id, r.n.Row)
	return expr.MapRefs(cond, func(x *expr.Ref) expr.Expr {
		if x.Index < nLeft {
			return expr.NewFieldAccess(outer, x.Index)
		}
		if width := len(right.Fields); x.Index-nLeft >= width {
			outOfBounds(r.at, x.Index-nLeft, width)
		}
		return expr.NewRef(x.Index-nLeft, right.Fields[x.Index-nLeft].Type)
	})
}

// outerColumns gives the columns of outer row id that the tree reads (RelOptUtil.correlationColumns).
func outerColumns(n *logical.Node, id int) keys.Cols {
	var s keys.Cols
	for _, e := range nodeExprs(n) {
		expr.Any(e, func(x expr.Expr) bool {
			switch y := x.(type) {
			case *expr.FieldAccess:
				if c, ok := y.Row.(*expr.CorrelRef); ok && c.ID == id {
					s = s.With(y.Field)
				}
			case *expr.SubQuery:
				s = s.Union(outerColumns(y.Rel.(*logical.Node), id))
			}
			return false
		})
	}
	for _, in := range n.Inputs {
		s = s.Union(outerColumns(in, id))
	}
	return s
}

// field is column i of what has been joined so far.
func (r *remover) field(i int) expr.Expr { return expr.NewRef(i, r.n.Row.Fields[i].Type) }

func (r *remover) last() expr.Expr { return r.field(len(r.n.Row.Fields) - 1) }

func (r *remover) scalar(rel *logical.Node, offset int) expr.Expr {
	if r.c.uniq.Unique(rel, keys.Cols{}) != yes {
		t := rel.Row.Fields[0].Type.WithNullable(true)
		agg := &logical.Aggregate{Calls: []logical.AggCall{{Op: expr.SingleValueOp, Args: []int{0}, Filter: -1, Type: t}}}
		rel = r.c.aggregateOver(agg, rel, r.at)
	}
	r.join(logical.Left, expr.True, rel)
	return r.field(offset)
}

func (r *remover) exists(rel *logical.Node, l logic) expr.Expr {
	if logical.MinRows(rel) >= 1 {
		return expr.True
	}
	if r.c.maxRows(rel) < 1 {
		return expr.False
	}
	one := r.c.distinct(r.c.project(rel, []expr.Expr{expr.True}, []string{"i"}))
	if l == onlyTrue {
		r.join(logical.Inner, expr.True, one)
		return expr.True
	}
	r.join(logical.Left, expr.True, one)
	return expr.IsNotNullOf(r.last())
}

func countCall(name string, args ...int) logical.AggCall {
	return logical.AggCall{Op: expr.CountOp, Args: args, Filter: -1, Type: types.BigIntType.WithNullable(false), Name: name}
}

// caseOf is a CASE of conditions and values, the last value standing alone.
func caseOf(t *types.Type, args ...expr.Expr) expr.Expr {
	return expr.NewCall(expr.CaseOp, expr.CaseType(t, args), args...)
}
