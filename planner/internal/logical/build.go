package logical

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

// Build makes the logical tree of a validated query: Calcite's SqlToRelConverter as Flink configures it (sub-queries stay
// expressions, projections are not merged, select lists and conditions go through RelBuilder's simplifier).
func Build(in *validate.Info, q ast.Query) (n *Node, err error) {
	defer diag.Catch(&err)
	b := newBuilder(in)
	return b.root(q), nil
}

// Row gives the row that Build's tree would have, and what Build refuses. The views below are not made trees again where
// they have been.
func Row(in *validate.Info, q ast.Query) (row *types.Type, err error) {
	defer diag.Catch(&err)
	b := newBuilder(in)
	b.rowOnly = true
	return b.root(q).Row, nil
}

// root makes the tree of a whole query: columns that only its order needs are projected away (RelRoot.project).
func (b *builder) root(q ast.Query) *Node {
	b.queryHints = hasQueryHints(q)
	n := b.finishHints(b.query(q, true))
	row := b.in.Queries[q].Row
	if len(row.Fields) >= len(n.Row.Fields) {
		return n
	}
	items := refs(n)[:len(row.Fields)]
	for i, name := range uniquifyByPlace(row.Names()) {
		items[i].name = name
	}
	return plainProject(n, items, n.Span)
}

// builder works on one validated statement, or on the query of one view.
type builder struct {
	in      *validate.Info
	session *catalog.Session
	// queryHints says that the statement has a query hint: every table then carries an ALIAS hint.
	queryHints bool
	// correlated are the correlation variables by number.
	correlated map[int]*correlation
	// hinted says that hints were put on the tree.
	hinted bool
	// nested counts the queries around what is built, depth the views.
	nested, depth int
	// rowOnly says that only the row is asked for.
	rowOnly bool
	// shift is where the offsets of the text begin: 0 for the statement's own, behind it for a view's.
	shift int
}

// correlation is what a correlation variable stands for: a row of scope.
type correlation struct {
	scope *validate.Scope
	index int // the column that was read
}

func newBuilder(in *validate.Info) *builder {
	return &builder{in: in, session: in.Session, correlated: map[int]*correlation{}, shift: in.Session.Places.Kept()}
}

// query makes the tree of a query (convertQueryRecursive). top says that nothing reads it but the statement.
func (b *builder) query(q ast.Query, top bool) *Node {
	b.session.Budget.Check()
	if s := b.in.Rewritten[q]; s != nil {
		return b.selects(s, top)
	}
	switch q := q.(type) {
	case *ast.Select:
		return b.selects(q, top)
	case *ast.OrderBy:
		return b.query(q.Query, top)
	case *ast.With:
		return b.query(q.Body, top)
	case *ast.SetOp:
		return b.setOp(q)
	case *ast.Values:
		return b.values(q, nil, top)
	}
	diag.Unknown(q.Span(), "this query")
	return nil
}

// setOp makes a set operation; its branches are left as they are (convertSetOp).
func (b *builder) setOp(q *ast.SetOp) *Node {
	l, r := b.query(q.L, false), b.query(q.R, false)
	op := &SetOp{All: q.All}
	switch q.Op {
	case "INTERSECT":
		op.Kind = Intersect
	case "EXCEPT":
		op.Kind = Minus
	}
	return rel2(op, setRow(l.Row, r.Row), q.OpAt, l, r)
}

// setRow is the row of a set operation: the first branch's names, the least restrictive types.
func setRow(rows ...*types.Type) *types.Type {
	fields := append([]types.Field(nil), rows[0].Fields...)
	for i := range fields {
		ts := make([]*types.Type, len(rows))
		for k, r := range rows {
			ts[k] = r.Fields[i].Type
		}
		if t := types.LeastRestrictive(ts...); t != nil {
			fields[i].Type = t
		}
	}
	return types.RowType(fields...)
}

