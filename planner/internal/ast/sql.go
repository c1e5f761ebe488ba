package ast

import (
	"strconv"
	"strings"
)

// SQL spells an expression as Calcite's SqlNode.toString does: identifiers in back quotes, keywords and built-in functions in
// capitals, parentheses only where precedence asks for them. names gives the parts to print for an identifier, such as the
// qualified name that the validator has found; with nil they are printed as written. It returns "" for an expression that it
// does not spell, sub-queries among them.
func SQL(e Expr, names func(*Ident) []string) string {
	p := sqlPrinter{names: names}
	p.expr(e, 0, 0)
	if p.failed {
		return ""
	}
	return p.b.String()
}

// sqlPrinter writes one expression.
type sqlPrinter struct {
	b      strings.Builder
	names  func(*Ident) []string
	failed bool
}

func (p *sqlPrinter) put(words ...string) {
	for _, w := range words {
		p.b.WriteString(w)
	}
}

// precedence of a binary or postfix operator, as its SqlOperator declares it.
func precedence(op string) int {
	switch op {
	case "OR":
		return 22
	case "AND":
		return 24
	case "+", "-":
		return 40
	case "*", "/", "%", "||":
		return 60
	case "MULTISET INTERSECT ALL", "MULTISET INTERSECT DISTINCT":
		return 14
	case "MULTISET UNION ALL", "MULTISET UNION DISTINCT", "MULTISET EXCEPT ALL", "MULTISET EXCEPT DISTINCT":
		return 12
	}
	if strings.HasPrefix(op, "IS ") && !strings.HasSuffix(op, "DISTINCT FROM") {
		return 28
	}
	return 30
}

// within writes an operator's call, in parentheses if the operators around it bind more tightly (SqlCall.unparse).
func (p *sqlPrinter) within(left, right, outerLeft, outerRight int, write func(left, right int)) {
	if outerLeft > left || right <= outerRight && outerRight != 0 {
		p.put("(")
		write(0, 0)
		p.put(")")
		return
	}
	write(outerLeft, outerRight)
}

func (p *sqlPrinter) infix(prec int, l Expr, op string, r Expr, outerLeft, outerRight int) {
	p.within(prec, prec+1, outerLeft, outerRight, func(left, right int) {
		p.expr(l, left, prec)
		p.put(" ", op, " ")
		p.expr(r, prec+1, right)
	})
}

// expr writes e between operators of the given precedences; 0 stands for none.
func (p *sqlPrinter) expr(e Expr, left, right int) {
	switch e := e.(type) {
	case *BinaryExpr:
		p.infix(precedence(e.Op), e.L, e.Op, e.R, left, right)
	case *Unary:
		prec := 80
		if e.Op == "NOT" {
			prec = 26
		}
		p.within(prec, prec+1, left, right, func(int, int) {
			p.put(e.Op, " ")
			p.expr(e.X, prec, prec+1)
		})
	case *Is:
		p.within(28, 29, left, right, func(int, int) {
			p.expr(e.X, 28, 29)
			p.put(" ", e.Op)
		})
	case *Between:
		p.between(e, left, right)
	case *In:
		p.in(e, left, right)
	case *Like:
		p.like(e, left, right)
	default:
		p.atom(e)
	}
}

func not(n bool) string {
	if n {
		return "NOT "
	}
	return ""
}

func (p *sqlPrinter) between(e *Between, left, right int) {
	how := "ASYMMETRIC"
	if e.Symmetric {
		how = "SYMMETRIC"
	}
	p.within(32, 33, left, right, func(int, int) {
		p.expr(e.X, 32, 0)
		p.put(" ", not(e.Not), "BETWEEN ", how, " ")
		p.expr(e.Lo, 0, 0)
		p.put(" AND ")
		p.expr(e.Hi, 0, 33)
	})
}

func (p *sqlPrinter) in(e *In, left, right int) {
	p.within(32, 33, left, right, func(left, _ int) {
		p.expr(e.X, left, 32)
		p.put(" ", not(e.Not), "IN (")
		if e.Query != nil {
			p.failed = true
		}
		p.list(e.List)
		p.put(")")
	})
}

func (p *sqlPrinter) like(e *Like, left, right int) {
	p.within(33, 32, left, right, func(int, int) {
		p.expr(e.X, 33, 32)
		p.put(" ", not(e.Not), e.Op, " ")
		p.expr(e.Pat, 33, 32)
		if e.Escape != nil {
			p.put(" ESCAPE ")
			p.expr(e.Escape, 33, 32)
		}
	})
}

