package rewrite

import "rowkind/planner/internal/expr"

// logic says which truth values of a sub-query are told apart where it stands (RelOptUtil.Logic).
type logic uint8

const (
	onlyTrue logic = iota
	trueFalse
	trueFalseUnknown
	unknownAsFalse
	unknownAsTrue
	onlyFalse
)

func (l logic) negate() logic {
	switch l {
	case onlyTrue:
		return onlyFalse
	case onlyFalse:
		return onlyTrue
	case unknownAsFalse:
		return unknownAsTrue
	case unknownAsTrue:
		return unknownAsFalse
	}
	return l
}

// logicOf finds the logic under which q stands in list, where the expressions of list stand under l (LogicVisitor.find).
func logicOf(l logic, list []expr.Expr, q *expr.SubQuery) logic {
	var found []logic
	for _, e := range list {
		found = collectLogic(found, l, e, q)
	}
	one := found[0]
	for _, x := range found[1:] {
		if x != one {
			return trueFalseUnknown
		}
	}
	if one == onlyFalse {
		return unknownAsTrue
	}
	return one
}

func collectLogic(found []logic, l logic, e expr.Expr, q *expr.SubQuery) []logic {
	switch x := e.(type) {
	case *expr.SubQuery:
		if !same(x, q) {
			return found
		}
		if !x.Type().Nullable && l == trueFalseUnknown {
			l = trueFalse
		}
		return append(found, l)
	case *expr.Call:
		l = logicBelow(l, x.Op.Op)
		for _, a := range x.Args {
			found = collectLogic(found, l, a, q)
		}
	case *expr.Over:
		for _, a := range x.Args {
			found = collectLogic(found, l, a, q)
		}
	case *expr.FieldAccess:
		return collectLogic(found, l, x.Row, q)
	}
	return found
}

func logicBelow(l logic, k expr.OpKind) logic {
	switch k {
	case expr.IsNull, expr.IsNotNull, expr.Case:
		l = trueFalseUnknown
	case expr.IsTrue, expr.IsNotTrue:
		l = unknownAsFalse
	case expr.IsFalse, expr.IsNotFalse:
		l = unknownAsTrue
	case expr.Not:
		l = l.negate()
	}
	if l == onlyTrue && k != expr.And {
		return trueFalseUnknown
	}
	return l
}
