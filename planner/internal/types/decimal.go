package types

// The type of decimal arithmetic: LogicalTypeMerging's find…DecimalType. Results are NOT NULL.

const (
	maxDigits   = 38
	minAdjusted = 6
)

// adjustDecimal keeps the integer part when the digits do not suffice.
func adjustDecimal(p, s int) *Type {
	if p > maxDigits {
		s = max(maxDigits-(p-s), min(s, minAdjusted))
		p = maxDigits
	}
	return DecimalType(p, s).WithNullable(false)
}

// DecimalPlus is the type of a + b and a - b.
func DecimalPlus(a, b *Type) *Type {
	p1, s1 := a.Digits()
	p2, s2 := b.Digits()
	s := max(s1, s2)
	return adjustDecimal(max(p1-s1, p2-s2)+s+1, s)
}

// DecimalTimes is the type of a * b.
func DecimalTimes(a, b *Type) *Type {
	p1, s1 := a.Digits()
	p2, s2 := b.Digits()
	return adjustDecimal(p1+p2+1, s1+s2)
}

// DecimalDivide is the type of a / b.
func DecimalDivide(a, b *Type) *Type {
	p1, s1 := a.Digits()
	p2, s2 := b.Digits()
	s := max(6, s1+p2+1)
	return adjustDecimal(p1-s1+s2+s, s)
}

// DecimalMod is the type of MOD(a, b).
func DecimalMod(a, b *Type) *Type {
	p1, s1 := a.Digits()
	p2, s2 := b.Digits()
	s := max(s1, s2)
	return adjustDecimal(min(p1-s1, p2-s2)+s, s)
}

// DecimalRound is the type of ROUND(a, r).
func DecimalRound(a *Type, r int) *Type {
	p, s := a.Digits()
	switch {
	case r >= s:
		return DecimalType(p, s).WithNullable(false)
	case r < 0:
		return DecimalType(min(maxDigits, 1+p-s), 0).WithNullable(false)
	}
	return DecimalType(1+p-s+r, r).WithNullable(false)
}

// AnyDecimal reports whether decimal arithmetic applies: both exact, one of them a decimal.
func AnyDecimal(a, b *Type) bool {
	return a.IsExact() && b.IsExact() && (a.Kind == Decimal || b.Kind == Decimal)
}

// Sum is the type of SUM over t.
func Sum(t *Type) *Type {
	if t.Kind == Decimal {
		return DecimalType(maxDigits, t.Scale).WithNullable(t.Nullable)
	}
	return t
}

// Avg is the type of AVG over t: decimals are divided by a count of DECIMAL(20, 0).
func Avg(t *Type) *Type {
	if t.Kind == Decimal {
		return DecimalDivide(DecimalType(maxDigits, t.Scale), DecimalType(20, 0)).WithNullable(t.Nullable)
	}
	return t
}