func (p *sqlPrinter) list(es []Expr) {
	for i, e := range es {
		if i > 0 {
			p.put(", ")
		}
		p.expr(e, 0, 0)
	}
}

// atom writes what needs no parentheses.
func (p *sqlPrinter) atom(e Expr) {
	switch e := e.(type) {
	case *Ident:
		p.ident(e)
	case *Number:
		if e.Negative {
			p.put("-")
		}
		p.put(e.Text)
	case *String:
		if e.Charset != "" {
			p.put("_", strings.ToUpper(e.Charset))
		}
		p.put("'", strings.ReplaceAll(e.Value, "'", "''"), "'")
	case *Binary:
		p.put("X'", e.Hex, "'")
	case *Bool:
		p.put(boolWord(e))
	case *Null:
		p.put("NULL")
	case *Datetime:
		p.put(string(e.Kind), " '", e.Value, "'")
	case *Interval:
		p.put("INTERVAL ", sign(e.Negative), "'", e.Value, "' ")
		p.qualifier(&e.Qualifier)
	case *Qualifier:
		p.qualifier(e)
	case *Symbol:
		p.put(e.Word)
	case *Row:
		p.put("ROW(")
		p.list(e.Items)
		p.put(")")
	case *ArrayExpr:
		p.brackets("ARRAY", e.Items)
	case *MapExpr:
		p.brackets("MAP", e.Items)
	case *Item:
		p.expr(e.X, 0, 0)
		p.put("[")
		p.expr(e.Index, 0, 0)
		p.put("]")
	case *Case:
		p.caseExpr(e)
	case *Call:
		p.call(e)
	default:
		p.failed = true
	}
}

func sign(negative bool) string {
	if negative {
		return "-"
	}
	return ""
}

func boolWord(b *Bool) string {
	switch {
	case b.Unknown:
		return "UNKNOWN"
	case b.Value:
		return "TRUE"
	}
	return "FALSE"
}

func (p *sqlPrinter) brackets(word string, items []Expr) {
	p.put(word, "[")
	p.list(items)
	p.put("]")
}

func (p *sqlPrinter) ident(id *Ident) {
	texts := id.Texts()
	if p.names != nil {
		texts = p.names(id)
	}
	for i, t := range texts {
		if i > 0 {
			p.put(".")
		}
		p.put("`", strings.ReplaceAll(t, "`", "``"), "`")
	}
	if id.Star {
		if len(texts) > 0 {
			p.put(".")
		}
		p.put("*")
	}
}

// qualifier writes DAY(2) TO SECOND(3).
func (p *sqlPrinter) qualifier(q *Qualifier) {
	p.put(q.From)
	if q.Precision >= 0 {
		p.put("(", strconv.Itoa(q.Precision))
		if q.To == "" && q.FracPrecision >= 0 {
			p.put(", ", strconv.Itoa(q.FracPrecision))
		}
		p.put(")")
	}
	if q.To != "" {
		p.put(" TO ", q.To)
		if q.FracPrecision >= 0 {
			p.put("(", strconv.Itoa(q.FracPrecision), ")")
		}
	}
}

// caseExpr writes CASE with conditions only, the form into which Calcite brings the other.
func (p *sqlPrinter) caseExpr(e *Case) {
	p.put("CASE")
	for _, w := range e.Whens {
		p.put(" WHEN ")
		for i, cond := range w.Conds {
			switch {
			case e.Operand == nil:
				p.expr(cond, 0, 0)
			default:
				if i > 0 {
					p.put(" OR ")
				}
				p.infix(30, e.Operand, "=", cond, 0, 0)
			}
		}
		p.put(" THEN ")
		p.expr(w.Then, 0, 0)
	}
	p.put(" ELSE ")
	if e.Else == nil {
		p.put("NULL")
	} else {
		p.expr(e.Else, 0, 0)
	}
	p.put(" END")
}

// call writes a call of an ordinary function. Those with a syntax of their own have it back only where it is a list.
func (p *sqlPrinter) call(c *Call) {
	switch c.Special {
	case "", GroupWindow, Substring, Navigation, DatetimeCall, TimestampAdd, TimestampDiff:
	default:
		p.failed = true
		return
	}
	p.put(strings.ToUpper(c.Name.Simple()))
	if c.NoParens {
		return
	}
	p.put("(")
	if c.Quantifier != NoQuantifier {
		p.put(string(c.Quantifier), " ")
	}
	if c.Star {
		p.put("*")
	}
	p.list(c.Args)
	p.put(")")
	if c.Over != nil || c.OverName != nil || c.Filter != nil || c.WithinGroup != nil || c.WithinDistinct != nil || c.OrderBy != nil {
		p.failed = true
	}
}
