package planner

import "testing"

// An option written in where an elision was taken out stands before the place, and both edits hold.
func TestPatchInsertsWhereItDeleted(t *testing.T) {
	p := patch{original: "WITH ('a' = 'b', ...)"}
	if !p.replace(Span{15, 20}, "", "elision") || !p.replace(Span{15, 15}, ", 'c' = 'd'", "option") {
		t.Fatal("an edit was refused")
	}
	if got, want := p.text(), "WITH ('a' = 'b', 'c' = 'd')"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if !p.replace(Span{17, 20}, "'x'", "the key again") {
		t.Fatal("an edit inside of an edit was refused")
	}
	if got, want := p.text(), "WITH ('a' = 'b', 'x' = 'd')"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if got := p.inOriginal(len(p.text())); got != len(p.original) {
		t.Errorf("the end is at %d, not %d", got, len(p.original))
	}
}

// sketches are scripts as people paste them, what is assumed of their last statement, and how it then answers.
var sketches = []struct{ name, sql, edit, root string }{
	{"reserved word", "CREATE TABLE t (id INT, views BIGINT) WITH ('connector' = 'datagen');\nSELECT id, `views` FROM t;", "`views`", ""},
	{"group id", "CREATE TABLE t (id INT) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'x', 'format' = 'json');\nSELECT * FROM t;", ", 'scan.startup.mode' = 'earliest-offset'", ""},
	{"elided options", "CREATE TABLE t (id INT) WITH ('connector' = 'kafka', 'format' = 'json', ...);\nSELECT * FROM t;", "", ""},
	{"key differs", "CREATE TABLE t (id INT, c INT) WITH ('connector' = 'datagen');\nCREATE TABLE s (id INT, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', ...);\nINSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id, c;", "", "has an upsert key that differs"},
	{"undeclared table", "CREATE TABLE s (id INT, n BIGINT) WITH ('connector' = 'blackhole');\nINSERT INTO s SELECT o.id, COUNT(*) FROM orders AS o WHERE o.amount > 10 GROUP BY o.id;", "", ""},
}

func TestSketches(t *testing.T) {
	for _, c := range sketches {
		res := Explain(t.Context(), c.sql, Options{})
		s := &res.Statements[len(res.Statements)-1]
		if s.Verdict == Planned && c.name == "reserved word" {
			t.Errorf("%s: Flink refuses this", c.name)
		}
		for i := range res.Statements {
			if res.Statements[i].Assumed != nil {
				s = &res.Statements[i]
			}
		}
		if s.Assumed == nil {
			t.Errorf("%s: nothing is assumed", c.name)
			continue
		}
		found := c.edit == ""
		for _, e := range s.Assumed.Edits {
			found = found || e.New == c.edit
		}
		if !found {
			t.Errorf("%s: no edit %q in %+v", c.name, c.edit, s.Assumed.Edits)
		}
		mended := Explain(t.Context(), Apply(c.sql, s.Assumed.Edits), Options{})
		last := &mended.Statements[len(mended.Statements)-1]
		if c.root == "" && last.Verdict != Planned {
			t.Errorf("%s: with the edits made it is %s: %+v", c.name, last.Verdict, last.Errors)
		}
		if c.root != "" && !contains(s.Assumed.Errors, c.root) {
			t.Errorf("%s: the assumed answer is %+v", c.name, s.Assumed.Answer)
		}
	}
}
