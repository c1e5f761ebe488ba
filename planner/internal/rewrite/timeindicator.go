package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// timeIndicators turns time attributes into plain timestamps where they stop being time: in expressions, aggregates,
// regular joins, and processing time at the root (RelTimeIndicatorConverter).
func timeIndicators(c *context, n *logical.Node) *logical.Node {
	now := c.timed(n)
	if _, ok := n.Op.(*logical.Sink); ok || c.inner {
		return now
	}
	return materializeProctime(now)
}

// timed converts the tree of n.
func (c *context) timed(n *logical.Node) *logical.Node {
	switch n.Op.(type) {
	case *logical.Scan, *logical.IntermediateTableScan, *logical.Values:
		return n
	case *logical.Join:
		return c.timedJoin(n)
	}
	in := make([]*logical.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		in[i] = c.timed(x)
	}
	switch o := n.Op.(type) {
	case *logical.Calc:
		return timedCalc(n, o, in[0])
	case *logical.Aggregate:
		return c.timedAggregate(n, o, in[0])
	case *logical.WindowAggregate:
		return timedWindowAggregate(n, o, in[0])
	case *logical.Over:
		return timedOver(n, o, in[0])
	case *logical.SetOp:
		return timedSetOp(n, in)
	case *logical.Sink:
		return rebuild(n, materializeProctime(in[0]))
	case *logical.Match:
		return timedMatch(n, o, in[0])
	case *logical.MultiJoin:
		return timedMultiJoin(n, o, in)
	case *logical.Correlate:
		return timedCorrelate(n, o, in)
	}
	return timedSimple(n, in)
}

// timedSimple rebuilds a node whose row follows from its input's.
func timedSimple(n *logical.Node, in []*logical.Node) *logical.Node {
	now := rebuild(n, in...)
	if now == n {
		return n
	}
	switch o := n.Op.(type) {
	case *logical.Rank:
		return makeRank(o, in[0], n)
	case *logical.Sort, *logical.Snapshot:
		return node(n.Op, in[0].Row, n.Span, in...)
	case *logical.WatermarkAssigner:
		return node(n.Op, watermarkRow(in[0].Row, o.Rowtime), n.Span, in...)
	case *logical.Expand:
		// The copy keeps its expressions, and with them the types of before: what reads a former time attribute of
		// it materializes that once more (Expand.deriveRowType).
		return node(o, n.Row, n.Span, in[0])
	}
	return now
}

func watermarkRow(row *types.Type, rowtime int) *types.Type {
	fields := append([]types.Field(nil), row.Fields...)
	fields[rowtime].Type = rowtimeType(fields[rowtime].Type)
	return types.RowType(fields...)
}

// materialize makes a plain timestamp of a time attribute.
func materialize(e expr.Expr) expr.Expr {
	t := e.Type()
	switch t.Time {
	case types.Rowtime:
		return expr.AbstractCast(e, plainTime(t))
	case types.Proctime:
		return expr.NewCall(expr.ProctimeMaterializeOp, plainTime(t), e)
	}
	return e
}

// plainTime is the timestamp of precision 3 that a time attribute is.
func plainTime(t *types.Type) *types.Type {
	if t.Kind == types.TimestampLTZ {
		return types.LTZ3.WithNullable(t.Nullable)
	}
	return types.Timestamp3.WithNullable(t.Nullable)
}

// materializeColumns materializes the time attributes among the columns that pick names, in a Calc that n is or gets.
func materializeColumns(n *logical.Node, pick func(i int, t *types.Type) bool) *logical.Node {
	found := false
	for i, f := range n.Row.Fields {
		found = found || f.Type.IsTimeAttribute() && pick(i, f.Type)
	}
	if !found {
		return n
	}
	if o, ok := n.Op.(*logical.Calc); ok {
		list := append([]expr.Expr(nil), o.Exprs...)
		for i, e := range list {
			if pick(i, e.Type()) {
				list[i] = materialize(e)
			}
		}
		return node(&logical.Calc{Exprs: list, Cond: o.Cond}, projectRow(list, n.Row.Names()), n.Span, n.Input())
	}
	return materializeAbove(n, pick)
}

// materializeAbove puts a Calc over n that materializes the columns that pick names.
func materializeAbove(n *logical.Node, pick func(i int, t *types.Type) bool) *logical.Node {
	list := identity(n.Row)
	for i, e := range list {
		if pick(i, e.Type()) {
			list[i] = materialize(e)
		}
	}
	return node(&logical.Calc{Exprs: list}, projectRow(list, n.Row.Names()), n.Span, n)
}

func anyTime(int, *types.Type) bool { return true }

func materializeProctime(n *logical.Node) *logical.Node {
	if isEmpty(n) {
		return n
	}
	return materializeColumns(n, func(_ int, t *types.Type) bool { return t.Time == types.Proctime })
}

