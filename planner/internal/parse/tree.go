package parse

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// fixity is where an operator stands.
type fixity int8

const (
	operand fixity = iota
	prefix
	infix
	postfix
	special
)

// term is an operand or an operator of an expression. Precedences are PrecedenceClimbingParser's, doubled; -1 on the side
// without operand.
type term struct {
	fix            fixity
	not, symmetric bool
	left, right    int16
	op             string
	x              ast.Expr
	at             source.Span
	more           *termMore
}

// termMore is what few operators have.
type termMore struct {
	quantifier string
	word       string      // OFFSET in [ ]
	extent     source.Span // all of a postfix operator, or [ … ]
	list       []ast.Expr
	query      ast.Query
}

// terms is the flat form of an expression, and the state of the walk that makes a tree of it (SqlParserUtil.toTree).
type terms struct {
	p     *parser
	items []term
	i     int
}

func (l *terms) op(t term) { l.items = append(l.items, t) }

func (l *terms) atom(e ast.Expr) { l.items = append(l.items, term{fix: operand, x: e}) }

func (l *terms) tree() ast.Expr {
	if len(l.items) == 1 {
		return l.items[0].x
	}
	e := l.climb(-1, stopNowhere)
	if l.i < len(l.items) {
		l.p.unknown(l.items[l.i].at, "the operator %s in this place", l.items[l.i].op)
	}
	return e
}

// stop says which operator ends a part of BETWEEN or LIKE, whatever its precedence.
type stop int8

const (
	stopNowhere stop = iota
	stopAnd
	stopEscape
)

// climb reads an operand and all operators after it that bind at least as tightly as least.
func (l *terms) climb(least int16, until stop) ast.Expr {
	x := l.head(until)
	for l.i < len(l.items) {
		t := &l.items[l.i]
		if t.fix == operand || t.left < least || until == stopAnd && t.op == "AND" || t.op == "ESCAPE" {
			break
		}
		l.i++
		switch {
		case t.fix == postfix:
			x = l.postfix(t, x)
		case t.op == "BETWEEN" || t.op == "NOT BETWEEN":
			x = l.between(t, x)
		case t.op == ".":
			x = l.field(x)
		case t.op == "[":
			i := l.items[l.i].x
			l.i++
			x = &ast.Item{Base: ast.At(x.Span().Join(t.more.extent)), X: x, Index: i, Op: t.more.word, OpAt: t.at}
		case t.fix == special:
			x = l.like(t, x)
		default:
			r := l.climb(t.right, until)
			x = &ast.BinaryExpr{Base: ast.At(x.Span().Join(r.Span())), Op: t.op, OpAt: t.at, L: x, R: r}
		}
	}
	return x
}

// head reads prefix operators and an operand.
func (l *terms) head(until stop) ast.Expr {
	if l.i >= len(l.items) {
		l.p.fail()
	}
	t := &l.items[l.i]
	l.i++
	if t.fix == operand {
		return t.x
	}
	if t.fix != prefix {
		l.p.unknown(t.at, "the operator %s in this place", t.op)
	}
	x := l.climb(t.right, until)
	base := ast.At(t.at.Join(x.Span()))
	if n, ok := x.(*ast.Number); ok && (t.op == "-" || t.op == "+") {
		if t.op == "+" {
			return n
		}
		c := *n
		c.Base, c.Negative = base, !n.Negative
		return &c
	}
	if t.op == "EXISTS" || t.op == "UNIQUE" {
		return &ast.Exists{Base: base, Unique: t.op == "UNIQUE", OpAt: t.at, X: x}
	}
	return &ast.Unary{Base: base, Op: t.op, OpAt: t.at, X: x}
}

func (l *terms) postfix(t *term, x ast.Expr) ast.Expr {
	o := t.more
	base := ast.At(x.Span().Join(o.extent))
	switch {
	case o.quantifier != "":
		return &ast.Quantified{Base: base, Op: t.op, Quantifier: o.quantifier, OpAt: t.at, X: x, List: o.list, Query: o.query,
			ListAt: o.extent}
	case t.op == "IN" || t.op == "NOT IN":
		return &ast.In{Base: base, Not: t.op == "NOT IN", OpAt: t.at, X: x, List: o.list, Query: o.query, ListAt: o.extent}
	}
	return &ast.Is{Base: base, Op: t.op, OpAt: t.at, X: x}
}

// between takes as lower bound everything before the next AND, and as upper bound what binds tighter than BETWEEN
// (SqlBetweenOperator.reduceExpr).
func (l *terms) between(t *term, x ast.Expr) ast.Expr {
	lo := l.climb(-1, stopAnd)
	if l.i >= len(l.items) || l.items[l.i].op != "AND" {
		at := l.p.last()
		at = source.Span{Start: at.End, End: at.End + 1}
		if l.i < len(l.items) {
			at = l.items[l.i].at
		}
		l.p.reject(diag.ValidatorException, at, "BETWEEN operator has no terminating AND")
	}
	l.i++
	hi := l.climb(66, stopNowhere)
	return &ast.Between{Base: ast.At(x.Span().Join(hi.Span())), Not: strings.HasPrefix(t.op, "NOT"), Symmetric: t.symmetric,
		OpAt: t.at, X: x, Lo: lo, Hi: hi}
}

// like takes a pattern of operators that bind at least as tightly, and the ESCAPE after it (SqlLikeOperator.reduceExpr).
func (l *terms) like(t *term, x ast.Expr) ast.Expr {
	e := &ast.Like{Op: t.op, Not: t.not, OpAt: t.at, X: x, Pat: l.climb(64, stopEscape)}
	end := e.Pat.Span()
	if l.i < len(l.items) && l.items[l.i].op == "ESCAPE" {
		l.i++
		e.Escape = l.climb(64, stopEscape)
		end = e.Escape.Span()
	}
	e.Base = ast.At(x.Span().Join(end))
	return e
}

func (l *terms) field(x ast.Expr) ast.Expr {
	f := &ast.Field{X: x}
	switch r := l.items[l.i].x.(type) {
	case *ast.Ident:
		f.Name = r.Parts[0]
	case *ast.Call:
		f.Name, f.Call = r.Name.Parts[0], r
	}
	f.Base = ast.At(x.Span().Join(l.items[l.i].x.Span()))
	l.i++
	return f
}
