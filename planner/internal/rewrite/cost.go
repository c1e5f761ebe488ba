package rewrite

import (
	"math"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// cost is what volcano compares (FlinkCost): CPU, then IO, then rows.
type cost struct{ cpu, io, rows float64 }

func (a cost) plus(b cost) cost { return cost{a.cpu + b.cpu, a.io + b.io, a.rows + b.rows} }

// less reports whether a is the cheaper one. Sums differ in their last digits by the order of adding.
func (a cost) less(b cost) bool {
	if !near(a.cpu, b.cpu) {
		return a.cpu < b.cpu
	}
	if !near(a.io, b.io) {
		return a.io < b.io
	}
	return a.rows < b.rows && !near(a.rows, b.rows)
}

func near(a, b float64) bool {
	if math.IsInf(a, 1) || math.IsInf(b, 1) {
		return a == b
	}
	return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))
}

// cheaper reports whether the tree a costs less than b, which gives the same rows.
func (c *context) cheaper(a, b *logical.Node) bool { return c.cost(a).less(c.cost(b)) }

// cost is the cost of the tree of n.
func (c *context) cost(n *logical.Node) cost {
	if known, ok := c.costs[n]; ok {
		return known
	}
	sum := c.selfCost(n)
	for _, in := range n.Inputs {
		sum = sum.plus(c.cost(in))
	}
	if c.costs == nil {
		c.costs = map[*logical.Node]cost{}
	}
	c.costs[n] = sum
	return sum
}

// selfCost is computeSelfCost of the nodes that FlinkLogical… makes of n.
func (c *context) selfCost(n *logical.Node) cost {
	rows := c.rowCount(n)
	switch o := n.Op.(type) {
	case *logical.Scan, *logical.IntermediateTableScan:
		return cost{rows, rows * rowSize(n.Row), rows}
	case *logical.Project:
		return cost{rows * float64(expr.Computed(o.Exprs)), 0, rows}
	case *logical.Filter:
		return cost{0, 0, rows}
	case *logical.Calc:
		return cost{rows * float64(expr.Computed(o.Exprs)), 0, rows}
	case *logical.Aggregate:
		in := c.rowCount(n.Input())
		return cost{in * callCost(o.Group, o.Calls), in * rowSize(n.Input().Row), in}
	case *logical.WindowAggregate:
		in := c.rowCount(n.Input())
		return cost{in * callCost(o.Group, o.Calls), in * rowSize(n.Input().Row), in}
	case *logical.Join:
		left, right := c.rowCount(n.Inputs[0]), c.rowCount(n.Inputs[1])
		if o.Type == logical.Semi || o.Type == logical.Anti {
			io := left*rowSize(n.Inputs[0].Row) + right*rowSize(n.Inputs[1].Row)
			return cost{left + right, io, left + right}
		}
		return cost{left + right, left*rowSize(n.Inputs[0].Row) + right, left}
	case *logical.SetOp:
		return cost{0, 0, 0}
	case *logical.MultiJoin:
		sum := cost{rows: 1}
		for _, in := range n.Inputs {
			r := c.rowCount(in)
			sum = sum.plus(cost{r, r * rowSize(in.Row), r})
		}
		return sum
	}
	return cost{rows, 0, rows}
}

// rowSize is the average size of a row (FlinkRelMdSize).
func rowSize(row *types.Type) float64 {
	size := 0.0
	for _, f := range row.Fields {
		size += valueSize(f.Type)
	}
	return size
}

func valueSize(t *types.Type) float64 {
	switch t.Kind {
	case types.TinyInt, types.Boolean, types.Char:
		return 1
	case types.SmallInt:
		return 2
	case types.Integer, types.Float, types.IntervalDayTime:
		return 4
	case types.BigInt, types.Double, types.IntervalYearMonth:
		return 8
	case types.Row, types.Structured:
		return rowSize(t)
	case types.Array:
		return valueSize(t.Elem) * 16
	case types.Multiset:
		return (valueSize(t.Elem) + 4) * 16
	case types.Map:
		return (valueSize(t.Key) + valueSize(t.Elem)) * 16
	case types.Binary, types.VarBinary, types.Variant:
		return 16
	}
	return 12
}

// tableRows is the assumed size of a table without statistics (FlinkPreparingTableBase.DEFAULT_ROWCOUNT).
const tableRows = 1e8

// rowCount estimates the rows of n (FlinkRelMdRowCount).
func (c *context) rowCount(n *logical.Node) float64 {
	if known, ok := c.rows[n]; ok {
		return known
	}
	rows := c.findRowCount(n)
	if c.rows == nil {
		c.rows = map[*logical.Node]float64{}
	}
	c.rows[n] = rows
	return rows
}

func (c *context) findRowCount(n *logical.Node) float64 {
	switch o := n.Op.(type) {
	case *logical.Scan, *logical.IntermediateTableScan:
		return tableRows
	case *logical.Values:
		return math.Max(1, float64(len(o.Tuples)))
	case *logical.Filter:
		return c.rowCount(n.Input()) * share(n.Input(), o.Cond)
	case *logical.Calc:
		if o.Cond != nil {
			return c.rowCount(n.Input()) * share(n.Input(), o.Cond)
		}
	case *logical.Aggregate:
		return c.groupCount(n.Input(), o.Group) * float64(max(1, len(o.Sets)))
	case *logical.WindowAggregate:
		return c.windowCount(n, o)
	case *logical.Sort:
		return sortCount(o, c.rowCount(n.Input()))
	case *logical.Expand:
		return c.rowCount(n.Input()) * float64(len(o.Projects))
	case *logical.SetOp:
		sum := 0.0
		for _, in := range n.Inputs {
			sum += c.rowCount(in)
		}
		return sum
	case *logical.Join:
		return c.joinCount(n, o)
	case *logical.MultiJoin:
		return 1 // nothing estimates them
	}
	if len(n.Inputs) == 0 {
		return tableRows
	}
	return c.rowCount(n.Inputs[0])
}

