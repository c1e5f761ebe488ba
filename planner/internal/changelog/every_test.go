package changelog

import (
	"errors"
	"reflect"
	"testing"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/explain"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

var (
	wideRow = types.RowType(
		types.Field{Name: "id", Type: types.IntType.WithNullable(false)},
		types.Field{Name: "name", Type: types.StringType},
		types.Field{Name: "ts", Type: types.TimestampType(3).WithTime(types.Rowtime)},
	)
	table = &catalog.Table{ID: catalog.Identifier{Catalog: "c", Database: "d", Name: "t"},
		Columns:    []catalog.Column{{Name: "id", Type: types.IntType}, {Name: "name", Type: types.StringType}, {Name: "ts", Type: types.TimestampType(3)}},
		PrimaryKey: &catalog.Key{Columns: []string{"id"}}}
)

func ref(i int) expr.Expr { return expr.NewRef(i, wideRow.Fields[i].Type) }

func scanOf(kinds mode.Kinds) *physical.Node {
	return rel.New[physical.Op](&physical.TableSourceScan{Scan: &logical.Scan{Table: table, Source: &connector.Source{Mode: kinds}}}, wideRow, source.Span{})
}

// blockOf is a block that reads a source.
func blockOf(kinds mode.Kinds) *Annotated {
	a, err := Infer(scanOf(kinds), Demand{}, catalog.Settings{}, nil)
	if err != nil {
		panic(err)
	}
	return a
}

// nodeOf puts op over as many inputs as it takes, each of which sends kinds.
func nodeOf(op physical.Op, kinds mode.Kinds) *physical.Node {
	call := logical.AggCall{Op: expr.CountOp, Filter: -1, Type: types.BigIntType, Name: "n"}
	on := expr.NewCall(expr.EqualsOp, types.BooleanType, ref(0), expr.NewRef(3, wideRow.Fields[0].Type))
	window := logical.WindowSpec{Kind: logical.Tumble, TimeField: 2, RowTime: true, Size: 1000}
	bound := physical.WindowRef{Spec: window, TimeColumn: 2, Start: -1, End: -1}
	order := []logical.SortField{{Column: 2}}
	grouped := types.RowType(wideRow.Fields[0], types.Field{Name: "n", Type: types.BigIntType})
	both := types.RowType(append(append([]types.Field(nil), wideRow.Fields...), wideRow.Fields...)...)
	row, inputs, three := wideRow, 1, int64(3)
	switch o := op.(type) {
	case *physical.TableSourceScan:
		return scanOf(kinds)
	case *physical.IntermediateTableScan:
		o.Block, inputs = blockOf(kinds).Block(Demand{}), 0
	case *physical.Values:
		inputs = 0
	case *physical.Calc:
		o.Exprs = []expr.Expr{ref(0), ref(1), ref(2)}
	case *physical.Exchange:
		o.Hash = []int{0}
	case *physical.ChangelogNormalize:
		o.Key = []int{0}
	case *physical.WatermarkAssigner:
		o.Rowtime, o.Watermark = 2, ref(2)
	case *physical.GroupAggregate:
		o.Group, o.Calls, o.IndexOfCountStar, row = []int{0}, []logical.AggCall{call}, -1, grouped
	case *physical.GroupWindowAggregate:
		o.Group, o.Calls, row = []int{0}, []logical.AggCall{call}, grouped
	case *physical.WindowTableFunction:
		o.Window = window
	case *physical.WindowAggregate:
		o.Group, o.Calls, o.Window, row = []int{0}, []logical.AggCall{call}, bound, grouped
	case *physical.WindowRank:
		o.Function, o.Order, o.Range, o.Window = expr.RowNumberOp, order, logical.RankRange{Start: 1, End: 2, EndColumn: -1}, bound
	case *physical.WindowDeduplicate:
		o.Window, o.OrderKey = bound, 2
	case *physical.WindowJoin:
		o.Cond, o.Left, o.Right, row, inputs = on, bound, bound, both, 2
	case *physical.Join:
		o.Cond, row, inputs = on, both, 2
	case *physical.IntervalJoin:
		o.Cond, o.LeftTime, o.RightTime, row, inputs = on, 2, 2, both, 2
	case *physical.TemporalJoin:
		o.Cond, row, inputs = on, both, 2
	case *physical.LookupJoin:
		o.Table, o.Source, o.TableRow, o.Keys, row = table, &connector.Source{Lookup: true}, wideRow, []physical.LookupKey{{Column: "id", Input: 0}}, both
	case *physical.MultiJoin:
		o.Types, o.Conditions = []logical.JoinType{logical.Inner, logical.Inner}, []expr.Expr{nil, on}
		o.Keys, o.JoinKeys, row, inputs = [][]int{{0}, {0}}, [][]int{{0}, {0}}, both, 2
	case *physical.Rank:
		o.Function, o.Partition, o.Order, o.Range = expr.RowNumberOp, []int{0}, order, logical.RankRange{Start: 1, End: 2, EndColumn: -1}
	case *physical.SortLimit:
		o.Fields, o.Fetch = order, &three
	case *physical.Limit:
		o.Fetch = &three
	case *physical.Sort:
		o.Fields = order
	case *physical.TemporalSort:
		o.Fields = order
	case *physical.OverAggregate:
		o.Partition, o.Order, o.Frame = []int{0}, order, expr.Frame{Upper: expr.Bound{Kind: expr.CurrentRow}}
	case *physical.Expand:
		o.Projects, o.ExpandID = [][]expr.Expr{{ref(0), ref(1), ref(2)}}, 2
	case *physical.Union:
		inputs = 2
	case *physical.Correlate:
		o.Call = expr.NewCall(&expr.Operator{Name: "F"}, types.StringType, ref(1))
		o.FunctionRow = types.RowType()
	case *physical.VectorSearch:
		o.Table, o.Source = table, &connector.Source{VectorSearch: true}
	case *physical.Match:
		o.Order, o.Tree = order, &ast.Pattern{Kind: "VAR", Var: ast.Name{Text: "A"}}
	case *physical.ProcessTableFunction:
		o.Call = expr.NewCall(&expr.Operator{Name: "F"}, types.StringType, ref(1))
	case *physical.Sink:
		o.Sink = &logical.Sink{Table: table, Sink: &connector.Sink{ModeFor: func(mode.Kinds) mode.Kinds { return mode.Insert | mode.UpdateAfter | mode.Delete }}}
	}
	in := make([]*physical.Node, inputs)
	for k := range in {
		in[k] = scanOf(kinds)
	}
	n := rel.New(op, row, source.Span{}, in...)
	n.ID = 1
	return n
}

// unplanned are put into the tree by a later pass than those that are asked here.
func unplanned(op physical.Op) bool {
	switch op.(type) {
	case *physical.DropUpdateBefore, *physical.IncrementalGroupAggregate:
		return true
	}
	return false
}

// Every pass either knows an operator or refuses it in Flink's words; none falls through its switch.
func TestEveryOperator(t *testing.T) {
	for k := range physical.Every() {
		for _, kinds := range []mode.Kinds{mode.Insert, mode.All, mode.Insert | mode.UpdateAfter | mode.Delete} {
			op := physical.Every()[k]
			name := reflect.TypeOf(op).Elem().Name()
			if unplanned(op) {
				continue
			}
			n := nodeOf(op, kinds)
			a, err := Infer(n, Demand{}, catalog.Settings{}, nil)
			var refused *diag.Rejection
			switch {
			case errors.As(err, &refused):
				continue
			case err != nil:
				t.Errorf("%s over %s: %v", name, kinds, err)
				continue
			}
			keys := physical.NewKeys()
			keys.Upsert(a.Root)
			keys.Unique(a.Root)
			keys.Immutable(a.Root)
			keys.Monotonicity(a.Root)
			a.Expand(map[string]*Annotated{"": blockOf(kinds)})
			if err := a.Complete(); err != nil {
				t.Errorf("%s over %s: %v", name, kinds, err)
			}
			p := Assemble([]*Annotated{a}, catalog.Settings{})
			explain.Keys(p.Roots)
			explain.Exec(p.Exec, nil)
			if err := Translate(p, catalog.Settings{}); err != nil && !errors.As(err, &refused) {
				t.Errorf("%s over %s: %v", name, kinds, err)
			}
		}
	}
}

// Every names its operators as plans do, no two alike but those that are told apart by their phase.
func TestEveryIsComplete(t *testing.T) {
	names := map[string]bool{}
	for _, op := range physical.Every() {
		if names[op.Name()] {
			t.Errorf("%s occurs twice", op.Name())
		}
		names[op.Name()] = true
	}
}
