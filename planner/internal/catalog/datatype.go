package catalog

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/parse"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// DeclaredType gives the type that a written type means, as a column's or CAST's (SqlDataTypeSpec.deriveType). It panics
// with a *diag.Rejection for a type that Flink does not know.
func DeclaredType(d *ast.DataType, text *source.Text) *types.Type {
	return bare(d, text).WithNullable(d.Null != ast.NotNull)
}

// bare gives the type without regard to its own nullability. VARCHAR and VARBINARY without a length have the longest
// (FlinkTypeSystem.getDefaultPrecision).
func bare(d *ast.DataType, text *source.Text) *types.Type {
	if d.Charset != "" && !types.IsCharset(d.Charset) {
		panic(diag.New("java.lang.NullPointerException", d.Charset, d.Span()))
	}
	if t := simpleTypes[d.Name]; t != nil {
		return t
	}
	switch d.Name {
	case "CHAR":
		return types.CharType(orElse(d.Precision, 1))
	case "VARCHAR":
		return types.VarCharType(orElse(d.Precision, types.MaxLength))
	case "BINARY":
		return types.BinaryType(orElse(d.Precision, 1))
	case "VARBINARY":
		return types.VarBinaryType(orElse(d.Precision, types.MaxLength))
	case "DECIMAL":
		return declaredDecimal(d)
	case "TIME":
		return types.TimeType(min(orElse(d.Precision, 0), 3))
	case "TIMESTAMP":
		return types.TimestampType(min(orElse(d.Precision, 6), 9))
	case "TIMESTAMP_LTZ":
		return types.LTZType(min(orElse(d.Precision, 6), 9))
	case "ARRAY":
		return types.ArrayType(DeclaredType(d.Element, text))
	case "MULTISET":
		return types.MultisetType(DeclaredType(d.Element, text))
	case "MAP":
		return types.MapType(DeclaredType(d.Key, text), DeclaredType(d.Value, text))
	case "ROW":
		return types.DeclaredRow(declaredFields(d, text)...)
	case "STRUCTURED":
		return types.Make(types.Type{Kind: types.Structured, Nullable: true, Class: d.Class.Value, Fields: declaredFields(d, text)})
	case "USER":
		panic(diag.InContext(text, userSpan(d), "Unknown identifier '"+strings.Join(d.User.Texts(), ".")+"'"))
	case "RAW":
		return declaredRaw(d)
	}
	diag.Fail(diag.Table, d.Span(), "Type is not supported: %s", d.Name)
	return nil
}

// declaredRaw is RAW('class', 'snapshot'): no snapshot that people write can be restored.
func declaredRaw(d *ast.DataType) *types.Type {
	if d.Class == nil || d.Snapshot == nil || len(d.Snapshot.Value) > 24 {
		diag.Unknown(d.Span(), "the type RAW")
	}
	cause := diag.New("java.io.EOFException", "null", d.Span())
	if !strings.Contains(d.Class.Value, ".") {
		cause = diag.New("java.lang.ClassNotFoundException", d.Class.Value, d.Span())
	}
	panic(cause.Wrap(diag.Validation,
		"Unable to restore the RAW type of class '"+d.Class.Value+"' with serializer snapshot '"+d.Snapshot.Value+"'."))
}

// simpleTypes are the types without parameters, by their names in the grammar.
var simpleTypes = map[string]*types.Type{
	"BOOLEAN": types.BooleanType, "TINYINT": types.TinyIntType, "SMALLINT": types.SmallInt16, "INTEGER": types.IntType,
	"BIGINT": types.BigIntType, "FLOAT": types.FloatType, "DOUBLE": types.DoubleType, "DATE": types.DateType,
	"STRING": types.StringType, "BYTES": types.BytesType, "VARIANT": types.VariantType, "BITMAP": types.BitmapType,
}

func userSpan(d *ast.DataType) source.Span {
	if d.User != nil && !d.User.Span().IsZero() {
		return d.User.Span()
	}
	return d.Span()
}

func orElse(n, def int) int {
	if n < 0 {
		return def
	}
	return n
}

// declaredDecimal is DECIMAL(p, s): p is cut to 38 silently, s must lie within p.
func declaredDecimal(d *ast.DataType) *types.Type {
	p, s := min(orElse(d.Precision, 10), 38), orElse(d.Scale, 0)
	if p < 1 {
		diag.Fail(diag.Validation, d.Span(), "Decimal precision must be between 1 and 38 (both inclusive).")
	}
	if s > p {
		diag.Fail(diag.Validation, d.Span(), "Decimal scale must be between 0 and the precision %d (both inclusive).", p)
	}
	return types.DecimalType(p, s)
}

func declaredFields(d *ast.DataType, text *source.Text) []types.Field {
	out := make([]types.Field, len(d.Fields))
	seen := map[string]bool{}
	var twice []string
	for i := range d.Fields {
		f := &d.Fields[i]
		out[i] = types.Field{Name: f.Name.Text, Type: DeclaredType(&f.Type, text)}
		if f.Comment != nil {
			out[i].Comment = f.Comment.Value
		}
		if seen[f.Name.Text] {
			twice = append(twice, f.Name.Text)
		}
		seen[f.Name.Text] = true
	}
	if twice != nil {
		diag.Fail(diag.Validation, d.Span(), "Field names must be unique. Found duplicates: %s", javaList(twice))
	}
	return out
}

// javaList spells a list as Java's toString does.
func javaList(items []string) string { return "[" + strings.Join(items, ", ") + "]" }

// typeFromText reads a type on its own, as an option of a table has it: a character or binary string without a length
// has one place there (LogicalTypeParser).
func typeFromText(text string) *types.Type {
	sql := "CREATE TABLE t (c " + text + ")"
	stmt, err := parse.Statement(sql)
	if err != nil {
		diag.Unknown(source.Span{}, "the type %s in an option", text)
	}
	d := stmt.(*ast.CreateTable).Schema.Columns[0].Type
	shortest(d)
	return DeclaredType(d, source.NewText(sql))
}

// shortest gives VARCHAR and VARBINARY the length 1 where none is written.
func shortest(d *ast.DataType) {
	if d == nil {
		return
	}
	if (d.Name == "VARCHAR" || d.Name == "VARBINARY") && d.Precision < 0 {
		d.Precision = 1
	}
	for _, part := range []*ast.DataType{d.Element, d.Key, d.Value} {
		shortest(part)
	}
	for i := range d.Fields {
		shortest(&d.Fields[i].Type)
	}
}
