package expr

import (
	"math"
	"math/big"

	"rowkind/planner/internal/types"
)

// Float is a FLOAT or DOUBLE while it is computed; a literal holds a Dec.
type Float float64

// List is an array or multiset value.
type List []Value

// Entry is one entry of a Mapping.
type Entry struct{ Key, Value Value }

// Mapping is a map value, in insertion order.
type Mapping []Entry

func (Float) value()   {}
func (List) value()    {}
func (Mapping) value() {}

// Unsupported says that this package does not know how to compute a function.
type Unsupported struct{ Name string }

func (e *Unsupported) Error() string { return "cannot compute " + e.Name }

// Failed is an exception thrown when a row is computed; Class is its Java class where that is known.
type Failed struct{ Message, Class string }

func (e *Failed) Error() string { return e.Message }

func failed(msg string) error { return &Failed{Message: msg} }

// Eval computes e over a row, whose columns are values as this package holds them. The error is *Unsupported or *Failed.
func Eval(e Expr, row []Value) (Value, error) {
	switch e := e.(type) {
	case *Literal:
		return runtimeValue(e.Value, e.typ), nil
	case *Ref:
		if e.Index < len(row) {
			return row[e.Index], nil
		}
		return nil, &Unsupported{refText(e.Index)}
	case *FieldAccess:
		v, err := Eval(e.Row, row)
		if err != nil || v == nil {
			return nil, err
		}
		t, ok := v.(Tuple)
		if !ok || e.Field >= len(t) {
			return nil, &Unsupported{"." + e.Name}
		}
		return t[e.Field], nil
	case *Call:
		return evalCall(e, row)
	}
	return nil, &Unsupported{Print(e, AST, nil)}
}

// runtimeValue turns the value of a literal into the one that is computed with.
func runtimeValue(v Value, t *types.Type) Value {
	d, ok := v.(Dec)
	if !ok {
		return v
	}
	switch t.Kind {
	case types.Double:
		return Float(d.float())
	case types.Float:
		return Float(float32(d.float()))
	case types.Decimal:
		if d.Scale != t.Scale {
			return d.setScale(t.Scale)
		}
	}
	return d
}

func (d Dec) float() float64 {
	switch before := d.Digits() - d.Scale; { // far out of a double's range nothing is computed
	case before < -400:
		return 0
	case before > 400 && d.Sign() != 0:
		return math.Inf(d.Sign())
	}
	f, _ := new(big.Float).SetString(d.String())
	if f == nil {
		return 0
	}
	x, _ := f.Float64()
	// A decimal text is read with one rounding only by way of a rational number.
	if r, ok := new(big.Rat).SetString(d.String()); ok {
		x, _ = r.Float64()
	}
	return x
}

// setScale gives d with a scale, rounded half up.
func (d Dec) setScale(scale int) Dec {
	switch {
	case scale == d.Scale:
		return d
	case scale > d.Scale:
		return Dec{Unscaled: d.rescaleUp(scale), Scale: scale}
	case d.Digits()-d.Scale < -scale: // less than half a unit
		return Dec{Unscaled: zero, Scale: scale}
	}
	return Dec{Unscaled: divRound(d.unscaled(), pow10(d.Scale-scale)), Scale: scale}
}

// fit gives d as a DECIMAL of the type, nil if it has too many digits.
func (d Dec) fit(t *types.Type) Value {
	if d.Sign() != 0 && d.Digits()-d.Scale > t.Precision-t.Scale {
		return nil
	}
	r := d.setScale(t.Scale)
	if r.Digits() > t.Precision {
		return nil
	}
	return r
}

// dec writes a computed double as Java's new BigDecimal(double) does, a float with the seven digits of DECIMAL32; ok is
// false for infinities.
func (f Float) dec(t *types.Type) (Dec, bool) {
	x := float64(f)
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return Dec{}, false
	}
	if x == 0 {
		return Dec{Unscaled: zero, Form: Scientific}, true
	}
	frac, exp := math.Frexp(x)
	m := big.NewInt(int64(frac * (1 << 53)))
	exp -= 53
	for m.Bit(0) == 0 {
		m.Rsh(m, 1)
		exp++
	}
	d := Dec{Unscaled: m, Form: Scientific}
	if exp >= 0 {
		d.Unscaled = m.Lsh(m, uint(exp))
	} else {
		d.Scale = -exp
		d.Unscaled = m.Mul(m, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exp)), nil))
	}
	if t.Kind == types.Float {
		d = d.roundDigits(7).strip()
		d.Form = Scientific
	}
	return d, true
}

