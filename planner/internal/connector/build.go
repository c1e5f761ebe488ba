package connector

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// spec is the row of one connector (a DynamicTableFactory).
type spec struct {
	id                 string
	required, optional []Option
	source             func(*build) *Source
	sink               func(*build) *Sink
	documented         bool // no release for Flink 2.3: answers follow its documents, and it is in no list that Flink prints
	unlisted           bool // not in the lists either, but asked and known (values)
}

// build is one table on its way through its factory: FactoryUtil.TableFactoryHelper.
type build struct {
	*Table
	spec       *spec
	sink       bool
	formats    []chosen
	documented bool     // a format follows its documents
	skip       []string // prefixes of keys that validateExcept lets pass
}

// chosen is a format picked by an option, with the prefix of its options.
type chosen struct {
	*format
	prefix string
}

// implicit are the options that every table factory takes.
var implicit = join(texts("property-version connector"), watermarkOptions)

var watermarkOptions = []Option{
	enum("scan.watermark.emit.strategy", "org.apache.flink.table.watermark.WatermarkEmitStrategy", "on-event on-periodic").or("on-periodic"),
	opt("scan.watermark.alignment.group", Text),
	opt("scan.watermark.alignment.max-drift", Duration),
	opt("scan.watermark.alignment.update-interval", Duration).or("1000 ms"),
	opt("scan.watermark.idle-timeout", Duration),
}

var noSpan source.Span

// fail refuses with a ValidationException.
func fail(format string, args ...any) {
	if len(args) == 0 {
		panic(diag.New(diag.Validation, format, source.Span{}))
	}
	panic(diag.Newf(diag.Validation, source.Span{}, format, args...))
}

// raise refuses with the exception named.
func raise(class, format string, args ...any) {
	panic(diag.Newf(class, source.Span{}, format, args...))
}

// find gives the option of a key among those of the connector.
func (b *build) find(key string) *Option {
	for _, list := range [][]Option{b.spec.required, b.spec.optional, implicit} {
		for i := range list {
			if list[i].Key == key {
				return &list[i]
			}
		}
	}
	return nil
}

// get is the value of an option, its default where it is absent (ReadableConfig.get).
func (b *build) get(key string) string {
	o := b.find(key)
	if o == nil {
		return b.Options[key]
	}
	if r := o.Check(b.Options); r != nil {
		panic(r)
	}
	return o.Canon(b.Options)
}

// sinkParallelism is a configured parallelism of the sink, nil if none is.
func (b *build) sinkParallelism() *int {
	if !b.has("sink.parallelism") {
		return nil
	}
	n := atoi(b.get("sink.parallelism"))
	return &n
}

// has reports whether an option is given (ReadableConfig.getOptional).
func (b *build) has(key string) bool {
	o := b.find(key)
	if o == nil {
		_, ok := b.Options[key]
		return ok
	}
	if r := o.Check(b.Options); r != nil {
		panic(r)
	}
	_, ok := o.Raw(b.Options)
	return ok
}

// yes reports whether a boolean option is true.
func (b *build) yes(key string) bool { return b.get(key) == "true" }

// validate is FactoryHelper.validate.
func (b *build) validate() {
	checkOptions(b.spec.required, b.spec.optional, b.Options)
	b.checkUnknown()
	b.checkWatermark()
}

// validateExcept is validate with all keys of the prefixes taken as known.
func (b *build) validateExcept(prefixes ...string) {
	b.skip = prefixes
	b.validate()
}

// checkOptions is FactoryUtil.validateFactoryOptions: what is required is there, and every value parses.
func checkOptions(required, optional []Option, options map[string]string) {
	var missing []string
	for i := range required {
		o := &required[i]
		if strings.Contains(o.Key, "#") {
			continue
		}
		if _, ok := o.Raw(options); !ok {
			if !o.HasDefault {
				missing = append(missing, o.Key)
			}
			continue
		}
		readOption(o, options)
	}
	if missing != nil {
		sort.Strings(missing)
		fail("One or more required options are missing.\n\nMissing required options are:\n\n%s", strings.Join(missing, "\n"))
	}
	for i := range optional {
		readOption(&optional[i], options)
	}
}

// readOption is FactoryUtil.readOption.
func readOption(o *Option, options map[string]string) {
	if r := o.Check(options); r != nil {
		panic(r.Wrap(diag.Validation, fmt.Sprintf("Invalid value for option '%s'.", o.Key)))
	}
}

// checkUnknown is FactoryUtil.validateUnconsumedKeys.
func (b *build) checkUnknown() {
	var unknown []string
	for k := range b.Options {
		if !b.consumes(k) {
			unknown = append(unknown, k)
		}
	}
	if unknown == nil {
		return
	}
	sort.Strings(unknown)
	fail("%s", unsupported(b.spec.id, unknown, b.supported()))
}

func unsupported(id string, unknown, supported []string) string {
	return fmt.Sprintf("Unsupported options found for '%s'.\n\nUnsupported options:\n\n%s\n\nSupported options:\n\n%s",
		id, strings.Join(unknown, "\n"), strings.Join(supported, "\n"))
}

