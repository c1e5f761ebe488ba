package expr

// policy tells how an operator answers NULL operands (Calcite's Strong.Policy).
type policy uint8

const (
	asIs    policy = iota // nothing known
	anyNull               // NULL exactly if an operand is
	notNull               // never NULL
)

func policyOf(k OpKind) policy {
	switch k {
	case Exists, IsDistinctFrom, IsNotDistinctFrom, IsNull, IsNotNull, IsTrue, IsNotTrue, IsFalse, IsNotFalse:
		return notNull
	case Not, Equals, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual, Like, SimilarTo, Plus, UnaryPlus,
		Minus, UnaryMinus, Times, Divide, DivideInt, DatePlus, DateMinus, DateDiff, Cast, Reinterpret, Trim, Ceil, Floor, Extract, Item:
		return anyNull
	}
	return asIs
}

// strong answers what an expression gives if some columns or fields are NULL.
type strong struct {
	column int    // a column that is NULL, negative for none
	field  string // the digest of a field that is NULL
}

// NullIfColumnNull reports whether e is NULL for sure where column i is (Strong.isNull).
func NullIfColumnNull(e Expr, i int) bool { return strong{column: i}.isNull(e) }

// NotTrueIfColumnNull reports whether a condition cannot be true where column i is NULL (Strong.isNotTrue).
func NotTrueIfColumnNull(e Expr, i int) bool { return strong{column: i}.isNotTrue(e) }

// NotTrueIfColumnsNull reports whether a condition cannot be true where the columns of which null is true are NULL.
func NotTrueIfColumnsNull(e Expr, null func(int) bool) bool {
	return strongSet(null).isNotTrue(e)
}

type strongSet func(int) bool

func (s strongSet) isNotTrue(e Expr) bool { return isNotTrue(e, s.leaf) }

func (s strongSet) leaf(e Expr) bool {
	r, ok := e.(*Ref)
	return ok && s(r.Index)
}

func (s strong) leaf(e Expr) bool {
	switch e := e.(type) {
	case *Ref:
		return e.Index == s.column
	case *FieldAccess:
		return s.field != "" && e.digest == s.field
	}
	return false
}

func (s strong) isNull(e Expr) bool    { return isNull(e, s.leaf) }
func (s strong) isNotTrue(e Expr) bool { return isNotTrue(e, s.leaf) }

func isNotTrue(e Expr, leaf func(Expr) bool) bool {
	if c, ok := e.(*Call); ok {
		switch c.Op.Op {
		case IsNotNull:
			return isNull(c.Args[0], leaf)
		case Or:
			for _, a := range c.Args {
				if !isNotTrue(a, leaf) {
					return false
				}
			}
			return true
		case And:
			for _, a := range c.Args {
				if isNotTrue(a, leaf) {
					return true
				}
			}
			return false
		}
	}
	return isNull(e, leaf)
}

func isNull(e Expr, leaf func(Expr) bool) bool {
	switch e := e.(type) {
	case *Literal:
		return e.Value == nil
	case *Ref, *FieldAccess:
		return leaf(e)
	case *Call:
		switch policyOf(e.Op.Op) {
		case notNull:
			return false
		case anyNull:
			for _, a := range e.Args {
				if isNull(a, leaf) {
					return true
				}
			}
			return false
		}
		switch e.Op.Op {
		case And, Or:
			return allNull(e.Args, leaf)
		case Case:
			for i := 1; i < len(e.Args); i += 2 {
				if !isNull(e.Args[i], leaf) {
					return false
				}
			}
			return isNull(e.Args[len(e.Args)-1], leaf)
		}
	}
	return false
}

func allNull(es []Expr, leaf func(Expr) bool) bool {
	for _, e := range es {
		if !isNull(e, leaf) {
			return false
		}
	}
	return true
}
