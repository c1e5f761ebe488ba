package catalog

import (
	"maps"
	"strconv"
	"strings"

	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// Settings are the session's options as SET left them (TableConfig). SET takes any key and value; what does not parse is
// refused when it is read: the getters panic with a *diag.Rejection.
type Settings struct {
	values map[string]string
	asked  *Asked
}

// Asked are the keys whose values somebody has asked for. What did not ask for a key answers the same whatever its value.
type Asked [4]uint64

// Any reports whether one of the keys was asked for, which all have a type.
func (a *Asked) Any(keys ...string) bool {
	for _, k := range keys {
		if at := settings[k].at; a[at/64]&(1<<(at%64)) != 0 {
			return true
		}
	}
	return false
}

func (s Settings) note(o setting) {
	if s.asked != nil {
		s.asked[o.at/64] |= 1 << (o.at % 64)
	}
}

// setting is an option with its place in Asked.
type setting struct {
	*connector.Option
	at int
}

// settings are the options that have a type and a default, by key.
var settings = map[string]setting{}

func addSetting(o *connector.Option) { settings[o.Key] = setting{o, len(settings)} }

// NewSettings are settings of the given values.
func NewSettings(values map[string]string) Settings {
	s := Settings{values: map[string]string{}}
	maps.Copy(s.values, values)
	return s
}

// None reports that nothing is set.
func (s Settings) None() bool { return len(s.values) == 0 }

// With gives s where the key has another value.
func (s Settings) With(key, value string) Settings {
	t := Settings{values: make(map[string]string, len(s.values)+1), asked: s.asked}
	maps.Copy(t.values, s.values)
	t.values[key] = value
	return t
}

// Noting gives s that notes in a what is asked for.
func (s Settings) Noting(a *Asked) Settings {
	s.asked = a
	return s
}

var settingKinds = map[string]connector.Kind{"Text": connector.Text, "Int": connector.Int, "Long": connector.Long,
	"Double": connector.Double, "Bool": connector.Bool, "Duration": connector.Duration, "Memory": connector.Memory,
	"Enum": connector.Enum, "TextList": connector.TextList, "EnumList": connector.EnumList}

func init() {
	for _, r := range settingRows {
		o := &connector.Option{Key: r[0], Kind: settingKinds[r[1]], Values: strings.Fields(r[4])}
		if r[2] != "-" {
			o.Default, o.HasDefault = r[2], true
		}
		if r[3] != "" {
			o.Class = "org.apache.flink.table.api.config." + r[3]
		}
		addSetting(o)
	}
}

// Text is the value of a key as text: an enum in its constant's spelling, a boolean in lower case.
func (s Settings) Text(key string) string {
	o, typed := settings[key]
	if !typed {
		return s.values[key]
	}
	s.note(o)
	if len(s.values) == 0 {
		return o.Default
	}
	if r := o.Check(s.values); r != nil {
		panic(r)
	}
	return o.Canon(s.values)
}

// Bool is the value of a boolean option.
func (s Settings) Bool(key string) bool { return s.Text(key) == "true" }

// Int is the value of a whole number.
func (s Settings) Int(key string) int64 {
	n, _ := strconv.ParseInt(s.Text(key), 10, 64)
	return n
}

// Millis is the value of a duration.
func (s Settings) Millis(key string) int64 {
	n, _ := connector.ParseDuration(s.Text(key))
	return n
}

// List is the value of a list option.
func (s Settings) List(key string) []string { return connector.SplitList(s.Text(key)) }

// Has reports whether SET gave the key a value.
func (s Settings) Has(key string) bool {
	if o, typed := settings[key]; typed {
		s.note(o)
	}
	_, ok := s.values[key]
	return ok
}

// CheckParser reads the settings that Flink reads before it parses a statement (ParserImpl.parse makes a validator).
func (s Settings) CheckParser() (err error) {
	defer diag.Catch(&err)
	if d := strings.ToUpper(s.values["table.sql-dialect"]); d == "HIVE" {
		return diag.New(diag.Validation, "Could not find any factory for identifier 'hive' that implements "+
			"'org.apache.flink.table.delegation.ParserFactory' in the classpath.\n\nAvailable factory identifiers are:\n\ndefault", source.Span{})
	} else if d != "" && d != "DEFAULT" {
		return diag.New(diag.IllegalArgument, "No enum constant org.apache.flink.table.api.SqlDialect."+d, source.Span{})
	}
	s.Read("table.legacy-nested-row-nullability", "table.optimizer.sql2rel.project-merge.enabled", "table.column-expansion-strategy")
	return nil
}

// CheckRuntimeMode refuses a plan in another mode than the session's (TableEnvironmentImpl.checkRuntimeMode is
// DefaultExecutorFactory's reading of execution.runtime-mode).
func (s Settings) CheckRuntimeMode() {
	v, ok := s.values["execution.runtime-mode"]
	if !ok {
		return
	}
	o := connector.Option{Key: "execution.runtime-mode", Kind: connector.Enum, Values: []string{"STREAMING", "BATCH", "AUTOMATIC"},
		Class: "org.apache.flink.api.common.RuntimeExecutionMode"}
	if r := o.Check(s.values); r != nil {
		panic(r)
	}
	if !strings.EqualFold(v, "streaming") {
		panic(diag.New(diag.IllegalArgument, "Mismatch between configured runtime mode and actual runtime mode. "+
			"Currently, the 'execution.runtime-mode' can only be set when instantiating the table environment. "+
			"Subsequent changes are not supported. Please instantiate a new TableEnvironment if necessary.", source.Span{}))
	}
}