// roundDigits keeps n digits, rounding half to even.
func (d Dec) roundDigits(n int) Dec {
	drop := d.Digits() - n
	if drop <= 0 {
		return d
	}
	by := pow10(drop)
	q, r := new(big.Int).QuoRem(d.unscaled(), by, new(big.Int))
	r.Abs(r).Lsh(r, 1)
	if c := r.Cmp(by); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(int64(d.Sign())))
	}
	return Dec{Unscaled: q, Scale: d.Scale - drop, Form: d.Form}
}

func evalCall(c *Call, row []Value) (Value, error) {
	switch c.Op.Op {
	case And, Or:
		return evalLogic(c, row)
	case Case:
		return evalCase(c, row)
	case Coalesce:
		for _, a := range c.Args {
			if v, err := Eval(a, row); err != nil || v != nil {
				return v, err
			}
		}
		return nil, nil
	case Search:
		v, err := Eval(c.Args[0], row)
		if err != nil {
			return nil, err
		}
		return inSarg(c, v)
	}
	args := make([]Value, len(c.Args))
	size := 0
	for i, a := range c.Args {
		v, err := Eval(a, row)
		if err != nil {
			if c.Op.Op == TryCast {
				if _, ok := err.(*Failed); ok {
					return nil, nil
				}
			}
			return nil, err
		}
		args[i] = v
		if size += SizeOf(v); size > 4*maxValue && size > 32*len(c.Args) {
			return nil, &Unsupported{c.Op.Name}
		}
	}
	return apply(c, args)
}

// apply applies the operator of c to the values of its operands.
func apply(c *Call, args []Value) (Value, error) {
	switch c.Op.Op {
	case IsNull:
		return Bool(args[0] == nil), nil
	case IsNotNull:
		return Bool(args[0] != nil), nil
	case IsTrue, IsFalse, IsNotTrue, IsNotFalse, IsUnknown:
		return evalIs(c.Op.Op, args[0]), nil
	case IsDistinctFrom, IsNotDistinctFrom:
		same := args[0] == nil && args[1] == nil
		if args[0] != nil && args[1] != nil {
			same = CompareRuntime(args[0], args[1]) == 0
		}
		return Bool(same == (c.Op.Op == IsNotDistinctFrom)), nil
	case RowValue:
		return Tuple(args), nil
	case ArrayValue, MultisetValue:
		return List(args), nil
	case MapValue:
		return makeMap(args), nil
	}
	name := upperName(c.Op)
	if f := lenientFunctions[name]; f != nil {
		return f(c, args)
	}
	if f := elementFunctions[name]; f != nil {
		return f(c, args)
	}
	for _, a := range args {
		if a == nil {
			return nil, nil
		}
	}
	switch c.Op.Op {
	case Not:
		return !args[0].(Bool), nil
	case Equals, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual:
		return evalCompare(c, args)
	case Cast:
		return evalCast(args[0], c.Args[0].Type(), c.typ)
	case TryCast:
		v, err := evalCast(args[0], c.Args[0].Type(), c.typ)
		if _, ok := err.(*Failed); ok {
			return nil, nil
		}
		return v, err
	case Plus, Minus, Times, Divide, DivideInt, Mod, UnaryMinus, UnaryPlus:
		return evalArithmetic(c, args)
	case DatePlus, DateMinus, DateDiff:
		return evalDateArithmetic(c, args)
	case Reinterpret:
		return reinterpret(args[0]), nil
	case Item:
		return evalItem(args)
	}
	if f := strictFunction(name); f != nil {
		return f(c, args)
	}
	return nil, &Unsupported{c.Op.Name}
}

// builtin computes a function from the values of its operands.
type builtin func(c *Call, args []Value) (Value, error)

// strictFunction finds a function that gives NULL if an operand is; the lenient ones see NULLs.
func strictFunction(name string) builtin {
	for _, m := range [...]map[string]builtin{mathFunctions, stringFunctions, timeFunctions, hashFunctions, jsonFunctions,
		collectionFunctions} {
		if f := m[name]; f != nil {
			return f
		}
	}
	if name == "SHA2" {
		return evalSHA2
	}
	return nil
}

