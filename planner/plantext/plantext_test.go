package plantext

import (
	"reflect"
	"testing"
)

func TestParse(t *testing.T) {
	p := Parse("Sink(table=[c.d.t], fields=[a, b], upsertMaterialize=[true], changelogMode=[NONE])\n" +
		"+- Join(joinType=[InnerJoin], where=[=(a, b, 'x, [')], changelogMode=[I,UB,UA], upsertKeys=[[a, b], [b], []])\n" +
		"   :- TableSourceScan(table=[[c, d, s]], changelogMode=[I])\n" +
		"   +- DropUpdateBefore(changelogMode=[I,UA,PD])\n")
	if len(p.Nodes) != 4 || len(p.Roots) != 1 {
		t.Fatalf("%d nodes, roots %v", len(p.Nodes), p.Roots)
	}
	join := p.Nodes[1]
	if !reflect.DeepEqual(join.UpsertKeys, [][]string{{"a", "b"}, {"b"}, {}}) {
		t.Errorf("upsert keys %q", join.UpsertKeys)
	}
	if len(join.Inputs) != 2 || join.Inputs[0] != 2 || join.Inputs[1] != 3 {
		t.Errorf("inputs %v", join.Inputs)
	}
	if join.Attrs[1].Text != "=(a, b, 'x, [')" {
		t.Errorf("attribute %q", join.Attrs[1].Text)
	}
	if !p.Nodes[0].Inserted || !p.Nodes[3].Inserted || join.Inserted {
		t.Error("inserted marks")
	}
	if got := p.Nodes[3].Mode; !reflect.DeepEqual(got, []string{"I", "UA", "PD"}) {
		t.Errorf("mode %v", got)
	}
	if len(p.Nodes[0].Mode) != 0 {
		t.Errorf("a sink has no mode, got %v", p.Nodes[0].Mode)
	}
}
