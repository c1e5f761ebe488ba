package diagram

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"rowkind/planner"
)

// Inline draws the plan for a page, whose style sheet colours it.
func Inline(p *planner.Plan, dir Direction) string {
	l := arrange(p, dir)
	var b strings.Builder
	class := "diagram wide"
	if dir == Down {
		class = "diagram tall"
	}
	l.open(&b, class, "")
	l.body(&b)
	b.WriteString("</svg>")
	return b.String()
}

// Standalone draws the plan as a file that needs no other. Style is the text of
// its style element, the same for every file, so that a policy can name its hash.
func Standalone(p *planner.Plan, title string) string {
	l := arrange(p, Right)
	var b strings.Builder
	l.open(&b, "diagram", ` xmlns="http://www.w3.org/2000/svg"`)
	fmt.Fprintf(&b, "<title>%s</title><style>%s</style>", html.EscapeString(title), Style)
	l.body(&b)
	b.WriteString("</svg>\n")
	return b.String()
}

// Style colours a standalone drawing, in light and dark; in print it is black.
const Style = `.diagram{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:#fdfdfb;color:#1b1f24}
.box{fill:#fff;stroke:#8b9199}.ins .box{stroke-dasharray:4 3;stroke:#1b1f24}.name{font-size:12px;font-weight:600;fill:#1b1f24}
.det,.key{font-size:11px;fill:#555c65}.edge{fill:none;stroke:#8b9199}.chip{font-size:10px;font-weight:600;text-anchor:middle}
.k-i rect{fill:#d6f0e6;stroke:#00805c}.k-i text{fill:#00513a}.k-ub rect{fill:#fdecc8;stroke:#b97a00}.k-ub text{fill:#5f3f00}
.k-ua rect{fill:#d8e8f6;stroke:#0068a3}.k-ua text{fill:#004470}.k-d rect{fill:#fbdfd0;stroke:#c24f00}.k-d text{fill:#7d2e00}
.k-pd rect{fill:none;stroke:#c24f00}.k-pd text{fill:#7d2e00}
@media (prefers-color-scheme:dark){.diagram{background:#15181b;color:#e6e6e1}.box{fill:#1c2024;stroke:#6b737c}.ins .box{stroke:#e6e6e1}
.name{fill:#e6e6e1}.det,.key{fill:#a3aab2}.edge{stroke:#6b737c}.k-i rect{fill:#0c3a2c;stroke:#1c9c74}.k-i text{fill:#8be3c4}
.k-ub rect{fill:#453209;stroke:#c98a12}.k-ub text{fill:#ffcb6b}.k-ua rect{fill:#0e3350;stroke:#2f8acb}.k-ua text{fill:#96cdf7}
.k-d rect{fill:#4a230b;stroke:#dd6b20}.k-d text{fill:#ffb48a}.k-pd rect{fill:none;stroke:#dd6b20}.k-pd text{fill:#ffb48a}}
@media print{.diagram{background:none}.box,.chip rect{fill:none;stroke:#000}.diagram text{fill:#000}.edge{stroke:#000}}`

func (l *layout) open(b *strings.Builder, class, extra string) {
	fmt.Fprintf(b, `<svg class="%s"%s viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-label="%s">`,
		class, extra, num(l.width), num(l.height), num(l.width), num(l.height), l.words())
}

// words says the diagram to who cannot see it.
func (l *layout) words() string {
	operators := 0
	for _, s := range l.stacks {
		operators += len(s.boxes)
	}
	return fmt.Sprintf("Diagram of the plan: %d operators, the same as in the list.", operators)
}

func (l *layout) body(b *strings.Builder) {
	for _, e := range l.edges {
		l.line(b, e)
	}
	for _, s := range l.stacks {
		for _, x := range s.boxes {
			drawBox(b, x)
			if x != s.last() {
				drawChips(b, x.node.Mode, x.x+x.w-chipsWidth(x.node.Mode)-4, x.y+(x.h-14)/2)
			}
		}
	}
	for _, e := range l.edges {
		l.chips(b, e)
	}
}

// ends are where an edge leaves the last box of a stack and meets the first of another.
func (l *layout) ends(e edge) (x1, y1, x2, y2 float64) {
	from, to := e.from.last(), e.to.boxes[0]
	if l.dir == Right {
		return from.x + from.w, from.y + from.h/2, to.x, to.y + to.h/2
	}
	return from.x + from.w/2, from.y + from.h, to.x + to.w/2, to.y
}

func (l *layout) line(b *strings.Builder, e edge) {
	x1, y1, x2, y2 := l.ends(e)
	if l.dir == Right {
		// The bend is next to the consumer: the part that carries the mode is straight.
		bend := x2 - 26
		fmt.Fprintf(b, `<path class="edge" d="M%s %sH%sC%s %s %s %s %s %s"/>`, num(x1), num(y1), num(bend),
			num(bend+16), num(y1), num(bend+8), num(y2), num(x2), num(y2))
	} else {
		fmt.Fprintf(b, `<path class="edge" d="M%s %sV%sC%s %s %s %s %s %s"/>`, num(x1), num(y1), num(y1+22),
			num(x1), num(y2-4), num(x2), num(y2-14), num(x2), num(y2))
	}
}

func drawBox(b *strings.Builder, x *box) {
	class := "node"
	if x.node.Inserted {
		class += " ins"
	}
	fmt.Fprintf(b, `<g class="%s" data-node="%d"><title>%s</title><rect class="box" x="%s" y="%s" width="%s" height="%s" rx="3"/>`,
		class, x.node.ID, html.EscapeString(x.node.Line), num(x.x), num(x.y), num(x.w), num(x.h))
	y := x.y + lineHeight + 1
	text := func(class, s string, dx float64) {
		fmt.Fprintf(b, `<text class="%s" x="%s" y="%s">%s</text>`, class, num(x.x+padX+dx), num(y), html.EscapeString(s))
		y += lineHeight
	}
	text("name", x.name, 0)
	for _, s := range x.lines {
		text("det", s, 0)
	}
	if x.key != "" {
		fmt.Fprintf(b, `<path class="edge" d="M%s %sh8m-3 0v3m3-3v3"/><circle class="edge" cx="%s" cy="%s" r="2.5"/>`,
			num(x.x+padX+4), num(y-4), num(x.x+padX+2), num(y-4))
		text("key", x.key, 16)
	}
	b.WriteString("</g>")
}

// chips sets the mode on its edge, next to the node that it leaves.
func (l *layout) chips(b *strings.Builder, e edge) {
	x, y, _, _ := l.ends(e)
	mode := e.from.last().node.Mode
	if l.dir == Right {
		drawChips(b, mode, x+5, y-7)
	} else {
		drawChips(b, mode, x-chipsWidth(mode)/2, y+4)
	}
}

func drawChips(b *strings.Builder, mode []string, x, y float64) {
	for _, k := range mode {
		w := chipWidth(k)
		fmt.Fprintf(b, `<g class="chip k-%s"><rect x="%s" y="%s" width="%s" height="14" rx="2"/><text x="%s" y="%s">%s</text></g>`,
			strings.ToLower(html.EscapeString(k)), num(x), num(y), num(w), num(x+w/2), num(y+10.5), html.EscapeString(k))
		x += w + 2
	}
}

func chipsWidth(mode []string) float64 {
	width := 0.0
	for _, k := range mode {
		width += chipWidth(k) + 2
	}
	return width
}

func chipWidth(k string) float64 {
	if len(k) == 1 {
		return 12
	}
	return 18
}

func num(f float64) string {
	return strconv.FormatFloat(float64(int(f*10+0.5))/10, 'f', -1, 64)
}
