package mysqlimport

import (
	"strings"

	"rowkind/planner/internal/parse"
)

// write is the Flink statement, without its semicolon.
func (t *table) write() string {
	var b strings.Builder
	b.WriteString("CREATE TABLE " + Quote(t.name) + " (")
	wide := 0
	for _, c := range t.columns {
		wide = max(wide, len(Quote(c.name)))
	}
	for i, c := range t.columns {
		if i > 0 {
			b.WriteByte(',')
		}
		name := Quote(c.name)
		b.WriteString("\n  " + name + strings.Repeat(" ", wide-len(name)+1) + c.sql)
		if c.notNull {
			b.WriteString(" NOT NULL")
		}
		if c.comment != "" {
			b.WriteString(" COMMENT " + literal(c.comment))
		}
	}
	if t.key != nil {
		quoted := make([]string, len(t.key))
		for i, k := range t.key {
			quoted[i] = Quote(k)
		}
		b.WriteString(",\n  PRIMARY KEY (" + strings.Join(quoted, ", ") + ") NOT ENFORCED")
	}
	b.WriteString("\n)")
	if t.comment != "" {
		b.WriteString(" COMMENT " + literal(t.comment))
	}
	b.WriteString(" WITH (")
	for i, o := range t.options() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  " + literal(o[0]) + " = " + literal(o[1]))
	}
	b.WriteString("\n)")
	return b.String()
}

func or(value, placeholder string) string {
	if value == "" {
		return placeholder
	}
	return value
}

// options are the connector's options, keys and values.
func (t *table) options() [][2]string {
	o := t.c.opts
	switch t.c.target {
	case TiDBCDC:
		return [][2]string{
			{"connector", TiDBCDC},
			{"pd-addresses", or(o.PDAddresses, "localhost:2379")},
			{"database-name", t.database},
			{"table-name", t.name},
		}
	case JDBC:
		return [][2]string{
			{"connector", JDBC},
			{"url", or(o.URL, "jdbc:mysql://localhost:3306/"+t.database)},
			{"table-name", t.name},
			{"username", or(o.Username, "user")},
			{"password", or(o.Password, "password")},
		}
	}
	options := [][2]string{
		{"connector", MySQLCDC},
		{"hostname", or(o.Hostname, "localhost")},
		{"username", or(o.Username, "user")},
		{"password", or(o.Password, "password")},
		{"database-name", t.database},
		{"table-name", t.name},
	}
	if t.keyless {
		options = append(options, [2]string{"scan.incremental.snapshot.enabled", "false"})
	}
	return options
}

// Quote writes an identifier for Flink, in back quotes where it needs them.
func Quote(name string) string {
	plain := name != "" && !parse.Reserved(name) && (name[0] < '0' || name[0] > '9')
	for i := range len(name) {
		c := name[i]
		plain = plain && (c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9')
	}
	if plain {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
