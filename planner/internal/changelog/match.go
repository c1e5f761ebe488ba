package changelog

import (
	"strconv"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// match refuses what StreamExecMatch and the library for complex events do not have, in the order in which they look.
func (t *translation) match(n *physical.Node, o *physical.Match) {
	m := &matching{n: n, o: o, seen: map[string]bool{}}
	switch {
	case len(o.Order) == 0:
		m.fail("You must specify either rowtime or proctime for order by.")
	case !n.Input().Row.Fields[o.Order[0].Column].Type.IsTimeAttribute():
		m.fail("You must specify either rowtime or proctime for order by as the first one.")
	case o.Order[0].Descending:
		m.fail("Primary sort order of a streaming table must be ascending on time.")
	case o.Interval != nil && o.Interval.Type().Kind != types.IntervalDayTime:
		m.fail("Only constant intervals with millisecond resolution are supported as time constraints of patterns.")
	}
	m.pattern(o.Tree)
	switch {
	case canBeEmpty(o.Tree):
		m.fail("Patterns that can produce empty matches are not supported. There must be at least one non-optional state.")
	case endsGreedy(o.Tree):
		m.fail("Greedy quantifiers are not allowed as the last element of a Pattern yet. Finish your pattern with either a simple variable or reluctant quantifier.")
	case o.SkipTo != "" && !m.seen[o.SkipTo]:
		diag.Fail("org.apache.flink.cep.pattern.MalformedPatternException", n.Span,
			"The pattern name specified in AfterMatchSkipStrategy can not be found in the given Pattern")
	}
	for i := range o.Measures {
		m.generate(o.Measures[i].Expr)
	}
}

// matching is the translation of one pattern (CommonExecMatch.PatternVisitor).
type matching struct {
	n    *physical.Node
	o    *physical.Match
	seen map[string]bool
}

func (m *matching) fail(text string) { diag.Fail(diag.Table, m.n.Span, "%s", text) }

func (m *matching) pattern(p *ast.Pattern) {
	switch p.Kind {
	case "VAR":
		m.variable(p.Var.Text)
	case "CONCAT":
		for _, q := range p.Parts {
			m.pattern(q)
		}
	case "ALTER":
		m.fail("Expression not supported: " + logical.PatternText(p) + ". Currently, CEP doesn't support branching patterns.")
	case "PERMUTE":
		m.fail("Expression not supported: " + logical.PatternText(p) + ". Currently, CEP doesn't support PERMUTE patterns.")
	case "EXCLUDE":
		m.fail("Expression not supported: " + logical.PatternText(p) + ". Currently, CEP doesn't support '{-' '-}' patterns.")
	case "QUANTIFIER":
		if p.Parts[0].Kind != "VAR" {
			m.fail("Expression not supported: " + logical.PatternText(p.Parts[0]) + " Group patterns are not supported yet.")
		}
		m.variable(p.Parts[0].Var.Text)
		m.quantifier(p)
	}
}

func (m *matching) variable(name string) {
	if m.seen[name] {
		m.fail("Pattern variables must be unique. That might change in the future.")
	}
	m.seen[name] = true
	for i := range m.o.Defines {
		if m.o.Defines[i].Name == name {
			m.generate(m.o.Defines[i].Expr)
		}
	}
}

// quantifier is applyQuantifier with the checks of the library's Times.
func (m *matching) quantifier(p *ast.Pattern) {
	if p.Max != -1 && (p.Min != 0 || p.Max != 1) {
		from := p.Min
		if from == 0 {
			from = 1
		}
		if from < 0 {
			diag.Fail(diag.IllegalArgument, m.n.Span, "The from should be a positive number greater than 0.")
		}
		if p.Max < from {
			diag.Fail(diag.IllegalArgument, m.n.Span, "The to should be a number greater than or equal to from: %s.", strconv.Itoa(from))
		}
	}
	if p.Reluctant && p.Min == 0 && p.Max == 1 {
		m.fail("Reluctant optional variables are not supported yet.")
	}
}

// generate looks for what the code generator of matches refuses (MatchCodeGenerator.visitCall).
func (m *matching) generate(e expr.Expr) {
	expr.Any(e, func(x expr.Expr) bool {
		c, ok := x.(*expr.Call)
		if !ok {
			return false
		}
		switch {
		case c.Op.Op == expr.MatchPrev || c.Op.Op == expr.MatchNext:
			if expr.Print(c.Args[1], expr.AST, nil) != "0" {
				m.fail("Flink does not support physical offsets within partition.")
			}
		case c.Op.Op == expr.Classifier:
			panic(expr.UnsupportedCall(c))
		case c.Op.Aggregate && len(c.Args) > 0 && !expr.Any(c, isPatternRef):
			m.fail("No pattern variable specified in aggregate")
		}
		return false
	})
}

// isPatternRef reports what is about rows of a pattern variable: a call without operands is about those of all
// (AggregationPatternVariableFinder).
func isPatternRef(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.PatternRef:
		return true
	case *expr.Call:
		return len(e.Args) == 0
	}
	return false
}

// canBeEmpty says that every variable of the pattern is optional (NFACompiler.canProduceEmptyMatches).
func canBeEmpty(p *ast.Pattern) bool {
	switch p.Kind {
	case "QUANTIFIER":
		return p.Min == 0
	case "CONCAT":
		for _, q := range p.Parts {
			if !canBeEmpty(q) {
				return false
			}
		}
		return true
	}
	return false
}

// endsGreedy says that the last variable of the pattern has a greedy quantifier.
func endsGreedy(p *ast.Pattern) bool {
	switch p.Kind {
	case "QUANTIFIER":
		return !p.Reluctant && p.Min != p.Max && (p.Min != 0 || p.Max != 1)
	case "CONCAT":
		return endsGreedy(p.Parts[len(p.Parts)-1])
	}
	return false
}
