package catalog

import (
	"fmt"
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/source"
)

// The statements of this file change nothing, or only modules; what counts is which of them are refused.

func (x *executor) describe(n *ast.Describe) {
	at := source.Span{}
	if n.Name != nil {
		at = n.Name.Span()
	}
	switch n.Kind {
	case "TABLE":
		if id := x.mustQualify(n.Name); x.Table(id) == nil {
			diag.Fail(diag.Validation, at, "Tables or views with the identifier '%s' doesn't exist.", id)
		}
	case "CATALOG":
		x.obtainCatalog(n.Name.Simple(), at)
	case "FUNCTION":
		if x.Function(n.Name.Texts()) == nil {
			diag.Fail(diag.Validation, at, "Function with the identifier '`%s`' doesn't exist.", strings.Join(n.Name.Texts(), "`.`"))
		}
	case "MODEL":
		if id := x.mustQualify(n.Name); x.Model(n.Name.Texts()) == nil {
			diag.Fail(diag.Validation, at, "Model with the identifier '%s' doesn't exist.", id)
		}
	case "JOB":
		diag.Fail(diag.UnsupportedOp, n.Span(), "DescribeJobOperation does not support ExecutableOperation yet.")
	case "DATABASE", "CONNECTION", "CALCITE":
		x.describeAsCall(n.Name)
	default:
		diag.Unknown(n.Span(), "DESCRIBE %s", n.Kind)
	}
}

// describeAsCall answers for what no converter takes, so that the validator takes it for a call of a column.
func (x *executor) describeAsCall(name *ast.Ident) {
	parts := name.Texts()
	if len(parts) > 1 {
		owner := name.Parts[len(parts)-2].Span().Join(name.Parts[0].Span())
		panic(diag.Validated(diag.InContext(x.text, owner, "Table '"+dotted(parts[:len(parts)-1])+"' not found"), 1))
	}
	panic(diag.Validated(diag.InContext(x.text, name.Span(), "Column '"+parts[0]+"' not found in any table"), 1))
}

// obtainCatalog refuses a catalog that no CREATE CATALOG made: the built-in one has no descriptor.
func (x *executor) obtainCatalog(name string, at source.Span) {
	if c := x.catalogs[name]; c == nil || c.options == nil {
		diag.Fail(diag.Validation, at, "Cannot obtain metadata information from Catalog %s.", name)
	}
}

func (x *executor) show(n *ast.Show) {
	at := source.Span{}
	if n.Name != nil {
		at = n.Name.Span()
	}
	switch n.Kind {
	case "TABLES", "VIEWS", "MATERIALIZED TABLES":
		x.showTables(n)
	case "DATABASES":
		if n.Name != nil && !x.HasCatalog(n.Name.Simple()) {
			diag.Fail(diag.Validation, at, "Catalog %s does not exist", n.Name.Simple())
		}
	case "COLUMNS":
		if id := x.mustQualify(n.Name); x.Table(id) == nil {
			diag.Fail(diag.Validation, at, "Tables or views with the identifier '%s' doesn't exist.", id)
		}
	case "CREATE TABLE", "CREATE VIEW", "CREATE MATERIALIZED TABLE":
		x.showCreate(n, strings.TrimPrefix(n.Kind, "CREATE "))
	case "CREATE CATALOG":
		x.obtainCatalog(n.Name.Simple(), at)
	case "CREATE MODEL":
		if id := x.mustQualify(n.Name); x.Model(n.Name.Texts()) == nil {
			diag.Fail(diag.Validation, at, "Could not execute SHOW CREATE MODEL. Model with identifier %s does not exist.", id.Quoted())
		}
	case "PARTITIONS":
		x.showPartitions(n)
	case "FUNCTIONS", "USER FUNCTIONS":
		x.fromClause(n)
	case "PROCEDURES":
		if catalog, _ := x.fromClause(n); !x.HasCatalog(catalog) {
			diag.Fail(diag.Validation, at, "Catalog %s does not exist", catalog)
		}
		diag.Fail(diag.UnsupportedOp, n.Span(), "listProcedures is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog.")
	case "JOBS":
		diag.Fail(diag.UnsupportedOp, n.Span(), "ShowJobsOperation doesn't support ExecutableOperation yet.")
	case "MODELS":
		catalog, db := x.fromClause(n)
		if !x.HasCatalog(catalog) {
			diag.Fail(diag.Validation, at, "Catalog %s does not exist", catalog)
		}
		if !x.HasDatabase(catalog, db) {
			panic(noDatabase(catalog, db).Wrap(diag.Validation, "Database "+db+" does not exist"))
		}
	case "CONNECTIONS":
		// Nothing converts it, so the validator takes it for a call.
		word := source.Span{Start: n.Span().End - len("CONNECTIONS"), End: n.Span().End}
		panic(diag.Validated(diag.InContext(x.text, word, "No match found for function signature SHOW CONNECTIONS"), 1))
	case "CREATE CONNECTION":
		x.unsupported(n)
	}
}

