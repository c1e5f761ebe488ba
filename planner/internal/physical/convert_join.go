package physical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// join picks the rule for a join: lookup, temporal, interval, window, or regular (JoinUtil.satisfyRegularJoin).
func (c *converter) join(l *logical.Node, o *logical.Join) *Node {
	if n := c.lookupJoin(l, o); n != nil {
		return n
	}
	if isTemporal(o) {
		return c.temporalJoin(l, o)
	}
	if b, ok := intervalBounds(l, o); ok {
		return c.intervalJoin(l, o, b)
	}
	if keys, ok := c.windowJoinKeys(l, o); ok {
		return c.windowJoin(l, o, keys)
	}
	return c.regularJoin(l, o)
}

// regularJoin is StreamPhysicalJoinRule.
func (c *converter) regularJoin(l *logical.Node, o *logical.Join) *Node {
	if _, ok := l.Inputs[0].Op.(*logical.Snapshot); ok {
		c.failMatching(l.Span, "Temporal table join only support apply FOR SYSTEM_TIME AS OF on the right table.")
	}
	eq := EquiKeys(o.Cond, len(l.Inputs[0].Row.Fields))
	left := c.exchange(c.convert(l.Inputs[0]), eq.Left)
	right := c.exchange(c.convert(l.Inputs[1]), eq.Right)
	op := &Join{Type: o.Type, Cond: o.Cond, Hints: o.Hints, MiniBatch: c.showsMiniBatch(), Missed: o.Missed}
	return c.node(op, l.Row, l.Span, left, right)
}

// isTemporal reports a join whose condition says so (TemporalJoinUtil.satisfyTemporalJoin): inner and left joins only.
func isTemporal(o *logical.Join) bool {
	return (o.Type == logical.Inner || o.Type == logical.Left) && temporalCall(o.Cond) != nil
}

func temporalCall(cond expr.Expr) *expr.Call {
	var found *expr.Call
	if cond == nil {
		return nil
	}
	expr.Any(cond, func(e expr.Expr) bool {
		if call, ok := e.(*expr.Call); ok && call.Op.Op == expr.TemporalCondition {
			found = call
		}
		return found != nil
	})
	return found
}

// temporalJoin is StreamPhysicalTemporalJoinRule. Where the versioned side has a watermark assigner of its own, its
// scan is not normalized (EventTimeTemporalJoinRewriteRule).
func (c *converter) temporalJoin(l *logical.Node, o *logical.Join) *Node {
	eq := EquiKeys(o.Cond, len(l.Inputs[0].Row.Fields))
	left := c.exchange(c.convert(l.Inputs[0]), eq.Left)
	was := c.snapshot
	c.snapshot = was || versionedByAssigner(l.Inputs[1])
	right := c.exchange(c.convert(withoutSnapshot(l.Inputs[1])), eq.Right)
	c.snapshot = was
	return c.node(&TemporalJoin{Type: o.Type, Cond: o.Cond}, l.Row, l.Span, left, right)
}

func withoutSnapshot(l *logical.Node) *logical.Node {
	if _, ok := l.Op.(*logical.Snapshot); ok {
		return l.Input()
	}
	return l
}

// versionedByAssigner reports a chain of Calcs over a WatermarkAssigner over a scan, under a Snapshot.
func versionedByAssigner(l *logical.Node) bool {
	assigner := false
	for {
		switch l.Op.(type) {
		case *logical.Calc, *logical.Snapshot:
		case *logical.WatermarkAssigner:
			assigner = true
		case *logical.Scan:
			return assigner
		default:
			return false
		}
		l = l.Input()
	}
}

// windowKeys are the pairs of a window join's condition: the columns of the window's bounds on both sides, and the rest.
type windowKeyPairs struct {
	start, end  [2]int
	left, right []int
	rest        expr.Expr
}

