package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"rowkind/planner"
	"rowkind/static"
	"rowkind/web/card"
	"rowkind/web/diagram"
)

// Headline names an answer in a few words, for titles.
func Headline(a AnswerView) string {
	switch len(a.Statements) {
	case 0:
		return "A script without a plan"
	case 1:
		s := a.Statements[0]
		return head(s.Title) + ": " + verdictWord(s.Verdict)
	}
	return tally(a)
}

// head cuts a statement's title after its target.
func head(title string) string {
	f := strings.Fields(title)
	if len(f) >= 3 && strings.EqualFold(f[0], "INSERT") {
		return strings.Join(f[:3], " ")
	}
	if len(title) > 48 {
		return cut(title, 46) + "…"
	}
	return title
}

// Gist is an answer in a sentence, for who sees only a link.
func Gist(a AnswerView) string {
	if len(a.Statements) == 0 {
		return "A Flink SQL script."
	}
	s := a.Statements[0]
	out := summary(s.Answer)
	if e := rootError(s.Answer); e != nil {
		first, _, _ := strings.Cut(e.Message, "\n")
		out += " " + first
	}
	if len(a.Statements) > 1 {
		out = tally(a) + ". " + out
	}
	if len(out) > 280 {
		out = cut(out, 278) + "…"
	}
	return out
}

// PlainText is the answer as a text file.
func PlainText(a AnswerView) string {
	var b strings.Builder
	for i, s := range a.Statements {
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "-- %s (line %d)\n-- %s\n", s.Title, s.Line, summary(s.Answer))
		if e := rootError(s.Answer); e != nil {
			b.WriteString("\n" + e.Message + "\n")
		}
		if s.Assumed != nil {
			b.WriteString("\n-- Assumed:\n")
			for _, e := range s.Assumed.Edits {
				b.WriteString("--   " + e.Why + "\n")
			}
		}
		if s.Shown.Explain != "" {
			b.WriteString("\n" + strings.TrimRight(s.Shown.Explain, "\n") + "\n")
		}
	}
	return b.String()
}

// Markdown is the answer for a page or a review: the plan as a fenced block.
func Markdown(a AnswerView, url string) string {
	var b strings.Builder
	for i, s := range a.Statements {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(markdownProse(summary(s.Answer)) + "\n\n")
		fenced(&b, "sql", s.SQL)
		if e := rootError(s.Answer); e != nil {
			fenced(&b, "text", e.Message)
		}
		if s.Assumed != nil {
			b.WriteString("Assumed:\n\n")
			for _, e := range s.Assumed.Edits {
				b.WriteString("- " + markdownProse(e.Why) + "\n")
			}
			b.WriteString("\n")
		}
		if s.Shown.Keys != "" {
			fenced(&b, "text", s.Shown.Keys)
		}
	}
	b.WriteString("[Open in rowkind](" + url + ")\n")
	return b.String()
}

// fenced writes a code block whose fence is longer than any in the text.
func fenced(b *strings.Builder, lang, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	b.WriteString(fence + lang + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n\n")
}

func markdownProse(s string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, "`") {
		if i%2 == 1 {
			b.WriteString("`" + part + "`")
		} else {
			b.WriteString(strings.NewReplacer("<", `\<`, "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`).Replace(part))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// firstPlan is the first statement that has a plan.
func firstPlan(a AnswerView) *planner.Plan {
	for _, s := range a.Statements {
		if s.Shown.Plan != nil && len(s.Shown.Plan.Nodes) > 0 {
			return s.Shown.Plan
		}
	}
	return nil
}

// SVG is the diagram of the first plan as a file; empty where there is none.
func SVG(a AnswerView) string {
	p := firstPlan(a)
	if p == nil {
		return ""
	}
	return diagram.Standalone(p, Headline(a))
}

// SVGPolicy lets a drawing have its one style and nothing else.
var SVGPolicy = "default-src 'none'; style-src '" + hashOf(diagram.Style) + "'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// fileStyle is the style sheet as the one-file page holds it.
var fileStyle = string(static.Read("app.css"))

// FilePolicy lets the one-file page have its one style and nothing else; a meta
// element can't hold the part about frames.
var (
	fileMeta   = "default-src 'none'; style-src '" + hashOf(fileStyle) + "'; base-uri 'none'; form-action 'none'"
	FilePolicy = fileMeta + "; frame-ancestors 'none'"
)

func hashOf(style string) string {
	sum := sha256.Sum256([]byte(style))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// FileOf is the one-file page.
func FileOf(a AnswerView, url string) templ.Component {
	return File(EmbedView{Title: Headline(a), Statements: a.Statements, URL: url}, fileStyle, fileMeta)
}

// Card is the picture that goes with a link.
func Card(a AnswerView) ([]byte, error) {
	c := card.Card{Title: Headline(a), Text: Gist(a)}
	if len(a.Statements) > 0 {
		s := a.Statements[0]
		c.Title = head(s.Title)
		c.Verdict = verdictWord(s.Verdict)
		c.Refused = s.Verdict != planner.Planned
		if p := s.Shown.Plan; p != nil {
			c.Steps = spine(p)
		}
	}
	return card.Draw(c)
}

// spine is the way from the sink down the first inputs, source first.
func spine(p *planner.Plan) []card.Step {
	var steps []card.Step
	seen := map[planner.NodeID]bool{}
	if len(p.Roots) == 0 {
		return nil
	}
	for id := p.Roots[0]; !seen[id]; {
		n := p.Node(id)
		if n == nil {
			break
		}
		seen[id] = true
		name := n.Op
		if n.Op == "Sink" || n.Op == "TableSourceScan" {
			name = planner.TableName(n)
		}
		steps = append([]card.Step{{Name: name, Mode: n.Mode, Inserted: n.Inserted}}, steps...)
		if len(n.Inputs) == 0 {
			break
		}
		id = n.Inputs[0]
	}
	return steps
}
