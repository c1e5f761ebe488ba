package expr

import "rowkind/planner/internal/types"

// Style is one of the spellings of an expression.
type Style uint8

// The styles: the AST section ($-positions), the physical section (names, prefix, typed literals), the execution
// section (names, infix, plain literals), and the last but for operators, which stand in front as in the one before.
const (
	AST Style = iota
	Physical
	Exec
	ExecPrefix
)

// Print spells e in style s; names are the columns of the input, needed by Physical and Exec.
func Print(e Expr, s Style, names []string) string {
	switch x := e.(type) { // the common short ones
	case *Ref:
		if s == AST {
			return refText(x.Index)
		}
		if x.Index < len(names) {
			return names[x.Index]
		}
		return refText(x.Index)
	}
	p := printer{b: make([]byte, 0, 128), style: s, names: names}
	p.expr(e)
	return string(p.b)
}

type printer struct {
	b     []byte
	style Style
	names []string
}

func (p *printer) text(s string) { p.b = append(p.b, s...) }

func (p *printer) column(i int) {
	if p.style != AST && i >= 0 && i < len(p.names) {
		p.text(p.names[i])
	} else {
		p.text(refText(i))
	}
}

func (p *printer) expr(e Expr) {
	switch e := e.(type) {
	case *Ref:
		p.column(e.Index)
	case *Literal:
		if p.style >= Exec {
			p.b = appendExecLiteral(p.b, e)
		} else {
			p.b = appendLiteral(p.b, e)
		}
	case *Call:
		p.call(e)
	case *FieldAccess:
		p.expr(e.Row)
		p.text(".")
		p.text(e.Name)
	case *CorrelRef:
		p.text(correlText(e.ID))
	case *Over:
		p.over(e)
	case *SubQuery:
		p.text(e.Op.Name)
		p.text("(")
		for _, a := range e.Args {
			p.expr(a)
			p.text(", ")
		}
		p.text("{\n")
		p.text(e.Rel.PlanText())
		p.text("})")
	case *PatternRef:
		p.text(e.Alpha)
		p.text(".")
		p.column(e.Index)
	case *TableArg:
		p.text(tableArgText(e))
	}
}

func (p *printer) list(args []Expr, sep string) {
	for i, a := range args {
		if i > 0 {
			p.text(sep)
		}
		p.expr(a)
	}
}

func (p *printer) call(c *Call) {
	switch {
	case p.style == AST:
		p.astCall(c)
	case c.Op.Op == As:
		p.expr(c.Args[0])
	case c.Op.Op == Cast || c.Op.Op == TryCast:
		p.text(c.Op.Name)
		p.text("(")
		p.expr(c.Args[0])
		p.text(" AS ")
		if p.style >= Exec {
			p.text(c.typ.ExecString())
		} else {
			p.text(c.typ.FullPlanString())
		}
		p.text(")")
	case p.style == Exec && len(c.Args) == 1 && postfix(c.Op.Op):
		p.expr(c.Args[0])
		p.text(" ")
		p.text(c.Op.Name)
	case p.style == Exec && len(c.Args) > 1 && infix(c.Op.Op):
		p.text("(")
		p.list(c.Args, " "+c.Op.Name+" ")
		p.text(")")
	default:
		p.text(c.Op.Name)
		p.text("(")
		p.list(c.Args, ", ")
		p.text(")")
	}
}

func postfix(k OpKind) bool {
	switch k {
	case IsNull, IsNotNull, IsTrue, IsFalse, IsNotTrue, IsNotFalse, IsUnknown:
		return true
	}
	return false
}

func infix(k OpKind) bool {
	switch k {
	case Plus, Minus, Times, Divide, DivideInt, Equals, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual, And, Or,
		DatePlus, DateMinus, DateDiff:
		return true
	}
	return false
}

// astCall spells a call as RexCall.toString does.
func (p *printer) astCall(c *Call) {
	p.text(c.Op.Name)
	if len(c.Args) > 0 || c.Op.Syntax != FunctionID {
		p.text("(")
		p.operands(c.Op, c.Args)
		p.text(")")
	}
	if c.Op.Op == Cast {
		p.text(":")
		p.text(c.typ.FullPlanString())
	}
}

