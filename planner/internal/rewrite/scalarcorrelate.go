package rewrite

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// scalarProject joins a correlated scalar sub-query as it is where its correlation names a key: it gives one row without
// being asked to.
//
//	SELECT (SELECT name FROM c WHERE c.id = p.cid) FROM p
//
// Without a correlated filter, the one item may read the outer row: then the rest of it is checked for one row.
var scalarProject = &rule{
	name: "RemoveCorrelationForScalarProject", class: "RelDecorrelator.RemoveCorrelationForScalarProjectRule", on: correlateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.Correlate)
		agg, ok := n.Inputs[1].Op.(*logical.Aggregate)
		if !ok || o.Type != logical.Left || len(agg.Group) > 0 || len(agg.Calls) != 1 || agg.Calls[0].Op.Op != expr.SingleValue {
			return nil
		}
		p := asProject(n.Inputs[1].Input())
		if p == nil || len(p.Exprs) != 1 {
			return nil
		}
		s := scalarCorrelate{c: c, n: n, o: o, nLeft: len(n.Inputs[0].Row.Fields)}
		right := n.Inputs[1].Input().Input()
		cond := expr.Expr(expr.True)
		if f := asFilter(right); f != nil && expr.HasCorrel(f.Cond, -1) {
			right = right.Input()
			at := s.keyOf(f.Cond, right, p.Exprs)
			if at < 0 {
				return nil
			}
			cond = s.aboveJoin(f.Cond)
			s.marker = s.nLeft + at
		} else {
			if !expr.HasCorrel(p.Exprs[0], -1) || readsVariables(right) || !s.only(p.Exprs...) {
				return nil
			}
			right = singleValues(s.marked(right))
			s.marker = s.nLeft + len(right.Row.Fields) - 1
		}
		made := builderJoin(o.Type, cond, n, n.Inputs[0], right)
		list := append(identity(n.Inputs[0].Row), s.padded(p.Exprs[0], made))
		names := append(n.Inputs[0].Row.Names(), n.Inputs[1].Input().Row.Fields[0].Name)
		uniqueByCount(names)
		c.uncorrelated = uncorrelated{any: true, id: o.ID}
		return c.projectNamed(made, list, names, true)
	},
}

// scalarAggregate computes a correlated scalar aggregate above the join where its correlation names a key of the outer
// rows: it groups by all columns of theirs.
//
//	SELECT (SELECT 2 * MAX(v) FROM p WHERE p.cid = c.id) FROM c
var scalarAggregate = &rule{
	name: "RemoveCorrelationForScalarAggregate", class: "RelDecorrelator.RemoveCorrelationForScalarAggregateRule", on: correlateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.Correlate)
		out := asProject(n.Inputs[1])
		if out == nil || len(out.Exprs) != 1 || o.Type != logical.Left {
			return nil
		}
		agg, ok := n.Inputs[1].Input().Op.(*logical.Aggregate)
		if !ok || agg.Sets != nil || len(agg.Group) > 0 {
			return nil
		}
		p := asProject(n.Inputs[1].Input().Input())
		if p == nil {
			return nil
		}
		s := scalarCorrelate{c: c, n: n, o: o, nLeft: len(n.Inputs[0].Row.Fields)}
		right := n.Inputs[1].Input().Input().Input()
		cond := expr.Expr(expr.True)
		if f := asFilter(right); f != nil && expr.HasCorrel(f.Cond, -1) {
			right = right.Input()
			if !s.outerKey(f.Cond, right, p.Exprs) {
				return nil
			}
			cond = s.aboveJoin(f.Cond)
		} else if !slices.ContainsFunc(p.Exprs, func(e expr.Expr) bool { return expr.HasCorrel(e, -1) }) || readsVariables(right) ||
			!s.only(p.Exprs...) || c.uniq.Unique(n.Inputs[0], rangeOf(s.nLeft)) != yes {
			return nil
		}
		right = s.marked(right)
		c.uncorrelated = uncorrelated{any: true, id: o.ID, aggregate: true}
		return s.grouped(out, agg, p, builderJoin(o.Type, cond, n, n.Inputs[0], right))
	},
}

// uncorrelated is the last correlate that one of the two rules has made a join of, if any.
type uncorrelated struct {
	any       bool
	id        int
	aggregate bool // by scalarAggregate
}

func scalarProjectShape(right *logical.Node) bool {
	_, ok := right.Op.(*logical.Aggregate)
	return ok && asProject(right.Input()) != nil
}

func scalarAggregateShape(right *logical.Node) bool {
	if asProject(right) == nil {
		return false
	}
	agg, ok := right.Input().Op.(*logical.Aggregate)
	return ok && agg.Sets == nil && asProject(right.Input().Input()) != nil
}

