package simulate

import (
	"math/big"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// accumulator is the state of one aggregate call.
type accumulator interface {
	add(args []expr.Value)
	take(args []expr.Value)
	value() expr.Value
}

// newAccumulator makes the accumulator of a call; an unknown function is named.
func newAccumulator(c *logical.AggCall) accumulator {
	a := plainAccumulator(c.Op, c.Type)
	if a == nil {
		diag.Unknown(source.Span{}, "rows through %s", c.Op.Name)
	}
	if c.Distinct {
		return &distinctAcc{inner: a, seen: map[string]int{}}
	}
	return a
}

func plainAccumulator(op *expr.Operator, t *types.Type) accumulator {
	switch op.Op {
	case expr.Count:
		return &countAcc{}
	case expr.Sum:
		return &sumAcc{typ: t}
	case expr.Sum0:
		return &sumAcc{typ: t, zero: true}
	case expr.Avg:
		return &avgAcc{typ: t}
	case expr.Min:
		return &extremeAcc{sign: -1, rows: newOrdered[counted]()}
	case expr.Max:
		return &extremeAcc{sign: 1, rows: newOrdered[counted]()}
	case expr.FirstValue:
		return &listAcc{pick: func(v []expr.Value) expr.Value { return v[0] }, skipNull: true}
	case expr.LastValue:
		return &listAcc{pick: func(v []expr.Value) expr.Value { return v[len(v)-1] }, skipNull: true}
	case expr.SingleValue:
		return &listAcc{pick: single}
	case expr.Listagg:
		return &listaggAcc{}
	}
	return nil
}

func single(v []expr.Value) expr.Value {
	if len(v) > 1 {
		fail("SingleValueAggFunction received more than one element.")
	}
	return v[0]
}

// countAcc is COUNT: of all rows without argument, of those where no argument is NULL with.
type countAcc struct{ n int64 }

func (a *countAcc) counts(args []expr.Value) bool {
	for _, v := range args {
		if v == nil {
			return false
		}
	}
	return true
}

func (a *countAcc) add(args []expr.Value) {
	if a.counts(args) {
		a.n++
	}
}

func (a *countAcc) take(args []expr.Value) {
	if a.counts(args) {
		a.n--
	}
}

func (a *countAcc) value() expr.Value { return expr.Int(a.n) }

// sumAcc is SUM, and $SUM0 which is 0 over nothing.
type sumAcc struct {
	typ  *types.Type
	zero bool
	sum  expr.Dec
	real float64
	n    int64
}

func (a *sumAcc) change(args []expr.Value, sign int64) {
	if args[0] == nil {
		return
	}
	a.n += sign
	if approximate(a.typ) {
		a.real += float64(sign) * asFloat(args[0])
		return
	}
	d, _ := args[0].(expr.Dec)
	if sign < 0 {
		d = negDec(d)
	}
	a.sum = addDec(a.sum, d)
}

func (a *sumAcc) add(args []expr.Value)  { a.change(args, 1) }
func (a *sumAcc) take(args []expr.Value) { a.change(args, -1) }

func (a *sumAcc) value() expr.Value {
	if a.n == 0 && !a.zero {
		return nil
	}
	if approximate(a.typ) {
		return expr.Float(a.real)
	}
	return fit(a.sum, a.typ)
}

// fit brings a number to its type: the scale of a decimal, the bits of an integer.
func fit(d expr.Dec, t *types.Type) expr.Value {
	if d.Unscaled == nil {
		d.Unscaled = new(big.Int)
	}
	bits := map[types.Kind]uint{types.TinyInt: 8, types.SmallInt: 16, types.Integer: 32, types.BigInt: 64}[t.Kind]
	if bits == 0 {
		return quotient(d, 1, t.Scale)
	}
	n := asInt(d)
	shift := 64 - bits
	return expr.Int(n << shift >> shift)
}

// avgAcc is AVG: of integers it is an integer.
type avgAcc struct {
	typ *types.Type
	sum sumAcc
}

func (a *avgAcc) add(args []expr.Value) {
	a.sum.typ = a.typ
	a.sum.change(args, 1)
}

func (a *avgAcc) take(args []expr.Value) {
	a.sum.typ = a.typ
	a.sum.change(args, -1)
}

func (a *avgAcc) value() expr.Value {
	if a.sum.n == 0 {
		return nil
	}
	switch {
	case approximate(a.typ):
		return expr.Float(a.sum.real / float64(a.sum.n))
	case a.typ.Kind == types.Decimal:
		return quotient(a.sum.sum, a.sum.n, a.typ.Scale)
	}
	return expr.Int(asInt(a.sum.sum) / a.sum.n)
}

type counted struct {
	value expr.Value
	n     int
}

// extremeAcc is MIN and MAX; it counts its values, so that one may be taken back.
type extremeAcc struct {
	sign int
	rows *ordered[counted]
	best expr.Value
}

func (a *extremeAcc) add(args []expr.Value) {
	v := args[0]
	if v == nil {
		return
	}
	k := valueText(v)
	if c := a.rows.get(k); c != nil {
		c.n++
	} else {
		a.rows.put(k, counted{v, 1})
	}
	if a.best == nil || compareValues(v, a.best)*a.sign > 0 {
		a.best = v
	}
}

func (a *extremeAcc) take(args []expr.Value) {
	v := args[0]
	if v == nil {
		return
	}
	k := valueText(v)
	c := a.rows.get(k)
	if c == nil {
		return
	}
	if c.n--; c.n > 0 {
		return
	}
	a.rows.drop(k)
	if compareValues(v, a.best) != 0 {
		return
	}
	a.best = nil
	for _, c := range a.rows.all {
		if a.best == nil || compareValues(c.value, a.best)*a.sign > 0 {
			a.best = c.value
		}
	}
}

func (a *extremeAcc) value() expr.Value { return a.best }

// listAcc keeps its values in the order of their arrival.
type listAcc struct {
	pick     func([]expr.Value) expr.Value
	skipNull bool
	vals     []expr.Value
}

func (a *listAcc) add(args []expr.Value) {
	if args[0] != nil || !a.skipNull {
		a.vals = append(a.vals, args[0])
	}
}

func (a *listAcc) take(args []expr.Value) {
	want := valueText(args[0])
	for i, v := range a.vals {
		if valueText(v) == want {
			a.vals = append(a.vals[:i:i], a.vals[i+1:]...)
			return
		}
	}
}

func (a *listAcc) value() expr.Value {
	if len(a.vals) == 0 {
		return nil
	}
	return a.pick(a.vals)
}

// listaggAcc is LISTAGG.
type listaggAcc struct {
	listAcc
	delimiter string
}

func (a *listaggAcc) add(args []expr.Value) {
	a.skipNull, a.delimiter = true, ","
	if len(args) > 1 {
		if d, ok := args[1].(expr.Str); ok {
			a.delimiter = string(d)
		}
	}
	a.listAcc.add(args)
}

func (a *listaggAcc) value() expr.Value {
	if len(a.vals) == 0 {
		return nil
	}
	out := ""
	for i, v := range a.vals {
		if i > 0 {
			out += a.delimiter
		}
		s, _ := v.(expr.Str)
		out += string(s)
	}
	return expr.Str(out)
}

// distinctAcc lets each value through once.
type distinctAcc struct {
	inner accumulator
	seen  map[string]int
}

func (a *distinctAcc) add(args []expr.Value) {
	k := key(args)
	if a.seen[k]++; a.seen[k] == 1 {
		a.inner.add(args)
	}
}

func (a *distinctAcc) take(args []expr.Value) {
	k := key(args)
	if a.seen[k] == 0 {
		return
	}
	if a.seen[k]--; a.seen[k] == 0 {
		delete(a.seen, k)
		a.inner.take(args)
	}
}

func (a *distinctAcc) value() expr.Value { return a.inner.value() }
