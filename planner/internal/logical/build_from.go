package logical

import (
	"strconv"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

// from makes the tree of an item of FROM (convertFrom). columns are those of an alias around it, nil if none were given.
func (b *board) from(t ast.TableExpr, columns []ast.Name) *Node {
	n := b.item(t, columns)
	b.session.Budget.Columns(len(n.Row.Fields))
	return n
}

// unaliased is from for what has no alias around it. To hints, an item that nobody named has a name of its own: those of
// the tables that it reads are not its names.
func (b *board) unaliased(t ast.TableExpr) *Node {
	n := b.from(t, nil)
	switch t.(type) {
	case *ast.Derived, *ast.Unnest, *ast.TableFunction, *ast.MatchRecognize:
		if b.queryHints {
			n = withAliasHint(n, "EXPR$0")
		}
	}
	return n
}

func (b *board) item(t ast.TableExpr, columns []ast.Name) *Node {
	switch t := t.(type) {
	case *ast.TableName:
		return b.tableName(t)
	case *ast.Aliased:
		return b.aliased(t)
	case *ast.JoinParen:
		return b.from(t.Join, columns)
	case *ast.Join:
		return b.join(t)
	case *ast.Derived:
		if v, ok := t.Query.(*ast.Values); ok {
			n := b.values(v, nil, false)
			if columns != nil {
				n = rename(n, nameTexts(columns), n.Span)
			}
			return n
		}
		return b.query(t.Query, false)
	case *ast.Unnest:
		return b.unnest(t, columns)
	case *ast.TableFunction:
		return b.tableFunction(t)
	case *ast.MatchRecognize:
		return b.match(t)
	case *ast.Tablesample:
		return b.sample(t)
	case *ast.Extended:
		diag.Fail(diag.Runtime, t.Span(), "Cannot extend null")
	case *ast.Pivot:
		diag.Fail("java.lang.NullPointerException", t.Span(), "Cannot invoke \"org.apache.calcite.sql.validate.SqlValidator.getTypeFactory()\" because \"validator\" is null")
	case *ast.Unpivot:
		return b.unpivot(t)
	}
	diag.Unknown(t.Span(), "this item of FROM")
	return nil
}

func nameTexts(names []ast.Name) []string {
	out := make([]string, len(names))
	for i := range names {
		out[i] = names[i].Text
	}
	return out
}

func (b *board) aliased(t *ast.Aliased) *Node {
	name, plain := t.Table.(*ast.TableName)
	var n *Node
	if plain {
		n = b.relation(name, false)
	} else {
		n = b.from(t.Table, t.Columns)
	}
	if b.queryHints {
		n = withAliasHint(n, t.Alias.Text)
	}
	return n
}

// tableName reads an item of WITH, a view or a table, as it is at a point in time where it says so.
func (b *board) tableName(t *ast.TableName) *Node {
	return b.relation(t, b.queryHints)
}

// relation is tableName with or without an ALIAS hint on what is read.
func (b *board) relation(t *ast.TableName, alias bool) *Node {
	var n *Node
	if w := b.in.Tables[t].With; w != nil {
		if n = b.recursion(w, t); n == nil {
			n = b.query(w.Query, false)
		}
	} else {
		n = b.table(b.in.Tables[t].Table, t)
	}
	if alias {
		n = withAliasHint(n, t.Name.Simple())
	}
	if t.Snapshot == nil {
		return n
	}
	if b.in.Untimed[t] {
		diag.Fail(diag.Validation, t.Snapshot.Span(), "Temporal Table Join requires time attribute in the left table, but no time attribute found.")
	}
	sc := b.newBoard(b.in.Scopes[t], false)
	period := sc.convert(t.Snapshot.X)
	if b.in.Constant[t] {
		period = expr.FoldConstant(period)
	}
	return rel1(&Snapshot{Period: period}, n.Row, t.Snapshot.Span(), n)
}

// recursion refuses an item of WITH that reads itself. Before that, a join with itself meets a table that Flink does not
// know. Who asks for no more than the row gets it.
func (b *board) recursion(w *ast.WithItem, t *ast.TableName) *Node {
	q := validate.RecursiveUnion(w)
	if q == nil {
		return nil
	}
	if b.rowOnly {
		return rel.New[Op](&Values{}, b.in.Tables[t].Row, t.Span())
	}
	joins := false
	ast.Inspect(q.R, func(n ast.Node) bool {
		_, join := n.(*ast.Join)
		joins = joins || join
		return !joins
	})
	if joins {
		const is, want = "org.apache.calcite.prepare.RelOptTableImpl", "org.apache.flink.table.planner.plan.schema.FlinkPreparingTableBase"
		diag.Fail("java.lang.ClassCastException", w.Span(), "class %s cannot be cast to class %s (%s and %s are in unnamed module of loader 'app')", is, want, is, want)
	}
	expr.CannotConvert("LogicalRepeatUnion", w.Span())
	return nil
}

// unnest makes Uncollect over the projected collections (convertUnnest).
func (b *board) unnest(t *ast.Unnest, columns []ast.Name) *Node {
	if len(t.Args) > 1 {
		diag.Unknown(t.Span(), "UNNEST of several collections")
	}
	sc := b.newBoard(b.in.Scopes[t], false)
	var items []namedExpr
	for i, x := range t.Args {
		items = append(items, namedExpr{e: sc.convert(x), name: aliasOf(x, i)})
	}
	n := project(oneRow(t.Span()), items, false, nil, t.Span())
	fields := []types.Field{}
	ordinal := 0
	for _, f := range n.Row.Fields {
		c := f.Type
		switch {
		case c.Kind == types.Map:
			fields = append(fields, types.Field{Name: "KEY", Type: c.Key}, types.Field{Name: "VALUE", Type: c.Elem})
		case c.Elem.HasFields():
			for _, g := range c.Elem.Fields {
				ft := g.Type
				if c.Elem.Nullable {
					ft = ft.WithNullable(true)
				}
				fields = append(fields, types.Field{Name: g.Name, Type: ft})
			}
		default:
			fields = append(fields, types.Field{Name: f.Name, Type: c.Elem})
			ordinal++
		}
	}
	if t.Ordinality {
		fields = append(fields, types.Field{Name: "ORDINALITY", Type: types.IntType.WithNullable(false)})
	}
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	for i, u := range uniquify(names) {
		fields[i].Name = u
	}
	u := rel1(&Uncollect{WithOrdinality: t.Ordinality}, types.RowType(fields...), t.Span(), n)
	if columns != nil {
		return rename(u, nameTexts(columns), t.Span())
	}
	return u
}

// sample is TABLESAMPLE of nothing, of everything or from a substitute, none of which leaves a trace
// (RelBuilder.sample); the streaming planner refuses all others later.
func (b *board) sample(t *ast.Tablesample) *Node {
	n := b.from(t.Table, nil)
	if t.Percent == nil {
		return n
	}
	switch p, _ := strconv.ParseFloat(t.Percent.Text, 64); p {
	case 0:
		return rel.New[Op](&Values{}, n.Row, t.Span())
	case 100:
		return n
	}
	expr.CannotConvert("Sample", t.Span())
	return nil
}

// values makes VALUES: constant rows if all are literals, otherwise a projection for each row and their union
// (convertRowValues, convertValuesImpl).
func (b *builder) values(q *ast.Values, sc *board, top bool) *Node {
	rows := b.in.RowsOf(q)
	row := b.in.Queries[q].Row
	bb := b.newBoard(nil, false)
	bb.inputs = []*Node{}
	if tuples := b.tuples(bb, rows, row); tuples != nil {
		return rel.New[Op](&Values{Tuples: tuples}, row, q.Span())
	}
	inputs := make([]*Node, len(rows))
	for i, r := range rows {
		items := make([]namedExpr, len(r.Items))
		for k, x := range r.Items {
			items[k] = namedExpr{e: bb.convert(x), name: aliasOf(x, k)}
		}
		inputs[i] = project(oneRow(r.Span()), items, false, nil, r.Span())
	}
	if len(inputs) == 1 {
		return inputs[0]
	}
	rs := make([]*types.Type, len(inputs))
	for i, n := range inputs {
		rs[i] = n.Row
	}
	return rel.New[Op](&SetOp{Kind: Union, All: true}, setRow(rs...), q.Span(), inputs...)
}

// tuples gives the rows as literals of the row's types, nil if one of them is not a literal (convertLiteralInValuesList).
func (b *builder) tuples(bb *board, rows []*ast.Row, row *types.Type) [][]*expr.Literal {
	out := make([][]*expr.Literal, len(rows))
	for i, r := range rows {
		for k, x := range r.Items {
			switch x.(type) {
			case *ast.Number, *ast.String, *ast.Bool, *ast.Binary, *ast.Datetime, *ast.Interval, *ast.Null:
			default:
				return nil
			}
			if b.in.Casts[x] != nil || row.Fields[k].Type.HasFields() {
				return nil
			}
			l, ok := bb.convert(x).(*expr.Literal)
			if !ok {
				return nil
			}
			out[i] = append(out[i], literalAs(l, row.Fields[k].Type))
		}
	}
	return out
}

// literalAs scales an exact number and pads a CHAR for the column (SqlToRelConverter.convertLiteral).
func literalAs(l *expr.Literal, t *types.Type) *expr.Literal {
	if d, ok := l.Value.(expr.Dec); ok && t.IsExact() {
		return expr.NewLiteral(d.Rescale(t.Scale), t.WithNullable(false))
	}
	if s, ok := l.Value.(expr.Str); ok && t.Kind == types.Char {
		return expr.NewLiteral(expr.Str(padRight(string(s), t.Precision)), types.CharType(t.Precision).WithNullable(false))
	}
	return l
}

func padRight(s string, n int) string {
	for range n - len([]rune(s)) {
		s += " "
	}
	return s
}
