package mysqlimport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
	"github.com/pingcap/tidb/pkg/parser/mysql"
)

// column is a column of the Flink table.
type column struct {
	name    string
	sql     string
	notNull bool
	comment string
}

// table is one table on its way.
type table struct {
	c              *converter
	name, database string
	spatial        map[string]string
	columns        []column
	key            []string
	keyless        bool
	comment        string
	unique         [][]string // unique keys that could serve as primary key
	lost           lost
}

// lost collects what is left out, so that each kind is one note.
type lost struct {
	kinds []string
	items map[string][]string
}

func (l *lost) add(kind, item string) {
	if l.items == nil {
		l.items = map[string][]string{}
	}
	if _, ok := l.items[kind]; !ok {
		l.kinds = append(l.kinds, kind)
	}
	if !slices.Contains(l.items[kind], item) {
		l.items[kind] = append(l.items[kind], item)
	}
}

func (t *table) columnNames() []string {
	out := make([]string, len(t.columns))
	for i, c := range t.columns {
		out[i] = c.name
	}
	return out
}

func (t *table) read(s *ast.CreateTableStmt) {
	for _, c := range s.Cols {
		t.column(c)
	}
	for _, c := range s.Constraints {
		t.constraint(c)
	}
	for _, o := range s.Options {
		t.option(o)
	}
	t.settleKey()
	if s.TemporaryKeyword != ast.TemporaryNone {
		t.lost.add("the table is no longer TEMPORARY", "TEMPORARY")
	}
	if s.Partition != nil {
		t.lost.add("Flink reads all partitions as one table", "PARTITION BY "+s.Partition.Tp.String())
	}
	if s.Select != nil {
		t.lost.add("the rows that the statement selects are not imported", "AS SELECT")
	}
	for _, b := range t.c.in.blanked {
		t.lost.add("no counterpart", b)
	}
	t.c.in.blanked = nil
	for _, kind := range t.lost.kinds {
		t.c.note("", "%s: %s — %s.", t.name, strings.Join(t.lost.items[kind], ", "), kind)
	}
}

// column reads a column and its options.
func (t *table) column(d *ast.ColumnDef) {
	name := d.Name.Name.O
	m := mapType(d.Tp, t.c.target)
	word, args, _ := strings.Cut(d.Tp.CompactStr(), "(")
	written := strings.ToUpper(word)
	if args != "" {
		written += "(" + args
	}
	if kind, ok := t.spatial[name]; ok {
		written = kind
		m = mapped{sql: "STRING", note: "read as STRING, the shape as GeoJSON"}
		if t.c.target == JDBC {
			m.note = "read as STRING: the jdbc connector documents no mapping for it"
		}
	}
	if m.note != "" {
		t.c.note("", "%s.%s is %s: %s.", t.name, name, written, m.note)
	}
	if mysql.HasZerofillFlag(d.Tp.GetFlag()) {
		t.lost.add("numbers come without their leading zeros", name+" ZEROFILL")
	}
	if cs := d.Tp.GetCharset(); cs != "" && cs != "binary" {
		t.lost.add("Flink's strings are Unicode and compare by code point, so case and accents count", name+" CHARACTER SET "+cs)
	}
	col := column{name: name, sql: m.sql}
	for _, o := range d.Options {
		t.columnOption(&col, o)
	}
	t.columns = append(t.columns, col)
}

func (t *table) columnOption(col *column, o *ast.ColumnOption) {
	switch o.Tp {
	case ast.ColumnOptionNotNull:
		col.notNull = true
	case ast.ColumnOptionNull:
	case ast.ColumnOptionPrimaryKey:
		t.key = []string{col.name}
		col.notNull = true
	case ast.ColumnOptionUniqKey:
		t.unique = append(t.unique, []string{col.name})
		t.lost.add("Flink has no unique constraints beside the primary key", "UNIQUE ("+col.name+")")
	case ast.ColumnOptionComment:
		col.comment = textOf(o.Expr)
	case ast.ColumnOptionAutoIncrement:
		t.lost.add("the database assigns the values, Flink only reads them", col.name+" AUTO_INCREMENT")
	case ast.ColumnOptionAutoRandom:
		t.lost.add("the database assigns the values, Flink only reads them", col.name+" AUTO_RANDOM")
	case ast.ColumnOptionDefaultValue:
		if !isNull(o.Expr) {
			t.lost.add("Flink has no default values", col.name+" DEFAULT "+sqlOf(o.Expr))
		}
	case ast.ColumnOptionOnUpdate:
		t.lost.add("the database sets the value, Flink only reads it", col.name+" ON UPDATE "+sqlOf(o.Expr))
	case ast.ColumnOptionGenerated:
		kind := "VIRTUAL"
		if o.Stored {
			kind = "STORED"
		}
		t.lost.add("read as a plain column with the database's values; Flink cannot write it",
			col.name+" GENERATED ALWAYS AS ("+sqlOf(o.Expr)+") "+kind)
	case ast.ColumnOptionCollate:
		t.lost.add("Flink's strings are Unicode and compare by code point, so case and accents count", col.name+" COLLATE "+o.StrValue)
	case ast.ColumnOptionReference:
		t.lost.add("Flink has no foreign keys", col.name+" REFERENCES "+tableOf(o.Refer))
	case ast.ColumnOptionCheck:
		t.lost.add("Flink checks nothing", "CHECK ("+sqlOf(o.Expr)+")")
	case ast.ColumnOptionColumnFormat:
		t.lost.add("storage is the database's affair", col.name+" COLUMN_FORMAT "+o.StrValue)
	case ast.ColumnOptionStorage:
		t.lost.add("storage is the database's affair", col.name+" STORAGE "+o.StrValue)
	default:
		t.lost.add("no counterpart", col.name+": "+restore(o))
	}
}

