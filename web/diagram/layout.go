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

// manyNodes is where boxes shrink to the operators' names, and operators that
// only hand on to one another are stacked.
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

// box is one operator.
type box struct {
	node       *planner.Node
	x, y, w, h float64
	name       string
	lines      []string
	key        string
}

// stack is what is placed: one box, or in a large plan all boxes of a chain, in
// the order in which data passes them.
type stack struct {
	boxes      []*box
	inputs     []*stack
	x, y, w, h float64
	layer      int
	placed     bool
	across     float64 // the middle, across the flow
	extent     float64 // the size, across the flow
}

// last is the box whose rows leave the stack.
func (s *stack) last() *box { return s.boxes[len(s.boxes)-1] }

type edge struct {
	from, to *stack
}

type layout struct {
	dir           Direction
	small         bool
	stacks        []*stack // consumers before their inputs
	edges         []edge
	width, height float64
}

// arrange places each node once. Stacks stand in the layer of their distance to
// the sink, so that an input is near its consumer; across the flow, each
// subtree takes a strip of its own and a consumer is centred over its inputs.
func arrange(p *planner.Plan, dir Direction) *layout {
	l := &layout{dir: dir, small: len(p.Nodes) > manyNodes}
	byNode := l.chains(p)
	l.layers()
	next := margin
	for _, r := range p.Roots {
		if s := at(byNode, r); s != nil {
			l.strip(s, &next)
			next += gapAcross
		}
	}
	l.place()
	return l
}

// chains makes the stacks and joins them as the plan's inputs say.
func (l *layout) chains(p *planner.Plan) []*stack {
	consumers := make([]int, len(p.Nodes))
	for i := range p.Nodes {
		for _, in := range p.Nodes[i].Inputs {
			if int(in) >= 0 && int(in) < len(consumers) {
				consumers[in]++
			}
		}
	}
	byNode := make([]*stack, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		s := byNode[i]
		if s == nil {
			s = &stack{}
			byNode[i] = s
			l.stacks = append(l.stacks, s)
		}
		s.boxes = append([]*box{newBox(n, l.small)}, s.boxes...)
		if l.small && len(n.Inputs) == 1 && int(n.Inputs[0]) > i && consumers[n.Inputs[0]] == 1 {
			byNode[n.Inputs[0]] = s
		}
	}
	for i := range p.Nodes {
		for _, in := range p.Nodes[i].Inputs {
			if from := at(byNode, in); from != nil && from != byNode[i] {
				byNode[i].inputs = append(byNode[i].inputs, from)
				l.edges = append(l.edges, edge{from, byNode[i]})
			}
		}
	}
	for _, s := range l.stacks {
		s.size()
	}
	return byNode
}

// size makes the boxes of a stack equally wide, with room for their modes.
func (s *stack) size() {
	for _, b := range s.boxes {
		w := b.w
		if b != s.last() {
			w += chipsWidth(b.node.Mode) + 4
		}
		s.w = max(s.w, w)
		s.h += b.h
	}
}

func at(byNode []*stack, id planner.NodeID) *stack {
	if int(id) < 0 || int(id) >= len(byNode) {
		return nil
	}
	return byNode[id]
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

// layers puts each stack one layer behind its farthest consumer.
func (l *layout) layers() {
	// Consumers stand before their inputs, so one pass in order settles most;
	// the bound keeps a plan that breaks this rule from looping.
	for range l.stacks {
		changed := false
		for _, s := range l.stacks {
			for _, from := range s.inputs {
				if from.layer < s.layer+1 && s.layer < len(l.stacks) {
					from.layer = s.layer + 1
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
func (l *layout) strip(s *stack, next *float64) float64 {
	if s.placed {
		return s.across
	}
	s.placed = true
	s.extent = s.h
	if l.dir == Down {
		s.extent = s.w
	}
	start := *next
	first, last, own := 0.0, 0.0, 0
	for _, from := range s.inputs {
		if from.placed {
			continue
		}
		m := l.strip(from, next)
		if own == 0 {
			first = m
		}
		last = m
		own++
	}
	if own == 0 {
		s.across = start + s.extent/2
		*next = start + s.extent + gapAcross
		return s.across
	}
	s.across = (first + last) / 2
	// A consumer that is larger than its only input must not leave its strip.
	if over := start - (s.across - s.extent/2); over > 0 {
		shift(s, over, map[*stack]bool{})
		*next += over
	}
	*next = max(*next, s.across+s.extent/2+gapAcross)
	return s.across
}

// shift moves a subtree that was placed just now.
func shift(s *stack, by float64, moved map[*stack]bool) {
	if moved[s] || !s.placed {
		return
	}
	moved[s] = true
	s.across += by
	for _, from := range s.inputs {
		if from.layer == s.layer+1 {
			shift(from, by, moved)
		}
	}
}

// place turns layers and strips into coordinates.
func (l *layout) place() {
	deepest := 0
	for _, s := range l.stacks {
		deepest = max(deepest, s.layer)
	}
	sizes := make([]float64, deepest+1)
	for _, s := range l.stacks {
		along := s.w
		if l.dir == Down {
			along = s.h
		}
		sizes[s.layer] = max(sizes[s.layer], along)
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
	for _, s := range l.stacks {
		if l.dir == Right {
			s.x = starts[s.layer] + (sizes[s.layer]-s.w)/2
			s.y = s.across - s.h/2
		} else {
			s.y = starts[s.layer] + (sizes[s.layer]-s.h)/2
			s.x = s.across - s.w/2
		}
		across = max(across, s.across+s.extent/2)
		y := s.y
		for _, b := range s.boxes {
			b.x, b.y, b.w = s.x, y, s.w
			y += b.h
		}
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
	for _, s := range l.stacks {
		out[s.layer] = max(out[s.layer], chipsWidth(s.last().node.Mode)+gapAlong)
	}
	return out
}
