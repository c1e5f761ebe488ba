package planner

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/simulate"
	"rowkind/planner/internal/types"
)

// RandomRows makes up n rows for the tables that the script's plan reads, each a change that its source may send: values from a
// small stock, so that keys meet, with those that the script itself names among them; times that go on, some of them late. The
// same seed gives the same rows. It is empty where rows cannot go through the script.
func RandomRows(ctx context.Context, script string, seed uint64, n int, opts Options) (rows []json.RawMessage) {
	defer func() {
		if recover() != nil {
			rows = nil
		}
	}()
	p, refused := planFor(ctx, script, opts)
	if refused != nil {
		return nil
	}
	r := &randomRows{Rand: rand.New(rand.NewPCG(seed, 7)), texts: []string{"a", "b", "c"}, numbers: []int{1, 2, 3, 4, 5, 10, 40}}
	r.stock(script)
	for _, s := range sourcesOf(p.plan.Exec, p.session) {
		r.tables = append(r.tables, &randomTable{sourceTable: s, columns: givenColumns(s.table)})
	}
	if len(r.tables) == 0 {
		return nil
	}
	for tries := 0; len(rows) < n && tries < 4*n; tries++ {
		for _, row := range r.change(r.tables[r.IntN(len(r.tables))]) {
			if b, err := json.Marshal(row); err == nil {
				rows = append(rows, b)
			}
		}
		r.now += r.IntN(40)
	}
	return rows
}

type randomRows struct {
	*rand.Rand
	tables  []*randomTable
	texts   []string
	numbers []int
	now     int // seconds
}

// randomTable is a source with what is in it.
type randomTable struct {
	sourceTable
	columns []*catalog.Column
	rows    [][]any
}

var (
	literalText   = regexp.MustCompile(`(?:=|<>|LIKE|IN \(|THEN|ELSE|WHEN|,) *'([^'%]{1,12})'`)
	literalNumber = regexp.MustCompile(`[<>=] *(\d{1,6})\b`)
)

// stock takes the texts and numbers that the queries of a script compare with.
func (r *randomRows) stock(script string) {
	if i := strings.LastIndex(script, "INSERT"); i >= 0 {
		script = script[i:]
	} else if i := strings.LastIndex(script, "SELECT"); i >= 0 {
		script = script[i:]
	}
	for _, m := range literalText.FindAllStringSubmatch(script, 6) {
		r.texts = append(r.texts, m[1], m[1])
	}
	for _, m := range literalNumber.FindAllStringSubmatch(script, 6) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			r.numbers = append(r.numbers, n, n+1, max(0, n-1))
		}
	}
}

// change makes one change of a table, and gives the rows that tell of it.
func (r *randomRows) change(t *randomTable) [][]any {
	row := func(k simulate.Kind, vals []any) []any { return append([]any{t.name, k.String()}, vals...) }
	updates, deletes, before := t.kinds.Has(mode.UpdateAfter), t.kinds.Has(mode.Delete), t.kinds.Has(mode.UpdateBefore)
	insert := simulate.Insert
	if updates && !t.kinds.Has(mode.Insert) {
		insert = simulate.UpdateAfter
	}
	choice := r.IntN(10)
	if len(t.rows) == 0 {
		choice = 0
	}
	at := 0
	if len(t.rows) > 0 {
		at = r.IntN(len(t.rows))
	}
	switch {
	case choice > 6 && deletes:
		gone := t.rows[at]
		t.rows = slices.Delete(t.rows, at, at+1)
		return [][]any{row(simulate.Delete, gone)}
	case choice > 3 && updates:
		was := t.rows[at]
		now := r.row(t)
		t.keep(now, was)
		t.rows[at] = now
		if before {
			return [][]any{row(simulate.UpdateBefore, was), row(simulate.UpdateAfter, now)}
		}
		return [][]any{row(simulate.UpdateAfter, now)}
	}
	now := r.row(t)
	if i := t.find(now); i >= 0 {
		if !updates {
			return nil // its key is there already, and the source can only insert
		}
		was := t.rows[i]
		t.rows[i] = now
		if before {
			return [][]any{row(simulate.UpdateBefore, was), row(simulate.UpdateAfter, now)}
		}
		return [][]any{row(simulate.UpdateAfter, now)}
	}
	t.rows = append(t.rows, now)
	return [][]any{row(insert, now)}
}