// materializer rewrites an expression over a row some of whose time attributes are timestamps now
// (RexTimeIndicatorMaterializer).
func materializer(row *types.Type) func(expr.Expr) expr.Expr {
	return func(e expr.Expr) expr.Expr {
		switch x := e.(type) {
		case *expr.Ref:
			if x.Type().IsTimeAttribute() && !row.Fields[x.Index].Type.IsTimeAttribute() {
				return expr.NewRef(x.Index, row.Fields[x.Index].Type)
			}
		case *expr.PatternRef:
			if x.Type().IsTimeAttribute() && !row.Fields[x.Index].Type.IsTimeAttribute() {
				return expr.NewPatternRef(x.Alpha, x.Index, row.Fields[x.Index].Type)
			}
		case *expr.Call:
			return materializeCall(x)
		}
		return e
	}
}

func materializeCall(c *expr.Call) expr.Expr {
	if finalOfMatchTime(c) {
		return c
	}
	if c.Type().IsTimeAttribute() {
		switch c.Op.Op {
		case expr.GroupAuxRowtime, expr.GroupAuxProctime, expr.MatchRowtime, expr.MatchProctime, expr.Proctime,
			expr.As, expr.Cast, expr.Reinterpret:
			return c
		case expr.GroupTumble, expr.GroupHop, expr.GroupSession:
			return expr.NewCall(c.Op, plainTime(c.Type()), c.Args...)
		}
		return expr.NewCall(c.Op, plainTime(c.Type()), materializeAll(c.Args)...)
	}
	switch c.Op.Op {
	case expr.GroupTumble, expr.GroupHop, expr.GroupSession:
		return c
	}
	args := materializeAll(c.Args)
	if len(args) == 0 || &args[0] == &c.Args[0] {
		return c
	}
	if c.Op.Op == expr.Cast && args[0].Type().Equal(c.Type()) {
		return args[0] // the time attribute was cast to what it is now
	}
	return expr.NewCall(c.Op, c.Type(), args...)
}

// finalOfMatchTime reports FINAL(MATCH_ROWTIME()) and the like.
func finalOfMatchTime(c *expr.Call) bool {
	if c.Op.Op != expr.MatchFinal || len(c.Args) != 1 {
		return false
	}
	return expr.Is(c.Args[0], expr.MatchRowtime) || expr.Is(c.Args[0], expr.MatchProctime)
}

func materializeAll(args []expr.Expr) []expr.Expr {
	out := args
	for i, a := range args {
		m := materialize(a)
		if m == a {
			continue
		}
		if &out[0] == &args[0] {
			out = append([]expr.Expr(nil), args...)
		}
		out[i] = m
	}
	return out
}

func timedCalc(n *logical.Node, o *logical.Calc, in *logical.Node) *logical.Node {
	f := materializer(in.Row)
	list := expr.MapArgs(o.Exprs, f)
	cond := o.Cond
	if cond != nil {
		cond = expr.Map(cond, f)
	}
	if in == n.Input() && cond == o.Cond && (len(list) == 0 || &list[0] == &o.Exprs[0]) {
		return n
	}
	// The program of a Calc simplifies what is registered with it: a cast to the type that its operand has by now is gone.
	list = simplifyList(list)
	return node(&logical.Calc{Exprs: list, Cond: cond}, projectRow(list, n.Row.Names()), n.Span, in)
}

func timedOver(n *logical.Node, o *logical.Over, in *logical.Node) *logical.Node {
	op := &logical.Over{Groups: append([]logical.OverGroup(nil), o.Groups...)}
	fields := append([]types.Field(nil), in.Row.Fields...)
	names := n.Row.Names()
	changed := in != n.Input()
	for g := range op.Groups {
		calls := append([]logical.OverCall(nil), o.Groups[g].Calls...)
		for k := range calls {
			if calls[k].Type.IsTimeAttribute() {
				calls[k].Type, changed = plainTime(calls[k].Type), true
			}
			fields = append(fields, types.Field{Name: names[len(fields)], Type: calls[k].Type})
		}
		op.Groups[g].Calls = calls
	}
	if !changed {
		return n
	}
	for i := range in.Row.Fields {
		fields[i].Name = names[i]
	}
	return node(op, types.RowType(fields...), n.Span, in)
}

func timedSetOp(n *logical.Node, in []*logical.Node) *logical.Node {
	for _, x := range in[1:] {
		for i, f := range x.Row.Fields {
			head := in[0].Row.Fields[i].Type
			if f.Type.Time != head.Time {
				diag.Fail(diag.Validation, n.Span,
					"Union fields with time attributes requires same types, but the types are %s and %s.",
					f.Type.PlanString(), head.PlanString())
			}
		}
	}
	if now := rebuild(n, in...); now == n {
		return n
	}
	return setOpOver(n, in...)
}
