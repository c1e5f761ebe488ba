package function

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// Return infers the type of a call; nil means that there is none. (SqlReturnTypeInference)
type Return func(c *Call) *types.Type

// Infer types the untyped operands of a call whose own type is ret, or nil if that is unknown too. It gives a type for
// each operand, nil where it knows none. (SqlOperandTypeInference)
type Infer func(c *Call, ret *types.Type) []*types.Type

// containsNullable is SqlTypeUtil.containsNullable: a row counts as nullable if a field is.
func containsNullable(t *types.Type) bool {
	if t.Nullable {
		return true
	}
	for _, f := range t.Fields {
		if containsNullable(f.Type) {
			return true
		}
	}
	return false
}

func anyNullable(c *Call) bool {
	for i := range c.Args {
		if containsNullable(c.Args[i].Type) {
			return true
		}
	}
	return false
}

// explicit gives t NOT NULL.
func explicit(t *types.Type) Return {
	t = t.WithNullable(false)
	return func(*Call) *types.Type { return t }
}

// nullIfArgs makes the result nullable if an operand is. (SqlTypeTransforms.TO_NULLABLE)
func nullIfArgs(r Return) Return {
	return func(c *Call) *types.Type {
		t := r(c)
		if t != nil && anyNullable(c) {
			return t.WithNullable(true)
		}
		return t
	}
}

// nullable gives t, nullable if an operand is.
func nullable(t *types.Type) Return { return nullIfArgs(explicit(t)) }

// forceNull makes the result nullable. (SqlTypeTransforms.FORCE_NULLABLE)
func forceNull(r Return) Return {
	return func(c *Call) *types.Type {
		if t := r(c); t != nil {
			return t.WithNullable(true)
		}
		return nil
	}
}

// arg gives the type of operand i.
func arg(i int) Return {
	return func(c *Call) *types.Type { return c.Args[i].Type }
}

// chain tries one after the other.
func chain(rs ...Return) Return {
	return func(c *Call) *types.Type {
		for _, r := range rs {
			if t := r(c); t != nil {
				return t
			}
		}
		return nil
	}
}

// leastRestrictive is the common type of all operands.
func leastRestrictive(c *Call) *types.Type { return types.LeastRestrictive(c.Types()...) }

func decimal(f func(a, b *types.Type) *types.Type) Return {
	return nullIfArgs(func(c *Call) *types.Type {
		if len(c.Args) == 2 && types.AnyDecimal(c.Args[0].Type, c.Args[1].Type) {
			return f(c.Args[0].Type, c.Args[1].Type)
		}
		return nil
	})
}

// intervalOperand gives the first operand that is an interval.
func intervalOperand(c *Call) *types.Type {
	for i := range c.Args {
		if c.Args[i].Type.IsInterval() {
			return c.Args[i].Type
		}
	}
	return nil
}

// The arithmetic operators. (ReturnTypes.NULLABLE_SUM, PRODUCT_NULLABLE, QUOTIENT_NULLABLE, NULLABLE_MOD)
var (
	sumType      = chain(decimal(types.DecimalPlus), leastRestrictive)
	productType  = chain(decimal(types.DecimalTimes), nullIfArgs(intervalOperand), leastRestrictive)
	quotientType = chain(decimal(types.DecimalDivide), nullIfArgs(intervalOperand), leastRestrictive)
	modType      = chain(decimal(modDecimal), nullIfArgs(arg(1)))
)

func modDecimal(a, b *types.Type) *types.Type {
	_, s1 := a.Digits()
	_, s2 := b.Digits()
	if s1 == 0 && s2 == 0 {
		return b.WithNullable(false)
	}
	return types.DecimalMod(a, b)
}

var booleanNullable = nullable(types.BooleanType)

// andType takes the first nullable operand's type. (ReturnTypes.BOOLEAN_NULLABLE_OPTIMIZED)
func andType(c *Call) *types.Type {
	var t *types.Type
	for i := range c.Args {
		t = c.Args[i].Type
		if containsNullable(t) {
			break
		}
	}
	return t
}

