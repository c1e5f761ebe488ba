package planner

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryNodeHasItsReasons asserts over the corpus and the probes that nothing of a plan or a refusal goes without its
// reason, its place in the SQL and its state, and that the reasons name who made it so.
func TestEveryNodeHasItsReasons(t *testing.T) {
	seen := map[string]int{}
	for name, sql := range allScripts(t) {
		res := Explain(t.Context(), sql, Options{Reasons: true})
		for i := range res.Statements {
			s := &res.Statements[i]
			c := nodeChecker{t: t, where: name + ": " + shorten(s.SQL), script: sql, s: s, seen: seen}
			if s.Verdict == Rejected && len(s.Errors) > 0 {
				c.refusal(&s.Errors[len(s.Errors)-1])
			}
			if s.Plan != nil {
				for j := range s.Plan.Nodes {
					c.node(&s.Plan.Nodes[j])
				}
			}
		}
	}
	for what, least := range map[string]int{"refusal": 250, "UPDATE_BEFORE": 700, "inserted": 250, "lost key": 250, "view": 20, "node": 4000} {
		if seen[what] < least {
			t.Errorf("only %d of %q: the corpus shows too little", seen[what], what)
		}
	}
}

// allScripts are the scripts of the corpus and of the probes.
func allScripts(t *testing.T) map[string]string {
	out := corpusScripts(t)
	files, _ := filepath.Glob("testdata/probes/*.jsonl")
	for _, f := range files {
		for _, g := range goldens(t, f) {
			out[f+" "+g.ID] = g.SQL
		}
	}
	return out
}

type nodeChecker struct {
	t             *testing.T
	where, script string
	s             *Statement
	seen          map[string]int
}

func (c *nodeChecker) refusal(root *Error) {
	c.seen["refusal"]++
	if root.Explanation == "" || strings.HasPrefix(root.Explanation, unexplained) {
		first, _, _ := strings.Cut(root.Message, "\n")
		c.t.Errorf("%s: no word on %s: %s", c.where, root.Class, first)
	}
	if root.Span == nil || root.Span.Start < c.s.Span.Start || root.Span.End > c.s.Span.End || root.Span.Start > root.Span.End {
		c.t.Errorf("%s: %s is at %v, the statement at %v", c.where, root.Message, root.Span, c.s.Span)
	}
}

func (c *nodeChecker) node(n *Node) {
	c.seen["node"]++
	if n.Span == nil || n.Span.Empty() || n.Span.Start < 0 || n.Span.End > len(c.script) || n.Name == "" {
		c.t.Errorf("%s: %s is called %q and is at %v", c.where, n.Line, n.Name, n.Span)
	}
	if d := n.Declared; d != nil {
		c.seen["view"]++
		if d.Empty() || d.End > len(c.script) || d.Start >= c.s.Span.Start {
			c.t.Errorf("%s: %s is declared at %v", c.where, n.Line, d)
		}
	}
	c.state(n)
	c.updateBefore(n)
	if n.Inserted {
		c.seen["inserted"]++
		if n.Why == "" || n.reason("inserted") == "" {
			c.t.Errorf("%s: %s is inserted for no reason", c.where, n.Line)
		}
	}
	if len(n.UpsertKeys) > 0 || n.Op == "Sink" {
		return
	}
	for _, in := range n.Inputs {
		if len(c.s.Plan.Nodes[in].UpsertKeys) == 0 {
			continue
		}
		c.seen["lost key"]++
		if j := n.KeyJourney; j == nil || j.Step != "lost" || !strings.Contains(j.Text, "is lost: ") {
			c.t.Errorf("%s: %s loses its key for no reason: %v", c.where, n.Line, j)
		}
		break
	}
}

