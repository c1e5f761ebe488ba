package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/parse"
)

// connecting are the options that say where to connect. They never bear on the changelog, so a sketch may leave them
// out; %s stands for the table's name.
var connecting = map[string]string{
	"topic":                        "%s",
	"properties.bootstrap.servers": "localhost:9092",
	"properties.group.id":          "%s",
	"scan.startup.mode":            "earliest-offset",
	"url":                          "jdbc:postgresql://localhost:5432/db",
	"table-name":                   "%s",
	"username":                     "flink",
	"password":                     "******",
	"hostname":                     "localhost",
	"hosts":                        "localhost:27017",
	"database-name":                "db",
	"schema-name":                  "public",
	"slot.name":                    "flink",
	"database":                     "db",
	"collection":                   "%s",
	"path":                         "/tmp/%s",
	"warehouse":                    "/tmp/warehouse",
	"catalog-name":                 "default",
	"index":                        "%s",
	"pd-addresses":                 "localhost:2379",
	"zookeeper.quorum":             "localhost:2181",
	"uri":                          "mongodb://localhost:27017",
	"stream":                       "%s",
	"aws.region":                   "us-east-1",
	"service-url":                  "pulsar://localhost:6650",
	"admin-url":                    "http://localhost:8080",
	"topics":                       "%s",
}

// formats are the options that bear on the changelog and have one plain answer; assuming one is always said.
var formats = map[string]string{"format": "json", "value.format": "json", "key.format": "json"}

// missingOptions reads the list of a "required options are missing" message.
func missingOptions(message string) []string {
	_, list, ok := strings.Cut(message, "Missing required options are:")
	if !ok {
		return nil
	}
	return strings.Fields(list)
}

// repairOptions adds the named options to the table that the refusal is about.
func (m *mender) repairOptions(now *Result, s *Statement, names []string) bool {
	table := refusedTable(s)
	create, at := declaration(now, s, table)
	if create == nil || len(names) == 0 {
		return false
	}
	var add [][2]string
	why := "options that only say where to connect"
	for _, n := range names {
		value, ok := connecting[n]
		if !ok {
			if value, ok = formats[n]; !ok {
				return false
			}
			if n == "value.format" && optionOf(create, "connector") != "upsert-kafka" && optionOf(create, "key.format") == "" {
				n = "format"
			}
			why = "options left out, the format among them"
			m.bears("'" + n + "' = '" + value + "' on " + table)
		}
		add = append(add, [2]string{n, strings.ReplaceAll(value, "%s", strings.ToLower(simpleName(table)))})
	}
	return m.addOptions(create, at, add, why)
}

// repairGroup gives the Kafka sources of a statement that have neither group id nor start-up mode a start-up mode.
func (m *mender) repairGroup(now *Result, s *Statement) bool {
	done := false
	for _, name := range tablesOf(now, s) {
		create, at := declaration(now, s, name)
		if create == nil || !strings.HasSuffix(optionOf(create, "connector"), "kafka") || optionOf(create, "connector") == "upsert-kafka" {
			continue
		}
		mode := optionOf(create, "scan.startup.mode")
		if optionOf(create, "properties.group.id") != "" || (mode != "" && mode != "group-offsets") {
			continue
		}
		add := [2]string{"scan.startup.mode", "earliest-offset"}
		if mode == "group-offsets" {
			add = [2]string{"properties.group.id", strings.ToLower(simpleName(name))}
		}
		return m.addOptions(create, at, [][2]string{add}, "a start-up mode for the Kafka source, which says where to read from")
	}
	return done
}

// repairConnector gives a table without connector one: what its declaration and use allow at all.
func (m *mender) repairConnector(now *Result, s *Statement) bool {
	table := refusedTable(s)
	create, at := declaration(now, s, table)
	if create == nil || optionOf(create, "connector") != "" {
		return false
	}
	name := strings.ToLower(simpleName(table))
	add := [][2]string{{"connector", "kafka"}, {"topic", name}, {"properties.bootstrap.servers", "localhost:9092"}}
	if hasPrimaryKey(create) {
		add[0][1] = "upsert-kafka"
		add = append(add, [2]string{"key.format", "json"}, [2]string{"value.format", "json"})
	} else {
		add = append(add, [2]string{"scan.startup.mode", "earliest-offset"}, [2]string{"format", "json"})
	}
	m.bears(simpleName(table) + " is a '" + add[0][1] + "' table in JSON")
	return m.addOptions(create, at, add, "a connector, since the table names none")
}

// addOptions writes options into the WITH clause of a declaration that starts at offset at of the text.
func (m *mender) addOptions(create *ast.CreateTable, at int, add [][2]string, why string) bool {
	var b strings.Builder
	for i, kv := range add {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("'" + kv[0] + "' = '" + strings.ReplaceAll(kv[1], "'", "''") + "'")
	}
	if n := len(create.Options); n > 0 {
		end := at + create.Options[n-1].Span().End
		return m.replace(Span{end, end}, ", "+b.String(), why)
	}
	text := m.text()
	end := at + create.Span().End
	if create.HasOptions {
		open := strings.LastIndexByte(text[:end], '(')
		return open >= 0 && m.replace(Span{open + 1, open + 1}, b.String(), why)
	}
	if create.Like != nil || create.As != nil {
		return false
	}
	return m.replace(Span{end, end}, " WITH ("+b.String()+")", why)
}

// refusedTable is the table that a connector's refusal names, as catalog.database.table.
func refusedTable(s *Statement) string {
	for _, e := range s.Errors {
		for _, frame := range []string{"for reading table '", "for writing table '"} {
			if t := between(e.Message, frame, "'"); t != "" {
				return t
			}
		}
	}
	return ""
}

func simpleName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// declaration finds the last CREATE TABLE of a table before s, and where its text starts.
func declaration(now *Result, s *Statement, table string) (*ast.CreateTable, int) {
	name := simpleName(table)
	for i := s.Index - 1; i >= 0 && name != ""; i-- {
		if i >= len(now.Statements) || now.Statements[i].Kind != "CreateTable" {
			continue
		}
		st, err := parse.Statement(now.Statements[i].SQL)
		if c, ok := st.(*ast.CreateTable); err == nil && ok && c.Name.Simple() == name {
			return c, now.Statements[i].Span.Start
		}
	}
	return nil, 0
}

func optionOf(c *ast.CreateTable, key string) string {
	for _, o := range c.Options {
		if o.Key.Value == key {
			return o.Value.Value
		}
	}
	return ""
}

func hasPrimaryKey(c *ast.CreateTable) bool {
	if c.Schema == nil {
		return false
	}
	for i := range c.Schema.Constraints {
		if c.Schema.Constraints[i].Primary {
			return true
		}
	}
	for i := range c.Schema.Columns {
		if k := c.Schema.Columns[i].Constraint; k != nil && k.Primary {
			return true
		}
	}
	return false
}
