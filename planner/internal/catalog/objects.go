package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/source"
)

func (x *executor) createCatalog(n *ast.CreateCatalog) {
	name, options := n.Name.Text, optionMap(n.Options)
	if x.catalogs[name] != nil {
		if n.IfNotExists {
			return
		}
		comment := ""
		if n.Comment != nil {
			comment = ", comment: [" + n.Comment.Value + "]"
		}
		cause := diag.Newf(exceptions+"CatalogException", n.Name.Span(), "Catalog %s already exists.", name)
		panic(cause.Wrap(diag.Validation, fmt.Sprintf("Could not execute CREATE CATALOG: (catalogName: [%s], properties: [%s]%s, ignoreIfExists: [%t])",
			name, javaMap(options), comment, n.IfNotExists)))
	}
	x.catalogs[name] = openCatalog(name, options)
}

// openCatalog is FactoryUtil.createCatalog.
func openCatalog(name string, options map[string]string) *store {
	home, cause := connector.OpenCatalog(options)
	if cause != nil {
		panic(cause.Wrap(diag.Validation, fmt.Sprintf("Unable to create catalog '%s'.\n\nCatalog options are:\n%s", name, connector.OptionList(options))))
	}
	s := newStore(name, home)
	s.options = options
	return s
}

func (x *executor) alterCatalog(n *ast.AlterObject) {
	name := n.Name.Simple()
	written := make([]string, 0, len(n.Keys))
	for _, k := range n.Keys {
		if key := stringOf(k); !slices.Contains(written, key) {
			written = append(written, key)
		}
	}
	reset := keys.HashOrder(written)
	if n.Action == "RESET" {
		if len(reset) == 0 {
			diag.Fail(diag.Validation, n.Span(), "ALTER CATALOG RESET does not support empty key")
		}
		for _, k := range reset {
			if k == "type" {
				diag.Fail(diag.Validation, n.Span(), "ALTER CATALOG RESET does not support changing 'type'")
			}
		}
	}
	c := x.catalogs[name]
	if c == nil || c.options == nil {
		cause := diag.Newf(exceptions+"CatalogException", n.Name.Span(), "Catalog %s does not exist in the catalog store.", name)
		panic(cause.Wrap(diag.Validation, "Could not execute ALTER CATALOG "+name+alterWords(n, reset)))
	}
	options := maps.Clone(c.options)
	maps.Copy(options, optionMap(n.Options))
	for _, k := range reset {
		delete(options, k)
	}
	// The store keeps the new options even where no catalog can be made of them.
	c.options = options
	openCatalog(name, options)
}

// alterWords are the changes as AlterCatalog…Operation spells them.
func alterWords(n *ast.AlterObject, reset []string) string {
	switch n.Action {
	case "COMMENT":
		return " COMMENT '" + n.Comment.Value + "'"
	case "RESET":
		lines := make([]string, len(reset))
		for i, k := range reset {
			lines[i] = "  RESET '" + k + "'"
		}
		return "\n" + strings.Join(lines, ",\n")
	}
	options := optionMap(n.Options)
	var lines []string
	for _, k := range keys.HashOrder(sortedKeys(options)) {
		lines = append(lines, "  SET '"+k+"' = '"+options[k]+"'")
	}
	return "\n" + strings.Join(lines, ",\n")
}

func (x *executor) dropCatalog(n *ast.Drop) {
	name := n.Name.Parts[0].Text
	why := ""
	switch {
	case x.catalogs[name] == nil && n.IfExists:
		return
	case x.catalogs[name] == nil:
		why = "Catalog " + name + " does not exist."
	case name == x.Catalog:
		why = "Cannot drop a catalog which is currently in use."
	default:
		delete(x.catalogs, name)
		return
	}
	panic(diag.New(exceptions+"CatalogException", why, n.Name.Span()).Wrap(diag.Validation, "Could not execute DROP CATALOG: (catalogName: ["+name+"])"))
}

func (x *executor) createDatabase(n *ast.CreateDatabase) {
	catalog, db := x.databaseName(n.Name, "create")
	refused := fmt.Sprintf("Could not execute CREATE DATABASE: (catalogDatabase: [%s], catalogName: [%s], databaseName: [%s], ignoreIfExists: [%t])",
		javaMap(optionMap(n.Options)), catalog, db, n.IfNotExists)
	c := x.catalogs[catalog]
	if c == nil {
		panic(diag.Newf(diag.Validation, n.Name.Span(), "Catalog %s does not exist", catalog).Wrap(diag.Table, refused))
	}
	if c.databases[db] == nil {
		c.databases[db] = newDatabase()
	} else if !n.IfNotExists {
		cause := diag.Newf(exceptions+"DatabaseAlreadyExistException", n.Name.Span(), "Database %s already exists in Catalog %s.", db, catalog)
		panic(cause.Wrap(diag.Validation, refused))
	}
}

