package rewrite

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// generate joins the different values of outer columns to the input (createValueGenerator).
func (d *decorrelator) generate(wanted []outer, f *corFrame) *corFrame {
	defs := append([]outerAt(nil), f.defs...)
	var values *logical.Node
	offset := len(f.r.Row.Fields)
	for i := 0; i < len(wanted); {
		id := wanted[i].id
		left := d.left[id]
		if left == nil {
			return nil
		}
		var cols []int
		start := offset
		for ; i < len(wanted) && wanted[i].id == id; i++ {
			at := left.place(wanted[i].field)
			k := slices.Index(cols, at)
			if k < 0 {
				k = len(cols)
				cols = append(cols, at)
			}
			defs = define(defs, wanted[i], start+k)
		}
		offset += len(cols)
		list := make([]expr.Expr, len(cols))
		for k, col := range cols {
			list[k] = expr.NewRef(col, left.r.Row.Fields[col].Type)
		}
		one := d.c.distinct(d.c.project(left.r, list, nil))
		if values == nil {
			values = one
		} else {
			values = join(&logical.Join{}, logical.Inner, expr.True, one.Span, values, one)
		}
	}
	r := join(&logical.Join{}, logical.Inner, expr.True, f.r.Span, f.r, values)
	return &corFrame{r: r, at: f.at, defs: sortDefs(defs)}
}

// aggregate groups by the outer columns as well, behind the keys.
func (d *decorrelator) aggregate(n *logical.Node, o *logical.Aggregate, defined bool) *corFrame {
	f := d.rel(n.Input(), defined)
	if f == nil {
		return nil
	}
	if len(f.defs) == 0 && (o.Sets != nil || !groupsByLiteral(f, o)) {
		return &corFrame{r: rebuild(n, f.r), at: identityMap(len(n.Row.Fields))}
	}
	if o.Sets != nil {
		return nil
	}
	a := &corAggregate{f: f, size: len(f.r.Row.Fields), place: map[int]int{}}
	outputs := make([]int, len(n.Row.Fields))
	constants := map[int]expr.Expr{} // a key that is a literal would be one more join key: it is put back above
	for i, g := range o.Group {
		if l := projectedLiteral(f.r, f.at[g]); l != nil {
			constants[i] = l
			continue
		}
		outputs[i] = a.take(f.at[g])
	}
	defs := append([]outerAt(nil), f.defs...)
	for i := range defs {
		defs[i].at = a.take(defs[i].at)
	}
	keys := len(a.list)
	for i := range a.size {
		if _, ok := a.place[i]; !ok {
			a.take(i)
		}
	}
	uniqueByCount(a.names)
	in := d.c.projectNamed(f.r, a.list, a.names, true)
	op := &logical.Aggregate{Group: identityMap(keys), Hints: o.Hints}
	for i, call := range o.Calls {
		op.Calls = append(op.Calls, grouped(a.call(call), in.Row, len(o.Group), keys))
		outputs[len(o.Group)+i] = keys + i
	}
	made := d.c.aggregateOver(op, in, n)
	return withConstants(d.c, made, outputs, defs, constants, len(o.Group))
}

// grouped is call over row where keys have come to a group by other ones: it is not NULL any more for want of rows
// (AggregateCall.adaptTo).
func grouped(call logical.AggCall, row *types.Type, before, keys int) logical.AggCall {
	if (before == 0) != (keys == 0) && call.Filter < 0 && len(call.Args) > 0 && typeOfEmpty(&call) == call.Type {
		call.Type = inferCall(call.Op, row, call.Args, keys > 0)
	}
	return call
}

// corAggregate is the order of the columns below an aggregate.
type corAggregate struct {
	f     *corFrame
	size  int
	list  []expr.Expr
	names []string
	place map[int]int
}

func (a *corAggregate) take(i int) int {
	at := len(a.list)
	a.place[i] = at
	field := a.f.r.Row.Fields[i]
	a.list = append(a.list, expr.NewRef(i, field.Type))
	a.names = append(a.names, field.Name)
	return at
}

