// Package diagram draws a plan as SVG: data flows from the sources to the sink.
package diagram

import (
	"strings"
	"unicode/utf8"

	"rowkind/planner"
)

// Direction is the way that data flows.
type Direction int

// The directions.
const (
	Right Direction = iota // sources left, sink right
	Down                   // sources on top, sink below
)

// manyNodes is where boxes shrink to the operators' names.
const manyNodes = 24

// Sizes, in the SVG's units. A monospace letter is 0.6 of its size wide.
const (
	letter     = 6.6 // of the 11-unit text
	nameLetter = 7.2 // of the 12-unit names
	padX       = 10.0
	lineHeight = 15.0
	gapAlong   = 34.0 // between layers, besides the room for the mode on the edge
	gapAcross  = 18.0
	margin     = 12.0
	maxChars   = 30
)

type box struct {
	node          *planner.Node
	x, y, w, h    float64
	layer         int
	name          string
	lines         []string
	key           string
	across        float64 // the middle, across the flow
	extent        float64 // the size, across the flow
	consumedFirst bool
}

type edge struct {
	from, to *box
	mode     []string
}

type layout struct {
	dir           Direction
	small         bool
	boxes         []*box
	edges         []edge
	width, height float64
}

// arrange places each node once. Nodes stand in the layer of their distance to
// the sink, so that an input is near its consumer; across the flow, each
// subtree takes a strip of its own and a consumer is centred over its inputs.
func arrange(p *planner.Plan, dir Direction) *layout {
	l := &layout{dir: dir, small: len(p.Nodes) > manyNodes}
	byID := make([]*box, len(p.Nodes))
	for i := range p.Nodes {
		b := newBox(&p.Nodes[i], l.small)
		byID[i] = b
		l.boxes = append(l.boxes, b)
	}
	l.layers(p, byID)
	next := margin
	placed := make([]bool, len(p.Nodes))
	for _, r := range p.Roots {
		if b := at(byID, r); b != nil {
			l.strip(b, byID, placed, &next)
			next += gapAcross
		}
	}
	l.place()
	for _, b := range l.boxes {
		for _, in := range b.node.Inputs {
			if from := at(byID, in); from != nil {
				l.edges = append(l.edges, edge{from, b, from.node.Mode})
			}
		}
	}
	return l
}

func at(byID []*box, id planner.NodeID) *box {
	if int(id) < 0 || int(id) >= len(byID) {
		return nil
	}
	return byID[id]
}

func newBox(n *planner.Node, small bool) *box {
	b := &box{node: n, name: n.Op}
	width := nameLetter * float64(len(n.Op))
	if n.Op == "Sink" || n.Op == "TableSourceScan" {
		b.lines = append(b.lines, shorten(planner.TableName(n)))
	}
	if !small {
		b.lines = append(b.lines, detail(n)...)
		if len(n.UpsertKeys) > 0 {
			b.key = shorten(strings.Join(n.UpsertKeys[0], ", "))
			if len(n.UpsertKeys[0]) == 0 {
				b.key = "one row"
			}
		}
	}
	for _, s := range b.lines {
		width = max(width, letter*float64(utf8.RuneCountInString(s)))
	}
	lines := len(b.lines) + 1
	if b.key != "" {
		lines++
		width = max(width, letter*float64(utf8.RuneCountInString(b.key))+16)
	}
	b.w = width + 2*padX
	b.h = lineHeight*float64(lines) + 10
	return b
}

// detail is the one attribute that tells most of an operator.
func detail(n *planner.Node) []string {
	for _, name := range []string{"groupBy", "key", "where", "partitionBy", "distribution", "window", "strategy", "select"} {
		if t := n.Attr(name); t != "" {
			return []string{shorten(name + " " + t)}
		}
	}
	if n.Attr("upsertMaterialize") == "true" {
		return []string{"upsert materializer"}
	}
	return nil
}

