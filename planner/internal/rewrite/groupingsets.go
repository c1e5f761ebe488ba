package rewrite

import (
	"strconv"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// decomposeSets makes a plain aggregate of one with grouping sets or grouping functions: an Expand gives each row once
// per set with the absent keys nulled and a number $e that tells the sets apart.
//
//	SELECT a, b, SUM(c) … GROUP BY ROLLUP (a, b)
var decomposeSets = &rule{
	name: "DecomposeGroupingSets", class: "DecomposeGroupingSetsRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		if len(agg.Sets) < 2 && !hasGroupingCall(agg) {
			return nil
		}
		if len(agg.Group) >= 64 {
			c.failInRule(n, "group count must be less than 64.")
		}
		d := &decomposer{c: c, n: n, agg: agg, sets: groupSets(agg)}
		return d.run()
	},
}

// failInRule refuses a plan where a rule of the LOGICAL phase has begun (FlinkVolcanoProgram).
func (c *context) failInRule(n *logical.Node, why string) {
	panic(diag.New(diag.Table, why, n.Span).Wrap(diag.Table, "Sql optimization: "+logical.CannotOptimize(c.entered, why)))
}

func isGroupingCall(o *expr.Operator) bool {
	return o.Op == expr.Grouping || o.Op == expr.GroupingID || o.Op == expr.GroupID
}

func hasGroupingCall(agg *logical.Aggregate) bool {
	for i := range agg.Calls {
		if isGroupingCall(agg.Calls[i].Op) {
			return true
		}
	}
	return false
}

type decomposer struct {
	c    *context
	n    *logical.Node
	agg  *logical.Aggregate
	sets [][]int
}

func (d *decomposer) run() *logical.Node {
	in := d.n.Input()
	group := d.agg.Group
	copies := map[int]int{}
	expand := len(d.sets) > 1
	if expand {
		id := len(in.Row.Fields)
		in = d.expandNode(copies)
		group = append(append([]int(nil), group...), id)
	}
	op := &logical.Aggregate{Group: group, Hints: d.agg.Hints}
	for _, call := range d.agg.Calls {
		if !isGroupingCall(call.Op) {
			op.Calls = append(op.Calls, copiedCall(call, copies))
		}
	}
	made := d.c.aggregateOver(op, in, d.n)
	return castRowNamed(d.c.project(made, d.outputs(made, group, expand), d.names()), d.n)
}

func (d *decomposer) names() []string {
	names := make([]string, len(d.n.Row.Fields))
	for i, f := range d.n.Row.Fields {
		names[i] = f.Name
		if k := i - len(d.agg.Group); k >= 0 {
			names[i] = d.agg.Calls[k].Name
		}
	}
	used := map[string]bool{}
	for i := range names {
		names[i] = freeName(used, names[i])
	}
	return names
}

// outputs gives the keys, the calls, and a CASE over $e for each grouping function.
func (d *decomposer) outputs(made *logical.Node, group []int, expand bool) []expr.Expr {
	ref := func(i int) expr.Expr { return expr.NewRef(i, made.Row.Fields[i].Type) }
	var list []expr.Expr
	for i := range d.agg.Group {
		list = append(list, ref(i))
	}
	next := len(group)
	for _, call := range d.agg.Calls {
		if !isGroupingCall(call.Op) {
			list = append(list, ref(next))
			next++
			continue
		}
		if !expand {
			list = append(list, d.groupingValue(call, 0))
			continue
		}
		e := ref(len(group) - 1)
		var args []expr.Expr
		for i, set := range d.sets {
			if i < len(d.sets)-1 {
				args = append(args, expr.EqualsOf(e, expr.NewLiteral(expr.Int(d.expandID(set)), e.Type())))
			}
			args = append(args, d.groupingValue(call, i))
		}
		list = append(list, expr.NewCall(expr.CaseOp, expr.CaseType(args[1].Type(), args), args...))
	}
	return list
}

// groupingValue is what a grouping function gives in set i.
func (d *decomposer) groupingValue(call logical.AggCall, i int) expr.Expr {
	set := keys.Of(d.sets[i]...)
	v := int64(0)
	switch call.Op.Op {
	case expr.GroupID:
		for k := range i {
			if keys.Of(d.sets[k]...).Equal(set) {
				v++
			}
		}
	default:
		for k, a := range call.Args {
			if !set.Has(a) {
				v |= 1 << (len(call.Args) - 1 - k)
			}
		}
	}
	return expr.NewLiteral(expr.Int(v), call.Type)
}

