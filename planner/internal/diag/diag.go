// Package diag holds what Flink answers when it refuses a statement, what rowkind says when it does not know, and notes of its own.
package diag

import (
	"fmt"
	"runtime"

	"rowkind/planner/internal/source"
)

// Names of the Java classes that Flink's refusals are made of.
const (
	ParserException    = "org.apache.flink.table.api.SqlParserException"
	ParserEOFException = "org.apache.flink.table.api.SqlParserEOFException"
	ParseException     = "org.apache.flink.sql.parser.impl.ParseException"
	TokenMgrError      = "org.apache.flink.sql.parser.impl.TokenMgrError"
	CalciteException   = "org.apache.calcite.runtime.CalciteException"
	SQLParseException  = "org.apache.calcite.sql.parser.SqlParseException"
	ContextException   = "org.apache.calcite.runtime.CalciteContextException"
	ValidatorException = "org.apache.calcite.sql.validate.SqlValidatorException"
	ValidateException  = "org.apache.flink.sql.parser.error.SqlValidateException"
	Validation         = "org.apache.flink.table.api.ValidationException"
	Table              = "org.apache.flink.table.api.TableException"
	IllegalArgument    = "java.lang.IllegalArgumentException"
	IllegalState       = "java.lang.IllegalStateException"
	Runtime            = "java.lang.RuntimeException"
	UnsupportedOp      = "java.lang.UnsupportedOperationException"
	AssertionError     = "java.lang.AssertionError"
	IndexOutOfBounds   = "java.lang.IndexOutOfBoundsException"
	ArrayOutOfBounds   = "java.lang.ArrayIndexOutOfBoundsException"
)

// Link is one exception of a chain.
type Link struct{ Class, Message string }

// Rejection is Flink's refusal: the chain of exceptions, outermost first, and the text it is about.
type Rejection struct {
	Chain []Link
	Span  source.Span
	// Node is the ID of the node of the physical tree whose rows are refused, 0 where it is about no such node.
	Node int
}

// Error is the outermost message.
func (r *Rejection) Error() string {
	if len(r.Chain) == 0 {
		return "rejected"
	}
	return r.Chain[0].Message
}

// Root is the innermost link, the one that says why.
func (r *Rejection) Root() Link {
	if len(r.Chain) == 0 {
		return Link{}
	}
	return r.Chain[len(r.Chain)-1]
}

// Wrap returns r as the cause of one more exception.
func (r *Rejection) Wrap(class, message string) *Rejection {
	chain := append(make([]Link, 0, len(r.Chain)+1), Link{class, message})
	return &Rejection{Chain: append(chain, r.Chain...), Span: r.Span, Node: r.Node}
}

// Place gives a refusal the place that it is about, in stead of one that counts in another text or none.
func Place(err error, at source.Span) error {
	switch e := err.(type) {
	case *Rejection:
		return &Rejection{Chain: e.Chain, Span: at, Node: e.Node}
	case *Unmodelled:
		return &Unmodelled{Construct: e.Construct, Span: at}
	}
	return err
}

// Near gives a refusal that has no place one.
func Near(err error, at source.Span) error {
	if e, ok := err.(*Rejection); ok && e.Span.IsZero() {
		return Place(err, at)
	}
	return err
}

// Unmodelled says that rowkind does not know what Flink answers, and which construct it is.
type Unmodelled struct {
	Construct string
	Span      source.Span
}

func (u *Unmodelled) Error() string { return "not modelled: " + u.Construct }

// Note is rowkind's own remark about a statement.
type Note struct {
	Message string
	Hint    string
	Span    source.Span
}

// New is a rejection of one exception.
func New(class, message string, at source.Span) *Rejection {
	return &Rejection{Chain: []Link{{class, message}}, Span: at}
}

// Newf is New with a formatted message.
func Newf(class string, at source.Span, format string, args ...any) *Rejection {
	return New(class, fmt.Sprintf(format, args...), at)
}

// Catch recovers a panicked Rejection, Unmodelled or Spent into err and lets anything else fly. Each stage defers it in its
// exported function.
func Catch(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Rejection:
		*err = p
	case *Unmodelled:
		*err = p
	case *Spent:
		*err = p
	default:
		if re, ok := p.(runtime.Error); ok {
			panic(re)
		}
		panic(p)
	}
}

// Fail panics with a rejection of one exception.
func Fail(class string, at source.Span, format string, args ...any) {
	panic(Newf(class, at, format, args...))
}

// Unknown panics with an Unmodelled.
func Unknown(at source.Span, format string, args ...any) {
	panic(&Unmodelled{Construct: fmt.Sprintf(format, args...), Span: at})
}
