// Package parse reads Flink SQL as Flink's own parser does: the same tokens, the same grammar, the same refusals.
//
// Two machines share the work. A recursive descent reads valid text into the syntax tree, and is all that runs for it. Text
// that the descent cannot read goes to the second one (refuse.go), which follows Flink's grammar token by token with the
// look-ahead of Flink's generated parser, and so knows where Flink stops and what it quotes.
package parse

import (
	"fmt"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// Statement parses one statement. An error is a *diag.Rejection in Flink's words, or a *diag.Unmodelled.
func Statement(text string) (ast.Statement, error) { return Within(text, nil) }

// Within is Statement within a budget of time and depth.
func Within(text string, budget *diag.Budget) (stmt ast.Statement, err error) {
	defer diag.Catch(&err)
	if s := command(text); s != nil {
		return s, nil
	}
	p := newParser(text)
	p.budget = budget
	list := p.statements()
	if len(list) != 1 {
		return nil, diag.New(diag.IllegalArgument, "only single statement supported", p.whole())
	}
	return list[0], nil
}

// Query parses a text that is one query, such as a stored view.
func Query(text string) (ast.Query, error) {
	s, err := Statement(text)
	if err != nil {
		return nil, err
	}
	if q, ok := s.(*ast.QueryStatement); ok {
		return q.Query, nil
	}
	return nil, diag.New(diag.IllegalArgument, "not a query", s.Span())
}

// Expression parses a text that is one scalar expression.
func Expression(text string) (e ast.Expr, err error) {
	defer diag.Catch(&err)
	p := newParser(text)
	p.guard("SqlExpressionEof", func() {
		e = p.expr(acceptSubQuery)
		p.expect(tEOF)
	})
	return e, nil
}

// parser is the state of the descent.
type parser struct {
	src    string
	toks   []token
	i      int
	depth  int
	params int
	// hinting says that a hint is being read.
	hinting bool
	budget  *diag.Budget
}

func newParser(text string) *parser { return &parser{src: text, toks: scan(text)} }

func (p *parser) whole() source.Span { return source.Span{End: len(p.src)} }

// syntaxFailure is panicked where the descent cannot go on; guard turns it into Flink's refusal.
type syntaxFailure struct{}

// semanticFailure is a refusal that the grammar's actions raise. It counts the tokens read before it, because a syntax error
// that Flink meets earlier wins.
type semanticFailure struct {
	read  int
	class string
	text  string
	at    source.Span
}

// limit is panicked where a text is too big to go on with, so that nothing else is tried on it either.
type limit struct{ reason *diag.Unmodelled }

// answered is panicked where Flink refuses a text that it can read.
type answered struct{ refusal *diag.Rejection }

// guard runs a production and explains its failure.
func (p *parser) guard(start string, production func()) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case syntaxFailure:
			panic(p.refusal(start, nil, nil))
		case semanticFailure:
			panic(p.refusal(start, &f, nil))
		case answered:
			err := p.refusal(start, nil, &diag.Unmodelled{})
			if _, reads := err.(*diag.Unmodelled); reads {
				err = f.refusal
			}
			panic(err)
		case limit:
			panic(f.reason)
		case *diag.Unmodelled:
			panic(p.refusal(start, nil, f))
		default:
			panic(f)
		}
	}()
	production()
}

// statements is SqlStmtList.
func (p *parser) statements() (list []ast.Statement) {
	p.guard("SqlStmtList", func() {
		list = append(list, p.statement())
		for p.accept(tSemi) {
			if p.kind() != tSemi && p.kind() != tEOF {
				list = append(list, p.statement())
			}
		}
		p.expect(tEOF)
	})
	return list
}

// maxDepth bounds the nesting of parentheses and sub-queries where the budget does not; far beyond it Flink's own parser
// runs out of stack.
const maxDepth = 1000

// perLevel is how many productions a level of parentheses takes at most.
const perLevel = 5

func (p *parser) enter() {
	p.budget.Check()
	if p.depth++; p.depth > perLevel*p.budget.Depth() {
		panic(limit{&diag.Unmodelled{Construct: fmt.Sprintf("text nested more than %d levels deep", p.budget.Depth()), Span: p.tok().at}})
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) tok() token { return p.toks[p.i] }

func (p *parser) kind() kind { return p.toks[p.i].kind }

// peek is the kind of the n-th token from here on.
func (p *parser) peek(n int) kind {
	if p.i+n >= len(p.toks) {
		return p.toks[len(p.toks)-1].kind
	}
	return p.toks[p.i+n].kind
}

// are reports whether the next tokens are of these kinds.
func (p *parser) are(kinds ...kind) bool {
	for n, k := range kinds {
		if p.peek(n) != k {
			return false
		}
	}
	return true
}

func (p *parser) fail() { panic(syntaxFailure{}) }

// unknown gives up on a construct that the syntax tree has no place for.
func (p *parser) unknown(at source.Span, format string, args ...any) {
	diag.Unknown(at, format, args...)
}

// reject raises a refusal of the grammar's actions about tokens that have been read.
func (p *parser) reject(class string, at source.Span, text string) {
	panic(semanticFailure{p.i, class, text, at})
}

func (p *parser) accept(k kind) bool {
	if p.kind() == k {
		p.i++
		return true
	}
	return false
}

// acceptAll reads all of these tokens, or none.
func (p *parser) acceptAll(kinds ...kind) bool {
	if p.are(kinds...) {
		p.i += len(kinds)
		return true
	}
	return false
}

func (p *parser) expect(k kind) token {
	t := p.tok()
	if t.kind != k {
		p.fail()
	}
	if k != tEOF {
		p.i++
	}
	return t
}

func (p *parser) expectAll(kinds ...kind) {
	for _, k := range kinds {
		p.expect(k)
	}
}

// oneOf reads one of these tokens and returns its kind.
func (p *parser) oneOf(kinds ...kind) kind {
	k := p.kind()
	for _, want := range kinds {
		if k == want {
			p.i++
			return k
		}
	}
	p.fail()
	return k
}

// last is the span of the token read last.
func (p *parser) last() source.Span {
	if p.i == 0 {
		return source.Span{}
	}
	return p.toks[p.i-1].at
}

// since is the span from token m to the one read last.
func (p *parser) since(m int) source.Span {
	if p.i <= m {
		at := p.toks[m].at.Start
		return source.Span{Start: at, End: at}
	}
	return source.Span{Start: p.toks[m].at.Start, End: p.toks[p.i-1].at.End}
}

func (p *parser) base(m int) ast.Base { return ast.At(p.since(m)) }

func (p *parser) text(s source.Span) string { return p.src[s.Start:s.End] }

// upper is the text of the token read last in capitals.
func (p *parser) upper() string { return strings.ToUpper(p.text(p.last())) }
