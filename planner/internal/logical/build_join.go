package logical

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// join makes a join of FROM (convertJoin).
func (b *board) join(j *ast.Join) *Node {
	b.session.Budget.Check()
	sc := b.in.Scopes[j]
	left, right := b.newBoard(sc, false), b.newBoard(sc, false)
	l := left.unaliased(j.L)
	r := right.unaliased(j.R)
	on := b.newBoard(sc, false)
	on.inputs = []*Node{l, r}
	cond := expr.Expr(expr.True)
	switch {
	case j.On != nil:
		cond = on.convert(j.On)
	case len(b.in.Common[j]) > 0:
		cond = usingCondition(b.in.Common[j], l, r)
	}
	n := on.makeJoin(l, r, cond, joinTypeOf(j.Kind), j)
	if n.Span.IsZero() {
		n.Span = j.Span()
	}
	return n
}

func joinTypeOf(k ast.JoinKind) JoinType {
	switch k {
	case ast.Left:
		return Left
	case ast.Right:
		return Right
	case ast.Full:
		return Full
	}
	return Inner
}

// usingCondition equates the columns of USING and NATURAL (convertUsing).
func usingCondition(names []string, l, r *Node) expr.Expr {
	var terms []expr.Expr
	for _, n := range names {
		a, c := l.Row.FieldIndex(n), r.Row.FieldIndex(n)
		terms = append(terms, expr.EqualsOf(expr.NewRef(a, l.Row.Fields[a].Type), expr.NewRef(len(l.Row.Fields)+c, r.Row.Fields[c].Type)))
	}
	return expr.Conjunction(terms...)
}

// makeJoin makes a Correlate where the right side reads the left row, otherwise a join (createJoin).
func (b *board) makeJoin(l, r *Node, cond expr.Expr, t JoinType, j *ast.Join) *Node {
	use := b.correlationUse(r)
	if use == nil {
		return newJoin(l, r, cond, t, j.Span())
	}
	if t == Right || t == Full {
		diag.Fail(diag.IllegalState, j.KindAt, "Unknown join type %s", map[JoinType]string{Right: "RIGHT", Full: "FULL"}[t])
	}
	right := use.node
	required := use.required
	if !expr.AlwaysTrue(cond) {
		row := types.RowType(l.Row.Fields...)
		width := len(l.Row.Fields)
		cond = expr.MapRefs(cond, func(x *expr.Ref) expr.Expr {
			if x.Index >= width {
				return expr.NewRef(x.Index-width, x.Type())
			}
			required = required.With(x.Index)
			return expr.NewFieldAccess(expr.NewCorrelRef(use.id, row), x.Index)
		})
		right = rel1(&Filter{Cond: cond}, right.Row, j.Span(), right)
	}
	return rel2(&Correlate{ID: use.id, Type: t, Required: required.Slice()}, JoinRow(t, l.Row, right.Row), j.Span(), l, right)
}

// newJoin makes a join whose condition is simplified, with the operands of its equalities that are not columns computed
// below it (RelBuilder.join, RelOptUtil.pushDownJoinConditions).
func newJoin(l, r *Node, cond expr.Expr, t JoinType, at source.Span) *Node {
	cond = expr.Simplify(expr.CollapseNotDistinct(cond), expr.NullFalse, nil)
	return PushJoinCondition(l, r, &Join{Type: t, Cond: cond}, at)
}

// PushJoinCondition computes below a join the operands of its equalities that are not columns, and projects them away again
// above it (RelOptUtil.pushDownJoinConditions).
func PushJoinCondition(l, r *Node, j *Join, at source.Span) *Node {
	lw, rw := len(l.Row.Fields), len(r.Row.Fields)
	p := &conditionPush{left: lw, right: rw}
	cond := j.Cond
	if !expr.Any(cond, isSubQuery) {
		cond = p.push(cond)
	}
	l = withExtra(l, p.extraLeft, 0, at)
	r = withExtra(r, p.extraRight, lw+len(p.extraLeft), at)
	op := *j
	op.Cond = cond
	n := rel2(&op, JoinRow(j.Type, l.Row, r.Row), at, l, r)
	if len(p.extraLeft)+len(p.extraRight) == 0 {
		return n
	}
	var items []namedExpr
	for i, f := range n.Row.Fields {
		if i < lw || i >= lw+len(p.extraLeft) && i < lw+len(p.extraLeft)+rw {
			items = append(items, namedExpr{e: expr.NewRef(i, f.Type)})
		}
	}
	return project(n, items, false, nil, at)
}

