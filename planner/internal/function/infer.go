package function

import (
	"strings"

	"rowkind/planner/internal/types"
)

// Strategy is Flink's type inference of a function: what its arguments are cast to, and what comes out.
// (TypeInference with its InputTypeStrategy and TypeStrategy)
type Strategy struct {
	In  Input
	Out Out
}

func (s *Strategy) countOK(n int) bool { return s.In.count(n) }

// Out infers the type of the result; the text says why there is none.
type Out func(c *Call) (*types.Type, string)

// Input infers what arguments are cast to. (InputTypeStrategy)
type Input interface {
	// infer gives a type for each argument, nil if they do not fit; the text then says why, where Flink says so.
	infer(c *Call) ([]*types.Type, string)
	count(n int) bool
	// forms lists the argument lists of the expected signatures.
	forms() []string
}

// Cast says what each argument is to be cast to: nil, with the reason if there is one, for arguments that do not fit.
// (TypeInferenceUtil.castArguments)
func (s *Strategy) Cast(c *Call) (ts []*types.Type, reason string) {
	ts, reason = s.In.infer(c)
	if ts == nil {
		if reason == "" {
			reason = "Invalid input arguments."
		}
		return nil, reason
	}
	for i, t := range ts {
		if from := c.Args[i].Type; !types.SupportsImplicitCast(from, t) {
			return nil, "Invalid argument type at position " + itoa(i) + ". Data type " + t.Summary() + " expected but " + from.Summary() + " passed."
		}
	}
	return ts, ""
}

// Expected spells the signatures that a function called name has. (TypeInferenceUtil.generateSignature)
func (s *Strategy) Expected(name string) string {
	var out []string
	for _, f := range s.In.forms() {
		out = append(out, name+"("+f+")")
	}
	return strings.Join(out, "\n")
}

// Argument infers one argument. (ArgumentTypeStrategy)
type Argument struct {
	form  string
	infer func(c *Call, i int) (*types.Type, string)
}

// sequence is a fixed list of arguments, named or not. (SequenceInputTypeStrategy)
type sequence struct {
	args  []Argument
	names []string
}

func seq(args ...Argument) Input { return sequence{args: args} }

// named makes a sequence whose arguments have names, separated by blanks.
func named(names string, args ...Argument) Input {
	return sequence{args: args, names: strings.Fields(names)}
}

func (s sequence) count(n int) bool { return n == len(s.args) }

func (s sequence) infer(c *Call) ([]*types.Type, string) {
	if len(c.Args) != len(s.args) {
		return nil, ""
	}
	return inferEach(c, func(i int) Argument { return s.args[i] })
}

func inferEach(c *Call, at func(int) Argument) ([]*types.Type, string) {
	c.common = nil
	out := make([]*types.Type, len(c.Args))
	for i := range out {
		t, why := at(i).infer(c, i)
		if t == nil {
			return nil, why
		}
		out[i] = t
	}
	return out, ""
}

func (s sequence) forms() []string { return []string{formOf(s.args, s.names)} }

func formOf(args []Argument, names []string) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = a.form
		if names != nil {
			parts[i] = names[i] + " " + a.form
		}
	}
	return strings.Join(parts, ", ")
}

// varying is a list whose last argument may come any number of times. (VaryingSequenceInputTypeStrategy)
type varyingSeq struct{ sequence }

func vary(args ...Argument) Input { return varyingSeq{sequence{args: args}} }

func varyNamed(names string, args ...Argument) Input {
	return varyingSeq{sequence{args: args, names: strings.Fields(names)}}
}

func (s varyingSeq) count(n int) bool { return n >= len(s.args)-1 }

func (s varyingSeq) infer(c *Call) ([]*types.Type, string) {
	if len(c.Args) < len(s.args)-1 {
		return nil, ""
	}
	return inferEach(c, func(i int) Argument { return s.args[min(i, len(s.args)-1)] })
}

func (s varyingSeq) forms() []string { return []string{formOf(s.args, s.names) + "..."} }

// anyOf tries several lists and prefers one that needs no cast. (OrInputTypeStrategy)
type anyOf []Input

func (a anyOf) count(n int) bool {
	for _, in := range a {
		if in.count(n) {
			return true
		}
	}
	return false
}

func (a anyOf) infer(c *Call) ([]*types.Type, string) {
	var closest []*types.Type
	for _, in := range a {
		ts, _ := in.infer(c)
		if ts == nil {
			continue
		}
		avoids := true
		for i, t := range ts {
			avoids = avoids && types.AvoidsCast(c.Args[i].Type, t)
		}
		if avoids {
			return ts, ""
		}
		if closest == nil {
			closest = ts
		}
	}
	return closest, ""
}

