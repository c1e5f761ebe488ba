package planner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/explain"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/simulate"
)

// sourceChanges are rows of a source: three keys come, one is changed, one goes, in the kinds that the source sends.
func sourceChanges(s sourceTable) [][]any {
	row := func(k simulate.Kind, key, version int) []any { return sampleRow(s, k, key, version) }
	out := [][]any{row(simulate.Insert, 1, 1), row(simulate.Insert, 2, 1), row(simulate.Insert, 3, 2)}
	if s.kinds.Has(mode.UpdateAfter) {
		if s.kinds.Has(mode.UpdateBefore) {
			out = append(out, row(simulate.UpdateBefore, 1, 1))
		}
		out = append(out, row(simulate.UpdateAfter, 1, 2))
	}
	if s.kinds.Has(mode.Delete) {
		out = append(out, row(simulate.Delete, 2, 1))
	}
	if s.kinds.InsertOnly() {
		out = append(out, row(simulate.Insert, 1, 1), row(simulate.Insert, 4, 40))
	}
	return out
}

// interleaved takes a row of each source in turn.
func interleaved(sources []sourceTable) []byte {
	var lists [][][]any
	for _, s := range sources {
		lists = append(lists, sourceChanges(s))
	}
	var all [][]any
	for i := 0; i < 6; i++ {
		for _, l := range lists {
			if i < len(l) {
				all = append(all, l[i])
			}
		}
	}
	b, _ := json.Marshal(all) // made of plain values
	return b
}

// TestRowsKeepModes sends rows through every plan of the corpus: a node never sends a kind that is not in its changelog mode, and
// nothing panics. What cannot be run says so by name.
func TestRowsKeepModes(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	ran, unknown := 0, map[string]int{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		switch what, err := keepsModes(string(b)); {
		case err != nil:
			t.Errorf("%s: %v", strings.TrimPrefix(f, "testdata/corpus/"), err)
		case what == "":
			ran++
		case what != "no plan":
			unknown[what]++
		}
	}
	t.Logf("%d plans ran; not modelled: %v", ran, unknown)
	if ran < 300 {
		t.Errorf("only %d plans ran", ran)
	}
}

// keepsModes gives what is not modelled of a script, or what is wrong.
func keepsModes(sql string) (what string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	ctx := context.Background()
	p, refused := planFor(ctx, sql, Options{})
	if refused != nil {
		return "no plan", nil
	}
	random, _ := json.Marshal(RandomRows(ctx, sql, 11, 25, Options{})) // is JSON already
	for _, rows := range [][]byte{interleaved(sourcesOf(p.plan.Exec, p.session)), random} {
		if what, err = within(ctx, p, rows); what != "" || err != nil {
			return what, err
		}
	}
	return "", nil
}

// within sends rows and holds the kinds that leave each node against its changelog mode.
func within(ctx context.Context, p *runnable, rows []byte) (what string, err error) {
	list, _, err := readRows(rows, p.session)
	if err != nil {
		return "", err
	}
	m, err := simulate.New(p.plan.Exec, p.config)
	var trace *simulate.Trace
	if err == nil {
		trace, err = m.Run(ctx, list, simulate.Limits{Rows: 10_000})
	}
	var u *diag.Unmodelled
	var cannot *expr.Unsupported
	var failed *expr.Failed
	switch {
	case errors.As(err, &u):
		return u.Construct, nil
	case errors.As(err, &cannot):
		return cannot.Name, nil
	case errors.As(err, &failed):
		return "", nil
	case err != nil:
		return "", err
	}
	var always mode.Kinds
	for i := range trace.Operators {
		o := &trace.Operators[i]
		if _, sink := o.Node.Op.(*physical.Sink); sink {
			continue
		}
		have := o.Node.Traits.Kinds()
		if _, over := o.Node.Op.(*physical.OverAggregate); over && have.Has(mode.UpdateAfter) {
			always = mode.UpdateBefore // Flink's function for an order that is no time sends it, whatever is asked
		}
		have |= always
		for _, r := range o.Rows {
			if letters := r.Row.Kind.Mode(); !have.Has(letters) {
				return "", fmt.Errorf("%s sends %s, its mode is %s", explain.ExecLine(o.Node), r.Row.Kind, have)
			}
		}
	}
	return "", nil
}

