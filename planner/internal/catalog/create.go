package catalog

import (
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// Declare makes the table that CREATE TABLE declares, without adding it to the catalog: SqlCreateTableConverter,
// SqlCreateTableLikeConverter, and with the columns of the query SqlCreateTableAsConverter and SqlReplaceTableAsConverter.
// The error is a *diag.Rejection or *diag.Unmodelled.
func (s *Session) Declare(c *ast.CreateTable, text *source.Text, ask Ask, query []Column) (t *Table, err error) {
	defer diag.Catch(&err)
	key := checkCreate(c)
	t = &Table{Temporary: c.Temporary, Options: optionMap(c.Options), Materialized: false}
	if c.Comment != nil {
		t.Comment = c.Comment.Value
	}
	b := &schema{ask: ask, text: text}
	written := &ast.Schema{}
	if c.Schema != nil {
		written = c.Schema
	}
	own := distribution(c.Distribution)
	keys := names(c.Partitioned)
	switch {
	case c.Like != nil:
		base := s.likeBase(c, text)
		m := mergeRules(c.Like.Options)
		keys = m.partitions(base.PartitionKeys, keys)
		b.merge(m, base, written, key)
		checkPartitions(b.columns, keys)
		t.Options = m.options(base.Options, c.Options)
		own = m.distribution(base.Distribution, own)
	case c.As != nil:
		b.derive(written, key, query)
		checkPartitions(b.columns, keys)
	default:
		b.merge(rules{}, &Table{}, written, key)
		checkPartitions(b.columns, keys)
	}
	t.PartitionKeys, t.Distribution = keys, own
	b.resolve(t)
	t.checkDistribution()
	t.ID = s.mustQualify(c.Name)
	return t, nil
}

// CheckCreate is the statement's own validate(), which runs before its query is looked at. The error is a *diag.Rejection.
func CheckCreate(c *ast.CreateTable) (err error) {
	defer diag.Catch(&err)
	checkCreate(c)
	return nil
}

// checkCreate is the statement's own validate(), which runs before anything is looked up.
func checkCreate(c *ast.CreateTable) *ast.Constraint {
	var key *ast.Constraint
	if c.Schema != nil && c.Schema.Names == nil {
		key = constraints(c.Schema.Columns, c.Schema.Constraints)
	}
	if c.Like != nil {
		checkLike(c.Like)
	}
	if c.As == nil {
		return key
	}
	replaces := c.OrReplace || c.Replace
	what := "CREATE TABLE AS SELECT"
	switch {
	case c.OrReplace:
		what = "CREATE OR REPLACE TABLE AS SELECT"
	case c.Replace:
		what = "REPLACE TABLE AS SELECT"
	}
	switch {
	case replaces && c.IfNotExists:
		diag.Fail(diag.ValidateException, c.Span(), "%s syntax does not support IF NOT EXISTS statements yet.", what)
	case replaces && c.Temporary:
		diag.Fail(diag.ValidateException, c.Span(), "%s syntax does not support temporary table yet.", what)
	case c.Temporary:
		diag.Fail(diag.ValidateException, c.Span(), "%s syntax does not support to create temporary table yet.", what)
	}
	return key
}

func optionMap(list []ast.Option) map[string]string {
	out := make(map[string]string, len(list))
	for i := range list {
		out[list[i].Key.Value] = list[i].Value.Value
	}
	return out
}

func names(list []ast.Name) []string {
	var out []string
	for i := range list {
		out = append(out, list[i].Text)
	}
	return out
}

func distribution(d *ast.Distribution) *Distribution {
	if d == nil {
		return nil
	}
	out := &Distribution{Kind: d.Kind, Columns: names(d.Columns), Buckets: -1}
	if d.Buckets != nil {
		out.Buckets = wholeNumber(d.Buckets)
	}
	return out
}

// mustQualify completes a written name, or refuses one of more than three parts.
func (s *Session) mustQualify(name *ast.Ident) Identifier {
	id, ok := s.Qualify(name.Texts())
	if !ok {
		diag.Fail(diag.Validation, name.Span(), TooManyParts)
	}
	return id
}

// checkPartitions is AbstractCreateTableConverter.verifyPartitioningColumnsExist.
func checkPartitions(columns []Column, keys []string) {
	for _, k := range keys {
		if named(columns, k) == nil {
			diag.Fail(diag.Validation, source.Span{}, "Partition column '%s' not defined in the table schema. Available columns: ['%s']",
				k, strings.Join(columnNames(columns), "', '"))
		}
	}
}

// checkDistribution is what CatalogManager.resolveCatalogTable checks after the schema.
func (t *Table) checkDistribution() {
	physical := physicalNames(t.Columns)
	if d := t.Distribution; d != nil {
		for _, k := range d.Columns {
			if !slices.Contains(physical, k) {
				diag.Fail(diag.Validation, source.Span{}, "Invalid bucket key '%s'. A bucket key for a distribution must reference a physical column in the schema. Available columns are: %s",
					k, javaList(physical))
			}
		}
		if d.Buckets == 0 {
			diag.Fail(diag.Validation, source.Span{}, "Invalid bucket count '0'. The number of buckets for a distributed table must be at least 1.")
		}
	}
	for _, k := range t.PartitionKeys {
		if !slices.Contains(physical, k) {
			diag.Fail(diag.Validation, source.Span{}, "Invalid partition key '%s'. A partition key must reference a physical column in the schema. Available columns are: %s",
				k, javaList(physical))
		}
	}
}

// derive is MergeTableAsUtil: the columns of CREATE TABLE … AS.
func (b *schema) derive(written *ast.Schema, key *ast.Constraint, query []Column) {
	for i := range query {
		if named(query[:i], query[i].Name) != nil {
			diag.Fail(diag.Validation, source.Span{}, "A column named '%s' already exists in the schema. ", query[i].Name)
		}
	}
	source := slices.Clone(query)
	if written.Names != nil {
		b.reorder(written.Names, source)
		return
	}
	cols := make([]Column, len(written.Columns))
	for i := range written.Columns {
		cols[i] = b.column(&written.Columns[i])
	}
	notNull(cols, key)
	visible := slices.Clone(query)
	var extra []Column
	for i, c := range cols {
		if named(extra, c.Name) != nil {
			diag.Fail(diag.Validation, c.Span, "A column named '%s' already exists in the schema. ", c.Name)
		}
		if c.Kind == Computed {
			c.Type = b.typeOf(c.Expr, b.text, visible)
		}
		if v := named(visible, c.Name); v != nil {
			*v = c
		} else {
			visible = append(visible, c)
		}
		if old := named(source, c.Name); old != nil {
			checkOverwrite(*old, c, i)
			*old = c
		} else {
			extra = append(extra, c)
		}
	}
	b.columns = append(extra, source...)
	if written.Watermark != nil {
		b.addWatermark(written.Watermark, visible)
	}
	b.setKey(key)
}

// reorder is MergeTableAsUtil.reorderSchema.
func (b *schema) reorder(names []*ast.Ident, query []Column) {
	if len(names) != len(query) {
		diag.Fail(diag.Validation, source.Span{}, "The number of columns in the column list must match the number of columns in the source schema.")
	}
	for _, n := range names {
		c := named(query, n.Simple())
		if c == nil {
			diag.Fail(diag.Validation, n.Span(), "Column '%s' not found in the source schema.", n.Simple())
		}
		b.put(*c)
	}
}
