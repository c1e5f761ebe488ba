// Package function is the catalogue of what SQL can call: operators, functions, aggregates, table functions. A row says
// how many arguments there may be, which types, what comes out, and how it is named in refusals.
//
// Two families live side by side, as in Flink. Those of FlinkSqlOperatorTable check operands with Calcite's checkers
// (check.go); those of BuiltInFunctionDefinitions that have a runtime bring Flink's type inference (infer.go), which
// casts arguments and has refusals of its own.
package function

import (
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// Kind tells what a function makes of its arguments.
type Kind uint8

// The kinds of function.
const (
	Scalar Kind = iota
	Aggregate
	Window      // ROW_NUMBER, LAG and their like: OVER is necessary
	GroupWindow // $TUMBLE, $HOP, $SESSION in GROUP BY
	Auxiliary   // TUMBLE_START and its like
	Match       // only inside MATCH_RECOGNIZE
	Table       // in FROM
	ProcessTable
)

// Function is a row of the catalogue.
type Function struct {
	Op   *expr.Operator
	Name string // as messages spell it
	Kind Kind
	// Min and Max bound the number of arguments; Max is -1 without bound. Counts, if set, are the only good numbers.
	Min, Max int
	Counts   []int
	// Check is Calcite's operand checker, nil for none.
	Check Checker
	// Ret gives the type of the result.
	Ret Return
	// Infer gives NULL literals and parameters their types; nil leaves them untyped.
	Infer Infer
	// Consistency says how the operands are cast to each other when the call is bound.
	Consistency Consistency
	// Template spells a call of n operands in a refusal ("{1} {0} {2}"); nil for NAME(…).
	Template func(n int) string
	// Strategy is Flink's own type inference; Check, Ret, Min and Max are then unused.
	Strategy *Strategy

	NoParens     bool // CURRENT_TIMESTAMP: called without parentheses only (SqlSyntax.FUNCTION_ID)
	NeedsOrder   bool // OVER must have ORDER BY (requiresOrder)
	AllowsNulls  bool // IGNORE NULLS may be written
	AllowsFrame  bool // OVER may have a frame
	StarAllowed  bool // COUNT(*)
	WithinGroup  bool
	Group        expr.OpKind // the group window that an auxiliary function belongs to
	DistinctFree bool        // DISTINCT is refused
}

// Consistency is SqlOperandTypeChecker.Consistency.
type Consistency uint8

// The consistencies.
const (
	NoConsistency Consistency = iota
	Compare
	LeastRestrictive
)

// Arg is one operand as checkers and inference see it.
type Arg struct {
	Type *types.Type
	// Literal marks a literal; Value is then its value, nil for NULL. A cast of a literal is none, but has its Value.
	Literal bool
	Value   expr.Value
	// CastNull marks CAST(NULL AS …).
	CastNull bool
	// Descriptor are the names of a DESCRIPTOR.
	Descriptor []string
	// Map are the entries of a MAP constructor of literals.
	Map [][2]expr.Value
	// List are the elements of an ARRAY constructor of literals.
	List []expr.Value
	// Table marks a table argument: Partition and Order are the names of its PARTITION BY and ORDER BY.
	Table            bool
	Partition, Order []string
	// Default marks DEFAULT, written or filled in for an absent optional argument.
	Default bool
	// Name is the argument's name in f(name => x), and Function the operator of a call that stands there.
	Name string
	Op   *expr.Operator
	// Path is the path of names of a column reference.
	Path []string
}

// Null reports the NULL literal.
func (a *Arg) Null() bool { return a.Literal && a.Value == nil }

// Call is a call that is being checked.
type Call struct {
	F    *Function
	Args []Arg
	// Grouped says that an aggregate has GROUP BY keys (groupCount > 0); Over that it is an OVER call; Filter that it
	// has a FILTER clause.
	Grouped, Over, Filter bool

	// common is the common type of the operands, while each of them is inferred.
	common *types.Type
}

func (c *Call) commonOfEach() *types.Type {
	if c.common == nil {
		c.common = types.Merge(c.Types()...)
	}
	return c.common
}

// Types are the types of the operands.
func (c *Call) Types() []*types.Type {
	ts := make([]*types.Type, len(c.Args))
	for i := range c.Args {
		ts[i] = c.Args[i].Type
	}
	return ts
}

// CountOK reports whether n arguments are a good number. (SqlOperandCountRange.isValidCount)
func (f *Function) CountOK(n int) bool {
	if f.Strategy != nil {
		return f.Strategy.countOK(n)
	}
	if f.Counts != nil {
		for _, c := range f.Counts {
			if c == n {
				return true
			}
		}
		return false
	}
	return n >= f.Min && (f.Max < 0 || n <= f.Max)
}

// Signature spells a call over operands of the given texts. (SqlUtil.getAliasedSignature)
func (f *Function) Signature(operands []string) string {
	var tmpl string
	if f.Template != nil {
		tmpl = f.Template(len(operands))
	}
	var b strings.Builder
	b.WriteByte('\'')
	if tmpl == "" {
		b.WriteString(f.Name)
		b.WriteByte('(')
		for i, o := range operands {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString("<" + strings.ToUpper(o) + ">")
		}
		b.WriteByte(')')
	} else {
		fill(&b, tmpl, f.Name, operands)
	}
	b.WriteByte('\'')
	return b.String()
}

// fill is MessageFormat for one-digit arguments.
func fill(b *strings.Builder, tmpl, name string, operands []string) {
	for i := 0; i < len(tmpl); i++ {
		if tmpl[i] != '{' || i+2 >= len(tmpl) || tmpl[i+2] != '}' {
			b.WriteByte(tmpl[i])
			continue
		}
		switch n := int(tmpl[i+1] - '0'); {
		case n == 0:
			b.WriteString(name)
		case n <= len(operands):
			b.WriteString("<" + strings.ToUpper(operands[n-1]) + ">")
		}
		i += 2
	}
}

// Misapplied is the refusal of a call whose operands have the wrong types. (RESOURCE.canNotApplyOp2Type)
func (c *Call) Misapplied() string {
	operands := make([]string, len(c.Args))
	for i := range c.Args {
		operands[i] = c.Args[i].Type.Validator()
	}
	forms := ""
	if c.F.Check != nil {
		forms = strings.TrimSpace(c.F.Check.Forms(c.F))
	}
	return "Cannot apply '" + c.F.Name + "' to arguments of type " + c.F.Signature(operands) + ". Supported form(s): " + forms
}

// Lookup finds a function by name, in any case: nil if there is none. Overloads of one name share a row.
func Lookup(name string) *Function { return catalogue[strings.ToUpper(name)] }

var catalogue = map[string]*Function{}

// add puts functions into the catalogue under their names.
func add(fs ...*Function) {
	for _, f := range fs {
		catalogue[strings.ToUpper(f.Name)] = f
	}
}

// Names lists the catalogue, for tests and completion.
func Names() []string {
	var out []string
	for n := range catalogue {
		out = append(out, n)
	}
	return out
}