const bigScript = `CREATE TABLE a (id INT, grp STRING, v BIGINT, ts TIMESTAMP(3)) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'b:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE totals (grp STRING, n BIGINT, s BIGINT, PRIMARY KEY (grp) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'o', 'properties.bootstrap.servers' = 'b:9092', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO totals SELECT a.grp, COUNT(*), SUM(a.v) FROM a JOIN b ON a.id = b.id WHERE a.v > 0 GROUP BY a.grp HAVING COUNT(*) > 1;`

func bigRows(n int) []byte {
	var all [][]any
	for i := range n {
		if i < n/10 {
			all = append(all, []any{"b", "+I", i, fmt.Sprint("n", i)})
		} else {
			all = append(all, []any{"a", "+I", i % (n / 10), fmt.Sprint("g", i%37), i, "2026-01-01 00:00:00"})
		}
	}
	b, _ := json.Marshal(all) // made of plain values
	return b
}

// TestRowsLimits: rows that are too many, too large or take too long get an answer of one sentence.
func TestRowsLimits(t *testing.T) {
	join := strings.Replace(bigScript, "a.id = b.id", "a.id > b.id", 1)
	cross := `CREATE TABLE a (x INT) WITH ('connector' = 'datagen'); SELECT p.x, q.x FROM a p JOIN a q ON p.x >= q.x - 1`
	var ones [][]any
	for i := range 2000 {
		ones = append(ones, []any{"a", "+I", i})
	}
	manyOnes, _ := json.Marshal(ones)
	for name, c := range map[string]struct {
		sql  string
		rows string
		time time.Duration
		want string
	}{
		"too many":      {bigScript, string(bigRows(10_010)), 0, "more than 10000 rows are given"},
		"too long":      {join, string(bigRows(9_000)), time.Millisecond, "longer than"},
		"too much":      {cross, string(manyOnes), time.Minute, "rows leave the operators"},
		"deep":          {bigScript, strings.Repeat("[", 100_000), 0, "no JSON"},
		"huge number":   {bigScript, `["a", "+I", 1e999999999, "g", 1, null]`, 0, "is no INT"},
		"huge text":     {bigScript, `["a", "+I", "` + strings.Repeat("x", 100_000) + `", "g", 1, null]`, 0, "is no INT"},
		"huge name":     {bigScript, `["` + strings.Repeat("x", 100_000) + `", "+I"]`, 0, "declares no table"},
		"no kind":       {bigScript, `["a", 7, 1, "g", 1, null]`, 0, "no kind of row"},
		"not a row":     {bigScript, `[3]`, 0, "a row is"},
		"empty row":     {bigScript, `[[]]`, 0, ""},
		"null":          {bigScript, `null`, 0, ""},
		"object":        {bigScript, `{"a": 3}`, 0, "rows by table"},
		"unknown":       {bigScript, `{"table": "a", "row": {"nope": 1}}`, 0, "no column nope"},
		"wrong nesting": {bigScript, `["a", "+I", [1], {"g": 2}, 1, null]`, 0, "is no INT"},
	} {
		start := time.Now()
		res, err := Rows(context.Background(), c.sql, []byte(c.rows), Options{Limits: Limits{Time: c.time}})
		switch {
		case c.want == "" && err == nil && res.defect == "":
		case c.want == "" || err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v", name, err)
		case len(err.Error()) > 400:
			t.Errorf("%s: a message of %d bytes", name, len(err.Error()))
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s took %s", name, d)
		}
	}
}

func BenchmarkRows(b *testing.B) {
	rows := bigRows(1_000)
	for b.Loop() {
		res, err := Rows(context.Background(), bigScript, rows, Options{})
		if err != nil || len(res.Sinks) != 1 || len(res.Sinks[0].Rows) == 0 {
			b.Fatal(err, res)
		}
	}
}
