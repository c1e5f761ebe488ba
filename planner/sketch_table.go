package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/parse"
)

// repairTable declares a table that the script leaves out, where its columns follow from the use that the statement
// makes of it. It is taken as an append-only source; a table behind a star that nothing else tells the columns of stays
// unknown.
func (m *mender) repairTable(now *Result, s *Statement, name string) bool {
	st, err := parse.Statement(s.SQL)
	if err != nil || strings.ContainsRune(name, '.') {
		return false
	}
	u := tableUse{name: name, now: now, at: s, types: map[string]string{}}
	if !u.collect(st) || len(u.order) == 0 {
		return false
	}
	var b strings.Builder
	b.WriteString("CREATE TABLE " + quoteName(name) + " (\n")
	for i, c := range u.order {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString("  " + quoteName(c) + " " + u.typeOf(c))
	}
	if u.rowtime != "" {
		b.WriteString(",\n  WATERMARK FOR " + quoteName(u.rowtime) + " AS " + quoteName(u.rowtime))
	}
	b.WriteString("\n) WITH ('connector' = 'kafka', 'topic' = '" + strings.ToLower(name) + "', 'properties.bootstrap.servers' = 'localhost:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');\n\n")
	m.bears(name + ", which the script does not declare, is an append-only source")
	at := s.Span.Start
	return m.replace(Span{at, at}, b.String(), name+" is not declared; its columns follow from their use here")
}

// tableUse gathers the columns of an undeclared table from one statement.
type tableUse struct {
	name    string
	now     *Result
	at      *Statement
	order   []string
	types   map[string]string
	rowtime string
	open    bool // a star needs columns that nothing tells
}

// collect walks every SELECT that reads the table.
func (u *tableUse) collect(st ast.Statement) bool {
	insert, _ := st.(*ast.Insert)
	ast.Inspect(st, func(n ast.Node) bool {
		if sel, ok := n.(*ast.Select); ok {
			u.selectUse(sel, insert)
		}
		return true
	})
	return !u.open
}

// selectUse adds what one SELECT says of the table's columns.
func (u *tableUse) selectUse(sel *ast.Select, insert *ast.Insert) {
	alias, others := u.inFrom(sel.From)
	if alias == "" {
		return
	}
	var sink []sinkColumn
	if insert != nil && insert.Query == ast.Query(sel) && len(insert.Columns) == 0 {
		sink = u.sinkColumns(insert.Table.Simple())
	}
	for i := range sel.Items {
		u.item(sel.Items[i].X, i, len(sel.Items), alias, others, sink)
	}
	ast.Inspect(sel, func(n ast.Node) bool {
		u.use(n, alias, others)
		return true
	})
}

// inFrom finds the table in a FROM clause: its alias, and whether other relations stand beside it.
func (u *tableUse) inFrom(t ast.TableExpr) (alias string, others bool) {
	switch x := t.(type) {
	case *ast.TableName:
		if len(x.Name.Parts) == 1 && x.Name.Simple() == u.name {
			return u.name, false
		}
		return "", true
	case *ast.Aliased:
		if a, _ := u.inFrom(x.Table); a != "" {
			return x.Alias.Text, false
		}
		return "", true
	case *ast.Join:
		a, _ := u.inFrom(x.L)
		if a == "" {
			a, _ = u.inFrom(x.R)
		}
		return a, true
	case *ast.TableFunction:
		found := ""
		ast.Inspect(x.Call, func(n ast.Node) bool {
			if arg, ok := n.(*ast.TableArg); ok && arg.Table != nil && arg.Table.Simple() == u.name {
				found = u.name
			}
			return true
		})
		return found, false
	}
	return "", t != nil
}

// item adds a select item; into a sink, a bare column has the sink's type, and a lone star the sink's columns.
func (u *tableUse) item(x ast.Expr, i, n int, alias string, others bool, sink []sinkColumn) {
	id, ok := x.(*ast.Ident)
	if !ok {
		return
	}
	if id.Star {
		if n == 1 && !others && len(sink) > 0 {
			for _, c := range sink {
				u.add(c.name, c.typ)
			}
			return
		}
		u.open = u.open || !others || (len(id.Parts) > 0 && id.Simple() == alias)
		return
	}
	if c := u.column(id, alias, others); c != "" && len(sink) == n {
		u.add(c, sink[i].typ)
	}
}

// use adds what an expression says of a column of the table.
func (u *tableUse) use(n ast.Node, alias string, others bool) {
	switch x := n.(type) {
	case *ast.Ident:
		if c := u.column(x, alias, others); c != "" {
			u.add(c, "")
		}
	case *ast.BinaryExpr:
		u.pair(x.L, x.R, x.Op, alias, others)
		u.pair(x.R, x.L, x.Op, alias, others)
	case *ast.Like:
		u.typed(x.X, "STRING", alias, others)
	case *ast.Between:
		u.pair(x.X, x.Lo, "<", alias, others)
	case *ast.In:
		if len(x.List) > 0 {
			u.pair(x.X, x.List[0], "=", alias, others)
		}
	case *ast.Call:
		u.call(x, alias, others)
	case *ast.TableName:
		if x.Snapshot != nil {
			u.time(x.Snapshot.X, alias, others)
		}
	}
}

