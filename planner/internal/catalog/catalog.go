// Package catalog holds what a script has declared so far: catalogs, databases, tables, views, functions and settings.
package catalog

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Identifier is the full path of an object.
type Identifier struct {
	Catalog, Database, Name string
}

// String spells the path with dots, as most messages do.
func (i Identifier) String() string {
	if i.Catalog == "" {
		return i.Name // a table that no catalog knows
	}
	return i.Catalog + "." + i.Database + "." + i.Name
}

// Quoted spells the path with back quotes: `default_catalog`.`default_database`.`t`.
func (i Identifier) Quoted() string {
	return "`" + i.Catalog + "`.`" + i.Database + "`.`" + i.Name + "`"
}

// ColumnKind tells what a column is made of.
type ColumnKind uint8

// The kinds of column.
const (
	Physical ColumnKind = iota
	Computed
	Metadata
)

// Column is a resolved column of a table, in declared order.
type Column struct {
	Name    string
	Kind    ColumnKind
	Type    *types.Type // NOT NULL for key columns; a rowtime column carries its time attribute
	Comment string
	// Expr is the expression of a computed column, as parsed; its spans are offsets into the declaring statement.
	Expr ast.Expr
	// MetadataKey and Virtual describe a metadata column; the key is the column's name where FROM is absent.
	MetadataKey string
	Virtual     bool
	// Text is the statement that Expr and Span count in.
	Text *source.Text
	Span source.Span
}

// Key is a primary key; Columns in declared order.
type Key struct {
	Name    string
	Columns []string
	Span    source.Span
}

// Watermark is the declared watermark.
type Watermark struct {
	Column string
	Expr   ast.Expr
	// Text is the statement that Expr and Span count in.
	Text *source.Text
	Span source.Span
}

// FromSource reports WATERMARK FOR ts AS SOURCE_WATERMARK(), which has the type of ts (SourceWatermarkTypeStrategy).
func (w *Watermark) FromSource() bool {
	c, ok := w.Expr.(*ast.Call)
	return ok && strings.EqualFold(c.Name.Parts[len(c.Name.Parts)-1].Text, "SOURCE_WATERMARK")
}

// Table is a table or view, resolved.
type Table struct {
	ID            Identifier
	Temporary     bool
	Materialized  bool
	Columns       []Column
	PrimaryKey    *Key
	Watermark     *Watermark
	PartitionKeys []string
	Distribution  *Distribution
	Options       map[string]string
	Comment       string
	// query are the columns of a materialized table's query.
	query []string
	// View is set for a view.
	View *View
	// Statement is the offset in the script of the statement that declared the table; spans in columns count from it.
	Statement int

	partitions []partition
}

// Distribution is a DISTRIBUTED clause.
type Distribution struct {
	Kind    string // HASH, RANGE or empty
	Columns []string
	Buckets int // 0 if not given
}

// View is a view's query, validated again where it is used.
type View struct {
	Query ast.Query
	// Text is the statement that Query's spans count in.
	Text *source.Text
	// Names are the declared column names, nil if none.
	Names []string
	// Meant is what the names of Query stood for when the view was made.
	Meant *Meant
	// converted is the revision of the session in which the query was made a tree; correlations are the variables that
	// this numbered.
	converted, correlations int
}

// Meant is what the names of a view's query stand for: Flink keeps the query with all of them written out
// (SqlNodeConvertUtils.toCatalogView), so that neither USE nor a new column changes it.
type Meant struct {
	Tables map[*ast.Ident]Identifier
	// Columns are the relations in which names were found, and which part of the name is the column's.
	Columns map[*ast.Ident]MeantColumn
	// Stars are the columns that a star stands for.
	Stars map[*ast.Ident][]MeantColumn
}

// MeantColumn is a column of a relation; Part is where its name begins in a dotted one.
type MeantColumn struct {
	Relation, Name string
	Part           int
}
