package planner

import (
	"slices"
	"strconv"
	"strings"
)

// Summarize says the verdict of an answer as a sentence or two.
func Summarize(a *Answer) string {
	switch a.Verdict {
	case Planned:
		if a.Plan == nil {
			return "Flink 2.3 plans this."
		}
		return "Flink 2.3 plans this. " + a.Plan.summary()
	case Rejected:
		return "Flink 2.3 refuses this."
	case NotModelled:
		construct := "a construct in it"
		if a.Unmodelled != nil {
			construct = a.Unmodelled.Construct
		}
		return "No answer: rowkind does not model " + construct + " yet, and does not guess."
	}
	return ""
}

func (p *Plan) summary() string {
	if len(p.Roots) > 3 {
		return "It writes to " + count(len(p.Roots), "sink") + "."
	}
	var parts []string
	for _, r := range p.Roots {
		n := p.Node(r)
		if n == nil {
			continue
		}
		if n.Op != "Sink" {
			parts = append(parts, "The query gives "+stream(n.Mode)+keyWords(n)+".")
			continue
		}
		parts = append(parts, p.sinkSentence(n))
	}
	return strings.Join(parts, " ")
}

func (p *Plan) sinkSentence(sink *Node) string {
	name := "`" + TableName(sink) + "`"
	if len(sink.Inputs) == 0 {
		return "It writes to " + name + "."
	}
	in := p.Node(sink.Inputs[0])
	var out string
	switch {
	case !updates(in.Mode):
		out = "It appends to " + name
	case slices.Contains(in.Mode, "UB"):
		out = "It sends " + name + " " + stream(in.Mode)
	default:
		out = "It upserts into " + name
		out += keyWords(in)
	}
	if sink.Attr("upsertMaterialize") == "true" {
		out += ", through an upsert materializer that the planner inserted"
	}
	return out + "."
}

// TableName is the last part of the table that a sink or scan names.
func TableName(n *Node) string {
	t := n.Attr("table")
	if t == "" {
		return strings.ToLower(n.Op)
	}
	t = strings.Trim(t, "[]")
	if parts := strings.Split(t, ", "); len(parts) >= 3 {
		return strings.Trim(parts[2], "]")
	}
	if i := strings.LastIndexByte(t, '.'); i >= 0 && !strings.Contains(t, ", ") {
		return t[i+1:]
	}
	return t
}

func updates(mode []string) bool {
	return slices.ContainsFunc(mode, func(k string) bool { return k != "I" })
}

func stream(mode []string) string {
	kinds := " (" + strings.Join(mode, ", ") + ")"
	switch {
	case !updates(mode):
		return "an append-only stream" + kinds
	case slices.Contains(mode, "UB"):
		return "a retract stream" + kinds
	}
	return "an upsert stream" + kinds
}

func keyWords(n *Node) string {
	if len(n.UpsertKeys) == 0 {
		return ", without an upsert key"
	}
	k := n.UpsertKeys[0]
	if len(k) == 0 {
		return ", as a single row"
	}
	return ", by upsert key `" + strings.Join(k, ", ") + "`"
}

func count(n int, what string) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n != 1 {
		what += "s"
	}
	if n < len(words) {
		return words[n] + " " + what
	}
	return strconv.Itoa(n) + " " + what
}