// concatType adds the lengths. (ReturnTypes.DYADIC_STRING_SUM_PRECISION_NULLABLE)
func concatType(c *Call) *types.Type {
	a, b := c.Args[0].Type, c.Args[1].Type
	if a.Kind == types.Array {
		return leastRestrictive(c)
	}
	if a.Kind == types.Null || b.Kind == types.Null {
		return types.NullType
	}
	kind := a.Kind
	if b.Kind == types.VarChar || b.Kind == types.VarBinary {
		kind = b.Kind
	}
	n := a.Precision + b.Precision
	if n > types.MaxLength {
		n = types.MaxLength
	}
	var t *types.Type
	switch kind {
	case types.Char:
		t = types.CharType(n)
	case types.VarChar:
		t = types.VarCharType(n)
	case types.Binary:
		t = types.BinaryType(n)
	default:
		t = types.VarBinaryType(n)
	}
	return t.WithNullable(containsNullable(a) || containsNullable(b))
}

// varying makes CHAR(n) VARCHAR(n). (SqlTypeTransforms.TO_VARYING)
func varying(t *types.Type) *types.Type {
	switch t.Kind {
	case types.Char:
		return types.VarCharType(t.Precision).WithNullable(t.Nullable)
	case types.Binary:
		return types.VarBinaryType(t.Precision).WithNullable(t.Nullable)
	}
	return t
}

// varyingArg0 is the first operand's type as VARCHAR, nullable always. (FlinkReturnTypes.ARG0_VARCHAR_FORCE_NULLABLE)
func varyingArg0(c *Call) *types.Type { return varying(c.Args[0].Type).WithNullable(true) }

// roundType is FlinkReturnTypes.ROUND_FUNCTION.
func roundType(c *Call) *types.Type {
	t := c.Args[0].Type
	if t.Kind != types.Decimal {
		return t
	}
	r := 0
	if len(c.Args) > 1 {
		n, ok := smallInt(c.Args[1].Value)
		if !ok {
			return t
		}
		r = n
	}
	return types.DecimalRound(t, r)
}

// smallInt reads an integer out of a literal's value.
func smallInt(v expr.Value) (int, bool) {
	d, ok := v.(expr.Dec)
	if !ok || d.Unscaled == nil || d.Scale != 0 || !d.Unscaled.IsInt64() {
		return 0, false
	}
	return int(d.Unscaled.Int64()), true
}

// scale0 is the type of FLOOR and CEIL: a decimal loses its fraction. (ReturnTypes.ARG0_OR_EXACT_NO_SCALE)
func scale0(c *Call) *types.Type {
	t := c.Args[0].Type
	if t.Kind == types.Decimal {
		return types.DecimalType(t.Precision, 0).WithNullable(t.Nullable)
	}
	return t
}

// ifType is FlinkReturnTypes.IF_NULLABLE.
func ifType(c *Call) *types.Type {
	for _, a := range c.Args[1:] {
		if !a.Type.IsNumeric() && !a.Type.IsString() && !a.Type.IsBinary() {
			return c.Args[1].Type
		}
	}
	return types.LeastRestrictive(c.Types()[1:]...)
}

// firstKnown gives all operands the type of the first one that has any. (InferTypes.FIRST_KNOWN)
func firstKnown(c *Call, _ *types.Type) []*types.Type {
	var known *types.Type
	for i := range c.Args {
		if c.Args[i].Type.Kind != types.Null {
			known = c.Args[i].Type
			break
		}
	}
	return fillTypes(len(c.Args), known)
}

// returnType gives the operands the type of the call. (InferTypes.RETURN_TYPE)
func returnType(c *Call, ret *types.Type) []*types.Type { return fillTypes(len(c.Args), ret) }

func inferred(t *types.Type) Infer {
	return func(c *Call, _ *types.Type) []*types.Type { return fillTypes(len(c.Args), t) }
}

func fillTypes(n int, t *types.Type) []*types.Type {
	out := make([]*types.Type, n)
	for i := range out {
		out[i] = t
	}
	return out
}
