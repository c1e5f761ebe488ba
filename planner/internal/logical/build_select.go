package logical

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

// selects makes the tree of a SELECT (convertSelectImpl).
func (b *builder) selects(s *ast.Select, top bool) *Node {
	info := b.in.Selects[s]
	b.nested++
	b.session.Budget.Nest(b.nested, "queries", s.Span())
	defer func() { b.nested-- }()
	bb := b.newBoard(info.From, top)
	bb.sel = info
	if s.From == nil {
		bb.setRoot(oneRow(s.Span()))
	} else {
		bb.setRoot(bb.unaliased(s.From))
	}
	bb.where(s.Where)
	fields, extra := bb.orderFields(info)
	if info.Aggregating {
		bb.aggregate(info, extra)
	} else {
		bb.selectList(info, extra)
	}
	bb.qualify(s.Qualify)
	if info.Distinct {
		bb.distinct()
	}
	bb.order(info, fields, extra)
	return b.attach(bb.root, s.Hints)
}

// where makes the Filter of WHERE, which is not simplified (convertWhere).
func (b *board) where(x ast.Expr) {
	if x == nil {
		return
	}
	cond := expr.RemoveNullabilityCast(b.condition(x))
	if expr.AlwaysTrue(cond) {
		return
	}
	op := &Filter{Cond: cond}
	n := rel1(op, b.root.Row, x.Span(), b.root)
	if use := b.correlationUse(n); use != nil {
		f := *use.node.Op.(*Filter)
		f.Variables = []int{use.id}
		n = rel1(&f, n.Row, n.Span, use.node.Input())
	}
	b.setRoot(n)
}

// condition binds a condition; a NOT over an IN is moved down to it (pushDownNotForIn).
func (b *board) condition(x ast.Expr) expr.Expr {
	if !containsIn(x) {
		return b.convert(x)
	}
	b.bindLists(x)
	return b.pushNot(x, false)
}

// bindLists binds the INs of values in a condition before the rest of it, which numbers the outer rows that they read
// first (SqlToRelConverter.replaceSubQueries).
func (b *board) bindLists(x ast.Expr) {
	ast.Children(x, func(y ast.Expr) bool {
		b.bindLists(y)
		return true
	})
	if in, ok := x.(*ast.In); ok && in.Query == nil {
		if b.lists == nil {
			b.lists = map[ast.Expr]expr.Expr{}
		}
		b.lists[in] = b.convert(in)
	}
}

func containsIn(x ast.Expr) bool {
	found := false
	ast.Walk(x, func(e ast.Expr) bool {
		if _, ok := e.(*ast.In); ok {
			found = true
		}
		return !found
	})
	return found
}

// pushNot binds x, or NOT x; only through what has an IN in it does the NOT go down.
func (b *board) pushNot(x ast.Expr, negated bool) expr.Expr {
	if containsIn(x) {
		switch e := x.(type) {
		case *ast.BinaryExpr:
			if e.Op != "AND" && e.Op != "OR" {
				break
			}
			terms := []expr.Expr{b.pushNot(e.L, negated), b.pushNot(e.R, negated)}
			if (e.Op == "AND") != negated {
				return expr.At(flat(expr.AndOp, terms), e.Span())
			}
			return expr.At(flat(expr.OrOp, terms), e.Span())
		case *ast.Unary:
			if e.Op == "NOT" {
				return b.pushNot(e.X, !negated)
			}
		case *ast.Case:
			if c, ok := b.convert(x).(*expr.Call); ok && negated && c.Op.Op == expr.Case && len(c.Args) == 2*len(e.Whens)+1 {
				return b.negatedCase(e, c)
			}
		}
	}
	c := b.convert(x)
	if !negated {
		return c
	}
	if in, ok := x.(*ast.In); ok && in.Not {
		if n, ok := c.(*expr.Call); ok && n.Op.Op == expr.Not {
			return n.Args[0]
		}
	}
	return expr.At(expr.NotOf(c).(*expr.Call), x.Span())
}

// negatedCase is a CASE with its values negated; an ELSE of NULL stays.
func (b *board) negatedCase(e *ast.Case, c *expr.Call) expr.Expr {
	args := append([]expr.Expr(nil), c.Args...)
	for i, w := range e.Whens {
		args[2*i+1] = b.pushNot(w.Then, true)
	}
	if last := len(args) - 1; e.Else != nil && !expr.IsNullLiteral(args[last]) {
		args[last] = b.pushNot(e.Else, true)
	}
	return expr.At(expr.NewCall(expr.CaseOp, expr.CaseType(types.BooleanType, args), args...), e.Span())
}

// flat is an AND or OR of terms, its own kind among them taken apart (RexUtil.flatten).
func flat(op *expr.Operator, terms []expr.Expr) *expr.Call {
	return expr.Predicate(op, expr.Flatten(op.Op, terms)...)
}

