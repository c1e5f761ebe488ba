package logical

import (
	"math"

	"rowkind/planner/internal/expr"
)

// unknownRows is the bound of what Calcite has none for: no comparison with it holds.
var unknownRows = math.NaN()

// MinRows is the least number of rows that n surely has (RelMdMinRowCount).
func MinRows(n *Node) float64 {
	switch o := n.Op.(type) {
	case *Project:
		return MinRows(n.Input())
	case *Values:
		return float64(len(o.Tuples))
	case *Sort:
		return limitedRows(o, knownRows(MinRows(n.Input()), 0))
	case *Aggregate:
		switch {
		case len(o.Group) == 0:
			return 1
		case MinRows(n.Input()) >= 1:
			return numSets(o)
		}
		return 0
	case *SetOp:
		return minRowsOfSet(n, o)
	case *Filter, *Join, *Scan:
		return 0
	}
	return unknownRows
}

func minRowsOfSet(n *Node, o *SetOp) float64 {
	if o.Kind != Union {
		return 0
	}
	rows := 0.0
	for _, in := range n.Inputs {
		rows += knownRows(MinRows(in), 0)
	}
	if !o.All {
		rows = math.Min(rows, 1)
	}
	return rows
}

// MaxRows is the greatest number of rows that n can have (RelMdMaxRowCount). It asks whether all rows of an aggregate's
// input have the same keys.
func MaxRows(n *Node, sameKeys func(in *Node, group []int) bool) float64 {
	switch o := n.Op.(type) {
	case *Scan:
		return math.Inf(1)
	case *Project:
		return MaxRows(n.Input(), sameKeys)
	case *Filter:
		if expr.AlwaysFalse(o.Cond) {
			return 0
		}
		return MaxRows(n.Input(), sameKeys)
	case *Values:
		return float64(len(o.Tuples))
	case *Sort:
		return limitedRows(o, knownRows(MaxRows(n.Input(), sameKeys), math.Inf(1)))
	case *Aggregate:
		if len(o.Group) == 0 || len(o.Sets) == 0 && sameKeys(n.Input(), o.Group) {
			return 1
		}
		return MaxRows(n.Input(), sameKeys) * numSets(o)
	case *SetOp:
		rows := MaxRows(n.Inputs[0], sameKeys)
		for _, in := range n.Inputs[1:] {
			rows = maxRowsWith(o.Kind, rows, MaxRows(in, sameKeys))
		}
		return rows
	case *Join:
		return maxRowsOfJoin(o.Type, MaxRows(n.Inputs[0], sameKeys), MaxRows(n.Inputs[1], sameKeys))
	}
	return unknownRows
}

// maxRowsWith is the bound of a set operation of inputs with rows and with more.
func maxRowsWith(kind SetKind, rows, more float64) float64 {
	switch {
	case kind == Union:
		return rows + more
	case kind == Intersect && (math.IsNaN(rows) || more < rows):
		return more
	}
	return rows
}

// maxRowsOfJoin is a product; that of nothing with any number of rows is not known to be nothing.
func maxRowsOfJoin(t JoinType, left, right float64) float64 {
	if t == Right || t == Full {
		left = math.Max(left, 1)
	}
	if t == Left || t == Full {
		right = math.Max(right, 1)
	}
	return left * right
}

// limitedRows is what OFFSET and FETCH leave of a number of rows.
func limitedRows(o *Sort, rows float64) float64 {
	if o.Offset != nil {
		rows = math.Max(rows-float64(*o.Offset), 0)
	}
	if o.Fetch != nil {
		rows = math.Min(rows, float64(*o.Fetch))
	}
	return rows
}

// knownRows gives other for an unknown bound.
func knownRows(rows, other float64) float64 {
	if math.IsNaN(rows) {
		return other
	}
	return rows
}

func numSets(o *Aggregate) float64 { return float64(max(1, len(o.Sets))) }