// constraint reads a key, an index or a check.
func (t *table) constraint(c *ast.Constraint) {
	cols, prefix := keyColumns(c.Keys)
	text := "(" + strings.Join(cols, ", ") + ")"
	if c.Name != "" {
		text = c.Name + " " + text
	}
	switch c.Tp {
	case ast.ConstraintPrimaryKey:
		if prefix {
			t.lost.add("a key over prefixes is no key of the whole values", "PRIMARY KEY "+text)
			return
		}
		t.key = cols
	case ast.ConstraintUniq, ast.ConstraintUniqKey, ast.ConstraintUniqIndex:
		if !prefix {
			t.unique = append(t.unique, cols)
		}
		t.lost.add("Flink has no unique constraints beside the primary key", "UNIQUE KEY "+text)
	case ast.ConstraintForeignKey:
		t.lost.add("Flink has no foreign keys", "FOREIGN KEY "+text+" REFERENCES "+tableOf(c.Refer))
	case ast.ConstraintCheck:
		t.lost.add("Flink checks nothing", strings.TrimSpace("CHECK "+c.Name)+" ("+sqlOf(c.Expr)+")")
	case ast.ConstraintFulltext:
		t.lost.add("Flink has no indexes", "FULLTEXT KEY "+text)
	default:
		t.lost.add("Flink has no indexes", "KEY "+text)
	}
}

// keyColumns are the columns of a key; a part of a value or an expression is no column.
func keyColumns(keys []*ast.IndexPartSpecification) (cols []string, prefix bool) {
	for _, k := range keys {
		switch {
		case k.Column == nil:
			cols, prefix = append(cols, "("+sqlOf(k.Expr)+")"), true
		case k.Length > 0:
			cols, prefix = append(cols, fmt.Sprintf("%s(%d)", k.Column.Name.O, k.Length)), true
		default:
			cols = append(cols, k.Column.Name.O)
		}
	}
	return cols, prefix
}

// settleKey names the key's columns as the columns are named, and looks for one where the table has none.
func (t *table) settleKey() {
	if t.key == nil {
		t.keyFromUnique()
	}
	for i, k := range t.key {
		for n := range t.columns {
			if strings.EqualFold(t.columns[n].name, k) {
				t.key[i] = t.columns[n].name
				t.columns[n].notNull = true
			}
		}
	}
	if t.key != nil {
		return
	}
	t.keyless = true
	switch t.c.target {
	case MySQLCDC:
		t.c.note("Name a column that splits the table evenly in 'scan.incremental.snapshot.chunk.key-column' to read it in parallel.",
			"%s has no primary key, so the incremental snapshot is switched off.", t.name)
	case TiDBCDC:
		t.c.note("Declare one if the rows have one.", "%s has no primary key, which tidb-cdc needs.", t.name)
	default:
		t.c.note("", "%s has no primary key, so Flink can only append to it.", t.name)
	}
}

func (t *table) keyFromUnique() {
	for _, cols := range t.unique {
		if t.allNotNull(cols) {
			t.key = slices.Clone(cols)
			t.c.note("", "%s has no primary key; its unique key (%s) of NOT NULL columns serves as one.", t.name, strings.Join(cols, ", "))
			return
		}
	}
}

func (t *table) allNotNull(cols []string) bool {
	for _, k := range cols {
		ok := slices.ContainsFunc(t.columns, func(c column) bool { return strings.EqualFold(c.name, k) && c.notNull })
		if !ok {
			return false
		}
	}
	return true
}

// option reads a table option; only the comment has a counterpart.
func (t *table) option(o *ast.TableOption) {
	if o.Tp == ast.TableOptionComment {
		t.comment = o.StrValue
		return
	}
	t.lost.add("storage is the database's affair", restore(o))
}

func tableOf(r *ast.ReferenceDef) string {
	if r == nil || r.Table == nil {
		return "another table"
	}
	cols, _ := keyColumns(r.IndexPartSpecifications)
	return r.Table.Name.O + " (" + strings.Join(cols, ", ") + ")"
}

// restorer is what the parser can write back as SQL.
type restorer interface {
	Restore(*format.RestoreCtx) error
}

func restore(n restorer) string {
	var b strings.Builder
	flags := format.RestoreStringSingleQuotes | format.RestoreKeyWordUppercase | format.RestoreStringWithoutDefaultCharset
	if err := n.Restore(format.NewRestoreCtx(flags, &b)); err != nil {
		return "an option"
	}
	return b.String()
}

func sqlOf(e ast.ExprNode) string {
	if e == nil {
		return "…"
	}
	return restore(e)
}

func isNull(e ast.ExprNode) bool {
	v, ok := e.(ast.ValueExpr)
	return ok && v.GetValue() == nil
}

func textOf(e ast.ExprNode) string {
	if v, ok := e.(ast.ValueExpr); ok {
		return v.GetString()
	}
	return ""
}
