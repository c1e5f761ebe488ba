package planner

import (
	"slices"
	"strings"
)

// explain gives every refusal its meaning in the terms of the script.
func explainRefusals(script string, res *Result) {
	for i := range res.Statements {
		s := &res.Statements[i]
		if s.Verdict != Rejected || len(s.Errors) == 0 {
			continue
		}
		root := &s.Errors[len(s.Errors)-1]
		root.Explanation = meaningOf(script, res, s, root)
		explainAssumed(script, res, s)
	}
}

// explainAssumed gives the refusal of a sketch that was read on its meaning.
func explainAssumed(script string, res *Result, s *Statement) {
	if s.Assumed == nil || len(s.Assumed.Errors) == 0 {
		return
	}
	root := &s.Assumed.Errors[len(s.Assumed.Errors)-1]
	root.Explanation = meaningOf(script, res, s, root)
}

// meaningOf finds the first meaning whose mark the message holds; where there is none, it says at least which words of the
// script the message is about.
func meaningOf(script string, res *Result, s *Statement, root *Error) string {
	r := refusal{res: res, s: s, message: root.Message}
	if at := root.Span; at != nil && at.End <= len(script) && *at != s.Span && !at.Empty() {
		r.sql = shorten(script[at.Start:at.End])
	}
	if m := meaningFor(root.Message); m != nil {
		return m.say(r)
	}
	if r.sql == "" {
		return unexplained + "this statement."
	}
	return unexplained + "`" + r.sql + "`."
}

// meaningTables are all meanings, in the order in which they are looked through.
var meaningTables = [][]meaning{meanings, rarerMeanings, optionMeanings, lastMeanings, latestMeanings}

func meaningFor(message string) *meaning {
	for _, table := range meaningTables {
		for i := range table {
			m := &table[i]
			if strings.HasPrefix(message, m.mark) || m.anywhere && strings.Contains(message, m.mark) {
				return m
			}
		}
	}
	return nil
}

// unexplained begins what is said of a message that no meaning fits.
const unexplained = "Flink says this of "

// refusal is what a meaning is told.
type refusal struct {
	res     *Result
	s       *Statement
	message string
	// sql are the words of the script that the refusal is about, empty where that is the whole statement.
	sql string
}

// quoted gives the n-th piece in single quotes, from 0.
func (r refusal) quoted(n int) string {
	rest := r.message
	for ; ; n-- {
		_, after, ok := strings.Cut(rest, "'")
		if !ok {
			return ""
		}
		in, behind, ok := strings.Cut(after, "'")
		if !ok {
			return ""
		}
		if n == 0 {
			return in
		}
		rest = behind
	}
}

// after gives the message's first line behind a mark.
func (r refusal) after(mark string) string {
	_, rest, _ := strings.Cut(r.message, mark)
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(line, ".")
}

// table is the table that the connector's refusal is about, or that an INSERT writes to.
func (r refusal) table() string {
	if t := simpleName(refusedTable(r.s)); t != "" {
		return t
	}
	return "the table"
}

type meaning struct {
	mark     string
	anywhere bool
	say      func(refusal) string
}

// text is a meaning that is a rule, and the words of the script that it is about.
func text(s string) func(refusal) string {
	return func(r refusal) string {
		if r.sql == "" {
			return s
		}
		return s + " Here: `" + r.sql + "`."
	}
}

// producer says which clause of the script a node of Flink's message stands for.
func producer(node string) string {
	op, _, _ := strings.Cut(node, "(")
	inside := func(name string) string { return between(node, name+"=[", "]") }
	switch op {
	case "GroupAggregate", "GlobalGroupAggregate", "LocalGroupAggregate", "IncrementalGroupAggregate":
		if g := inside("groupBy"); g != "" {
			return "the aggregation by " + g + ", which replaces a group's result with each new row"
		}
		return "the aggregation over all rows, which replaces its result with each new row"
	case "GroupWindowAggregate":
		return "the group window, which sends results before the window ends and replaces them"
	case "Join":
		switch inside("joinType") {
		case "LeftOuterJoin", "RightOuterJoin", "FullOuterJoin":
			return "the outer join " + inside("where") + ", which takes back a row padded with NULLs once a match arrives"
		case "LeftAntiJoin":
			return "the NOT IN or NOT EXISTS, which takes a row back once a match arrives"
		}
		return "the join " + inside("where") + ", whose inputs are updated"
	case "Rank", "Deduplicate":
		if p := inside("partitionBy"); p != "" {
			return "the ROW_NUMBER() by " + p + ", where a new row pushes another one out"
		}
		return "the ROW_NUMBER(), where a new row pushes another one out"
	case "SortLimit", "Limit":
		return "the LIMIT, where a new row pushes another one out"
	case "ChangelogNormalize":
		return "a source that delivers updates by its key " + inside("key") + " (Flink puts a ChangelogNormalize above it)"
	case "TableSourceScan":
		t := strings.SplitN(between(node, "table=[[", "]"), ", ", 4)
		if len(t) >= 3 {
			return "table " + t[2] + ", whose connector delivers a changelog"
		}
		return "a source that delivers a changelog"
	case "OverAggregate":
		return "the OVER window ordered by a column that is no time attribute, whose results change as rows arrive"
	case "DropUpdateBefore":
		return "a changelog source"
	case "ProcessTableFunction":
		return "the table function " + strings.ToUpper(between(node, "invocation=[", "(")) + ", which makes a changelog"
	case "Union":
		return "a UNION of which one side is updated"
	}
	return "the operator " + op
}

