package expr

import (
	"math"
	"math/big"

	"rowkind/planner/internal/types"
)

// wrap cuts n to the width of an integer type, as Java's casts do.
func wrap(n int64, t *types.Type) Value {
	switch t.Kind {
	case types.TinyInt:
		n = int64(int8(n))
	case types.SmallInt:
		n = int64(int16(n))
	case types.Integer:
		n = int64(int32(n))
	}
	return Int(n)
}

// evalArithmetic computes in the type of the result: doubles, decimals or wrapping integers.
func evalArithmetic(c *Call, args []Value) (Value, error) {
	t := c.typ
	switch {
	case t.IsInterval():
		return intervalArithmetic(c, args)
	case t.IsApprox():
		return floatArithmetic(c, args)
	case t.Kind == types.Decimal:
		return decimalArithmetic(c, args)
	case t.IsDatetime() && len(args) == 2 && (c.Op.Op == Plus || c.Op.Op == Minus):
		return evalDateArithmetic(c, args) // TIMESTAMP_LTZ keeps the plain operators
	case !t.IsInteger():
		return nil, &Unsupported{c.Op.Name}
	}
	// MOD is computed in the wider of the operands' types and then cut; / INT over the operands as they are.
	a, err := intOf(args[0])
	if err != nil {
		return nil, err
	}
	if len(args) == 1 {
		if c.Op.Op == UnaryMinus {
			a = -a
		}
		return wrap(a, t), nil
	}
	b, err := intOf(args[1])
	if err != nil {
		return nil, err
	}
	switch c.Op.Op {
	case Plus:
		return wrap(a+b, t), nil
	case Minus:
		return wrap(a-b, t), nil
	case Times:
		return wrap(a*b, t), nil
	}
	if b == 0 {
		return nil, failed("/ by zero")
	}
	if c.Op.Op == Mod {
		return wrap(a%b, t), nil
	}
	return wrap(a/b, t), nil
}

func intOf(v Value) (int64, error) {
	switch v := v.(type) {
	case Dec:
		if n, ok := v.Int64(); ok {
			return n, nil
		}
		return v.unscaled().Int64(), nil
	case Interval:
		return int64(v), nil
	case Float:
		return saturate(float64(v), math.MinInt64, math.MaxInt64), nil
	}
	return 0, &Unsupported{"a number"}
}

func floatOf(v Value) float64 {
	switch v := v.(type) {
	case Float:
		return float64(v)
	case Dec:
		return v.float()
	case Interval:
		return float64(v)
	}
	return math.NaN()
}

// floatValue rounds x to the type.
func floatValue(x float64, t *types.Type) Value {
	if t.Kind == types.Float {
		return Float(float32(x))
	}
	return Float(x)
}

func floatArithmetic(c *Call, args []Value) (Value, error) {
	a := floatOf(args[0])
	if len(args) == 1 {
		if c.Op.Op == UnaryMinus {
			a = -a
		}
		return floatValue(a, c.typ), nil
	}
	b := floatOf(args[1])
	if c.typ.Kind == types.Float {
		a, b = float64(float32(a)), float64(float32(b))
	}
	switch c.Op.Op {
	case Plus:
		a += b
	case Minus:
		a -= b
	case Times:
		a *= b
	case Mod:
		a = math.Mod(a, b)
	default:
		a /= b
	}
	return floatValue(a, c.typ), nil
}

// decimalArithmetic is DecimalDataUtils: exact, then rounded half up to the type; NULL on overflow.
func decimalArithmetic(c *Call, args []Value) (Value, error) {
	a, ok := args[0].(Dec)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	if len(args) == 1 {
		if c.Op.Op == UnaryMinus {
			a.Unscaled = new(big.Int).Neg(a.unscaled())
		}
		return a.fit(c.typ), nil
	}
	b, ok := args[1].(Dec)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	switch c.Op.Op {
	case Plus, Minus:
		scale := max(a.Scale, b.Scale)
		x, y := a.rescaleUp(scale), b.rescaleUp(scale)
		if c.Op.Op == Minus {
			y.Neg(y)
		}
		return Dec{Unscaled: x.Add(x, y), Scale: scale}.fit(c.typ), nil
	case Times:
		return Dec{Unscaled: new(big.Int).Mul(a.unscaled(), b.unscaled()), Scale: a.Scale + b.Scale}.fit(c.typ), nil
	}
	if b.Sign() == 0 {
		return nil, failed("Division by zero")
	}
	if c.Op.Op == Mod {
		scale := max(a.Scale, b.Scale)
		return Dec{Unscaled: new(big.Int).Rem(a.rescaleUp(scale), b.rescaleUp(scale)), Scale: scale}.fit(c.typ), nil
	}
	return divide(a, b, 38).fit(c.typ), nil
}

