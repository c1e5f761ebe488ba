package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// joinDerive adds to the condition of an inner join what a disjunction in it says of one side alone, so that this can go
// below the join.
//
//	SELECT … FROM a JOIN b ON (a.x = 1 AND b.y = 1) OR (a.x = 2 AND b.y = 2)
//	=> … AND (a.x = 1 OR a.x = 2) AND (b.y = 1 OR b.y = 2)
//
// Nothing follows for a side that one of the alternatives does not mention.
var joinDerive = &rule{
	name: "JoinDependentConditionDerivation", class: "JoinDependentConditionDerivationRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		if j.Type != logical.Inner {
			return nil
		}
		list := conjuncts(j.Cond)
		derived := list
		for _, e := range list {
			if or := expr.Disjuncts(e); len(or) > 1 {
				left, right := oneSided(or, len(n.Inputs[0].Row.Fields))
				derived = append(derived[:len(derived):len(derived)], left, right)
			}
		}
		if len(derived) == len(list) {
			return nil
		}
		cond := simplifyCondition(expr.Conjunction(derived...))
		if same(cond, j.Cond) {
			return nil
		}
		return withCondition(n, cond)
	},
}

// oneSided gives the parts of the alternatives that read columns of one side only, TRUE where one has none.
func oneSided(alternatives []expr.Expr, nLeft int) (left, right expr.Expr) {
	var lefts, rights []expr.Expr
	for _, alternative := range alternatives {
		var l, r []expr.Expr
		for _, e := range conjuncts(alternative) {
			switch used := refs(e); {
			case rangeOf(nLeft).Contains(used):
				l = append(l, e)
			case !used.Intersects(rangeOf(nLeft)):
				r = append(r, e)
			}
		}
		lefts, rights = append(lefts, expr.Conjunction(l...)), append(rights, expr.Conjunction(r...))
	}
	return expr.Disjunction(lefts...), expr.Disjunction(rights...)
}