func (a *corAggregate) call(call logical.AggCall) logical.AggCall {
	args := make([]int, len(call.Args))
	for i, x := range call.Args {
		args[i] = a.place[a.f.at[x]]
	}
	call.Args = args
	if call.Filter >= 0 {
		call.Filter = a.place[a.f.at[call.Filter]]
	}
	return call
}

// groupsByLiteral reports a key that the projection below gives as a literal.
func groupsByLiteral(f *corFrame, o *logical.Aggregate) bool {
	for _, g := range o.Group {
		if projectedLiteral(f.r, f.at[g]) != nil {
			return true
		}
	}
	return false
}

// withConstants puts the keys that are constants back: behind as many columns as there are keys before them and outer
// columns.
func withConstants(c *context, n *logical.Node, outputs []int, defs []outerAt, constants map[int]expr.Expr, keys int) *corFrame {
	if len(constants) == 0 {
		return &corFrame{r: n, at: outputs, defs: defs}
	}
	list := identity(n.Row)
	for i := keys - 1; i >= 0; i-- {
		l, ok := constants[i]
		if !ok {
			continue
		}
		at := min(i+len(defs), len(list))
		list = slices.Insert(list, at, l)
		for k := range outputs {
			if _, constant := constants[k]; outputs[k] >= at && (!constant || k > i) {
				outputs[k]++
			}
		}
		outputs[i] = at
	}
	return &corFrame{r: c.project(n, list, nil), at: outputs, defs: defs}
}

func projectedLiteral(n *logical.Node, i int) expr.Expr {
	if p := asProject(n); p != nil {
		if l, ok := p.Exprs[i].(*expr.Literal); ok {
			return l
		}
	}
	return nil
}

// correlate is a join on the outer columns that the right side gives.
func (d *decorrelator) correlate(n *logical.Node, o *logical.Correlate, defined bool) *corFrame {
	left := d.rel(n.Inputs[0], defined)
	if left == nil {
		return nil
	}
	if d.left[o.ID] == nil || !hasCorrelate(n.Inputs[0], o.ID) {
		d.left[o.ID] = left
	}
	right := d.rel(n.Inputs[1], true)
	if right == nil || len(right.defs) == 0 {
		return nil
	}
	nLeft := len(left.r.Row.Fields)
	var conds []expr.Expr
	var defs []outerAt
	for _, def := range right.defs {
		if def.id != o.ID {
			defs = append(defs, outerAt{def.outer, def.at + nLeft})
			continue
		}
		at := left.place(def.field)
		conds = append(conds, expr.EqualsOf(expr.NewRef(at, left.r.Row.Fields[at].Type),
			expr.NewRef(nLeft+def.at, right.r.Row.Fields[def.at].Type)))
	}
	for _, def := range left.defs {
		defs = define(defs, def.outer, def.at) // what both sides give is taken from the left, unasked whether it is equal
	}
	r := join(&logical.Join{}, o.Type, expr.AndOf(conds...), n.Span, left.r, right.r)
	return &corFrame{r: r, at: sideBySide(left, right), defs: sortDefs(defs)}
}

func sideBySide(left, right *corFrame) []int {
	at := append([]int(nil), left.at...)
	for _, i := range right.at {
		at = append(at, i+len(left.r.Row.Fields))
	}
	return at
}

func (d *decorrelator) join(n *logical.Node, o *logical.Join, defined bool) *corFrame {
	left, right := d.rel(n.Inputs[0], defined), d.rel(n.Inputs[1], defined)
	if left == nil || right == nil {
		return nil
	}
	nLeft := len(left.r.Row.Fields)
	defs := append([]outerAt(nil), left.defs...)
	known := append([]outerAt(nil), left.defs...)
	for _, def := range right.defs {
		if left.find(def.outer) < 0 {
			known = append(known, outerAt{def.outer, def.at + nLeft})
		}
		defs = define(defs, def.outer, def.at+nLeft)
	}
	f := &corFrame{at: sideBySide(left, right), defs: known}
	f.r = join(o, o.Type, expr.True, n.Span, left.r, right.r)
	f.r = join(o, o.Type, d.expr(o.Cond, f), n.Span, left.r, right.r)
	f.defs = sortDefs(defs)
	return f
}
