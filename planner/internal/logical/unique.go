package logical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
)

// uniqueOn says that no two rows of a tree agree on the columns, as far as the metadata of a tree that is being built knows
// (FlinkRelMdColumnUniqueness).
func uniqueOn(n *Node, cols keys.Cols) bool {
	switch op := n.Op.(type) {
	case *Scan:
		if op.Table.PrimaryKey == nil || cols.Empty() {
			return false
		}
		for _, k := range op.Table.PrimaryKey.Columns {
			if i := n.Row.FieldIndex(k); i < 0 || !cols.Has(i) {
				return false
			}
		}
		return true
	case *Values:
		return op.Distinct(cols)
	case *Project:
		var below keys.Cols
		for c := range cols.All() {
			if r, ok := op.Exprs[c].(*expr.Ref); ok {
				below = below.With(r.Index)
			}
		}
		return !below.Empty() && uniqueOn(n.Input(), below)
	case *Filter, *Sort:
		return uniqueOn(n.Input(), cols)
	case *Aggregate:
		return cols.Contains(keys.Range(0, len(op.Group)))
	case *SetOp:
		switch {
		case !op.All && cols.Contains(keys.Range(0, len(n.Row.Fields))):
			return true
		case op.Kind == Intersect:
			return uniqueOn(n.Inputs[0], cols) || uniqueOn(n.Inputs[1], cols)
		case op.Kind == Minus:
			return uniqueOn(n.Inputs[0], cols)
		}
	case *Join:
		return uniqueJoin(n, op, cols)
	}
	return false
}

// Distinct reports that no two rows agree on the columns, where one column alone tells.
func (o *Values) Distinct(cols keys.Cols) bool {
	if len(o.Tuples) < 2 {
		return true
	}
	for c := range cols.All() {
		seen := map[string]bool{}
		for _, t := range o.Tuples {
			seen[t[c].Digest()] = true
		}
		if len(seen) == len(o.Tuples) {
			return true
		}
	}
	return false
}

func uniqueJoin(n *Node, op *Join, cols keys.Cols) bool {
	if cols.Empty() {
		return false
	}
	width := len(n.Inputs[0].Row.Fields)
	l := cols.Intersect(keys.Range(0, width))
	r := cols.Minus(l).Shift(-width)
	lk, rk := equiKeys(op.Cond, width)
	switch {
	case !l.Empty() && !r.Empty():
		return uniqueOn(n.Inputs[0], l) && uniqueOn(n.Inputs[1], r)
	case !l.Empty():
		return op.Type != Right && op.Type != Full && uniqueOn(n.Inputs[1], rk) && uniqueOn(n.Inputs[0], l)
	}
	return op.Type != Left && op.Type != Full && uniqueOn(n.Inputs[0], lk) && uniqueOn(n.Inputs[1], r)
}

// equiKeys are the columns of a condition's equalities on each side.
func equiKeys(cond expr.Expr, width int) (l, r keys.Cols) {
	for _, t := range expr.Flatten(expr.And, []expr.Expr{cond}) {
		c, ok := t.(*expr.Call)
		if !ok || c.Op.Op != expr.Equals {
			continue
		}
		a, ok1 := c.Args[0].(*expr.Ref)
		b, ok2 := c.Args[1].(*expr.Ref)
		if !ok1 || !ok2 {
			continue
		}
		if a.Index > b.Index {
			a, b = b, a
		}
		if a.Index < width && b.Index >= width {
			l, r = l.With(a.Index), r.With(b.Index-width)
		}
	}
	return l, r
}