// fromClause is the database that FROM names, or the current one. (AbstractSqlShowConverter)
func (x *executor) fromClause(n *ast.Show) (catalog, db string) {
	if n.Name == nil {
		return x.Catalog, x.Database
	}
	if p := n.Name.Texts(); len(p) > 2 {
		kind := strings.TrimPrefix(n.Kind, "USER ")
		diag.Fail(diag.Validation, n.Name.Span(), "SHOW %s from/in identifier [ %s ] format error, it should be [catalog_name.]database_name.", kind, dotted(p))
	}
	return x.databaseName(n.Name, strings.ToLower("show "+n.Kind))
}

func (x *executor) showTables(n *ast.Show) {
	if n.Name == nil {
		return
	}
	catalog, db := x.fromClause(n)
	if !x.HasCatalog(catalog) {
		diag.Fail(diag.Validation, n.Name.Span(), "Catalog %s does not exist", catalog)
	}
	if !x.HasDatabase(catalog, db) {
		diag.Fail(diag.Validation, n.Name.Span(), "Database '%s'.'%s' doesn't exist.", catalog, db)
	}
}

func (x *executor) showCreate(n *ast.Show, kind string) {
	id := x.mustQualify(n.Name)
	t := x.Table(id)
	word := map[string]string{"TABLE": "Table", "VIEW": "View", "MATERIALIZED TABLE": "Materialized table"}[kind]
	if t == nil {
		what := kind
		if kind == "MATERIALIZED TABLE" {
			what += " " + id.String()
		}
		diag.Fail(diag.Validation, n.Name.Span(), "Could not execute SHOW CREATE %s. %s with identifier %s does not exist.", what, word, id.Quoted())
	}
	have := t.kindOf()
	if have == kind {
		return
	}
	if kind == "MATERIALIZED TABLE" {
		class := "org.apache.flink.table.catalog.ResolvedCatalogTable"
		if have == "VIEW" {
			class = "org.apache.flink.table.catalog.ResolvedCatalogView"
		}
		const wanted = "org.apache.flink.table.catalog.ResolvedCatalogMaterializedTable"
		diag.Fail("java.lang.ClassCastException", n.Name.Span(), "class %s cannot be cast to class %s (%s and %s are in unnamed module of loader 'app')", class, wanted, class, wanted)
	}
	diag.Fail(diag.Table, n.Name.Span(), "SHOW CREATE %s is only supported for %ss, but %s is a %s. Please use SHOW CREATE %s instead.",
		kind, strings.ToLower(kind), id.Quoted(), strings.ToLower(have), have)
}

// showPartitions is ShowPartitionsOperation: only without a partition the catalog looks whether there is the table.
func (x *executor) showPartitions(n *ast.Show) {
	id := x.mustQualify(n.Name)
	what, name := fmt.Sprintf("Could not execute SHOW PARTITIONS %s", id), id.Database+"."+id.Name
	if n.Partition != nil {
		what += " " + x.partition(n.Partition.Items).sql()
	}
	t := x.permanent(id)
	switch {
	case !x.HasCatalog(id.Catalog):
		panic(diag.Newf(diag.Validation, n.Name.Span(), "Catalog %s does not exist", id.Catalog).Wrap(diag.Table, what))
	case t == nil && n.Partition == nil:
		panic(noTable(name, id.Catalog).Wrap(diag.Validation, what))
	case t == nil || len(t.PartitionKeys) == 0:
		panic(diag.Newf(exceptions+"TableNotPartitionedException", n.Name.Span(), "Table %s in catalog %s is not partitioned.", name, id.Catalog).Wrap(diag.Table, what))
	}
}

