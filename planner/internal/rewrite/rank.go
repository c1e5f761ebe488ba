package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// rankFromOver makes a Rank of a Calc whose condition bounds the one rank number that the windows below compute.
//
//	SELECT … FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY v) AS rn …) WHERE rn <= 3
//
// Not where there is a second window or call, where the bound is no conjunct of its own, or where another conjunct
// reads the number too.
var rankFromOver = &rule{
	name: "LogicalRank", class: "FlinkLogicalRankRuleForRangeEnd", on: calcKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o, ok := n.Input().Op.(*logical.Over)
		calc := n.Op.(*logical.Calc)
		if !ok || calc.Cond == nil || !isRanking(o) {
			return nil
		}
		number := len(n.Input().Row.Fields) - 1
		b := extractRange(calc.Cond, number)
		if !b.found {
			return nil
		}
		if b.noEnd {
			diag.Fail(diag.Table, n.Span, "Rank end is not specified. Currently rank only support TopN, which means the rank end must be specified.")
		}
		rest := andAll(b.rest)
		if rest != nil && refs(rest).Has(number) {
			return nil
		}
		if b.r.EndColumn < 0 && b.r.End <= 0 {
			diag.Fail(diag.Table, n.Span, "Rank end should not less than zero, but now is %d", b.r.End)
		}
		return rankUnder(n, calc, o, b.r, rest, number)
	},
}

// isRanking reports one window with one ranking function up to the current row.
func isRanking(o *logical.Over) bool {
	if len(o.Groups) != 1 || len(o.Groups[0].Calls) != 1 {
		return false
	}
	g := &o.Groups[0]
	switch g.Calls[0].Op.Op {
	case expr.RowNumber, expr.Rank, expr.DenseRank:
		return g.Frame.Lower.Kind == expr.UnboundedPreceding && g.Frame.Upper.Kind == expr.CurrentRow
	}
	return false
}

// rankUnder builds the Rank and what is left of the Calc. The number is named as the Calc names it where it yields it
// plainly, else as the window does.
func rankUnder(n *logical.Node, calc *logical.Calc, o *logical.Over, r logical.RankRange, rest expr.Expr, number int) *logical.Node {
	g := &o.Groups[0]
	win := n.Input()
	name := win.Row.Fields[number].Name
	used := refs(calc.Exprs...).Has(number)
	if used {
		for i, e := range calc.Exprs {
			if x, ok := e.(*expr.Ref); ok && x.Index == number {
				name = n.Row.Fields[i].Name
			}
		}
	}
	in := win.Input()
	rank := &logical.Rank{
		Function: g.Calls[0].Op, Partition: g.Partition, Order: g.Order,
		Range: r, OutputRank: used, RankType: win.Row.Fields[number].Type,
		NumberName: name,
	}
	made := makeRank(rank, in, n)
	if rest == nil && isIdentity(calc.Exprs, made.Row) {
		return made
	}
	return node(&logical.Calc{Exprs: calc.Exprs, Cond: rest}, n.Row, n.Span, made)
}

// makeRank puts rank over in; its row is in's and the number if that is yielded. Flink does not move the column that
// is the end of the range along with the others, and notices only where there is none of that number.
func makeRank(rank *logical.Rank, in, at *logical.Node) *logical.Node {
	if rank.Range.EndColumn >= len(in.Row.Fields) {
		diag.Fail(diag.Table, at.Span, "Rank end index can't greater than input field count.")
	}
	return node(rank, rankRow(rank, in.Row), at.Span, in)
}

// andAll joins conjuncts pairwise from the left, flattened as Calcite's andJoinFilters leaves them; nil for none.
func andAll(list []expr.Expr) expr.Expr {
	var e expr.Expr
	for _, x := range list {
		if e == nil {
			e = x
			continue
		}
		e = expr.Predicate(expr.AndOp, e, x)
	}
	return e
}

// bounds is what a condition says of the rank number.
type bounds struct {
	found, noEnd bool
	r            logical.RankRange
	rest         []expr.Expr
}

// bound is one comparison with the rank number.
type bound struct {
	lower, upper  bool
	low, high     int64
	column        int // for a bound by a column
	byColumn, bad bool
}

// extractRange finds the bounds of the rank number among the conjuncts of cond (RankUtil.extractRankRange).
func extractRange(cond expr.Expr, number int) bounds {
	var limits []bound
	var out bounds
	for _, e := range conjuncts(rankCNF(cond)) {
		if b, ok := limitOf(e, number); ok {
			limits = append(limits, b)
		} else {
			out.rest = append(out.rest, e)
		}
	}
	out.r.EndColumn = -1
	switch {
	case len(limits) == 1 && !limits[0].bad:
		out.single(limits[0])
	case len(limits) == 2 && !limits[0].bad && !limits[1].bad && !limits[0].byColumn && !limits[1].byColumn:
		out.pair(limits[0], limits[1])
	}
	return out
}

func (o *bounds) single(b bound) {
	o.found = true
	switch {
	case b.byColumn:
		o.r = logical.RankRange{EndColumn: b.column}
	case b.lower && b.upper:
		o.r.Start, o.r.End = b.low, b.high
	case b.lower:
		o.noEnd, o.r.Start = true, b.low
	default:
		o.r.Start, o.r.End = 1, b.high
	}
}

func (o *bounds) pair(a, b bound) {
	if a.lower == a.upper || b.lower == b.upper || a.lower == b.lower {
		return
	}
	if b.lower {
		a, b = b, a
	}
	o.found = true
	o.r.Start, o.r.End = a.low, b.high
}

