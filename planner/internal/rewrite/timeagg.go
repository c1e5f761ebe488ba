package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// timedAggregate materializes the arguments and group keys of an aggregate; in a window aggregate the window's time
// column stays an attribute.
func (c *context) timedAggregate(n *logical.Node, o *logical.Aggregate, in *logical.Node) *logical.Node {
	cols := argColumns(o.Calls)
	w := c.windows.Of(in)
	for _, set := range groupSets(o) {
		s := keys.Of(set...)
		if w != nil && w.BoundedBy(set) {
			s = s.Minus(w.Time)
		}
		cols = cols.Union(s)
	}
	in = materializeColumns(in, func(i int, _ *types.Type) bool { return cols.Has(i) })
	calls, changed := plainCalls(o.Calls)
	if in == n.Input() && !changed {
		return n
	}
	op := *o
	op.Calls = calls
	now := aggregate(&op, n.Span, in)
	return now
}

func groupSets(o *logical.Aggregate) [][]int {
	if o.Sets != nil {
		return o.Sets
	}
	return [][]int{o.Group}
}

func argColumns(calls []logical.AggCall) keys.Cols {
	var s keys.Cols
	for i := range calls {
		s = s.Union(keys.Of(calls[i].Args...))
	}
	return s
}

// plainCalls gives the calls with timestamps for time attributes as results.
func plainCalls(calls []logical.AggCall) (out []logical.AggCall, changed bool) {
	out = calls
	for i := range calls {
		if !calls[i].Type.IsTimeAttribute() {
			continue
		}
		if !changed {
			out, changed = append([]logical.AggCall(nil), calls...), true
		}
		out[i].Type = plainTime(calls[i].Type)
	}
	return out, changed
}

func timedWindowAggregate(n *logical.Node, o *logical.WindowAggregate, in *logical.Node) *logical.Node {
	cols := argColumns(o.Calls).Union(keys.Of(o.Group...))
	in = materializeColumns(in, func(i int, _ *types.Type) bool { return cols.Has(i) })
	calls, changed := plainCalls(o.Calls)
	if in == n.Input() && !changed {
		return n
	}
	op := *o
	op.Calls = calls
	return node(&op, windowAggregateRow(in.Row, &op), n.Span, in)
}

// windowAggregateRow is the row of a legacy window aggregate: keys, calls, window properties.
func windowAggregateRow(in *types.Type, o *logical.WindowAggregate) *types.Type {
	row := aggregateRow(in, &logical.Aggregate{Group: o.Group, Calls: o.Calls})
	fields := append([]types.Field(nil), row.Fields...)
	for _, p := range o.Properties {
		fields = append(fields, types.Field{Name: p.Name, Type: p.Type})
	}
	return types.RowType(fields...)
}

// timedJoin materializes both inputs of a regular join, and the right side's attributes above a temporal join.
func (c *context) timedJoin(n *logical.Node) *logical.Node {
	j := asJoin(n)
	left, right := c.timed(n.Inputs[0]), c.timed(n.Inputs[1])
	if isTemporalJoin(j) {
		now := join(j, j.Type, j.Cond, n.Span, left, right)
		nLeft := len(left.Row.Fields)
		return materializeAbove(now, func(i int, _ *types.Type) bool { return i >= nLeft })
	}
	if c.isRegularJoin(n, j, left, right) {
		if m := missedInterval(j, left, right); m.Kind != logical.MissedNothing {
			op := *j
			op.Missed = m
			j, n = &op, n.WithOp(&op)
		}
		left, right = materializeColumns(left, anyTime), materializeColumns(right, anyTime)
	}
	if left == n.Inputs[0] && right == n.Inputs[1] {
		return n
	}
	nLeft := len(left.Row.Fields)
	cond := expr.MapRefs(j.Cond, func(r *expr.Ref) expr.Expr {
		if !r.Type().IsTimeAttribute() {
			return r
		}
		if r.Index < nLeft {
			return expr.NewRef(r.Index, left.Row.Fields[r.Index].Type)
		}
		return expr.NewRef(r.Index, right.Row.Fields[r.Index-nLeft].Type)
	})
	return join(j, j.Type, cond, n.Span, left, right)
}