// windowJoinKeys takes the condition of a join apart whose both sides are windowed alike; false if it does not equate
// both bounds (WindowJoinUtil).
func (c *converter) windowJoinKeys(l *logical.Node, o *logical.Join) (windowKeyPairs, bool) {
	k := windowKeyPairs{start: [2]int{-1, -1}, end: [2]int{-1, -1}}
	if !c.windows.Joined(l, o) {
		return k, false
	}
	left, right := c.windows.Of(l.Inputs[0]), c.windows.Of(l.Inputs[1])
	width := len(l.Inputs[0].Row.Fields)
	eq := expr.SplitEqui(o.Cond, width)
	starts, ends := map[int]bool{}, map[int]bool{}
	for i := range eq.Left {
		a, b := eq.Left[i], eq.Right[i]
		switch {
		case left.Start.Has(a) && right.Start.Has(b):
			starts[a] = true
			if k.start[0] < 0 {
				k.start = [2]int{a, b}
			}
		case left.End.Has(a) && right.End.Has(b):
			ends[a] = true
			if k.end[0] < 0 {
				k.end = [2]int{a, b}
			}
		}
	}
	var rest []expr.Expr
	for i := range eq.Left {
		a, b := eq.Left[i], eq.Right[i]
		if starts[a] || ends[a] {
			continue
		}
		x := expr.NewRef(a, l.Inputs[0].Row.Fields[a].Type)
		y := expr.NewRef(width+b, l.Inputs[1].Row.Fields[b].Type)
		if eq.FilterNulls[i] {
			rest = append(rest, expr.EqualsOf(x, y))
		} else {
			rest = append(rest, expr.IsNotDistinct(x, y))
		}
		k.left, k.right = append(k.left, a), append(k.right, b)
	}
	k.rest = expr.Conjunction(append(rest, eq.Rest...)...)
	return k, true
}

// windowJoin is StreamPhysicalWindowJoinRule.
func (c *converter) windowJoin(l *logical.Node, o *logical.Join, k windowKeyPairs) *Node {
	left := c.exchange(c.convert(l.Inputs[0]), k.left)
	right := c.exchange(c.convert(l.Inputs[1]), k.right)
	ref := func(w *logical.Windows, side int) WindowRef {
		return WindowRef{Spec: w.Spec, TimeColumn: -1, Start: k.start[side], End: k.end[side]}
	}
	op := &WindowJoin{Type: o.Type, Cond: k.rest,
		Left: ref(c.windows.Of(l.Inputs[0]), 0), Right: ref(c.windows.Of(l.Inputs[1]), 1)}
	return c.node(op, l.Row, l.Span, left, right)
}

// lookupJoin is StreamPhysicalLookupJoinRule: FOR SYSTEM_TIME AS OF a processing time over a table that can be looked
// up; nil if the join is none.
func (c *converter) lookupJoin(l *logical.Node, o *logical.Join) *Node {
	snap, ok := l.Inputs[1].Op.(*logical.Snapshot)
	if !ok || snap.Period.Type().Time != types.Proctime {
		return nil
	}
	below := l.Inputs[1].Input()
	calc, over := below.Op.(*logical.Calc)
	if over {
		below = below.Input()
	}
	scan, ok := below.Op.(*logical.Scan)
	if !ok || !scan.Source.Lookup {
		return nil
	}
	op := &LookupJoin{Type: o.Type, Table: scan.Table, Source: scan.Source, TableRow: below.Row, Hints: o.Hints}
	if over {
		op.Calc = &Calc{Exprs: calc.Exprs, Cond: calc.Cond}
		op.CalcNames = l.Inputs[1].Input().Row.Names()
	}
	width := len(l.Inputs[0].Row.Fields)
	eq := expr.SplitEqui(o.Cond, width)
	c.checkLookup(l, o, eq)
	pairs := op.lookupPairs(eq)
	op.Keys = append(op.constantKeys(), op.columnKeys(pairs)...)
	op.dedupKeys()
	op.PreFilter, op.Cond = op.splitCondition(l, o, eq, width)
	in := c.convert(l.Inputs[0])
	op.Shuffle, op.Retry = lookupHint(o.Hints)
	if op.Shuffle && !scan.Source.CustomShuffle && len(pairs) > 0 {
		left := make([]int, len(pairs))
		for i, p := range pairs {
			left[i] = p[0]
		}
		in = c.exchange(in, left)
	}
	return c.node(op, l.Row, l.Span, in)
}

func (c *converter) checkLookup(l *logical.Node, o *logical.Join, eq expr.EquiKeys) {
	for _, f := range eq.FilterNulls {
		if !f {
			c.failInRule(l.Span, "LookupJoin doesn't support join condition contains 'a IS NOT DISTINCT FROM b' "+
				"(or alternative '(a = b) or (a IS NULL AND b IS NULL)'), the join condition is '"+expr.Print(o.Cond, expr.AST, nil)+"'")
		}
	}
}

