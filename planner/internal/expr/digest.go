package expr

import (
	"encoding/hex"
	"math/big"
	"strconv"

	"rowkind/planner/internal/types"
)

// fieldKey is the digest of a field of a row.
func fieldKey(row Expr, name string) string {
	var few [64]byte
	return types.Bounded(append(append(append(few[:0], row.Digest()...), '.'), name...))
}

var refNames = func() (a [256]string) {
	for i := range a {
		a[i] = "$" + strconv.Itoa(i)
	}
	return
}()

func refText(i int) string {
	if i >= 0 && i < len(refNames) {
		return refNames[i]
	}
	return "$" + strconv.Itoa(i)
}

func correlText(id int) string { return "$cor" + strconv.Itoa(id) }

// literalKey tells literals apart by value and type, as RexLiteral.equals does: 1 and 1E0 are equal DOUBLEs, 1 and 1.0
// are not.
func literalKey(l *Literal) string {
	b := make([]byte, 0, 48)
	b = appendValueKey(b, l.Value)
	b = append(b, ':')
	b = append(b, l.typ.WithNullable(true).Digest()...)
	return types.Bounded(b)
}

func appendValueKey(b []byte, v Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case Bool:
		return strconv.AppendBool(b, bool(v))
	case Dec:
		b = append(b, decimalDigits(v.unscaled())...)
		return appendScale(b, v.Scale)
	case Str:
		b = append(b, '\'')
		b = append(b, v...)
		return append(b, '\'')
	case Bytes:
		b = append(b, "X'"...)
		b = hex.AppendEncode(b, []byte(v))
		return append(b, '\'')
	case Days:
		return strconv.AppendInt(b, int64(v), 10)
	case Millis:
		return strconv.AppendInt(b, int64(v), 10)
	case Moment:
		b = strconv.AppendInt(b, v.Millis, 10)
		b = append(b, '.')
		return strconv.AppendInt(b, int64(v.Nanos), 10)
	case Interval:
		return strconv.AppendInt(b, int64(v), 10)
	case Symbol:
		return append(b, v...)
	case *Sarg:
		for _, r := range v.Ranges {
			b = append(b, " (["[bit(r.LowerClosed)+1])
			b = appendValueKey(b, r.Lower)
			b = append(b, ".."...)
			b = appendValueKey(b, r.Upper)
			b = append(b, ")]"[bit(r.UpperClosed)])
		}
		return append(b, '0'+byte(v.Null))
	case Tuple:
		b = append(b, '(')
		for _, x := range v {
			b = appendValueKey(b, x)
			b = append(b, ',')
		}
		return append(b, ')')
	}
	return append(b, '?')
}

func appendScale(b []byte, scale int) []byte {
	if scale != 0 {
		b = append(b, 'e')
		b = strconv.AppendInt(b, int64(-scale), 10)
	}
	return b
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

var zero = new(big.Int)

func (d Dec) unscaled() *big.Int {
	if d.Unscaled == nil {
		return zero
	}
	return d.Unscaled
}

// callKey is the operator, its operands in a normal order (RexNormalize), and as much of the type as they do not tell.
func callKey(c *Call) string {
	name, args := c.Op.Name, c.Args
	var pair [2]Expr
	if len(args) == 2 {
		switch c.Op.Op {
		case GreaterThan:
			name, pair = "<", [2]Expr{args[1], args[0]}
			args = pair[:]
		case GreaterOrEqual:
			name, pair = "<=", [2]Expr{args[1], args[0]}
			args = pair[:]
		default:
			if symmetric(c) && args[1].Digest() < args[0].Digest() {
				pair = [2]Expr{args[1], args[0]}
				args = pair[:]
			}
		}
	}
	b := make([]byte, 0, 64)
	b = append(b, name...)
	b = appendKeys(b, args)
	if c.Op.Op == Cast || c.Op.Op == TryCast || c.Op.Op == Reinterpret {
		b = append(b, ':')
		b = append(b, c.typ.Digest()...)
	} else if c.typ.Nullable {
		b = append(b, '?')
	}
	return types.Bounded(b)
}

func appendKeys(b []byte, args []Expr) []byte {
	b = append(b, '(')
	for i, a := range args {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, a.Digest()...)
	}
	return append(b, ')')
}

// symmetric reports whether a call with two operands means the same with its sides swapped.
func symmetric(c *Call) bool {
	switch c.Op.Op {
	case And, Or, Equals, NotEquals, IsDistinctFrom, IsNotDistinctFrom:
		return true
	case Plus, Times:
		return c.Args[0].Type().SameIgnoringNull(c.Args[1].Type())
	}
	return false
}

func overKey(o *Over) string {
	b := append(make([]byte, 0, 96), o.Op.Name...)
	if o.Distinct {
		b = append(b, " DISTINCT"...)
	}
	if o.IgnoreNulls {
		b = append(b, " IGNORE NULLS"...)
	}
	b = appendKeys(b, o.Args)
	b = append(b, " OVER "...)
	b = appendKeys(b, o.Partition)
	for _, k := range o.Order {
		b = append(b, " / "...)
		b = append(b, k.Expr.Digest()...)
		b = append(b, '0'+byte(bit(k.Descending)+2*bit(k.NullsFirst)))
	}
	b = append(b, " FRAME "...)
	b = append(b, '0'+byte(bit(o.Frame.Rows)))
	for _, e := range [...]Bound{o.Frame.Lower, o.Frame.Upper} {
		b = append(b, '0'+byte(e.Kind))
		if e.Offset != nil {
			b = append(b, e.Offset.Digest()...)
		}
	}
	if o.typ.Nullable {
		b = append(b, '?')
	}
	return types.Bounded(b)
}

func subQueryKey(s *SubQuery) string {
	b := append(make([]byte, 0, 96), s.Op.Name...)
	b = appendKeys(b, s.Args)
	b = append(b, '{')
	b = append(b, s.Rel.RelDigest()...)
	b = append(b, '}')
	return types.Bounded(b)
}