// selectList makes the Project of a select list and of the ORDER BY expressions that it lacks (convertSelectList).
func (b *board) selectList(info *validate.Select, extra []ast.Expr) {
	items := make([]namedExpr, 0, len(info.Items)+len(extra))
	names := make([]string, 0, cap(items))
	for i := range info.Items {
		it := &info.Items[i]
		items = append(items, namedExpr{e: b.convert(it.X)})
		names = append(names, aliasAt(it, i))
	}
	for i, x := range extra {
		items = append(items, namedExpr{e: b.convert(x)})
		names = append(names, aliasOf(x, len(info.Items)+i))
	}
	names = uniquify(deriveAliases(names))
	for i := range items {
		items[i].name = names[i]
	}
	at := info.Node.ItemsAt
	n := projectNamed(b.root, items, true, nil, at)
	if use := b.correlationUse(n); use != nil {
		es := use.node.Op.(*Project).Exprs
		for i := range items {
			items[i] = namedExpr{e: es[i], name: names[i]}
		}
		n = projectNamed(b.root, items, true, []int{use.id}, at)
	}
	b.setRoot(n)
}

// aliasAt is the name of the select item at position i.
func aliasAt(it *validate.Item, i int) string {
	if it.Derived {
		return "EXPR$" + strconv.Itoa(i)
	}
	return it.Name
}

func aliasOf(x ast.Expr, i int) string {
	if name, given := validate.NameOf(x); given {
		return name
	}
	return "EXPR$" + strconv.Itoa(i)
}

// deriveAliases appends the smallest number to an alias that was there before (SqlToRelConverter.deriveAlias).
func deriveAliases(names []string) []string { return uniquify(names) }

// qualify makes the Project and Filter of QUALIFY (convertQualify).
func (b *board) qualify(x ast.Expr) {
	if x == nil {
		return
	}
	p, ok := b.root.Op.(*Project)
	if !ok {
		have := "org.apache.calcite.rel.logical.Logical" + b.root.Op.Name()
		const want = "org.apache.calcite.rel.logical.LogicalProject"
		diag.Fail("java.lang.ClassCastException", x.Span(), "class %s cannot be cast to class %s (%s and %s are in unnamed module of loader 'app')",
			have, want, have, want)
	}
	top := b.root
	b.inputs = []*Node{top.Input()}
	cond := b.convert(x)
	b.setRoot(top)
	same := expr.Map(cond, func(e expr.Expr) expr.Expr {
		switch e.(type) {
		case *expr.Call, *expr.Over:
			for i, q := range p.Exprs {
				if q.Digest() == e.Digest() {
					return expr.NewRef(i, q.Type())
				}
			}
		}
		return e
	})
	var items []namedExpr
	in := top
	if same.Digest() == cond.Digest() {
		in = top.Input()
		for i, e := range p.Exprs {
			items = append(items, namedExpr{e: e, name: top.Row.Fields[i].Name})
		}
		items = append(items, namedExpr{e: cond, name: "QualifyExpression"})
	} else {
		for i, r := range refs(top) {
			items = append(items, namedExpr{e: r.e, name: top.Row.Fields[i].Name})
		}
		items = append(items, namedExpr{e: same, name: "QualifyExpression"})
	}
	n := project(in, items, false, nil, top.Span)
	last := len(n.Row.Fields) - 1
	n = filter(n, expr.NewRef(last, n.Row.Fields[last].Type), x.Span())
	n = project(n, refs(n)[:len(p.Exprs)], false, nil, top.Span)
	b.setRoot(n)
}

// distinct groups by all columns; columns that are computed alike are grouped by once (distinctify).
func (b *board) distinct() {
	at := b.root.Span
	p, ok := b.root.Op.(*Project)
	if ok {
		first := map[string]int{}
		origin := make([]int, len(p.Exprs))
		squished := map[int]int{}
		var items []namedExpr
		for i, e := range p.Exprs {
			k, seen := first[e.Digest()]
			if !seen {
				first[e.Digest()] = i
				k = i
				squished[i] = len(items)
				items = append(items, namedExpr{e: expr.NewRef(i, e.Type()), name: b.root.Row.Fields[i].Name})
			}
			origin[i] = k
		}
		if len(items) < len(p.Exprs) {
			names := b.root.Row.Names()
			n := plainProject(b.root, items, at)
			n = b.group(n, allColumns(n), nil, nil, at)
			undo := make([]namedExpr, len(origin))
			for i, o := range origin {
				k := squished[o]
				undo[i] = namedExpr{e: expr.NewRef(k, n.Row.Fields[k].Type), name: names[i]}
			}
			b.setRoot(plainProject(n, undo, at))
			return
		}
	}
	b.setRoot(b.group(b.root, allColumns(b.root), nil, nil, at))
}

