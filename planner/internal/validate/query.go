package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// query validates a query that sees sc, and gives its row.
func (v *validator) query(sc *Scope, q ast.Query) *Namespace {
	if ns := v.Queries[q]; ns != nil {
		return ns
	}
	v.Session.Budget.Check()
	ns := v.newQuery(sc, q)
	v.Queries[q] = ns
	return ns
}

func (v *validator) newQuery(sc *Scope, q ast.Query) *Namespace {
	switch q := q.(type) {
	case *ast.Select:
		return v.selects(sc, q, nil)
	case *ast.OrderBy:
		return v.orderBy(sc, q)
	case *ast.With:
		return v.with(sc, q, nil)
	case *ast.SetOp:
		return v.setOp(sc, q)
	case *ast.Values:
		return v.values(sc, q)
	case *ast.TableQuery:
		s := v.Rewritten[q]
		if s == nil {
			s = v.starOver(q, &ast.TableName{Base: ast.At(q.Table.Span()), Name: q.Table})
		}
		return v.selects(sc, s, nil)
	}
	v.fail(q.Span(), "Non-query expression encountered in illegal context")
	return nil
}

// starOver makes SELECT * FROM t to stand for q.
func (v *validator) starOver(q ast.Query, t ast.TableExpr) *ast.Select {
	s := &ast.Select{Items: []ast.SelectItem{{X: &ast.Ident{Star: true}}}, From: t}
	v.Rewritten[q] = s
	return s
}

// orderBy puts ORDER BY into the SELECT that it follows, or into one made over another query.
func (v *validator) orderBy(sc *Scope, q *ast.OrderBy) *Namespace {
	switch inner := q.Query.(type) {
	case *ast.Select:
		return v.selects(sc, inner, q)
	case *ast.With:
		if _, ok := inner.Body.(*ast.Select); ok {
			return v.with(sc, inner, q)
		}
	case *ast.TableQuery:
		s := v.Rewritten[inner]
		if s == nil {
			s = v.starOver(inner, &ast.TableName{Base: ast.At(inner.Table.Span()), Name: inner.Table})
		}
		v.Rewritten[q] = s
		return v.selects(sc, s, q)
	}
	s := v.starOver(q, &ast.Derived{Base: ast.At(q.Query.Span()), Query: q.Query})
	return v.selects(sc, s, q)
}

// with makes each item known to the next and to the body (WithScope, WithItemNamespace). The order is that of an ORDER BY
// around the whole.
func (v *validator) with(sc *Scope, w *ast.With, order *ast.OrderBy) *Namespace {
	for i := range w.Items {
		it := &w.Items[i]
		var ns *Namespace
		if union := RecursiveUnion(it); union != nil {
			ns = v.recursive(sc, it, union)
		} else {
			ns = v.withColumns(it, v.query(sc, it.Query))
		}
		sc = &Scope{Kind: WithScope, Parent: sc, With: []*withItem{{node: it, ns: ns}}}
	}
	var ns *Namespace
	if s, ok := w.Body.(*ast.Select); ok {
		ns = v.selects(sc, s, order)
		v.Queries[s] = ns
	} else {
		ns = v.query(sc, w.Body)
	}
	return ns
}

// RecursiveUnion is the UNION of an item of WITH RECURSIVE whose second part names the item, nil if it has none.
func RecursiveUnion(it *ast.WithItem) *ast.SetOp {
	q, ok := it.Query.(*ast.SetOp)
	if !ok || !it.Recursive || q.Op != "UNION" || !namesTable(q.R, it.Name.Text) {
		return nil
	}
	return q
}

// recursive validates an item that reads itself: as the first part of its UNION gives it (WithRecursiveScope).
func (v *validator) recursive(sc *Scope, it *ast.WithItem, q *ast.SetOp) *Namespace {
	l := v.query(sc, q.L)
	self := v.withColumns(it, l)
	inner := &Scope{Kind: WithScope, Parent: sc, With: []*withItem{{node: it, ns: self}}}
	ns := v.bothSides(q, l, v.query(inner, q.R))
	v.Queries[q] = ns
	return v.withColumns(it, ns)
}

func (v *validator) withColumns(it *ast.WithItem, in *Namespace) *Namespace {
	names := in.Row.Names()
	if len(it.Columns) == 0 {
		if i := firstDuplicate(names); i >= 0 {
			v.fail(it.Query.Span(), "Column has duplicate column name '"+names[i]+"' and no column list specified")
		}
		return &Namespace{Row: in.Row, With: it, Query: it.Query}
	}
	if len(it.Columns) != len(names) {
		v.fail(it.ColumnsAt, "Number of columns must match number of query columns")
	}
	fields := append([]types.Field(nil), in.Row.Fields...)
	seen := map[string]bool{}
	for i := range fields {
		n := it.Columns[i].Text
		if seen[n] {
			v.fail(it.Columns[i].Span(), "Duplicate name '"+n+"' in column list")
		}
		seen[n] = true
		fields[i].Name = n
	}
	return &Namespace{Row: types.RowType(fields...), With: it, Query: it.Query}
}