// limitOf reads rank <= 3 and its like, either way round.
func limitOf(e expr.Expr, number int) (bound, bool) {
	c, ok := e.(*expr.Call)
	if !ok || !c.Op.Op.Comparison() || c.Op.Op == expr.NotEquals {
		return bound{}, false
	}
	k, other := c.Op.Op, c.Args[1]
	switch {
	case isRef(c.Args[0], number) && !refs(c.Args[1]).Has(number):
	case isRef(c.Args[1], number) && !refs(c.Args[0]).Has(number):
		k, other = k.Reverse(), c.Args[0]
	default:
		return bound{}, false
	}
	return boundOf(k, other), true
}

func isRef(e expr.Expr, i int) bool {
	r, ok := e.(*expr.Ref)
	return ok && r.Index == i
}

func boundOf(k expr.OpKind, other expr.Expr) bound {
	if r, ok := other.(*expr.Ref); ok {
		return bound{byColumn: true, column: r.Index, bad: k == expr.GreaterThan || k == expr.GreaterOrEqual}
	}
	v, ok := longOf(other)
	if !ok {
		return bound{bad: true}
	}
	switch k {
	case expr.LessThan:
		return bound{upper: true, high: v - 1}
	case expr.LessOrEqual:
		return bound{upper: true, high: v}
	case expr.GreaterThan:
		return bound{lower: true, low: v + 1}
	case expr.GreaterOrEqual:
		return bound{lower: true, low: v}
	}
	return bound{lower: true, upper: true, low: v, high: v}
}

// longOf is the value of a constant.
func longOf(e expr.Expr) (int64, bool) {
	l, ok := fold(e).(*expr.Literal)
	if !ok {
		return 0, false
	}
	d, ok := l.Value.(expr.Dec)
	if !ok {
		return 0, false
	}
	return d.Int64()
}

// rankNarrow puts a Calc below a Rank that keeps what the Calc above reads, the Rank's own columns and the columns of
// upsert keys that survive its shuffle.
var rankNarrow = &rule{
	name: "CalcRankTranspose", class: "CalcRankTransposeRule", on: calcKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		rank, ok := n.Input().Op.(*logical.Rank)
		if !ok {
			return nil
		}
		calc := n.Op.(*logical.Calc)
		in := n.Input().Input()
		size := len(in.Row.Fields)
		keep := refs(withCond(calc)...).Intersect(rangeOf(size)).Union(c.rankColumns(rank, in))
		if keep.Len() >= size {
			return nil
		}
		w := narrowTo(keep.Union(rangeFrom(size, len(n.Input().Row.Fields))), len(n.Input().Row.Fields))
		inner := narrowCalc(in, keep, n)
		made := makeRank(moveRank(rank, w), inner, n.Input())
		top := &logical.Calc{Exprs: w.applyAll(calc.Exprs, made.Row)}
		if calc.Cond != nil {
			top.Cond = w.apply(calc.Cond, made.Row)
		}
		now := node(top, n.Row, n.Span, made)
		if trivial(now) {
			return made
		}
		return now
	},
}

// narrowCalc is a Calc of the columns of n in keep.
func narrowCalc(n *logical.Node, keep keys.Cols, at *logical.Node) *logical.Node {
	var list []expr.Expr
	var names []string
	for i := range keep.All() {
		list = append(list, expr.NewRef(i, n.Row.Fields[i].Type))
		names = append(names, n.Row.Fields[i].Name)
	}
	return node(&logical.Calc{Exprs: list}, projectRow(list, names), at.Span, n)
}

// moveRank is rank over narrowed columns. A range that ends at a column keeps the old number, as Flink has it.
func moveRank(rank *logical.Rank, w narrowing) *logical.Rank {
	r := *rank
	r.Partition = make([]int, len(rank.Partition))
	for i, p := range rank.Partition {
		r.Partition[i] = w.at[p]
	}
	r.Order = make([]logical.SortField, len(rank.Order))
	for i, f := range rank.Order {
		f.Column = w.at[f.Column]
		r.Order[i] = f
	}
	return &r
}

func (c *context) rankColumns(rank *logical.Rank, in *logical.Node) keys.Cols {
	cols := keys.Of(rank.Partition...)
	for _, f := range rank.Order {
		cols = cols.With(f.Column)
	}
	if rank.Range.EndColumn >= 0 {
		cols = cols.With(rank.Range.EndColumn)
	}
	for _, k := range c.upsertKeys(in).Keys {
		cols = cols.Union(k)
	}
	return cols
}

// constantRankNumber drops a rank number that is known and writes it out above.
var constantRankNumber = &rule{
	name: "ConstantRankNumberColumnRemove", class: "ConstantRankNumberColumnRemoveRule", on: rankKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		rank := n.Op.(*logical.Rank)
		r := rank.Range
		if rank.Function.Op != expr.RowNumber || r.EndColumn >= 0 || r.Start != r.End || !rank.OutputRank {
			return nil
		}
		bare := *rank
		bare.OutputRank = false
		made := makeRank(&bare, n.Input(), n)
		list := append(identity(made.Row), expr.BigintLiteral(r.Start))
		return node(&logical.Calc{Exprs: list}, projectRow(list, n.Row.Names()), n.Span, made)
	},
}

// unusedRankNumber drops a rank number that the Calc above does not read.
var unusedRankNumber = &rule{
	name: "RedundantRankNumberColumnRemove", class: "RedundantRankNumberColumnRemoveRule", on: calcKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		rank, ok := n.Input().Op.(*logical.Rank)
		if !ok || !rank.OutputRank {
			return nil
		}
		if refs(withCond(n.Op.(*logical.Calc))...).Has(len(n.Input().Row.Fields) - 1) {
			return nil
		}
		bare := *rank
		bare.OutputRank = false
		return rebuild(n, makeRank(&bare, n.Input().Input(), n.Input()))
	},
}
