package catalog

import (
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Ask is what declaring tables needs of the rooms above this one. Errors are *diag.Rejection or *diag.Unmodelled.
type Ask struct {
	// TypeOf types an expression over a row of columns (SqlValidator.validateParameterizedExpression); a refusal has no
	// prefix before Calcite's exception.
	TypeOf func(x ast.Expr, text *source.Text, columns []Column) (*types.Type, error)
	// Query validates a query, makes its tree and with it its sources, and gives the columns it yields.
	Query func(q ast.Query, text *source.Text) ([]Column, error)
	// View is Query for the query of a view with the column list, which must not name a column twice.
	View func(q ast.Query, text *source.Text, list []string) ([]Column, *Meant, error)
}

// schema is a table's schema while it is put together (SchemaBuilderUtil, Schema.Builder).
type schema struct {
	ask       Ask
	text      *source.Text
	columns   []Column
	key       *Key
	watermark []Watermark
	// fresh are the types that expressions may name: physical, metadata, computed columns that count for it.
	physical, metadata, computed []Column
}

func (b *schema) at(name string) int {
	for i := range b.columns {
		if b.columns[i].Name == name {
			return i
		}
	}
	return -1
}

// put adds a column, or replaces the one of its name in its place.
func (b *schema) put(c Column) {
	if i := b.at(c.Name); i >= 0 {
		b.columns[i] = c
		return
	}
	b.columns = append(b.columns, c)
}

func named(list []Column, name string) *Column {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// typeOf types an expression of the statement, or refuses.
func (b *schema) typeOf(x ast.Expr, text *source.Text, columns []Column) *types.Type {
	if b.ask.TypeOf == nil {
		diag.Unknown(x.Span(), "an expression in a table's declaration")
	}
	t, err := b.ask.TypeOf(x, text, columns)
	if err != nil {
		panic(err)
	}
	return t
}

// column resolves a written column, except for a computed column's type.
func (b *schema) column(c *ast.Column) Column {
	out := Column{Name: c.Name.Simple(), Span: c.Name.Span(), Text: b.text}
	if c.Comment != nil {
		out.Comment = c.Comment.Value
	}
	switch {
	case c.Expr != nil:
		out.Kind, out.Expr = Computed, c.Expr
	case c.Metadata:
		out.Kind, out.MetadataKey, out.Virtual = Metadata, out.Name, c.Virtual
		if c.From != nil {
			out.MetadataKey = c.From.Value
		}
		out.Type = DeclaredType(c.Type, b.text)
	default:
		out.Type = DeclaredType(c.Type, b.text)
	}
	return out
}

// constraints checks the written constraints and gives the primary key (SqlConstraintValidator, which runs before
// anything else of the statement is looked at).
func constraints(columns []ast.Column, table []ast.Constraint) *ast.Constraint {
	var all []*ast.Constraint
	for i := range columns {
		if c := columns[i].Constraint; c != nil {
			if len(c.Columns) == 0 {
				own := *c
				own.Columns = []ast.Name{columns[i].Name.Parts[0]}
				c = &own
			}
			all = append(all, c)
		}
	}
	for i := range table {
		all = append(all, &table[i])
	}
	var key *ast.Constraint
	for _, c := range all {
		if c.Primary {
			if key != nil {
				diag.Fail(diag.ValidateException, all[1].Span(), "Duplicate primary key definition")
			}
			key = c
		}
	}
	for _, c := range all {
		if !c.Primary {
			diag.Fail(diag.ValidateException, c.Span(), "UNIQUE constraint is not supported yet")
		}
		if c.Enforced != "NOT ENFORCED" {
			diag.Fail(diag.ValidateException, c.Span(), "Flink doesn't support ENFORCED mode for PRIMARY KEY constraint. "+
				"ENFORCED/NOT ENFORCED controls if the constraint checks are performed on the incoming/outgoing data. "+
				"Flink does not own the data therefore the only supported mode is the NOT ENFORCED mode")
		}
	}
	return key
}

// notNull makes the key's columns among the written ones NOT NULL (validateAndChangeColumnNullability).
func notNull(columns []Column, key *ast.Constraint) {
	if key == nil {
		return
	}
	for i := range columns {
		c := &columns[i]
		if c.Kind == Physical && slices.ContainsFunc(key.Columns, func(n ast.Name) bool { return n.Text == c.Name }) {
			c.Type = c.Type.WithNullable(false)
		}
	}
}

// setKey is SchemaBuilderUtil.setPrimaryKey.
func (b *schema) setKey(k *ast.Constraint) {
	if k == nil {
		return
	}
	key := &Key{Span: k.Span()}
	for _, n := range k.Columns {
		i := b.at(n.Text)
		if i < 0 {
			diag.Fail(diag.Validation, n.Span(), "Primary key column '%s' is not defined in the schema at %s", n.Text, diag.AtLine(b.text, n.Span()))
		}
		if b.columns[i].Kind != Physical {
			diag.Fail(diag.Validation, n.Span(), "Could not create a PRIMARY KEY with column '%s' at %s.\nA PRIMARY KEY constraint must be declared on physical columns.",
				n.Text, diag.AtLine(b.text, n.Span()))
		}
		key.Columns = append(key.Columns, n.Text)
	}
	key.Name = "PK_" + strings.Join(key.Columns, "_")
	if k.Name != nil {
		key.Name = k.Name.Text
	}
	b.key = key
}

// addWatermark is SchemaBuilderUtil.addWatermarks over the columns that the expression may name.
func (b *schema) addWatermark(w *ast.Watermark, columns []Column) {
	name := strings.Join(w.Column.Texts(), ".")
	first := named(columns, w.Column.Parts[0].Text)
	if first == nil {
		names := make([]string, len(columns))
		for i := range columns {
			names[i] = columns[i].Name
		}
		diag.Fail(diag.Validation, w.Column.Span(), "The rowtime attribute field '%s' is not defined in the table schema, at %s\nAvailable fields: ['%s']",
			name, diag.AtLine(b.text, w.Column.Span()), strings.Join(names, "', '"))
	}
	t := first.Type
	for _, p := range w.Column.Parts[1:] {
		if t.Fields == nil {
			diag.Fail(diag.IllegalState, p.Span(), "Trying to access field %s in a type with no fields: %s", p.Text, t.Validator())
		}
		i := t.FieldIndex(p.Text)
		if i < 0 {
			diag.Fail(diag.Validation, p.Span(), "The rowtime attribute field '%s' is not defined in the table schema, at %s\nNested field '%s' was not found in a composite type: %s.",
				name, diag.AtLine(b.text, p.Span()), p.Text, first.Type.Summary())
		}
		t = t.Fields[i].Type
	}
	if _, null := w.X.(*ast.Null); !null {
		b.typeOf(w.X, b.text, columns)
	}
	mark := Watermark{Column: name, Expr: w.X, Text: b.text, Span: w.Column.Span()}
	for i := range b.watermark {
		if b.watermark[i].Column == name {
			b.watermark[i] = mark
			return
		}
	}
	b.watermark = append(b.watermark, mark)
}

// all are the columns that an expression may name.
func (b *schema) all() []Column { return slices.Concat(b.physical, b.metadata, b.computed) }
