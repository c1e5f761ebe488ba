package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// narrowing says which columns of a node stay and where they move: Calcite's PushProjector without expressions that
// are to be preserved.
type narrowing struct {
	cols keys.Cols
	at   []int // new position by old one
}

func narrowTo(cols keys.Cols, n int) narrowing {
	w := narrowing{cols: cols, at: make([]int, n)}
	k := 0
	for i := range w.at {
		w.at[i] = -1
		if cols.Has(i) {
			w.at[i] = k
			k++
		}
	}
	return w
}

// apply rebinds e to the narrowed row.
func (w narrowing) apply(e expr.Expr, row *types.Type) expr.Expr {
	return over(e, row, func(i int) int { return w.at[i] })
}

func (w narrowing) applyAll(list []expr.Expr, row *types.Type) []expr.Expr {
	return eachExpr(list, func(e expr.Expr) expr.Expr {
		if r, ok := e.(*expr.Ref); ok {
			i := w.at[r.Index]
			return expr.NewRef(i, row.Fields[i].Type)
		}
		return nil
	})
}

// columns projects the columns of n that are in cols, offset below their numbers there; force keeps an identity.
func (c *context) columns(n *logical.Node, cols keys.Cols, offset int, force bool) *logical.Node {
	list := make([]expr.Expr, 0, len(n.Row.Fields))
	names := make([]string, 0, len(n.Row.Fields))
	for i, f := range n.Row.Fields {
		if cols.Has(i + offset) {
			list = append(list, expr.NewRef(i, f.Type))
			names = append(names, f.Name)
		}
	}
	return c.projectNamed(n, list, names, force)
}

// projectFilter copies the columns that a projection and the filter below it read to below the filter; where nothing
// is read, the first one.
//
//	SELECT id + 1 FROM p WHERE v > 3
var projectFilter = &rule{
	name: "ProjectFilterTranspose", class: "ProjectFilterTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n.Input())
		p := asProject(n)
		if f == nil || hasOver(p.Exprs) {
			return nil
		}
		in := n.Input().Input()
		used := addRefs(refs(p.Exprs...), f.Cond)
		size := len(in.Row.Fields)
		if used.Len() == size {
			return nil
		}
		if used.Empty() {
			if size == 1 {
				return nil
			}
			used = keys.Of(0)
		}
		w := narrowTo(used, size)
		below := c.columns(in, used, 0, true)
		below = c.filter(below, n.Input().Span, w.apply(f.Cond, below.Row))
		return c.project(below, w.applyAll(p.Exprs, below.Row), n.Row.Names())
	},
}

// projectJoin narrows the inputs of a join to the columns that its condition and the projection above read, at least
// one of each.
var projectJoin = &rule{
	name: "ProjectJoinTranspose", class: "FlinkProjectJoinTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node { return c.narrowJoin(n) },
}

// projectJoinCheaper is projectJoin where it competes by cost: a join that was made late. The width of its right input
// costs nothing, unless that is a table that can be read as narrow.
//
//	SELECT a.id FROM a JOIN b ON a.id = b.id WHERE b.v IN (SELECT v FROM c)
var projectJoinCheaper = &rule{
	name: "ProjectJoinTransposeCheaper", class: "FlinkProjectJoinTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		now := c.narrowJoin(n)
		if now == nil || !c.cheaper(now, n) && !narrowsRight(n, now) {
			return nil
		}
		return now
	},
}

// narrowsRight reports a projection n over a join whose right input is a scan that reads less in now.
func narrowsRight(n, now *logical.Node) bool {
	j := n.Input()
	if asProject(now) != nil {
		now = now.Input()
	}
	p := asProject(now.Inputs[1])
	return p != nil && narrowsScan(p, j.Inputs[1])
}