// expandID is the bit map of the keys that a set lacks, the first key the highest bit.
func (d *decomposer) expandID(set []int) int64 {
	have := keys.Of(set...)
	v := int64(0)
	for i, g := range d.agg.Group {
		if !have.Has(g) {
			v |= 1 << (len(d.agg.Group) - 1 - i)
		}
	}
	return v
}

// expandNode builds the Expand. Keys that a call reads as well and that some set lacks come once more behind $e;
// copies gives their places.
func (d *decomposer) expandNode(copies map[int]int) *logical.Node {
	in := d.n.Input()
	size := len(in.Row.Fields)
	twice := d.keysReadTwice()
	for i, k := range twice {
		copies[k] = size + 1 + i
	}
	d.c.budget.Columns(len(d.sets) * (size + len(twice)))
	group := keys.Of(d.agg.Group...)
	projects := make([][]expr.Expr, len(d.sets))
	for i, set := range d.sets {
		d.c.budget.Check()
		have := keys.Of(set...)
		list := make([]expr.Expr, 0, size+1+len(twice))
		for k, f := range in.Row.Fields {
			if have.Has(k) || !group.Has(k) {
				list = append(list, expr.NewRef(k, f.Type))
			} else {
				list = append(list, expr.NullOf(f.Type))
			}
		}
		list = append(list, expr.BigintLiteral(d.expandID(set)))
		for _, k := range twice {
			list = append(list, expr.NewRef(k, in.Row.Fields[k].Type))
		}
		projects[i] = list
	}
	return node(&logical.Expand{Projects: projects, ExpandID: size}, expandRow(in.Row, projects, size), d.n.Span, in)
}

// keysReadTwice lists the keys that a call reads too, unless every set has all that the call reads.
func (d *decomposer) keysReadTwice() []int {
	common := keys.Of(d.sets[0]...)
	for _, s := range d.sets[1:] {
		common = common.Intersect(keys.Of(s...))
	}
	var read keys.Cols
	for _, call := range d.agg.Calls {
		if isGroupingCall(call.Op) {
			continue
		}
		all := keys.Of(call.Args...)
		if call.Filter >= 0 {
			all = all.With(call.Filter)
		}
		if !common.Contains(all) {
			read = read.Union(all.Minus(common))
		}
	}
	return read.Intersect(keys.Of(d.agg.Group...)).Slice()
}

func copiedCall(call logical.AggCall, copies map[int]int) logical.AggCall {
	args := append([]int(nil), call.Args...)
	for i, a := range args {
		if to, ok := copies[a]; ok {
			args[i] = to
		}
	}
	call.Args = args
	if to, ok := copies[call.Filter]; ok {
		call.Filter = to
	}
	return call
}

// expandRow is the row of an Expand: the names of the columns that the items are, with a counter where one comes again,
// $e, and $f for a column that no set has (Expand.deriveRowType).
func expandRow(in *types.Type, projects [][]expr.Expr, id int) *types.Type {
	used, met := map[string]bool{}, map[string]int{}
	for _, f := range in.Fields {
		used[f.Name] = true
	}
	fields := make([]types.Field, len(projects[0]))
	for i := range fields {
		name := ""
		t := projects[0][i].Type()
		for _, p := range projects {
			if r, ok := p[i].(*expr.Ref); ok && name == "" {
				name = in.Fields[r.Index].Name
			}
			t = t.WithNullable(t.Nullable || p[i].Type().Nullable)
		}
		switch {
		case name != "":
			if met[name]++; met[name] > 1 {
				name = freeName(used, name+"_"+strconv.Itoa(met[name]-2))
			}
		case i == id:
			name = freeName(used, "$e")
		default:
			name = freeName(used, "$f"+strconv.Itoa(i))
		}
		fields[i] = types.Field{Name: name, Type: t}
	}
	return types.RowType(fields...)
}

func freeName(used map[string]bool, name string) string {
	base := name
	for i := 0; used[name]; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	used[name] = true
	return name
}
