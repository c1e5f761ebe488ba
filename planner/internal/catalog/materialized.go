package catalog

import (
	"math/big"
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// createMaterialized is SqlCreateOrAlterMaterializedTableConverter.
func (x *executor) createMaterialized(n *ast.CreateMaterializedTable) {
	written := &ast.Schema{}
	if n.Schema != nil {
		written = n.Schema
	}
	var key *ast.Constraint
	if written.Names == nil {
		key = constraints(written.Columns, written.Constraints)
	}
	id := x.mustQualify(n.Name)
	old := x.Table(id)
	if n.OrAlter && old != nil && !old.Materialized {
		diag.Fail(diag.Validation, n.Name.Span(), "Table %s is not a materialized table. Only materialized table support create or alter operation.", id)
	}
	if x.ask.Query == nil {
		diag.Unknown(n.Span(), "CREATE MATERIALIZED TABLE")
	}
	query, err := x.ask.Query(n.Query, x.text)
	if err != nil {
		panic(err)
	}
	for i := range written.Columns {
		if c := &written.Columns[i]; c.Expr == nil && !c.Metadata && named(query, c.Name.Simple()) == nil {
			diag.Fail(diag.Validation, c.Name.Span(), "Invalid as physical column '%s' is defined in the DDL, but is not used in a query column.", c.Name.Simple())
		}
	}
	b := &schema{ask: x.ask, text: x.text}
	b.derive(written, key, query)
	t := &Table{ID: id, Materialized: true, Options: optionMap(n.Options), PartitionKeys: names(n.Partitioned), Distribution: distribution(n.Distribution)}
	if n.Comment != nil {
		t.Comment = n.Comment.Value
	}
	x.checkMaterializedPartitions(t, query)
	checkFreshness(n)
	t.query = columnNames(query)
	if n.OrAlter && old != nil {
		x.alterMaterializedSchema(old, b)
	}
	b.resolve(t)
	t.checkDistribution()
	if n.OrAlter && old != nil {
		x.database(id.Catalog, id.Database).tables[id.Name] = t
		return
	}
	x.register(t, false)
}

func (x *executor) checkMaterializedPartitions(t *Table, query []Column) {
	for _, k := range t.PartitionKeys {
		if named(query, k) == nil {
			diag.Fail(diag.Validation, source.Span{}, "Partition column '%s' not defined in the query's schema. Available columns: ['%s'].",
				k, strings.Join(columnNames(query), "', '"))
		}
	}
	for _, o := range sortedKeys(t.Options) {
		if f, ok := strings.CutPrefix(o, "partition.fields."); ok {
			if f, ok = strings.CutSuffix(f, ".date-formatter"); ok && !slices.Contains(t.PartitionKeys, f) {
				diag.Fail(diag.Validation, source.Span{}, "Column '%s' referenced by materialized table option '%s' isn't a partition column. "+
					"Available partition columns: ['%s'].", f, o, strings.Join(t.PartitionKeys, "', '"))
			}
		}
	}
}

// alterMaterializedSchema is the first check of MaterializedTableUtils.validateAndExtractColumnChanges.
func (x *executor) alterMaterializedSchema(old *Table, b *schema) {
	if len(b.columns) < len(old.Columns) {
		diag.Fail(diag.Validation, source.Span{}, "Failed to modify query because drop column is unsupported. When modifying a query, you can only append new columns at the end of original schema. "+
			"The original schema has %d columns, but the newly derived schema from the query has %d columns.", len(old.Columns), len(b.columns))
	}
}

// checkFreshness is MaterializedTableUtils.getMaterializedTableFreshness, and for FULL the check that a cron expression
// can be made of it.
func checkFreshness(n *ast.CreateMaterializedTable) {
	f := n.Freshness
	if f == nil {
		return
	}
	unit := strings.TrimSuffix(strings.ToUpper(f.Qualifier.From), "S")
	switch unit {
	case "SECOND", "MINUTE", "HOUR", "DAY", "WEEK":
	default:
		diag.Fail(diag.Validation, f.Span(), "Materialized table freshness only supports SECOND, MINUTE, HOUR, DAY, WEEK as the time unit.")
	}
	value := f.Value
	if f.Negative {
		value = "-" + value
	}
	v, ok := new(big.Int).SetString(strings.TrimSpace(value), 10)
	if !ok || v.Sign() <= 0 {
		diag.Fail(diag.Validation, f.Span(), "The freshness interval currently only supports positive integer type values. But was: %s", value)
	}
	if n.RefreshMode != "FULL" {
		return
	}
	limit := map[string]int64{"SECOND": 60, "MINUTE": 60, "HOUR": 24}[unit]
	switch {
	case limit == 0:
		if unit == "DAY" && v.Int64() > 1 {
			diag.Fail(diag.Validation, f.Span(), "In full refresh mode, freshness must be 1 when the time unit is DAY.")
		}
	case v.Cmp(big.NewInt(limit)) >= 0:
		diag.Fail(diag.Validation, f.Span(), "In full refresh mode, freshness must be less than %d when the time unit is %s.", limit, unit)
	case limit%v.Int64() != 0:
		diag.Fail(diag.Validation, f.Span(), "In full refresh mode, only freshness that are factors of %d are currently supported when the time unit is %s.", limit, unit)
	}
}

// alterMaterialized: most of it is not executable in a TableEnvironment.
func (x *executor) alterMaterialized(n *ast.AlterTable) {
	switch n.Action {
	case "SUSPEND", "RESUME":
		diag.Fail(diag.UnsupportedOp, n.Span(), "AlterMaterializedTableResumeOperation doesn't support ExecutableOperation yet.")
	case "REFRESH":
		diag.Fail(diag.UnsupportedOp, n.Span(), "AlterMaterializedTableRefreshOperation does not support ExecutableOperation yet.")
	case "AS":
		x.materialized(n.Name)
		diag.Fail(diag.UnsupportedOp, n.Span(), "AlterMaterializedTableAsQueryOperation doesn't support ExecutableOperation yet.")
	case "SET", "RESET", "SET FRESHNESS", "SET REFRESH_MODE":
		x.unsupported(n)
	}
	if n.Action == "RENAME COLUMN" {
		x.materialized(n.Name)
		diag.Unknown(n.Span(), "ALTER MATERIALIZED TABLE … %s", n.Action)
	}
	a := &alteration{executor: x, n: n}
	checkWrittenKey(n)
	a.id = x.mustQualify(n.Name)
	a.old = x.materialized(n.Name)
	a.run()
}

// usedByQuery refuses new columns that would be stored and that the query does not have
// (MaterializedTableUtils.validatePersistedColumnsUsedByQuery).
func (a *alteration) usedByQuery() {
	for i := range a.n.Columns {
		c := &a.n.Columns[i].Column
		kind := "physical"
		switch {
		case c.Expr != nil || c.Metadata && c.Virtual:
			continue
		case c.Metadata:
			kind = "metadata persisted"
		}
		if name := c.Name.Simple(); !slices.Contains(a.old.query, name) {
			a.refuse(c.Name.Span(), "Invalid schema change. All persisted (physical and metadata) columns in the schema part need to be present in the query part.\n"+
				"However, %s column `%s` could not be found in the query.", kind, name)
		}
	}
}

// keptByQuery refuses to drop columns that the query has, as it has all that are stored
// (SqlAlterMaterializedTableSchemaDropColumnConverter).
func (a *alteration) keptByQuery(drop []string) {
	var used []string
	for _, name := range keys.HashOrder(a.old.query) {
		if slices.Contains(drop, name) {
			used = append(used, "'"+name+"'")
		}
	}
	if used != nil {
		a.refuse(a.n.Span(), "Column(s) (%s) are used in query.", strings.Join(used, ", "))
	}
}

// keptTypes refuses to modify a column into one of another kind, or to a type that its values are not cast to by
// themselves (SqlAlterMaterializedTableModifySchemaConverter.validateChanges).
func (a *alteration) keptTypes(b *schema) {
	word := map[ColumnKind]string{Physical: "physical", Computed: "computed", Metadata: "metadata"}
	for i := range b.columns {
		c := &b.columns[i]
		old := named(a.old.Columns, c.Name)
		switch {
		case old == nil:
		case old.Kind != c.Kind:
			a.refuse(a.n.Span(), "Changing of %s column '%s' to %s column is not supported.", word[old.Kind], c.Name, word[c.Kind])
		case c.Kind != Computed && !types.SupportsImplicitCast(old.Type, c.Type):
			a.refuse(a.n.Span(), "Column '%s' with type %s can not be changed to type %s.", c.Name, old.Type.Summary(), c.Type.Summary())
		}
	}
}

// materialized finds a materialized table that is to be changed (AbstractAlterMaterializedTableConverter).
func (x *executor) materialized(name *ast.Ident) *Table {
	id := x.mustQualify(name)
	t := x.Table(id)
	if t == nil || t.Temporary {
		diag.Fail(diag.Validation, name.Span(), "Materialized table %s doesn't exist.", id.Quoted())
	}
	if kind := t.kindOf(); kind != "MATERIALIZED TABLE" {
		diag.Fail(diag.Validation, name.Span(), "ALTER MATERIALIZED TABLE for a %s is not allowed", strings.ToLower(kind))
	}
	return t
}

// unsupported is the answer to a statement that the grammar takes and nothing converts.
func (x *executor) unsupported(n ast.Node) {
	diag.Fail(diag.Table, n.Span(), "Unsupported query: %s", x.text.String())
}
