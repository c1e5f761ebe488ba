package planner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func corpusScripts(b testing.TB) map[string]string {
	files, err := filepath.Glob("testdata/corpus/*/*.sql")
	if err != nil || len(files) == 0 {
		b.Fatal("no corpus", err)
	}
	out := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		out[f] = string(text)
	}
	return out
}

// BenchmarkCorpus plans every script of the corpus once an iteration, and reports the median and the slowest script.
func BenchmarkCorpus(b *testing.B) {
	scripts := corpusScripts(b)
	best := map[string]time.Duration{}
	b.ResetTimer()
	for b.Loop() {
		for name, text := range scripts {
			start := time.Now()
			answer(context.Background(), text, Options{})
			if d := time.Since(start); best[name] == 0 || d < best[name] {
				best[name] = d
			}
		}
	}
	var all []time.Duration
	slowest := ""
	for name, d := range best {
		all = append(all, d)
		if slowest == "" || d > best[slowest] {
			slowest = name
		}
	}
	slices.Sort(all)
	b.ReportMetric(float64(all[len(all)/2].Microseconds()), "µs/median")
	b.ReportMetric(float64(best[slowest].Microseconds()), "µs/slowest")
	b.Logf("slowest: %s", slowest)
}

// BenchmarkExtras is BenchmarkCorpus with reasons, to be held against it: at most three times as long.
func BenchmarkExtras(b *testing.B) {
	scripts := corpusScripts(b)
	for b.Loop() {
		for _, text := range scripts {
			Explain(context.Background(), text, Options{Reasons: true})
		}
	}
}

const growingTable = "CREATE TABLE t%d (id INT, k INT, name STRING, v DOUBLE) WITH ('connector' = 'datagen');\n"

// BenchmarkGrowth plans scripts of one shape in two sizes; the time should grow with the size.
func BenchmarkGrowth(b *testing.B) {
	shapes := map[string]func(n int) string{
		"inserts": func(n int) string {
			s := fmt.Sprintf(growingTable, 0) + "CREATE TABLE s (id INT, name STRING) WITH ('connector' = 'print');\n"
			return s + strings.Repeat("INSERT INTO s SELECT id, name FROM t0 WHERE v > 3;\n", n)
		},
		"union": func(n int) string {
			return fmt.Sprintf(growingTable, 0) + strings.TrimSuffix(strings.Repeat("SELECT id, name FROM t0 WHERE v > 3\nUNION ALL ", n), "UNION ALL ") + ";"
		},
		"views": func(n int) string {
			s := fmt.Sprintf(growingTable, 0) + "CREATE VIEW v0 AS SELECT * FROM t0;\n"
			for i := 1; i < n; i++ {
				s += fmt.Sprintf("CREATE VIEW v%d AS SELECT id, k, name, v FROM v%d WHERE v > %d;\n", i, i-1, i)
			}
			return s + fmt.Sprintf("SELECT * FROM v%d;", n-1)
		},
		"joins": func(n int) string {
			s := ""
			for i := range n {
				s += fmt.Sprintf(growingTable, i)
			}
			s += "SELECT t0.id FROM t0"
			for i := 1; i < n; i++ {
				s += fmt.Sprintf(" JOIN t%d ON t%d.id = t%d.id", i, i-1, i)
			}
			return s + ";"
		},
		"in list": func(n int) string {
			s := fmt.Sprintf(growingTable, 0) + "SELECT * FROM t0 WHERE id IN (0"
			for i := range n * 10 {
				s += fmt.Sprintf(", %d", i)
			}
			return s + ");"
		},
	}
	limits := Options{Limits: Limits{ScriptBytes: 1 << 20, Time: time.Minute}}
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for k := range shapes {
			if !yield(k) {
				return
			}
		}
	}) {
		for _, n := range []int{12, 60, 200} {
			text := shapes[name](n)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if res := answer(context.Background(), text, limits); res.Problem != nil {
						b.Fatal(res.Problem.Message)
					}
				}
			})
		}
	}
}
