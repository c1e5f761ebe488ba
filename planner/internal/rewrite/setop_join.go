package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// intersectToSemiJoin makes INTERSECT a semi join on all columns under a DISTINCT.
//
//	SELECT a FROM l INTERSECT SELECT a FROM r  =>  distinct(l semi join r on l.a is not distinct from r.a)
var intersectToSemiJoin = &rule{
	name: "ReplaceIntersectWithSemiJoin", class: "ReplaceIntersectWithSemiJoinRule", on: setOpKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		return setOpJoin(c, n, logical.Intersect, logical.Semi)
	},
}

// minusToAntiJoin makes EXCEPT an anti join on all columns under a DISTINCT.
var minusToAntiJoin = &rule{
	name: "ReplaceMinusWithAntiJoin", class: "ReplaceMinusWithAntiJoinRule", on: setOpKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		return setOpJoin(c, n, logical.Minus, logical.Anti)
	},
}

func setOpJoin(c *context, n *logical.Node, kind logical.SetKind, join logical.JoinType) *logical.Node {
	o := n.Op.(*logical.SetOp)
	if o.Kind != kind || o.All || len(n.Inputs) != 2 {
		return nil
	}
	l, r := n.Inputs[0], n.Inputs[1]
	width := len(l.Row.Fields)
	terms := make([]expr.Expr, width)
	for i := range terms {
		a, b := expr.NewRef(i, l.Row.Fields[i].Type), expr.NewRef(width+i, r.Row.Fields[i].Type)
		terms[i] = compare(expr.EqualsOp, a, b)
		switch {
		case !a.Type().Nullable && !b.Type().Nullable:
		case width == 1:
			terms[i] = expr.IsNotDistinct(a, b) // RelBuilder.join collapses the one term
		default:
			terms[i] = expr.OrOf(terms[i], expr.AndOf(expr.IsNullOf(a), expr.IsNullOf(b)))
		}
	}
	j := node(&logical.Join{Type: join, Cond: expr.AndOf(terms...)}, l.Row, n.Span, l, r)
	return c.distinct(j)
}

// replicateOp is the table function that gives a row as often as its first argument says.
var replicateOp = &expr.Operator{Name: "$REPLICATE_ROWS$1", Op: expr.OtherOp, Syntax: expr.Function, Bridging: true}

// minusAll counts the rows of EXCEPT ALL: those of the left add one, those of the right take one, and what is left over
// is replicated.
var minusAll = &rule{
	name: "RewriteMinusAll", class: "RewriteMinusAllRule", on: setOpKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.SetOp)
		if o.Kind != logical.Minus || !o.All || len(n.Inputs) != 2 {
			return nil
		}
		big := types.BigIntType.WithNullable(false)
		marker := func(in *logical.Node, v int64) *logical.Node {
			return marked(in, []string{"vcol_marker"}, expr.NewLiteral(expr.Int(v), big))
		}
		u := unionAll(n, marker(n.Inputs[0], 1), marker(n.Inputs[1], -1))
		width := len(n.Row.Fields)
		agg := aggregate(&logical.Aggregate{Group: keys.Range(0, width).Slice(), Calls: []logical.AggCall{
			{Op: expr.SumOp, Args: []int{width}, Filter: -1, Type: big, Name: "sum_vcol_marker"},
		}}, n.Span, u)
		sum := expr.NewRef(width, big)
		kept := c.filter(agg, n.Span, compare(expr.GreaterThanOp, sum, expr.NewLiteral(expr.Int(0), types.IntType.WithNullable(false))))
		return c.replicate(n, kept, sum, "sum_vcol_marker")
	},
}