// module is LOAD MODULE and UNLOAD MODULE: ModuleManager.
func (x *executor) module(n *ast.Module) {
	name, options := n.Name.Text, optionMap(n.Options)
	refuse := func(what string, cause *diag.Rejection) {
		panic(cause.Wrap(diag.Validation, what+cause.Error()))
	}
	loaded := slices.Contains(x.modules, name)
	if n.Unload {
		if !loaded {
			refuse("Could not execute UNLOAD MODULE "+name+". ", diag.Newf(diag.Validation, n.Name.Span(), "No module with name '%s' exists", name))
		}
		x.modules = slices.DeleteFunc(slices.Clone(x.modules), func(m string) bool { return m == name })
		return
	}
	what := "Could not execute LOAD MODULE `" + name + "`" + withClause(options) + ". "
	typed, has := options["type"]
	switch {
	case has && !loaded:
		refuse(what, diag.Newf(diag.Validation, n.Name.Span(), "Option 'type' = '%s' is not supported since module name is used to find module", typed))
	case loaded:
		refuse(what, diag.Newf(diag.Validation, n.Name.Span(), "A module with name '%s' already exists", name))
	case name != "core":
		refuse(what, connector.OpenModule(name, options))
	}
	x.modules = append(x.modules, name)
}

func withClause(options map[string]string) string {
	if len(options) == 0 {
		return ""
	}
	parts := make([]string, 0, len(options))
	for _, k := range sortedKeys(options) {
		parts = append(parts, "'"+k+"' = '"+options[k]+"'")
	}
	return " WITH (" + strings.Join(parts, ", ") + ")"
}

func (x *executor) useModules(n *ast.Use) {
	list := make([]string, len(n.Names))
	for i := range n.Names {
		list[i] = n.Names[i].Text
	}
	refuse := func(format, name string) {
		cause := diag.Newf(diag.Validation, n.Span(), format, name)
		panic(cause.Wrap(diag.Validation, "Could not execute USE MODULES: "+javaList(list)+". "+cause.Error()))
	}
	for i, m := range list {
		switch {
		case slices.Contains(list[:i], m):
			refuse("Module '%s' appears more than once", m)
		case !slices.Contains(x.modules, m):
			refuse("No module with name '%s' exists", m)
		}
	}
}

// onlyAccepts is what executeSql says of what it does not execute.
const onlyAccepts = "Unsupported SQL query! executeSql() only accepts a single SQL statement of type CREATE TABLE, DROP TABLE, ALTER TABLE, " +
	"CREATE DATABASE, DROP DATABASE, ALTER DATABASE, CREATE FUNCTION, DROP FUNCTION, ALTER FUNCTION, CREATE CATALOG, DROP CATALOG, USE CATALOG, " +
	"USE [CATALOG.]DATABASE, SHOW CATALOGS, SHOW DATABASES, SHOW TABLES, SHOW [USER] FUNCTIONS, SHOW PARTITIONSCREATE VIEW, DROP VIEW, SHOW VIEWS, " +
	"INSERT, DESCRIBE, LOAD MODULE, UNLOAD MODULE, USE MODULES, SHOW [FULL] MODULES."

func (x *executor) jar(n *ast.Jar) {
	if n.Remove {
		diag.Fail(diag.Table, n.Span(), "%s", onlyAccepts)
	}
	cause := diag.Newf("java.io.FileNotFoundException", n.Path.Span(), "jar or artifact resource [%s] not found.", n.Path.Value)
	panic(cause.Wrap(diag.Table, "Could not register the specified resource ["+resource("JAR", n.Path.Value)+"]."))
}

func (x *executor) analyze(n *ast.AnalyzeTable) {
	id := x.mustQualify(n.Table)
	t := x.Table(id)
	if t == nil || t.Temporary {
		diag.Fail(diag.Validation, n.Table.Span(), "Table %s doesn't exist or is a temporary table.", id.Quoted())
	}
	if k := t.kindOf(); k != "TABLE" {
		diag.Fail(diag.Validation, n.Table.Span(), "ANALYZE TABLE for a %s is not allowed", strings.ToLower(k))
	}
	x.analyzedPartition(n, t)
	x.analyzedColumns(n, t)
	diag.Fail(diag.Table, n.Span(), "ANALYZE TABLE is not supported for streaming mode now")
}