func (b *build) consumes(key string) bool {
	for _, p := range b.skip {
		if strings.HasPrefix(key, p) {
			return true
		}
	}
	for _, list := range [][]Option{b.spec.required, b.spec.optional, implicit} {
		if takes(list, "", key) {
			return true
		}
	}
	for _, f := range b.formats {
		if strings.HasPrefix(key, f.prefix) && (takes(f.required, f.prefix, key) || takes(f.optional, f.prefix, key)) {
			return true
		}
	}
	return false
}

// takes reports whether one of the options reads a key.
func takes(list []Option, prefix, key string) bool {
	key = key[len(prefix):]
	for i := range list {
		o := &list[i]
		if o.Key == key || slices.Contains(o.Fallback, key) || slices.Contains(o.Deprecated, key) {
			return true
		}
		if o.Kind == TextMap && strings.HasPrefix(key, o.Key+".") {
			return true
		}
	}
	return false
}

// supported lists the keys that Flink names beside unknown ones.
func (b *build) supported() []string {
	seen := map[string]bool{}
	var out []string
	add := func(key string, deprecated bool) {
		if seen[key] {
			return
		}
		seen[key] = true
		if deprecated {
			key += " (deprecated)"
		}
		out = append(out, key)
	}
	addAll := func(list []Option, prefix string) {
		for i := range list {
			o := &list[i]
			add(prefix+o.Key, false)
			for _, k := range o.Fallback {
				add(prefix+k, false)
			}
			for _, k := range o.Deprecated {
				add(prefix+k, true)
			}
		}
	}
	addAll(b.spec.required, "")
	addAll(b.spec.optional, "")
	addAll(implicit, "")
	for _, f := range b.formats {
		addAll(f.required, f.prefix)
		addAll(f.optional, f.prefix)
	}
	for k := range b.Options {
		if b.consumes(k) {
			add(k, false)
		}
	}
	sort.Strings(out)
	return out
}

// checkWatermark is FactoryUtil.validateWatermarkOptions.
func (b *build) checkWatermark() {
	var problem string
	group, drift := b.Options["scan.watermark.alignment.group"], b.Options["scan.watermark.alignment.max-drift"]
	_, interval := b.Options["scan.watermark.alignment.update-interval"]
	for i := range watermarkOptions {
		if r := watermarkOptions[i].Check(b.Options); r != nil {
			panic(r)
		}
	}
	if (group != "") != (drift != "") || (interval && group == "") {
		problem = "'scan.watermark.alignment.group' and 'scan.watermark.alignment.max-drift' must be set when configuring watermark alignment"
	}
	if problem != "" {
		fail("Error configuring watermark for '%s', %s", b.spec.id, problem)
	}
}

// pick finds the format that an option names, without which it is nil (discoverOptional{De,En}codingFormat).
func (b *build) pick(key string) *chosen {
	id, ok := b.Options[key]
	if !ok {
		return nil
	}
	f := findFormat(id, b.sink)
	prefix := id + "."
	if key != "format" {
		prefix = strings.TrimSuffix(key, "format") + id + "."
	}
	b.formats = append(b.formats, chosen{f, prefix})
	c := b.formats[len(b.formats)-1]
	b.createFormat(c)
	return &c
}

// must is pick for a format that is required.
func (b *build) must(key string) *chosen {
	c := b.pick(key)
	if c == nil {
		side := "scan"
		if b.sink {
			side = "sink"
		}
		fail("Could not find required %s format '%s'.", side, key)
	}
	return c
}

// value is the value format of the kafka family: "format", or else "value.format".
func (b *build) value() *chosen {
	if c := b.pick("format"); c != nil {
		return c
	}
	return b.must("value.format")
}

// createFormat runs the format's own checks on its part of the options.
func (b *build) createFormat(c chosen) {
	defer func() {
		if r, ok := recover().(*diag.Rejection); ok {
			if c.absent {
				panic(noFormat(c.id, b.sink)) // not as documented: a plain Flink does not know the format
			}
			side := "scan"
			if b.sink {
				side = "sink"
			}
			panic(r.Wrap(diag.Validation, fmt.Sprintf("Error creating %s format '%s' in option space '%s'.", side, c.id, c.prefix)))
		}
	}()
	b.documented = b.documented || c.absent
	o := formatOptions{b: b, format: c.format, prefix: c.prefix}
	o.validate()
	if c.check != nil {
		c.check(o)
	}
}

// index finds a physical column, -1 if there is none.
func (b *build) index(name string) int {
	return slices.IndexFunc(b.Physical, func(c Column) bool { return c.Name == name })
}

// physicalNames lists the physical columns' names as Java prints a list.
func (b *build) physicalNames() string {
	names := make([]string, len(b.Physical))
	for i := range b.Physical {
		names[i] = b.Physical[i].Name
	}
	return "[" + strings.Join(names, ", ") + "]"
}
