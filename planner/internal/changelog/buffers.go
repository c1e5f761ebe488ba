package changelog

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// aggregates is what Flink works out of a list of calls before it splits an aggregate (AggregateInfoList): the calls
// with a COUNT(*) added if rows must be counted, which of them retract, and the columns between the halves.
type aggregates struct {
	calls    []logical.AggCall
	retract  []bool
	local    *physical.LocalAggregate
	inserted bool // a COUNT(*) was added
	counts   int  // place of the COUNT(*) that counts rows, -1 for none
}

// infosOf works out calls; countRows says that incoming rows must be counted, countAt where a COUNT(*) is known to be
// (-1 if it is to be looked for).
func infosOf(calls []logical.AggCall, retract []bool, countRows bool, countAt int) aggregates {
	a := aggregates{calls: calls, retract: retract, counts: -1}
	if a.retract == nil {
		a.retract = make([]bool, len(calls))
	}
	if countRows {
		a.counts = countAt
		for k := range calls {
			c := &calls[k]
			if countAt < 0 && c.Op.Op == expr.Count && len(c.Args) == 0 && c.Filter < 0 && !c.Distinct && !c.Approximate {
				a.counts = k
			}
		}
		if a.counts < 0 {
			a.counts, a.inserted = len(calls), true
			count := logical.AggCall{Op: expr.CountOp, Filter: -1, Type: types.BigIntType.WithNullable(false), Name: "_$count1$_"}
			a.calls = append(calls[:len(calls):len(calls)], count)
			a.retract = append(a.retract[:len(calls):len(calls)], true)
		}
	}
	a.local = buffersOf(a.calls, a.retract)
	return a
}

func buffersOf(calls []logical.AggCall, retract []bool) *physical.LocalAggregate {
	l := &physical.LocalAggregate{ViewOf: make([]int, len(calls))}
	at := 0
	for k := range calls {
		var names []string
		for _, n := range bufferNames(&calls[k], retract[k]) {
			names = append(names, n+"$"+strconv.Itoa(at))
			at++
		}
		l.Buffers = append(l.Buffers, names)
		l.ViewOf[k] = viewOf(l, &calls[k])
	}
	return l
}

// viewOf gives the distinct view of a DISTINCT call, one for each list of arguments; -1 for another call
// (AggregateUtil.extractDistinctInformation).
func viewOf(l *physical.LocalAggregate, c *logical.AggCall) int {
	if !c.Distinct || c.Approximate || len(c.Args) == 0 {
		return -1
	}
	for k, d := range l.Distinct {
		if same(d.Args, c.Args) {
			return k
		}
	}
	l.Distinct = append(l.Distinct, physical.DistinctView{Name: "distinct$" + strconv.Itoa(len(l.Distinct)), Args: c.Args})
	return len(l.Distinct) - 1
}

func same(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k] != b[k] {
			return false
		}
	}
	return true
}

// bufferNames are the accumulator's columns of a function; one that is not declarative has one, of its own name.
func bufferNames(c *logical.AggCall, retract bool) []string {
	switch c.Op.Op {
	case expr.Count:
		if len(c.Args) == 0 {
			return []string{"count1"}
		}
		return []string{"count"}
	case expr.Sum:
		if retract {
			return []string{"sum", "count"}
		}
		return []string{"sum"}
	case expr.Sum0:
		return []string{"sum"}
	case expr.Avg:
		return []string{"sum", "count"}
	case expr.SingleValue:
		return []string{"value", "count"}
	case expr.Listagg:
		if !retract {
			return []string{"accDelimiter", "concatAcc"}
		}
	}
	return []string{strings.ToLower(c.Op.Name)}
}

// merges reports functions whose accumulators can be merged, so that they can be computed in two steps
// (AggregateUtil.doAllSupportPartialMerge).
func merges(calls []logical.AggCall) bool {
	for k := range calls {
		switch calls[k].Op.Op {
		case expr.FirstValue, expr.LastValue, expr.Lag, expr.Lead:
			return false
		}
		if calls[k].Op.Name == "JSON_ARRAYAGG" {
			return false
		}
	}
	return true
}

// localRow is the row between the halves: keys, buffers, distinct views. Its types are of no account.
func localRow(in *types.Type, group []int, l *physical.LocalAggregate, last string) *types.Type {
	var fields []types.Field
	for _, g := range group {
		fields = append(fields, in.Fields[g])
	}
	add := func(name string) { fields = append(fields, types.Field{Name: name, Type: types.BigIntType}) }
	for _, names := range l.Buffers {
		for _, n := range names {
			add(n)
		}
	}
	for _, d := range l.Distinct {
		add(d.Name)
	}
	if last != "" {
		add(last)
	}
	return types.RowType(fields...)
}

func upTo(n int) []int {
	out := make([]int, n)
	for k := range out {
		out[k] = k
	}
	return out
}

// shuffled puts an exchange by the first n columns over in.
func (i *inference) shuffled(in *physical.Node, n int) *physical.Node {
	var hash []int
	if n > 0 {
		hash = upTo(n)
	}
	x := rel.New[physical.Op](&physical.Exchange{Hash: hash}, in.Row, in.Span, in)
	i.lastID++
	x.ID = i.lastID
	x.Traits = in.Traits
	return x
}
