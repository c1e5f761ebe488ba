package rewrite

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

var unknownBoolean = expr.NullOf(types.BooleanType)

// in joins x IN (rel) and gives its truth value: counters of rows and of rows that are not NULL tell FALSE from UNKNOWN
// where that matters.
func (r *remover) in(q *expr.SubQuery, rel *logical.Node, l logic, offset int) expr.Expr {
	for _, a := range q.Args {
		if !isLiteral(a) {
			return r.inValues(q, rel, l, offset)
		}
	}
	return r.inLiterals(q, rel, l)
}

func (r *remover) inValues(q *expr.SubQuery, rel *logical.Node, l logic, offset int) expr.Expr {
	unknown := l == trueFalseUnknown || l == unknownAsTrue
	var nulls []expr.Expr
	for _, a := range q.Args {
		if a.Type().Nullable {
			nulls = append(nulls, expr.IsNullOf(a))
		}
	}
	if l == onlyTrue {
		right := r.c.aggregateOver(&logical.Aggregate{Group: identityMap(len(rel.Row.Fields))}, rel, r.at)
		r.join(logical.Inner, r.equalities(q, right, offset), right)
		return expr.True
	}
	count := len(r.n.Row.Fields)
	if unknown {
		t := logical.Inner
		if len(r.vars) > 0 {
			t = logical.Left
		}
		r.join(t, expr.True, r.counts(rel))
		offset += 2
	}
	list := append(identity(rel.Row), expr.True)
	names := append(rel.Row.Names(), "i")
	right := r.c.distinct(literalRows(r.c.project(rel, list, names)))
	r.join(logical.Left, r.equalities(q, right, offset), right)
	var args []expr.Expr
	if unknown {
		args = append(args, expr.EqualsOf(r.field(count), expr.IntLiteral(0)), expr.False)
	}
	if len(nulls) > 0 {
		args = append(args, expr.Disjunction(nulls...), unknownBoolean)
	}
	args = append(args, expr.IsNotNullOf(r.last()), expr.True)
	if unknown {
		var b expr.Expr = unknownBoolean
		if l == unknownAsTrue {
			b = expr.True
		}
		args = append(args, expr.CompareOf(expr.LessThan, r.field(count+1), r.field(count)), b)
	}
	return caseOf(types.BooleanType, append(args, expr.False)...)
}

// counts is COUNT(*) AS c and COUNT of the columns AS ck; two equal calls are one.
func (r *remover) counts(rel *logical.Node) *logical.Node {
	calls := []logical.AggCall{countCall("c")}
	cols := nullableColumns(rel)
	if len(cols) > 0 {
		calls = append(calls, countCall("ck", cols...))
	}
	n := r.c.aggregateOver(&logical.Aggregate{Calls: calls}, rel, r.at)
	if len(cols) > 0 {
		return n
	}
	c := expr.NewRef(0, n.Row.Fields[0].Type)
	return r.c.project(n, []expr.Expr{c, c}, []string{"c", "ck"})
}

// nullableColumns lists the columns that a COUNT of all columns has to look at.
func nullableColumns(n *logical.Node) []int {
	var s keys.Cols
	for i, f := range n.Row.Fields {
		if f.Type.Nullable {
			s = s.With(i)
		}
	}
	return s.Slice()
}

func (r *remover) equalities(q *expr.SubQuery, right *logical.Node, offset int) expr.Expr {
	list := make([]expr.Expr, len(q.Args))
	for i, a := range q.Args {
		list[i] = expr.EqualsOf(a, expr.NewRef(offset+i, right.Row.Fields[i].Type))
	}
	return expr.Conjunction(list...)
}

// inLiterals joins a test for constants.
func (r *remover) inLiterals(q *expr.SubQuery, rel *logical.Node, l logic) expr.Expr {
	match := r.equalities(q, rel, 0)
	if l == onlyTrue || l == trueFalse || l == unknownAsFalse {
		one := r.c.distinct(r.c.project(r.c.filter(rel, r.at.Span, match), []expr.Expr{expr.True}, []string{"cs"}))
		if l == onlyTrue {
			r.join(logical.Inner, expr.True, one)
			return expr.True
		}
		r.join(logical.Left, expr.True, one)
		return caseOf(types.BooleanType, expr.IsNotNullOf(r.last()), expr.True, expr.False)
	}
	return r.inLiteralsUnknown(q, rel, l, match)
}