func (a anyOf) forms() (out []string) {
	for _, in := range a {
		out = append(out, in.forms()...)
	}
	return
}

// after puts one argument before a list. (SubsequenceInputTypeStrategy)
type after struct {
	name  string
	first Argument
	rest  Input
}

func (a after) count(n int) bool { return n >= 1 && a.rest.count(n-1) }

func (a after) infer(c *Call) ([]*types.Type, string) {
	if len(c.Args) == 0 {
		return nil, ""
	}
	t, why := a.first.infer(c, 0)
	if t == nil {
		return nil, why
	}
	ts, why := a.rest.infer(&Call{F: c.F, Args: c.Args[1:]})
	if ts == nil {
		if why == "" {
			why = "Could not infer arguments in range: [1, null]."
		}
		return nil, why
	}
	return append([]*types.Type{t}, ts...), ""
}

func (a after) forms() (out []string) {
	for _, f := range a.rest.forms() {
		out = append(out, a.name+" "+a.first.form+", "+f)
	}
	return
}

// commonOf wants a common type of all arguments, each of kind k where that is given. (CommonCollectionInputTypeStrategy)
type commonOf struct {
	min  int
	kind types.Kind
	why  string
}

func (s commonOf) count(n int) bool {
	// commonArrayType and its like have a fixed count but for the varying ones, whose min is negative
	if s.min < 0 {
		return n >= -s.min
	}
	return n == s.min
}

func (s commonOf) infer(c *Call) ([]*types.Type, string) {
	for i := range c.Args {
		if c.Args[i].Type.Kind != s.kind {
			return nil, s.why
		}
	}
	t := types.Merge(c.Types()...)
	if t == nil {
		return nil, "Could not find a common type for arguments: " + listTypes(c)
	}
	return fillTypes(len(c.Args), t), ""
}

func listTypes(c *Call) string {
	parts := make([]string, len(c.Args))
	for i := range parts {
		parts[i] = c.Args[i].Type.Summary()
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (s commonOf) forms() []string {
	if s.min < 0 {
		return []string{strings.Repeat("<COMMON>, ", -s.min) + "<COMMON>..."}
	}
	return []string{strings.TrimSuffix(strings.Repeat("<COMMON>, ", s.min), ", ")}
}

// comparableAll wants arguments that can be ordered among each other. (ComparableTypeStrategy)
type comparableAll struct{}

func (comparableAll) count(n int) bool { return n >= 1 }

func (comparableAll) infer(c *Call) ([]*types.Type, string) {
	if len(c.Args) == 1 {
		if t := c.Args[0].Type; !orderable(t, t) {
			return nil, "Type '" + t.Summary() + "' should support both 'EQUALS' and 'ORDER' comparison with itself."
		}
	}
	for i := 1; i < len(c.Args); i++ {
		a, b := c.Args[i-1].Type, c.Args[i].Type
		if !orderable(a, b) {
			return nil, "All types in a comparison should support both 'EQUALS' and 'ORDER' comparison with each other. Can not compare " +
				a.Summary() + " with " + b.Summary()
		}
	}
	return c.Types(), ""
}

func (comparableAll) forms() []string { return []string{"<COMPARABLE>..."} }

// orderable is LogicalTypeChecks.areComparable for FULL comparison.
func orderable(a, b *types.Type) bool {
	switch {
	case a.Kind == types.Null || b.Kind == types.Null, a.IsNumeric() && b.IsNumeric(), a.IsDatetime() && b.IsDatetime(),
		a.IsString() && b.IsString(), a.IsBinary() && b.IsBinary():
		return true
	case a.Kind != b.Kind:
		return false
	}
	switch a.Kind {
	case types.Array, types.Multiset:
		return orderable(a.Elem, b.Elem)
	case types.Map:
		return orderable(a.Key, b.Key) && orderable(a.Elem, b.Elem)
	case types.Row:
		if len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if !orderable(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	case types.Structured, types.Raw, types.Variant, types.Bitmap, types.Symbol:
		return false
	}
	return true
}

// none takes no arguments.
type noArgs struct{}

func (noArgs) count(n int) bool                      { return n == 0 }
func (noArgs) infer(c *Call) ([]*types.Type, string) { return []*types.Type{}, "" }
func (noArgs) forms() []string                       { return []string{""} }
