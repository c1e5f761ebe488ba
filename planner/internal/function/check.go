package function

import (
	"strings"

	"rowkind/planner/internal/types"
)

// Failure is why operands are refused. Message is empty for the standard "Cannot apply …"; Operand is the operand that
// the message is about, -1 for the call.
type Failure struct {
	Message string
	Operand int
	// Plain marks a refusal of Flink's own, without a position.
	Plain bool
}

var misfit = &Failure{Operand: -1}

// NullIllegal is the refusal of a bare NULL where a type is needed. (RESOURCE.nullIllegal)
const NullIllegal = "Illegal use of 'NULL'"

// Checker checks operands. (SqlOperandTypeChecker)
type Checker interface {
	// Check gives nil for good operands.
	Check(c *Call) *Failure
	// Forms lists the good forms, a quoted one on each line.
	Forms(f *Function) string
}

// Fam is Calcite's SqlTypeFamily as a requirement.
type Fam struct {
	name string
	has  func(*types.Type) bool
}

// The families that checkers ask for.
var (
	anyFam      = Fam{"ANY", func(*types.Type) bool { return true }}
	character   = Fam{"CHARACTER", (*types.Type).IsString}
	stringFam   = Fam{"STRING", func(t *types.Type) bool { return t.IsString() || t.IsBinary() }}
	binaryFam   = Fam{"BINARY", (*types.Type).IsBinary}
	numeric     = Fam{"NUMERIC", (*types.Type).IsNumeric}
	integer     = Fam{"INTEGER", (*types.Type).IsInteger}
	exact       = Fam{"EXACT_NUMERIC", (*types.Type).IsExact}
	boolean     = Fam{"BOOLEAN", kindIs(types.Boolean)}
	dateFam     = Fam{"DATE", kindIs(types.Date)}
	timeFam     = Fam{"TIME", kindIs(types.Time)}
	timestamp   = Fam{"TIMESTAMP", (*types.Type).IsTimestamp}
	datetime    = Fam{"DATETIME", (*types.Type).IsDatetime}
	interval    = Fam{"DATETIME_INTERVAL", (*types.Type).IsInterval}
	arrayFam    = Fam{"ARRAY", kindIs(types.Array)}
	mapFam      = Fam{"MAP", kindIs(types.Map)}
	multisetFam = Fam{"MULTISET", kindIs(types.Multiset)}
)

func kindIs(k types.Kind) func(*types.Type) bool {
	return func(t *types.Type) bool { return t.Kind == k }
}

// familyChecker wants one family for each operand. (FamilyOperandTypeChecker)
type familyChecker []Fam

func family(fs ...Fam) Checker { return familyChecker(fs) }

// Check tells an operand count that does not fit by misfit, so that it is one of several forms.
func (fs familyChecker) Check(c *Call) *Failure {
	if len(fs) != len(c.Args) {
		return misfit
	}
	for i, f := range fs {
		if e := f.check(c, i); e != nil {
			return e
		}
	}
	return nil
}

func (f Fam) check(c *Call, i int) *Failure {
	if f.name == "ANY" || f.name == "IGNORE" {
		return nil
	}
	a := &c.Args[i]
	if a.Null() {
		return &Failure{Message: NullIllegal, Operand: i}
	}
	if a.Type.Kind == types.Any || a.Type.Kind == types.Symbol || f.has(a.Type) {
		return nil
	}
	return misfit
}

func (fs familyChecker) Forms(f *Function) string {
	names := make([]string, len(fs))
	for i, x := range fs {
		names[i] = x.name
	}
	return f.Signature(names)
}

// orChecker takes any of several forms; the first one's refusal is shown. (CompositeOperandTypeChecker OR)
type orChecker []Checker

func or(cs ...Checker) Checker { return orChecker(cs) }

func (cs orChecker) Check(c *Call) *Failure {
	var first *Failure
	for _, k := range cs {
		e := k.Check(c)
		if e == nil {
			return nil
		}
		if first == nil && e.Message != "" {
			first = e
		} else if first == nil && !countMismatch(k, c) {
			first = misfit
		}
	}
	if first == nil {
		return misfit
	}
	return first
}