// divide gives a / b with n significant digits, rounded half up.
func divide(a, b Dec, n int) Dec {
	scale := n + 2 + b.Digits() - a.Digits() + a.Scale - b.Scale
	scale = max(scale, 0)
	x, y := a.unscaled(), b.unscaled()
	if shift := scale + b.Scale - a.Scale; shift >= 0 {
		x = new(big.Int).Mul(x, pow10(shift))
	} else {
		y = new(big.Int).Mul(y, pow10(-shift))
	}
	q := Dec{Unscaled: divRound(x, y), Scale: scale}
	if drop := q.Digits() - n; drop > 0 {
		q = Dec{Unscaled: divRound(x, new(big.Int).Mul(y, pow10(drop))), Scale: scale - drop}
	}
	return q
}

func intervalArithmetic(c *Call, args []Value) (Value, error) {
	a, err := intOf(args[0])
	if err != nil {
		return nil, err
	}
	if len(args) == 1 {
		if c.Op.Op == UnaryMinus {
			a = -a
		}
		return Interval(a), nil
	}
	b, err := intOf(args[1])
	if err != nil {
		return nil, err
	}
	switch c.Op.Op {
	case Plus:
		return Interval(a + b), nil
	case Minus:
		return Interval(a - b), nil
	case Times:
		return Interval(a * b), nil
	}
	return nil, &Unsupported{c.Op.Name}
}

func float1(f func(float64) float64) builtin {
	return func(c *Call, args []Value) (Value, error) {
		return floatValue(f(floatOf(args[0])), c.typ), nil
	}
}

func float2(f func(a, b float64) float64) builtin {
	return func(c *Call, args []Value) (Value, error) {
		return floatValue(f(floatOf(args[0]), floatOf(args[1])), c.typ), nil
	}
}

var mathFunctions = map[string]builtin{
	"ABS": evalAbs, "SIGN": evalSign, "CEIL": evalCeil, "CEILING": evalCeil, "FLOOR": evalFloor, "ROUND": evalRound,
	"TRUNCATE": evalTruncate, "LOG": evalLog, "PI": constant(math.Pi), "E": constant(math.E),
	"POWER": float2(exactPow), "SQRT": float1(math.Sqrt), "EXP": float1(exactExp), "SIN": float1(exactSin),
	"COS": float1(exactCos), "TAN": float1(exactTan), "SINH": float1(exactSinh), "COSH": float1(exactCosh),
	"TANH": float1(exactTanh), "ASIN": float1(exactAsin), "ACOS": float1(exactAcos), "ATAN": float1(exactAtan),
	"ATAN2": float2(exactAtan2), "COT": float1(func(x float64) float64 { return 1 / exactTan(x) }),
	"DEGREES": float1(func(x float64) float64 { return x * 57.29577951308232 }),
	"RADIANS": float1(func(x float64) float64 { return x * 0.017453292519943295 }),
	"LN":      logarithm(exactLog), "LOG10": logarithm(exactLog10),
	"LOG2": logarithm(func(x float64) float64 { return exactLog(x) / exactLog(2) }),
	"BIN":  evalBin, "HEX": evalHex, "BITAND": bits2(func(a, b int64) int64 { return a & b }),
	"BITOR": bits2(func(a, b int64) int64 { return a | b }), "BITXOR": bits2(func(a, b int64) int64 { return a ^ b }),
	"BITNOT": func(c *Call, args []Value) (Value, error) {
		n, err := intOf(args[0])
		return wrap(^n, c.typ), err
	},
	"GREATEST": pick(1), "LEAST": pick(-1),
	"CARDINALITY": evalCardinality, "ELEMENT": evalElement, "MOD": func(c *Call, args []Value) (Value, error) {
		return evalArithmetic(NewCall(ModOp, c.typ, c.Args...), args)
	},
}

func constant(x float64) builtin { return func(*Call, []Value) (Value, error) { return Float(x), nil } }

func bits2(f func(a, b int64) int64) builtin {
	return func(c *Call, args []Value) (Value, error) {
		a, err := intOf(args[0])
		if err != nil {
			return nil, err
		}
		b, err := intOf(args[1])
		return wrap(f(a, b), c.typ), err
	}
}

func pick(sign int) builtin {
	return func(c *Call, args []Value) (Value, error) {
		best := args[0]
		from := c.Args[0].Type()
		for i, a := range args[1:] {
			if CompareRuntime(a, best)*sign > 0 {
				best, from = a, c.Args[i+1].Type()
			}
		}
		return castIfNumeric(best, from, c.typ)
	}
}

// logarithm refuses what has none, as SqlFunctionUtils does.
func logarithm(f func(float64) float64) builtin {
	return func(c *Call, args []Value) (Value, error) {
		x := floatOf(args[0])
		if x <= 0 {
			return nil, failed("x of 'log(x)' should be > 0")
		}
		return floatValue(f(x), c.typ), nil
	}
}

func evalLog(c *Call, args []Value) (Value, error) {
	x := floatOf(args[len(args)-1])
	if len(args) == 1 {
		return logarithm(exactLog)(c, args)
	}
	base := floatOf(args[0])
	if x <= 0 || base <= 1 {
		return nil, failed("bad argument of LOG")
	}
	return floatValue(exactLog(x)/exactLog(base), c.typ), nil
}

