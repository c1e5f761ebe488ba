package logical

import (
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// The functions of this file do what Calcite's RelBuilder does with Flink's settings.

func itoa(n int) string { return strconv.Itoa(n) }

// rel1 and rel2 make nodes over one and two inputs.
func rel1(op Op, row *types.Type, at source.Span, in *Node) *Node { return rel.New(op, row, at, in) }

func rel2(op Op, row *types.Type, at source.Span, l, r *Node) *Node {
	return rel.New(op, row, at, l, r)
}

// oneRow is the input of a SELECT without FROM (LogicalValues.createOneRow).
func oneRow(at source.Span) *Node {
	t := types.IntType.WithNullable(false)
	row := types.RowType(types.Field{Name: "ZERO", Type: t})
	return rel.New[Op](&Values{Tuples: [][]*expr.Literal{{expr.IntLiteral(0)}}}, row, at)
}

// namedExpr is an expression of a projection; Name is "" where it has none.
type namedExpr struct {
	e    expr.Expr
	name string
}

func exprsOf(items []namedExpr) []expr.Expr {
	out := make([]expr.Expr, len(items))
	for i := range items {
		out[i] = items[i].e
	}
	return out
}

func namesOfItems(items []namedExpr) []string {
	out := make([]string, len(items))
	for i := range items {
		out[i] = items[i].name
	}
	return out
}

// isIdentity says that the expressions are the input's columns, all of them and in order (RexUtil.isIdentity).
func isIdentity(es []expr.Expr, row *types.Type) bool {
	if len(es) != len(row.Fields) {
		return false
	}
	for i, e := range es {
		r, ok := e.(*expr.Ref)
		if !ok || r.Index != i || !r.Type().Equal(row.Fields[i].Type) {
			return false
		}
	}
	return true
}

// project makes a projection whose expressions are simplified (RelBuilder.project_). Names that are "" are derived; without
// force an identity adds nothing.
func project(in *Node, items []namedExpr, force bool, variables []int, at source.Span) *Node {
	named := false
	for i := range items {
		named = named || items[i].name != ""
	}
	es := exprsOf(items)
	if !force && !named && isIdentity(es, in.Row) {
		return in
	}
	for i := range es {
		es[i] = simplifyValue(es[i])
	}
	used := make(map[string]bool, len(items))
	fields := make([]types.Field, len(items))
	for i := range items {
		name := items[i].name
		if name == "" {
			name = inferName(es[i], in.Row)
		}
		base, k := name, 0
		if base == "" {
			base, k = "$f", i
			name = base + itoa(k)
			k++
		}
		for used[name] {
			name = base + itoa(k)
			k++
		}
		used[name] = true
		fields[i] = types.Field{Name: name, Type: es[i].Type()}
	}
	row := types.RowType(fields...)
	if !force && isIdentity(es, in.Row) {
		return in
	}
	return rel1(&Project{Exprs: es, Variables: variables}, row, at, in)
}

// inferName gives a column's name through casts (RelBuilder.inferAlias).
func inferName(e expr.Expr, row *types.Type) string {
	switch x := e.(type) {
	case *expr.Ref:
		return row.Fields[x.Index].Name
	case *expr.Call:
		if x.Op.Op == expr.Cast {
			return inferName(x.Args[0], row)
		}
	}
	return ""
}

// projectNamed makes a projection under given names (RelBuilder.projectNamed). An identity renames a projection or
// constant rows below, and is otherwise nothing.
func projectNamed(in *Node, items []namedExpr, force bool, variables []int, at source.Span) *Node {
	names := suggestF(namesOfItems(items))
	es := exprsOf(items)
	if !force && isIdentity(es, in.Row) {
		switch op := in.Op.(type) {
		case *Project:
			return rel1(op, renamed(in.Row, names), in.Span, in.Input())
		case *Values:
			return rel.New[Op](op, renamed(in.Row, names), in.Span)
		}
		return in
	}
	for i := range items {
		items[i].name = names[i]
	}
	return project(in, items, force, variables, at)
}

func renamed(row *types.Type, names []string) *types.Type {
	fields := append([]types.Field(nil), row.Fields...)
	for i := range fields {
		fields[i].Name = names[i]
	}
	return types.RowType(fields...)
}

// suggestF makes names distinct by position: $f3 for none, id4 for a second id (SqlValidatorUtil.F_SUGGESTER).
func suggestF(names []string) []string {
	used := make(map[string]bool, len(names))
	out := make([]string, len(names))
	for i, n := range names {
		name := n
		if n == "" {
			n = "$f"
		}
		for k := 0; name == "" || used[name]; k++ {
			name = n + itoa(max(len(used), k))
		}
		used[name] = true
		out[i] = name
	}
	return out
}

// rename gives the columns names by a projection, if they have others (RelBuilder.rename).
func rename(in *Node, names []string, at source.Span) *Node {
	same := true
	for i, n := range names {
		if in.Row.Fields[i].Name != n {
			same = false
		}
	}
	if same {
		return in
	}
	if v, ok := in.Op.(*Values); ok {
		return rel.New[Op](v, renamed(in.Row, names), in.Span)
	}
	items := refs(in)
	for i, n := range names {
		items[i].name = n
	}
	return project(in, items, true, nil, at)
}

// refs are the columns of a node.
func refs(in *Node) []namedExpr {
	items := make([]namedExpr, len(in.Row.Fields))
	for i, f := range in.Row.Fields {
		items[i].e = expr.NewRef(i, f.Type)
	}
	return items
}

// filter keeps the rows for which the condition holds, simplified; nothing is left of TRUE, and no row of FALSE
// (RelBuilder.filter).
func filter(in *Node, cond expr.Expr, at source.Span) *Node {
	cond = expr.SimplifyPredicates(cond)
	switch {
	case expr.AlwaysFalse(cond):
		return rel.New[Op](&Values{}, in.Row, at)
	case expr.AlwaysTrue(cond):
		return in
	}
	return rel1(&Filter{Cond: cond}, in.Row, at, in)
}

func simplifyValue(e expr.Expr) expr.Expr { return expr.SimplifyKeepingType(e, nil) }

// JoinRow is the row of a join.
func JoinRow(t JoinType, l, r *types.Type) *types.Type {
	if t == Semi || t == Anti {
		return l
	}
	return types.JoinedRow(l, r, t == Right || t == Full, t == Left || t == Full)
}
