package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rowkind/planner"
)

// reasonWord names the kind of a reason at the head of its line.
func reasonWord(kind string) string {
	switch kind {
	case "produces":
		return "Can send"
	case "asked":
		return "Asked for"
	case "forced":
		return "Because of"
	case "inserted":
		return "Inserted"
	case "normalizes":
		return "Completes"
	case "keeps":
		return "Keeps"
	}
	if kind == "" {
		return "Why"
	}
	return strings.ToUpper(kind[:1]) + kind[1:]
}

// verdictWord is the verdict as a label.
func verdictWord(v planner.Verdict) string {
	switch v {
	case planner.Planned:
		return "planned"
	case planner.Rejected:
		return "refused by Flink"
	case planner.NotModelled:
		return "not modelled"
	}
	return "done"
}

func verdictIcon(v planner.Verdict) string {
	switch v {
	case planner.Planned, planner.Done:
		return "ok"
	case planner.Rejected:
		return "no"
	}
	return "unknown"
}

// tally says how the statements of a script fared.
func tally(v AnswerView) string {
	n := map[planner.Verdict]int{}
	for _, s := range v.Statements {
		n[s.Verdict]++
	}
	var words []string
	if c := n[planner.Planned]; c > 0 {
		words = append(words, plural(c, "statement")+" planned")
	}
	if c := n[planner.Rejected]; c > 0 {
		words = append(words, plural(c, "statement")+" refused")
	}
	if c := n[planner.NotModelled]; c > 0 {
		words = append(words, plural(c, "statement")+" not modelled")
	}
	return join(words)
}

// rootError is the innermost error, whose words are the refusal's.
func rootError(a planner.Answer) *planner.Error {
	if len(a.Errors) == 0 {
		return nil
	}
	return &a.Errors[len(a.Errors)-1]
}

func simpleClass(class string) string {
	return class[strings.LastIndexByte(class, '.')+1:]
}

// sinkInput is what reaches the only sink of a plan; nil where there are more.
func sinkInput(p *planner.Plan) *planner.Node {
	if p == nil || len(p.Roots) != 1 {
		return nil
	}
	root := p.Node(p.Roots[0])
	if root == nil {
		return nil
	}
	if root.Op != "Sink" || len(root.Inputs) != 1 {
		return root
	}
	return p.Node(root.Inputs[0])
}

// summary is the planner's sentence, or the one that every verdict has.
func summary(a planner.Answer) string {
	if a.Summary != "" {
		return a.Summary
	}
	return planner.Summarize(&a)
}

func matrixHead(kind string) string {
	switch kind {
	case "sinks":
		return "Sink"
	case "sources":
		return "Source"
	}
	return "Setting"
}

func secretsHead(n int) string {
	if n == 1 {
		return "One value looks like a secret."
	}
	return plural(n, "value") + " look like secrets."
}

func plainInt(n int) string { return strconv.Itoa(n) }

func schemes(theme string) string {
	if theme == "light" || theme == "dark" {
		return theme
	}
	return "light dark"
}

// shownFixes is how many ways out stand open; the others are a press away.
const shownFixes = 4

// fixView is a fix with the value that its button sends.
type fixView struct {
	planner.Fix
	Value string
}

// fixViews leaves out the fix that only writes the assumptions down: their own
// bar has that button.
func fixViews(s StatementView) []fixView {
	var out []fixView
	for i, f := range s.Fixes {
		if s.Assumed != nil && slices.Equal(f.Edits, s.Assumed.Edits) {
			continue
		}
		out = append(out, fixView{f, fmt.Sprintf("%d.%d", s.Index, i)})
	}
	return out
}

// Long messages are lists of what the grammar expected: their first lines tell.
const longMessage = 9

func messageHead(m string) string {
	m = strings.TrimRight(m, " \n")
	lines := strings.Split(m, "\n")
	if len(lines) <= longMessage {
		return m
	}
	return strings.Join(lines[:2], "\n") + " …"
}

func messageRest(m string) string {
	if strings.Count(strings.TrimRight(m, " \n"), "\n") < longMessage {
		return ""
	}
	return m
}

// longText is how much of a text a page shows.
const longText = 256 << 10

func shownText(s string) string {
	if len(s) > longText {
		return cut(s, longText) + " …"
	}
	return s
}