func shorten(s string) string {
	if utf8.RuneCountInString(s) <= maxChars {
		return s
	}
	r := []rune(s)
	return string(r[:maxChars-1]) + "…"
}

// layers puts each node one layer behind its farthest consumer.
func (l *layout) layers(p *planner.Plan, byID []*box) {
	// Consumers stand before their inputs, so one pass in order settles most;
	// the bound keeps a plan that breaks this rule from looping.
	for range len(p.Nodes) {
		changed := false
		for _, b := range byID {
			for _, in := range b.node.Inputs {
				if from := at(byID, in); from != nil && from.layer < b.layer+1 && b.layer < len(p.Nodes) {
					from.layer = b.layer + 1
					changed = true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// strip gives a subtree its place across the flow and returns its middle.
func (l *layout) strip(b *box, byID []*box, placed []bool, next *float64) float64 {
	if placed[b.node.ID] {
		return b.across
	}
	placed[b.node.ID] = true
	b.extent = b.h
	if l.dir == Down {
		b.extent = b.w
	}
	start := *next
	first, last, own := 0.0, 0.0, 0
	for _, in := range b.node.Inputs {
		from := at(byID, in)
		if from == nil || placed[from.node.ID] {
			continue
		}
		m := l.strip(from, byID, placed, next)
		if own == 0 {
			first = m
		}
		last = m
		own++
	}
	if own == 0 {
		b.across = start + b.extent/2
		*next = start + b.extent + gapAcross
		return b.across
	}
	b.across = (first + last) / 2
	// A consumer that is larger than its only input must not leave its strip.
	if over := start - (b.across - b.extent/2); over > 0 {
		l.shift(b, byID, placed, over)
		*next += over
	}
	*next = max(*next, b.across+b.extent/2+gapAcross)
	return b.across
}

// shift moves a subtree that was placed just now.
func (l *layout) shift(b *box, byID []*box, placed []bool, by float64) {
	moved := make([]bool, len(byID))
	var move func(b *box)
	move = func(b *box) {
		if moved[b.node.ID] || !placed[b.node.ID] {
			return
		}
		moved[b.node.ID] = true
		b.across += by
		for _, in := range b.node.Inputs {
			if from := at(byID, in); from != nil && from.layer == b.layer+1 {
				move(from)
			}
		}
	}
	move(b)
}

// place turns layers and strips into coordinates.
func (l *layout) place() {
	deepest := 0
	for _, b := range l.boxes {
		deepest = max(deepest, b.layer)
	}
	sizes := make([]float64, deepest+1)
	for _, b := range l.boxes {
		along := b.w
		if l.dir == Down {
			along = b.h
		}
		sizes[b.layer] = max(sizes[b.layer], along)
	}
	gaps := l.gaps(deepest)
	starts := make([]float64, deepest+1)
	pos := margin
	for layer := deepest; layer >= 0; layer-- {
		starts[layer] = pos
		pos += sizes[layer] + gaps[layer]
	}
	total := pos - gaps[0] + margin
	across := 0.0
	for _, b := range l.boxes {
		if l.dir == Right {
			b.x = starts[b.layer] + (sizes[b.layer]-b.w)/2
			b.y = b.across - b.h/2
		} else {
			b.y = starts[b.layer] + (sizes[b.layer]-b.h)/2
			b.x = b.across - b.w/2
		}
		across = max(across, b.across+b.extent/2)
	}
	across += margin
	if l.dir == Right {
		l.width, l.height = total, across
	} else {
		l.width, l.height = across, total
	}
}

// gaps is the room behind each layer: in the flow's direction it has to hold the
// longest mode that leaves the layer.
func (l *layout) gaps(deepest int) []float64 {
	out := make([]float64, deepest+1)
	for i := range out {
		out[i] = 40
	}
	if l.dir == Down {
		return out
	}
	for _, b := range l.boxes {
		out[b.layer] = max(out[b.layer], chipsWidth(b.node.Mode)+gapAlong)
	}
	return out
}
