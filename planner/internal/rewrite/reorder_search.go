package rewrite

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// joinPlan joins some of the factors, in this order.
type joinPlan struct {
	order []int
	set   keys.Cols
	n     *logical.Node
}

// bestOrder searches the cheapest tree over inner joins, level by level of how many factors are joined, puts outer joins
// above it and then what no condition joins, and projects to the columns as they were (FlinkBushyJoinReorderRule).
func (c *context) bestOrder(f *factors) *logical.Node {
	c.checkThreshold(f)
	s := orderSearch{c: c, f: f}
	levels := s.inner()
	best := s.best(levels[len(levels)-1])
	if f.full || slices.ContainsFunc(f.outer, func(e expr.Expr) bool { return e != nil && len(conjuncts(e)) > 0 }) {
		best = s.withOuter(best)
	}
	best = s.withRest(best)
	return s.project(best)
}

type orderSearch struct {
	c *context
	f *factors
}

// level keeps one plan for each set of factors, in the order in which the sets were met.
type level []joinPlan

func (s *orderSearch) inner() []level {
	var first level
	for i, in := range s.f.in {
		if s.f.types[i] == logical.Inner {
			first = append(first, joinPlan{[]int{i}, keys.Of(i), in})
		}
	}
	levels := []level{first}
	for !s.f.full && len(levels) < len(s.f.in) {
		next := s.next(levels)
		if len(next) == 0 {
			break
		}
		levels = append(levels, next)
	}
	return levels
}

// next joins plans of lower levels to ones of one factor more than the last level has.
func (s *orderSearch) next(levels []level) level {
	var out level
	for l, r := 0, len(levels)-1; l <= r; l, r = l+1, r-1 {
		for i, a := range levels[l] {
			others := levels[r]
			if l == r {
				others = others[i:]
			}
			for _, b := range others {
				out = s.keep(out, a, b)
			}
		}
	}
	return out
}

// keep adds the join of two plans, if a condition joins them, where it is the first of its factors or cheaper.
func (s *orderSearch) keep(out level, a, b joinPlan) level {
	if a.set.Intersects(b.set) {
		return out
	}
	conds := s.between(a.set, b.set, s.f.filters)
	if len(conds) == 0 {
		return out
	}
	if len(a.order) < len(b.order) {
		a, b = b, a
	}
	p := s.join(logical.Inner, a, b, conds)
	for i := range out {
		if out[i].set.Equal(p.set) {
			if s.cheaper(p, out[i]) {
				out[i] = p
			}
			return out
		}
	}
	return append(out, p)
}

func (s *orderSearch) best(l level) joinPlan {
	best := l[0]
	for _, p := range l[1:] {
		if s.cheaper(p, best) {
			best = p
		}
	}
	return best
}

// between gives the conditions that read factors of both sets and no others, nothing if one of the list is no call.
func (s *orderSearch) between(a, b keys.Cols, list []expr.Expr) []expr.Expr {
	var out []expr.Expr
	for _, e := range list {
		if _, ok := e.(*expr.Call); !ok {
			return nil
		}
		reads := s.f.reads(e)
		if reads.Intersects(a) && reads.Intersects(b) && a.Union(b).Contains(reads) {
			out = append(out, e)
		}
	}
	return out
}

func (s *orderSearch) join(t logical.JoinType, a, b joinPlan, conds []expr.Expr) joinPlan {
	order := append(slices.Clone(a.order), b.order...)
	row := logical.JoinRow(t, a.n.Row, b.n.Row)
	start := s.starts(order)
	cond := expr.Expr(expr.True)
	if len(conds) > 0 {
		list := make([]expr.Expr, len(conds))
		for i, e := range conds {
			list[i] = over(e, row, func(k int) int {
				factor, at := s.f.of(k)
				return start[factor] + at
			})
		}
		cond = expr.Conjunction(list...)
	}
	n := join(&logical.Join{}, t, expr.Simplify(collapseNotDistinct(cond), expr.NullFalse, nil), s.f.span, a.n, b.n)
	return joinPlan{order, a.set.Union(b.set), n}
}

// starts are the first columns of the factors joined in this order.
func (s *orderSearch) starts(order []int) map[int]int {
	out := make(map[int]int, len(order))
	at := 0
	for _, i := range order {
		out[i] = at
		at += len(s.f.in[i].Row.Fields)
	}
	return out
}

// withOuter joins the nullable sides, to the left whichever side they were on. Only what the inner joins alone give
// may be in their conditions.
func (s *orderSearch) withOuter(p joinPlan) joinPlan {
	inner := p.set
	list, t := s.f.filters, logical.Full
	if !s.f.full {
		list, t = nil, logical.Left
		for _, e := range s.f.outer {
			list = append(list, conjuncts(e)...)
		}
	}
	for i, in := range s.f.in {
		if inner.Has(i) {
			continue
		}
		if conds := s.between(inner, keys.Of(i), list); len(conds) > 0 {
			p = s.join(t, p, joinPlan{[]int{i}, keys.Of(i), in}, conds)
		}
	}
	return p
}

// withRest joins what no condition does.
func (s *orderSearch) withRest(p joinPlan) joinPlan {
	for i, in := range s.f.in {
		if !p.set.Has(i) {
			p = s.join(s.f.types[i], p, joinPlan{[]int{i}, keys.Of(i), in}, nil)
		}
	}
	return p
}

// project gives the columns back their old order and names, and puts the filter that was above on top.
func (s *orderSearch) project(p joinPlan) *logical.Node {
	start := s.starts(p.order)
	var list []expr.Expr
	for i, in := range s.f.in {
		for k := range in.Row.Fields {
			list = append(list, expr.NewRef(start[i]+k, s.f.row.Fields[len(list)].Type))
		}
	}
	n := s.c.project(p.n, list, s.f.row.Names())
	if len(s.f.post) > 0 {
		n = s.c.filter(n, s.f.span, s.f.post...)
	}
	return n
}

// cheaper compares what Calcite's own nodes cost, before Flink's stand for them. Sums are added up in Flink's order and
// compared to the last digit: without statistics many orders cost the same but for that.
func (s *orderSearch) cheaper(a, b joinPlan) bool {
	x, y := s.cost(a.n), s.cost(b.n)
	return x.cpu < y.cpu || x.cpu == y.cpu && x.rows < y.rows
}

func (s *orderSearch) cost(n *logical.Node) cost {
	sum := s.selfCost(n)
	for _, in := range n.Inputs {
		sum = sum.plus(s.cost(in))
	}
	return sum
}

func (s *orderSearch) selfCost(n *logical.Node) cost {
	rows := s.c.rowCount(n)
	switch o := n.Op.(type) {
	case *logical.Join:
		if o.Type == logical.Semi || o.Type == logical.Anti {
			return cost{cpu: 1, rows: 1}
		}
		return cost{rows: rows}
	case *logical.Scan, *logical.IntermediateTableScan:
		return cost{cpu: rows + 1, rows: rows}
	case *logical.Filter:
		return cost{cpu: s.c.rowCount(n.Input()), rows: rows}
	case *logical.Project:
		return cost{cpu: rows * float64(len(o.Exprs)), rows: rows}
	case *logical.Aggregate:
		return cost{rows: rows * (1 + 0.125*float64(len(o.Calls)))}
	}
	return cost{cpu: rows, rows: rows}
}