// countMismatch reports a form of another number of operands: that one does not speak up.
func countMismatch(k Checker, c *Call) bool {
	fs, ok := k.(familyChecker)
	return ok && len(fs) != len(c.Args)
}

func (cs orChecker) Forms(f *Function) string {
	var out []string
	for _, k := range cs {
		out = append(out, k.Forms(f))
	}
	return strings.Join(out, "\n")
}

// andChecker wants all of several; the first one's form is shown. (CompositeOperandTypeChecker AND)
type andChecker []Checker

func and(cs ...Checker) Checker { return andChecker(cs) }

func (cs andChecker) Check(c *Call) *Failure {
	for _, k := range cs {
		if k.Check(c) != nil {
			return misfit
		}
	}
	return nil
}

func (cs andChecker) Forms(f *Function) string { return cs[0].Forms(f) }

// repeatChecker wants the family for every operand. (OperandTypes.repeat)
type repeatChecker struct{ f Fam }

func repeat(f Fam) Checker { return repeatChecker{f} }

func (r repeatChecker) Check(c *Call) *Failure {
	for i := range c.Args {
		if r.f.check(c, i) != nil {
			return misfit
		}
	}
	return nil
}

func (r repeatChecker) Forms(f *Function) string { return f.Signature([]string{r.f.name}) }

// sameChecker wants operands that can be compared with each other. (SameOperandTypeChecker)
type sameChecker struct {
	n    int // the operands of a form, -1 for any number
	word string
}

func (s sameChecker) Check(c *Call) *Failure {
	for i := 1; i < len(c.Args); i++ {
		if !Comparable(c.Args[i].Type, c.Args[i-1].Type) {
			return misfit
		}
	}
	return nil
}

func (s sameChecker) Forms(f *Function) string {
	n := s.n
	if n < 0 {
		return f.Signature([]string{s.word, s.word, "..."})
	}
	names := make([]string, n)
	for i := range names {
		names[i] = s.word
	}
	return f.Signature(names)
}

func same(n int) Checker       { return sameChecker{n, "EQUIVALENT_TYPE"} }
func comparable(n int) Checker { return sameChecker{n, "COMPARABLE_TYPE"} }

// Comparable reports whether values of two types can stand in a comparison. (SqlTypeUtil.isComparable)
func Comparable(a, b *types.Type) bool {
	if a.HasFields() != b.HasFields() {
		return a.Kind == types.Null || b.Kind == types.Null
	}
	if a.HasFields() {
		if len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if !Comparable(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	}
	f, g := a.Family(), b.Family()
	switch {
	case f == g:
		return f != types.OtherFamily || a.Kind == b.Kind && a.Class == b.Class
	case f == types.AnyFamily, g == types.AnyFamily, f == types.NullFamily, g == types.NullFamily:
		return true
	case f == types.CharacterFamily:
		return fromText(g)
	case g == types.CharacterFamily:
		return fromText(f)
	}
	return false
}

// fromText reports the families that a string may be compared with.
func fromText(f types.Family) bool {
	switch f {
	case types.DateFamily, types.TimeFamily, types.TimestampFamily, types.DayTimeFamily, types.YearMonthFamily,
		types.NumericFamily, types.BooleanFamily:
		return true
	}
	return false
}

// checkFunc is a checker of its own kind.
type checkFunc struct {
	check func(c *Call) *Failure
	forms func(f *Function) string
}

func (k checkFunc) Check(c *Call) *Failure   { return k.check(c) }
func (k checkFunc) Forms(f *Function) string { return k.forms(f) }

// CheckerClass is the Java class of a function's checker.
func CheckerClass(f *Function) string {
	switch k := f.Check.(type) {
	case orChecker:
		for _, form := range k {
			if _, single := form.(familyChecker); !single {
				return "CompositeOperandTypeChecker"
			}
		}
		return "CompositeSingleOperandTypeChecker"
	case andChecker, repeatChecker:
		return "CompositeOperandTypeChecker"
	}
	return "FamilyOperandTypeChecker"
}

// forms makes a fixed list of forms.
func forms(s string) func(*Function) string { return func(*Function) string { return s } }

// signatureOf makes the form of given operand words.
func signatureOf(words ...string) func(*Function) string {
	return func(f *Function) string { return f.Signature(words) }
}
