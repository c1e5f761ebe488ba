package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// reorderJoins gathers joins that stand right above each other and puts them in the order that Flink thinks cheapest
// (JoinToMultiJoinForReorderRule, FlinkBushyJoinReorderRule), where table.optimizer.join-reorder-enabled says so.
func reorderJoins(c *context, n *logical.Node) *logical.Node {
	if !c.settings.Bool(settingJoinReorder) || kindsOf(n)&joinKind == 0 {
		return n
	}
	now, factors := c.gather(n)
	if factors != nil {
		return c.bestOrder(factors)
	}
	return now
}

// factors are the inputs of joins that may be joined in another order (Calcite's MultiJoin).
type factors struct {
	in      []*logical.Node
	types   []logical.JoinType
	outer   []expr.Expr // by input, the condition of the outer join that it is the nullable side of
	filters []expr.Expr
	full    bool
	row     *types.Type
	post    []expr.Expr // above the joins
	span    source.Span
}

// gather takes joins apart from the lowest on; what it gives is either a tree or the factors of one.
func (c *context) gather(n *logical.Node) (*logical.Node, *factors) {
	if j := asJoin(n); j != nil && j.Type != logical.Semi && j.Type != logical.Anti {
		left, lf := c.gather(n.Inputs[0])
		right, rf := c.gather(n.Inputs[1])
		return nil, c.combine(n, j, side{left, lf}, side{right, rf})
	}
	if f := asFilter(n); f != nil {
		below, m := c.gather(n.Input())
		if m == nil {
			return rebuild(n, below), nil
		}
		m.post = append(m.post, f.Cond)
		return nil, m
	}
	in := make([]*logical.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		now, m := c.gather(x)
		if m != nil {
			now = c.bestOrder(m)
		}
		in[i] = now
	}
	return rebuild(n, in...), nil
}

// side is an input of a join: a tree, or the factors of one.
type side struct {
	n *logical.Node
	f *factors
}

func (s side) row() *types.Type {
	if s.f != nil {
		return s.f.row
	}
	return s.n.Row
}

// combine joins the factors of both sides, each of which stays a whole where a key of the join may be padded in it.
func (c *context) combine(n *logical.Node, j *logical.Join, left, right side) *factors {
	f := &factors{full: j.Type == logical.Full, row: n.Row, span: n.Span}
	width := len(left.row().Fields)
	nulls := nullable(left, right, j.Type)
	info := joinInfo(j.Cond, width)
	merged := [2]bool{
		combines(left.f, info.Left, j.Type, j.Type == logical.Right || j.Type == logical.Full, true, nulls, 0),
		combines(right.f, info.Right, j.Type, j.Type == logical.Left || j.Type == logical.Full, false, nulls, width),
	}
	if j.Type != logical.Left && j.Type != logical.Right {
		f.filters = append(f.filters, conjuncts(j.Cond)...)
	}
	f.take(c, left, merged[0], 0, n.Row)
	first := len(f.in)
	f.take(c, right, merged[1], width, n.Row)
	switch j.Type {
	case logical.Left:
		f.types[first], f.outer[first] = logical.Left, j.Cond
	case logical.Right:
		f.types[0], f.outer[0] = logical.Right, j.Cond
	}
	return f
}

// take adds a side as one factor, or its factors.
func (f *factors) take(c *context, s side, merged bool, shift int, row *types.Type) {
	switch {
	case s.f == nil:
		f.add(s.n)
	case !merged:
		f.add(c.bestOrder(s.f))
	default:
		f.in = append(f.in, s.f.in...)
		f.types = append(f.types, s.f.types...)
		for _, e := range s.f.outer {
			f.outer = append(f.outer, shifted(e, shift, row))
		}
		for _, e := range s.f.filters {
			f.filters = append(f.filters, shifted(e, shift, row))
		}
		for _, e := range s.f.post {
			f.post = append(f.post, shifted(e, shift, row))
		}
	}
}

func (f *factors) add(n *logical.Node) {
	f.in, f.types, f.outer = append(f.in, n), append(f.types, logical.Inner), append(f.outer, nil)
}

func shifted(e expr.Expr, shift int, row *types.Type) expr.Expr {
	if e == nil {
		return nil
	}
	return over(e, row, func(i int) int { return i + shift })
}

// combines reports factors that the join above may take in (canCombine).
func combines(f *factors, on []int, t logical.JoinType, padded, left bool, nulls []bool, begin int) bool {
	if f == nil || f.full || padded || t == logical.Left && !left || t == logical.Right && left || t == logical.Full {
		return false
	}
	for _, k := range on {
		if nulls[k+begin] {
			return false
		}
	}
	return true
}

// nullable says for the columns of a join whether an outer join may pad them; Flink counts the columns of inner factors
// twice, and so looks beside (buildInputNullGenFieldList).
func nullable(left, right side, t logical.JoinType) []bool {
	l, r := len(left.row().Fields), len(right.row().Fields)
	switch t {
	case logical.Inner:
		return append(sideNullable(left), sideNullable(right)...)
	case logical.Left:
		return append(sideNullable(left), all(r)...)
	case logical.Right:
		return append(all(l), sideNullable(right)...)
	}
	return all(l + r)
}

func all(n int) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = true
	}
	return out
}

func sideNullable(s side) []bool {
	if s.f == nil {
		return make([]bool, len(s.n.Row.Fields))
	}
	var out []bool
	for i := 0; i+1 < len(s.f.in); i++ {
		t := s.f.types[i+1]
		if s.f.types[i] == logical.Right {
			t = logical.Right
		}
		out = append(out, nullable(side{n: s.f.in[i]}, side{n: s.f.in[i+1]}, t)...)
	}
	return out
}

// of gives the factor that a column is of, and the column in it.
func (f *factors) of(column int) (factor, at int) {
	for i, in := range f.in {
		if column < len(in.Row.Fields) {
			return i, column
		}
		column -= len(in.Row.Fields)
	}
	return -1, column
}

// reads are the factors that an expression reads.
func (f *factors) reads(e expr.Expr) keys.Cols {
	var out keys.Cols
	for i := range refs(e).All() {
		factor, _ := f.of(i)
		out = out.With(factor)
	}
	return out
}

// checkThreshold names what is not modelled: the order that Flink finds for many inputs, by another rule.
func (c *context) checkThreshold(f *factors) {
	if int64(len(f.in)) > c.settings.Int(settingBushy) {
		diag.Unknown(f.span, "the order of more than %d joined tables (LoptOptimizeJoinRule)", c.settings.Int(settingBushy))
	}
}
