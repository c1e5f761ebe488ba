package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// markWindows reads the windowing table functions of the tree: which window, over which column. What is wrong with one
// is refused where it becomes physical.
func markWindows(c *context, n *logical.Node) *logical.Node {
	if kindsOf(n)&functionScanKind == 0 {
		return n
	}
	in := make([]*logical.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		in[i] = markWindows(c, x)
	}
	n = n.WithInputs(in...)
	f, ok := n.Op.(*logical.TableFunctionScan)
	if !ok || f.Window != nil || len(n.Inputs) != 1 {
		return n
	}
	spec, ok := windowOf(f.Call, n.Input().Row)
	if !ok {
		return n
	}
	op := *f
	op.Window = &spec
	return node(&op, n.Row, n.Span, n.Inputs...)
}

// window is the window that markWindows read.
func window(_ *logical.Node, f *logical.TableFunctionScan) (logical.WindowSpec, bool) {
	if f.Window == nil {
		return logical.WindowSpec{}, false
	}
	return *f.Window, true
}

// windowOf reads the call of a windowing table function over a row (WindowUtil.convertToWindowingStrategy).
func windowOf(e expr.Expr, row *types.Type) (logical.WindowSpec, bool) {
	call, ok := e.(*expr.Call)
	if !ok || len(call.Args) < 3 {
		return logical.WindowSpec{}, false
	}
	s := logical.WindowSpec{TimeField: descriptorColumn(call, row)}
	if s.TimeField < 0 {
		return s, false
	}
	s.RowTime = row.Fields[s.TimeField].Type.Time == types.Rowtime
	args := call.Args[2:]
	at := func(i int) int64 {
		if i < len(args) {
			if l, ok := args[i].(*expr.Literal); ok {
				if v, ok := l.Value.(expr.Interval); ok {
					return int64(v)
				}
			}
		}
		return 0
	}
	switch call.Op.Op {
	case expr.WindowTumble:
		s.Kind, s.Size, s.Offset = logical.Tumble, at(0), at(1)
	case expr.WindowHop:
		s.Kind, s.Slide, s.Size, s.Offset = logical.Hop, at(0), at(1), at(2)
	case expr.WindowCumulate:
		s.Kind, s.Slide, s.Size, s.Offset = logical.Cumulate, at(0), at(1), at(2)
	case expr.WindowSession:
		s.Kind, s.Size = logical.Session, at(0)
		if t, ok := call.Args[0].(*expr.TableArg); ok {
			s.Partition = t.Partition
		}
	default:
		return s, false
	}
	return s, true
}

// descriptorColumn finds the column that DESCRIPTOR names, by the names of the table argument.
func descriptorColumn(call *expr.Call, row *types.Type) int {
	d, ok := call.Args[1].(*expr.Call)
	if !ok || len(d.Args) == 0 {
		return -1
	}
	switch x := d.Args[0].(type) {
	case *expr.Ref:
		return x.Index
	case *expr.Literal:
		if s, ok := x.Value.(expr.Str); ok {
			if t, ok := call.Args[0].(*expr.TableArg); ok {
				return t.Type().FieldIndex(string(s))
			}
			return row.FieldIndex(string(s))
		}
	}
	return -1
}

// narrowWindowFunction is n over a narrowed input. The table argument keeps the names that DESCRIPTOR goes by.
func narrowWindowFunction(n *logical.Node, f *logical.TableFunctionScan, in *logical.Node, w narrowing) *logical.Node {
	op := *f
	spec := *f.Window
	spec.TimeField = w.at[spec.TimeField]
	spec.Partition = moveAll(spec.Partition, w.at)
	op.Window = &spec
	if call, ok := f.Call.(*expr.Call); ok {
		args := append([]expr.Expr(nil), call.Args...)
		if t, ok := args[0].(*expr.TableArg); ok {
			args[0] = narrowTableArg(t, w)
		}
		for i := 1; i < len(args); i++ {
			args[i] = expr.Renumber(args[i], w.at)
		}
		op.Call = expr.NewCall(call.Op, call.Type(), args...)
	}
	nOld := len(n.Input().Row.Fields)
	fields := append(append([]types.Field(nil), in.Row.Fields...), n.Row.Fields[nOld:]...)
	return node(&op, types.RowType(fields...), n.Span, in)
}

func narrowTableArg(t *expr.TableArg, w narrowing) expr.Expr {
	var fields []types.Field
	for i, f := range t.Type().Fields {
		if w.at[i] >= 0 {
			fields = append(fields, f)
		}
	}
	a := expr.TableArg{Input: t.Input, Partition: moveAll(t.Partition, w.at), Order: moveAll(t.Order, w.at), OrderDesc: t.OrderDesc}
	return expr.NewTableArg(a, types.RowType(fields...))
}
