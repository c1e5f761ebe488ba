package validate

import (
	"fmt"
	"strconv"
	"strings"

	"rowkind/planner/internal/ast"
)

// key spells an expression so that equal ones have equal keys, its columns by what they resolve to: what Calcite compares
// with SqlNode.equalsDeep once identifiers are fully qualified. The columns must have been resolved before.
func (v *validator) key(x ast.Expr) string {
	if id, ok := x.(*ast.Ident); ok {
		return v.columnKey(id)
	}
	var b strings.Builder
	v.writeKey(&b, x)
	return b.String()
}

// Key is key for the builder of the tree.
func (in *Info) Key(x ast.Expr) string { return (&validator{Info: in}).key(x) }

func (v *validator) columnKey(id *ast.Ident) string {
	c := v.Columns[id]
	switch {
	case c == nil:
		return "?" + joinStar(id)
	case c.Alias != nil:
		return v.key(c.Alias)
	case c.Merged != nil:
		var b strings.Builder
		b.WriteString("COALESCE(")
		for _, m := range c.Merged {
			b.WriteString(v.columnKey(m))
			b.WriteByte(',')
		}
		return b.String() + ")"
	}
	s := fmt.Sprintf("#%p.%d.%d", c.Scope, c.Child, c.Field)
	for _, p := range c.Path {
		s += "." + strconv.Itoa(p)
	}
	return s + c.Alpha
}

func joinStar(id *ast.Ident) string {
	s := strings.Join(id.Texts(), ".")
	if id.Star {
		s += ".*"
	}
	return s
}

func (v *validator) writeKey(b *strings.Builder, x ast.Expr) {
	if id, ok := x.(*ast.Ident); ok {
		b.WriteString(v.columnKey(id))
		return
	}
	b.WriteString(v.label(x))
	b.WriteByte('(')
	ast.Children(x, func(c ast.Expr) bool {
		v.writeKey(b, c)
		b.WriteByte(',')
		return true
	})
	b.WriteByte(')')
}

// queryText spells a query inside an expression: as it is written, but for blanks.
func (v *validator) queryText(q ast.Query) string {
	return strings.Join(strings.Fields(v.Text.Slice(q.Span())), " ")
}

// label spells what is a node's own, without the expressions inside it.
func (v *validator) label(x ast.Expr) string {
	switch e := x.(type) {
	case *ast.Null:
		return "NULL"
	case *ast.Bool:
		return fmt.Sprint("B", e.Value, e.Unknown)
	case *ast.Number:
		return fmt.Sprint("N", e.Text, e.Negative, e.Approx)
	case *ast.String:
		return "S" + strconv.Quote(e.Value) + e.Charset
	case *ast.Binary:
		return "X" + e.Hex
	case *ast.Datetime:
		return string(e.Kind) + strconv.Quote(e.Value)
	case *ast.Interval:
		return fmt.Sprint("I", e.Negative, e.Value, e.Qualifier.From, e.Qualifier.To, e.Qualifier.Precision, e.Qualifier.FracPrecision)
	case *ast.IntervalExpr:
		return fmt.Sprint("IX", e.Negative, e.Qualifier.From, e.Qualifier.To)
	case *ast.Qualifier:
		return "Q" + e.From + " " + e.To
	case *ast.Symbol:
		return "Y" + e.Word
	case *ast.BinaryExpr:
		return e.Op
	case *ast.Unary:
		return "u" + e.Op
	case *ast.Is:
		return e.Op
	case *ast.Between:
		return fmt.Sprint("BETWEEN", e.Not, e.Symmetric)
	case *ast.In:
		if e.Query != nil {
			return fmt.Sprint("IN", e.Not, v.queryText(e.Query))
		}
		return fmt.Sprint("IN", e.Not)
	case *ast.Quantified:
		return e.Op + e.Quantifier + v.queryText(e.Query)
	case *ast.Like:
		return fmt.Sprint(e.Op, e.Not)
	case *ast.Case:
		s := fmt.Sprint("CASE", e.Operand != nil, e.Else != nil)
		for i := range e.Whens {
			s += strconv.Itoa(len(e.Whens[i].Conds))
		}
		return s
	case *ast.Cast:
		return e.Fn + typeKey(e.Type) + qualifierKey(e.Interval)
	case *ast.Field:
		return "." + e.Name.Text
	case *ast.Call:
		return callLabel(e)
	case *ast.NamedArg:
		return e.Name.Text + "=>"
	case *ast.JSONAccess:
		s := e.Fn + e.Wrapper + typeKey(e.Returning)
		for i := range e.Behaviors {
			s += e.Behaviors[i].Word + e.Behaviors[i].On
		}
		return s
	case *ast.JSONBuild:
		return fmt.Sprint(e.Fn, e.Nulls, len(e.Pairs))
	case *ast.Subquery:
		return "Q" + v.queryText(e.Query)
	}
	return fmt.Sprintf("%T", x)
}

func qualifierKey(q *ast.Qualifier) string {
	if q == nil {
		return ""
	}
	return q.From + " " + q.To
}

func typeKey(t *ast.DataType) string {
	if t == nil {
		return ""
	}
	s := t.Name + strconv.Itoa(t.Precision) + "," + strconv.Itoa(t.Scale) + "," + strconv.Itoa(int(t.Null)) +
		typeKey(t.Element) + typeKey(t.Key) + typeKey(t.Value)
	for i := range t.Fields {
		s += t.Fields[i].Name.Text + typeKey(&t.Fields[i].Type)
	}
	return s
}

func callLabel(c *ast.Call) string {
	s := upper(strings.Join(c.Name.Texts(), "."))
	if c.Quantifier == ast.Distinct {
		s += " DISTINCT"
	}
	if c.Star {
		s += "*"
	}
	s += c.Nulls
	for _, o := range c.WithinGroup {
		s += fmt.Sprint(o.Desc, o.Nulls)
	}
	if w := c.Over; w != nil {
		s += " OVER" + strconv.Itoa(len(w.Partition))
		for _, o := range w.OrderBy {
			s += fmt.Sprint(o.Desc, o.Nulls)
		}
		if w.Frame != nil {
			s += fmt.Sprint(w.Frame.Rows, w.Frame.Lo, w.Frame.Hi)
		}
	}
	if c.OverName != nil {
		s += " OVER " + c.OverName.Text
	}
	return s
}

// keyOfCall is the key that a call of the function name with c's arguments has.
func (v *validator) keyOfCall(name string, c *ast.Call) string {
	d := *c
	d.Name = &ast.Ident{Parts: []ast.Name{{Text: name}}}
	return v.key(&d)
}
