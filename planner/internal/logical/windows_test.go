package logical

import (
	"fmt"
	"testing"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// windowed is FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), …)) over t (a, ts): a, ts, window_start, window_end, window_time.
func windowed(spec WindowSpec) *Node {
	at := types.TimestampType(3)
	row := func(n int) *types.Type {
		fields := []types.Field{{Name: "a", Type: types.BigIntType}, {Name: "ts", Type: at}, {Name: "window_start", Type: at},
			{Name: "window_end", Type: at}, {Name: "window_time", Type: at}}
		return types.RowType(fields[:n]...)
	}
	t := rel.New[Op](&Scan{}, row(2), source.Span{})
	return rel.New[Op](&TableFunctionScan{Window: &spec}, row(5), source.Span{}, t)
}

// columns projects a node's columns; -1 is a constant.
func columns(in *Node, cols ...int) *Node {
	p := &Project{}
	var fields []types.Field
	for i, c := range cols {
		if c < 0 {
			p.Exprs = append(p.Exprs, expr.True)
			fields = append(fields, types.Field{Name: fmt.Sprint("c", i), Type: types.BooleanType})
			continue
		}
		f := in.Row.Fields[c]
		p.Exprs = append(p.Exprs, expr.NewRef(c, f.Type))
		fields = append(fields, f)
	}
	return rel.New[Op](p, types.RowType(fields...), source.Span{}, in)
}

func TestWindows(t *testing.T) {
	tumble := WindowSpec{Kind: Tumble, Size: 60_000, TimeField: 1, RowTime: true}
	hour := tumble
	hour.Size = 3_600_000
	session := WindowSpec{Kind: Session, Size: 60_000, TimeField: 1, RowTime: true, Partition: []int{0}}
	union := func(a, b *Node) *Node { return rel.New[Op](&SetOp{Kind: Union, All: true}, a.Row, source.Span{}, a, b) }
	group := func(in *Node, cols ...int) *Node {
		return rel.New[Op](&Aggregate{Group: cols}, columns(in, cols...).Row, source.Span{}, in)
	}
	join := func(a, b *Node, pairs ...int) *Node {
		width := len(a.Row.Fields)
		var on []expr.Expr
		for i := 0; i < len(pairs); i += 2 {
			on = append(on, expr.EqualsOf(expr.NewRef(pairs[i], a.Row.Fields[pairs[i]].Type),
				expr.NewRef(width+pairs[i+1], b.Row.Fields[pairs[i+1]].Type)))
		}
		fields := append(append([]types.Field(nil), a.Row.Fields...), b.Row.Fields...)
		return rel.New[Op](&Join{Cond: expr.Conjunction(on...)}, types.RowType(fields...), source.Span{}, a, b)
	}
	for _, c := range []struct {
		name, want string
		n          *Node
	}{
		{"the function itself", "{2} {3} {4}", windowed(tumble)},
		{"renamed and twice", "{0, 2} {1} {}", columns(windowed(tumble), 2, 3, 2)},
		{"no column is a plain reference", "none", columns(windowed(tumble), -1)},
		{"a session without its partition", "none", columns(windowed(session), 1, 2, 3)},
		{"a session with its partition moved", "{0} {1} {}", columns(windowed(session), 2, 3, 0)},
		{"a union of one window", "{2} {3} {4}", union(windowed(tumble), windowed(tumble))},
		{"a union of two windows", "none", union(windowed(tumble), windowed(hour))},
		{"grouped by both bounds", "{1} {2} {}", group(windowed(tumble), 0, 2, 3)},
		{"grouped by the start alone", "none", group(windowed(tumble), 0, 2)},
		{"joined on both bounds", "{2, 7} {3, 8} {4, 9}", join(windowed(tumble), windowed(tumble), 0, 0, 2, 2, 3, 3)},
		{"joined on the start alone", "none", join(windowed(tumble), windowed(tumble), 0, 0, 2, 2)},
		{"different windows joined on their bounds", "none", join(windowed(tumble), windowed(hour), 2, 2, 3, 3)},
	} {
		m := WindowMetadata{Call: func(_ *Node, o *TableFunctionScan) (WindowSpec, bool) { return *o.Window, true }}
		got := "none"
		if w := m.Of(c.n); w != nil {
			got = fmt.Sprint(w.Start, " ", w.End, " ", w.Time)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
