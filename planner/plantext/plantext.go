// Package plantext reads a physical plan back from the text that Flink prints.
// What is planned here comes with its tree; plantext is for answers of which
// only the text is kept: recorded ones, and those of other versions.
package plantext

import (
	"strings"

	"rowkind/planner"
)

// Parse reads a plan as Flink prints it with changelog modes and, in the keys
// form, with upsert keys. A subtree that is printed twice becomes two.
func Parse(text string) *planner.Plan {
	p := &planner.Plan{Roots: []planner.NodeID{}, Nodes: []planner.Node{}}
	type open struct {
		depth int
		id    planner.NodeID
	}
	var path []open
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		body := strings.TrimLeft(line, " :|+-")
		if body == "" {
			continue
		}
		depth := len(line) - len(body)
		n := node(body)
		n.ID = planner.NodeID(len(p.Nodes))
		for len(path) > 0 && path[len(path)-1].depth >= depth {
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			p.Roots = append(p.Roots, n.ID)
		} else {
			parent := &p.Nodes[path[len(path)-1].id]
			parent.Inputs = append(parent.Inputs, n.ID)
		}
		path = append(path, open{depth, n.ID})
		p.Nodes = append(p.Nodes, n)
	}
	return p
}

// node reads one line without its indentation.
func node(line string) planner.Node {
	n := planner.Node{Line: line, Attrs: []planner.Attr{}, Mode: []string{}}
	op, rest, ok := strings.Cut(line, "(")
	n.Op = op
	if !ok {
		return n
	}
	for _, part := range split(strings.TrimSuffix(rest, ")"), ',') {
		name, text, _ := strings.Cut(strings.TrimSpace(part), "=")
		text = unwrap(text)
		switch name {
		case "changelogMode":
			if text != "NONE" {
				n.Mode = strings.Split(text, ",")
			}
		case "upsertKeys":
			for _, k := range split(text, ',') {
				if k = unwrap(strings.TrimSpace(k)); k == "" {
					n.UpsertKeys = append(n.UpsertKeys, []string{})
					continue
				}
				n.UpsertKeys = append(n.UpsertKeys, strings.Split(k, ", "))
			}
		default:
			n.Attrs = append(n.Attrs, planner.Attr{Name: name, Text: text})
		}
	}
	n.Inserted = n.Op == "ChangelogNormalize" || n.Op == "DropUpdateBefore" || has(n.Attrs, "upsertMaterialize", "true")
	return n
}

func has(attrs []planner.Attr, name, text string) bool {
	for _, a := range attrs {
		if a.Name == name && a.Text == text {
			return true
		}
	}
	return false
}

func unwrap(s string) string {
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		return s[1 : len(s)-1]
	}
	return s
}

// split cuts at a separator that stands outside brackets and quotes.
func split(s string, sep byte) []string {
	var out []string
	depth, start, quoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'' && !strings.HasPrefix(s[i:], "'w$"): // a window's name, not a literal
			quoted = !quoted
		case quoted:
		case c == '[' || c == '(' || c == '{':
			depth++
		case c == ']' || c == ')' || c == '}':
			depth--
		case c == sep && depth == 0:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	if strings.TrimSpace(s[start:]) != "" {
		out = append(out, s[start:])
	}
	return out
}
