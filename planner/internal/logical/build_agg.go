package logical

import (
	"fmt"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

// aggregation is what a grouping SELECT knows of its Aggregate (AggConverter).
type aggregation struct {
	info *validate.Select
	// names are the aliases of select items by the key of their expression, the last one if there are several.
	names map[string]string
	// groups are the positions of the group expressions by key.
	groups map[string]int
	// inputs is the projection below the Aggregate: group expressions, then arguments.
	inputs []namedExpr
	calls  []AggCall
	// refs are the columns of the Aggregate that calls are, by key of the call.
	refs map[string]int
	// byDigest are the places of inputs, byText those of calls; named are the names that inputs have.
	byDigest, byText map[string]int
	named            map[string]bool
}

// aggregate makes Project, Aggregate, Filter and Project of a grouping SELECT (convertAgg, createAggImpl).
func (b *board) aggregate(info *validate.Select, extra []ast.Expr) {
	a := &aggregation{info: info, names: map[string]string{}, groups: map[string]int{}, refs: map[string]int{},
		byDigest: map[string]int{}, byText: map[string]int{}, named: map[string]bool{}}
	for i := range info.Items {
		a.names[b.in.Key(info.Items[i].X)] = itemAlias(info, i)
	}
	for _, g := range info.Group {
		k := b.in.Key(g)
		a.groups[k] = len(a.inputs)
		name := a.names[k]
		if b.merged(g) {
			name = ""
		}
		a.add(b, b.convert(g), name)
	}
	groupCount := len(a.inputs)
	for i := range info.Items {
		b.gather(a, info.Items[i].X)
	}
	for _, x := range extra {
		b.gather(a, x)
	}
	if info.Node.Having != nil {
		b.gather(a, info.Node.Having)
	}
	at := info.Node.ItemsAt
	if g := info.Node.GroupBy; g != nil {
		at = g.Span()
	}
	inputs := a.inputs
	if len(inputs) == 0 {
		inputs = []namedExpr{{e: expr.IntLiteral(0)}}
	}
	in := projectNamed(b.root, inputs, false, nil, at)
	group := make([]int, groupCount)
	for i := range group {
		group[i] = i
	}
	b.setRoot(b.group(in, group, info.Sets, a.calls, at))
	b.agg = a
	n := b.root
	var having expr.Expr = expr.True
	if x := info.Node.Having; x != nil {
		having = b.condition(x)
	}
	items := make([]namedExpr, 0, len(info.Items)+len(extra))
	names := make([]string, 0, cap(items))
	for i := range info.Items {
		items = append(items, namedExpr{e: b.convert(info.Items[i].X), name: info.Items[i].Name})
		names = append(names, info.Items[i].Name)
	}
	for i, x := range extra {
		name := aliasOf(x, len(info.Items)+i)
		items = append(items, namedExpr{e: b.convert(x), name: name})
		names = append(names, name)
	}
	b.agg = nil
	if info.Node.Having != nil {
		n = filter(n, having, info.Node.Having.Span())
	}
	n = project(n, items, false, nil, info.Node.ItemsAt)
	n = rename(n, names, info.Node.ItemsAt)
	b.setRoot(n)
}

// merged reports a column of a USING join: as a group key it is COALESCE(…) AS name, which no select item is equal to.
func (b *board) merged(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && b.in.Columns[id] != nil && b.in.Columns[id].Merged != nil
}

// itemAlias is the alias of a select item (SqlValidatorUtil.alias with the item's position).
func itemAlias(info *validate.Select, i int) string { return aliasAt(&info.Items[i], i) }

// add appends an input of the Aggregate under a name, or a column's own; a name that is taken is left out.
func (a *aggregation) add(b *board, e expr.Expr, name string) int {
	if name == "" {
		if r, ok := e.(*expr.Ref); ok {
			name = b.root.Row.Fields[r.Index].Name
		}
	}
	if a.named[name] {
		name = ""
	}
	a.named[name] = true
	if _, ok := a.byDigest[e.Digest()]; !ok {
		a.byDigest[e.Digest()] = len(a.inputs)
	}
	a.inputs = append(a.inputs, namedExpr{e: e, name: name})
	return len(a.inputs) - 1
}

func (a *aggregation) lookupOrAdd(b *board, e expr.Expr) int {
	if i, ok := a.byDigest[e.Digest()]; ok {
		return i
	}
	return a.add(b, e, "")
}

// gather collects the aggregate calls of an expression, not those that an OVER is put on (AggConverter.visit).
func (b *board) gather(a *aggregation, x ast.Expr) {
	switch e := x.(type) {
	case *ast.Ident:
		if c := b.in.Columns[e]; c != nil && c.Alias != nil {
			b.gather(a, c.Alias)
		}
		return
	case *ast.Call:
		if w := b.in.Windows[e]; w != nil {
			for _, y := range e.Args {
				b.gather(a, y)
			}
			ast.WindowChildren(w, func(y ast.Expr) bool { b.gather(a, y); return true })
			return
		}
		if validate.IsAggregate(e) {
			b.translate(a, e)
			return
		}
	case *ast.JSONBuild:
		if validate.IsAggregate(e) {
			b.translate(a, e)
			return
		}
	}
	ast.Children(x, func(y ast.Expr) bool { b.gather(a, y); return true })
}

// translate makes the AggregateCall of a call (AggConverter.translateAgg).
func (b *board) translate(a *aggregation, x ast.Expr) {
	key := b.in.Key(x)
	if _, done := a.refs[key]; done {
		return
	}
	c := b.in.AggregateCall(x)
	if c == nil {
		diag.Unknown(x.Span(), "this aggregate function")
	}
	call := AggCall{Op: c.Op, Distinct: c.Distinct, Approximate: c.Approximate, IgnoreNulls: c.IgnoreNulls, Filter: -1, Type: b.in.Types[x]}
	for _, y := range c.Args {
		call.Args = append(call.Args, a.lookupOrAdd(b, b.convert(y)))
	}
	if c.Filter != nil {
		e := b.convert(c.Filter)
		if e.Type().Nullable {
			e = expr.IsCall(expr.IsTrue, e)
		}
		call.Filter = a.lookupOrAdd(b, e)
	}
	for _, o := range c.Order {
		f := SortField{Column: a.lookupOrAdd(b, b.convert(o.X)), Descending: o.Desc, NullsFirst: o.Desc}
		switch o.Nulls {
		case "FIRST":
			f.NullsFirst = true
		case "LAST":
			f.NullsFirst = false
		}
		call.Order = append(call.Order, f)
	}
	if call.Op == expr.MinOp || call.Op == expr.MaxOp {
		call.Distinct = false // it makes no difference (Optionality.IGNORED)
	}
	if call.Op.Op == expr.Count && !call.Distinct {
		call.Args = a.nullable(call.Args)
	}
	call.Name = a.names[key]
	text := callKey(&call)
	if i, ok := a.byText[text]; ok {
		a.refs[key] = i
		return
	}
	a.byText[text] = len(a.calls)
	a.refs[key] = len(a.calls)
	a.calls = append(a.calls, call)
}

// nullable keeps the arguments that may be NULL: counting others is counting rows (RexBuilder.addAggCall).
func (a *aggregation) nullable(args []int) []int {
	var out []int
	for _, i := range args {
		if a.inputs[i].e.Type().Nullable {
			out = append(out, i)
		}
	}
	return out
}

// callKey is the same for calls that differ by name and type only (AggregateCall.equals).
func callKey(c *AggCall) string {
	return fmt.Sprintf("%p %t %s", c.Op, c.IgnoreNulls, c.Text())
}

// lookup gives the column of the Aggregate that an expression is, nil if it is none.
func (a *aggregation) lookup(b *board, x ast.Expr) expr.Expr {
	k := b.in.Key(x)
	if i, ok := a.groups[k]; ok {
		return expr.NewRef(i, b.root.Row.Fields[i].Type)
	}
	if i, ok := a.refs[k]; ok && isCallNode(x) {
		c := len(a.groups) + i
		return expr.NewRef(c, b.root.Row.Fields[c].Type)
	}
	if c, ok := x.(*ast.Call); ok {
		return b.auxiliary(a, c)
	}
	return nil
}

func isCallNode(x ast.Expr) bool {
	switch x.(type) {
	case *ast.Call, *ast.JSONBuild:
		return true
	}
	return false
}

// group makes an Aggregate (RelBuilder.aggregate). The projection below loses columns that nothing reads; without group
// columns and arguments it goes altogether.
func (b *builder) group(in *Node, group []int, sets [][]int, calls []AggCall, at source.Span) *Node {
	if len(group) == 0 && len(calls) == 0 {
		// VALUES (TRUE) AS t (dummy).
		row := types.RowType(types.Field{Name: "dummy", Type: types.BooleanType.WithNullable(false)})
		n := empty(row, at)
		n.Op = &Values{Tuples: [][]*expr.Literal{{expr.True}}}
		return n
	}
	if len(calls) == 0 && sets == nil && b.alreadyUnique(in, group) {
		items := make([]namedExpr, len(group))
		for i, g := range group {
			items[i].e = expr.NewRef(g, in.Row.Fields[g].Type)
		}
		return project(in, items, false, nil, at)
	}
	if n := b.repeatedSets(in, group, sets, calls, at); n != nil {
		return n
	}
	if p, ok := in.Op.(*Project); ok {
		in, group, sets, calls = prune(in, p, group, sets, calls)
	}
	return rel1(&Aggregate{Group: group, Sets: sets, Calls: calls}, aggregateRow(in.Row, group, sets, calls), at, in)
}

// prune drops the columns of a projection that the Aggregate above does not read.
func prune(in *Node, p *Project, group []int, sets [][]int, calls []AggCall) (*Node, []int, [][]int, []AggCall) {
	used := make([]bool, len(p.Exprs))
	n := 0
	mark := func(i int) {
		if i >= 0 && !used[i] {
			used[i] = true
			n++
		}
	}
	for _, g := range group {
		mark(g)
	}
	for i := range calls {
		for _, c := range calls[i].Args {
			mark(c)
		}
		mark(calls[i].Filter)
		for _, f := range calls[i].Order {
			mark(f.Column)
		}
	}
	switch n {
	case len(p.Exprs):
		return in, group, sets, calls
	case 0:
		return in.Input(), group, sets, calls
	}
	to := make([]int, len(p.Exprs))
	var es []expr.Expr
	var fields []types.Field
	for i, u := range used {
		to[i] = -1
		if u {
			to[i] = len(es)
			es = append(es, p.Exprs[i])
			fields = append(fields, in.Row.Fields[i])
		}
	}
	op := *p
	op.Exprs = es
	out := rel1(&op, types.RowType(fields...), in.Span, in.Input())
	moved := make([]AggCall, len(calls))
	for i, c := range calls {
		c.Args = mapped(c.Args, to)
		if c.Filter >= 0 {
			c.Filter = to[c.Filter]
		}
		c.Order = append([]SortField(nil), c.Order...)
		for k := range c.Order {
			c.Order[k].Column = to[c.Order[k].Column]
		}
		moved[i] = c
	}
	newSets := make([][]int, len(sets))
	for i, s := range sets {
		newSets[i] = mapped(s, to)
	}
	if sets == nil {
		newSets = nil
	}
	return out, mapped(group, to), newSets, moved
}

func mapped(s, to []int) []int {
	out := make([]int, len(s))
	for i, x := range s {
		out[i] = to[x]
	}
	return out
}

// aggregateRow is the row of an Aggregate (Aggregate.deriveRowType): group columns, nullable where a grouping set leaves
// them out, then calls.
func aggregateRow(in *types.Type, group []int, sets [][]int, calls []AggCall) *types.Type {
	fields := make([]types.Field, 0, len(group)+len(calls))
	used := map[string]bool{}
	for _, g := range group {
		f := in.Fields[g]
		for _, s := range sets {
			if !hasInt(s, g) {
				f.Type = f.Type.WithNullable(true)
			}
		}
		fields = append(fields, f)
		used[f.Name] = true
	}
	for i := range calls {
		base := calls[i].Name
		if base == "" {
			base = "$f" + itoa(len(group)+i)
		}
		name := base
		for k := 0; used[name]; k++ {
			name = base + "_" + itoa(k)
		}
		used[name] = true
		fields = append(fields, types.Field{Name: name, Type: calls[i].Type})
	}
	return types.RowType(fields...)
}

func hasInt(s []int, i int) bool {
	for _, x := range s {
		if x == i {
			return true
		}
	}
	return false
}

// alreadyUnique says that grouping by the columns changes nothing (RelBuilder.alreadyUnique without calls).
func (b *builder) alreadyUnique(in *Node, group []int) bool {
	return uniqueOn(in, keys.Of(group...)) || MaxRows(in, groupsApart) <= 1
}

// groupsApart takes groups to be more than one: a builder knows nothing of its columns.
func groupsApart(*Node, []int) bool { return false }

// auxiliary is TUMBLE_START and its like over the column of their group function (AuxiliaryConverter).
func (b *board) auxiliary(a *aggregation, c *ast.Call) expr.Expr {
	key, ok := b.in.GroupKey(c)
	if !ok {
		return nil
	}
	i, ok := a.groups[key]
	call := b.in.Calls[c]
	if !ok || call == nil || call.Op == nil {
		return nil
	}
	return expr.At(expr.NewCall(call.Op, b.in.Types[c], expr.NewRef(i, b.root.Row.Fields[i].Type)), c.Span())
}
