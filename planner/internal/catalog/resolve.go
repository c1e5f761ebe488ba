package catalog

import (
	"slices"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// resolve makes the table's columns final: DefaultSchemaResolver.resolve. That no name stands twice has been seen to by
// whatever declared the columns.
func (b *schema) resolve(t *Table) {
	t.Columns = b.columns
	b.checkMetadataKeys()
	var inputs []Column
	for _, c := range t.Columns {
		if c.Kind != Computed {
			inputs = append(inputs, c)
		}
	}
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Kind == Computed {
			c.Type = b.resolved(*c, inputs)
		}
	}
	b.resolveWatermark(t)
	b.resolveKey(t)
}

// resolved types a computed column over the physical and metadata columns.
func (b *schema) resolved(c Column, inputs []Column) *types.Type {
	return b.retype(c.Expr, c.Text, inputs, "Invalid expression for computed column '"+c.Name+"'.")
}

// retype types a stored expression again; a refusal is framed as DefaultSchemaResolver does.
func (b *schema) retype(x ast.Expr, text *source.Text, inputs []Column, what string) *types.Type {
	if b.ask.TypeOf == nil {
		diag.Unknown(x.Span(), "an expression in a table's declaration")
	}
	t, err := b.ask.TypeOf(x, text, inputs)
	if r, ok := err.(*diag.Rejection); ok {
		panic(quote(x, text).refused(r).Wrap(diag.Validation, what))
	} else if err != nil {
		panic(err)
	}
	return t
}

func (b *schema) checkMetadataKeys() {
	owner := map[string]string{}
	for _, c := range b.columns {
		if c.Kind != Metadata {
			continue
		}
		if first, ok := owner[c.MetadataKey]; ok {
			diag.Fail(diag.Validation, c.Span, "The column `%s` and `%s` in the table are both from the same metadata key '%s'. "+
				"Please specify one of the columns as the metadata column and use the computed column syntax to specify the others.",
				first, c.Name, c.MetadataKey)
		}
		owner[c.MetadataKey] = c.Name
	}
}

const timeField = "The field must be of type TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the "

func canBeTime(t *types.Type) bool {
	return (t.Kind == types.Timestamp || t.Kind == types.TimestampLTZ) && t.Precision <= 3
}

// resolveWatermark is resolveWatermarkSpecs and adjustRowtimeAttributes.
func (b *schema) resolveWatermark(t *Table) {
	if len(b.watermark) == 0 {
		return
	}
	if len(b.watermark) > 1 {
		diag.Fail(diag.Validation, source.Span{}, "Multiple watermark definitions are not supported yet.")
	}
	w := b.watermark[0]
	i := b.at(w.Column)
	if i < 0 {
		diag.Fail(diag.Validation, w.Span, "Invalid column name '%s' for rowtime attribute in watermark declaration. Available columns are: %s",
			w.Column, javaList(columnNames(t.Columns)))
	}
	c := &t.Columns[i]
	if !canBeTime(c.Type) {
		diag.Fail(diag.Validation, w.Span, "Invalid data type of time field for watermark definition. "+timeField+"time field type is %s", c.Type.Summary())
	}
	if c.Type.Time == types.Proctime {
		diag.Fail(diag.Validation, w.Span, "A watermark can not be defined for a processing-time attribute.")
	}
	if _, null := w.Expr.(*ast.Null); null {
		diag.Fail(diag.Validation, w.Expr.Span(), "Invalid data type of expression for watermark definition. "+timeField+"watermark expression type is NULL")
	}
	x := b.retype(w.Expr, w.Text, t.Columns, "Invalid expression for watermark 'WATERMARK FOR "+escaped(w.Column)+" AS ["+quotedSQL(w.Expr, w.Text)+"]'.")
	if !canBeTime(x) {
		diag.Fail(diag.Validation, w.Expr.Span(), "Invalid data type of expression for watermark definition. "+timeField+"watermark expression type is %s", x.Summary())
	}
	if x.Kind != c.Type.Kind && !w.FromSource() {
		diag.Fail(diag.Validation, w.Expr.Span(), "The watermark declaration's output data type '%s' is different from the time field's data type '%s'.",
			x.Summary(), c.Type.Summary())
	}
	c.Type = c.Type.WithTime(types.Rowtime)
	t.Watermark = &w
}

// resolveKey is resolvePrimaryKey.
func (b *schema) resolveKey(t *Table) {
	if b.key == nil {
		return
	}
	k := b.key
	var twice []string
	for i, n := range k.Columns {
		if slices.Contains(k.Columns[:i], n) && !slices.Contains(twice, n) {
			twice = append(twice, n)
		}
	}
	if twice != nil {
		diag.Fail(diag.Validation, k.Span, "Invalid primary key '%s'. A primary key must not contain duplicate columns. Found: %s", k.Name, javaList(twice))
	}
	for _, n := range k.Columns {
		switch c := named(t.Columns, n); {
		case c == nil:
			diag.Fail(diag.Validation, k.Span, "Invalid primary key '%s'. Column '%s' does not exist.", k.Name, n)
		case c.Kind != Physical:
			diag.Fail(diag.Validation, k.Span, "Invalid primary key '%s'. Column '%s' is not a physical column.", k.Name, n)
		case c.Type.Nullable:
			diag.Fail(diag.Validation, k.Span, "Invalid primary key '%s'. Column '%s' is nullable.", k.Name, n)
		}
	}
	t.PrimaryKey = k
}

func columnNames(list []Column) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].Name
	}
	return out
}

func physicalNames(list []Column) []string {
	var out []string
	for i := range list {
		if list[i].Kind == Physical {
			out = append(out, list[i].Name)
		}
	}
	return out
}
