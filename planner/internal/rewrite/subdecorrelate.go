package rewrite

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// subDecorrelator takes the correlated conjuncts out of a sub-query's tree and makes the columns that they read come up
// to its root (SubQueryDecorrelator.SubQueryRelDecorrelator).
type subDecorrelator struct {
	c    *context
	vars []int
}

// frame is a tree without correlation: c holds the correlated conjuncts over r's row, at the new places of the old
// columns.
type frame struct {
	r  *logical.Node
	c  expr.Expr
	at []int
}

func identityMap(n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	return at
}

// rel gives the frame of n, nil if it cannot be told.
func (d *subDecorrelator) rel(n *logical.Node) *frame {
	switch o := n.Op.(type) {
	case *logical.Project:
		return d.project(n, o)
	case *logical.Filter:
		return d.filter(n, o)
	case *logical.Aggregate:
		return d.aggregate(n, o)
	case *logical.Join:
		return d.join(n, o)
	case *logical.Sort:
		return d.sort(n, o)
	case *logical.Values:
		return nil
	}
	in := make([]*logical.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		f := d.rel(x)
		if f == nil || f.c != nil {
			return nil
		}
		in[i] = f.r
	}
	return &frame{r: rebuild(n, in...), at: identityMap(len(n.Row.Fields))}
}

func (d *subDecorrelator) project(n *logical.Node, o *logical.Project) *frame {
	f := d.rel(n.Input())
	if f == nil {
		return nil
	}
	var list []expr.Expr
	names := n.Row.Names()
	to := map[int]int{}
	for i, e := range o.Exprs {
		e = f.expr(e)
		list = append(list, e)
		if r, ok := e.(*expr.Ref); ok {
			to[r.Index] = i
		}
	}
	if f.c != nil {
		for i := range refs(f.c).All() {
			if _, ok := to[i]; !ok {
				to[i] = len(list)
				list = append(list, expr.NewRef(i, f.r.Row.Fields[i].Type))
				names = append(names, f.r.Row.Fields[i].Name)
			}
		}
	}
	names = append([]string(nil), names...)
	uniqueFrom(names)
	out := &frame{r: rawProject(f.r, list, names), at: identityMap(len(o.Exprs))}
	out.c = moved(f.c, to)
	return out
}

// expr is e over the row of f (adjustInputRefs).
func (f *frame) expr(e expr.Expr) expr.Expr {
	return expr.MapRefs(e, func(r *expr.Ref) expr.Expr {
		at := f.at[r.Index]
		return expr.NewRef(at, f.r.Row.Fields[at].Type)
	})
}

// moved gives cond over moved columns, nil for nil.
func moved(cond expr.Expr, to map[int]int) expr.Expr {
	if cond == nil {
		return nil
	}
	return expr.MapRefs(cond, func(r *expr.Ref) expr.Expr {
		if i, ok := to[r.Index]; ok && i != r.Index {
			return expr.NewRef(i, r.Type())
		}
		return r
	})
}

func (d *subDecorrelator) filter(n *logical.Node, o *logical.Filter) *frame {
	f := d.rel(n.Input())
	if f == nil {
		return nil
	}
	var outer, inner []expr.Expr
	for _, e := range conjuncts(expr.FlinkCNF(o.Cond)) {
		if correlated(e, d.vars) == yes {
			outer = append(outer, expr.Renumber(e, f.at))
		} else {
			inner = append(inner, f.expr(e))
		}
	}
	r := f.r
	if cond := expr.Conjunction(inner...); !expr.AlwaysTrue(cond) || len(outer) == 0 {
		r = node(&logical.Filter{Cond: cond, Variables: o.Variables}, f.r.Row, n.Span, f.r)
	}
	if f.c != nil {
		outer = append(outer, f.c)
	}
	out := &frame{r: r, at: f.at}
	if len(outer) > 0 {
		out.c = expr.Conjunction(outer...)
	}
	return out
}