// analyzedPartition checks the PARTITION of ANALYZE TABLE: it names all keys of a partitioned table. With a value, the catalog
// is asked for the partitions of that value, which GenericInMemoryCatalog does not answer. (SqlAnalyzeTableConverter)
func (x *executor) analyzedPartition(n *ast.AnalyzeTable, t *Table) {
	written := x.partition(n.Partition)
	switch {
	case len(t.PartitionKeys) == 0 && len(written) > 0:
		diag.Fail(diag.Validation, n.Span(), "Invalid ANALYZE TABLE statement. Table: %s is not a partition table, while partition values are given.", t.ID.Quoted())
	case len(t.PartitionKeys) == 0:
		return
	case !sameNames(written.keys(), t.PartitionKeys):
		diag.Fail(diag.Validation, n.Span(), "Invalid ANALYZE TABLE statement. For partition table, all partition keys should be specified explicitly. "+
			"The given partition keys: [%s] are not match the target partition keys: [%s].", strings.Join(written.keys(), ","), strings.Join(t.PartitionKeys, ","))
	}
	for _, it := range n.Partition {
		if it.Value != nil {
			panic(diag.New(diag.UnsupportedOp, "null", it.Span()).Wrap(diag.Validation, "null"))
		}
	}
}

// analyzedColumns checks the columns of ANALYZE TABLE … FOR COLUMNS. (SqlAnalyzeTableConverter)
func (x *executor) analyzedColumns(n *ast.AnalyzeTable, t *Table) {
	for _, c := range n.Columns {
		column := named(t.Columns, c.Text)
		if column == nil {
			diag.Fail(diag.Validation, c.Span(), "Column: %s does not exist in the table: %s.", c.Text, t.ID.Quoted())
		}
		for _, kind := range []struct {
			is   ColumnKind
			word string
		}{{Computed, "computed"}, {Metadata, "metadata"}} {
			if column.Kind == kind.is {
				diag.Fail(diag.Validation, c.Span(), "Column: %s is a %s column, ANALYZE TABLE does not support %s column.", c.Text, kind.word, kind.word)
			}
		}
	}
}

func (x *executor) truncate(n *ast.Truncate) {
	id := x.mustQualify(n.Table)
	t := x.Table(id)
	if t == nil {
		panic(x.CannotFind(id))
	}
	if k := t.kindOf(); k != "TABLE" {
		diag.Fail(diag.Validation, n.Table.Span(), "TRUNCATE TABLE for a %s is not allowed", strings.ToLower(k))
	}
	diag.Fail(diag.Table, n.Span(), "TRUNCATE TABLE statement is not supported in streaming mode.")
}

// CannotFind is CatalogManager.getTableOrError: what is said of a sink that is nowhere.
func (s *Session) CannotFind(id Identifier) *diag.Rejection {
	return diag.Newf(diag.Validation, source.Span{}, "Cannot find table '%s' in any of the catalogs %s, nor as a temporary table.", id.Quoted(), javaList(keys.HashOrder(s.Catalogs())))
}

func (x *executor) executePlan(n *ast.ExecutePlan) {
	path := stringOf(n.Path)
	cause := diag.Newf("java.io.FileNotFoundException", n.Path.Span(), "file resource [%s] not found.", path)
	panic(cause.Wrap(diag.Table, "Failed to execute EXECUTE PLAN '"+path+"' statement."))
}

func (x *executor) call(n *ast.CallProcedure) {
	if len(n.Call.Name.Parts) > 3 {
		panic(diag.Validated(diag.New(diag.Validation, "Object identifier must consist of 1 to 3 parts.", n.Call.Name.Span()), 2))
	}
	if p := n.Call.Name.Parts; len(p) == 3 && !x.HasCatalog(p[0].Text) {
		x.noProcedure(n)
	}
	const text = "getProcedure is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog."
	panic(diag.Validated(diag.New(diag.UnsupportedOp, text, n.Span()), 2))
}

// noProcedure refuses a call of a procedure of a catalog that is none: it is then looked for among the functions.
func (x *executor) noProcedure(n *ast.CallProcedure) {
	families := make([]string, len(n.Call.Args))
	for i, a := range n.Call.Args {
		switch a.(type) {
		case *ast.Number:
			families[i] = "<NUMERIC>"
		case *ast.String:
			families[i] = "<CHARACTER>"
		case *ast.Bool:
			families[i] = "<BOOLEAN>"
		default:
			diag.Unknown(a.Span(), "this argument of a procedure")
		}
	}
	name := n.Call.Name.Parts[2]
	at := source.Span{Start: name.Span().Start, End: n.Call.Span().End}
	panic(diag.Validated(diag.InContext(x.text, at, "No match found for function signature "+name.Text+"("+strings.Join(families, ", ")+")"), 2))
}
