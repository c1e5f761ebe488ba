package simulate

import (
	"math"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/physical"
)

const minTime = math.MinInt64

// timedTask makes the tasks of operators that wait for event time.
func (m *Machine) timedTask(n *physical.Node, _ *vertex) task {
	diag.Unknown(n.Span, "rows through %s", n.Op.Name())
	return nil
}