func (r *remover) inLiteralsUnknown(q *expr.SubQuery, rel *logical.Node, l logic, match expr.Expr) expr.Expr {
	var nulls, notNulls, keyNulls []expr.Expr
	for i, f := range rel.Row.Fields {
		ref := expr.NewRef(i, f.Type)
		nulls = append(nulls, expr.IsNullOf(ref))
		notNulls = append(notNulls, expr.IsNotNullOf(ref))
	}
	for _, a := range q.Args {
		if a.Type().Nullable {
			keyNulls = append(keyNulls, expr.IsNullOf(a))
		}
	}
	in := r.c.filter(rel, r.at.Span, expr.Disjunction(match, expr.Disjunction(append(nulls, keyNulls...)...)))
	in = r.c.project(in, []expr.Expr{expr.Conjunction(notNulls...)}, []string{"cs"})
	var right *logical.Node
	if len(r.vars) == 0 {
		agg := aggregate(&logical.Aggregate{Group: []int{0}, Calls: []logical.AggCall{countCall("c")}}, r.at.Span, in)
		fetch := int64(1)
		right = node(&logical.Sort{Fields: []logical.SortField{{Column: 0, Descending: true}}, Fetch: &fetch}, agg.Row, r.at.Span, agg)
	} else {
		right = r.c.distinct(in)
	}
	at := len(r.n.Row.Fields)
	r.join(logical.Left, expr.True, right)
	var b expr.Expr = expr.True
	if l == trueFalseUnknown {
		b = unknownBoolean
	}
	var args []expr.Expr
	if len(r.vars) == 0 {
		args = append(args, expr.IsNullOf(r.field(at+1)), expr.False)
	}
	args = append(args, expr.EqualsOf(r.field(at), expr.False), b)
	if len(keyNulls) > 0 {
		args = append(args, expr.Disjunction(keyNulls...), unknownBoolean)
	}
	args = append(args, expr.IsNotNullOf(r.field(at)), expr.True, expr.False)
	return caseOf(types.BooleanType, args...)
}

// some joins x op SOME (rel) by the extreme value of rel and counters.
func (r *remover) some(q *expr.SubQuery, rel *logical.Node) expr.Expr {
	k := someKind(q.Op)
	x := q.Args[0]
	var e expr.Expr
	if k == expr.NotEquals {
		e = r.someNotEqual(x, rel)
	} else {
		e = r.someOrdered(k, x, rel)
	}
	if !q.Type().Nullable {
		return expr.CastTo(e, e.Type().WithNullable(false))
	}
	return e
}

func someKind(o *expr.Operator) expr.OpKind {
	switch o {
	case expr.SomeLessOp:
		return expr.LessThan
	case expr.SomeLessEqOp:
		return expr.LessOrEqual
	case expr.SomeGreaterOp:
		return expr.GreaterThan
	case expr.SomeGreaterEqOp:
		return expr.GreaterOrEqual
	case expr.SomeNotEqOp:
		return expr.NotEquals
	}
	return expr.Equals
}

func (r *remover) extreme(op *expr.Operator, rel *logical.Node) logical.AggCall {
	return logical.AggCall{Op: op, Args: []int{0}, Filter: -1, Type: rel.Row.Fields[0].Type.WithNullable(true), Name: "m"}
}

// joinCounters joins an aggregate of rel; the result tells whether a marker column came along, for a correlated one.
func (r *remover) joinCounters(agg *logical.Aggregate, rel *logical.Node) (at int, marked bool) {
	at = len(r.n.Row.Fields)
	right := r.counters(agg, rel)
	if len(r.vars) == 0 {
		r.join(logical.Inner, expr.True, right)
		return at, false
	}
	list := append(identity(right.Row), expr.True)
	r.join(logical.Left, expr.True, r.c.project(right, list, append(right.Row.Names(), "trueLiteral")))
	return at, true
}

