package catalog

import (
	"fmt"
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
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
	case "DATABASE":
		panic(diag.Validated(diag.InContext(x.text, at, "Column '"+n.Name.Simple()+"' not found in any table"), 1))
	default:
		diag.Unknown(n.Span(), "DESCRIBE %s", n.Kind)
	}
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
	case "PROCEDURES":
		diag.Fail(diag.UnsupportedOp, n.Span(), "listProcedures is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog.")
	case "JOBS":
		diag.Fail(diag.UnsupportedOp, n.Span(), "ShowJobsOperation doesn't support ExecutableOperation yet.")
	case "MODELS":
		catalog, db := x.fromClause(n)
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

// fromClause is the database that FROM names, or the current one.
func (x *executor) fromClause(n *ast.Show) (catalog, db string) {
	if n.Name == nil {
		return x.Catalog, x.Database
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

func (x *executor) showPartitions(n *ast.Show) {
	id := x.mustQualify(n.Name)
	what, name := fmt.Sprintf("Could not execute SHOW PARTITIONS %s", id), id.Database+"."+id.Name
	t := x.permanent(id)
	switch {
	case t == nil:
		panic(noTable(name, id.Catalog).Wrap(diag.Validation, what))
	case len(t.PartitionKeys) == 0:
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
	if _, typed := options["type"]; typed {
		diag.Unknown(n.Span(), "LOAD MODULE with an option type")
	}
	switch {
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
	if id := x.mustQualify(n.Table); x.Table(id) == nil {
		diag.Fail(diag.Validation, n.Table.Span(), "Table %s doesn't exist or is a temporary table.", id.Quoted())
	}
	diag.Fail(diag.Table, n.Span(), "ANALYZE TABLE is not supported for streaming mode now")
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
	return diag.Newf(diag.Validation, source.Span{}, "Cannot find table '%s' in any of the catalogs %s, nor as a temporary table.", id.Quoted(), javaList(s.Catalogs()))
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