// forgotten reports that the planner no longer knows of any correlate in the tree: it forgets a name with the first correlate
// that is made a join, and looks again only where one of the rules looks at another correlate afterwards
// (RelDecorrelator.removeCorVarFromTree, setCurrent).
func (c *context) forgotten(n *logical.Node) bool {
	last := c.uncorrelated
	if !last.any {
		return false
	}
	for n := range rel.All(n) {
		o, ok := n.Op.(*logical.Correlate)
		if ok && (o.ID != last.id || scalarAggregateShape(n.Inputs[1]) || !last.aggregate && scalarProjectShape(n.Inputs[1])) {
			return false
		}
	}
	return true
}

// scalarCorrelate is the work of one of the two rules on the correlate n.
type scalarCorrelate struct {
	c     *context
	n     *logical.Node
	o     *logical.Correlate
	nLeft int
	// marker is the column of the join that is NULL where the sub-query has no row.
	marker int
}

// keyOf gives the first column of in that cond compares with something of the outer row, -1 unless all that it compares
// make a key of in.
func (s *scalarCorrelate) keyOf(cond expr.Expr, in *logical.Node, items []expr.Expr) int {
	if readsVariables(in) {
		return -1
	}
	var cols keys.Cols
	var outside []expr.Expr
	first := -1
	for _, e := range conjuncts(cond) {
		a, b, ok := equalityOf(e)
		if !ok {
			continue
		}
		r, isRef := b.(*expr.Ref)
		if isRef && refs(a).Empty() {
			outside = append(outside, a)
		} else if r, isRef = a.(*expr.Ref); isRef && refs(b).Empty() {
			outside = append(outside, b)
		} else {
			continue
		}
		cols = cols.With(r.Index)
		if first < 0 {
			first = r.Index
		}
	}
	if first < 0 || s.c.uniq.Unique(in, cols) != yes || !s.compares(cond, outside) || !s.only(cond) || !s.only(items...) {
		return -1
	}
	return first
}

// outerKey reports a condition whose outer columns, each compared with something of the sub-query, are a key.
func (s *scalarCorrelate) outerKey(cond expr.Expr, in *logical.Node, items []expr.Expr) bool {
	if readsVariables(in) {
		return false
	}
	var cols keys.Cols
	var outside []expr.Expr
	for _, e := range conjuncts(cond) {
		a, b, ok := equalityOf(e)
		if !ok {
			continue
		}
		if _, is := outerColumn(b); !is || hasFieldAccess(a) {
			a, b = b, a
		}
		if o, is := outerColumn(b); is && !hasFieldAccess(a) {
			cols = cols.With(o.field)
			outside = append(outside, b)
		}
	}
	return !cols.Empty() && s.c.uniq.Unique(s.n.Inputs[0], cols) == yes && s.compares(cond, outside) && s.only(cond) && s.only(items...)
}

func equalityOf(e expr.Expr) (a, b expr.Expr, ok bool) {
	call, ok := e.(*expr.Call)
	if !ok || call.Op.Op != expr.Equals {
		return nil, nil, false
	}
	return call.Args[0], call.Args[1], true
}

func hasFieldAccess(e expr.Expr) bool {
	return expr.Any(e, func(x expr.Expr) bool { _, ok := x.(*expr.FieldAccess); return ok })
}

// compares reports whether every outer column of cond is read by one of what it compares.
func (s *scalarCorrelate) compares(cond expr.Expr, outside []expr.Expr) bool {
	known := outers(outside...)
	for _, o := range outers(cond) {
		if !slices.Contains(known, o) {
			return false
		}
	}
	return true
}

// only reports whether the expressions read no outer row but that of the correlate (checkCorVars), which must be the last
// one of its name: of two sub-queries of one SELECT, the first goes first.
func (s *scalarCorrelate) only(list ...expr.Expr) bool {
	for _, o := range outers(list...) {
		if o.id != s.o.ID {
			return false
		}
	}
	return !slices.ContainsFunc(s.n.Inputs, func(in *logical.Node) bool { return hasCorrelate(in, s.o.ID) })
}

// hasCorrelate reports a correlate of that name in the tree.
func hasCorrelate(n *logical.Node, id int) bool {
	if o, ok := n.Op.(*logical.Correlate); ok && o.ID == id {
		return true
	}
	return slices.ContainsFunc(n.Inputs, func(in *logical.Node) bool { return hasCorrelate(in, id) })
}

// readsVariables reports an outer row read in the tree (RelOptUtil.getVariablesUsed).
func readsVariables(n *logical.Node) bool { return len(outerRows(n, nil)) > 0 }

