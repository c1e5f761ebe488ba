package simulate

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// groupTask is an aggregate in one phase (GroupAggFunction).
type groupTask struct {
	passing
	group   []int
	calls   []logical.AggCall
	before  bool // sends UPDATE_BEFORE
	retract bool // the input may take back
	expires bool // see New
	groups  *ordered[groupState]
}

type groupState struct {
	key   []expr.Value
	accs  []accumulator
	count int64
}

func (t *groupTask) process(_ int, r Row, out emit) {
	k := keyOf(r.Vals, t.group)
	g := t.groups.get(k)
	first := g == nil
	if first {
		if !r.Kind.Adds() {
			return
		}
		g = t.groups.put(k, groupState{key: pick(r.Vals, t.group), accs: newAccumulators(t.calls)})
	}
	var prev []expr.Value
	if !first {
		prev = g.row()
	}
	accumulate(g.accs, t.calls, r)
	if r.Kind.Adds() {
		g.count++
	} else {
		g.count--
	}
	if g.count == 0 && t.retract {
		if !first {
			out(Row{Kind: Delete, Vals: prev})
		}
		t.groups.drop(k)
		return
	}
	now := g.row()
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

func (g *groupState) row() []expr.Value {
	out := make([]expr.Value, 0, len(g.key)+len(g.accs))
	out = append(out, g.key...)
	for _, a := range g.accs {
		out = append(out, a.value())
	}
	return out
}

// accumulate adds a row to accumulators, or takes it from them.
func accumulate(accs []accumulator, calls []logical.AggCall, r Row) {
	for i := range calls {
		c := &calls[i]
		if c.Filter >= 0 {
			if b, ok := r.Vals[c.Filter].(expr.Bool); !ok || !bool(b) {
				continue
			}
		}
		args := pick(r.Vals, c.Args)
		if r.Kind.Adds() {
			accs[i].add(args)
		} else {
			accs[i].take(args)
		}
	}
}

func newAccumulators(calls []logical.AggCall) []accumulator {
	out := make([]accumulator, len(calls))
	for i := range calls {
		out[i] = newAccumulator(&calls[i])
	}
	return out
}