// board is what the conversion of one query's expressions knows (SqlToRelConverter.Blackboard).
type board struct {
	*builder
	scope *validate.Scope
	sel   *validate.Select
	// root is the tree so far; inputs are what columns are read from: the root, or both sides of a join for its ON.
	root   *Node
	inputs []*Node
	agg    *aggregation
	// lists are the INs of values that are bound already.
	lists map[ast.Expr]expr.Expr
	top   bool
	// pattern says that MEASURES or DEFINE of MATCH_RECOGNIZE are converted.
	pattern bool
}

func (b *builder) newBoard(sc *validate.Scope, top bool) *board {
	return &board{builder: b, scope: sc, top: top}
}

func (b *board) setRoot(n *Node) {
	b.root = n
	b.inputs = []*Node{n}
}

// convert binds an expression.
func (b *board) convert(x ast.Expr) expr.Expr { return b.in.Convert(b, x) }

// Known implements validate.Blackboard.
func (b *board) Known(x ast.Expr) expr.Expr {
	if b.agg != nil {
		if e := b.agg.lookup(b, x); e != nil {
			return e
		}
	}
	return b.lists[x]
}

// Column implements validate.Blackboard (convertIdentifier, lookupExp).
func (b *board) Column(id *ast.Ident) expr.Expr {
	c := b.in.Columns[id]
	if c == nil {
		diag.Unknown(id.Span(), "the name %s here", id.Simple())
	}
	switch {
	case c.Alias != nil:
		return b.convert(c.Alias)
	case c.Merged != nil:
		args := make([]expr.Expr, len(c.Merged))
		for i, m := range c.Merged {
			args[i] = b.convert(m)
		}
		return expr.NewCall(expr.CoalesceOp, c.Type, args...)
	}
	var e expr.Expr
	if c.Scope == b.scope && b.inputs != nil {
		e = b.ref(c, id.Span())
	} else {
		e = b.outer(c)
	}
	for _, p := range c.Path {
		e = expr.ReadField(e, p)
	}
	return e
}

// ref reads a column of the inputs; the type is the input's, whose nullability an outer join has not changed yet.
func (b *board) ref(c *validate.Column, at source.Span) expr.Expr {
	i := c.Index()
	k := i
	for _, in := range b.inputs {
		if k < len(in.Row.Fields) {
			t := in.Row.Fields[k].Type
			if c.Alpha != "" && b.pattern {
				return expr.NewPatternRef(c.Alpha, i, t)
			}
			return expr.At(expr.NewRef(i, t), at)
		}
		k -= len(in.Row.Fields)
	}
	diag.Unknown(at, "a column that the tree does not have here")
	return nil
}

// outer reads a column of an outer row: each read makes a variable of its own, which are united later.
func (b *board) outer(c *validate.Column) expr.Expr {
	var fields []types.Field
	for i := range c.Scope.Children {
		ch := &c.Scope.Children[i]
		for _, f := range ch.NS.Row.Fields {
			if ch.Nullable {
				f.Type = f.Type.WithNullable(true)
			}
			fields = append(fields, f)
		}
	}
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	for i, n := range uniquify(names) {
		fields[i].Name = n
	}
	id := b.session.NextCorrelation()
	b.correlated[id] = &correlation{scope: c.Scope, index: c.Index()}
	return expr.NewFieldAccess(expr.NewCorrelRef(id, types.RowType(fields...)), c.Index())
}

// uniquify makes names distinct: a name that is taken gets the smallest number that makes it new
// (SqlValidatorUtil.uniquify with EXPR_SUGGESTER).
func uniquify(names []string) []string {
	used := make(map[string]bool, len(names))
	next := map[string]int{} // below it, every number is taken: a name said n times costs n
	out := make([]string, len(names))
	for i, n := range names {
		name := n
		for used[name] {
			name = n + itoa(next[n])
			next[n]++
		}
		used[name] = true
		out[i] = name
	}
	return out
}

// uniquifyByPlace makes names distinct: a name that is taken gets the number of its column, or the next that makes it new
// (SqlValidatorUtil.uniquify with F_SUGGESTER).
func uniquifyByPlace(names []string) []string {
	used := make(map[string]bool, len(names))
	out := make([]string, len(names))
	for i, n := range names {
		name := n
		for k := i; used[name]; k++ {
			name = n + itoa(k)
		}
		used[name] = true
		out[i] = name
	}
	return out
}
