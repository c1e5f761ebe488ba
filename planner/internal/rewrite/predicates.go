package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// concern says which predicates are asked for: those that read one of cols, and all comparisons with constants, which
// may contradict each other whatever they are about. What is not asked for is not found: a chain of n joins has n² equal
// columns. So an equality of two columns is asked for only where both stand in one expression, which it may simplify, or
// where one is in weak: a projection that drops the other keeps of it that this one is not NULL.
type concern struct {
	cols, both, weak keys.Cols
	all              bool
}

// anything asks for all predicates.
var anything = concern{all: true}

// about asks for what may simplify expressions.
func about(list ...expr.Expr) concern {
	w := concern{cols: refs(list...)}
	for _, e := range list {
		if !isPlain(e) {
			w.both = addRefs(w.both, e)
		}
	}
	return w
}

func (w concern) equal(v concern) bool {
	return w.all == v.all && w.cols.Equal(v.cols) && w.both.Equal(v.both) && w.weak.Equal(v.weak)
}

func (w concern) wants(e expr.Expr) bool {
	if w.all || expr.ComparesWithLiteral(e) {
		return true
	}
	if a, b, ok := equalColumns(e); ok {
		return w.both.Has(a.Index) && w.both.Has(b.Index) || w.weak.Has(a.Index) || w.weak.Has(b.Index)
	}
	reads := refs(e)
	return reads.Empty() || reads.Intersects(w.cols)
}

// only gives the wanted ones of a list, which stays as it is.
func (w concern) only(list []expr.Expr) []expr.Expr {
	for i, e := range list {
		if w.wants(e) {
			continue
		}
		kept := append([]expr.Expr(nil), list[:i]...)
		for _, e := range list[i+1:] {
			if w.wants(e) {
				kept = append(kept, e)
			}
		}
		return kept
	}
	return list
}

// below asks of a projection's or aggregate's input: source gives the input's column of a column, -1 for none.
func (w concern) below(source func(i int) int) concern {
	if w.all {
		return w
	}
	from := func(cols keys.Cols) (in keys.Cols) {
		for i := range cols.All() {
			if k := source(i); k >= 0 {
				in = in.With(k)
			}
		}
		return in
	}
	return concern{cols: from(w.cols), both: from(w.both), weak: from(w.weak)}
}

// foundPredicates is what pulledUp has found of a node.
type foundPredicates struct {
	concern
	list []expr.Expr
}

// pulledUp gives what is known to hold of every row of n (RelMdPredicates), as far as it is asked for, in Calcite's
// order. It is asked in the Hep phases only: inside the volcano planner Calcite knows nothing of the kind.
func (c *context) pulledUp(n *logical.Node, w concern) []expr.Expr {
	switch n.Op.(type) {
	case *logical.Scan, *logical.IntermediateTableScan, *logical.WatermarkAssigner, *logical.Over, *logical.Values:
		return nil
	}
	for _, f := range c.predicates[n] {
		if f.equal(w) {
			return f.list
		}
	}
	c.budget.Check()
	list := c.findPredicates(n, w)
	if c.predicates == nil {
		c.predicates = map[*logical.Node][]foundPredicates{}
	}
	c.predicates[n] = append(c.predicates[n], foundPredicates{w, list})
	return list
}

func (c *context) findPredicates(n *logical.Node, w concern) []expr.Expr {
	switch o := n.Op.(type) {
	case *logical.Project:
		in := w.below(func(i int) int {
			if i < len(o.Exprs) {
				if r, ok := o.Exprs[i].(*expr.Ref); ok {
					return r.Index
				}
			}
			return -1
		})
		in.weak = in.cols // of what reads a dropped column too, IS NOT NULL is left
		return w.only(projectPredicates(n, o, c.pulledUp(n.Input(), in)))
	case *logical.Filter:
		list := c.pulledUp(n.Input(), w)
		list = list[:len(list):len(list)]
		for _, e := range c.conditionOf(n, o) {
			if w.wants(e) {
				list = append(list, e)
			}
		}
		return list
	case *logical.Join:
		return c.joinPredicates(n, o, w)
	case *logical.Aggregate:
		in := w.below(func(i int) int {
			if i < len(o.Group) {
				return o.Group[i]
			}
			return -1
		})
		return w.only(aggregatePredicates(n, o, c.pulledUp(n.Input(), in)))
	case *logical.SetOp:
		return w.only(c.setOpPredicates(n, o))
	case *logical.Sort, *logical.Correlate:
		return c.pulledUp(n.Inputs[0], w)
	}
	return nil
}

