package logical

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

// table reads a table or view (CatalogSourceTable.toRel, SqlCatalogViewTable.convertToRel).
func (b *board) table(t *catalog.Table, name *ast.TableName) *Node {
	if t.View != nil {
		return b.view(t, name)
	}
	hints := tableHints(name.Hints)
	options := map[string]string{}
	for _, h := range hints {
		if strings.EqualFold(h.Name, "OPTIONS") {
			for _, kv := range h.KV {
				options[kv.Key] = kv.Value
			}
		}
	}
	if len(options) > 0 && !b.session.Settings.Bool("table.dynamic-table-options.enabled") {
		diag.Fail(diag.Validation, name.Span(), "The 'OPTIONS' hint is allowed only when the config option 'table.dynamic-table-options.enabled' is set to true.")
	}
	if kind := t.Legacy("Source"); kind != connector.NotLegacy {
		return b.scan(t, connector.LegacySource(kind), hints, name.Name.Span())
	}
	src, err := connector.OpenSource(t.ForConnector(b.session, options))
	if err != nil {
		panic(diag.Place(err, name.Name.Span()))
	}
	return b.scan(t, src, hints, name.Name.Span())
}

// view makes the tree of a view's query, validated now; its columns get the view's names.
func (b *board) view(t *catalog.Table, name *ast.TableName) *Node {
	row := validate.RowOf(t)
	if b.rowOnly && len(name.Hints) == 0 && b.session.Converted(t.View) {
		return rel.New[Op](&Scan{Table: t}, row, name.Name.Span())
	}
	b.depth++
	b.session.Budget.Nest(b.depth, "views", name.Span())
	defer func() { b.depth-- }()
	in, err := validate.OfView(b.session, t.View)
	if err != nil {
		panic(diag.Place(err, name.Name.Span()))
	}
	inner := newBuilder(in)
	inner.depth, inner.shift = b.depth, b.session.Places.Enter(t.View.Text, name.Name.Span().Shift(b.shift))
	n := Shift(inner.root(t.View.Query), b.session.Places, inner.shift)
	b.hinted = b.hinted || inner.hinted || inner.queryHints // what has hints by now hands them down once more
	if len(row.Fields) == len(n.Row.Fields) && !row.Equal(n.Row) {
		n = castRow(n, row, name.Name.Span())
	}
	if len(name.Hints) > 0 {
		diag.Fail(diag.Validation, name.Span(), "View '%s' cannot be enriched with new options. Hints can only be applied to tables.", t.ID.Quoted())
	}
	return n
}

// Shift moves the spans of a tree that count in its own text to the offsets that the text was given. It stops at what was
// moved already: the trees of views inside.
func Shift(n *Node, places *source.Places, by int) *Node {
	if !places.Own(n.Span) {
		return n
	}
	in := make([]*Node, len(n.Inputs))
	for i, x := range n.Inputs {
		in[i] = Shift(x, places, by)
	}
	if n = n.WithInputs(in...); n.Span.IsZero() {
		return n
	}
	return n.WithSpan(n.Span.Shift(by))
}

// scan makes LogicalTableScan, the projection of metadata and computed columns, and the watermark
// (DynamicSourceUtils.convertSourceToRel).
func (b *board) scan(t *catalog.Table, src *connector.Source, hints []Hint, at source.Span) *Node {
	if err := t.CheckSource(src, b.session.Settings); err != nil {
		panic(diag.Place(err, at))
	}
	metadata := t.ReadMetadata(src.Metadata)
	var fields []types.Field
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Kind == catalog.Physical {
			fields = append(fields, types.Field{Name: c.Name, Type: c.Type})
		}
	}
	op := &Scan{Table: t, Source: src, Hints: hints}
	if len(metadata) > 0 {
		keys := make([]string, len(metadata))
		names := make([]string, len(metadata))
		for i, m := range metadata {
			keys[i], names[i] = m.Key, m.Column.Name
			fields = append(fields, types.Field{Name: m.Column.Name, Type: m.Type})
		}
		op.Pushed = []Ability{{Name: "metadata", Text: strings.Join(keys, ", "), Columns: names}}
	}
	n := rel.New[Op](op, types.RowType(fields...), at)
	n = b.computed(t, n, at)
	if t.Watermark != nil {
		n = b.watermark(t, n, at)
	}
	return n
}

