package expr

import (
	"rowkind/planner/internal/types"
)

var boolNotNull = types.BooleanType.WithNullable(false)

func boolType(nullable bool) *types.Type { return types.BooleanType.WithNullable(nullable) }

// Nullable reports whether any of es may be NULL.
func Nullable(es ...Expr) bool {
	for _, e := range es {
		if e.Type().Nullable {
			return true
		}
	}
	return false
}

// Predicate applies an operator that gives a BOOLEAN, NULL if an operand is.
func Predicate(o *Operator, args ...Expr) *Call {
	return NewCall(o, boolType(Nullable(args...)), args...)
}

// AndOf is the conjunction of terms, flattened; TRUE for none.
func AndOf(terms ...Expr) Expr { return junction(AndOp, True, terms) }

// OrOf is the disjunction of terms, flattened; FALSE for none.
func OrOf(terms ...Expr) Expr { return junction(OrOp, False, terms) }

func junction(o *Operator, empty Expr, terms []Expr) Expr {
	flat := terms
	for _, t := range terms {
		if Is(t, o.Op) {
			flat = Flatten(o.Op, terms)
			break
		}
	}
	switch len(flat) {
	case 0:
		return empty
	case 1:
		return flat[0]
	}
	return Predicate(o, flat...)
}

// Flatten gives terms with nested calls of kind k (And or Or) replaced by their operands.
func Flatten(k OpKind, terms []Expr) []Expr {
	var out []Expr
	var walk func([]Expr)
	walk = func(ts []Expr) {
		for _, t := range ts {
			if c, ok := t.(*Call); ok && c.Op.Op == k {
				walk(c.Args)
			} else {
				out = append(out, t)
			}
		}
	}
	walk(terms)
	return out
}

// Conjunction is the AND of terms without TRUE and repeated terms; FALSE if one of them is always false
// (RexUtil.composeConjunction).
func Conjunction(terms ...Expr) Expr { return compose(AndOp, True, False, terms) }

// Disjunction is the OR of terms without FALSE and repeated terms; TRUE if one of them is always true
// (RexUtil.composeDisjunction).
func Disjunction(terms ...Expr) Expr { return compose(OrOp, False, True, terms) }

func compose(o *Operator, neutral, dominant Expr, terms []Expr) Expr {
	leftOut, decides := AlwaysTrue, AlwaysFalse
	if o.Op == Or {
		leftOut, decides = AlwaysFalse, AlwaysTrue
	}
	out := distinct(Flatten(o.Op, terms), leftOut)
	switch len(out) {
	case 0:
		return neutral
	case 1:
		return out[0]
	}
	for _, t := range out {
		if decides(t) {
			return dominant
		}
	}
	return Predicate(o, out...)
}

// NotOf is the call NOT(e), nothing simplified.
func NotOf(e Expr) Expr { return Predicate(NotOp, e) }

// EqualsOf is the call =(a, b).
func EqualsOf(a, b Expr) Expr { return Predicate(EqualsOp, a, b) }

// CompareOf is the comparison of kind k of a and b.
func CompareOf(k OpKind, a, b Expr) Expr { return Predicate(comparisonOp(k), a, b) }

// IsNotNullOf is the call IS NOT NULL(e).
func IsNotNullOf(e Expr) Expr { return NewCall(IsNotNullOp, boolNotNull, e) }

// IsNullOf is the call IS NULL(e).
func IsNullOf(e Expr) Expr { return NewCall(IsNullOp, boolNotNull, e) }

// IsCall is the call of one of the kinds IS TRUE, IS NULL and so on.
func IsCall(k OpKind, e Expr) Expr { return NewCall(isOp(k), boolNotNull, e) }

// IntLiteral is the INTEGER n.
func IntLiteral(n int64) *Literal { return NewLiteral(Int(n), types.IntType.WithNullable(false)) }

// BigintLiteral is the BIGINT n.
func BigintLiteral(n int64) *Literal { return NewLiteral(Int(n), types.BigIntType.WithNullable(false)) }

// StringLiteral is a CHAR of the length of s.
func StringLiteral(s string) *Literal {
	return NewLiteral(Str(s), types.CharType(utf16Len(s)).WithNullable(false))
}

// Flag is a symbol such as FLAG(YEAR).
func Flag(name string) *Literal { return NewLiteral(Symbol(name), types.SymbolType) }

// CaseType is the type of a CASE over values of type t, nullable if a value is.
func CaseType(t *types.Type, args []Expr) *types.Type {
	nullable := false
	for i, a := range args {
		if (i%2 == 1 || i == len(args)-1) && a.Type().Nullable {
			nullable = true
		}
	}
	return t.WithNullable(nullable)
}

// AlwaysTrue reports what is plainly true (RexNode.isAlwaysTrue).
func AlwaysTrue(e Expr) bool {
	switch e := e.(type) {
	case *Literal:
		return e.Value == Bool(true)
	case *Call:
		switch e.Op.Op {
		case IsNotNull:
			return !e.Args[0].Type().Nullable
		case IsNotTrue, IsFalse, Not:
			return AlwaysFalse(e.Args[0])
		case IsNotFalse, IsTrue, Cast:
			return AlwaysTrue(e.Args[0])
		case Search:
			s, ok := e.Args[1].(*Literal).Value.(*Sarg)
			return ok && s.all() && (s.Null == NullTrue || !e.Args[0].Type().Nullable)
		}
	}
	return false
}

// AlwaysFalse reports what is plainly false (RexNode.isAlwaysFalse).
func AlwaysFalse(e Expr) bool {
	switch e := e.(type) {
	case *Literal:
		return e.Value == Bool(false)
	case *Call:
		switch e.Op.Op {
		case IsNull:
			return !e.Args[0].Type().Nullable
		case IsNotTrue, IsFalse, Not:
			return AlwaysTrue(e.Args[0])
		case IsNotFalse, IsTrue, Cast:
			return AlwaysFalse(e.Args[0])
		case Search:
			s, ok := e.Args[1].(*Literal).Value.(*Sarg)
			return ok && s.none() && (s.Null == NullFalse || !e.Args[0].Type().Nullable)
		}
	}
	return false
}
