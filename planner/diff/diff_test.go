package diff

import (
	"strings"
	"testing"

	"rowkind/planner"
	"rowkind/planner/plantext"
)

func planned(keys string) planner.Result {
	return planner.Result{Statements: []planner.Statement{{
		Kind: "INSERT", Answer: planner.Answer{Verdict: planner.Planned, Keys: keys, Plan: plantext.Parse(keys)},
	}}}
}

const upsert = `Sink(table=[c.d.totals], fields=[country, n], changelogMode=[NONE])
+- GroupAggregate(groupBy=[country], select=[country, COUNT(*) AS n], changelogMode=[I,UA], upsertKeys=[[country]])
   +- Exchange(distribution=[hash[country]], changelogMode=[I])
      +- TableSourceScan(table=[[c, d, views]], fields=[country], changelogMode=[I])
`

const retract = `Sink(table=[c.d.totals], fields=[country, n], upsertMaterialize=[true], changelogMode=[NONE])
+- Calc(select=[country, n], changelogMode=[I,UB,UA])
   +- GroupAggregate(groupBy=[country, city], select=[country, city, COUNT(*) AS n], changelogMode=[I,UB,UA], upsertKeys=[[country, city]])
      +- Exchange(distribution=[hash[country, city]], changelogMode=[I])
         +- TableSourceScan(table=[[c, d, views]], fields=[country, city], changelogMode=[I])
`

func TestCompare(t *testing.T) {
	same := Compare(planned(upsert), planned(upsert))
	if !same.Same || same.Costs || len(same.Statements) != 1 {
		t.Errorf("a plan differs from itself: %+v", same)
	}
	d := Compare(planned(upsert), planned(retract))
	if d.Same || !d.Costs {
		t.Fatalf("same %v, costs %v", d.Same, d.Costs)
	}
	var text []string
	for _, f := range d.Statements[0].Summary {
		text = append(text, f.Text)
	}
	all := strings.Join(text, "\n")
	for _, want := range []string{
		"Adds an upsert materializer at the sink totals.",
		"The GroupAggregate now also sends UPDATE_BEFORE.",
		"The GroupAggregate has the upsert key (country, city), was (country).",
		"Adds Calc.",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("missing %q in:\n%s", want, all)
		}
	}
	var kinds []string
	for _, r := range d.Statements[0].Rows {
		kinds = append(kinds, string(r.Kind))
	}
	if got := strings.Join(kinds, " "); got != "changed added changed changed changed" {
		t.Errorf("rows: %s", got)
	}
	back := Compare(planned(retract), planned(upsert))
	if back.Costs {
		t.Error("a cheaper plan is said to cost")
	}
}

func TestRefusedNow(t *testing.T) {
	refused := planner.Result{Statements: []planner.Statement{{SQL: "INSERT INTO totals SELECT 1", Kind: "INSERT",
		Answer: planner.Answer{Verdict: planner.Rejected, Errors: []planner.Error{{Message: "no"}}}}}}
	d := Compare(planned(upsert), refused)
	if !d.Costs || len(d.Statements) != 1 || d.Statements[0].Summary[0].Text != "It was planned and is now refused." {
		t.Errorf("%+v", d)
	}
}

func TestUnpaired(t *testing.T) {
	other := planned(strings.ReplaceAll(upsert, "totals", "others"))
	two := planned(upsert)
	two.Statements = append(two.Statements, other.Statements...)
	d := Compare(planned(upsert), two)
	if len(d.Statements) != 2 || d.Statements[1].A != nil {
		t.Fatalf("%d statements", len(d.Statements))
	}
	for _, r := range d.Statements[1].Rows {
		if r.Kind != Added {
			t.Errorf("row %s", r.Kind)
		}
	}
}
