package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/source"
)

const exceptions = "org.apache.flink.table.catalog.exceptions."

// Execute runs a statement that neither queries nor writes: it changes the session, or only answers. CREATE TABLE … AS is
// not for it (Declare, Register). The error is a *diag.Rejection or *diag.Unmodelled.
func (s *Session) Execute(stmt ast.Statement, text *source.Text, ask Ask) (err error) {
	defer diag.Catch(&err)
	x := &executor{Session: s, text: text, ask: ask}
	switch stmt.(type) {
	case *ast.CreateTable, *ast.CreateView: // what is new changes nothing that could be read before
	default:
		s.revision++
	}
	x.run(stmt)
	return nil
}

// executor runs one statement.
type executor struct {
	*Session
	text *source.Text
	ask  Ask
}

func (x *executor) run(stmt ast.Statement) {
	switch n := stmt.(type) {
	case *ast.CreateTable:
		t, err := x.Declare(n, x.text, x.ask, nil)
		if err != nil {
			panic(err)
		}
		x.register(t, n.IfNotExists)
	case *ast.CreateView:
		x.createView(n)
	case *ast.CreateMaterializedTable:
		x.createMaterialized(n)
	case *ast.CreateDatabase:
		x.createDatabase(n)
	case *ast.CreateCatalog:
		x.createCatalog(n)
	case *ast.CreateFunction:
		x.createFunction(n)
	case *ast.CreateModel:
		x.createModel(n)
	case *ast.AlterTable:
		x.alterTable(n)
	case *ast.AlterView:
		x.alterView(n)
	case *ast.AlterObject:
		x.alterObject(n)
	case *ast.Drop:
		x.drop(n)
	default:
		x.command(stmt)
	}
}

// command runs what is not a declaration.
func (x *executor) command(stmt ast.Statement) {
	switch n := stmt.(type) {
	case *ast.Use:
		x.use(n)
	case *ast.Describe:
		x.describe(n)
	case *ast.Show:
		x.show(n)
	case *ast.Module:
		x.module(n)
	case *ast.Jar:
		x.jar(n)
	case *ast.AnalyzeTable:
		x.analyze(n)
	case *ast.Truncate:
		x.truncate(n)
	case *ast.ExecutePlan:
		x.executePlan(n)
	case *ast.CallProcedure:
		x.call(n)
	case *ast.StopJob, *ast.ClientCommand:
		diag.Fail(diag.Table, stmt.Span(), "%s", onlyAccepts)
	case *ast.CreateConnection, *ast.Merge, *ast.SetOption:
		x.unsupported(stmt)
	case *ast.Set:
		if n.HasKey {
			x.Settings.values[n.Key] = n.Value
		}
	case *ast.Reset:
		x.reset(n)
	default:
		diag.Unknown(stmt.Span(), "the statement %s", strings.TrimPrefix(fmt.Sprintf("%T", stmt), "*ast."))
	}
}

// Add adds the table of CREATE TABLE … AS or REPLACE TABLE … AS (TableEnvironmentImpl.getModifyOperation).
func (s *Session) Add(t *Table, c *ast.CreateTable) (err error) {
	defer diag.Catch(&err)
	if c.OrReplace || c.Replace {
		old := s.Table(t.ID)
		if old == nil && !c.OrReplace {
			diag.Fail(diag.Table, c.Name.Span(), "The table %s to be replaced doesn't exist. You can try to use CREATE TABLE AS statement or "+
				"CREATE OR REPLACE TABLE AS statement.", t.ID.Quoted())
		}
		if old != nil {
			s.dropTable(t.ID, &ast.Drop{Base: ast.At(c.Name.Span()), Kind: "TABLE"})
		}
	}
	s.register(t, c.IfNotExists)
	return nil
}

// register is CatalogManager.createTable and createTemporaryTable.
func (s *Session) register(t *Table, ifNotExists bool) {
	if s.Table(t.ID) != nil {
		s.revision++
	}
	if t.Temporary {
		if s.temporary[t.ID] != nil {
			if !ifNotExists {
				diag.Fail(diag.Validation, source.Span{}, "Temporary table '%s' already exists", t.ID.Quoted())
			}
			return
		}
		s.temporary[t.ID] = t
		return
	}
	if !s.HasCatalog(t.ID.Catalog) {
		diag.Fail(diag.Validation, source.Span{}, "Catalog %s does not exist.", t.ID.Catalog)
	}
	d := s.database(t.ID.Catalog, t.ID.Database)
	if d == nil {
		panic(notExecuted(diag.Validation, "CreateTable", t.ID, noDatabase(t.ID.Catalog, t.ID.Database)))
	}
	if d.tables[t.ID.Name] != nil {
		if !ifNotExists {
			panic(notExecuted(diag.Validation, "CreateTable", t.ID, tableExists(t.ID.Catalog, t.ID.Database, t.ID.Name)))
		}
		return
	}
	d.tables[t.ID.Name] = t
}

// notExecuted is CatalogManager.execute's frame around a catalog's refusal.
func notExecuted(class, command string, id Identifier, cause *diag.Rejection) *diag.Rejection {
	return cause.Wrap(class, fmt.Sprintf("Could not execute %s in path %s", command, id.Quoted()))
}

func noDatabase(catalog, name string) *diag.Rejection {
	return diag.Newf(exceptions+"DatabaseNotExistException", source.Span{}, "Database %s does not exist in Catalog %s.", name, catalog)
}