func allColumns(n *Node) []int {
	out := make([]int, len(n.Row.Fields))
	for i := range out {
		out[i] = i
	}
	return out
}

// plainProject is LogicalProject.create: nothing is simplified or renamed.
func plainProject(in *Node, items []namedExpr, at source.Span) *Node {
	fields := make([]types.Field, len(items))
	for i := range items {
		fields[i] = types.Field{Name: items[i].name, Type: items[i].e.Type()}
	}
	return rel1(&Project{Exprs: exprsOf(items)}, types.RowType(fields...), at, in)
}

// orderFields finds the columns to order by: select items where an expression is one, otherwise expressions that the
// select list gets on top (gatherOrderExprs).
func (b *board) orderFields(info *validate.Select) (fields []SortField, extra []ast.Expr) {
	if len(info.Order) == 0 || !b.top && info.Limit == nil && (info.Offset == nil || isZero(info.Offset)) {
		return nil, nil
	}
	keys := make([]string, 0, len(info.Items))
	for i := range info.Items {
		keys = append(keys, b.in.Key(info.Items[i].X))
	}
	for _, o := range info.Order {
		x := o.X
		if id, ok := x.(*ast.Ident); ok {
			if c := b.in.Columns[id]; c != nil && c.Alias != nil {
				x = c.Alias
			}
		}
		k := b.in.Key(x)
		at := -1
		for i := range keys {
			if keys[i] == k {
				at = i
				break
			}
		}
		if at < 0 {
			at = len(keys)
			keys = append(keys, k)
			extra = append(extra, x)
		}
		f := SortField{Column: at, Descending: o.Desc, NullsFirst: !o.Desc}
		switch o.Nulls {
		case "FIRST":
			f.NullsFirst = true
		case "LAST":
			f.NullsFirst = false
		}
		if !slices.ContainsFunc(fields, func(g SortField) bool { return g.Column == f.Column }) { // RelCollations.of
			fields = append(fields, f)
		}
	}
	return fields, extra
}

func isZero(x ast.Expr) bool {
	n, ok := x.(*ast.Number)
	return ok && strings.Trim(n.Text, "0.") == ""
}

// order makes the Sort of ORDER BY, OFFSET and LIMIT (convertOrder).
func (b *board) order(info *validate.Select, fields []SortField, extra []ast.Expr) {
	if len(fields) == 0 && info.Limit == nil && (info.Offset == nil || isZero(info.Offset)) {
		return
	}
	var at source.Span
	for i := range info.Order {
		at = at.Join(info.Order[i].Span())
	}
	if info.Limit != nil {
		at = at.Join(info.Limit.Span())
	}
	sort := &Sort{Fields: distinctFields(fields)}
	sort.Offset, sort.Written[0] = number(info.Offset)
	sort.Fetch, sort.Written[1] = number(info.Limit)
	n := rel1(sort, b.root.Row, at, b.root)
	if len(extra) > 0 && !b.top {
		items := refs(n)[:len(n.Row.Fields)-len(extra)]
		for i := range items {
			items[i].name = n.Row.Fields[i].Name
		}
		n = plainProject(n, items, at)
	}
	b.setRoot(n)
}

// distinctFields keeps the first of the fields that name one column (RelCollations.of, canonized).
func distinctFields(in []SortField) []SortField { return in }

// number is what LIMIT or OFFSET says: of a number its whole part, as far as 32 bits hold it (RexLiteral.intValue), and the
// number itself with its type where that is another one.
func number(x ast.Expr) (n *int64, written string) {
	if x == nil {
		return nil, ""
	}
	if p, ok := x.(*ast.Param); ok {
		panic(diag.Newf(diag.AssertionError, x.Span(), "not a literal: ?%d", p.Index).
			Wrap(diag.AssertionError, fmt.Sprintf("Sql optimization: Assertion error: not a literal: ?%d", p.Index)))
	}
	l, ok := x.(*ast.Number)
	if !ok {
		diag.Unknown(x.Span(), "an expression as LIMIT or OFFSET")
	}
	exact, ok := new(big.Rat).SetString(l.Text)
	if !ok {
		diag.Unknown(x.Span(), "the number %s as LIMIT or OFFSET", l.Text)
	}
	whole := new(big.Int).Quo(exact.Num(), exact.Denom())
	v := int64(int32(new(big.Int).And(whole, big.NewInt(math.MaxUint32)).Uint64()))
	if exact.IsInt() && whole.IsInt64() && v == whole.Int64() {
		return &v, ""
	}
	written = l.Text + ":BIGINT"
	if _, scale, decimal := strings.Cut(l.Text, "."); decimal {
		written = fmt.Sprintf("%s:DECIMAL(%d, %d)", l.Text, len(l.Text)-1, len(scale))
	}
	return &v, written
}

// empty is a relation without rows.
func empty(row *types.Type, at source.Span) *Node { return rel.New[Op](&Values{}, row, at) }