// lookupPairs maps the pairs of equal columns to columns of the table, through the Calc on it; pairs with a computed
// column are left out (TemporalJoinUtil.getTemporalTableJoinKeyPairs).
func (o *LookupJoin) lookupPairs(eq expr.EquiKeys) [][2]int {
	var out [][2]int
	for i := range eq.Left {
		to := eq.Right[i]
		if o.Calc != nil {
			to = sourceColumn(o.Calc.Exprs[to])
		}
		if to >= 0 {
			out = append(out, [2]int{eq.Left[i], to})
		}
	}
	return out
}

// sourceColumn is the column that e is, seen through casts that change nothing that a lookup would notice; -1 if it is
// computed (TemporalJoinUtil.getIdenticalSourceField).
func sourceColumn(e expr.Expr) int {
	for {
		switch x := e.(type) {
		case *expr.Ref:
			return x.Index
		case *expr.Call:
			if x.Op.Op != expr.Cast || !types.Interoperable(x.Args[0].Type(), x.Type()) {
				return -1
			}
			e = x.Args[0]
		default:
			return -1
		}
	}
}

// constantKeys are the columns that the condition on the table equates to a constant.
func (o *LookupJoin) constantKeys() []LookupKey {
	if o.Calc == nil || o.Calc.Cond == nil {
		return nil
	}
	var out []LookupKey
	for _, term := range expr.Conjuncts(expr.ToCNF(o.Calc.Cond, -1)) {
		call, ok := term.(*expr.Call)
		if !ok || call.Op.Op != expr.Equals {
			continue
		}
		ref, isRef := call.Args[0].(*expr.Ref)
		lit, isLit := call.Args[1].(*expr.Literal)
		if !isRef || !isLit {
			ref, isRef = call.Args[1].(*expr.Ref)
			lit, isLit = call.Args[0].(*expr.Literal)
		}
		if isRef && isLit {
			out = append(out, LookupKey{Column: o.TableRow.Fields[ref.Index].Name, Index: ref.Index, Input: -1, Literal: lit})
		}
	}
	return out
}

func (o *LookupJoin) columnKeys(pairs [][2]int) []LookupKey {
	out := make([]LookupKey, len(pairs))
	for i, p := range pairs {
		out[i] = LookupKey{Column: o.TableRow.Fields[p[1]].Name, Index: p[1], Input: p[0]}
	}
	return out
}

// dedupKeys keeps one key for each column: the last one, at the place of the first, as a Scala map does.
func (o *LookupJoin) dedupKeys() {
	var out []LookupKey
	at := map[int]int{}
	for _, k := range o.Keys {
		if i, ok := at[k.Index]; ok {
			out[i] = k
			continue
		}
		at[k.Index] = len(out)
		out = append(out, k)
	}
	o.Keys = out
}

// splitCondition gives what filters the left before the lookup, in a left join, and what is left of the condition.
func (o *LookupJoin) splitCondition(l *logical.Node, j *logical.Join, eq expr.EquiKeys, width int) (pre, rest expr.Expr) {
	used := map[int]bool{}
	for _, k := range o.Keys {
		if k.Input >= 0 {
			used[k.Input] = true
		}
	}
	var left, other []expr.Expr
	for i := range eq.Left {
		if a, b := eq.Left[i], eq.Right[i]; !used[a] {
			other = append(other, expr.EqualsOf(expr.NewRef(a, l.Inputs[0].Row.Fields[a].Type),
				expr.NewRef(width+b, l.Row.Fields[width+b].Type)))
		}
	}
	for _, e := range eq.Rest {
		if (j.Type == logical.Left || j.Type == logical.Full) && onlyBelow(e, width) {
			left = append(left, e)
		} else {
			other = append(other, e)
		}
	}
	return orNil(expr.Conjunction(left...)), orNil(expr.Conjunction(other...))
}

func onlyBelow(e expr.Expr, width int) bool {
	for c := range expr.Refs(e).All() {
		if c >= width {
			return false
		}
	}
	return true
}

func orNil(e expr.Expr) expr.Expr {
	if expr.AlwaysTrue(e) {
		return nil
	}
	return e
}
