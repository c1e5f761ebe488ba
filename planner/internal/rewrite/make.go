package rewrite

import (
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// bloat is how much more complex two projections may be when merged (RelBuilder.Config.bloat).
const bloat = 100

func node(op logical.Op, row *types.Type, span source.Span, in ...*logical.Node) *logical.Node {
	return rel.New[logical.Op](op, row, span, in...)
}

// filter puts a filter on in as RelBuilder.filter does: simplified, nothing for TRUE, no rows for FALSE.
func (c *context) filter(in *logical.Node, span source.Span, conds ...expr.Expr) *logical.Node {
	if len(conds) == 0 {
		return in
	}
	return filtered(in, span, simplifyFilters(conds))
}

// filtered is filter for what is simplified.
func filtered(in *logical.Node, span source.Span, cond expr.Expr) *logical.Node {
	switch {
	case expr.AlwaysTrue(cond):
		return in
	case expr.AlwaysFalse(cond):
		return empty(in.Row, span)
	}
	return node(&logical.Filter{Cond: cond}, in.Row, span, in)
}

// empty is no rows of type row.
func empty(row *types.Type, span source.Span) *logical.Node {
	return node(&logical.Values{}, row, span)
}

func isEmpty(n *logical.Node) bool {
	v, ok := n.Op.(*logical.Values)
	return ok && len(v.Tuples) == 0
}

// project computes list over in as RelBuilder.project does: merged with a projection below, simplified, no node for an
// identity, whose names are lost. A missing or empty name is derived from the expression.
func (c *context) project(in *logical.Node, list []expr.Expr, names []string) *logical.Node {
	return c.projectNamed(in, list, names, false)
}

// projectNamed is project that, with force, keeps an identity.
func (c *context) projectNamed(in *logical.Node, list []expr.Expr, names []string, force bool) *logical.Node {
	if !force && names == nil && isIdentity(list, in.Row) {
		return in
	}
	named := make([]string, len(list))
	copy(named, names)
	if p := asProject(in); p != nil {
		for i, e := range list {
			if r, ok := e.(*expr.Ref); ok && named[i] == "" {
				named[i] = in.Row.Fields[r.Index].Name
			}
		}
		if merged := pastProject(list, p); merged != nil && mergeable(list, p.Exprs) {
			return c.projectNamed(in.Input(), merged, named, force)
		}
	}
	return projectAbove(in, list, named, force)
}

// projectAbove is projectNamed without a look at what in is: HepPlanner hides the inputs of what a rule matches.
func projectAbove(in *logical.Node, list []expr.Expr, named []string, force bool) *logical.Node {
	list = simplifyList(list)
	for i, e := range list {
		if named[i] == "" {
			named[i] = inferAlias(e, in.Row)
		}
	}
	uniqueFrom(named)
	if !force && isIdentity(list, in.Row) {
		return in
	}
	return rawProject(in, list, named)
}

// rawProject is LogicalProject.create; names are unique.
func rawProject(in *logical.Node, list []expr.Expr, names []string) *logical.Node {
	return node(&logical.Project{Exprs: list}, projectRow(list, names), in.Span, in)
}

func projectRow(list []expr.Expr, names []string) *types.Type {
	fields := make([]types.Field, len(list))
	for i, e := range list {
		fields[i] = types.Field{Name: names[i], Type: e.Type()}
	}
	return types.RowType(fields...)
}

// inferAlias is the name that an expression suggests, empty for none (RelBuilder.inferAlias).
func inferAlias(e expr.Expr, row *types.Type) string {
	switch x := e.(type) {
	case *expr.Ref:
		return row.Fields[x.Index].Name
	case *expr.Call:
		if x.Op.Op == expr.Cast {
			return inferAlias(x.Args[0], row)
		}
	}
	return ""
}

// uniqueFrom makes names unique in place: a taken name gets the first free counter, an empty one is $f and its place.
func uniqueFrom(names []string) {
	used := make(map[string]struct{}, len(names))
	for i, name := range names {
		if _, taken := used[name]; taken || name == "" {
			base, j := name, 0
			if name == "" {
				base, j = "$f", i
			}
			for {
				name = base + strconv.Itoa(j)
				if _, taken := used[name]; !taken {
					break
				}
				j++
			}
			names[i] = name
		}
		used[name] = struct{}{}
	}
}

// uniqueByCount makes names unique in place where a projection is made with names of its own: a taken one gets the number
// of names before it (RelBuilder.projectNamed, SqlValidatorUtil.F_SUGGESTER).
func uniqueByCount(names []string) {
	used := make(map[string]struct{}, len(names))
	for i, name := range names {
		base := name
		if base == "" {
			base = "$f"
		}
		for j := 0; ; j++ {
			if _, taken := used[name]; !taken && name != "" {
				break
			}
			name = base + strconv.Itoa(max(j, len(used)))
		}
		used[name], names[i] = struct{}{}, name
	}
}

// pastProject rewrites list over p's input, nil if that is much more complex (pushPastProjectUnlessBloat).
func pastProject(list []expr.Expr, p *logical.Project) []expr.Expr {
	if hasOver(list) && hasOver(p.Exprs) {
		return nil
	}
	merged := substituteAll(list, p.Exprs)
	if onlyRefs(p.Exprs) {
		return merged
	}
	if nodeCount(merged) > nodeCount(p.Exprs)+nodeCount(list)+bloat {
		return nil
	}
	return merged
}

func onlyRefs(list []expr.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*expr.Ref); !ok {
			return false
		}
	}
	return true
}

