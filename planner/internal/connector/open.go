package connector

import (
	"fmt"
	"sort"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// specs are all connectors, by identifier.
var specs map[string]*spec

func init() {
	loadFormats()
	specs = map[string]*spec{}
	for _, list := range [][]spec{kafkaSpecs, simpleSpecs, jdbcSpecs, filesystemSpecs, cdcSpecs, valuesSpecs, testSpecs, legacyCSVSpecs, documentedSpecs} {
		for i := range list {
			specs[list[i].id] = &list[i]
		}
	}
}

// Unreleased says that a connector follows its documents, Flink 2.3 having no release of it.
func Unreleased(id string) bool {
	s := specs[id]
	return s != nil && s.documented
}

// OpenSource makes the table's source as FactoryUtil.createDynamicTableSource does; the error is a *diag.Rejection or a
// *diag.Unmodelled.
func OpenSource(t *Table) (s *Source, err error) {
	defer diag.Catch(&err)
	defer t.enrich("Unable to create a source for reading table")
	b := t.discover(false)
	defer b.undocumented()
	s = b.spec.source(b)
	s.Documented = s.Documented || b.spec.documented || b.documented
	return s, nil
}

// OpenSink makes the table's sink as FactoryUtil.createDynamicTableSink does.
func OpenSink(t *Table) (s *Sink, err error) {
	defer diag.Catch(&err)
	defer t.enrich("Unable to create a sink for writing table")
	b := t.discover(true)
	defer b.undocumented()
	s = b.spec.sink(b)
	s.Documented = s.Documented || b.spec.documented || b.documented
	return s, nil
}

// enrich wraps what the factory refuses into the message with the table's options.
func (t *Table) enrich(what string) {
	switch p := recover().(type) {
	case nil:
	case *diag.Rejection:
		panic(p.Wrap(diag.Validation, fmt.Sprintf("%s '%s'.\n\nTable options are:\n\n%s", what, t.Path, optionList(t.Options))))
	default:
		panic(p)
	}
}

func optionList(options map[string]string) string {
	lines := make([]string, 0, len(options))
	for k, v := range options {
		lines = append(lines, Stringify(k, v))
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// Factory classes as messages name them.
const (
	tableFactory           = "org.apache.flink.table.factories.DynamicTableFactory"
	deserializationFactory = "org.apache.flink.table.factories.DeserializationFormatFactory"
	serializationFactory   = "org.apache.flink.table.factories.SerializationFormatFactory"
)

// discover is FactoryUtil.discoverTableFactory.
func (t *Table) discover(sink bool) *build {
	id, ok := t.Options["connector"]
	if !ok {
		fail("Table options do not contain an option key 'connector' for discovering a connector.")
	}
	s := specs[id]
	switch {
	case s == nil, s.documented && (sink && s.sink == nil || !sink && s.source == nil):
		panic(t.noConnector(id))
	case !sink && s.source == nil:
		fail("Connector '%s' can only be used as a sink. It cannot be used as a source.", id)
	case sink && s.sink == nil:
		fail("Connector '%s' can only be used as a source. It cannot be used as a sink.", id)
	}
	return &build{Table: t, spec: s, sink: sink}
}

func (t *Table) noConnector(id string) *diag.Rejection {
	return notFound(id, tableFactory, Factories(t.Tests != nil && t.Tests())).Wrap(diag.Validation, "Cannot discover a connector using option: "+Stringify("connector", id))
}

// undocumented answers for a connector that Flink 2.3 has no release of: what its documents do not cover gets the
// answer of a Flink that does not know it.
func (b *build) undocumented() {
	p := recover()
	if _, ok := p.(*diag.Rejection); ok && b.spec.documented {
		panic(b.noConnector(b.spec.id))
	}
	if p != nil {
		panic(p)
	}
}

// OfTests says that a connector belongs to Flink's own planner tests: where a script has such a table, their classes are
// there, and Flink's lists have what else is in them.
func OfTests(id string) bool {
	s := specs[id]
	return id == CollectionID || s != nil && s.unlisted
}

// ModelFactories are the identifiers of the factories of model providers: of Flink's releases none is there.
func ModelFactories(tests bool) []string {
	if tests {
		return []string{"values"}
	}
	return nil
}

// Factories lists the identifiers that a Flink with the connectors of the project's oracle names, and with the classes of
// Flink's tests where they are there.
func Factories(tests bool) []string {
	var out []string
	for id, s := range specs {
		if !s.documented && (tests || !s.unlisted) {
			out = append(out, id)
		}
	}
	if tests {
		out = append(out, "harness", "test-simple-table-source")
	}
	sort.Strings(out)
	return out
}

// NotFound is FactoryUtil.discoverFactory's refusal of an identifier.
func NotFound(id, class string, available []string) *diag.Rejection {
	if len(available) == 0 {
		return diag.Newf(diag.Validation, source.Span{}, "Could not find any factories that implement '%s' in the classpath.", class)
	}
	return notFound(id, class, available)
}

// notFound is FactoryUtil.discoverFactory's refusal.
func notFound(id, class string, available []string) *diag.Rejection {
	return diag.Newf(diag.Validation, source.Span{},
		"Could not find any factory for identifier '%s' that implements '%s' in the classpath.\n\nAvailable factory identifiers are:\n\n%s",
		id, class, strings.Join(available, "\n"))
}