// narrowJoin is the projection n over a join of narrowed inputs, nil if nothing can be left out.
func (c *context) narrowJoin(n *logical.Node) *logical.Node {
	j := asJoin(n.Input())
	if j == nil || j.Type == logical.Semi || j.Type == logical.Anti {
		return nil
	}
	p := asProject(n)
	left, right := n.Input().Inputs[0], n.Input().Inputs[1]
	nLeft := len(left.Row.Fields)
	size := nLeft + len(right.Row.Fields)
	used := addRefs(refs(p.Exprs...), j.Cond)
	if !used.Intersects(keys.Range(0, nLeft)) {
		used = used.With(0)
	}
	if !used.Intersects(keys.Range(nLeft, size)) {
		used = used.With(nLeft)
	}
	if used.Len() == size {
		return nil
	}
	w := narrowTo(used, size)
	l := c.columns(left, used, 0, true)
	r := c.columns(right, used, nLeft, true)
	pair := &types.Type{Fields: append(append([]types.Field(nil), l.Row.Fields...), r.Row.Fields...)}
	now := join(j, j.Type, w.apply(j.Cond, pair), n.Input().Span, l, r)
	return c.project(now, w.applyAll(p.Exprs, now.Row), n.Row.Names())
}

// projectSemiJoin narrows both inputs of a semi or anti join to the columns that are read.
var projectSemiJoin = &rule{
	name: "ProjectSemiAntiJoinTranspose", class: "ProjectSemiAntiJoinTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n.Input())
		if j == nil || j.Type != logical.Semi && j.Type != logical.Anti {
			return nil
		}
		p := asProject(n)
		left, right := n.Input().Inputs[0], n.Input().Inputs[1]
		nLeft := len(left.Row.Fields)
		size := nLeft + len(right.Row.Fields)
		used := refs(p.Exprs...)
		if used.Empty() {
			used = used.With(0)
		}
		used = addRefs(used, j.Cond)
		if used.Len() == size {
			return nil
		}
		w := narrowTo(used, size)
		l := c.columns(left, used, 0, false)
		r := c.columns(right, used, nLeft, false)
		pair := &types.Type{Fields: append(append([]types.Field(nil), l.Row.Fields...), r.Row.Fields...)}
		now := join(j, j.Type, w.apply(j.Cond, pair), n.Input().Span, l, r)
		return c.project(now, w.applyAll(p.Exprs, now.Row), n.Row.Names())
	},
}

// projectSetOp pushes a projection into the inputs of a set operation with ALL.
var projectSetOp = &rule{
	name: "ProjectSetOpTranspose", class: "ProjectSetOpTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		op, ok := n.Input().Op.(*logical.SetOp)
		if !ok || !op.All {
			return nil
		}
		p := asProject(n)
		if hasOver(p.Exprs) {
			return projectOverSetOp(c, n, p)
		}
		in := make([]*logical.Node, len(n.Input().Inputs))
		for i, x := range n.Input().Inputs {
			in[i] = c.project(x, rebind(p.Exprs, x.Row), n.Row.Names())
		}
		return setOpOver(n.Input(), in...)
	},
}

// projectOverSetOp narrows the inputs only: a windowed aggregate sees all rows.
func projectOverSetOp(c *context, n *logical.Node, p *logical.Project) *logical.Node {
	used := refs(p.Exprs...)
	size := len(n.Input().Row.Fields)
	if used.Empty() {
		used = keys.Of(0)
	}
	if used.Len() == size {
		return nil
	}
	w := narrowTo(used, size)
	in := make([]*logical.Node, len(n.Input().Inputs))
	for i, x := range n.Input().Inputs {
		in[i] = c.columns(x, used, 0, true)
	}
	now := setOpOver(n.Input(), in...)
	return c.project(now, w.applyAll(p.Exprs, now.Row), n.Row.Names())
}

// rebind gives list over a row with the same columns.
func rebind(list []expr.Expr, row *types.Type) []expr.Expr {
	return eachExpr(list, func(e expr.Expr) expr.Expr {
		if r, ok := e.(*expr.Ref); ok {
			t := row.Fields[r.Index].Type
			if t == r.Type() {
				return r
			}
			return expr.NewRef(r.Index, t)
		}
		return nil
	})
}

func rangeOf(n int) keys.Cols { return keys.Range(0, n) }

func rangeFrom(lo, hi int) keys.Cols { return keys.Range(lo, hi) }