// consumer says what the requester of Flink's message stands for.
func consumer(who string) string {
	switch {
	case strings.HasPrefix(who, "Table sink '"):
		return "The sink " + simpleName(strings.TrimSuffix(strings.TrimPrefix(who, "Table sink '"), "'")) + " only takes inserted rows"
	case strings.Contains(who, "OverAggregate"):
		return "OVER ordered by time only takes inserted rows"
	case strings.Contains(who, "IntervalJoin"):
		return "An interval join only takes inserted rows"
	case strings.Contains(who, "WindowJoin"), strings.Contains(who, "WindowRank"), strings.Contains(who, "WindowDeduplicate"):
		return "A join, Top-N or deduplication by window only takes inserted rows"
	case strings.Contains(who, "TemporalSort"):
		return "ORDER BY time only takes inserted rows"
	case strings.Contains(who, "Match"):
		return "MATCH_RECOGNIZE only takes inserted rows"
	}
	return "This operator only takes inserted rows"
}

func sayNotConsumed(r refusal) string {
	who, rest, _ := strings.Cut(r.message, " doesn't support consuming ")
	kinds, node, _ := strings.Cut(rest, " changes which is produced by node ")
	return consumer(who) + ", but " + kinds + " changes reach it. They come from " + producer(node) + "."
}

func sayKeyDiffers(r refusal) string {
	sink, pk := simpleName(r.quoted(0)), between(r.message, "Primary key: [", "]")
	const ask = " Flink 2.3 wants to be told what to do then (ON CONFLICT)."
	keys := upsertKeysIn(r.message)
	if len(keys) == 0 {
		return "The rows of this query have no upsert key." + r.noKey() + " So for all Flink knows two of them may meet on (" + pk + "), the primary key of " + sink + "." + ask
	}
	var names []string
	for _, k := range keys {
		names = append(names, "("+strings.Join(k, ", ")+")")
	}
	return "The query's rows are identified by " + strings.Join(names, " or ") + ", the rows of " + sink + " by (" + pk +
		"). Two rows of the query may therefore meet on one primary key." + ask
}

// noKey says why the rows that are refused have no upsert key: where the keys of the tables are lost, or which table never
// had one.
func (r refusal) noKey() string {
	if r.s.below == nil {
		return ""
	}
	var texts []string
	r.s.below.keyless(r.s.below.Roots[0], func(n *Node) {
		text := ""
		switch {
		case n.KeyJourney != nil:
			text = n.KeyJourney.Text
		case n.Op == "TableSourceScan":
			text = "Table " + strings.TrimPrefix(n.Name, "the source ") + " declares no primary key."
		}
		if text != "" && !slices.Contains(texts, text) && len(texts) < 3 {
			texts = append(texts, text)
		}
	})
	if len(texts) == 0 {
		return ""
	}
	return " " + strings.Join(texts, " ")
}

// keyless visits the nodes, nearest to id first, from which there is no upsert key upward: those that lose one and the
// tables that have none.
func (p *Plan) keyless(id NodeID, visit func(*Node)) {
	n := &p.Nodes[id]
	if len(n.UpsertKeys) > 0 {
		return
	}
	if n.KeyJourney != nil || len(n.Inputs) == 0 {
		visit(n)
	}
	if n.KeyJourney != nil && n.KeyJourney.Step == "none" {
		return
	}
	for _, in := range n.Inputs {
		// What a join loses, the shuffle to it has lost before.
		if x := &p.Nodes[in]; x.Op == "Exchange" && n.KeyJourney != nil {
			in = x.Inputs[0]
		}
		p.keyless(in, visit)
	}
}

func sayConflictWatermark(r refusal) string {
	list := r.after("following source(s) do not: ")
	list, _, _ = strings.Cut(list, ". Please")
	var names []string
	for _, t := range strings.Split(list, ", ") {
		names = append(names, simpleName(t))
	}
	strategy := between(r.message, "ON CONFLICT DO ", " requires")
	return "DO " + strategy + " settles a conflict when the watermark passes it, so each source needs one; " + strings.Join(names, ", ") + " has none."
}

func saySchema(r refusal) string {
	sink := simpleName(between(r.message, "sink for '", "'"))
	cause := r.after("Cause: ")
	return "Columns are matched by position, not by name, and only widened where nothing is lost. " + sink + ": " + strings.ToLower(cause[:min(1, len(cause))]) + cause[min(1, len(cause)):] + "."
}

func sayMissingOptions(r refusal) string {
	return "The connector of " + r.table() + " needs " + strings.Join(missingOptions(r.message), ", ") + "."
}

func sayNotFound(r refusal) string {
	name := r.quoted(0)
	if strings.Contains(r.message, "did you mean") {
		return "Names are case-sensitive in Flink: write it as it was declared, " + r.quoted(strings.Count(r.message, "'")/2-1) + "."
	}
	return "Nothing called " + name + " is declared before this statement."
}
