package logical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
)

// variablesOf lists the correlation variables that a tree reads and does not set itself, in the order in which they are
// met from the root down, inside sub-queries too (RelOptUtil.getVariablesUsed).
func variablesOf(n *Node) []int {
	c := &variableCollector{}
	c.node(n)
	return c.ids
}

type variableCollector struct{ ids []int }

func (c *variableCollector) node(n *Node) {
	eachExpr(n.Op, c.expr)
	for _, in := range n.Inputs {
		c.node(in)
	}
	switch op := n.Op.(type) {
	case *Project:
		c.drop(op.Variables)
	case *Filter:
		c.drop(op.Variables)
	case *Join:
		c.drop(op.Variables)
	case *Correlate:
		c.drop([]int{op.ID})
	}
}

func (c *variableCollector) drop(ids []int) {
	for _, id := range ids {
		for i, x := range c.ids {
			if x == id {
				c.ids = append(c.ids[:i], c.ids[i+1:]...)
				break
			}
		}
	}
}

func (c *variableCollector) expr(e expr.Expr) {
	expr.Any(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.CorrelRef:
			c.add(x.ID)
		case *expr.SubQuery:
			c.node(x.Rel.(*Node))
		}
		return false
	})
}

func (c *variableCollector) add(id int) {
	for _, x := range c.ids {
		if x == id {
			return
		}
	}
	c.ids = append(c.ids, id)
}

// eachExpr gives f the expressions of an operator.
func eachExpr(op Op, f func(expr.Expr)) {
	switch op := op.(type) {
	case *Project:
		for _, e := range op.Exprs {
			f(e)
		}
	case *Filter:
		f(op.Cond)
	case *Join:
		f(op.Cond)
	case *Snapshot:
		f(op.Period)
	case *TableFunctionScan:
		f(op.Call)
	case *WatermarkAssigner:
		f(op.Watermark)
	case *Match:
		for _, m := range op.Measures {
			f(m.Expr)
		}
		for _, d := range op.Defines {
			f(d.Expr)
		}
	}
}

// mapExprs gives op with its expressions replaced, the same pointer if none changes.
func mapExprs(op Op, f func(expr.Expr) expr.Expr) Op {
	one := func(e expr.Expr, changed *bool) expr.Expr {
		m := f(e)
		if m != e {
			*changed = true
		}
		return m
	}
	changed := false
	switch x := op.(type) {
	case *Project:
		c := *x
		c.Exprs = append([]expr.Expr(nil), x.Exprs...)
		for i, e := range c.Exprs {
			c.Exprs[i] = one(e, &changed)
		}
		if changed {
			return &c
		}
	case *Filter:
		c := *x
		if c.Cond = one(x.Cond, &changed); changed {
			return &c
		}
	case *Join:
		c := *x
		if c.Cond = one(x.Cond, &changed); changed {
			return &c
		}
	case *Snapshot:
		c := *x
		if c.Period = one(x.Period, &changed); changed {
			return &c
		}
	case *TableFunctionScan:
		c := *x
		if c.Call = one(x.Call, &changed); changed {
			return &c
		}
	}
	return op
}

// replaceVariables puts the first of ids in the place of the others (DeduplicateCorrelateVariables).
func replaceVariables(n *Node, ids []int) *Node {
	gone := map[int]bool{}
	for _, id := range ids[1:] {
		gone[id] = true
	}
	var inTree func(n *Node) *Node
	inExpr := func(e expr.Expr) expr.Expr {
		return expr.Map(e, func(x expr.Expr) expr.Expr {
			switch x := x.(type) {
			case *expr.CorrelRef:
				if gone[x.ID] {
					return expr.NewCorrelRef(ids[0], x.Type())
				}
			case *expr.SubQuery:
				old := x.Rel.(*Node)
				if r := inTree(old); r != old {
					return expr.At(expr.NewSubQuery(x.Op, x.Type(), r, x.Args...), x.Span())
				}
			}
			return x
		})
	}
	inTree = func(n *Node) *Node {
		return rel.Rewrite(n, func(m *Node) *Node {
			op := mapExprs(m.Op, inExpr)
			if op == m.Op {
				return m
			}
			return rel.New(op, m.Row, m.Span, m.Inputs...)
		})
	}
	return inTree(n)
}