// aggregate groups by what the correlated conjuncts read as well. A key that the projection below gives as a literal is no
// key, and put back above.
func (d *subDecorrelator) aggregate(n *logical.Node, o *logical.Aggregate) *frame {
	f := d.rel(n.Input())
	if f == nil || o.Sets != nil {
		return nil
	}
	a := newGroupPrefix(f)
	constants := map[int]expr.Expr{} // by column of f
	for i := range o.Group {
		if l := projectedLiteral(f.r, i); l != nil {
			constants[i] = l
			continue
		}
		a.add(f.at[i])
	}
	if f.c != nil {
		for i := range refs(f.c).All() {
			a.add(i)
		}
	}
	groups := len(a.list)
	for i := range f.r.Row.Fields {
		a.add(i)
	}
	in := a.project()
	op := &logical.Aggregate{Group: identityMap(groups), Hints: o.Hints}
	at := make([]int, len(n.Input().Row.Fields))
	for i := range at {
		at[i] = a.to[f.at[i]]
	}
	for i := range o.Calls {
		op.Calls = append(op.Calls, grouped(moveCall(o.Calls[i], at), in.Row, len(o.Group), groups))
	}
	out := &frame{r: aggregate(op, n.Span, in), c: moved(f.c, a.to)}
	if len(constants) > 0 {
		list := identity(out.r.Row)
		for i := range o.Group {
			if l, ok := constants[i]; ok {
				list = slices.Insert(list, a.to[i], l)
			}
		}
		out.r = d.c.project(out.r, list, nil)
	}
	for i := range n.Row.Fields {
		if i < len(o.Group) {
			out.at = append(out.at, at[o.Group[i]])
		} else {
			out.at = append(out.at, groups+len(constants)+i-len(o.Group))
		}
	}
	return out
}

// groupPrefix reorders columns so that group keys come first.
type groupPrefix struct {
	in   *logical.Node
	list []expr.Expr
	name []string
	to   map[int]int
}

func newGroupPrefix(f *frame) *groupPrefix { return &groupPrefix{in: f.r, to: map[int]int{}} }

func (a *groupPrefix) add(i int) {
	if _, ok := a.to[i]; ok {
		return
	}
	a.to[i] = len(a.list)
	a.list = append(a.list, expr.NewRef(i, a.in.Row.Fields[i].Type))
	a.name = append(a.name, a.in.Row.Fields[i].Name)
}

func (a *groupPrefix) project() *logical.Node {
	if isIdentity(a.list, a.in.Row) {
		return a.in
	}
	return rawProject(a.in, a.list, a.name)
}

func (d *subDecorrelator) join(n *logical.Node, o *logical.Join) *frame {
	l, r := d.rel(n.Inputs[0]), d.rel(n.Inputs[1])
	if l == nil || r == nil {
		return nil
	}
	oldLeft, newLeft := len(n.Inputs[0].Row.Fields), len(l.r.Row.Fields)
	at := append([]int(nil), l.at[:oldLeft]...)
	for _, i := range r.at {
		at = append(at, i+newLeft)
	}
	now := join(o, o.Type, expr.Renumber(o.Cond, at), n.Span, l.r, r.r)
	out := &frame{r: now, at: at}
	var outer []expr.Expr
	if l.c != nil {
		outer = append(outer, l.c)
	}
	if r.c != nil {
		outer = append(outer, expr.Shift(r.c, newLeft))
	}
	if len(outer) > 0 {
		out.c = expr.Conjunction(outer...)
	}
	return out
}

func (d *subDecorrelator) sort(n *logical.Node, o *logical.Sort) *frame {
	f := d.rel(n.Input())
	if f == nil {
		return nil
	}
	op := *o
	op.Fields = moveOrder(o.Fields, f.at)
	return &frame{r: node(&op, f.r.Row, n.Span, f.r), c: f.c, at: f.at}
}

// onlyCorrelated projects the columns that the correlated conjuncts read: an EXISTS needs no other.
func (d *subDecorrelator) onlyCorrelated(f *frame) *frame {
	cols := refs(f.c)
	if cols.Len() == len(f.r.Row.Fields) {
		return f
	}
	var list []expr.Expr
	to := map[int]int{}
	for i := range cols.All() {
		to[i] = len(list)
		list = append(list, expr.NewRef(i, f.r.Row.Fields[i].Type))
	}
	return &frame{r: d.c.project(f.r, list, nil), c: moved(f.c, to)}
}

