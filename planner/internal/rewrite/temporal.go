package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// initialTemporalOp is the condition of a temporal join before the keys of its right side are known.
var initialTemporalOp = &expr.Operator{Name: "__INITIAL_TEMPORAL_JOIN_CONDITION", Syntax: expr.Function}

// initialRowTime reports the form of event time: left time, right time, left keys, right keys.
func initialRowTime(c *expr.Call) bool { return len(c.Args) == 4 }

const onlyTimeAttribute = "Temporal table join currently only supports 'FOR SYSTEM_TIME AS OF' left table's time attribute field"

// correlateToLookup makes a join of a correlate over FOR SYSTEM_TIME AS OF the processing time of a table that can be
// looked up.
var correlateToLookup = &rule{
	name: "LogicalCorrelateToJoinFromLookupTable", class: "LogicalCorrelateToJoinFromTemporalTableRule.LOOKUP_JOIN", on: correlateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		s, ok := snapshotOf(n)
		if !ok || !s.lookup() {
			return nil
		}
		return s.join(c)
	},
}

// correlateToTemporal makes a join with an initial temporal condition of a correlate over FOR SYSTEM_TIME AS OF.
var correlateToTemporal = &rule{
	name: "LogicalCorrelateToJoinFromTemporalTable", class: "LogicalCorrelateToJoinFromTemporalTableRule", on: correlateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		s, ok := snapshotOf(n)
		if !ok || s.lookup() {
			return nil
		}
		return s.temporal(c)
	},
}

// snapshotJoin is a correlate whose right side is a snapshot, maybe filtered.
type snapshotJoin struct {
	n        *logical.Node
	op       *logical.Correlate
	left     *logical.Node
	snapshot *logical.Node
	cond     expr.Expr
}

func snapshotOf(n *logical.Node) (*snapshotJoin, bool) {
	s := &snapshotJoin{n: n, op: n.Op.(*logical.Correlate), left: n.Inputs[0], snapshot: n.Inputs[1], cond: expr.True}
	if f := asFilter(s.snapshot); f != nil {
		s.cond, s.snapshot = f.Cond, s.snapshot.Input()
	}
	_, ok := s.snapshot.Op.(*logical.Snapshot)
	return s, ok
}

func (s *snapshotJoin) period() expr.Expr { return s.snapshot.Op.(*logical.Snapshot).Period }

func (s *snapshotJoin) lookup() bool {
	return s.period().Type().Time == types.Proctime && lookupScan(s.snapshot.Input())
}

// lookupScan reports a table that can be looked up, maybe below projections.
func lookupScan(n *logical.Node) bool {
	for asProject(n) != nil {
		n = n.Input()
	}
	s := asScan(n)
	return s != nil && s.Source != nil && s.Source.Lookup
}

// validate demands a time attribute of the left side as period.
func (s *snapshotJoin) validate() *expr.FieldAccess {
	if !s.period().Type().IsTimeAttribute() {
		diag.Fail(diag.Validation, s.n.Span, onlyTimeAttribute)
	}
	a, ok := s.period().(*expr.FieldAccess)
	if ok {
		cor, isCor := a.Row.(*expr.CorrelRef)
		ok = isCor && cor.ID == s.op.ID
	}
	if !ok {
		diag.Fail(diag.Validation, s.n.Span, onlyTimeAttribute+"'")
	}
	return a
}

// condition is the filter over the join's row: outer columns become the left side's.
func (s *snapshotJoin) condition() expr.Expr {
	nLeft := len(s.left.Row.Fields)
	e := replace(s.cond, func(x expr.Expr) expr.Expr {
		switch y := x.(type) {
		case *expr.FieldAccess:
			if cor, ok := y.Row.(*expr.CorrelRef); ok && cor.ID == s.op.ID {
				return expr.NewRef(y.Field, s.left.Row.Fields[y.Field].Type)
			}
		case *expr.Ref:
			return expr.NewRef(y.Index+nLeft, y.Type())
		}
		return nil
	})
	return expr.Simplify(collapseNotDistinct(e), expr.NullFalse, nil)
}

