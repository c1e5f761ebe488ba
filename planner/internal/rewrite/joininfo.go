package rewrite

import "rowkind/planner/internal/expr"

// equiKeys are the equalities of a join's condition between a column of each side (Calcite's JoinInfo).
type equiKeys struct{ expr.EquiKeys }

// joinInfo splits cond over a left input of nLeft columns (JoinInfo.of).
func joinInfo(cond expr.Expr, nLeft int) equiKeys { return equiKeys{expr.SplitEqui(cond, nLeft)} }

// toRight gives the right key column that equals left column i; the last one if there are several.
func (k equiKeys) toRight(i int) int { return lookup(k.Left, k.Right, i) }

// toLeft gives the left key column that equals right column i.
func (k equiKeys) toLeft(i int) int { return lookup(k.Right, k.Left, i) }

func lookup(from, to []int, i int) int {
	for k := len(from) - 1; k >= 0; k-- {
		if from[k] == i {
			return to[k]
		}
	}
	return -1
}