// updateBefore asks who forced what updates replace: a node of the plan, or the node itself, which then says so.
func (c *nodeChecker) updateBefore(n *Node) {
	if !slices.Contains(n.Mode, "UB") {
		return
	}
	c.seen["UPDATE_BEFORE"]++
	for _, r := range n.Reasons {
		if r.Kind != "forced" {
			continue
		}
		if r.ForcedBy == nil && !strings.HasPrefix(r.Text, "It sends UPDATE_BEFORE, because it ") {
			c.t.Errorf("%s: %s: nobody forced it: %s", c.where, n.Line, r.Text)
		}
		return
	}
	c.t.Errorf("%s: %s sends UPDATE_BEFORE for no reason", c.where, n.Line)
}

// keeping are operators that keep state whatever they read, and passing those that keep none.
var (
	keeping = []string{"Join", "MultiJoin", "GroupAggregate", "GlobalGroupAggregate", "IncrementalGroupAggregate", "ChangelogNormalize", "Rank",
		"TemporalJoin", "IntervalJoin", "WindowJoin", "WindowAggregate", "GlobalWindowAggregate", "GroupWindowAggregate", "WindowRank",
		"WindowDeduplicate", "OverAggregate", "SortLimit", "Match", "TemporalSort"}
	passing = []string{"Calc", "Exchange", "Union", "TableSourceScan", "Values", "DropUpdateBefore", "MiniBatchAssigner", "WatermarkAssigner",
		"Expand", "Correlate"}
)

func (c *nodeChecker) state(n *Node) {
	if n.State == nil {
		c.t.Errorf("%s: %s says nothing of its state", c.where, n.Line)
		return
	}
	some := n.State.Class != StateNone
	materializes := n.Attr("upsertMaterialize") == "true"
	if n.Op == "Sink" && some != materializes || slices.Contains(keeping, n.Op) && !some || slices.Contains(passing, n.Op) && some {
		c.t.Errorf("%s: the state of %s is %s", c.where, n.Line, n.State.Class)
	}
	if some && n.State.Why == "" || (n.State.Class == StateMedium || n.State.Class == StateHigh) && n.State.GrowsWith == "" {
		c.t.Errorf("%s: the state of %s is %s and nothing makes it grow", c.where, n.Line, n.State.Class)
	}
}

// TestPlacesThroughViews asserts that a node of a view stands where the view is named and where it is declared, through views
// of views and WITH, and one of a statement set in its INSERT.
func TestPlacesThroughViews(t *testing.T) {
	const sql = `CREATE TABLE visits (country STRING, page STRING) WITH ('connector' = 'datagen');
CREATE TABLE a (n BIGINT) WITH ('connector' = 'blackhole');
CREATE VIEW per_page AS SELECT country, page, COUNT(*) AS n FROM visits GROUP BY country, page;
CREATE VIEW busy AS SELECT country, n FROM per_page WHERE n > 10 AND page IN (SELECT page FROM visits WHERE country = 'de');
WITH all_of_it AS (SELECT SUM(n) AS n FROM busy) SELECT n FROM all_of_it;
BEGIN STATEMENT SET;
INSERT INTO a SELECT MAX(n) FROM busy;
END;`
	res := Explain(t.Context(), sql, Options{Reasons: true})
	text := func(s *Span) string {
		if s == nil {
			return ""
		}
		return sql[s.Start:s.End]
	}
	for _, index := range []int{4, 7} {
		got := map[string]bool{}
		for _, n := range res.Statements[index].Plan.Nodes {
			got[n.Op+" | "+text(n.Span)+" | "+text(n.Declared)] = true
		}
		want := []string{"GroupAggregate | busy | GROUP BY country, page", "TableSourceScan | busy | visits", "Calc | busy | country = 'de'"}
		if index == 4 {
			want = append(want, "GroupAggregate | SUM(n) AS n | ")
		} else {
			want = append(want, "GroupAggregate | MAX(n) | ", "Sink | a | ")
		}
		for _, w := range want {
			if !got[w] {
				t.Errorf("missing %q in %v", w, got)
			}
		}
	}
}

// goldens reads scripts with their recorded answers, one a line.
func goldens(t *testing.T, file string) []goldenScript {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []goldenScript
	for line := range bytes.Lines(b) {
		var g goldenScript
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatal(file, err)
		}
		out = append(out, g)
	}
	return out
}
