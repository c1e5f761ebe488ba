package simulate

import (
	"slices"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
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

func (m *Machine) correlate(n *physical.Node, o *physical.Correlate) task {
	call, ok := o.Call.(*expr.Call)
	if !ok {
		diag.Unknown(n.Span, "rows through this table function")
	}
	width := len(o.FunctionRow.Fields)
	t := &correlateTask{cond: m.clocked(o.Cond), left: o.Type == logical.Left, width: width}
	args := make([]expr.Expr, len(call.Args))
	for i, a := range call.Args {
		args[i] = m.clocked(uncorrelated(a))
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

// toChangelogTask is TO_CHANGELOG: a row for each change, its kind under a name; kinds without one are left out
// (ToChangelogFunction).
type toChangelogTask struct {
	passing
	names map[Kind]string
}

func (t *toChangelogTask) process(_ int, r Row, out emit) {
	if name, ok := t.names[r.Kind]; ok {
		out(Row{Kind: Insert, Vals: concat([]expr.Value{expr.Str(name)}, r.Vals)})
	}
}

// fromChangelogTask is FROM_CHANGELOG: the change that each row tells of (FromChangelogFunction).
type fromChangelogTask struct {
	passing
	op    int
	kinds *hashMap[Kind]
}

func (t *fromChangelogTask) process(_ int, r Row, out emit) {
	name, ok := r.Vals[t.op].(expr.Str)
	if !ok {
		fail("Received NULL op code. Every changelog row must carry an operation code.")
	}
	kind := t.kinds.get(string(name))
	if kind == nil {
		var known []string
		for k := range t.kinds.all {
			known = append(known, k)
		}
		fail("Received invalid op code '%s'. Defined op codes are: [%s].", string(name), strings.Join(known, ", "))
	}
	out(Row{Kind: *kind, Vals: concat(r.Vals[:t.op], r.Vals[t.op+1:])})
}

var kindNames = map[Kind]string{Insert: "INSERT", UpdateBefore: "UPDATE_BEFORE", UpdateAfter: "UPDATE_AFTER", Delete: "DELETE"}

func kindOf(name string) (Kind, bool) {
	for k, n := range kindNames {
		if n == strings.TrimSpace(name) {
			return k, true
		}
	}
	return 0, false
}

func isDefault(e expr.Expr) bool {
	c, ok := e.(*expr.Call)
	return ok && c.Op.Op == expr.Default
}

// mappingOf reads the argument op_mapping, nil where it is left out.
func mappingOf(n *physical.Node, args []expr.Expr) [][2]string {
	if len(args) < 3 || isDefault(args[2]) {
		return nil
	}
	m, ok := eval(args[2], nil).(expr.Mapping)
	if !ok {
		diag.Unknown(n.Span, "rows through this mapping of changes")
	}
	var out [][2]string
	for _, e := range m {
		k, ok1 := e.Key.(expr.Str)
		v, ok2 := e.Value.(expr.Str)
		if !ok1 || !ok2 {
			diag.Unknown(n.Span, "rows through this mapping of changes")
		}
		out = append(out, [2]string{string(k), string(v)})
	}
	return out
}

func tableFunctionOf(n *physical.Node, o *physical.ProcessTableFunction) task {
	call, ok := o.Call.(*expr.Call)
	if !ok || len(call.Args) == 0 {
		diag.Unknown(n.Span, "rows through this process table function")
	}
	for i, a := range call.Args[1:] {
		if i > 1 && !isDefault(a) {
			diag.Unknown(n.Span, "rows through %s with this argument", call.Op.Name)
		}
	}
	if t, ok := call.Args[0].(*expr.TableArg); ok && len(t.Partition) > 0 {
		diag.Unknown(n.Span, "rows through %s of a table by partitions", call.Op.Name)
	}
	in := n.Input().Row
	mapping := mappingOf(n, call.Args)
	switch strings.ToUpper(call.Op.Name) {
	case "TO_CHANGELOG":
		if len(n.Row.Fields) == len(in.Fields)+1 {
			return toChangelog(n, mapping)
		}
	case "FROM_CHANGELOG":
		// What is not in the output is the column of the operation.
		if op := missingField(in, n.Row); op >= 0 && len(n.Row.Fields) == len(in.Fields)-1 {
			return fromChangelog(n, op, mapping)
		}
	}
	diag.Unknown(n.Span, "rows through %s", call.Op.Name)
	return nil
}

func missingField(in, out *types.Type) int {
	for i := range in.Fields {
		if i >= len(out.Fields) || in.Fields[i].Name != out.Fields[i].Name {
			return i
		}
	}
	return -1
}

func toChangelog(n *physical.Node, mapping [][2]string) task {
	if mapping == nil {
		return &toChangelogTask{names: kindNames}
	}
	names := map[Kind]string{}
	for _, m := range mapping {
		for _, name := range strings.Split(m[0], ",") {
			k, ok := kindOf(name)
			if !ok {
				diag.Unknown(n.Span, "rows through this mapping of changes")
			}
			names[k] = m[1]
		}
	}
	return &toChangelogTask{names: names}
}

func fromChangelog(n *physical.Node, op int, mapping [][2]string) task {
	if mapping == nil {
		for _, name := range kindNames {
			mapping = append(mapping, [2]string{name, name})
		}
		slices.SortFunc(mapping, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	}
	kinds := newHashMap[Kind]()
	for _, m := range mapping {
		k, ok := kindOf(m[1])
		if !ok {
			diag.Unknown(n.Span, "rows through this mapping of changes")
		}
		for _, code := range strings.Split(m[0], ",") {
			code = strings.TrimSpace(code)
			kinds.put(code, k, func() uint32 { return murmurText(code) })
		}
	}
	return &fromChangelogTask{op: op, kinds: kinds}
}
