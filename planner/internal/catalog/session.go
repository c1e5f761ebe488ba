package catalog

import (
	"sort"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// DefaultCatalog and DefaultDatabase are where a session starts.
const (
	DefaultCatalog  = "default_catalog"
	DefaultDatabase = "default_database"
)

// Session is what a script has built up: Flink's CatalogManager, FunctionCatalog and TableConfig.
type Session struct {
	Settings Settings
	// Catalog and Database are the current ones.
	Catalog, Database string

	catalogs  map[string]*store
	temporary map[Identifier]*Table
	functions map[Identifier]*Function // temporary ones
	system    map[string]*Function     // temporary system functions, by name in lower case
	models    map[Identifier]*Model    // temporary ones
	modules   []string

	correlations int
	// revision changes whenever a query may mean something else than before.
	revision int

	// Budget is what the script may still spend.
	Budget *diag.Budget

	// Places is where the trees of the statement that is being planned stand in the script.
	Places *source.Places
}

// store is one catalog: GenericInMemoryCatalog.
type store struct {
	name      string
	options   map[string]string
	home      string // its default database
	databases map[string]*database
}

type database struct {
	tables    map[string]*Table
	functions map[string]*Function // by name in lower case
	models    map[string]*Model
}

// Function is a function made by CREATE FUNCTION. None can be loaded here.
type Function struct {
	ID        Identifier
	Class     string
	Language  string // JAVA, SCALA, PYTHON
	Temporary bool
	System    bool
	// Resources are what its code is to be loaded from.
	Resources []ast.Resource
}

// Model is a model made by CREATE MODEL.
type Model struct {
	ID            Identifier
	Input, Output []Column
	Options       map[string]string
	Temporary     bool
}

// Converted says that the query of a view is known to become a tree as things are, and counts the correlation variables
// that making it again would number.
func (s *Session) Converted(v *View) bool {
	if v.converted != s.revision+1 {
		return false
	}
	s.correlations += v.correlations
	return true
}

// NewSession is a fresh TableEnvironment.
func NewSession() *Session {
	return &Session{
		Settings: NewSettings(nil), Catalog: DefaultCatalog, Database: DefaultDatabase,
		catalogs:  map[string]*store{DefaultCatalog: newStore(DefaultCatalog, DefaultDatabase)},
		temporary: map[Identifier]*Table{}, functions: map[Identifier]*Function{}, system: map[string]*Function{},
		models: map[Identifier]*Model{}, modules: []string{"core"}, Places: source.NewPlaces(source.NewText(""), nil),
	}
}

func newStore(name, home string) *store {
	return &store{name: name, home: home, databases: map[string]*database{home: newDatabase()}}
}

func newDatabase() *database {
	return &database{tables: map[string]*Table{}, functions: map[string]*Function{}, models: map[string]*Model{}}
}

// Qualify completes a name of one to three parts (CatalogManager.qualifyIdentifier); ok is false for more parts, which
// Flink refuses with TooManyParts.
func (s *Session) Qualify(parts []string) (id Identifier, ok bool) {
	switch len(parts) {
	case 1:
		return Identifier{s.Catalog, s.Database, parts[0]}, true
	case 2:
		return Identifier{s.Catalog, parts[0], parts[1]}, true
	case 3:
		return Identifier{parts[0], parts[1], parts[2]}, true
	}
	return Identifier{}, false
}

// TooManyParts is what Flink says of a name of more than three parts.
const TooManyParts = "Object identifier must consist of 1 to 3 parts."

// Table finds a table or view by its full name; temporary ones shadow permanent ones. It is nil if there is none.
func (s *Session) Table(id Identifier) *Table {
	if t := s.temporary[id]; t != nil {
		return t
	}
	return s.permanent(id)
}

// Find is Table for a name of one to three parts.
func (s *Session) Find(parts []string) *Table {
	id, ok := s.Qualify(parts)
	if !ok {
		return nil
	}
	return s.Table(id)
}

func (s *Session) permanent(id Identifier) *Table {
	if d := s.database(id.Catalog, id.Database); d != nil {
		return d.tables[id.Name]
	}
	return nil
}

func (s *Session) database(catalog, name string) *database {
	if c := s.catalogs[catalog]; c != nil {
		return c.databases[name]
	}
	return nil
}

// HasCatalog reports whether there is a catalog of that name.
func (s *Session) HasCatalog(name string) bool { return s.catalogs[name] != nil }

// HasDatabase reports whether there is a database of that name.
func (s *Session) HasDatabase(catalog, name string) bool { return s.database(catalog, name) != nil }

// Catalogs lists the catalogs' names, sorted.
func (s *Session) Catalogs() []string { return sortedKeys(s.catalogs) }

// Databases lists the databases of a catalog, sorted.
func (s *Session) Databases(catalog string) []string {
	if c := s.catalogs[catalog]; c != nil {
		return sortedKeys(c.databases)
	}
	return nil
}

// Tables lists the tables and views of a database, temporary ones too, sorted.
func (s *Session) Tables(catalog, db string) []string {
	seen := map[string]bool{}
	if d := s.database(catalog, db); d != nil {
		for n := range d.tables {
			seen[n] = true
		}
	}
	for id := range s.temporary {
		if id.Catalog == catalog && id.Database == db {
			seen[id.Name] = true
		}
	}
	return sortedKeys(seen)
}

// Function finds a function of the script by its name of one to three parts: temporary system functions first, then
// temporary catalog functions, then those of the catalog. Names of functions are not case sensitive.
func (s *Session) Function(parts []string) *Function {
	if len(parts) == 1 {
		if f := s.system[strings.ToLower(parts[0])]; f != nil {
			return f
		}
	}
	id, ok := s.Qualify(parts)
	if !ok {
		return nil
	}
	return s.functionAt(id)
}

func (s *Session) functionAt(id Identifier) *Function {
	id.Name = strings.ToLower(id.Name)
	if f := s.functions[id]; f != nil {
		return f
	}
	if d := s.database(id.Catalog, id.Database); d != nil {
		return d.functions[id.Name]
	}
	return nil
}

// Model finds a model by its name of one to three parts.
func (s *Session) Model(parts []string) *Model {
	id, ok := s.Qualify(parts)
	if !ok {
		return nil
	}
	if m := s.models[id]; m != nil {
		return m
	}
	if d := s.database(id.Catalog, id.Database); d != nil {
		return d.models[id.Name]
	}
	return nil
}

// ForConnector gives what a connector is told of the table, with the options of a hint merged over its own.
func (t *Table) ForConnector(s *Session, hints map[string]string) *connector.Table {
	out := &connector.Table{
		Path: t.ID.String(), Options: t.Options, PartitionKeys: t.PartitionKeys, Bucketed: t.Distribution != nil,
		Setting: s.Settings.Text, TypeOf: typeFromText, Tests: s.WithTests,
	}
	if len(hints) > 0 {
		out.Options = make(map[string]string, len(t.Options)+len(hints))
		for k, v := range t.Options {
			out.Options[k] = v
		}
		for k, v := range hints {
			out.Options[k] = v
		}
	}
	for i := range t.Columns {
		if t.Columns[i].Kind == Physical {
			out.Physical = append(out.Physical, connector.Column{Name: t.Columns[i].Name, Type: t.Columns[i].Type})
		}
	}
	if t.PrimaryKey != nil {
		out.PrimaryKey = t.PrimaryKey.Columns
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// Lookup is Find.
func (s *Session) Lookup(parts []string) *Table { return s.Find(parts) }

// Setting is the value of a setting as text.
func (s *Session) Setting(key string) string { return s.Settings.Text(key) }

// WithTests says that the script's tables are of Flink's planner tests, at least one of them.
func (s *Session) WithTests() bool {
	for _, t := range s.temporary {
		if connector.OfTests(t.Options["connector"]) {
			return true
		}
	}
	for _, c := range s.catalogs {
		for _, d := range c.databases {
			for _, t := range d.tables {
				if connector.OfTests(t.Options["connector"]) {
					return true
				}
			}
		}
	}
	return false
}

// NextCorrelation numbers correlation variables; numbers are never used again.
func (s *Session) NextCorrelation() int {
	s.correlations++
	return s.correlations - 1
}

// Correlations is how many were numbered.
func (s *Session) Correlations() int { return s.correlations }
