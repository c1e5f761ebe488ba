package simulate

import (
	"math/big"
	"strings"

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
	// merge adds what another accumulator of the same call holds.
	merge(accumulator)
}

// newAccumulator makes the accumulator of a call; an unknown function is named.
func newAccumulator(c *logical.AggCall, retract bool) accumulator {
	a := plainAccumulator(c.Op, c.Type, retract)
	if a == nil {
		diag.Unknown(source.Span{}, "rows through %s", c.Op.Name)
	}
	if c.Distinct {
		return &distinctAcc{inner: a, seen: map[string]*seenArgs{}}
	}
	return a
}

// cannotMerge stops the run where two halves of an aggregate do not fit: nothing is shown rather than a guess.
func cannotMerge() { diag.Unknown(source.Span{}, "rows through these halves of an aggregate") }

func plainAccumulator(op *expr.Operator, t *types.Type, retract bool) accumulator {
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
		return newExtreme(-1, retract)
	case expr.Max:
		return newExtreme(1, retract)
	case expr.FirstValue:
		return &listAcc{pick: func(v []expr.Value) expr.Value { return v[0] }, skipNull: true}
	case expr.LastValue:
		return &listAcc{pick: func(v []expr.Value) expr.Value { return v[len(v)-1] }, skipNull: true}
	case expr.SingleValue:
		return &listAcc{pick: single}
	case expr.Listagg:
		return &listaggAcc{}
	}
	if strings.HasPrefix(op.Name, "$WELFORD_M2") {
		return &welfordAcc{}
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

func (a *countAcc) merge(o accumulator) {
	x, ok := o.(*countAcc)
	if !ok {
		cannotMerge()
	}
	a.n += x.n
}

// sumAcc is SUM, and $SUM0 which is 0 over nothing.
type sumAcc struct {
	typ  *types.Type
	zero bool
	sum  expr.Dec
	real float64
	n    int64
	any  bool // a value has come
}

func (a *sumAcc) change(args []expr.Value, sign int64) {
	if args[0] == nil {
		return
	}
	a.n += sign
	a.any = true
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

// raw is the sum as it travels between the halves of an aggregate: NULL only while nothing has come.
func (a *sumAcc) raw() expr.Value {
	switch {
	case !a.any && !a.zero:
		return nil
	case approximate(a.typ):
		return expr.Float(a.real)
	case a.typ.Kind == types.Decimal:
		return a.sum
	}
	return fit(a.sum, a.typ)
}

func (a *sumAcc) merge(o accumulator) {
	x, ok := o.(*sumAcc)
	if !ok { // the final half of a split aggregate sums what the partial one counted
		a.change([]expr.Value{o.value()}, 1)
		return
	}
	a.n += x.n
	a.any = a.any || x.any
	a.real += x.real
	a.sum = addDec(a.sum, x.sum)
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

func (a *avgAcc) merge(o accumulator) {
	x, ok := o.(*avgAcc)
	if !ok {
		cannotMerge()
	}
	a.sum.typ = a.typ
	a.sum.merge(&x.sum)
}

type counted struct {
	value expr.Value
	n     int
}

// extremeAcc is MIN and MAX. One that can take back counts its values; one over what only grows ignores what is taken.
type extremeAcc struct {
	sign int
	rows map[string]*counted // nil where nothing is taken back
	best expr.Value
}

func newExtreme(sign int, retract bool) *extremeAcc {
	a := &extremeAcc{sign: sign}
	if retract {
		a.rows = map[string]*counted{}
	}
	return a
}

func (a *extremeAcc) add(args []expr.Value)  { a.change(args[0], 1) }
func (a *extremeAcc) take(args []expr.Value) { a.change(args[0], -1) }

func (a *extremeAcc) change(v expr.Value, n int) {
	switch {
	case v == nil:
	case a.rows == nil:
		if n > 0 {
			a.offer(v)
		}
	default:
		k := valueText(v)
		c := a.rows[k]
		if c == nil {
			c = &counted{value: v}
			a.rows[k] = c
		}
		had := c.n > 0
		if c.n += n; c.n == 0 {
			delete(a.rows, k)
		}
		switch {
		case c.n > 0:
			a.offer(v)
		case had && compareValues(v, a.best) == 0:
			a.search()
		}
	}
}

func (a *extremeAcc) offer(v expr.Value) {
	if a.best == nil || compareValues(v, a.best)*a.sign > 0 {
		a.best = v
	}
}

func (a *extremeAcc) search() {
	a.best = nil
	for _, c := range a.rows {
		if c.n > 0 {
			a.offer(c.value)
		}
	}
}

func (a *extremeAcc) value() expr.Value { return a.best }

func (a *extremeAcc) merge(o accumulator) {
	x, ok := o.(*extremeAcc)
	switch {
	case !ok:
		cannotMerge()
	case x.rows == nil:
		a.change(x.best, 1)
	default:
		for _, c := range x.rows {
			a.change(c.value, c.n)
		}
	}
}

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

func (a *listAcc) merge(o accumulator) {
	x, ok := o.(*listAcc)
	if !ok {
		cannotMerge()
	}
	a.vals = append(a.vals[:len(a.vals):len(a.vals)], x.vals...)
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

func (a *listaggAcc) separator() string {
	if a.delimiter == "" && len(a.vals) == 0 {
		return ","
	}
	return a.delimiter
}

func (a *listaggAcc) merge(o accumulator) {
	x, ok := o.(*listaggAcc)
	if !ok {
		cannotMerge()
	}
	if len(x.vals) > 0 {
		a.delimiter = x.delimiter
		a.listAcc.merge(&x.listAcc)
	}
}

// distinctAcc lets each value through once.
type distinctAcc struct {
	inner accumulator
	seen  map[string]*seenArgs
	order []string
}

type seenArgs struct {
	args []expr.Value
	n    int
}

func (a *distinctAcc) add(args []expr.Value)  { a.change(args, 1, a.inner) }
func (a *distinctAcc) take(args []expr.Value) { a.change(args, -1, a.inner) }

// change counts a value, and tells of one that comes or goes.
func (a *distinctAcc) change(args []expr.Value, n int, tell accumulator) {
	k := key(args)
	s := a.seen[k]
	if s == nil {
		s = &seenArgs{args: append([]expr.Value(nil), args...)}
		a.seen[k] = s
		a.order = append(a.order, k)
	}
	had := s.n > 0
	s.n += n
	switch {
	case !had && s.n > 0:
		tell.add(s.args)
	case had && s.n <= 0:
		tell.take(s.args)
	}
}

func (a *distinctAcc) value() expr.Value { return a.inner.value() }

func (a *distinctAcc) merge(o accumulator) {
	x, ok := o.(*distinctAcc)
	if !ok {
		cannotMerge()
	}
	a.mergeInto(x, a.inner)
}

// mergeInto counts what another has seen, and tells an accumulator of the values that are new or gone.
func (a *distinctAcc) mergeInto(x *distinctAcc, tell accumulator) {
	for _, k := range x.order {
		if s := x.seen[k]; s.n != 0 {
			a.change(s.args, s.n, tell)
		}
	}
}