func firstDuplicate(names []string) int {
	seen := make(map[string]bool, len(names))
	for i, n := range names {
		if seen[n] {
			return i
		}
		seen[n] = true
	}
	return -1
}

// setOp checks that both sides fit (SetopNamespace, SetopOperandTypeChecker).
func (v *validator) setOp(sc *Scope, q *ast.SetOp) *Namespace {
	return v.bothSides(q, v.query(sc, q.L), v.query(sc, q.R))
}

func (v *validator) bothSides(q *ast.SetOp, l, r *Namespace) *Namespace {
	name := q.Op
	if q.All {
		name += " ALL"
	}
	if len(l.Row.Fields) != len(r.Row.Fields) {
		v.fail(v.selectListOf(q.R), "Column count mismatch in "+name)
	}
	fields := make([]types.Field, len(l.Row.Fields))
	for i, f := range l.Row.Fields {
		t := types.LeastRestrictive(f.Type, r.Row.Fields[i].Type)
		if t == nil {
			v.fail(v.itemOf(q.L, i), "Type mismatch in column "+grouped(i+1)+" of "+name)
		}
		fields[i] = types.Field{Name: f.Name, Type: t}
	}
	return &Namespace{Row: types.RowType(fields...), Query: q}
}

// selectListOf is the text of a query's select list, or of the whole query.
func (v *validator) selectListOf(q ast.Query) source.Span {
	if s := v.Rewritten[q]; s != nil {
		return source.Span{}
	}
	if s, ok := q.(*ast.Select); ok {
		return s.ItemsAt
	}
	return q.Span()
}

// itemOf is the text of a column of a query (SqlUtil.getSelectListItem).
func (v *validator) itemOf(q ast.Query, i int) source.Span {
	switch q := q.(type) {
	case *ast.Select:
		if s := v.Selects[q]; s != nil && i < len(s.Items) {
			return s.Items[i].Span
		}
	case *ast.Values:
		return q.Rows[0].Items[i].Span()
	case *ast.OrderBy:
		return v.itemOf(q.Query, i)
	case *ast.With:
		return v.itemOf(q.Body, i)
	case *ast.SetOp:
		return v.itemOf(q.L, i)
	}
	return q.Span()
}

// values gives the row of VALUES: the common types of its rows' elements (validateValues). A NULL is refused after all that
// has a type.
func (v *validator) values(sc *Scope, q *ast.Values) *Namespace {
	written := v.RowsOf(q)
	for _, r := range written {
		for _, x := range r.Items {
			switch x.(type) {
			case *ast.Null:
			case *ast.Default:
				v.fail(x.Span(), "No match found for function signature DEFAULT")
			default:
				v.unknownCalls(sc, x)
				v.typeOf(sc, x)
			}
		}
	}
	rows := make([][]*types.Type, len(written))
	for i, r := range written {
		if i > 0 && len(r.Items) != len(written[0].Items) {
			v.fail(q.Span(), "Values passed to VALUES operator must have compatible types")
		}
		for _, x := range r.Items {
			rows[i] = append(rows[i], v.finalType(sc, x))
		}
	}
	fields := make([]types.Field, len(written[0].Items))
	for c := range fields {
		ts := make([]*types.Type, len(rows))
		for i := range rows {
			ts[i] = rows[i][c]
		}
		t := types.LeastRestrictive(ts...)
		if t == nil {
			v.fail(q.Span(), "Values passed to VALUES operator must have compatible types")
		}
		name, given := NameOf(written[0].Items[c])
		if !given {
			name = "EXPR$" + itoa(c)
		}
		fields[c] = types.Field{Name: name, Type: t}
	}
	return &Namespace{Row: types.RowType(fields...), Query: q}
}

// unknownCalls refuses an expression of VALUES or ORDER BY with a function that nobody knows, which is looked for there before
// a NULL without a type is.
func (v *validator) unknownCalls(sc *Scope, x ast.Expr) {
	null, unknown := false, false
	ast.Walk(x, func(e ast.Expr) bool {
		switch c := e.(type) {
		case *ast.Null:
			null = true
		case *ast.Call:
			unknown = unknown || c.Special == "" && !c.NoParens && len(c.Name.Parts) == 1 && v.functionOf(c) == nil
		}
		return true
	})
	if null && unknown {
		v.derive(sc, x)
	}
}