// call adds what a function says of its arguments.
func (u *tableUse) call(x *ast.Call, alias string, others bool) {
	switch strings.ToUpper(x.Name.Simple()) {
	case "SUM", "AVG":
		for _, a := range x.Args {
			u.typed(a, "DOUBLE", alias, others)
		}
	case "UPPER", "LOWER", "TRIM", "CHAR_LENGTH", "CONCAT", "SUBSTRING":
		for _, a := range x.Args {
			u.typed(a, "STRING", alias, others)
		}
	case "DESCRIPTOR":
		for _, a := range x.Args {
			u.time(a, alias, others)
		}
	case "TUMBLE", "HOP", "SESSION":
		if len(x.Args) > 0 {
			u.time(x.Args[0], alias, others)
		}
	}
}

// pair takes a column's type from what it is compared or added to.
func (u *tableUse) pair(col, other ast.Expr, op, alias string, others bool) {
	switch o := other.(type) {
	case *ast.String:
		u.typed(col, "STRING", alias, others)
	case *ast.Number:
		switch {
		case o.Approx || strings.ContainsRune(o.Text, '.'):
			u.typed(col, "DOUBLE", alias, others)
		default:
			u.typed(col, "INT", alias, others)
		}
	case *ast.Bool:
		u.typed(col, "BOOLEAN", alias, others)
	case *ast.Interval:
		u.typed(col, "TIMESTAMP(3)", alias, others)
	case *ast.Datetime:
		u.typed(col, string(o.Kind)+map[bool]string{true: "(3)"}[o.Kind == ast.TimestampLit], alias, others)
	case *ast.Ident:
		if t := u.declaredType(o.Simple()); t != "" && op == "=" {
			u.typed(col, t, alias, others)
		}
	}
	if op == "*" || op == "/" {
		u.typed(col, "DOUBLE", alias, others)
	}
}

func (u *tableUse) typed(x ast.Expr, typ, alias string, others bool) {
	if id, ok := x.(*ast.Ident); ok {
		if c := u.column(id, alias, others); c != "" {
			u.add(c, typ)
		}
	}
}

// time makes a column an event-time attribute.
func (u *tableUse) time(x ast.Expr, alias string, others bool) {
	if id, ok := x.(*ast.Ident); ok && u.rowtime == "" {
		if c := u.column(id, alias, others); c != "" {
			u.add(c, "")
			u.types[c], u.rowtime = "TIMESTAMP(3)", c
		}
	}
}

// column tells whether an identifier is a column of the table: qualified by its alias, or alone where nothing else is
// read.
func (u *tableUse) column(id *ast.Ident, alias string, others bool) string {
	if id.Star {
		return ""
	}
	switch len(id.Parts) {
	case 1:
		if !others && id.Simple() != u.name {
			return id.Simple()
		}
	case 2:
		if id.Parts[0].Text == alias {
			return id.Parts[1].Text
		}
	}
	return ""
}

func (u *tableUse) add(column, typ string) {
	if _, ok := u.types[column]; !ok {
		u.order = append(u.order, column)
		u.types[column] = typ
		return
	}
	if u.types[column] == "" {
		u.types[column] = typ
	}
}

// typeOf is a column's type; STRING where nothing asks for another one.
func (u *tableUse) typeOf(column string) string {
	if t := u.types[column]; t != "" {
		return t
	}
	return "STRING"
}

type sinkColumn struct{ name, typ string }

// sinkColumns are the physical columns of a declared table, with their types as written.
func (u *tableUse) sinkColumns(table string) []sinkColumn {
	create, at := declaration(u.now, u.at, table)
	if create == nil || create.Schema == nil {
		return nil
	}
	var out []sinkColumn
	for i := range create.Schema.Columns {
		c := &create.Schema.Columns[i]
		if c.Type == nil || c.Metadata {
			continue
		}
		out = append(out, sinkColumn{c.Name.Simple(), u.sourceText(at, c.Type)})
	}
	return out
}

// sourceText is a type as the declaration writes it, without NOT NULL.
func (u *tableUse) sourceText(at int, t *ast.DataType) string {
	for i := range u.now.Statements {
		st := &u.now.Statements[i]
		if st.Span.Start == at && t.Span().End <= len(st.SQL) {
			text := st.SQL[t.Span().Start:t.Span().End]
			if i := strings.Index(strings.ToUpper(text), " NOT NULL"); i > 0 {
				text = text[:i]
			}
			return text
		}
	}
	return ""
}

// declaredType finds the type of a column by name among the tables declared before.
func (u *tableUse) declaredType(column string) string {
	for i := u.at.Index - 1; i >= 0 && i < len(u.now.Statements); i-- {
		if u.now.Statements[i].Kind != "CreateTable" {
			continue
		}
		st, err := parse.Statement(u.now.Statements[i].SQL)
		c, ok := st.(*ast.CreateTable)
		if err != nil || !ok {
			continue
		}
		for _, col := range u.sinkColumns(c.Name.Simple()) {
			if col.name == column {
				return col.typ
			}
		}
	}
	return ""
}

// quoteName puts back quotes around a name where the grammar needs them.
func quoteName(name string) string {
	plain := name != ""
	for i := range len(name) {
		if !nameByte(name[i]) || i == 0 && name[i] >= '0' && name[i] <= '9' {
			plain = false
		}
	}
	if plain && !parse.Reserved(strings.ToUpper(name)) {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}