// computed makes the projection of metadata and computed columns, if there are any.
func (b *board) computed(t *catalog.Table, scan *Node, at source.Span) *Node {
	plain := true
	for i := range t.Columns {
		plain = plain && t.Columns[i].Kind == catalog.Physical
	}
	if plain {
		return scan
	}
	columns := b.columnsBoard(t, scan)
	items := make([]namedExpr, len(t.Columns))
	for i := range t.Columns {
		c := &t.Columns[i]
		items[i].name = c.Name
		switch c.Kind {
		case catalog.Computed:
			items[i].e = columns.expression(c.Expr)
		default:
			items[i].e = columns.fields[c.Name]
		}
	}
	return projectNamed(scan, items, true, nil, at)
}

// columnsBoard converts expressions of a table's declaration over its scan.
type columnsBoard struct {
	*board
	table  *catalog.Table
	fields map[string]expr.Expr
	names  []string
}

func (b *board) columnsBoard(t *catalog.Table, n *Node) *columnsBoard {
	c := &columnsBoard{board: b, table: t, fields: map[string]expr.Expr{}}
	for i := range t.Columns {
		col := &t.Columns[i]
		if col.Kind == catalog.Computed {
			continue
		}
		k := n.Row.FieldIndex(col.Name)
		var e expr.Expr = expr.NewRef(k, n.Row.Fields[k].Type)
		if col.Kind == catalog.Metadata {
			e = expr.AbstractCast(e, col.Type)
		}
		c.fields[col.Name] = e
		c.names = append(c.names, col.Name)
	}
	return c
}

// expression validates and converts an expression over the table's columns.
func (c *columnsBoard) expression(x ast.Expr) expr.Expr {
	var fields []types.Field
	for _, n := range c.names {
		fields = append(fields, types.Field{Name: n, Type: c.fields[n].Type()})
	}
	in, err := validate.Columns(c.session, x, nil, types.RowType(fields...))
	if err != nil {
		panic(err)
	}
	return in.Convert(&declared{in: in, columns: c}, x)
}

// declared is the blackboard of a declaration's expressions: names are the table's columns.
type declared struct {
	in      *validate.Info
	columns *columnsBoard
}

// Known implements validate.Blackboard.
func (d *declared) Known(ast.Expr) expr.Expr { return nil }

// Column implements validate.Blackboard.
func (d *declared) Column(id *ast.Ident) expr.Expr {
	c := d.in.Columns[id]
	e := d.columns.fields[d.columns.names[c.Field]]
	for _, p := range c.Path {
		e = expr.ReadField(e, p)
	}
	return e
}

// Over implements validate.Blackboard.
func (d *declared) Over(c *ast.Call) expr.Expr {
	diag.Unknown(c.Span(), "OVER in a table's declaration")
	return nil
}

// Subquery implements validate.Blackboard.
func (d *declared) Subquery(x ast.Expr) expr.Expr {
	diag.Unknown(x.Span(), "a query in a table's declaration")
	return nil
}

// watermark makes LogicalWatermarkAssigner; its expression is over the full row, and simplified before anything else is
// (WatermarkUtils.simplify).
func (b *board) watermark(t *catalog.Table, n *Node, at source.Span) *Node {
	k := n.Row.FieldIndex(t.Watermark.Column)
	c := &columnsBoard{board: b, table: t, fields: map[string]expr.Expr{}}
	fields := append([]types.Field(nil), n.Row.Fields...)
	for i, f := range n.Row.Fields {
		c.fields[f.Name] = expr.NewRef(i, f.Type)
		c.names = append(c.names, f.Name)
	}
	e := expr.Simplify(c.expression(t.Watermark.Expr), expr.NullUnknown, nil)
	fields[k].Type = fields[k].Type.WithTime(types.Rowtime).Indicator()
	return rel1(&WatermarkAssigner{Rowtime: k, Watermark: e}, types.RowType(fields...), at, n)
}