// groupCount estimates the distinct values of columns.
func (c *context) groupCount(in *logical.Node, group []int) float64 {
	rows := c.rowCount(in)
	switch {
	case len(group) == 0:
		return 1
	case c.uniq.Unique(in, keys.Of(group...)) == yes:
		return rows
	}
	return rows * (1 - math.Exp(-0.1*float64(len(group))))
}

func (c *context) windowCount(n *logical.Node, o *logical.WindowAggregate) float64 {
	groups := c.groupCount(n.Input(), o.Group)
	if o.Window.Kind == expr.GroupHop && o.Window.Size > o.Window.Slide {
		return 4 * groups
	}
	return math.Min(2*groups, c.rowCount(n.Input()))
}

func sortCount(o *logical.Sort, rows float64) float64 {
	if o.Offset != nil {
		rows = math.Max(0, rows-float64(*o.Offset))
	}
	if o.Fetch != nil {
		rows = math.Min(rows, float64(*o.Fetch))
	}
	return rows
}

// joinCount estimates a join's rows: where uniqueness of the keys is known and one side is unique, those of the other.
func (c *context) joinCount(n *logical.Node, o *logical.Join) float64 {
	l, r := n.Inputs[0], n.Inputs[1]
	left, right := c.rowCount(l), c.rowCount(r)
	info := joinInfo(o.Cond, len(l.Row.Fields))
	if o.Type == logical.Semi || o.Type == logical.Anti {
		return left * c.semiShare(o, info, r)
	}
	if len(info.Left) == 0 {
		return left * right * expr.Selectivity(o.Cond)
	}
	inner := (left + right) * expr.Selectivity(o.Cond)
	a, b := c.uniq.Unique(l, keys.Of(info.Left...)), c.uniq.Unique(r, keys.Of(info.Right...))
	if a != unknown && b != unknown && (a == yes || b == yes) {
		rest := expr.Selectivity(expr.AndOf(info.Rest...))
		switch {
		case a == yes && b == yes:
			inner = math.Min(left, right) * rest
		case a == yes:
			inner = right * rest
		default:
			inner = left * rest
		}
	}
	switch o.Type {
	case logical.Left:
		return math.Max(left, inner)
	case logical.Right:
		return math.Max(right, inner)
	case logical.Full:
		return math.Max(left, inner) + math.Max(right, inner) - inner
	}
	return inner
}

// semiShare is the share of the left rows that a semi or anti join keeps, by the share of its rows that the right side has
// left.
func (c *context) semiShare(o *logical.Join, info equiKeys, right *logical.Node) float64 {
	share := 1.0
	if len(info.Left) > 0 {
		original, known := c.originalShare(right)
		if !known {
			original = math.Pow(0.1, float64(keys.Of(info.Right...).Len()))
		}
		share = math.Min(1, original)
	}
	share *= expr.GuessSelectivity(expr.AndOf(info.Rest...))
	if o.Type == logical.Semi {
		return share
	}
	if share == 1 {
		return 0.1
	}
	return 1 - share
}

// share is the share of the rows of in that a condition keeps (FlinkRelMdSelectivity): of operators for which Flink has no
// estimate it is guessed.
func share(in *logical.Node, cond expr.Expr) float64 {
	switch in.Op.(type) {
	case *logical.WatermarkAssigner, *logical.TableFunctionScan, *logical.Snapshot, *logical.Correlate, *logical.Match:
		return expr.GuessSelectivity(cond)
	}
	return expr.Selectivity(cond)
}

// originalShare estimates the share of a tree's rows that its filters have left (FlinkRelMdPercentageOriginalRows).
func (c *context) originalShare(n *logical.Node) (share float64, known bool) {
	switch o := n.Op.(type) {
	case *logical.Expand, *logical.Rank, *logical.Aggregate:
		return c.originalShare(n.Input())
	case *logical.Join:
		left, known := c.originalShare(n.Inputs[0])
		if o.Type == logical.Semi || o.Type == logical.Anti || !known {
			return left, known
		}
		right, known := c.originalShare(n.Inputs[1])
		return left * right, known
	case *logical.SetOp:
		return c.originalShareOfAll(n)
	}
	switch len(n.Inputs) {
	case 0:
		return 1, true
	case 1:
		below, known := c.originalShare(n.Input())
		share = below
		if in := c.rowCount(n.Input()); in > 0 {
			share *= c.rowCount(n) / in
		}
		return share, known && 0 <= share && share <= 1
	}
	return 0, false
}

func (c *context) originalShareOfAll(n *logical.Node) (share float64, known bool) {
	rows, original := 0.0, 0.0
	for _, in := range n.Inputs {
		if below, known := c.originalShare(in); known && below > 0 {
			rows += c.rowCount(in)
			original += c.rowCount(in) / below
		}
	}
	if original == 0 {
		return 1, true
	}
	return rows / original, true
}
