package validate

import (
	"math/big"
	"strings"
	"unicode/utf16"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// literal gives the value and type of a literal, nil if e is none. NULL is of type NULL. A minus before a number belongs
// to the literal, as in SqlParserUtil's trees.
func (in *Info) literal(e ast.Expr) *expr.Literal {
	switch e := e.(type) {
	case *ast.Null:
		return expr.NewLiteral(nil, types.NullType)
	case *ast.Bool:
		if e.Unknown {
			return expr.NullOf(types.BooleanType)
		}
		if e.Value {
			return expr.True
		}
		return expr.False
	case *ast.Number:
		return in.number(e, e.Negative)
	case *ast.Unary:
		return in.signed(e)
	case *ast.String:
		in.chain(e)
		t := types.CharType(units(e.Value)).WithNullable(false)
		if e.Charset != "" {
			if c := charsetOf(e.Charset); c != "" {
				t = types.Make(types.Type{Kind: types.Char, Precision: t.Precision, Charset: c})
			}
		}
		return expr.NewLiteral(expr.Str(e.Value), t)
	case *ast.Binary:
		return in.binary(e)
	case *ast.Datetime:
		return in.datetime(e)
	case *ast.Interval:
		return in.interval(e)
	case *ast.Symbol:
		return expr.NewLiteral(expr.Symbol(e.Word), types.SymbolType)
	}
	return nil
}

// chain checks that adjacent literals stand on lines of their own. (SqlLiteralChainOperator)
func (in *Info) chain(s *ast.String) {
	if s.Parts < 2 {
		return
	}
	text := in.Text.Slice(s.Span())
	start := 0
	for pos := 0; pos < len(text); {
		open := strings.IndexByte(text[pos:], '\'')
		if open < 0 {
			return
		}
		open += pos
		end := open + 1
		for end < len(text) && (text[end] != '\'' || end+1 < len(text) && text[end+1] == '\'') {
			if text[end] == '\'' {
				end++
			}
			end++
		}
		if pos > 0 && !strings.ContainsAny(text[start:open], "\n\r") {
			base := s.Span().Start
			in.failAt(source.Span{Start: base + open, End: base + end + 1}, "String literal continued on same line")
		}
		pos, start = end+1, end+1
	}
}

// unitName is the time unit of a qualifier, a name in capitals.
func unitName(q *ast.Qualifier) string {
	if q.To != "" {
		return q.From + "_TO_" + q.To
	}
	return upper(q.From)
}

// charsetOf gives the Java name of a character set that is not the default, "" for the default.
func charsetOf(name string) string {
	switch upper(name) {
	case "UTF8", "UTF-8":
		return "UTF-8"
	case "N", "LATIN1", "ISO-8859-1":
		return "ISO-8859-1"
	case "UTF16", "UTF-16LE", "U&":
		return ""
	}
	return upper(name)
}

func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

// signed is -5 and +5, however many signs there are.
func (in *Info) signed(e *ast.Unary) *expr.Literal {
	if e.Op != "-" && e.Op != "+" {
		return nil
	}
	neg := e.Op == "-"
	for {
		switch x := e.X.(type) {
		case *ast.Unary:
			if x.Op != "-" && x.Op != "+" {
				return nil
			}
			if x.Op == "-" {
				neg = !neg
			}
			e = x
			continue
		case *ast.Number:
			return in.number(x, neg != x.Negative)
		}
		return nil
	}
}

// number gives 12 an INTEGER or BIGINT, 1.5 a DECIMAL of the digits written, 1e3 a DOUBLE. (SqlNumericLiteral)
func (in *Info) number(n *ast.Number, negative bool) *expr.Literal {
	d, ok := expr.ParseDec(strings.TrimSuffix(n.Text, "."))
	if !ok {
		in.failAt(n.Span(), "Numeric literal '"+n.Text+"' out of range")
	}
	if negative {
		d.Unscaled = new(big.Int).Neg(d.Unscaled)
	}
	if n.Approx {
		d.Form = expr.Scientific
		if d.Sign() != 0 && d.Digits()-d.Scale > 309 {
			in.failAt(n.Span(), "Numeric literal '"+d.Scientific()+"' out of range")
		}
		return expr.NewLiteral(d, types.DoubleType.WithNullable(false))
	}
	if !d.Unscaled.IsInt64() {
		text := n.Text
		if negative {
			text = "-" + text
		}
		in.failAt(n.Span(), "Numeric literal '"+text+"' out of range")
	}
	if d.Scale > 0 {
		return expr.NewLiteral(d, types.DecimalType(len(n.Text)-1, d.Scale).WithNullable(false))
	}
	t := types.IntType
	if i := d.Unscaled.Int64(); i != int64(int32(i)) {
		t = types.BigIntType
	}
	return expr.NewLiteral(d, t.WithNullable(false))
}

func (in *Info) binary(b *ast.Binary) *expr.Literal {
	if len(b.Hex)%2 != 0 {
		in.failAt(b.Span(), "Binary literal string must contain an even number of hexits")
	}
	raw := make([]byte, len(b.Hex)/2)
	for i := range raw {
		raw[i] = hex(b.Hex[2*i])<<4 | hex(b.Hex[2*i+1])
	}
	return expr.NewLiteral(expr.Bytes(raw), types.BinaryType(len(raw)).WithNullable(false))
}

func hex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}
