package simulate

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// groupTask is an aggregate in one phase (GroupAggFunction).
type groupTask struct {
	passing
	group    []int
	calls    []logical.AggCall
	retracts []bool // per call, whether it can take back
	before   bool   // sends UPDATE_BEFORE
	retract  bool   // the input may take back
	expires  bool   // see New
	// shown is how many calls are output, -1 for all: a count that is there for retraction alone is not.
	shown  int
	groups map[string]*groupState
}

type groupState struct {
	key   []expr.Value
	accs  []accumulator
	count int64
}

func (t *groupTask) accumulators() []accumulator { return newAccumulators(t.calls, t.retracts) }

func (t *groupTask) process(_ int, r Row, out emit) {
	k := keyOf(r.Vals, t.group)
	g := t.groups[k]
	first := g == nil
	if first {
		if !r.Kind.Adds() {
			return
		}
		g = &groupState{key: pick(r.Vals, t.group), accs: t.accumulators()}
		t.groups[k] = g
	}
	var prev []expr.Value
	if !first {
		prev = t.row(g)
	}
	accumulate(g.accs, t.calls, r)
	g.counts(r)
	t.tell(g, k, prev, first, out)
}

// counts keeps the number of rows in a group.
func (g *groupState) counts(r Row) {
	if r.Kind.Adds() {
		g.count++
	} else {
		g.count--
	}
}

// tell sends what has become of a group: prev is what was sent of it before.
func (t *groupTask) tell(g *groupState, k string, prev []expr.Value, first bool, out emit) {
	if g.count == 0 && t.retract {
		if !first {
			out(Row{Kind: Delete, Vals: prev})
		}
		delete(t.groups, k)
		return
	}
	now := t.row(g)
	switch {
	case first:
		out(Row{Kind: Insert, Vals: now})
	case !t.expires && sameVals(prev, now):
	default:
		if t.before {
			out(Row{Kind: UpdateBefore, Vals: prev})
		}
		out(Row{Kind: UpdateAfter, Vals: now})
	}
}

func (t *groupTask) row(g *groupState) []expr.Value {
	accs := g.accs
	if t.shown >= 0 && t.shown < len(accs) {
		accs = accs[:t.shown]
	}
	out := make([]expr.Value, 0, len(g.key)+len(accs))
	out = append(out, g.key...)
	for _, a := range accs {
		out = append(out, a.value())
	}
	return out
}

// accumulate adds a row to accumulators, or takes it from them.
func accumulate(accs []accumulator, calls []logical.AggCall, r Row) {
	var space [4]expr.Value
	for i := range calls {
		c := &calls[i]
		if c.Filter >= 0 {
			if b, ok := r.Vals[c.Filter].(expr.Bool); !ok || !bool(b) {
				continue
			}
		}
		args := space[:0]
		for _, a := range c.Args {
			args = append(args, r.Vals[a])
		}
		if r.Kind.Adds() {
			accs[i].add(args)
		} else {
			accs[i].take(args)
		}
	}
}

// newAccumulators makes the accumulators of calls; retract says which of them can take back, nil for all.
func newAccumulators(calls []logical.AggCall, retract []bool) []accumulator {
	out := make([]accumulator, len(calls))
	for i := range calls {
		out[i] = newAccumulator(&calls[i], retract == nil || i >= len(retract) || retract[i])
	}
	return out
}

func mergeAll(into, from []accumulator) {
	for i := range into {
		into[i].merge(from[i])
	}
}
