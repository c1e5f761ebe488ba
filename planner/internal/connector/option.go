package connector

import (
	"fmt"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// Kind is the type of an option's value (Flink's ConfigOption).
type Kind uint8

// The kinds of value.
const (
	Text Kind = iota
	Int
	Long
	Float
	Double
	Bool
	Duration
	Memory
	Enum
	TextList
	TextMap
	EnumList
)

// Option is one option of a connector, a format or the session: a ConfigOption.
type Option struct {
	Key  string
	Kind Kind
	// Default is the default as text; HasDefault tells an empty default from none.
	Default    string
	HasDefault bool
	// Class and Values belong to an Enum: the Java class and the constants as they print.
	Class  string
	Values []string
	// Fallback are the other keys that are read when Key is absent; Deprecated those of them that say so.
	Fallback   []string
	Deprecated []string
}

// opt makes an option; what follows sets the rest.
func opt(key string, kind Kind) Option { return Option{Key: key, Kind: kind} }

func (o Option) or(def string) Option { o.Default, o.HasDefault = def, true; return o }

func (o Option) alias(keys ...string) Option { o.Fallback = keys; return o }

func (o Option) deprecates(keys ...string) Option { o.Deprecated = keys; return o }

// texts makes an option without a default for each key of a list separated by blanks.
func texts(keys string) []Option { return typed(Text, keys) }

func typed(kind Kind, keys string) []Option {
	var out []Option
	for _, k := range strings.Fields(keys) {
		out = append(out, Option{Key: k, Kind: kind})
	}
	return out
}

func join(lists ...[]Option) []Option {
	var out []Option
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// enum makes an option of an enum class; the values stand as they print, in the enum's order.
func enum(key, class, values string) Option {
	return Option{Key: key, Kind: Enum, Class: class, Values: strings.Fields(values)}
}

// Raw finds the text of the option: under its key, or a fallback key (Configuration.getRawValueFromOption).
func (o *Option) Raw(options map[string]string) (string, bool) {
	if v, ok := lookup(options, o, o.Key); ok {
		return v, true
	}
	for _, k := range o.Fallback {
		if v, ok := lookup(options, o, k); ok {
			return v, true
		}
	}
	for _, k := range o.Deprecated {
		if v, ok := lookup(options, o, k); ok {
			return v, true
		}
	}
	return "", false
}

// lookup reads one key; a map may be spread over keys with a prefix.
func lookup(options map[string]string, o *Option, key string) (string, bool) {
	if v, ok := options[key]; ok {
		return v, true
	}
	if o.Kind == TextMap {
		for k := range options {
			if strings.HasPrefix(k, key+".") {
				return "", true
			}
		}
	}
	return "", false
}

// Check parses the option's value; the refusal is Configuration.getOptional's.
func (o *Option) Check(options map[string]string) *diag.Rejection {
	v, ok := o.Raw(options)
	if !ok {
		return nil
	}
	cause := o.parse(v)
	if cause == nil {
		return nil
	}
	if sensitive(o.Key) {
		return cause.Wrap(diag.IllegalArgument, fmt.Sprintf("Could not parse value for key '%s'.", o.Key))
	}
	return cause.Wrap(diag.IllegalArgument, fmt.Sprintf("Could not parse value '%s' for key '%s'.", v, o.Key))
}

// Canon gives the value of an enum in the spelling of its constant, of a boolean in lower case, of others as it is; the
// default where the option is absent.
func (o *Option) Canon(options map[string]string) string {
	v, ok := o.Raw(options)
	if !ok {
		return o.Default
	}
	switch o.Kind {
	case Enum:
		for _, c := range o.Values {
			if strings.EqualFold(c, v) {
				return c
			}
		}
	case Bool:
		return strings.ToLower(v)
	}
	return v
}

// parse is ConfigurationUtils.convertValue.
func (o *Option) parse(v string) *diag.Rejection {
	none := source.Span{}
	switch o.Kind {
	case Int:
		return number(v, 32)
	case Long:
		return number(v, 64)
	case Float, Double:
		return decimal(v)
	case Bool:
		if !strings.EqualFold(v, "true") && !strings.EqualFold(v, "false") {
			return diag.Newf(diag.IllegalArgument, none,
				"Unrecognized option for boolean: %s. Expected either true or false(case insensitive)", v)
		}
	case Duration:
		_, r := ParseDuration(v)
		return r
	case Memory:
		return memory(v)
	case EnumList:
		one := *o
		one.Kind = Enum
		for _, item := range SplitList(v) {
			if r := one.parse(item); r != nil {
				return r
			}
		}
	case Enum:
		for _, c := range o.Values {
			if strings.EqualFold(c, v) {
				return nil
			}
		}
		return diag.Newf(diag.IllegalArgument, none, "Could not parse value for enum class %s. Expected one of: [[%s]]",
			o.Class, strings.Join(o.Values, ", "))
	}
	return nil
}

// sensitiveKeys are GlobalConfiguration.SENSITIVE_KEYS.
var sensitiveKeys = [...]string{"password", "secret", "fs.azure.account.key", "apikey", "api-key", "auth-params",
	"service-key", "token", "basic-auth", "jaas.config", "http-headers"}

// sensitive reports whether an option's value is hidden in messages.
func sensitive(key string) bool {
	if len(key) < 2 {
		return false
	}
	key = strings.ToLower(key)
	for _, s := range sensitiveKeys {
		if strings.Contains(key, s) {
			return true
		}
	}
	return false
}

// Stringify spells an option as FactoryUtil.stringifyOption does.
func Stringify(key, value string) string {
	if sensitive(key) {
		value = "******"
	}
	return "'" + strings.ReplaceAll(key, "'", "''") + "'='" + strings.ReplaceAll(value, "'", "''") + "'"
}