// correlated tells whether a conjunct reads the outer rows vars: unknown for no outer row, no for what is not supported
// (SubQueryDecorrelator.analyzeCorConditions).
func correlated(e expr.Expr, vars []int) answer {
	switch x := e.(type) {
	case *expr.FieldAccess:
		return correlated(x.Row, vars)
	case *expr.CorrelRef:
		for _, v := range vars {
			if v == x.ID {
				return yes
			}
		}
		return no
	case *expr.SubQuery:
		for _, a := range x.Args {
			if correlated(a, vars) != unknown {
				return no
			}
		}
	case *expr.Call:
		found := unknown
		for _, a := range x.Args {
			switch correlated(a, vars) {
			case no:
				return no
			case yes:
				found = yes
			}
		}
		if found == yes && x.Op.Op == expr.Or {
			return no
		}
		return found
	}
	return unknown
}

// correlationCheck finds what the decorrelator cannot handle (SubQueryDecorrelator.CorelMapBuilder).
type correlationCheck struct {
	stack               [][]int // the outer rows set by the nodes whose sub-queries are looked at
	nested, unsupported bool
	aggregate, window   bool
}

func (k *correlationCheck) rel(n *logical.Node) {
	switch o := n.Op.(type) {
	case *logical.Correlate, *logical.SetOp:
		for _, in := range n.Inputs {
			k.unsupported = k.unsupported || treeReadsOuter(in)
		}
	case *logical.Join:
		right := o.Type == logical.Left || o.Type == logical.Full
		left := o.Type == logical.Right || o.Type == logical.Full
		k.unsupported = k.unsupported || right && treeReadsOuter(n.Inputs[1]) || left && treeReadsOuter(n.Inputs[0]) ||
			expr.HasCorrel(o.Cond, -1)
		k.exprs(o.Variables, o.Cond)
	case *logical.Filter:
		k.conditions(o)
		k.exprs(o.Variables, o.Cond)
	case *logical.Project:
		k.window = hasOver(o.Exprs)
		if len(k.stack) > 0 {
			for _, e := range o.Exprs {
				k.unsupported = k.unsupported || expr.HasCorrel(e, -1)
			}
		}
		k.exprs(o.Variables, o.Exprs...)
	case *logical.Aggregate:
		k.aggregate = true
	}
	for _, in := range n.Inputs {
		k.rel(in)
	}
}

// conditions looks at the correlated conjuncts of a filter inside a sub-query.
func (k *correlationCheck) conditions(o *logical.Filter) {
	if len(k.stack) == 0 || k.unsupported {
		return
	}
	vars := k.stack[len(k.stack)-1]
	other, any := false, false
	for _, e := range conjuncts(expr.FlinkCNF(o.Cond)) {
		switch correlated(e, vars) {
		case no:
			k.unsupported = true
			return
		case yes:
			any = true
			other = other || !expr.Is(e, expr.Equals)
		}
	}
	k.unsupported = any && other && (k.aggregate || k.window)
}

func (k *correlationCheck) exprs(vars []int, list ...expr.Expr) {
	for _, e := range list {
		expr.Any(e, func(x expr.Expr) bool {
			switch y := x.(type) {
			case *expr.CorrelRef:
				k.outer(y.ID)
			case *expr.SubQuery:
				k.aggregate, k.window = false, false
				k.stack = append(k.stack, vars)
				k.rel(y.Rel.(*logical.Node))
				k.stack = k.stack[:len(k.stack)-1]
			}
			return false
		})
	}
}

func (k *correlationCheck) outer(id int) {
	if len(k.stack) == 0 {
		k.unsupported = true
		return
	}
	for _, v := range k.stack[len(k.stack)-1] {
		if v == id {
			return
		}
	}
	k.nested = true
}
