package function

import (
	"strings"

	"rowkind/planner/internal/types"
)

// watermarkInput is CurrentWatermarkInputTypeStrategy.
type watermarkInput struct{}

func (watermarkInput) count(n int) bool { return n == 1 }

func (watermarkInput) infer(c *Call) ([]*types.Type, string) {
	t := c.Args[0].Type
	if !t.IsTimestamp() || t.Precision > 3 {
		return nil, "CURRENT_WATERMARK() must be called with a single rowtime attribute argument, but '" + t.Summary() + "' cannot be a time attribute."
	}
	if t.Time != types.Rowtime {
		return nil, "The argument of CURRENT_WATERMARK() must be a rowtime attribute, but was '" + t.Summary() + "'."
	}
	return c.Types(), ""
}

func (watermarkInput) forms() []string {
	return []string{"<TIMESTAMP_WITHOUT_TIME_ZONE *ROWTIME*>", "<TIMESTAMP_WITH_LOCAL_TIME_ZONE *ROWTIME*>"}
}

// ltzInput is ToTimestampLtzInputTypeStrategy.
type ltzInput struct{}

func (ltzInput) count(n int) bool { return n >= 1 && n <= 3 }

func (ltzInput) infer(c *Call) ([]*types.Type, string) {
	first, _ := textArg.infer(c, 0)
	if first == nil {
		return anyOf{seq(numberArg), seq(numberArg, integersArg)}.infer(c)
	}
	out := []*types.Type{first}
	for i := 1; i < len(c.Args); i++ {
		t, why := textArg.infer(c, i)
		if t == nil {
			return nil, why
		}
		if c.Args[i].Null() {
			return nil, []string{"", "Pattern can not be a null literal", "Timezone can not be a null literal"}[i]
		}
		out = append(out, t)
	}
	return out, ""
}

func (ltzInput) forms() []string {
	return []string{"<CHARACTER_STRING>", "<CHARACTER_STRING>, pattern <CHARACTER_STRING>",
		"<CHARACTER_STRING>, pattern <CHARACTER_STRING>, timezone <CHARACTER_STRING>", "<NUMERIC>", "<NUMERIC>, <INTEGER_NUMERIC>"}
}

// toTimestampLTZ is ToTimestampLtzTypeStrategy: a precision or a pattern as a literal widens TIMESTAMP_LTZ(3).
func toTimestampLTZ(c *Call) (*types.Type, string) {
	p := 3
	if len(c.Args) > 1 {
		a := &c.Args[1]
		switch {
		case c.Args[0].Type.IsNumeric():
			if a.Type.Kind != types.Integer {
				return nil, "Unsupported argument type. TO_TIMESTAMP_LTZ(<NUMERIC>, <INTEGER>) requires the second argument to be <INTEGER>."
			}
			if n, ok := smallInt(a.Value); ok {
				if n < 0 || n > 9 {
					return nil, "Precision for TO_TIMESTAMP_LTZ must be between 0 and 9 but was " + itoa(n) + "."
				}
				p = max(n, 3)
			}
		case a.Literal:
			if s, ok := textOf(a); ok {
				p = patternPrecision(s)
			}
		}
	}
	return types.LTZType(p), ""
}

// patternPrecision counts the S of a pattern, which is at least 3. (DateTimeUtils.precisionFromFormat)
func patternPrecision(s string) int {
	return min(max(strings.Count(s, "S"), 3), 9)
}

// objectOf is ObjectOfInputTypeStrategy.
type objectOf struct{}

func (objectOf) count(n int) bool { return n%2 == 1 }

func (objectOf) infer(c *Call) ([]*types.Type, string) {
	first := c.Args[0].Type
	if !first.IsString() {
		return nil, "The first argument must be a non-nullable character string representing the class name, but was " + first.Summary() + "."
	}
	if _, ok := textOf(&c.Args[0]); !ok {
		return nil, "The first argument must be a non-nullable character string literal representing the class name."
	}
	return fieldKeys(c, "non-nullable", nil)
}

func (objectOf) forms() []string { return []string{"class name STRING, [STRING, ANY]*..."} }

// fieldKeys checks the keys of key and value pairs; known are the fields that there are, nil for any.
func fieldKeys(c *Call, word string, known []types.Field) ([]*types.Type, string) {
	seen := map[string]bool{}
	for i := 1; i < len(c.Args); i += 2 {
		t := c.Args[i].Type
		if !t.IsString() {
			return nil, "The field key at position " + itoa(i+1) + " must be a " + word + " character string, but was " + t.Summary() + "."
		}
		name, ok := textOf(&c.Args[i])
		if !ok {
			return nil, "The field key at position " + itoa(i+1) + " must be a " + word + " character string literal."
		}
		if seen[name] {
			return nil, "The field name '" + name + "' at position " + itoa(i+1) + " is repeated."
		}
		seen[name] = true
		if known != nil && fieldAt(known, name) < 0 {
			names := make([]string, len(known))
			for k := range known {
				names[k] = known[k].Name
			}
			return nil, "The field name '" + name + "' at position " + itoa(i+1) +
				" is not part of the structured type attributes. Available attributes: [" + strings.Join(names, ", ") + "]."
		}
	}
	return c.Types(), ""
}

func fieldAt(fs []types.Field, name string) int {
	for i := range fs {
		if fs[i].Name == name {
			return i
		}
	}
	return -1
}

// objectOfType is ObjectOfTypeStrategy.
func objectOfType(c *Call) (*types.Type, string) {
	class, _ := textOf(&c.Args[0])
	var fields []types.Field
	for i := 1; i+1 < len(c.Args); i += 2 {
		name, _ := textOf(&c.Args[i])
		fields = append(fields, types.Field{Name: name, Type: c.Args[i+1].Type})
	}
	return types.Make(types.Type{Kind: types.Structured, Nullable: true, Class: class, Fields: fields}), ""
}

// objectUpdate is ObjectUpdateInputTypeStrategy.
type objectUpdate struct{}

func (objectUpdate) count(n int) bool { return n >= 3 && n%2 == 1 }

func (objectUpdate) infer(c *Call) ([]*types.Type, string) {
	t := c.Args[0].Type
	if t.Kind != types.Structured {
		return nil, "The first argument must be a structured type, but was " + t.Summary() + "."
	}
	return fieldKeys(c, "non-null", t.Fields)
}

func (objectUpdate) forms() []string {
	return []string{"object STRUCTURED_TYPE, [STRING, ANY]+..."}
}

// objectUpdateType is ObjectUpdateTypeStrategy.
func objectUpdateType(c *Call) (*types.Type, string) {
	t := *c.Args[0].Type
	t.Fields = append([]types.Field(nil), t.Fields...)
	for i := 1; i+1 < len(c.Args); i += 2 {
		name, _ := textOf(&c.Args[i])
		if k := fieldAt(t.Fields, name); k >= 0 {
			t.Fields[k].Type = c.Args[i+1].Type
		}
	}
	t.Nullable = true
	return types.Make(t), ""
}