// isTemporalJoin reports a join that becomes a temporal join (TemporalJoinUtil.satisfyTemporalJoin).
func isTemporalJoin(j *logical.Join) bool {
	return (j.Type == logical.Inner || j.Type == logical.Left) && expr.Any(j.Cond, isTemporalCall)
}

func isTemporalCall(e expr.Expr) bool {
	call, ok := e.(*expr.Call)
	return ok && (call.Op == expr.TemporalConditionOp || call.Op == initialTemporalOp)
}

// isRegularJoin reports a join that is none of lookup, temporal, interval and window (JoinUtil.satisfyRegularJoin).
func (c *context) isRegularJoin(n *logical.Node, j *logical.Join, left, right *logical.Node) bool {
	if _, ok := right.Op.(*logical.Snapshot); ok {
		return false
	}
	return !isIntervalJoin(j, left, right, n.Span) && !c.windows.Joined(n, j)
}

func timedMatch(n *logical.Node, o *logical.Match, in *logical.Node) *logical.Node {
	f := materializer(in.Row)
	op := *o
	op.Measures = mapNamed(o.Measures, f)
	op.Defines = mapNamed(o.Defines, f)
	fields := append([]types.Field(nil), n.Row.Fields...)
	for i, field := range fields {
		for _, m := range op.Measures {
			if m.Name == field.Name && field.Type.IsTimeAttribute() && !m.Expr.Type().IsTimeAttribute() {
				fields[i].Type = plainTime(field.Type)
			}
		}
	}
	return node(&op, types.RowType(fields...), n.Span, in)
}

func mapNamed(list []logical.NamedExpr, f func(expr.Expr) expr.Expr) []logical.NamedExpr {
	out := make([]logical.NamedExpr, len(list))
	for i, x := range list {
		out[i] = logical.NamedExpr{Name: x.Name, Expr: expr.Map(x.Expr, f)}
	}
	return out
}

func timedMultiJoin(n *logical.Node, o *logical.MultiJoin, in []*logical.Node) *logical.Node {
	var all []types.Field
	for i := range in {
		in[i] = materializeColumns(in[i], anyTime)
		all = append(all, in[i].Row.Fields...)
	}
	f := materializer(&types.Type{Fields: all})
	op := *o
	op.Conditions = make([]expr.Expr, len(o.Conditions))
	for i, e := range o.Conditions {
		if e != nil {
			op.Conditions[i] = expr.Map(e, f)
		}
	}
	fields := append([]types.Field(nil), n.Row.Fields...)
	for i := range fields {
		if fields[i].Type.IsTimeAttribute() {
			fields[i].Type = plainTime(fields[i].Type)
		}
	}
	return node(&op, types.RowType(fields...), n.Span, in...)
}

// timedCorrelate materializes what the function of a correlate reads of the left side.
func timedCorrelate(n *logical.Node, o *logical.Correlate, in []*logical.Node) *logical.Node {
	if f, ok := in[1].Op.(*logical.TableFunctionScan); ok && f.Call != nil {
		call := expr.Map(f.Call, correlMaterializer(o.ID, in[0].Row))
		if call != f.Call {
			op := *f
			op.Call = call
			in[1] = node(&op, in[1].Row, in[1].Span, in[1].Inputs...)
		}
	}
	if now := rebuild(n, in...); now == n {
		return n
	}
	return node(o, logical.JoinRow(o.Type, in[0].Row, in[1].Row), n.Span, in...)
}

// correlMaterializer materializes the time attributes of the outer row id that an expression reads.
func correlMaterializer(id int, row *types.Type) func(expr.Expr) expr.Expr {
	plain := materializer(row)
	return func(e expr.Expr) expr.Expr {
		return plain(e)
	}
}
