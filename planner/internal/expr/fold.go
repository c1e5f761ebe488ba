package expr

import (
	"strings"

	"errors"
	"math/big"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/types"
)

// FoldConstant computes a constant expression as Flink's ExpressionReducer does; what cannot be computed stays. It
// panics with Flink's refusal of what no code can be made for.
func FoldConstant(e Expr) Expr {
	r := reducer{}
	v := r.compute([]Expr{e})
	if r.err != nil {
		panic(r.err)
	}
	if v == nil {
		return e
	}
	return v[0]
}

// compute gives the value of each constant, itself where it has no literal; nil if one fails, so that none is
// computed. A division by the literal 0 ends planning.
func (r *reducer) compute(es []Expr) []Expr {
	out := make([]Expr, len(es))
	size := 0
	for i, e := range es {
		r.budget.Check()
		out[i] = e
		if !foldable(e) {
			continue
		}
		if r.err = checkDivision(e); r.err != nil {
			return nil
		}
		if r.err = CheckGenerated(e); r.err != nil {
			return nil
		}
		v, err := Eval(inZone(e, r.zone), nil)
		var unknown *Unsupported
		switch {
		case errors.As(err, &unknown):
			r.unknown = append(r.unknown, unknown.Name)
		case err != nil:
			return nil
		default:
			if size += SizeOf(v); size > 16*maxValue && size > 32*len(es) {
				r.unknown = append(r.unknown, e.(*Call).Op.Name)
				return nil
			}
			out[i] = literalOf(v, e)
		}
	}
	return out
}

// foldable reports what ExpressionReducer tries to compute.
func foldable(e Expr) bool {
	switch e.Type().Kind {
	case types.Any, types.Row, types.Structured, types.Array, types.Map, types.Multiset, types.Variant, types.Raw, types.Bitmap:
		return false
	}
	return !Any(e, func(x Expr) bool {
		o := operatorOf(x)
		return o != nil && neverFolded(o)
	})
}

// neverFolded reports functions that Flink does not compute when planning.
func neverFolded(o *Operator) bool {
	switch upperName(o) {
	case "JSON_OBJECT", "JSON_ARRAY", "JSON", "OBJECT_OF", "OBJECT_UPDATE", "PARSE_JSON", "TRY_PARSE_JSON", "CURRENT_DATABASE",
		"UNIX_TIMESTAMP", "CURRENT_WATERMARK", "SOURCE_WATERMARK":
		return true
	}
	return o.Aggregate
}

// checkDivision fails as ExpressionReducer does on a division that is a whole constant: by 0, or by what is not yet a
// literal.
func checkDivision(e Expr) *diag.Rejection {
	c, ok := e.(*Call)
	if !ok || c.Op.Op != Divide && c.Op.Op != DivideInt {
		return nil
	}
	l, ok := c.Args[len(c.Args)-1].(*Literal)
	if !ok {
		return diag.New("java.lang.ClassCastException", "class org.apache.calcite.rex.RexCall cannot be cast to class "+
			"org.apache.calcite.rex.RexLiteral (org.apache.calcite.rex.RexCall and org.apache.calcite.rex.RexLiteral are in "+
			"unnamed module of loader 'app')", c.span)
	}
	if d, ok := l.Value.(Dec); ok && d.Sign() == 0 {
		return diag.New("java.lang.ArithmeticException", "Division by zero", c.span)
	}
	return nil
}

// literalOf writes the value of e as a literal of its type (RexBuilder.makeLiteral, casts allowed): under a cast where
// the type is nullable; e itself if there is no such literal.
func literalOf(v Value, e Expr) Expr {
	t := e.Type()
	if v == nil {
		if !t.Nullable {
			return e
		}
		return NullOf(t)
	}
	nn := t.WithNullable(false)
	var l Expr
	switch x := v.(type) {
	case Float:
		d, ok := x.dec(t)
		if !ok {
			return e
		}
		l = NewLiteral(d, nn)
	case Str:
		s := string(x)
		if t.Kind == types.Char {
			s = padRight(s, t.Precision)
			l = charLiteral(s, t)
		} else {
			l = CastTo(charLiteral(s, t), nn)
		}
	case Bytes:
		b := string(x)
		if t.Kind == types.Binary {
			b += strings.Repeat("\x00", max(0, t.Precision-len(b)))
		}
		l = NewLiteral(Bytes(b), types.BinaryType(len(b)).WithNullable(false))
		if t.Kind == types.VarBinary {
			l = CastTo(l, nn)
		}
	case Dec:
		x.Form = Plain
		l = NewLiteral(x, nn)
	case Moment:
		l = NewLiteral(x.round(t.Precision), nn)
	case Bool:
		l = boolLiteral(bool(x))
	case Days, Millis, Interval:
		l = NewLiteral(v, nn)
	default:
		return e
	}
	if t.Nullable {
		return AbstractCast(l, t)
	}
	return l
}

func padRight(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-utf16Len(s)))
}

// upperName is the name of a function in capitals, whatever case it was typed in.
func upperName(o *Operator) string {
	for i := 0; i < len(o.Name); i++ {
		if c := o.Name[i]; c >= 'a' && c <= 'z' {
			b := []byte(o.Name)
			for j := i; j < len(b); j++ {
				if b[j] >= 'a' && b[j] <= 'z' {
					b[j] -= 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return o.Name
}

// divRound divides a by b, rounding half up (away from zero at the half).
func divRound(a, b *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	r.Abs(r).Lsh(r, 1)
	if r.CmpAbs(b) >= 0 {
		if a.Sign()*b.Sign() < 0 {
			q.Sub(q, big.NewInt(1))
		} else {
			q.Add(q, big.NewInt(1))
		}
	}
	return q
}
