package rewrite

import (
	"slices"
	"sort"
	"strconv"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
)

// decorrelate makes joins of the correlates of the tree, if it can take all of them apart (FlinkDecorrelateProgram,
// RelDecorrelator). A correlated filter gives the columns that it compares with the outer row instead, aggregates group
// by them, and the join compares them.
func decorrelate(c *context, n *logical.Node) *logical.Node {
	if kindsOf(n)&correlateKind == 0 {
		if c.unjoined {
			checkCorrelation(n)
		}
		return n
	}
	n = (&pass{c: c, rules: []*rule{correlateSortToRank}, on: correlateKind}).fix(n)
	if kindsOf(n)&correlateKind == 0 {
		return n
	}
	c.uncorrelated = uncorrelated{}
	if n = c.step(n, &scalarCorrelates); kindsOf(n)&correlateKind == 0 {
		return n
	}
	if c.forgotten(n) {
		checkCorrelation(n)
		return n
	}
	n = c.step(n, &countCorrelates)
	c.noteOuters(n)
	n = c.step(n, &beforeDecorrelation)
	d := &decorrelator{c: c, left: map[int]*corFrame{}}
	if f := d.rel(n, false); f != nil {
		n = c.step(f.r, &afterDecorrelation)
	}
	c.outers = nil
	checkCorrelation(n)
	return n
}

// The rules that RelDecorrelator runs: some make joins of scalar sub-queries, and if correlates are left, others before and
// after it takes the tree apart.
var (
	scalarCorrelates    = step{flavour: sequence, rules: []*rule{removeSingleValue, scalarProject, scalarAggregate}}
	countCorrelates     = step{flavour: sequence, rules: []*rule{countOfCorrelate}}
	beforeDecorrelation = step{flavour: sequence, rules: []*rule{inferFilterIntoJoin, filterProjectCopied, filterCorrelate}}
	afterDecorrelation  = step{flavour: sequence, rules: []*rule{inferFilterIntoJoin, inferJoinConditionPush}}
)

// noteOuters remembers what outer columns each filter reads. What is pushed out of a filter is taken to read all that the
// filter does, and what stays above to read nothing (RelDecorrelator.createCopyHook).
func (c *context) noteOuters(n *logical.Node) {
	c.outers = map[*logical.Filter][]outer{}
	for n := range rel.All(n) {
		if f := asFilter(n); f != nil {
			if list := outers(f.Cond); len(list) > 0 {
				c.outers[f] = list
			}
		}
	}
}

// pushedFrom is the filter n, pushed out of another one.
func (c *context) pushedFrom(from, n *logical.Node) *logical.Node {
	if from == nil || len(c.outers) == 0 {
		return n
	}
	if f := asFilter(n); f != nil {
		if list, ok := c.outers[asFilter(from)]; ok {
			c.outers[f] = list
		}
	}
	return n
}

// checkCorrelation refuses outer columns that are left in a projection, filter or join; UNNEST may read them.
func checkCorrelation(n *logical.Node) {
	var list []expr.Expr
	switch o := n.Op.(type) {
	case *logical.Uncollect:
		return
	case *logical.Filter:
		list = []expr.Expr{o.Cond}
	case *logical.Project:
		list = o.Exprs
	case *logical.Join:
		list = []expr.Expr{o.Cond}
	}
	for _, e := range list {
		if !expr.HasCorrel(e, -1) {
			continue
		}
		expr.Any(e, func(x expr.Expr) bool {
			if v, ok := x.(*expr.CorrelRef); ok {
				diag.Fail(diag.Table, n.Span, "unexpected correlate variable $cor%s in the plan", strconv.Itoa(v.ID))
			}
			return false
		})
	}
	for _, in := range n.Inputs {
		checkCorrelation(in)
	}
}