// marked adds a column that is TRUE.
func (s *scalarCorrelate) marked(n *logical.Node) *logical.Node {
	names := append(n.Row.Names(), "nullIndicator")
	uniqueByCount(names)
	return s.c.projectNamed(n, append(identity(n.Row), expr.True), names, true)
}

// singleValues checks all columns for one row.
func singleValues(n *logical.Node) *logical.Node {
	op := &logical.Aggregate{}
	for i, f := range n.Row.Fields {
		op.Calls = append(op.Calls, logical.AggCall{Op: expr.SingleValueOp, Args: []int{i}, Filter: -1, Type: f.Type.WithNullable(true)})
	}
	return aggregate(op, n.Span, n)
}

// aboveJoin is an expression of the sub-query over the row of the join.
func (s *scalarCorrelate) aboveJoin(e expr.Expr) expr.Expr {
	return replace(e, func(x expr.Expr) expr.Expr {
		if o, ok := outerColumn(x); ok {
			return expr.NewRef(o.field, x.Type())
		}
		if r, ok := x.(*expr.Ref); ok {
			return expr.NewRef(r.Index+s.nLeft, r.Type())
		}
		return nil
	})
}

// padded is aboveJoin that gives NULL where the join has padded the row: each part but a plain column asks the marker
// (RemoveCorrelationRexShuttle with a null indicator).
func (s *scalarCorrelate) padded(e expr.Expr, joined *logical.Node) expr.Expr {
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		if o, ok := outerColumn(x); ok {
			return s.unlessPadded(expr.NewRef(o.field, x.Type()), joined)
		}
		switch y := x.(type) {
		case *expr.Ref:
			return expr.NewRef(y.Index+s.nLeft, y.Type().WithNullable(true))
		case *expr.Literal:
			if y.Value != nil && y.Type().Kind != types.Symbol {
				return s.unlessPadded(y, joined)
			}
		case *expr.Call:
			return s.unlessPadded(withNullableArgs(y), joined)
		}
		return x
	})
}

// withNullableArgs is a call whose arguments may have become nullable, typed accordingly.
func withNullableArgs(c *expr.Call) expr.Expr {
	t := c.Type()
	switch c.Op.Op {
	case expr.Cast, expr.IsNull, expr.IsNotNull, expr.IsTrue, expr.IsNotTrue, expr.IsFalse, expr.IsNotFalse:
		return c
	case expr.Case:
		t = expr.CaseType(t, c.Args)
	case expr.Coalesce:
		t = t.WithNullable(!slices.ContainsFunc(c.Args, func(e expr.Expr) bool { return !e.Type().Nullable }))
	default:
		t = t.WithNullable(t.Nullable || expr.Nullable(c.Args...))
	}
	if t.Equal(c.Type()) {
		return c
	}
	return expr.NewCall(c.Op, t, c.Args...)
}

func (s *scalarCorrelate) unlessPadded(e expr.Expr, joined *logical.Node) expr.Expr {
	t := e.Type().WithNullable(true)
	marker := expr.NewRef(s.marker, joined.Row.Fields[s.marker].Type.WithNullable(true))
	return caseOf(t, expr.IsNullOf(marker), expr.NullOf(t), expr.CastTo(e, t))
}

// grouped is the aggregate over the join: by all outer columns, COUNT(*) counting the marker.
func (s *scalarCorrelate) grouped(out *logical.Project, agg *logical.Aggregate, p *logical.Project, joined *logical.Node) *logical.Node {
	s.marker = len(joined.Row.Fields) - 1
	list := identity(s.n.Inputs[0].Row)
	for _, e := range p.Exprs {
		list = append(list, s.padded(e, joined))
	}
	at := len(list)
	list = append(list, expr.NewRef(s.marker, joined.Row.Fields[s.marker].Type))
	in := s.c.project(joined, list, nil)
	op := &logical.Aggregate{Group: identityMap(s.nLeft)}
	for _, call := range agg.Calls {
		if call.Op.Op == expr.Count && len(call.Args) == 0 {
			call.Args = []int{at}
		} else {
			args := make([]int, len(call.Args))
			for i, a := range call.Args {
				args[i] = a + s.nLeft
			}
			call.Args = args
		}
		if call.Filter >= 0 {
			call.Filter += s.nLeft
		} else if len(call.Args) > 0 && typeOfEmpty(&call) == call.Type {
			call.Type = inferCall(call.Op, in.Row, call.Args, s.nLeft > 0)
		}
		op.Calls = append(op.Calls, call)
	}
	made := s.c.aggregateOver(op, in, s.n)
	top := identity(made.Row)[:s.nLeft:s.nLeft]
	item := s.aboveJoin(out.Exprs[0])
	top = append(top, expr.CastTo(item, item.Type().WithNullable(true)))
	return s.c.project(made, top, nil)
}
