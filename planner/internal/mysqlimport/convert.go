// Package mysqlimport turns what SHOW CREATE TABLE prints on MySQL or TiDB into Flink's CREATE TABLE for the connectors
// mysql-cdc, tidb-cdc and jdbc. Types are mapped as the connectors' documentation maps them; whatever a Flink table has no
// counterpart for is named in a note.
package mysqlimport

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver" // the parser's values

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// The connectors that a table can be imported for.
const (
	MySQLCDC = "mysql-cdc"
	TiDBCDC  = "tidb-cdc"
	JDBC     = "jdbc"
)

// Targets are the connectors in the order in which they are offered.
func Targets() []string { return []string{MySQLCDC, TiDBCDC, JDBC} }

// Options say where the tables are. What is empty is filled in with a placeholder, and said so.
type Options struct {
	Hostname, Username, Password string
	Database                     string // where the text does not name one
	PDAddresses                  string // of TiDB
	URL                          string // of JDBC
}

// Table is one imported table.
type Table struct {
	Name     string // as Flink's table is called
	Database string
	Columns  []string
	Key      []string
	SQL      string
}

// Result is the Flink script, its tables, and what was left out or guessed. The spans of notes are in the imported text.
type Result struct {
	SQL    string
	Tables []Table
	Notes  []diag.Note
}

// Accepts reports whether a text is valid MySQL, as far as TiDB's parser knows it.
func Accepts(sql string) bool {
	stmts, err := parseMySQL(prepare(sql).text)
	return err == nil && len(stmts) > 0
}

// HasTables reports whether a text is valid MySQL and creates a table, so that Convert has something to do.
func HasTables(sql string) bool {
	stmts, err := parseMySQL(prepare(sql).text)
	if err != nil {
		return false
	}
	for _, s := range stmts {
		if _, ok := s.(*ast.CreateTableStmt); ok {
			return true
		}
	}
	return false
}

// Convert imports all tables that sql creates.
func Convert(sql, target string, opts Options) (Result, error) {
	if target != MySQLCDC && target != TiDBCDC && target != JDBC {
		return Result{}, fmt.Errorf("no import for the connector %q: %s", target, strings.Join(Targets(), ", "))
	}
	in := prepare(sql)
	stmts, err := parseMySQL(in.text)
	if err != nil {
		return Result{}, fmt.Errorf("not valid MySQL: %w", err)
	}
	c := &converter{in: in, target: target, opts: opts, database: opts.Database}
	at := 0
	for _, s := range stmts {
		at = c.locate(s.Text(), at)
		c.statement(s)
	}
	if len(c.res.Tables) == 0 {
		return Result{}, fmt.Errorf("no CREATE TABLE to import")
	}
	c.connectionNote()
	parts := make([]string, len(c.res.Tables))
	for i, t := range c.res.Tables {
		parts[i] = t.SQL + ";\n"
	}
	c.res.SQL = strings.Join(parts, "\n")
	return c.res, nil
}

// parseMySQL runs TiDB's parser and survives it.
func parseMySQL(sql string) (stmts []ast.StmtNode, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	stmts, _, err = parser.New().ParseSQL(sql)
	return stmts, err
}

// converter is the state of one import.
type converter struct {
	in       listing
	target   string
	opts     Options
	database string // by USE, or from the options
	assumed  bool   // a database had to be assumed
	at       source.Span
	res      Result
}

// locate finds a statement's text from position at on and remembers its span.
func (c *converter) locate(text string, at int) int {
	if i := strings.Index(c.in.text[at:], text); i >= 0 {
		start := at + i
		trimmed := strings.TrimLeft(text, " \t\r\n;")
		c.at = source.Span{Start: start + len(text) - len(trimmed), End: start + len(text)}
		return start + len(text)
	}
	return at
}

func (c *converter) note(hint, format string, args ...any) {
	c.res.Notes = append(c.res.Notes, diag.Note{Message: fmt.Sprintf(format, args...), Hint: hint, Span: c.at})
}

func (c *converter) statement(s ast.StmtNode) {
	switch s := s.(type) {
	case *ast.CreateTableStmt:
		c.createTable(s)
	case *ast.UseStmt:
		c.database = s.DBName
	case *ast.SetStmt, *ast.DropTableStmt, *ast.CreateDatabaseStmt, *ast.LockTablesStmt, *ast.UnlockTablesStmt:
		c.note("", "Left out: %s.", firstWords(s.Text()))
	default:
		c.note("", "Left out, only CREATE TABLE is imported: %s.", firstWords(s.Text()))
	}
}

// firstWords is the beginning of a statement, on one line.
func firstWords(sql string) string {
	words := strings.Fields(strings.Trim(sql, " \t\r\n;"))
	if len(words) > 6 {
		return strings.Join(words[:6], " ") + " …"
	}
	return strings.Join(words, " ")
}

// createTable imports one table.
func (c *converter) createTable(s *ast.CreateTableStmt) {
	name := s.Table.Name.O
	switch {
	case s.ReferTable != nil:
		c.note("Import the table it is like.", "Left out: table %s is created LIKE another.", name)
		return
	case len(s.Cols) == 0:
		c.note("Import what SHOW CREATE TABLE prints for it.", "Left out: table %s has no columns of its own.", name)
		return
	}
	t := &table{c: c, name: name, database: s.Table.Schema.O, spatial: c.in.spatial}
	if t.database == "" {
		t.database = c.database
	}
	if t.database == "" {
		t.database, c.assumed = "mydb", true
	}
	t.read(s)
	c.res.Tables = append(c.res.Tables, Table{
		Name: name, Database: t.database, Columns: t.columnNames(), Key: t.key, SQL: t.write(),
	})
}

// connectionNote says which placeholders have to be replaced.
func (c *converter) connectionNote() {
	c.at = source.Span{}
	var missing []string
	need := func(value, what string) {
		if value == "" {
			missing = append(missing, what)
		}
	}
	switch c.target {
	case MySQLCDC:
		need(c.opts.Hostname, "hostname")
		need(c.opts.Username, "username")
		need(c.opts.Password, "password")
	case TiDBCDC:
		need(c.opts.PDAddresses, "pd-addresses")
	case JDBC:
		need(c.opts.URL, "url")
		need(c.opts.Username, "username")
		need(c.opts.Password, "password")
	}
	if c.assumed && (c.target != JDBC || c.opts.URL == "") {
		missing = append(missing, "the database's name")
	}
	if len(missing) > 0 {
		c.note("Replace them before running the script.", "Placeholders stand for %s.", list(missing))
	}
}

// list is "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
