package diag

import (
	"context"
	"fmt"
	"sync/atomic"

	"rowkind/planner/internal/source"
)

// Budget is what one request may still spend. Asking whether its time is over costs one load, so every loop that a script
// can make long asks. A nil Budget has no end.
type Budget struct {
	over atomic.Bool
	ctx  context.Context
	stop func() bool
	// depth is how deep queries, views and expressions may nest; text how many bytes of plan may still be written; columns
	// how many columns the nodes of trees may still have.
	depth, text, columns int
}

// Spent is panicked where a budget is at its end; Catch gives it as an error.
type Spent struct{ Err error }

func (s *Spent) Error() string { return s.Err.Error() }
func (s *Spent) Unwrap() error { return s.Err }

// ErrTooLong says that a plan's text outgrew its bound.
var ErrTooLong = fmt.Errorf("the plan is longer than the limit")

// NewBudget ends with ctx.
func NewBudget(ctx context.Context, depth, text int) *Budget {
	b := &Budget{ctx: ctx, depth: depth, text: text, columns: mostColumns}
	b.stop = context.AfterFunc(ctx, func() { b.over.Store(true) })
	return b
}

// Close lets go of the context.
func (b *Budget) Close() { b.stop() }

// Check ends the work when the time is over.
func (b *Budget) Check() {
	if b != nil && b.over.Load() {
		panic(&Spent{b.ctx.Err()})
	}
}

// Nest ends the work on what nests n levels deep, where that is too deep.
func (b *Budget) Nest(n int, what string, at source.Span) {
	if n > b.Depth() {
		Unknown(at, "%s nested more than %d levels deep", what, b.Depth())
	}
	b.Check()
}

// unlimitedDepth holds where nobody set a depth.
const unlimitedDepth = 1000

// Depth is how deep things may nest.
func (b *Budget) Depth() int {
	if b == nil || b.depth <= 0 {
		return unlimitedDepth
	}
	return b.depth
}

// mostColumns bounds the columns of all nodes that are made for one script, which grow with the square of its joins: about
// 40 bytes each. A plan that needs so many is longer than any limit of text.
const mostColumns = 2 << 20

// Columns takes the n columns of a node from the budget.
func (b *Budget) Columns(n int) {
	if b == nil {
		return
	}
	if b.columns -= n; b.columns < 0 {
		panic(&Spent{ErrTooLong})
	}
	b.Check()
}

// Write takes n bytes of plan text from the budget.
func (b *Budget) Write(n int) {
	if b == nil {
		return
	}
	if b.text -= n; b.text < 0 {
		panic(&Spent{ErrTooLong})
	}
	b.Check()
}