func (t *randomTable) isKey(name string) bool {
	return t.table.PrimaryKey != nil && slices.Contains(t.table.PrimaryKey.Columns, name)
}

// keep gives a row the key of another.
func (t *randomTable) keep(now, was []any) {
	for i, c := range t.columns {
		if t.isKey(c.Name) {
			now[i] = was[i]
		}
	}
}

// find gives the place of the row with the same key, -1 for none.
func (t *randomTable) find(now []any) int {
	if t.table.PrimaryKey == nil {
		return -1
	}
	return slices.IndexFunc(t.rows, func(have []any) bool {
		for i, c := range t.columns {
			if t.isKey(c.Name) && fmt.Sprint(have[i]) != fmt.Sprint(now[i]) {
				return false
			}
		}
		return true
	})
}

func (r *randomRows) row(t *randomTable) []any {
	out := make([]any, len(t.columns))
	for i, c := range t.columns {
		if c.Type.Nullable && c.Kind == catalog.Physical && r.IntN(12) == 0 && !t.isKey(c.Name) && !t.timed(c.Name) {
			continue
		}
		out[i] = r.value(c.Name, c.Type)
	}
	return out
}

func (t *randomTable) timed(name string) bool {
	return t.table.Watermark != nil && t.table.Watermark.Column == name
}

func (r *randomRows) value(name string, t *types.Type) any {
	switch t.Kind {
	case types.Boolean:
		return r.IntN(2) == 0
	case types.TinyInt, types.SmallInt, types.Integer, types.BigInt, types.Float, types.Double, types.Decimal:
		return r.number(name, t)
	case types.Char, types.VarChar:
		s := r.texts[r.IntN(len(r.texts))]
		if t.Precision > 0 && len(s) > t.Precision {
			s = s[:t.Precision]
		}
		return s
	case types.Date, types.Time, types.Timestamp, types.TimestampLTZ:
		at := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(r.now-r.IntN(30)) * time.Second)
		layout := map[types.Kind]string{types.Date: "2006-01-02", types.Time: "15:04:05"}[t.Kind]
		if layout == "" {
			layout = "2006-01-02 15:04:05"
		}
		return at.Format(layout)
	case types.Array, types.Multiset:
		return []any{r.value(name, t.Elem), r.value(name, t.Elem)}
	case types.Map:
		return map[string]any{fmt.Sprint(r.value(name, t.Key)): r.value(name, t.Elem)}
	case types.Row:
		out := make([]any, len(t.Fields))
		for i := range t.Fields {
			out[i] = r.value(t.Fields[i].Name, t.Fields[i].Type)
		}
		return out
	}
	return nil
}

func (r *randomRows) number(name string, t *types.Type) any {
	n := r.numbers[r.IntN(len(r.numbers))]
	if strings.HasSuffix(strings.ToLower(name), "id") {
		n = 1 + r.IntN(4)
	}
	switch {
	case t.Kind == types.TinyInt:
		n = min(n, 100)
	case t.Kind == types.SmallInt:
		n = min(n, 30_000)
	case t.Kind == types.Float, t.Kind == types.Double:
		return float64(n) + float64(r.IntN(4))/4
	case t.Kind == types.Decimal && t.Precision-t.Scale < 6:
		n %= 10
		if t.Precision == t.Scale {
			n = 0
		}
		fallthrough
	case t.Kind == types.Decimal && t.Scale > 0:
		return json.Number(fmt.Sprintf("%d.%d", n, r.IntN(10)))
	}
	return n
}