// filterCorrelate pushes the conjuncts of a filter above a correlate into the side that they read.
var filterCorrelate = &rule{
	name: "FilterCorrelate", class: "FilterCorrelateRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		cor := n.Input()
		o, ok := cor.Op.(*logical.Correlate)
		if !ok {
			return nil
		}
		nLeft := len(cor.Inputs[0].Row.Fields)
		var left, right, rest []expr.Expr
		for _, e := range conjuncts(asFilter(n).Cond) {
			used := refs(e)
			switch {
			case rangeOf(nLeft).Contains(used):
				left = append(left, over(e, cor.Inputs[0].Row, sameColumn))
			case !used.Intersects(rangeOf(nLeft)) && rangeOf(len(n.Row.Fields)).Contains(used) && o.Type == logical.Inner:
				right = append(right, over(e, cor.Inputs[1].Row, func(i int) int { return i - nLeft }))
			default:
				rest = append(rest, e)
			}
		}
		if len(left) == 0 && len(right) == 0 {
			return nil
		}
		l, r := cor.Inputs[0], cor.Inputs[1]
		if len(left) > 0 {
			l = c.pushedFrom(n, c.filter(l, n.Span, left...))
		}
		if len(right) > 0 {
			r = c.pushedFrom(n, c.filter(r, n.Span, right...))
		}
		now := rebuild(cor, l, r)
		return castRow(c.filter(now, n.Span, rest...), n.Row)
	},
}

// countOfCorrelate keeps COUNT at 0 where the outer join will have no row: a CASE above the correlate.
//
//	SELECT id, (SELECT COUNT(*) FROM o WHERE o.cid = c.id) FROM c
var countOfCorrelate = &rule{
	name: "AdjustProjectForCountAggregate", class: "RelDecorrelator.AdjustProjectForCountAggregateRule", on: correlateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.Correlate)
		right := n.Inputs[1]
		p := asProject(right)
		if p != nil {
			right = right.Input()
		}
		agg, ok := right.Op.(*logical.Aggregate)
		if !ok || o.Type != logical.Left || len(agg.Group) > 0 || agg.Sets != nil || len(n.Inputs[1].Row.Fields) != 1 {
			return nil
		}
		if p == nil && c.adjusted[o] {
			return nil
		}
		for _, i := range o.Required {
			if width := len(n.Row.Fields); i >= width {
				outOfBounds(n, i, width)
			}
		}
		if c.adjusted == nil {
			c.adjusted = map[*logical.Correlate]bool{}
		}
		op := *o
		c.adjusted[&op] = true
		list := identity(right.Row)
		names := n.Inputs[1].Row.Names()
		if p != nil {
			list = p.Exprs
		}
		now := node(&op, logical.JoinRow(o.Type, n.Inputs[0].Row, right.Row), n.Span, n.Inputs[0], right)
		nLeft := len(n.Inputs[0].Row.Fields)
		out := identity(n.Inputs[0].Row)
		for _, e := range list {
			out = append(out, expr.Map(e, func(x expr.Expr) expr.Expr { return aboveCorrelate(x, agg, o.ID, n, nLeft) }))
		}
		names = append(n.Inputs[0].Row.Names(), names...)
		uniqueByCount(names)
		return c.projectNamed(now, out, names, true)
	},
}

// aboveCorrelate is an item over the aggregate agg as one over the correlate n (RemoveCorrelationRexShuttle).
func aboveCorrelate(x expr.Expr, agg *logical.Aggregate, id int, n *logical.Node, nLeft int) expr.Expr {
	switch e := x.(type) {
	case *expr.Ref:
		r := expr.NewRef(e.Index+nLeft, e.Type().WithNullable(true))
		if agg.Calls[e.Index].Op.Op == expr.Count {
			return caseOf(e.Type(), expr.IsNullOf(r), expr.BigintLiteral(0), r)
		}
		return r
	case *expr.FieldAccess:
		if v, ok := e.Row.(*expr.CorrelRef); ok && v.ID == id {
			return expr.NewRef(e.Field, n.Row.Fields[e.Field].Type)
		}
	case *expr.Call:
		return withNullableArgs(e)
	}
	return x
}

// outer is a column of an outer row.
type outer struct{ id, field int }

// outerAt is where a tree gives an outer column.
type outerAt struct {
	outer
	at int
}

// corFrame is a tree without correlation: where it has the old columns, and the outer columns that it gives.
type corFrame struct {
	r    *logical.Node
	at   []int
	defs []outerAt // in order
}

func (f *corFrame) find(o outer) int {
	for _, d := range f.defs {
		if d.outer == o {
			return d.at
		}
	}
	return -1
}

