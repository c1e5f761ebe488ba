package connector

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/types"
)

// The connectors of Flink's own API jar.
var simpleSpecs = []spec{
	{id: "datagen", optional: datagenOptions, source: datagenSource},
	{id: "print", sink: printSink, optional: join(texts("print-identifier"),
		[]Option{opt("standard-error", Bool).or("false"), opt("sink.parallelism", Int)})},
	{id: "blackhole", sink: blackholeSink},
}

var datagenOptions = []Option{opt("rows-per-second", Long).or("10000"), opt("number-of-rows", Long), opt("scan.parallelism", Int)}

// same gives the sink whatever the query produces.
func same(k mode.Kinds) mode.Kinds { return k }

func printSink(b *build) *Sink {
	b.validate()
	name := "Print to System.out"
	if b.yes("standard-error") {
		name = "Print to System.err"
	}
	return &Sink{Name: name, Class: "org.apache.flink.connector.print.table.PrintTableSinkFactory$PrintSink",
		ModeFor: same, Partitioning: true, Parallelism: b.sinkParallelism()}
}

func blackholeSink(b *build) *Sink {
	b.validate()
	return &Sink{Name: "BlackHole", Class: "org.apache.flink.connector.blackhole.table.BlackHoleTableSinkFactory$BlackHoleSink",
		ModeFor: func(k mode.Kinds) mode.Kinds { return k &^ mode.UpdateBefore }, Partitioning: true}
}

// datagenSource is DataGenTableSourceFactory: the options that it knows follow from the columns and their generators.
func datagenSource(b *build) *Source {
	g := generator{options: b.Options}
	for _, c := range b.Physical {
		g.field(c)
	}
	for i := range g.known {
		readOption(&g.known[i], b.Options)
	}
	b.datagenUnknown(g.known)
	for i := range datagenOptions {
		if r := datagenOptions[i].Check(b.Options); r != nil {
			panic(r)
		}
	}
	return &Source{Name: "DataGenTableSource", Class: "org.apache.flink.connector.datagen.table.DataGenTableSource",
		Mode: mode.InsertOnly, Bounded: b.has("number-of-rows"), Limit: true}
}

// datagenUnknown refuses keys that no generator reads.
func (b *build) datagenUnknown(known []Option) {
	known = append(known, datagenOptions...)
	var unknown, all []string
	for k := range b.Options {
		if k != "connector" && !takes(known, "", k) {
			unknown = append(unknown, k)
		}
	}
	if unknown == nil {
		return
	}
	all = append(all, "connector")
	for i := range known {
		all = append(all, known[i].Key)
	}
	fail("%s", unsupported(b.spec.id, sorted(unknown), sorted(all)))
}

// generator collects the options of the generators of a table's columns.
type generator struct {
	options map[string]string
	known   []Option
	has     map[string]bool
}

func (g *generator) add(o Option) {
	if g.has[o.Key] {
		return
	}
	if r := o.Check(g.options); r != nil {
		panic(r)
	}
	g.tell(o)
}

func (g *generator) tell(o Option) {
	if g.has == nil {
		g.has = map[string]bool{}
	}
	g.has[o.Key] = true
	g.known = append(g.known, o)
}

func (g *generator) field(c Column) {
	key := "fields." + c.Name
	kind, ok := g.options[key+".kind"]
	if !ok {
		kind = "random"
	}
	g.tell(opt(key+".kind", Text).or("random"))
	switch kind {
	case "random":
		g.checkLength(c, key)
		g.random(c.Type, key)
	case "sequence":
		g.sequence(c.Type, key)
	default:
		fail("Unsupported generator kind: %s", kind)
	}
}

// checkLength is DataGenTableSourceFactory.validateFieldOptions.
func (g *generator) checkLength(c Column, key string) {
	variable := c.Type.Kind == types.VarChar || c.Type.Kind == types.VarBinary
	if v := opt(key+".var-len", Bool); strings.EqualFold(g.options[v.Key], "true") && !variable {
		fail("Only supports specifying '%s' option for variable-length types (VARCHAR/STRING/VARBINARY/BYTES). The type of field '%s' is not within this range.",
			"fields.#.var-len", c.Name)
	}
	l := opt(key+".length", Int)
	v, ok := l.Raw(g.options)
	if !ok {
		return
	}
	if r := l.Check(g.options); r != nil {
		panic(r)
	}
	switch {
	case c.Type.Kind == types.Char || c.Type.Kind == types.Binary:
		fail("Custom length for fixed-length type (CHAR/BINARY) field '%s' is not supported.", c.Name)
	case variable && atoi(v) > c.Type.Precision:
		fail("Custom length '%s' for variable-length type (VARCHAR/STRING/VARBINARY/BYTES) field '%s' should be shorter than '%s' defined in the schema.",
			v, c.Name, strconv.Itoa(c.Type.Precision))
	}
}

// random is RandomGeneratorVisitor.
func (g *generator) random(t *types.Type, key string) {
	bounds := func(k Kind) {
		g.add(opt(key+".min", k))
		g.add(opt(key+".max", k))
		g.add(opt(key+".null-rate", Float))
	}
	length := func() { g.add(opt(key+".length", Int)) }
	rate := func() { g.add(opt(key+".null-rate", Float)) }
	switch t.Kind {
	case types.Boolean, types.Char:
		rate()
	case types.VarChar:
		length()
		rate()
		g.add(opt(key+".var-len", Bool))
	case types.Binary, types.Date, types.Time:
	case types.VarBinary:
		length()
		g.add(opt(key+".var-len", Bool))
	case types.TinyInt, types.SmallInt, types.Integer:
		bounds(Int)
	case types.BigInt:
		bounds(Long)
	case types.Float:
		bounds(Float)
	case types.Double, types.Decimal:
		bounds(Double)
	case types.Timestamp, types.TimestampLTZ:
		g.add(opt(key+".max-past", Duration))
		rate()
	case types.Array, types.Multiset:
		g.random(t.Elem, key+".element")
		rate()
		length()
	case types.Map:
		g.random(t.Key, key+".key")
		g.random(t.Elem, key+".value")
		rate()
		length()
	case types.Row:
		for _, f := range t.Fields {
			g.random(f.Type, key+"."+f.Name)
		}
		rate()
	default:
		fail("Unsupported type: %s", t.Summary())
	}
}

// sequence is SequenceGeneratorVisitor.
func (g *generator) sequence(t *types.Type, key string) {
	for _, end := range [...]string{".start", ".end"} {
		if _, ok := g.options[key+end]; !ok {
			fail("Could not find required property '%s' for sequence generator.", key+end)
		}
	}
	switch t.Kind {
	case types.Boolean, types.Date, types.Time:
	case types.Char, types.VarChar, types.Binary, types.VarBinary, types.BigInt:
		g.add(opt(key+".start", Long))
		g.add(opt(key+".end", Long))
	case types.TinyInt, types.SmallInt, types.Integer, types.Float, types.Double, types.Decimal:
		g.add(opt(key+".start", Int))
		g.add(opt(key+".end", Int))
	default:
		fail("Unsupported type: %s", t.Summary())
	}
}
