package logical

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// Over implements validate.Blackboard: the call with its window in place (convertOver, HistogramShuttle). SUM that may be
// NULL is the sum from 0, NULL where nothing was counted.
func (b *board) Over(c *ast.Call) expr.Expr {
	w := b.in.Windows[c]
	call := b.in.Calls[c]
	if w == nil || call == nil || call.Op == nil {
		diag.Unknown(c.Span(), "this OVER call")
	}
	o := expr.Over{Op: call.Op, Distinct: c.Quantifier == ast.Distinct, IgnoreNulls: c.Nulls == "IGNORE NULLS"}
	o.Frame = b.frame(call.Op, w)
	for _, x := range w.Partition {
		o.Partition = append(o.Partition, b.convert(x))
	}
	for _, k := range w.OrderBy {
		key := expr.SortKey{Expr: b.convert(k.X), Descending: k.Desc, NullsFirst: !k.Desc}
		switch k.Nulls {
		case "FIRST":
			key.NullsFirst = true
		case "LAST":
			key.NullsFirst = false
		}
		o.Order = append(o.Order, key)
	}
	if !c.Star {
		for _, x := range c.Args {
			o.Args = append(o.Args, b.convert(x))
		}
	}
	t := b.in.Types[c]
	if t == nil {
		diag.Unknown(c.Span(), "the type of this OVER call")
	}
	switch o.Op.Op {
	case expr.Sum:
		return sumOver(o, t)
	case expr.Avg:
		return avgOver(o, t)
	case expr.StddevPop, expr.StddevSamp, expr.VarPop, expr.VarSamp:
		return varianceOver(o, t)
	}
	return expr.NewOver(o, t)
}

// sumOver is SUM: where it may be NULL, the sum from 0 and NULL where nothing was counted (RexBuilder.makeOver with
// nullWhenCountZero).
func sumOver(o expr.Over, t *types.Type) expr.Expr {
	if !t.Nullable {
		return expr.NewOver(o, t)
	}
	count, sum := o, o
	count.Op, sum.Op = expr.CountOp, expr.Sum0Op
	n := expr.NewOver(count, types.BigIntType.WithNullable(false))
	s := expr.NewOver(sum, t.WithNullable(false))
	return expr.NewCall(expr.CaseOp, t, expr.CompareOf(expr.GreaterThan, n, expr.BigintLiteral(0)), s, expr.NullOf(t))
}

// avgOver is AVG: the sum by the count (StandardConvertletTable.AvgVarianceConvertlet).
func avgOver(o expr.Over, t *types.Type) expr.Expr {
	sum, count := o, o
	sum.Op, count.Op = expr.SumOp, expr.CountOp
	st := types.Sum(o.Args[0].Type()).WithNullable(t.Nullable)
	s := sumOver(sum, st)
	if !st.Equal(t) {
		s = expr.CastTo(s, t.WithNullable(st.Nullable))
	}
	n := expr.NewOver(count, types.BigIntType.WithNullable(false))
	return expr.EnsureType(expr.NewCall(expr.DivideOp, divideType(s.Type(), n.Type()), s, n), t, true)
}

// divideType is the type of sum / count.
func divideType(a, b *types.Type) *types.Type {
	if types.AnyDecimal(a, b) {
		return types.DecimalDivide(a, b).WithNullable(a.Nullable || b.Nullable)
	}
	if a.IsApprox() {
		return a
	}
	return b.WithNullable(a.Nullable || b.Nullable)
}

// frame fills in the frame that was not written: to the current row with an order, else everything.
func (b *board) frame(op *expr.Operator, w *ast.Window) expr.Frame {
	f := expr.Frame{}
	if w.Frame != nil {
		f.Rows = w.Frame.Rows
	}
	unbounded := expr.Bound{Kind: expr.UnboundedPreceding}
	current := expr.Bound{Kind: expr.CurrentRow}
	switch {
	case !framing(op):
		f.Lower, f.Upper = unbounded, current
		if op.Op == expr.RowNumber {
			f.Rows = true
		}
	case len(w.OrderBy) == 0:
		f.Lower, f.Upper = unbounded, expr.Bound{Kind: expr.UnboundedFollowing}
	case w.Frame == nil:
		f.Lower, f.Upper = unbounded, current
	default:
		f.Lower, f.Upper = current, current
		if w.Frame.Lo != nil {
			f.Lower = b.bound(w.Frame.Lo)
		}
		if w.Frame.Hi != nil {
			f.Upper = b.bound(w.Frame.Hi)
		}
	}
	return f
}

// framing says whether a function takes a frame (SqlOperator.allowsFraming).
func framing(op *expr.Operator) bool {
	switch op.Op {
	case expr.RowNumber, expr.Rank, expr.DenseRank, expr.Lead, expr.Lag, expr.Ntile:
		return false
	}
	switch op.Name {
	case "PERCENT_RANK", "CUME_DIST":
		return false
	}
	return true
}

func (b *board) bound(x *ast.Bound) expr.Bound {
	if id, ok := x.X.(*ast.Ident); ok {
		diag.Fail(diag.UnsupportedOp, x.Span(), "class org.apache.calcite.sql.SqlBasicCall: `%s` %s", strings.Join(id.Texts(), "`.`"), x.Kind)
	}
	switch x.Kind {
	case "UNBOUNDED PRECEDING":
		return expr.Bound{Kind: expr.UnboundedPreceding}
	case "UNBOUNDED FOLLOWING":
		return expr.Bound{Kind: expr.UnboundedFollowing}
	case "PRECEDING":
		return expr.Bound{Kind: expr.Preceding, Offset: b.convert(x.X)}
	case "FOLLOWING":
		return expr.Bound{Kind: expr.Following, Offset: b.convert(x.X)}
	}
	return expr.Bound{Kind: expr.CurrentRow}
}