func isSubQuery(e expr.Expr) bool {
	_, ok := e.(*expr.SubQuery)
	return ok
}

// withExtra adds computed columns behind a node's own; offset is where the node's columns start in the expressions.
func withExtra(n *Node, extra []expr.Expr, offset int, at source.Span) *Node {
	if len(extra) == 0 {
		return n
	}
	items := refs(n)
	for i := range items {
		items[i].name = n.Row.Fields[i].Name
	}
	for _, e := range extra {
		items = append(items, namedExpr{e: expr.Shift(e, -offset)})
	}
	return project(n, items, false, nil, at)
}

// conditionPush is the state of pushDownEqualJoinConditions.
type conditionPush struct {
	left, right           int
	extraLeft, extraRight []expr.Expr
}

func (p *conditionPush) mid() int { return p.left + len(p.extraLeft) }

type joinSide uint8

const (
	noSide joinSide = iota
	leftSide
	rightSide
	bothSides
)

func sideOf(e expr.Expr, mid int) joinSide {
	s := noSide
	for _, c := range expr.Refs(e).Slice() {
		if c < mid {
			s |= leftSide
		} else {
			s |= rightSide
		}
	}
	return s
}

func (p *conditionPush) push(e expr.Expr) expr.Expr {
	e = expr.CollapseNotDistinct(e)
	c, isCall := e.(*expr.Call)
	switch e.(type) {
	case *expr.Ref, *expr.Literal:
		return e
	}
	if isCall {
		switch c.Op.Op {
		case expr.Or, expr.Not:
			return e
		case expr.And:
			return p.operands(c, true)
		case expr.Equals, expr.IsNotDistinctFrom:
			a, z := sideOf(c.Args[0], p.mid()), sideOf(c.Args[1], p.mid())
			if a|z != bothSides || a == bothSides || z == bothSides || a == noSide || z == noSide {
				return e
			}
			return p.operands(c, false)
		}
	}
	mid := p.mid()
	switch sideOf(e, mid) {
	case leftSide:
		shiftAll(p.extraRight, mid, 1)
		p.extraLeft = append(p.extraLeft, e)
		return expr.NewRef(mid, e.Type())
	case rightSide:
		at := mid + p.right + len(p.extraRight)
		p.extraRight = append(p.extraRight, e)
		return expr.NewRef(at, e.Type())
	}
	return e
}

// operands pushes the operands of an AND, of which only equalities count, or of an equality.
func (p *conditionPush) operands(c *expr.Call, and bool) expr.Expr {
	rest := append([]expr.Expr(nil), c.Args...)
	var done []expr.Expr
	for i := range rest {
		o := expr.CollapseNotDistinct(rest[i])
		if and && !expr.Is(o, expr.Equals) && !expr.Is(o, expr.IsNotDistinctFrom) {
			done = append(done, o)
			continue
		}
		before := p.mid()
		e := p.push(o)
		if e != o {
			shiftAll(rest[i+1:], before, p.mid()-before)
			shiftAll(done, before, p.mid()-before)
		}
		done = append(done, e)
	}
	return expr.At(expr.NewCall(c.Op, c.Type(), done...), c.Span())
}

// shiftAll moves the references from column at on by n.
func shiftAll(es []expr.Expr, at, n int) {
	if n == 0 {
		return
	}
	for i, e := range es {
		es[i] = expr.MapRefs(e, func(r *expr.Ref) expr.Expr {
			if r.Index < at {
				return r
			}
			return expr.NewRef(r.Index+n, r.Type())
		})
	}
}

// correlated is what a tree reads of an outer row.
type correlationUse struct {
	id       int
	required keys.Cols
	node     *Node
}

// correlationUse finds the variables of n that stand for a row of b's scope and makes one of them (getCorrelationUse).
func (b *board) correlationUse(n *Node) *correlationUse {
	if len(b.correlated) == 0 {
		return nil
	}
	var ids []int
	var use correlationUse
	for _, id := range variablesOf(n) {
		c := b.correlated[id]
		if c == nil || !b.owns(c) {
			continue
		}
		ids = append(ids, id)
		use.required = use.required.With(c.index)
	}
	if len(ids) == 0 {
		return nil
	}
	use.id, use.node = ids[0], n
	if len(ids) > 1 {
		use.node = replaceVariables(n, ids)
	}
	return &use
}

// owns says that a variable stands for a row of the scope that b converts in, or of the left side of its join.
func (b *board) owns(c *correlation) bool { return c.scope == b.scope || c.scope.Lateral == b.scope }
