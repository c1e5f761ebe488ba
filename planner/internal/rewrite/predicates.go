package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// pulledUp gives what is known to hold of every row of n (RelMdPredicates). It is asked in the Hep phases only: inside
// the volcano planner Calcite knows nothing of the kind.
func (c *context) pulledUp(n *logical.Node) []expr.Expr {
	switch n.Op.(type) {
	case *logical.Scan, *logical.WatermarkAssigner, *logical.Over, *logical.Values:
		return nil
	}
	if list, ok := c.predicates[n]; ok {
		return list
	}
	list := c.findPredicates(n)
	if c.predicates == nil {
		c.predicates = map[*logical.Node][]expr.Expr{}
	}
	c.predicates[n] = list
	return list
}

func (c *context) findPredicates(n *logical.Node) []expr.Expr {
	switch o := n.Op.(type) {
	case *logical.Project:
		return projectPredicates(n, o, c.pulledUp(n.Input()))
	case *logical.Filter:
		list := c.pulledUp(n.Input())
		list = list[:len(list):len(list)]
		for _, e := range expr.Conjuncts(expr.Simplify(o.Cond, expr.NullUnknown, nil)) {
			if expr.Deterministic(e) {
				list = append(list, e)
			}
		}
		return list
	case *logical.Join:
		return c.joinPredicates(n, o)
	case *logical.Aggregate:
		return aggregatePredicates(n, o, c.pulledUp(n.Input()))
	case *logical.SetOp:
		return c.setOpPredicates(n, o)
	case *logical.Sort, *logical.Correlate:
		return c.pulledUp(n.Inputs[0])
	}
	return nil
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
		ref := expr.NewRef(i, e.Type())
		if r, ok := e.(*expr.Ref); ok {
			at[r.Index] = i
			mapped = mapped.With(r.Index)
		} else if expr.IsNullLiteral(e) {
			list = append(list, expr.IsNullOf(ref))
		} else if expr.IsConstant(e) {
			if e.Type().Nullable {
				list = append(list, expr.IsNotDistinct(ref, e))
			} else {
				list = append(list, expr.EqualsOf(ref, e))
			}
		}
	}
	for _, e := range in {
		e = weaken(e, n.Input(), mapped)
		if e != nil {
			list = append(list, expr.Renumber(e, at))
		}
	}
	return list
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
		return c.pulledUp(n.Inputs[0])
	case logical.Intersect:
		var list []expr.Expr
		for _, in := range n.Inputs {
			for _, e := range c.pulledUp(in) {
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
	common := c.pulledUp(n.Inputs[0])
	for _, in := range n.Inputs[1:] {
		if len(common) == 0 && len(c.pulledUp(in)) == 0 {
			return nil
		}
	}
	for _, in := range n.Inputs {
		list := c.pulledUp(in)
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
		for _, e := range c.pulledUp(in) {
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