func (s *snapshotJoin) join(c *context) *logical.Node {
	s.validate()
	j := &logical.Join{Hints: s.op.Hints}
	cond := expr.Conjuncts(s.condition())
	for i := range cond {
		cond[i] = collapseNotDistinct(cond[i])
	}
	return join(j, s.op.Type, expr.Conjunction(cond...), s.n.Span, s.left, s.snapshot)
}

// temporal joins on the keys, computed below where they are expressions, and the initial temporal condition.
func (s *snapshotJoin) temporal(c *context) *logical.Node {
	cond := s.condition()
	period := s.validate()
	plain := join(&logical.Join{Hints: s.op.Hints}, s.op.Type, cond, s.n.Span, s.left, s.snapshot)
	top := joinPushExpressions.apply(c, plain)
	actual := plain
	if top != nil {
		if actual = top; asProject(top) != nil {
			actual = top.Input()
		}
	}
	now := s.withCondition(actual, period)
	if top != nil && asProject(top) != nil {
		return rebuild(top, now)
	}
	return now
}

func (s *snapshotJoin) withCondition(n *logical.Node, period *expr.FieldAccess) *logical.Node {
	j := asJoin(n)
	left, right := n.Inputs[0], n.Inputs[1]
	nLeft := len(left.Row.Fields)
	info := joinInfo(j.Cond, nLeft)
	if len(info.Left) == 0 {
		diag.Fail(diag.Validation, n.Span, "Currently the join key in Temporal Table Join can not be empty.")
	}
	l := make([]expr.Expr, len(info.Left))
	r := make([]expr.Expr, len(info.Left))
	for i := range info.Left {
		l[i] = expr.NewRef(info.Left[i], left.Row.Fields[info.Left[i]].Type)
		r[i] = expr.NewRef(nLeft+info.Right[i], right.Row.Fields[info.Right[i]].Type)
	}
	time := expr.NewRef(period.Field, left.Row.Fields[period.Field].Type)
	args := []expr.Expr{time}
	if s.period().Type().Time == types.Rowtime {
		args = append(args, s.rightTime(n, time, nLeft))
	}
	boolean := expr.True.Type()
	args = append(args, expr.NewCall(expr.TemporalLeftKeyOp, boolean, l...), expr.NewCall(expr.TemporalRightKeyOp, boolean, r...))
	call := expr.NewCall(initialTemporalOp, boolean, args...)
	return withCondition(n, expr.AndOf(j.Cond, call))
}

// rightTime is the one rowtime attribute of the right side.
func (s *snapshotJoin) rightTime(n *logical.Node, left *expr.Ref, nLeft int) expr.Expr {
	var found *expr.Ref
	count := 0
	for i, f := range n.Inputs[1].Row.Fields {
		if f.Type.Time == types.Rowtime {
			found = expr.NewRef(nLeft+i, f.Type)
			count++
		}
	}
	if count != 1 {
		diag.Fail(diag.Validation, n.Span, "Event-Time Temporal Table Join requires both primary key and row time attribute in versioned table, but no row time attribute can be found.")
	}
	if left.Type().Kind != found.Type().Kind {
		diag.Fail(diag.Validation, n.Span, "Event-Time Temporal Table Join requires same rowtime type in left table and versioned table, but the rowtime types are %s and %s.",
			left.Type().WithNullable(true).PlanString(), found.Type().WithNullable(true).PlanString())
	}
	return found
}

// projectSnapshot puts a projection below FOR SYSTEM_TIME AS OF.
var projectSnapshot = &rule{
	name: "ProjectSnapshotTranspose", class: "ProjectSnapshotTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		snap := n.Input()
		if _, ok := snap.Op.(*logical.Snapshot); !ok || hasOver(asProject(n).Exprs) {
			return nil
		}
		return node(snap.Op, n.Row, snap.Span, rebuild(n, snap.Input()))
	},
}

// calcSnapshot puts a Calc below FOR SYSTEM_TIME AS OF.
var calcSnapshot = &rule{
	name: "CalcSnapshotTranspose", class: "CalcSnapshotTransposeRule", on: calcKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		snap := n.Input()
		if _, ok := snap.Op.(*logical.Snapshot); !ok || hasOver(n.Op.(*logical.Calc).Exprs) {
			return nil
		}
		return node(snap.Op, n.Row, snap.Span, rebuild(n, snap.Input()))
	},
}
