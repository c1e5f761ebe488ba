package web

import (
	"fmt"
	"strings"

	"rowkind/planner"
)

// piece is an attribute as the node's line shows it: Flink's text, with the
// middle of what is long folded away. The whole text stands in the opened node.
type piece struct {
	Name, Text string
	Folded     int
}

func (p piece) more() string {
	if p.Folded == 0 {
		return ""
	}
	return fmt.Sprintf(", … %d more", p.Folded)
}

// longAttr is where folding begins; less than spared letters are not worth it.
const (
	longAttr = 64
	spared   = 16
)

// pieces are the attributes of a node's line.
func pieces(n *planner.Node) []piece {
	var out []piece
	for _, a := range n.Attrs {
		p := piece{Name: a.Name, Text: shortTable(a.Name, a.Text)}
		if len(p.Text) > longAttr {
			p.Text, p.Folded = fold(p.Text, a.Name)
		}
		out = append(out, p)
	}
	return out
}

// shortTable leaves out the catalog and database that every script has.
func shortTable(name, text string) string {
	if name != "table" {
		return text
	}
	text = strings.TrimPrefix(text, "default_catalog.default_database.")
	if rest, ok := strings.CutPrefix(text, "[default_catalog, default_database, "); ok {
		// The path stands in brackets of its own, with what the scan took over.
		return strings.TrimSuffix(rest, "]")
	}
	return text
}

// fold keeps the first items of a list and counts the others.
func fold(text, name string) (string, int) {
	items := topLevel(text)
	if name == "table" && len(items) > 1 {
		return items[0], len(items) - 1
	}
	if len(items) < 3 {
		if len(text) < longAttr+spared {
			return text, 0
		}
		return cut(text, longAttr) + "…", 0
	}
	n, size := 0, 0
	for n < len(items) && (n == 0 || size+len(items[n]) < longAttr-12) {
		size += len(items[n]) + 2
		n++
	}
	if n == len(items) {
		return text, 0
	}
	return cut(strings.Join(items[:n], ", "), longAttr*2), len(items) - n
}

func topLevel(s string) []string {
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
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	return append(out, strings.TrimSpace(s[start:]))
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return s[:n]
}

// place is one of the four places of a changelog mode.
type place struct {
	// Letter is empty where the kind is absent.
	Letter, Class, Name string
}

var kindNames = map[string]string{
	"I":  "INSERT (+I)",
	"UB": "UPDATE_BEFORE (−U)",
	"UA": "UPDATE_AFTER (+U)",
	"D":  "DELETE (−D)",
	"PD": "DELETE (−D) that carries only its key",
}

// modePlaces are the four places, always all four and in one order, so that
// modes can be compared down a column.
func modePlaces(mode []string) []place {
	out := make([]place, 4)
	for _, k := range mode {
		p := place{Letter: k, Class: "k k-" + strings.ToLower(k), Name: kindNames[k]}
		switch k {
		case "I":
			out[0] = p
		case "UB":
			out[1] = p
		case "UA":
			out[2] = p
		case "D", "PD":
			out[3] = p
		}
	}
	return out
}

// modeWords is a mode for ears.
func modeWords(mode []string) string {
	if len(mode) == 0 {
		return "sends nothing on"
	}
	var words []string
	for _, k := range mode {
		name, _, _ := strings.Cut(kindNames[k], " (")
		words = append(words, strings.ToLower(strings.ReplaceAll(name, "_", " ")))
	}
	return "sends " + join(words)
}

func keyText(k []string) string {
	if len(k) == 0 {
		return "one row"
	}
	return strings.Join(k, ", ")
}

func lost(n *planner.Node) []string {
	if n.KeyJourney != nil && n.KeyJourney.Step == "lost" {
		return n.KeyJourney.Lost
	}
	return nil
}

// stateLevel is the number of bars of a state mark.
func stateLevel(s *planner.State) int {
	if s == nil {
		return 0
	}
	switch s.Class {
	case planner.StateLow:
		return 1
	case planner.StateMedium:
		return 2
	case planner.StateHigh:
		return 3
	}
	return 0
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