// evalLogic is three-valued AND and OR.
func evalLogic(c *Call, row []Value) (Value, error) {
	decides := Bool(c.Op.Op == Or)
	unknown := false
	for _, a := range c.Args {
		v, err := Eval(a, row)
		if err != nil {
			return nil, err
		}
		switch v {
		case nil:
			unknown = true
		case decides:
			return decides, nil
		}
	}
	if unknown {
		return nil, nil
	}
	return !decides, nil
}

func evalCase(c *Call, row []Value) (Value, error) {
	for i := 0; i+1 < len(c.Args); i += 2 {
		v, err := Eval(c.Args[i], row)
		if err != nil {
			return nil, err
		}
		if v == Bool(true) {
			return evalAs(c.Args[i+1], row, c.typ)
		}
	}
	return evalAs(c.Args[len(c.Args)-1], row, c.typ)
}

// evalAs computes e and casts it if its type is not quite t, as generated code does.
func evalAs(e Expr, row []Value, t *types.Type) (Value, error) {
	v, err := Eval(e, row)
	if err != nil || v == nil {
		return v, err
	}
	return castIfNumeric(v, e.Type(), t)
}

func castIfNumeric(v Value, from, to *types.Type) (Value, error) {
	if from.IsNumeric() && to.IsNumeric() && !from.SameIgnoringNull(to) {
		return evalCast(v, from, to)
	}
	return v, nil
}

func evalIs(k OpKind, v Value) Value {
	switch k {
	case IsTrue:
		return Bool(v == Bool(true))
	case IsFalse:
		return Bool(v == Bool(false))
	case IsNotTrue:
		return Bool(v != Bool(true))
	case IsNotFalse:
		return Bool(v != Bool(false))
	}
	return Bool(v == nil)
}

// inSarg computes SEARCH.
func inSarg(c *Call, v Value) (Value, error) {
	l, ok := c.Args[1].(*Literal)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	s := l.Value.(*Sarg)
	if v == nil {
		switch s.Null {
		case NullTrue:
			return Bool(true), nil
		case NullFalse:
			return Bool(false), nil
		}
		return nil, nil
	}
	if f, ok := v.(Float); ok {
		d, ok := f.dec(types.DoubleType)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		v = d
	}
	for _, r := range s.Ranges {
		if r.contains(v) {
			return Bool(true), nil
		}
	}
	return Bool(false), nil
}

// evalCompare compares by value; numbers of different types as numbers, text with temporals as temporals.
func evalCompare(c *Call, args []Value) (Value, error) {
	a, b := args[0], args[1]
	ta, tb := c.Args[0].Type(), c.Args[1].Type()
	var err error
	switch {
	case ta.IsString() && tb.IsDatetime():
		a, err = evalCast(a, ta, tb)
	case tb.IsString() && ta.IsDatetime():
		b, err = evalCast(b, tb, ta)
	case ta.IsString() && tb.IsNumeric(), tb.IsString() && ta.IsNumeric():
		return nil, &Unsupported{c.Op.Name}
	}
	if err != nil {
		return nil, err
	}
	return Bool(holds(c.Op.Op, CompareRuntime(a, b))), nil
}

// CompareRuntime orders two values that Eval gave; numbers of different kinds by value.
func CompareRuntime(a, b Value) int {
	x, ok1 := a.(Float)
	y, ok2 := b.(Float)
	switch {
	case ok1 && ok2:
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	case ok1:
		if d, ok := b.(Dec); ok {
			return CompareRuntime(x, Float(d.float()))
		}
	case ok2:
		if d, ok := a.(Dec); ok {
			return CompareRuntime(Float(d.float()), y)
		}
	}
	return CompareValues(a, b)
}

func reinterpret(v Value) Value {
	if i, ok := v.(Interval); ok {
		return Int(int64(i))
	}
	return v
}

func makeMap(args []Value) Mapping {
	var m Mapping
	for i := 0; i+1 < len(args); i += 2 {
		m = append(m, Entry{args[i], args[i+1]})
	}
	return m
}

func evalItem(args []Value) (Value, error) {
	switch x := args[0].(type) {
	case List:
		d, ok := args[1].(Dec)
		if !ok {
			return nil, &Unsupported{"ITEM"}
		}
		i, ok := d.Int64()
		if !ok || i < 1 || i > int64(len(x)) {
			return nil, nil
		}
		return x[i-1], nil
	case Mapping:
		for i := len(x) - 1; i >= 0; i-- {
			if x[i].Key != nil && CompareRuntime(x[i].Key, args[1]) == 0 {
				return x[i].Value, nil
			}
		}
		return nil, nil
	}
	return nil, &Unsupported{"ITEM"}
}
