package validate

import (
	"fmt"
	"sort"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// groupBy validates GROUP BY and takes its grouping sets apart (validateGroupClause, AggregatingSelectScope.analyze).
func (v *validator) groupBy(info *Select) {
	g := info.Node.GroupBy
	if g == nil {
		return
	}
	v.eachGroupExpr(g.Items, func(x ast.Expr) { v.noAggregates(x, "GROUP BY", aggregates) })
	v.eachGroupExpr(g.Items, func(x ast.Expr) {
		v.mergeNames(info, x)
		v.resolveAll(info.From, x)
	})
	v.eachGroupExpr(g.Items, func(x ast.Expr) {
		v.typeOf(info.From, x)
	})
	a := &groupAnalysis{v: v, keys: map[string]int{}}
	var factors [][]uint64
	for i := range g.Items {
		factors = append(factors, a.item(&g.Items[i]))
	}
	sets := []uint64{0}
	for _, f := range factors {
		a.bounded(len(sets)*len(f), g.Items[0].Span())
		var next []uint64
		for _, s := range sets {
			for _, b := range f {
				next = append(next, s|b)
			}
		}
		sets = next
	}
	if g.Distinct {
		sets = distinctSets(sets)
	}
	info.Group = a.exprs
	all := uint64(1)<<len(a.exprs) - 1
	if len(sets) == 1 && sets[0] == all {
		return
	}
	sort.SliceStable(sets, func(i, j int) bool { return beforeSet(sets[i], sets[j], len(a.exprs)) })
	for _, s := range sets {
		set := []int{}
		for i := range a.exprs {
			if s>>i&1 != 0 {
				set = append(set, i)
			}
		}
		info.Sets = append(info.Sets, set)
	}
}

// beforeSet is ImmutableBitSet.COMPARATOR: of two sets the one with the lower bits first, and a set before its subsets.
func beforeSet(a, b uint64, n int) bool {
	for i := range n {
		x, y := a>>i&1, b>>i&1
		if x != y {
			return x > y
		}
	}
	return false
}

func distinctSets(in []uint64) []uint64 {
	seen := map[uint64]bool{}
	out := in[:0]
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

func (v *validator) eachGroupExpr(items []ast.GroupItem, f func(ast.Expr)) {
	for i := range items {
		if items[i].X != nil {
			f(items[i].X)
		}
		v.eachGroupExpr(items[i].Sets, f)
	}
}

type groupAnalysis struct {
	v     *validator
	exprs []ast.Expr
	keys  map[string]int
}

// item gives the alternatives of one item of GROUP BY, as sets of group expressions (SqlValidatorUtil.analyzeGroupItem).
func (a *groupAnalysis) item(it *ast.GroupItem) []uint64 {
	switch it.Kind {
	case "GROUPING SETS":
		var out []uint64
		for i := range it.Sets {
			out = append(out, a.item(&it.Sets[i])...)
		}
		return out
	case "ROLLUP", "CUBE":
		tuple := make([]uint64, len(it.Sets))
		for i := range it.Sets {
			tuple[i] = union(a.item(&it.Sets[i]))
		}
		if it.Kind == "ROLLUP" {
			return rollup(tuple)
		}
		a.bounded(1<<min(len(tuple), 62), it.Span())
		return cube(tuple)
	case "EMPTY":
		return []uint64{0}
	}
	return []uint64{a.expr(it.X)}
}

// mostSets bounds the sets that a GROUP BY stands for: a row is copied for each.
const mostSets = 1 << 15

func (a *groupAnalysis) bounded(sets int, at source.Span) {
	if sets > mostSets {
		a.v.unknown(at, fmt.Sprintf("more than %d grouping sets", mostSets))
	}
}

func (a *groupAnalysis) expr(x ast.Expr) uint64 {
	if r, ok := x.(*ast.Row); ok && !r.Explicit || ok {
		var s uint64
		for _, e := range r.Items {
			s |= a.expr(e)
		}
		return s
	}
	k := a.v.key(x)
	i, ok := a.keys[k]
	if !ok {
		i = len(a.exprs)
		if i >= 64 {
			a.v.unknown(x.Span(), "more than 64 group expressions")
		}
		a.keys[k] = i
		a.exprs = append(a.exprs, x)
	}
	return 1 << i
}

func union(sets []uint64) (u uint64) {
	for _, s := range sets {
		u |= s
	}
	return
}

func rollup(tuple []uint64) []uint64 {
	var out []uint64
	for n := len(tuple); ; n-- {
		u := union(tuple[:n])
		out = append(out, u)
		if u == 0 {
			break
		}
	}
	return distinctSets(out)
}

func cube(tuple []uint64) []uint64 {
	if len(tuple) == 0 {
		return []uint64{0}
	}
	out := []uint64{}
	rest := cube(tuple[1:])
	for _, r := range rest {
		out = append(out, r|tuple[0])
	}
	return distinctSets(append(out, rest...))
}

// nullified makes the type of a group expression nullable where a grouping set leaves it out
// (AggregatingSelectScope.nullifyType).
func (v *validator) nullified(info *Select, x ast.Expr, t *types.Type) *types.Type {
	if info.Sets == nil {
		return t
	}
	k := v.key(x)
	for i, g := range info.Group {
		if v.key(g) != k {
			continue
		}
		for _, s := range info.Sets {
			if !contains(s, i) {
				return t.WithNullable(true)
			}
		}
	}
	return t
}

func contains(s []int, i int) bool {
	for _, x := range s {
		if x == i {
			return true
		}
	}
	return false
}

// checkGrouped refuses columns that are neither grouped nor aggregated (AggChecker).
func (v *validator) checkGrouped(info *Select, x ast.Expr) {
	c := &groupCheck{v: v, info: info, groups: map[string]bool{}}
	for _, g := range info.Group {
		c.groups[v.key(g)] = true
	}
	c.check(x)
}

type groupCheck struct {
	v      *validator
	info   *Select
	groups map[string]bool
}

func (c *groupCheck) check(x ast.Expr) {
	switch e := x.(type) {
	case *ast.Ident:
		if e.Star || c.groups[c.v.key(e)] {
			return
		}
		col := c.v.resolve(c.info.From, e)
		if col.Alias != nil {
			return
		}
		if col.Merged != nil {
			for _, m := range col.Merged {
				c.check(m)
			}
			return
		}
		c.v.fail(e.Span(), "Expression '"+c.v.original(e)+"' is not being grouped")
	case *ast.Call:
		if isOver(e) {
			for _, a := range e.Args {
				c.check(a)
			}
			if w := c.v.windowOf(c.info, e); w != nil {
				ast.WindowChildren(w, func(y ast.Expr) bool { c.check(y); return true })
			}
			return
		}
		if isAggregateCall(e) {
			return
		}
	case *ast.JSONBuild:
		if isAggregateCall(e) {
			return
		}
	}
	if c.groups[c.v.key(x)] {
		return
	}
	if call, ok := x.(*ast.Call); ok && c.auxiliary(call) {
		return
	}
	ast.Children(x, func(y ast.Expr) bool { c.check(y); return true })
}

// auxiliary accepts TUMBLE_START and its like where their group function is grouped by.
func (c *groupCheck) auxiliary(call *ast.Call) bool {
	group := auxiliaryOf(call)
	if group == "" {
		return false
	}
	if c.groups[c.v.keyOfCall(group, call)] {
		return true
	}
	c.v.fail(call.Span(), "Call to auxiliary group function '"+upper(call.Name.Simple())+"' must have matching call to group function '$"+
		group+"' in GROUP BY clause")
	return false
}

// original is an expression as written.
func (v *validator) original(x ast.Expr) string {
	if id, ok := x.(*ast.Ident); ok {
		return joinNames(id.Texts())
	}
	return v.Text.Slice(x.Span())
}
