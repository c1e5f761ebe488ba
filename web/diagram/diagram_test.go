package diagram

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkind/planner"
	"rowkind/planner/plantext"
)

// corpusPlans are all recorded plans.
func corpusPlans(t *testing.T) map[string]*planner.Plan {
	t.Helper()
	files, err := filepath.Glob("../../planner/testdata/corpus/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	out := map[string]*planner.Plan{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var g struct{ Statements []struct{ Keys string } }
		if err := json.Unmarshal(b, &g); err != nil {
			t.Fatal(err)
		}
		for i, s := range g.Statements {
			if s.Keys != "" {
				out[fmt.Sprintf("%s#%d", filepath.Base(f), i)] = plantext.Parse(s.Keys)
			}
		}
	}
	return out
}

// Every operator has its box, no box lies on another, and every box lies within
// the drawing.
func TestBoxesHaveRoom(t *testing.T) {
	for name, p := range corpusPlans(t) {
		for _, dir := range []Direction{Right, Down} {
			l := arrange(p, dir)
			var boxes []*box
			for _, s := range l.stacks {
				boxes = append(boxes, s.boxes...)
			}
			if len(boxes) != len(p.Nodes) {
				t.Errorf("%s: %d boxes of %d nodes", name, len(boxes), len(p.Nodes))
			}
			for i, a := range boxes {
				if a.x < 0 || a.y < 0 || a.x+a.w > l.width || a.y+a.h > l.height {
					t.Errorf("%s: %s lies outside", name, a.name)
				}
				for _, b := range boxes[:i] {
					// Boxes of a stack touch.
					if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h-0.01 && b.y < a.y+a.h-0.01 {
						t.Errorf("%s, direction %d: %s lies on %s", name, dir, a.name, b.name)
					}
				}
			}
			for _, e := range l.edges {
				if dir == Right && e.from.x+e.from.w > e.to.x || dir == Down && e.from.y+e.from.h > e.to.y {
					t.Errorf("%s: an edge leads back from %s to %s", name, e.from.last().name, e.to.last().name)
				}
			}
		}
	}
}

// A plan of many nodes stacks what only hands on, in the order of the data: a
// join of 14 sources is one stack for each source and one for each join.
func TestLargePlansStackTheirChains(t *testing.T) {
	p := &planner.Plan{Roots: []planner.NodeID{0}}
	add := func(op string, inputs ...planner.NodeID) {
		p.Nodes = append(p.Nodes, planner.Node{ID: planner.NodeID(len(p.Nodes)), Op: op, Inputs: inputs, Mode: []string{"I"}})
	}
	add("Sink", 1)
	for range 13 {
		id := planner.NodeID(len(p.Nodes))
		add("Join", id+1, id+4)
		for _, op := range []string{"Exchange", "Calc"} {
			add(op, planner.NodeID(len(p.Nodes)+1))
		}
		add("TableSourceScan")
	}
	last := planner.NodeID(len(p.Nodes))
	add("Exchange", last+1)
	add("TableSourceScan")
	l := arrange(p, Right)
	if len(l.stacks) != 27 || len(l.edges) != 26 {
		t.Fatalf("%d stacks, %d edges", len(l.stacks), len(l.edges))
	}
	var ops []string
	for _, b := range l.stacks[1].boxes {
		ops = append(ops, b.name)
	}
	if got := strings.Join(ops, " "); got != "TableSourceScan Calc Exchange" {
		t.Errorf("the first source: %s", got)
	}
	if l.width > 3000 {
		t.Errorf("%.0f wide", l.width)
	}
}

func TestDrawingIsXML(t *testing.T) {
	for name, p := range corpusPlans(t) {
		d := xml.NewDecoder(strings.NewReader(Standalone(p, `<"'&`)))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

func TestHostileNames(t *testing.T) {
	p := plantext.Parse("Sink(table=[c.d.<script>alert(1)</script>], fields=[a\" onload=\"x], changelogMode=[NONE])\n" +
		"+- Calc(select=[</text><script>], changelogMode=[<b>], upsertKeys=[[<i>]])\n")
	svg := Standalone(p, "</title><script>")
	for _, bad := range []string{"<script", "<b>", "<i>", "\" onload"} {
		if strings.Contains(svg, bad) {
			t.Errorf("%q came through", bad)
		}
	}
}

// A shared node is drawn once, with an edge to each consumer.
func TestSharedNode(t *testing.T) {
	p := &planner.Plan{Roots: []planner.NodeID{0, 1}, Nodes: []planner.Node{
		{ID: 0, Op: "Sink", Inputs: []planner.NodeID{2}}, {ID: 1, Op: "Sink", Inputs: []planner.NodeID{2}},
		{ID: 2, Op: "Calc", Mode: []string{"I"}},
	}}
	l := arrange(p, Right)
	if len(l.stacks) != 3 || len(l.edges) != 2 {
		t.Errorf("%d stacks, %d edges", len(l.stacks), len(l.edges))
	}
}