func (x *executor) dropDatabase(n *ast.Drop) {
	catalog, db := x.databaseName(n.Name, "drop")
	refused := "Could not execute DROP DATABASE"
	if n.IfExists {
		refused += " IF EXISTS "
	}
	refused += " " + catalog + "." + db
	if n.Cascade {
		refused += " CASCADE"
	} else {
		refused += " RESTRICT"
	}
	c := x.catalogs[catalog]
	if c == nil {
		panic(diag.Newf("org.apache.flink.table.api.CatalogNotExistException", n.Name.Span(), "Catalog %s does not exist.", catalog).Wrap(diag.Table, refused))
	}
	d := c.databases[db]
	switch {
	case catalog == x.Catalog && db == x.Database:
		panic(diag.New(diag.Validation, "Cannot drop a database which is currently in use.", n.Name.Span()).Wrap(diag.Table, refused))
	case d == nil:
		if !n.IfExists {
			panic(noDatabase(catalog, db).Wrap(diag.Validation, refused))
		}
	case !n.Cascade && (len(d.tables) > 0 || len(d.functions) > 0):
		panic(diag.Newf(exceptions+"DatabaseNotEmptyException", n.Name.Span(), "Database %s in catalog %s is not empty.", db, catalog).Wrap(diag.Validation, refused))
	default:
		delete(c.databases, db)
	}
}

func (x *executor) alterDatabase(n *ast.AlterObject) {
	catalog, db := x.databaseName(n.Name, "alter")
	c := x.catalogs[catalog]
	if c == nil {
		diag.Fail(diag.Validation, n.Name.Span(), "Catalog %s not exists", catalog)
	}
	if c.databases[db] == nil {
		panic(noDatabase(catalog, db).Wrap(diag.Validation, "Database "+db+" not exists"))
	}
}

// databaseName splits the name of a database: of one part, or with its catalog.
func (x *executor) databaseName(name *ast.Ident, verb string) (catalog, db string) {
	p := name.Texts()
	switch len(p) {
	case 1:
		return x.Catalog, p[0]
	case 2:
		return p[0], p[1]
	}
	diag.Fail(diag.Validation, name.Span(), "%s database identifier format error", verb)
	return "", ""
}

// createFunction is SqlCreateFunctionConverter, FunctionCatalog and the catalog. Java classes are never found.
func (x *executor) createFunction(n *ast.CreateFunction) {
	f := &Function{Class: n.Class.Value, Language: language(n.Language, n.Span()), Temporary: n.Temporary, System: n.System, Resources: n.Using}
	if strings.TrimSpace(f.Class) == "" {
		diag.Fail(diag.IllegalArgument, n.Class.Span(), "className cannot be null or empty")
	}
	if n.System {
		x.createSystemFunction(n, f)
		return
	}
	f.ID = x.mustQualify(n.Name)
	low := f.ID
	low.Name = strings.ToLower(low.Name)
	if n.Temporary {
		if x.functions[low] != nil {
			if !n.IfNotExists {
				diag.Fail(diag.Validation, n.Name.Span(), "Could not register temporary catalog function. A function '%s' does already exist.", f.ID)
			}
			return
		}
		if cause := f.unloadable(n, f.ID.String()); cause != nil {
			panic(cause.Wrap(diag.Validation, fmt.Sprintf("Could not register temporary catalog function '%s' due to implementation errors.", f.ID)))
		}
		x.functions[low] = f
		return
	}
	if !x.HasCatalog(f.ID.Catalog) {
		diag.Fail(diag.Validation, n.Name.Span(), "Catalog %s does not exist", f.ID.Catalog)
	}
	d := x.database(f.ID.Catalog, f.ID.Database)
	if d == nil {
		panic(noDatabase(f.ID.Catalog, f.ID.Database).Wrap(diag.Table, fmt.Sprintf("Could not execute CREATE CATALOG FUNCTION: "+
			"(catalogFunction: [Optional[This is a user-defined function]], identifier: [%s], ignoreIfExists: [%t], isTemporary: [false])", f.ID.Quoted(), n.IfNotExists)))
	}
	if d.functions[low.Name] != nil {
		if !n.IfNotExists {
			message := fmt.Sprintf("Function %s.%s already exists in Catalog %s.", low.Database, low.Name, low.Catalog)
			panic(diag.New(exceptions+"FunctionAlreadyExistException", message, n.Name.Span()).Wrap(diag.Validation, message))
		}
		return
	}
	d.functions[low.Name] = f
}