// conditionOf gives the deterministic terms of a filter's condition.
func (c *context) conditionOf(n *logical.Node, f *logical.Filter) []expr.Expr {
	if list, ok := c.conditions[n]; ok {
		return list
	}
	var list []expr.Expr
	for _, e := range expr.Conjuncts(expr.Simplify(f.Cond, expr.NullUnknown, nil)) {
		if expr.Deterministic(e) {
			list = append(list, e)
		}
	}
	if c.conditions == nil {
		c.conditions = map[*logical.Node][]expr.Expr{}
	}
	c.conditions[n] = list
	return list
}

// projectPredicates carries over what is said of plain columns, weakened to NOT NULL where only some survive, and adds
// the constants that the projection makes.
func projectPredicates(n *logical.Node, o *logical.Project, in []expr.Expr) []expr.Expr {
	var list []expr.Expr
	at := make([]int, len(n.Input().Row.Fields))
	for i := range at {
		at[i] = -1
	}
	var mapped keys.Cols
	for i, e := range o.Exprs {
		if r, ok := e.(*expr.Ref); ok {
			at[r.Index] = i
			mapped = mapped.With(r.Index)
		} else if expr.IsConstant(e) {
			list = append(list, isConstant(expr.NewRef(i, e.Type()), e))
		}
	}
	if len(list) == 0 {
		list = make([]expr.Expr, 0, len(in))
	}
	for _, e := range in {
		e = weaken(e, n.Input(), mapped)
		if e != nil {
			list = append(list, expr.Renumber(e, at))
		}
	}
	return list
}

// isConstant says that a column has the value of e.
func isConstant(ref, e expr.Expr) expr.Expr {
	switch {
	case expr.IsNullLiteral(e):
		return expr.IsNullOf(ref)
	case e.Type().Nullable:
		return expr.IsNotDistinct(ref, e)
	}
	return expr.EqualsOf(ref, e)
}

// weaken gives e where all its columns are in cols, what it says of NULLs where some are, nil for nothing.
func weaken(e expr.Expr, in *logical.Node, cols keys.Cols) expr.Expr {
	reads := refs(e)
	if cols.Contains(reads) {
		if expr.AlwaysTrue(e) {
			return nil
		}
		return e
	}
	var list []expr.Expr
	for i := range reads.All() {
		t := in.Row.Fields[i].Type
		if cols.Has(i) && t.Nullable && expr.NullIfColumnNull(e, i) {
			list = append(list, expr.IsNotNullOf(expr.NewRef(i, t)))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return expr.Disjunction(list...)
}

func aggregatePredicates(n *logical.Node, o *logical.Aggregate, in []expr.Expr) []expr.Expr {
	if len(o.Group) == 0 || len(in) == 0 {
		return nil
	}
	group := keys.Of(o.Group...)
	at := make([]int, len(n.Input().Row.Fields))
	for i, g := range o.Group {
		at[g] = i
	}
	var list []expr.Expr
	for _, e := range in {
		r := refs(e)
		if group.Contains(r) && inEverySet(o.Sets, r) {
			list = append(list, expr.Renumber(e, at))
		}
	}
	return list
}

func inEverySet(sets [][]int, cols keys.Cols) bool {
	for _, s := range sets {
		if !keys.Of(s...).Contains(cols) {
			return false
		}
	}
	return true
}

func (c *context) setOpPredicates(n *logical.Node, o *logical.SetOp) []expr.Expr {
	switch o.Kind {
	case logical.Minus:
		return c.pulledUp(n.Inputs[0], anything)
	case logical.Intersect:
		var list []expr.Expr
		for _, in := range n.Inputs {
			for _, e := range c.pulledUp(in, anything) {
				if !has(list, e) {
					list = append(list, e)
				}
			}
		}
		return list
	}
	return c.unionPredicates(n)
}

// unionPredicates gives what holds in all inputs, and that one of what holds in single inputs only does.
func (c *context) unionPredicates(n *logical.Node) []expr.Expr {
	common := c.pulledUp(n.Inputs[0], anything)
	for _, in := range n.Inputs[1:] {
		if len(common) == 0 && len(c.pulledUp(in, anything)) == 0 {
			return nil
		}
	}
	for _, in := range n.Inputs {
		list := c.pulledUp(in, anything)
		if len(list) == 0 {
			return nil
		}
		var kept []expr.Expr
		for _, e := range common {
			if has(list, e) {
				kept = append(kept, e)
			}
		}
		common = kept
	}
	var each []expr.Expr
	for _, in := range n.Inputs {
		var rest []expr.Expr
		for _, e := range c.pulledUp(in, anything) {
			if !has(common, e) {
				rest = append(rest, e)
			}
		}
		each = append(each, expr.Conjunction(rest...))
	}
	one := expr.Simplify(expr.OrOf(each...), expr.NullFalse, nil)
	if !expr.AlwaysTrue(one) {
		common = append(common[:len(common):len(common)], one)
	}
	return common
}