// literalRows makes rows of literals of a projection of literals over a known number of rows (RelBuilder.project).
func literalRows(n *logical.Node) *logical.Node {
	p := asProject(n)
	if p == nil {
		return n
	}
	row := make([]*expr.Literal, len(p.Exprs))
	for i, e := range p.Exprs {
		l, ok := e.(*expr.Literal)
		if !ok {
			return n
		}
		row[i] = l
	}
	rows := 0
	switch o := n.Input().Op.(type) {
	case *logical.Values:
		rows = len(o.Tuples)
	case *logical.Aggregate:
		if len(o.Group) > 0 || len(o.Sets) > 1 {
			return n
		}
		rows = 1
	default:
		return n
	}
	return node(&logical.Values{Tuples: slices.Repeat([][]*expr.Literal{row}, rows)}, n.Row, n.Span)
}

// counters aggregates rel; of calls that count the same, a column that is never NULL among them, one is made and given
// under both names (RelBuilder.aggregate).
func (r *remover) counters(agg *logical.Aggregate, rel *logical.Node) *logical.Node {
	once := *agg
	once.Calls = nil
	at := make([]int, len(agg.Calls))
	names := make([]string, len(agg.Calls))
	for i, c := range agg.Calls {
		names[i] = c.Name
		if c.Op == expr.CountOp && len(c.Args) == 1 && !c.Distinct && !rel.Row.Fields[c.Args[0]].Type.Nullable {
			c.Args = nil
		}
		at[i] = slices.IndexFunc(once.Calls, func(o logical.AggCall) bool {
			return o.Op == c.Op && o.Distinct == c.Distinct && slices.Equal(o.Args, c.Args)
		})
		if at[i] < 0 {
			at[i] = len(once.Calls)
			once.Calls = append(once.Calls, c)
		}
	}
	right := r.c.aggregateOver(&once, rel, r.at)
	if len(once.Calls) == len(agg.Calls) {
		return right
	}
	list := make([]expr.Expr, len(at))
	for i, k := range at {
		list[i] = expr.NewRef(k, right.Row.Fields[k].Type)
	}
	return r.c.project(right, list, names)
}

func (r *remover) someOrdered(k expr.OpKind, x expr.Expr, rel *logical.Node) expr.Expr {
	op := expr.MaxOp
	if k == expr.GreaterThan || k == expr.GreaterOrEqual {
		op = expr.MinOp
	}
	d := countCall("d", 0)
	if !rel.Row.Fields[0].Type.Nullable {
		d = countCall("d")
	}
	at, marked := r.joinCounters(&logical.Aggregate{Calls: []logical.AggCall{r.extreme(op, rel), countCall("c"), d}}, rel)
	m, c := r.field(at), r.field(at+1)
	cmp := expr.CompareOf(k, x, m)
	var args []expr.Expr
	if marked {
		args = append(args, expr.IsNullOf(r.last()), expr.False)
	}
	args = append(args, expr.EqualsOf(c, expr.IntLiteral(0)), expr.False, expr.IsCall(expr.IsTrue, cmp), expr.True,
		expr.CompareOf(expr.GreaterThan, c, r.field(at+2)), unknownBoolean, cmp)
	return caseOf(types.BooleanType, args...)
}

func (r *remover) someNotEqual(x expr.Expr, rel *logical.Node) expr.Expr {
	agg := &logical.Aggregate{Calls: []logical.AggCall{countCall("c"), countCall("d", 0), r.extreme(expr.MaxOp, rel)}}
	in := rel
	if len(r.vars) == 0 {
		in = r.c.distinct(rel)
	} else {
		agg.Calls[0].Distinct, agg.Calls[1].Distinct = true, true
	}
	at, marked := r.joinCounters(agg, in)
	c, d, m := r.field(at), r.field(at+1), r.field(at+2)
	one := expr.IntLiteral(1)
	differs := expr.CompareOf(expr.NotEquals, x, m)
	var args []expr.Expr
	if marked {
		args = append(args, expr.IsNullOf(r.last()), expr.False)
	}
	args = append(args, expr.EqualsOf(c, expr.IntLiteral(0)), expr.False,
		expr.IsNullOf(x), unknownBoolean,
		expr.Conjunction(expr.CompareOf(expr.NotEquals, d, c), expr.CompareOf(expr.LessOrEqual, d, one)),
		expr.Disjunction(differs, unknownBoolean),
		expr.EqualsOf(d, one), differs, expr.True)
	return caseOf(types.BooleanType, args...)
}
