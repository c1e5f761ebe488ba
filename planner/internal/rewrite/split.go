package rewrite

import (
	"slices"
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// splitAggregate makes two aggregates of one with DISTINCT calls: the first groups by a hash of the distinct columns as
// well, which spreads the work, the second puts the parts together. Only if the session asks for it.
//
//	SELECT a, COUNT(DISTINCT b) FROM t GROUP BY a
var splitAggregate = &rule{
	name: "SplitAggregate", class: "SplitAggregateRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		if agg.Split != 0 || !c.settings.Bool(settingDistinctSplit) || !hasDistinct(agg.Calls) || !canSplit(agg.Calls) {
			return nil
		}
		if w := c.windows.Of(n.Input()); w != nil && w.BoundedBy(agg.Group) {
			if !w.Spec.RowTime || w.Spec.Kind == logical.Session {
				return nil
			}
		}
		s := &aggSplitter{c: c, n: n, agg: agg, hashAt: map[int]int{}}
		return s.run()
	},
}

func hasDistinct(calls []logical.AggCall) bool {
	for i := range calls {
		if calls[i].Distinct {
			return true
		}
	}
	return false
}

// canSplit reports whether all calls have parts (AggregateUtil.doAllAggSupportSplit).
func canSplit(calls []logical.AggCall) bool {
	for i := range calls {
		switch calls[i].Op.Op {
		case expr.Count, expr.Avg, expr.Min, expr.Max, expr.Sum, expr.Sum0, expr.SingleValue:
			if calls[i].Op.Name == "APPROX_COUNT_DISTINCT" {
				return false
			}
		case expr.FirstValue, expr.LastValue, expr.Listagg:
			if len(calls[i].Args) != 1 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// byHash reports a call whose arguments are hashed: a distinct one, or one that may have to take values back.
func byHash(call *logical.AggCall) bool {
	switch call.Op.Op {
	case expr.Min, expr.Max, expr.FirstValue, expr.LastValue:
		return true
	}
	return call.Distinct
}

// partsOf gives the functions of the first aggregate that stand for a call, and those of the second over them.
func partsOf(op *expr.Operator) (partial, final []*expr.Operator) {
	switch op.Op {
	case expr.Avg:
		return []*expr.Operator{expr.Sum0Op, expr.CountOp}, []*expr.Operator{expr.Sum0Op, expr.Sum0Op}
	case expr.Count:
		return []*expr.Operator{op}, []*expr.Operator{expr.Sum0Op}
	}
	return []*expr.Operator{op}, []*expr.Operator{op}
}

// aggSplitter is one application of splitAggregate.
type aggSplitter struct {
	c      *context
	n      *logical.Node
	agg    *logical.Aggregate
	hashAt map[int]int // the column with the hash of each column
	full   []int
	sets   [][]int
	setOf  []keys.Cols // the group set of each partial call
}

func (s *aggSplitter) run() *logical.Node {
	in := s.hashed()
	partial, expand := s.partialCalls(in)
	if expand {
		in, partial = s.expanded(in, partial)
	}
	low := aggregate(&logical.Aggregate{Group: s.full, Calls: partial, Hints: s.agg.Hints, Split: 1}, s.n.Span, in)
	top := &logical.Aggregate{Hints: s.agg.Hints, Split: 2}
	for _, g := range s.agg.Group {
		top.Group = append(top.Group, slices.Index(s.full, g))
	}
	arg, merges := len(s.full), false
	for i := range s.agg.Calls {
		_, final := partsOf(s.agg.Calls[i].Op)
		for _, op := range final {
			call := logical.AggCall{Op: op, Args: []int{arg}, Filter: -1, Approximate: s.agg.Calls[i].Approximate}
			call.Type = inferCall(op, low.Row, call.Args, len(top.Group) > 0)
			top.Calls = append(top.Calls, call)
			arg++
		}
		merges = merges || len(final) > 1
	}
	made := aggregate(top, s.n.Span, low)
	if merges {
		made = s.merged(made)
	}
	return asCalc(castRow(made, s.n.Row))
}

// asCalc is a projection as the Calc that it is in this phase.
func asCalc(n *logical.Node) *logical.Node {
	if p := asProject(n); p != nil {
		return node(&logical.Calc{Exprs: p.Exprs}, n.Row, n.Span, n.Input())
	}
	return n
}

func (s *aggSplitter) calc(in *logical.Node, list []expr.Expr, names []string) *logical.Node {
	return asCalc(s.c.project(in, list, names))
}

// hashed adds the hashes as columns.
func (s *aggSplitter) hashed() *logical.Node {
	in := s.n.Input()
	var cols keys.Cols
	for i := range s.agg.Calls {
		if byHash(&s.agg.Calls[i]) {
			cols = cols.Union(keys.Of(s.agg.Calls[i].Args...))
		}
	}
	cols = cols.Minus(keys.Of(s.agg.Group...))
	if cols.Empty() {
		return in
	}
	list := identity(in.Row)
	buckets := expr.IntLiteral(int64(s.c.settings.Int(settingBuckets)))
	for i := range cols.All() {
		s.hashAt[i] = len(list)
		hash := callOf("HASH_CODE", list[i])
		list = append(list, callOf("MOD", hash, buckets))
	}
	return s.calc(in, list, in.Row.Names())
}

// callOf is the call of a function of the catalogue.
func callOf(name string, args ...expr.Expr) expr.Expr {
	f := function.Lookup(name)
	call := function.Call{F: f}
	for _, a := range args {
		call.Args = append(call.Args, function.Arg{Type: a.Type()})
	}
	return expr.NewCall(f.Op, f.Ret(&call), args...)
}

// partialCalls finds the group sets and the calls of the first aggregate; expand tells that the calls do not share one.
func (s *aggSplitter) partialCalls(in *logical.Node) (calls []logical.AggCall, expand bool) {
	group := keys.Of(s.agg.Group...)
	var sets []keys.Cols
	full, fresh := group, 0
	for i := range s.agg.Calls {
		set := group
		if byHash(&s.agg.Calls[i]) {
			for _, a := range s.agg.Calls[i].Args {
				if at, ok := s.hashAt[a]; ok {
					a = at
				}
				set = set.With(a)
			}
		}
		if !slices.ContainsFunc(sets, set.Equal) {
			sets = append(sets, set)
			if byHash(&s.agg.Calls[i]) {
				fresh++
			}
		}
		full = full.Union(set)
		partial, _ := partsOf(s.agg.Calls[i].Op)
		for _, op := range partial {
			call := s.agg.Calls[i]
			call.Op, call.Name, call.Order, call.IgnoreNulls = op, "", nil, false
			calls = append(calls, call)
			s.setOf = append(s.setOf, set)
		}
	}
	s.full = full.Slice()
	for i := range calls {
		calls[i].Type = inferCall(calls[i].Op, in.Row, calls[i].Args, len(s.full) > 0)
		if calls[i].Filter >= 0 {
			calls[i].Type = typeOfEmpty(&calls[i])
		}
	}
	slices.SortStableFunc(sets, compareSets)
	for _, set := range sets {
		s.sets = append(s.sets, set.Slice())
	}
	return calls, fresh > 1
}

// compareSets puts supersets first, else the lower columns (ImmutableBitSet.ORDERING).
func compareSets(a, b keys.Cols) int {
	switch {
	case a.Equal(b):
		return 0
	case a.Contains(b):
		return -1
	case b.Contains(a):
		return 1
	}
	return slices.Compare(a.Slice(), b.Slice())
}

// expanded gives each row once for each group set, and filters that let each call see its own.
func (s *aggSplitter) expanded(in *logical.Node, calls []logical.AggCall) (*logical.Node, []logical.AggCall) {
	op := &logical.Aggregate{Group: s.full, Calls: calls}
	d := &decomposer{c: s.c, n: aggregate(op, s.n.Span, in), agg: op, sets: s.sets}
	copies := map[int]int{}
	in = d.expandNode(copies)
	list := identity(in.Row)
	names := in.Row.Names()
	id := list[len(list)-1]
	list, names = list[:len(list)-1], names[:len(names)-1]
	filters := map[string]int{}
	out := make([]logical.AggCall, len(calls))
	for i, call := range calls {
		key := strconv.Itoa(call.Filter) + " " + s.setOf[i].String()
		if _, ok := filters[key]; !ok {
			v := d.expandID(s.setOf[i].Slice())
			cond := expr.EqualsOf(id, expr.IntLiteral(v))
			if call.Filter >= 0 {
				cond = expr.AndOf(cond, expr.NewRef(call.Filter, in.Row.Fields[call.Filter].Type))
			}
			filters[key] = len(list)
			list = append(list, cond)
			names = append(names, "$g_"+strconv.FormatInt(v, 10))
		}
		call = copiedCall(call, copies)
		call.Filter = filters[key]
		call.Type = typeOfEmpty(&call)
		out[i] = call
	}
	uniqueFrom(names)
	return s.calc(in, list, names), out
}

// merged divides the sum by the count where a call is AVG.
func (s *aggSplitter) merged(in *logical.Node) *logical.Node {
	ref := func(i int) expr.Expr { return expr.NewRef(i, in.Row.Fields[i].Type) }
	var list []expr.Expr
	for i := range s.agg.Group {
		list = append(list, ref(i))
	}
	at := len(list)
	for i := range s.agg.Calls {
		e := ref(at)
		at++
		if s.agg.Calls[i].Op.Op == expr.Avg {
			count := ref(at)
			at++
			none := expr.EqualsOf(count, expr.BigintLiteral(0))
			e = callOf("IF", none, expr.NullOf(s.agg.Calls[i].Type), divide(e, count))
		}
		list = append(list, e)
	}
	return s.calc(in, list, nil)
}