// operands leaves the types of literals out where the operator or the other operand tells them
// (RexCall.appendOperands).
func (p *printer) operands(op *Operator, args []Expr) {
	for i, a := range args {
		if i > 0 {
			p.text(", ")
		}
		if l, ok := a.(*Literal); ok && hidesType(op, args, i, l) {
			p.b = appendUntyped(p.b, l)
		} else {
			p.expr(a)
		}
	}
}

func hidesType(op *Operator, args []Expr, i int, l *Literal) bool {
	switch op.Op {
	case And, Or:
		return l.typ.Kind == types.Boolean
	case Plus, Minus, Times, Divide, Equals, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual:
		if len(args) != 2 {
			return false
		}
		other := args[1-i]
		if o, ok := other.(*Literal); ok && showsType(o.Value, o.typ) {
			return false
		}
		return l.typ.SameIgnoringNull(other.Type())
	}
	return false
}

// over spells a windowed aggregate as RexOver does; the sections after the AST print the bare call.
func (p *printer) over(o *Over) {
	p.text(o.Op.Name)
	p.text("(")
	if p.style != AST {
		p.list(o.Args, ", ")
		p.text(")")
		return
	}
	if o.Distinct {
		p.text("DISTINCT ")
	}
	p.operands(o.Op, o.Args)
	p.text(")")
	if o.IgnoreNulls {
		p.text(" IGNORE NULLS")
	}
	p.text(" OVER (")
	start := len(p.b)
	if len(o.Partition) > 0 {
		p.text("PARTITION BY ")
		p.list(o.Partition, ", ")
	}
	for i, k := range o.Order {
		switch {
		case i > 0:
			p.text(", ")
		case len(p.b) > start:
			p.text(" ORDER BY ")
		default:
			p.text("ORDER BY ")
		}
		p.sortKey(k)
	}
	p.frame(o, start)
	p.text(")")
}

func (p *printer) sortKey(k SortKey) {
	p.expr(k.Expr)
	if k.Descending {
		p.text(" DESC")
	}
	if k.NullsFirst {
		p.text(" NULLS FIRST")
	} else {
		p.text(" NULLS LAST")
	}
}

// frame writes ROWS or RANGE unless the function has no frame, nothing is ordered, or it is the default one
// (RexWindow.appendDigest_).
func (p *printer) frame(o *Over, start int) {
	f := o.Frame
	if !o.Op.allowsFraming() || len(o.Order) == 0 ||
		!f.Rows && f.Lower.Kind == UnboundedPreceding && f.Upper.Kind == CurrentRow {
		return
	}
	if len(p.b) > start {
		p.text(" ")
	}
	if f.Rows {
		p.text("ROWS ")
	} else {
		p.text("RANGE ")
	}
	if f.Upper.Kind == CurrentRow {
		p.bound(f.Lower)
		return
	}
	p.text("BETWEEN ")
	p.bound(f.Lower)
	p.text(" AND ")
	p.bound(f.Upper)
}

func (p *printer) bound(b Bound) {
	switch b.Kind {
	case UnboundedPreceding:
		p.text("UNBOUNDED PRECEDING")
	case UnboundedFollowing:
		p.text("UNBOUNDED FOLLOWING")
	case CurrentRow:
		p.text("CURRENT ROW")
	case Preceding:
		p.expr(b.Offset)
		p.text(" PRECEDING")
	case Following:
		p.expr(b.Offset)
		p.text(" FOLLOWING")
	}
}

// tableArgText spells a table argument as RexTableArgCall does.
func tableArgText(a *TableArg) string {
	b := append([]byte("TABLE(#"), itoa(a.Input)...)
	b = append(b, ')')
	for i, k := range a.Partition {
		if i == 0 {
			b = append(b, " PARTITION BY("...)
		} else {
			b = append(b, ", "...)
		}
		b = append(b, refText(k)...)
	}
	if len(a.Partition) > 0 {
		b = append(b, ')')
	}
	for i, k := range a.Order {
		if i == 0 {
			b = append(b, " ORDER BY("...)
		} else {
			b = append(b, ", "...)
		}
		b = append(b, refText(k)...)
		if i < len(a.OrderDesc) && a.OrderDesc[i] {
			b = append(b, " DESC_NULLS_LAST"...)
		} else {
			b = append(b, " ASC_NULLS_FIRST"...)
		}
	}
	if len(a.Order) > 0 {
		b = append(b, ')')
	}
	return string(b)
}
