package expr

import "math"

// Selectivity estimates the share of rows for which cond holds, without statistics (SelectivityEstimator).
func Selectivity(cond Expr) float64 {
	if cond == nil || AlwaysTrue(cond) {
		return 1
	}
	call, ok := cond.(*Call)
	if !ok {
		return 0.15 // of a column, which stands for column = TRUE
	}
	switch call.Op.Op {
	case And:
		share := 1.0
		for _, a := range call.Args {
			share *= Selectivity(a)
		}
		return share
	case Or:
		sum, product := 0.0, 1.0
		for _, a := range call.Args {
			s := Selectivity(a)
			sum, product = sum+s, product*s
		}
		return math.Min(1, sum-product)
	case Not:
		return 1 - Selectivity(call.Args[0])
	case Equals:
		return 0.15
	case NotEquals:
		return 0.85
	case LessThan, LessOrEqual, GreaterThan, GreaterOrEqual:
		return 0.5
	case IsNull:
		return 0.1
	case IsNotNull:
		return 0.9
	case Like:
		return 0.05
	case Search:
		if l, ok := call.Args[1].(*Literal); ok {
			if s, ok := l.Value.(*Sarg); ok && s.set().points() {
				return math.Min(1, 0.15*float64(len(s.Ranges)))
			}
		}
		return Selectivity(ExpandSearch(cond))
	}
	return 0.25
}

// GuessSelectivity is the cruder estimate of Calcite's (RelMdUtil.guessSelectivity).
func GuessSelectivity(cond Expr) float64 {
	share := 1.0
	for _, t := range Conjuncts(cond) {
		call, ok := t.(*Call)
		if !ok {
			share *= 0.25
			continue
		}
		switch call.Op.Op {
		case IsNotNull:
			share *= 0.9
		case Equals:
			share *= 0.15
		case In, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual:
			share *= 0.5
		default:
			share *= 0.25
		}
	}
	return share
}

// Computed counts the items of a projection that cost something: columns, constants and casts of the whole item are free
// (CommonCalc.computeSelfCost).
func Computed(list []Expr) int {
	n := 0
	for _, e := range list {
		switch x := e.(type) {
		case *Ref, *Literal:
		case *Call:
			if x.Op.Op != Cast {
				n++
			}
		default:
			n++
		}
	}
	return n
}