func evalAbs(c *Call, args []Value) (Value, error) {
	switch x := args[0].(type) {
	case Float:
		return Float(math.Abs(float64(x))), nil
	case Dec:
		x.Unscaled = new(big.Int).Abs(x.unscaled())
		return x, nil
	}
	return nil, &Unsupported{c.Op.Name}
}

func evalSign(c *Call, args []Value) (Value, error) {
	switch x := args[0].(type) {
	case Float:
		switch {
		case x > 0:
			return Float(1), nil
		case x < 0:
			return Float(-1), nil
		}
		return x, nil
	case Dec:
		if c.typ.Kind == types.Decimal {
			return Int(int64(x.Sign())).fit(c.typ), nil
		}
		return Int(int64(x.Sign())), nil
	}
	return nil, &Unsupported{c.Op.Name}
}

func evalFloor(c *Call, args []Value) (Value, error) { return floorCeil(c, args, false) }
func evalCeil(c *Call, args []Value) (Value, error)  { return floorCeil(c, args, true) }

func floorCeil(c *Call, args []Value, up bool) (Value, error) {
	if len(args) == 2 {
		return temporalFloor(c, args, up)
	}
	switch x := args[0].(type) {
	case Float:
		if up {
			return Float(math.Ceil(float64(x))), nil
		}
		return Float(math.Floor(float64(x))), nil
	case Dec:
		if x.Scale <= 0 {
			return x, nil
		}
		q, r := new(big.Int).QuoRem(x.unscaled(), pow10(x.Scale), new(big.Int))
		switch {
		case up && r.Sign() > 0:
			q.Add(q, big.NewInt(1))
		case !up && r.Sign() < 0:
			q.Sub(q, big.NewInt(1))
		}
		return Dec{Unscaled: q}, nil
	}
	return nil, &Unsupported{c.Op.Name}
}

func places(args []Value) (int, error) {
	if len(args) < 2 {
		return 0, nil
	}
	n, err := intOf(args[1])
	return int(max(min(n, 400), -400)), err
}

func evalRound(c *Call, args []Value) (Value, error) {
	n, err := places(args)
	if err != nil {
		return nil, err
	}
	switch x := args[0].(type) {
	case Float:
		d, ok := x.dec(types.DoubleType)
		if !ok {
			return x, nil
		}
		// Java rounds BigDecimal.valueOf(double), the shortest decimal text.
		if s, ok := ParseDec(javaDouble(float64(x), c.typ.Kind == types.Float)); ok {
			d = s
		}
		return floatValue(d.setScale(n).float(), c.typ), nil
	case Dec:
		r := x.setScale(n)
		if c.typ.Kind == types.Decimal {
			return r.fit(c.typ), nil
		}
		i, _ := r.Int64()
		return wrap(i, c.typ), nil
	}
	return nil, &Unsupported{c.Op.Name}
}

func evalTruncate(c *Call, args []Value) (Value, error) {
	n, err := places(args)
	if err != nil {
		return nil, err
	}
	switch x := args[0].(type) {
	case Float:
		d, ok := ParseDec(javaDouble(float64(x), c.typ.Kind == types.Float))
		if !ok {
			return x, nil
		}
		return floatValue(d.cut(n).float(), c.typ), nil
	case Dec:
		r := x.cut(n)
		if c.typ.Kind == types.Decimal {
			return r.fit(c.typ), nil
		}
		i, _ := r.Int64()
		return wrap(i, c.typ), nil
	}
	return nil, &Unsupported{c.Op.Name}
}

// cut gives d with at most n fraction digits, the others dropped; negative n zeroes digits before the point.
func (d Dec) cut(n int) Dec {
	if d.Scale <= n {
		return d
	}
	if d.Digits()-d.Scale <= -n {
		return Dec{Unscaled: zero, Scale: n}
	}
	return Dec{Unscaled: new(big.Int).Quo(d.unscaled(), pow10(d.Scale-n)), Scale: n}
}

func evalBin(c *Call, args []Value) (Value, error) {
	n, err := intOf(args[0])
	return Str(new(big.Int).SetUint64(uint64(n)).Text(2)), err
}

// evalElement gives the only element of an array.
func evalElement(c *Call, args []Value) (Value, error) {
	l, ok := args[0].(List)
	switch {
	case !ok:
		return nil, &Unsupported{c.Op.Name}
	case len(l) == 0:
		return nil, nil
	case len(l) > 1:
		return nil, failed("Array has more than one element.")
	}
	return l[0], nil
}

func evalCardinality(c *Call, args []Value) (Value, error) {
	switch x := args[0].(type) {
	case List:
		return Int(int64(len(x))), nil
	case Mapping:
		return Int(int64(len(x))), nil
	}
	return nil, &Unsupported{c.Op.Name}
}

func saturate(x float64, lo, hi int64) int64 {
	switch {
	case math.IsNaN(x):
		return 0
	case x <= float64(lo):
		return lo
	case x >= float64(hi):
		return hi
	}
	return int64(x)
}