// intersectAll counts the rows of INTERSECT ALL on both sides and replicates the lesser number.
var intersectAll = &rule{
	name: "RewriteIntersectAll", class: "RewriteIntersectAllRule", on: setOpKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.SetOp)
		if o.Kind != logical.Intersect || !o.All || len(n.Inputs) != 2 {
			return nil
		}
		names := []string{"vcol_left_marker", "vcol_right_marker"}
		null := expr.NullOf(types.BooleanType)
		u := unionAll(n, marked(n.Inputs[0], names, expr.True, null), marked(n.Inputs[1], names, null, expr.True))
		width := len(n.Row.Fields)
		big := types.BigIntType.WithNullable(false)
		agg := aggregate(&logical.Aggregate{Group: keys.Range(0, width).Slice(), Calls: []logical.AggCall{
			{Op: expr.CountOp, Args: []int{width}, Filter: -1, Type: big, Name: "vcol_left_cnt"},
			{Op: expr.CountOp, Args: []int{width + 1}, Filter: -1, Type: big, Name: "vcol_right_cnt"},
		}}, n.Span, u)
		left, right := expr.NewRef(width, big), expr.NewRef(width+1, big)
		one := expr.NewLiteral(expr.Int(1), types.IntType.WithNullable(false))
		kept := c.filter(agg, n.Span, compare(expr.GreaterOrEqualOp, left, one), compare(expr.GreaterOrEqualOp, right, one))
		less := expr.NewCall(expr.IfOp, big, compare(expr.GreaterThanOp, left, right), right, left)
		return c.replicate(n, kept, less, "")
	},
}

// marked puts constants behind the columns of in.
func marked(in *logical.Node, names []string, marks ...expr.Expr) *logical.Node {
	list := make([]expr.Expr, 0, len(in.Row.Fields)+len(marks))
	for i, f := range in.Row.Fields {
		list = append(list, expr.NewRef(i, f.Type))
	}
	return rawProject(in, append(list, marks...), append(in.Row.Names(), names...))
}

// unionAll is the union of two marked inputs under n's names and types.
func unionAll(n, l, r *logical.Node) *logical.Node {
	fields := append([]types.Field(nil), l.Row.Fields...)
	for i := range fields {
		if r.Row.Fields[i].Type.Nullable {
			fields[i].Type = fields[i].Type.WithNullable(true)
		}
	}
	return node(&logical.SetOp{Kind: logical.Union, All: true}, types.RowType(fields...), n.Span, l, r)
}

// replicate gives each row of in as often as times says (SetOpRewriteUtil.replicateRows); in's first columns are n's.
func (c *context) replicate(n, in *logical.Node, times expr.Expr, name string) *logical.Node {
	width := len(n.Row.Fields)
	list := []expr.Expr{times}
	names := []string{name}
	for i, f := range in.Row.Fields[:width] {
		list = append(list, expr.NewRef(i, f.Type))
		names = append(names, f.Name)
	}
	if name == "" {
		names[0] = "$f0"
	}
	counted := rawProject(in, list, names)
	args := make([]expr.Expr, width+1)
	for i, f := range counted.Row.Fields {
		args[i] = expr.NewRef(i, f.Type)
	}
	row := types.RowType(n.Row.Fields...)
	scan := node(&logical.TableFunctionScan{Call: expr.NewCall(replicateOp, row, args...)}, row, n.Span)
	op := &logical.Correlate{ID: c.nextCorrelation(), Type: logical.Inner}
	both := node(op, logical.JoinRow(logical.Inner, counted.Row, row), n.Span, counted, scan)
	out := make([]expr.Expr, width)
	outNames := make([]string, width)
	for i := range out {
		f := both.Row.Fields[width+1+i]
		out[i], outNames[i] = expr.NewRef(width+1+i, f.Type), n.Row.Fields[i].Name
	}
	return rawProject(both, out, outNames)
}

// compare makes a comparison of two numbers; nothing is converted.
func compare(op *expr.Operator, a, b expr.Expr) expr.Expr {
	return expr.NewCall(op, types.BooleanType.WithNullable(a.Type().Nullable || b.Type().Nullable), a, b)
}
