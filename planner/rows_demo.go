package planner

import (
	"bytes"
	"encoding/json"

	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/simulate"
	"rowkind/planner/internal/types"
)

// demo gives a few made-up rows for each table that the plan reads, one on each line, so that something happens: values
// come again, keys are updated and deleted where the source can say so.
func (p *runnable) demo() []byte {
	var b bytes.Buffer
	for _, s := range sourcesOf(p.plan.Exec, p.session) {
		for _, row := range demoRows(s) {
			line, err := json.Marshal(row)
			if err != nil {
				continue
			}
			b.Write(line)
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

func demoRows(s sourceTable) [][]any {
	switch {
	case s.table.PrimaryKey != nil && s.kinds&mode.UpdateBefore != 0:
		return [][]any{
			sampleRow(s, simulate.Insert, 1, 1), sampleRow(s, simulate.Insert, 2, 1),
			sampleRow(s, simulate.UpdateBefore, 1, 1), sampleRow(s, simulate.UpdateAfter, 1, 2),
			sampleRow(s, simulate.Delete, 2, 1),
		}
	case s.table.PrimaryKey != nil && s.kinds&mode.UpdateAfter != 0:
		return [][]any{
			sampleRow(s, simulate.UpdateAfter, 1, 1), sampleRow(s, simulate.UpdateAfter, 2, 1),
			sampleRow(s, simulate.UpdateAfter, 1, 2), sampleRow(s, simulate.Delete, 2, 1),
		}
	}
	var out [][]any
	for r := range 4 {
		row := []any{s.name, simulate.Insert.String()}
		for i, c := range givenColumns(s.table) {
			// Values come again, but not those of neighbouring columns together.
			n := []int{1 + r>>1, 1 + r%2, 1 + (r^r>>1)&1}[i%3]
			if isTime(c.Type.Kind) {
				n = 1 + r
			}
			row = append(row, sampleValue(c.Name, c.Type, n))
		}
		out = append(out, row)
	}
	return out
}

func isTime(k types.Kind) bool {
	return k == types.Timestamp || k == types.TimestampLTZ || k == types.Date || k == types.Time
}
