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

// No box lies on another, and every box lies within the drawing.
func TestBoxesHaveRoom(t *testing.T) {
	for name, p := range corpusPlans(t) {
		for _, dir := range []Direction{Right, Down} {
			l := arrange(p, dir)
			if len(l.boxes) != len(p.Nodes) {
				t.Errorf("%s: %d boxes of %d nodes", name, len(l.boxes), len(p.Nodes))
			}
			for i, a := range l.boxes {
				if a.x < 0 || a.y < 0 || a.x+a.w > l.width || a.y+a.h > l.height {
					t.Errorf("%s: %s lies outside", name, a.name)
				}
				for _, b := range l.boxes[:i] {
					if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
						t.Errorf("%s, direction %d: %s lies on %s", name, dir, a.name, b.name)
					}
				}
			}
			for _, e := range l.edges {
				if dir == Right && e.from.x+e.from.w > e.to.x || dir == Down && e.from.y+e.from.h > e.to.y {
					t.Errorf("%s: an edge leads back from %s to %s", name, e.from.name, e.to.name)
				}
			}
		}
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
	if len(l.boxes) != 3 || len(l.edges) != 2 {
		t.Errorf("%d boxes, %d edges", len(l.boxes), len(l.edges))
	}
}
