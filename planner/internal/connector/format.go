package connector

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/mode"
)

// format is the row of one format.
type format struct {
	id                 string
	decodes, encodes   bool // as DeserializationFormatFactory, SerializationFormatFactory
	files              bool // of the filesystem connector alone
	absent             bool // in no jar of the plain set: not in the lists that Flink prints
	required, optional []Option
	mode               mode.Kinds
	metadata           []Metadata
	// check runs the format's checks of its own options after they were parsed.
	check func(formatOptions)
	// late refuses columns when the runtime coder is made; sink tells encoder from decoder.
	late func(o formatOptions, columns []Column) *diag.Rejection
	// whole: all physical columns count for late, even those that a scan leaves out.
	whole bool
}

// formatOptions are the options of a table under the prefix of a format (DelegatingConfiguration).
type formatOptions struct {
	b *build
	*format
	prefix string
}

func (o formatOptions) find(key string) *Option {
	for _, list := range [][]Option{o.required, o.optional} {
		for i := range list {
			if list[i].Key == key {
				return &list[i]
			}
		}
	}
	return nil
}

// prefixed is the option with the prefix before its keys.
func (o formatOptions) prefixed(opt Option) Option {
	opt.Key = o.prefix + opt.Key
	opt.Fallback = prefixAll(o.prefix, opt.Fallback)
	opt.Deprecated = prefixAll(o.prefix, opt.Deprecated)
	return opt
}

func prefixAll(prefix string, keys []string) []string {
	if keys == nil {
		return nil
	}
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = prefix + k
	}
	return out
}

// validate is FactoryUtil.validateFactoryOptions on the format's options.
func (o formatOptions) validate() {
	given := false
	for k := range o.b.Options {
		if strings.HasPrefix(k, o.prefix) {
			given = true
			break
		}
	}
	if !given && len(o.required) == 0 {
		return
	}
	// The messages name the option without its prefix, the cause with it.
	var missing []string
	for i := range o.required {
		p := o.prefixed(o.required[i])
		if _, ok := p.Raw(o.b.Options); !ok && !p.HasDefault {
			missing = append(missing, o.required[i].Key)
		}
	}
	if missing != nil {
		fail("One or more required options are missing.\n\nMissing required options are:\n\n%s", strings.Join(missing, "\n"))
	}
	for _, list := range [][]Option{o.required, o.optional} {
		for i := range list {
			p := o.prefixed(list[i])
			if r := p.Check(o.b.Options); r != nil {
				panic(r.Wrap(diag.Validation, "Invalid value for option '"+list[i].Key+"'."))
			}
		}
	}
}

func (o formatOptions) get(key string) string {
	opt := o.find(key)
	p := o.prefixed(*opt)
	return p.Canon(o.b.Options)
}

func (o formatOptions) has(key string) bool {
	p := o.prefixed(*o.find(key))
	_, ok := p.Raw(o.b.Options)
	return ok
}

// findFormat is FactoryUtil.discoverFactory for the format factories of the kafka family.
func findFormat(id string, sink bool) *format {
	for i := range formats {
		f := &formats[i]
		if f.id == id && !f.files && (sink && f.encodes || !sink && f.decodes) {
			return f
		}
	}
	panic(noFormat(id, sink))
}

// noFormat names the formats that a plain Flink has.
func noFormat(id string, sink bool) *diag.Rejection {
	class := deserializationFactory
	if sink {
		class = serializationFactory
	}
	var available []string
	for i := range formats {
		f := &formats[i]
		if !f.files && !f.absent && (sink && f.encodes || !sink && f.decodes) {
			available = append(available, f.id)
		}
	}
	return notFound(id, class, available)
}

// coder is a chosen format with the columns that it reads or writes.
type coder struct {
	*chosen
	columns []Column
}

// check makes the runtime coder.
func (c coder) check(b *build) *diag.Rejection {
	if c.chosen == nil || c.late == nil {
		return nil
	}
	return c.late(formatOptions{b: b, format: c.format, prefix: c.prefix}, c.columns)
}

// lateOf is the refusal of the first of the coders that refuses, as an error.
func lateOf(b *build, coders ...coder) error {
	for _, c := range coders {
		if r := c.check(b); r != nil {
			return r
		}
	}
	return nil
}
