package simulate

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
)

// correlateTask calls a table function for each row.
type correlateTask struct {
	passing
	call  func(vals []expr.Value) [][]expr.Value
	cond  expr.Expr
	left  bool
	width int
}

func (t *correlateTask) process(_ int, r Row, out emit) {
	any := false
	for _, f := range t.call(r.Vals) {
		if holds(t.cond, f) {
			any = true
			out(Row{Kind: r.Kind, Vals: concat(r.Vals, f)})
		}
	}
	if !any && t.left {
		out(Row{Kind: r.Kind, Vals: concat(r.Vals, make([]expr.Value, t.width))})
	}
}

func correlateOf(n *physical.Node, o *physical.Correlate) task {
	call, ok := o.Call.(*expr.Call)
	if !ok {
		diag.Unknown(n.Span, "rows through this table function")
	}
	width := len(o.FunctionRow.Fields)
	t := &correlateTask{cond: o.Cond, left: o.Type == logical.Left, width: width}
	args := make([]expr.Expr, len(call.Args))
	for i, a := range call.Args {
		args[i] = uncorrelated(a)
	}
	switch {
	case strings.HasPrefix(call.Op.Name, "$UNNEST_ROWS"):
		ordinal := strings.Contains(call.Op.Name, "ORDINALITY")
		t.call = func(vals []expr.Value) [][]expr.Value { return unnest(eval(args[0], vals), width, ordinal) }
	case strings.HasPrefix(call.Op.Name, "$REPLICATE_ROWS"):
		t.call = func(vals []expr.Value) [][]expr.Value {
			row := make([]expr.Value, len(args)-1)
			for i := range row {
				row[i] = eval(args[i+1], vals)
			}
			var out [][]expr.Value
			for range asInt(eval(args[0], vals)) {
				out = append(out, row)
			}
			return out
		}
	default:
		diag.Unknown(n.Span, "rows through %s", call.Op.Name)
	}
	return t
}

// uncorrelated reads fields of the outer row as columns.
func uncorrelated(e expr.Expr) expr.Expr {
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		if f, ok := x.(*expr.FieldAccess); ok {
			if _, outer := f.Row.(*expr.CorrelRef); outer {
				return expr.NewRef(f.Field, f.Type())
			}
		}
		return x
	})
}

// unnest gives a row for each element.
func unnest(v expr.Value, width int, ordinal bool) [][]expr.Value {
	var out [][]expr.Value
	add := func(vals ...expr.Value) {
		if ordinal {
			vals = append(vals[:len(vals):len(vals)], expr.Int(int64(len(out)+1)))
		}
		out = append(out, vals)
	}
	switch x := v.(type) {
	case expr.List:
		for _, e := range x {
			switch row := e.(type) {
			case expr.Tuple:
				add(row...)
			case nil:
				n := width
				if ordinal {
					n--
				}
				add(make([]expr.Value, n)...)
			default:
				add(e)
			}
		}
	case expr.Mapping:
		for _, e := range x {
			add(e.Key, e.Value)
		}
	}
	return out
}

// changelogTask is TO_CHANGELOG or FROM_CHANGELOG with their own names for kinds.
type changelogTask struct {
	passing
	from bool
	op   int
}

var kindNames = map[Kind]string{Insert: "INSERT", UpdateBefore: "UPDATE_BEFORE", UpdateAfter: "UPDATE_AFTER", Delete: "DELETE"}

func (t *changelogTask) process(_ int, r Row, out emit) {
	if !t.from {
		out(Row{Kind: Insert, Vals: concat([]expr.Value{expr.Str(kindNames[r.Kind])}, r.Vals)})
		return
	}
	name, _ := r.Vals[t.op].(expr.Str)
	for k, text := range kindNames {
		if text == string(name) {
			out(Row{Kind: k, Vals: concat(r.Vals[:t.op], r.Vals[t.op+1:])})
			return
		}
	}
	fail("Received invalid op code '%s' for FROM_CHANGELOG.", string(name))
}

func tableFunctionOf(n *physical.Node, o *physical.ProcessTableFunction) task {
	call, ok := o.Call.(*expr.Call)
	if !ok {
		diag.Unknown(n.Span, "rows through this process table function")
	}
	for _, a := range call.Args[1:] {
		if c, ok := a.(*expr.Call); !ok || c.Op.Op != expr.Default {
			diag.Unknown(n.Span, "rows through %s with other arguments than its table", call.Op.Name)
		}
	}
	switch strings.ToUpper(call.Op.Name) {
	case "TO_CHANGELOG":
		if len(n.Row.Fields) == len(n.Input().Row.Fields)+1 {
			return &changelogTask{}
		}
	case "FROM_CHANGELOG":
		if op := n.Input().Row.FieldIndex("op"); op >= 0 && len(n.Row.Fields) == len(n.Input().Row.Fields)-1 {
			return &changelogTask{from: true, op: op}
		}
	}
	diag.Unknown(n.Span, "rows through %s", call.Op.Name)
	return nil
}