func (x *executor) reset(n *ast.Reset) {
	if n.HasKey {
		delete(x.Settings.values, n.Key)
		return
	}
	clear(x.Settings.values)
}

func (x *executor) use(n *ast.Use) {
	switch n.Kind {
	case "CATALOG":
		name := n.Name.Simple()
		x.mustCatalog(name)
		x.Catalog, x.Database = name, x.catalogs[name].home
	case "DATABASE":
		catalog, db := x.databaseName(n.Name, "use")
		c := x.mustCatalog(catalog)
		if c.databases[db] == nil {
			diag.Fail(exceptions+"CatalogException", n.Name.Span(), "A database with name [%s] does not exist in the catalog: [%s].", db, catalog)
		}
		x.Catalog, x.Database = catalog, db
	case "MODULES":
		x.useModules(n)
	}
}

// mustCatalog is CatalogManager.getCatalogOrError for USE.
func (x *executor) mustCatalog(name string) *store {
	c := x.catalogs[name]
	if c == nil {
		diag.Fail(exceptions+"CatalogException", source.Span{}, "A catalog with name [%s] does not exist.", name)
	}
	return c
}

// javaMap spells a HashMap as Java's toString does.
func javaMap(m map[string]string) string {
	parts := make([]string, 0, len(m))
	for _, k := range keys.HashOrder(sortedKeys(m)) {
		parts = append(parts, k+"="+m[k])
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func dotted(parts []string) string { return strings.Join(parts, ".") }

func wholeNumber(n *ast.Number) int {
	v, err := strconv.Atoi(strings.ReplaceAll(n.Text, "_", ""))
	if err != nil {
		return -1
	}
	return v
}

func (x *executor) createView(n *ast.CreateView) {
	id := x.mustQualify(n.Name)
	t := &Table{ID: id, Temporary: n.Temporary, View: &View{Query: n.Query, Text: x.text, Names: names(n.Columns)}}
	if n.Comment != nil {
		t.Comment = n.Comment.Value
	}
	before := x.correlations
	t.Columns = x.viewColumns(t.View)
	t.View.converted, t.View.correlations = x.revision+1, x.correlations-before
	x.register(t, n.IfNotExists)
}

// viewColumns are the columns of a view: those of its query, with the names of its column list
// (SqlNodeConvertUtils.toCatalogView).
func (x *executor) viewColumns(v *View) []Column {
	q, names := v.Query, v.Names
	if x.ask.View == nil {
		diag.Unknown(q.Span(), "a view's query")
	}
	cols, meant, err := x.ask.View(q, x.text, names)
	if err != nil {
		panic(err)
	}
	v.Meant = meant
	if names == nil {
		return cols
	}
	if len(names) != len(cols) {
		diag.Fail(diag.Validation, q.Span(), "VIEW definition and input fields not match:\n\tDef fields: %s.\n\tInput fields: %s.",
			javaList(names), javaList(columnNames(cols)))
	}
	for i := range cols {
		cols[i].Name = names[i]
	}
	return cols
}

func (x *executor) drop(n *ast.Drop) {
	switch n.Kind {
	case "TABLE", "VIEW", "MATERIALIZED TABLE":
		x.dropTable(x.mustQualify(n.Name), n)
	case "DATABASE":
		x.dropDatabase(n)
	case "CATALOG":
		x.dropCatalog(n)
	case "FUNCTION":
		x.dropFunction(n)
	case "MODEL":
		x.dropModel(n)
	default:
		x.unsupported(n)
	}
}

func (x *executor) alterObject(n *ast.AlterObject) {
	switch n.Kind {
	case "DATABASE":
		x.alterDatabase(n)
	case "CATALOG":
		x.alterCatalog(n)
	case "FUNCTION":
		x.alterFunction(n)
	case "MODEL":
		x.alterModel(n)
	default:
		x.unsupported(n)
	}
}

// kindOf tells a table, a view and a materialized table apart.
func (t *Table) kindOf() string {
	switch {
	case t.View != nil:
		return "VIEW"
	case t.Materialized:
		return "MATERIALIZED TABLE"
	}
	return "TABLE"
}

// dropTable is CatalogManager.dropTableInternal and dropTemporaryTableInternal.
func (s *Session) dropTable(id Identifier, n *ast.Drop) {
	word := map[string]string{"TABLE": "Table", "VIEW": "View", "MATERIALIZED TABLE": "Materialized Table"}[n.Kind]
	if t := s.temporary[id]; n.Temporary {
		if t != nil && t.kindOf() == n.Kind {
			delete(s.temporary, id)
		} else if !n.IfExists {
			diag.Fail(diag.Validation, n.Span(), "Temporary table or view with identifier '%s' does not exist.", id)
		}
		return
	} else if t != nil && t.kindOf() == n.Kind {
		lower := strings.ToLower(word)
		diag.Fail(diag.Validation, n.Span(), "Temporary %s with identifier '%s' exists. Drop it first before removing the permanent %s.", lower, id.Quoted(), lower)
	}
	if t := s.Table(id); t != nil && t.kindOf() == n.Kind {
		delete(s.database(id.Catalog, id.Database).tables, id.Name)
	} else if !n.IfExists {
		diag.Fail(diag.Validation, n.Span(), "%s with identifier '%s' does not exist.", word, id)
	}
}