// place is where column i of the outer row is; Flink trips over one that the row does not have.
func (f *corFrame) place(i int) int {
	if i >= len(f.at) {
		diag.Fail(nullPointer, f.r.Span, "null")
	}
	return f.at[i]
}

const nullPointer = "java.lang.NullPointerException"

// outOfBounds fails as Flink does on a column that a row of this width does not have.
func outOfBounds(n *logical.Node, i, width int) {
	diag.Fail("java.lang.ArrayIndexOutOfBoundsException", n.Span, "Index %d out of bounds for length %d", i, width)
}

// ref is column i of the tree, of the type that it has there.
func (f *corFrame) ref(i int) expr.Expr { return expr.NewRef(i, f.r.Row.Fields[i].Type) }

// gives tells whether the tree gives all of the outer columns.
func (f *corFrame) gives(wanted []outer) bool {
	for _, o := range wanted {
		if f.find(o) < 0 {
			return false
		}
	}
	return true
}

// define puts where o is; a later place counts.
func define(defs []outerAt, o outer, at int) []outerAt {
	for i := range defs {
		if defs[i].outer == o {
			defs[i].at = at
			return defs
		}
	}
	return append(defs, outerAt{o, at})
}

func sortDefs(defs []outerAt) []outerAt {
	sort.Slice(defs, func(i, k int) bool {
		if defs[i].id != defs[k].id {
			return defs[i].id < defs[k].id
		}
		return defs[i].field < defs[k].field
	})
	return defs
}

// decorrelator rewrites a tree; left has the outer rows that are known, by correlation. Of two correlates of one name, the
// one further down counts.
type decorrelator struct {
	c    *context
	left map[int]*corFrame
}

// rel gives the frame of n, nil if it cannot be had; defined tells that an outer row may be read.
func (d *decorrelator) rel(n *logical.Node, defined bool) *corFrame {
	var f *corFrame
	switch o := n.Op.(type) {
	case *logical.Project:
		f = d.project(n, o, defined)
	case *logical.Filter:
		f = d.filter(n, o, defined)
	case *logical.Aggregate:
		f = d.aggregate(n, o, defined)
	case *logical.Correlate:
		f = d.correlate(n, o, defined)
	case *logical.Join:
		if o.Type == logical.Semi || o.Type == logical.Anti {
			return d.plain(n, defined)
		}
		f = d.join(n, o, defined)
	case *logical.Sort:
		f = d.sort(n, o, defined)
	case *logical.Values:
		return nil
	default:
		return d.plain(n, defined)
	}
	return f
}

func (d *decorrelator) plain(n *logical.Node, defined bool) *corFrame {
	in := make([]*logical.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		f := d.rel(x, defined)
		if f == nil || len(f.defs) > 0 {
			return nil
		}
		in[i] = f.r
	}
	return &corFrame{r: rebuild(n, in...), at: identityMap(len(n.Row.Fields))}
}

// outers lists the outer columns that the expressions read, in order.
func outers(list ...expr.Expr) []outer {
	var found []outerAt
	for _, e := range list {
		expr.Any(e, func(x expr.Expr) bool {
			if o, ok := outerColumn(x); ok && !slices.Contains(found, outerAt{outer: o}) {
				found = append(found, outerAt{outer: o})
			}
			return false
		})
	}
	sortDefs(found)
	out := make([]outer, len(found))
	for i := range found {
		out[i] = found[i].outer
	}
	return out
}

func outerColumn(e expr.Expr) (outer, bool) {
	a, ok := e.(*expr.FieldAccess)
	if !ok {
		return outer{}, false
	}
	v, ok := a.Row.(*expr.CorrelRef)
	if !ok {
		return outer{}, false
	}
	return outer{v.ID, a.Field}, true
}

// expr is e over the row of f (decorrelateExpr).
func (d *decorrelator) expr(e expr.Expr, f *corFrame) expr.Expr {
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		if r, ok := x.(*expr.Ref); ok {
			if r.Index >= len(f.at) {
				diag.Fail(nullPointer, f.r.Span, "Cannot read field \"oldToNewOutputs\" because \"frame\" is null")
			}
			return f.ref(f.at[r.Index])
		}
		if o, ok := outerColumn(x); ok {
			if at := f.find(o); at >= 0 {
				return f.ref(at)
			}
		}
		return x
	})
}