func nodeCount(list []expr.Expr) int {
	n := 0
	for _, e := range list {
		expr.Any(e, func(expr.Expr) bool { n++; return false })
	}
	return n
}

// join makes a join of the kind of j with another type, condition and inputs.
func join(j *logical.Join, t logical.JoinType, cond expr.Expr, span source.Span, left, right *logical.Node) *logical.Node {
	op := *j
	op.Type, op.Cond = t, cond
	return node(&op, logical.JoinRow(t, left.Row, right.Row), span, left, right)
}

// aggregateRow is the row of an aggregate over in (Aggregate.deriveRowType).
func aggregateRow(in *types.Type, a *logical.Aggregate) *types.Type {
	fields := make([]types.Field, 0, len(a.Group)+len(a.Calls))
	used := make(map[string]struct{}, cap(fields))
	for _, g := range a.Group {
		f := in.Fields[g]
		t := f.Type
		if a.Sets != nil && !inAllSets(a.Sets, g) {
			t = t.WithNullable(true)
		}
		fields = append(fields, types.Field{Name: f.Name, Type: t})
		used[f.Name] = struct{}{}
	}
	for i := range a.Calls {
		name := a.Calls[i].Name
		if name == "" {
			name = "$f" + strconv.Itoa(len(a.Group)+i)
		}
		for k := 0; ; k++ {
			if _, taken := used[name]; !taken {
				break
			}
			name += "_" + strconv.Itoa(k)
		}
		used[name] = struct{}{}
		fields = append(fields, types.Field{Name: name, Type: a.Calls[i].Type})
	}
	return types.RowType(fields...)
}

func inAllSets(sets [][]int, g int) bool {
	for _, s := range sets {
		found := false
		for _, x := range s {
			found = found || x == g
		}
		if !found {
			return false
		}
	}
	return true
}

// aggregate makes an aggregate over in.
func aggregate(a *logical.Aggregate, span source.Span, in *logical.Node) *logical.Node {
	return node(a, aggregateRow(in.Row, a), span, in)
}

// setOpOver is n over other inputs, its row renamed to the first.
func setOpOver(n *logical.Node, in ...*logical.Node) *logical.Node {
	return node(n.Op, setOpRow(in), n.Span, in...)
}

// setOpRow is the row of a set operation: names of the first input, nullable where one of them is.
func setOpRow(in []*logical.Node) *types.Type {
	first := in[0].Row
	fields := make([]types.Field, len(first.Fields))
	copy(fields, first.Fields)
	for i := range fields {
		for _, x := range in[1:] {
			if x.Row.Fields[i].Type.Nullable {
				fields[i].Type = fields[i].Type.WithNullable(true)
			}
		}
	}
	return types.RowType(fields...)
}

// withCondition is the filter or join n with another condition.
func withCondition(n *logical.Node, cond expr.Expr) *logical.Node {
	switch o := n.Op.(type) {
	case *logical.Filter:
		op := *o
		op.Cond = cond
		return node(&op, n.Row, n.Span, n.Inputs...)
	case *logical.Join:
		op := *o
		op.Cond = cond
		return node(&op, n.Row, n.Span, n.Inputs...)
	}
	return n
}