func (x *executor) createSystemFunction(n *ast.CreateFunction, f *Function) {
	name := n.Name.Simple()
	refused := fmt.Sprintf("Could not execute CREATE TEMPORARY SYSTEM FUNCTION: (functionName: [%s], catalogFunction: [CatalogFunctionImpl{className='%s', "+
		"functionLanguage='%s', functionResource='%s', options='%s'}], ignoreIfExists: [%t], functionLanguage: [%s])",
		name, f.Class, f.Language, resources(n.Using), javaMap(optionMap(n.Options)), n.IfNotExists, f.Language)
	if cause := f.unloadable(n, name); cause != nil {
		panic(cause.Wrap(diag.Validation, "Could not register temporary system function '"+name+"' due to implementation errors.").Wrap(diag.Table, refused))
	}
	low := strings.ToLower(name)
	if x.system[low] == nil {
		x.system[low] = f
	} else if !n.IfNotExists {
		cause := diag.Newf(diag.Validation, n.Name.Span(), "Could not register temporary system function. A function named '%s' does already exist.", name)
		panic(cause.Wrap(diag.Table, refused))
	}
}

func resources(using []ast.Resource) string {
	parts := make([]string, len(using))
	for i := range using {
		parts[i] = resource(using[i].Kind, using[i].Path.Value)
	}
	return javaList(parts)
}

func resource(kind, path string) string {
	return "ResourceUri{resourceType=" + kind + ", uri='" + path + "'}"
}

// unloadable is why a temporary function of a class cannot be registered: FunctionCatalog.validateAndPrepareFunction.
func (f *Function) unloadable(n *ast.CreateFunction, name string) *diag.Rejection {
	if f.Language != "JAVA" {
		return nil
	}
	if len(n.Using) > 0 {
		u := n.Using[0]
		cause := diag.New("java.io.FileNotFoundException", "jar or artifact resource ["+u.Path.Value+"] not found.", u.Span())
		return cause.Wrap(diag.Table, fmt.Sprintf("Failed to register function jar resource '%s' of function '%s'.", resources(n.Using), name))
	}
	if why := libraryClass(f.Class); why != "" {
		return diag.New(diag.Validation, "Function class '"+f.Class+"' "+why, n.Class.Span())
	}
	if strings.HasPrefix(f.Class, "java.") {
		return nil
	}
	return diag.New("java.lang.ClassNotFoundException", f.Class, n.Class.Span())
}

func language(word string, at source.Span) string {
	switch word {
	case "":
		return "JAVA"
	case "JAVA", "SCALA", "PYTHON":
		return word
	}
	cause := diag.New(diag.IllegalArgument, "No enum constant org.apache.flink.table.catalog.FunctionLanguage."+word, at)
	panic(cause.Wrap(diag.UnsupportedOp, "Unrecognized function language string "+word))
}

func (x *executor) dropFunction(n *ast.Drop) {
	if n.System {
		low := strings.ToLower(n.Name.Simple())
		if x.system[low] == nil && !n.IfExists {
			diag.Fail(diag.Validation, n.Name.Span(), "Could not drop temporary system function. A function named '%s' doesn't exist.", n.Name.Simple())
		}
		delete(x.system, low)
		return
	}
	id := x.mustQualify(n.Name)
	low := id
	low.Name = strings.ToLower(id.Name)
	if n.Temporary {
		if x.functions[low] == nil && !n.IfExists {
			diag.Fail(diag.Validation, n.Name.Span(), "Temporary catalog function %s doesn't exist", id.Quoted())
		}
		delete(x.functions, low)
		return
	}
	x.storedFunction(low, n.IfExists, n.Name.Span())
	if d := x.database(id.Catalog, id.Database); d != nil {
		delete(d.functions, low.Name)
	}
}

// storedFunction refuses a function that the catalog does not have.
func (x *executor) storedFunction(low Identifier, ifExists bool, at source.Span) {
	if !x.HasCatalog(low.Catalog) {
		diag.Fail(diag.Validation, at, "Catalog %s does not exist", low.Catalog)
	}
	d := x.database(low.Catalog, low.Database)
	if (d == nil || d.functions[low.Name] == nil) && !ifExists {
		message := fmt.Sprintf("Function %s.%s does not exist in Catalog %s.", low.Database, low.Name, low.Catalog)
		panic(diag.New(exceptions+"FunctionNotExistException", message, at).Wrap(diag.Validation, message))
	}
}

func (x *executor) alterFunction(n *ast.AlterObject) {
	if n.System {
		diag.Fail(diag.Validation, n.Span(), "Alter temporary system function is not supported")
	}
	lang := language(n.Language, n.Span())
	low := x.mustQualify(n.Name)
	if n.Temporary {
		diag.Fail(diag.Validation, n.Span(), "Alter temporary catalog function is not supported")
	}
	low.Name = strings.ToLower(low.Name)
	x.storedFunction(low, n.IfExists, n.Name.Span())
	if d := x.database(low.Catalog, low.Database); d != nil && d.functions[low.Name] != nil && n.Class != nil {
		f := *d.functions[low.Name]
		f.Class, f.Language = n.Class.Value, lang
		d.functions[low.Name] = &f
	}
}