func (d *decorrelator) sort(n *logical.Node, o *logical.Sort, defined bool) *corFrame {
	f := d.rel(n.Input(), defined)
	if f == nil || defined && (o.Fetch != nil || o.Offset != nil) {
		return nil
	}
	op := *o
	op.Fields = moveOrder(o.Fields, f.at)
	return &corFrame{r: node(&op, f.r.Row, n.Span, f.r), at: f.at, defs: f.defs}
}

func (d *decorrelator) filter(n *logical.Node, o *logical.Filter, defined bool) *corFrame {
	f := d.rel(n.Input(), defined)
	if f == nil {
		return nil
	}
	if !f.gives(outers(o.Cond)) {
		if f = d.equivalents(d.c.outers[o], o.Cond, f); f == nil {
			return nil
		}
	}
	return &corFrame{r: d.c.filter(f.r, n.Span, d.expr(o.Cond, f)), at: f.at, defs: f.defs}
}

func (d *decorrelator) project(n *logical.Node, o *logical.Project, defined bool) *corFrame {
	f := d.rel(n.Input(), defined)
	if f == nil {
		return nil
	}
	if wanted := outers(o.Exprs...); len(wanted) > 0 {
		if f = d.generate(wanted, f); f == nil {
			return nil
		}
	}
	names := n.Row.Names()
	list := make([]expr.Expr, len(o.Exprs))
	for i, e := range o.Exprs {
		list[i] = d.expr(e, f)
	}
	defs := append([]outerAt(nil), f.defs...)
	for i, def := range f.defs {
		defs[i].at = len(list)
		list = append(list, expr.NewRef(def.at, f.r.Row.Fields[def.at].Type))
		names = append(names, f.r.Row.Fields[def.at].Name)
	}
	uniqueByCount(names)
	return &corFrame{r: d.c.projectNamed(f.r, list, names, true), at: identityMap(len(o.Exprs)), defs: defs}
}

// equivalents finds the columns that a filter makes equal to the outer ones; without one for each, the outer columns
// themselves are joined to the input.
func (d *decorrelator) equivalents(wanted []outer, cond expr.Expr, f *corFrame) *corFrame {
	defs := append([]outerAt(nil), f.defs...)
	found := 0
	list := identity(f.r.Row)
	names := f.r.Row.Names()
	for _, o := range wanted {
		if f.find(o) >= 0 {
			continue
		}
		e := equivalent(o, cond)
		if e == nil {
			break
		}
		found++
		if r, ok := e.(*expr.Ref); ok {
			defs = append(defs, outerAt{o, r.Index})
			continue
		}
		defs = append(defs, outerAt{o, len(list)})
		list = append(list, e)
		names = append(names, "")
	}
	if found < len(wanted) {
		return d.generate(wanted, f)
	}
	r := f.r
	if len(list) > len(r.Row.Fields) {
		r = d.c.project(r, list, names)
	}
	return &corFrame{r: r, at: f.at, defs: sortDefs(defs)}
}

// equivalent is what cond compares with an outer column, nil for none (findCorrelationEquivalent).
func equivalent(o outer, cond expr.Expr) expr.Expr {
	call, ok := cond.(*expr.Call)
	if !ok {
		return nil
	}
	switch call.Op.Op {
	case expr.Equals:
		if isOuter(call.Args[0], o) {
			return call.Args[1]
		}
		if isOuter(call.Args[1], o) {
			return call.Args[0]
		}
	case expr.And:
		for _, a := range call.Args {
			if e := equivalent(o, a); e != nil {
				return e
			}
		}
	}
	return nil
}

// isOuter reports an outer column, maybe cast to a type that holds all its values.
func isOuter(e expr.Expr, o outer) bool {
	if call, ok := e.(*expr.Call); ok && call.Op.Op == expr.Cast {
		from, to := call.Args[0].Type(), call.Type()
		return from.Kind == to.Kind && to.Precision >= from.Precision && isOuter(call.Args[0], o)
	}
	x, ok := outerColumn(e)
	return ok && x == o
}
