package planner

import (
	"context"
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/parse"
)

// candidate is an edit that a senior engineer would try; it is offered only if the edited script plans.
type candidate struct {
	title, effect, risk string
	edits               []Edit
	// insert is the table of the one INSERT of a statement set that is changed, empty for none.
	insert string
}

// fixer tries fixes for one statement.
type fixer struct {
	ctx    context.Context
	script string
	res    *Result
	s      *Statement
	// in is the statement that the text is of: s, or an INSERT before the END that answers for it. start is where the script
	// can be told something before it.
	in     *Statement
	start  int
	plan   planFunc
	stmt   ast.Statement
	insert *ast.Insert
	ofSet  bool // insert is one of several
	// sink is the declaration of the table that is written to, at offset sinkAt; nil if the script does not hold it.
	sink   *ast.CreateTable
	sinkAt int
	// root is the top of the query's own plan, once rooted.
	root   *Node
	rooted bool
	// queryShort is what the query on its own fell short of.
	queryShort []FellShort
}

// maxFixes bounds the fixes that are shown for a statement.
const maxFixes = 8

// fix gives every statement that is refused or costly its fixes.
func fix(ctx context.Context, script string, res *Result, plan planFunc) {
	for i := range res.Statements {
		s := &res.Statements[i]
		if ctx.Err() != nil {
			return
		}
		if s.Verdict != Rejected && s.Verdict != Planned {
			continue
		}
		if s.Assumed != nil && s.Assumed.Verdict == Rejected {
			s.Fixes = fixAssumed(ctx, script, s, plan)
			continue
		}
		fs := fixersOf(ctx, script, res, s, plan)
		s.Fixes = fs[0].offer(allCandidates(fs))
	}
}

// fixAssumed offers what helps a sketch that is refused even with the edits that it is read with; those are part of each
// fix.
func fixAssumed(ctx context.Context, script string, s *Statement, plan planFunc) []Fix {
	p := patch{original: script, edits: sortedEdits(s.Assumed.Edits)}
	mended := p.text()
	res := plan.whole(ctx, mended)
	for i := range res.Statements {
		twin := &res.Statements[i]
		if p.inOriginal(twin.Span.End) != s.Span.End || twin.Verdict != Rejected {
			continue
		}
		fs := fixersOf(ctx, mended, &res, twin, plan)
		var out []Fix
		for _, fix := range fs[0].offer(allCandidates(fs)) {
			if edits, ok := onTop(script, p.edits, fix.Edits); ok {
				fix.Edits = edits
				out = append(out, fix)
			}
		}
		return out
	}
	return nil
}

// onTop gives the edits of a script that do what edits do and then, in the script so edited, what more does.
func onTop(script string, edits, more []Edit) ([]Edit, bool) {
	both := patch{original: script, edits: slices.Clone(sortedEdits(edits))}
	now := Apply(script, edits)
	own := sortedEdits(more)
	for k := len(own) - 1; k >= 0; k-- {
		if !both.replace(own[k].Span, own[k].New, own[k].Why) {
			return nil, false
		}
	}
	return both.edits, both.text() == Apply(now, more)
}

func newFixer(ctx context.Context, script string, res *Result, s *Statement, plan planFunc) *fixer {
	f := &fixer{ctx: ctx, script: script, res: res, s: s, in: s, start: s.Span.Start, plan: plan}
	st, err := parse.Statement(s.SQL)
	if err == nil {
		f.stmt = st
		f.insert = insertOf(st)
	}
	if f.insert != nil {
		f.sink, f.sinkAt = declaration(res, s, f.insert.Table.Simple())
	}
	return f
}

// insertOf is the INSERT that a statement holds: itself, explained, executed, or the only one of a set.
func insertOf(st ast.Statement) *ast.Insert {
	switch x := st.(type) {
	case *ast.Insert:
		return x
	case *ast.Explain:
		return insertOf(x.Statement)
	case *ast.Execute:
		return insertOf(x.Statement)
	case *ast.StatementSet:
		if len(x.Inserts) == 1 {
			return x.Inserts[0]
		}
	}
	return nil
}

// candidates lists what to try, best first.
func (f *fixer) candidates() []candidate {
	if f.s.Verdict == Planned {
		return f.costCandidates()
	}
	if f.s.Assumed != nil {
		return []candidate{f.writeAssumed()}
	}
	root := ""
	if n := len(f.s.Errors); n > 0 {
		root = f.s.Errors[n-1].Message
	}
	for _, r := range refusalFixes {
		if strings.Contains(root, r.message) {
			return r.candidates(f, root)
		}
	}
	return nil
}

// writeAssumed writes what was assumed into the script.
func (f *fixer) writeAssumed() candidate {
	var whys []string
	for _, e := range f.s.Assumed.Edits {
		for _, why := range strings.Split(e.Why, "; ") {
			if !slices.Contains(whys, why) {
				whys = append(whys, why)
			}
		}
	}
	effect := "The statement is then accepted: "
	if f.s.Assumed.Verdict == Planned {
		effect = "The script then plans as shown: "
	}
	return candidate{title: "Write the assumptions into the script", effect: effect + strings.Join(whys, "; ") + ".", edits: f.s.Assumed.Edits}
}

// refusalFixes says what to try for each refusal, by a part of its root message that no other one has.
var refusalFixes = []struct {
	message    string
	candidates func(*fixer, string) []candidate
}{
	{"has an upsert key that differs from the primary key", (*fixer).keyDiffers},
	{"doesn't support consuming", (*fixer).notConsumed},
	{"requires all source tables to define watermarks", (*fixer).conflictWatermark},
	{"ON CONFLICT clause is only allowed for upsert sinks", (*fixer).conflictNotAllowed},
	{"tables require to define a PRIMARY KEY constraint", (*fixer).keyRequired},
	{"please declare primary key for sink table", (*fixer).keyRequired},
	{"doesn't support defining PRIMARY KEY constraint", (*fixer).keyRefused},
	{"Sort on a non-time-attribute field is not supported", (*fixer).sortNeedsLimit},
	{"RANK() on streaming table is not supported", (*fixer).rowNumberInstead},
	{"requires the timecol is a time attribute type", (*fixer).needsWatermark},
	{"must be a time attribute type in streaming mode", (*fixer).needsWatermark},
	{"Window aggregate can only be defined over a time attribute", (*fixer).needsWatermark},
	{"requires both primary key and row time attribute in versioned table", (*fixer).versionedTable},
	{"Temporal Table Join requires primary key in versioned table", (*fixer).versionedTable},
	{"must be included in the equivalence condition of temporal join", (*fixer).regularJoin},
	{"Processing-time temporal join is not supported yet", (*fixer).regularJoin},
	{"Primary key must be present", (*fixer).sourceKey},
	{"did you mean '", (*fixer).nameMeant},
	{"Flink doesn't support ENFORCED mode", (*fixer).notEnforced},
	{"UPSERT INTO statement is not supported", (*fixer).insertInstead},
	{"Unsupported options found for '", (*fixer).withoutOptions},
	{"MiniBatch Latency must be greater than", (*fixer).miniBatchNeeds},
	{"Invalid data type of time field for watermark definition", (*fixer).coarserTime},
	{"Column types of query result and sink for '", (*fixer).sinkColumns},
	{"' not found in any table", (*fixer).aliasMeant},
	{"is not being grouped", (*fixer).notGrouped},
	{"Greedy quantifiers are not allowed as the last element", (*fixer).reluctant},
	{"may cause wrong result or error on downstream operators", (*fixer).ignoreNondeterminism},
	{"can not satisfy the determinism requirement", (*fixer).ignoreNondeterminism},
	{"There exists non deterministic function", (*fixer).ignoreNondeterminism},
	{"Bang equal '!=' is not allowed", (*fixer).inFlinksWords},
	{"Encountered \"", (*fixer).inFlinksWords},
}

// offer plans each candidate and keeps those that plan and break nothing.
func (f *fixer) offer(cs []candidate) []Fix {
	var out []Fix
	seen := map[string]bool{}
	for _, c := range cs {
		if len(out) == maxFixes || f.ctx.Err() != nil {
			break
		}
		text := Apply(f.script, c.edits)
		if text == f.script || seen[text] {
			continue
		}
		seen[text] = true
		after := f.plan.whole(f.ctx, text)
		s, ok := f.works(&after, c.edits)
		if !ok && s != nil && c.insert != "" {
			c, s, ok = f.further(c, text, &after, s, maxParts)
		}
		if !ok {
			continue
		}
		changes := compareAnswers(&f.s.Answer, &s.Answer)
		if f.s.Verdict == Planned && len(changes) == 0 {
			continue
		}
		out = append(out, Fix{Title: c.fullTitle(), Effect: c.effect, Risk: c.risk, Edits: c.edits, Changes: changes})
	}
	return out
}

// works finds the statement in the edited script's answer: it must plan, and no other statement may fail that did not
// before.
func (f *fixer) works(after *Result, edits []Edit) (*Statement, bool) {
	p := patch{original: f.script, edits: sortedEdits(edits)}
	var mine *Statement
	verdicts := map[int]Verdict{}
	for i := range f.res.Statements {
		verdicts[f.res.Statements[i].Span.End] = f.res.Statements[i].Verdict
	}
	for i := range after.Statements {
		s := &after.Statements[i]
		end := p.inOriginal(s.Span.End)
		if end == f.s.Span.End {
			mine = s
			continue
		}
		if was, known := verdicts[end]; s.Verdict == Rejected && (!known || was != Rejected) {
			return nil, false
		}
	}
	return mine, after.Problem == nil && mine != nil && (mine.Verdict == Planned || mine.Verdict == Done && f.s.Verdict == Rejected)
}

func sortedEdits(edits []Edit) []Edit {
	out := slices.Clone(edits)
	slices.SortStableFunc(out, byPlace)
	return out
}

// facts are what a plan costs, as far as fixes and matrices compare it.
type facts struct {
	intoSink []string
	inserted []string
	rejected string
}

// factsOf reads the facts of an answer.
func factsOf(a *Answer) facts {
	var f facts
	if a.Verdict == Rejected && len(a.Errors) > 0 {
		f.rejected = a.Errors[len(a.Errors)-1].Message
	}
	if a.Plan == nil || len(a.Plan.Roots) == 0 {
		return f
	}
	root := &a.Plan.Nodes[a.Plan.Roots[0]]
	f.intoSink = root.Mode
	if root.Op == "Sink" && len(root.Inputs) > 0 {
		f.intoSink = a.Plan.Nodes[root.Inputs[0]].Mode
	}
	for i := range a.Plan.Nodes {
		n := &a.Plan.Nodes[i]
		switch {
		case n.Op == "Sink" && attrOf(n, "upsertMaterialize") == "true":
			f.inserted = append(f.inserted, "SinkUpsertMaterializer")
		case n.Op == "ChangelogNormalize" || n.Op == "DropUpdateBefore":
			f.inserted = append(f.inserted, n.Op)
		}
	}
	return f
}

func attrOf(n *Node, name string) string {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Text
		}
	}
	return ""
}

// compareAnswers says what differs between two answers: the mode into the sink, the inserted operators, the keyed
// operators.
func compareAnswers(before, after *Answer) []string {
	var out []string
	b, a := factsOf(before), factsOf(after)
	into := "mode into the sink"
	if after.Plan != nil && len(after.Plan.Roots) > 0 && after.Plan.Nodes[after.Plan.Roots[0]].Op != "Sink" {
		into = "mode of the result"
	}
	switch {
	case after.Verdict == Done:
		return []string{"the statement is accepted"}
	case before.Verdict == Rejected:
		out = append(out, into+": ["+strings.Join(a.intoSink, ",")+"]")
	case !slices.Equal(b.intoSink, a.intoSink):
		out = append(out, into+": ["+strings.Join(b.intoSink, ",")+"] becomes ["+strings.Join(a.intoSink, ",")+"]")
	}
	for _, op := range lessOf(a.inserted, b.inserted) {
		out = append(out, "adds a "+op)
	}
	for _, op := range lessOf(b.inserted, a.inserted) {
		out = append(out, "removes a "+op)
	}
	if before.Verdict == Planned {
		out = append(out, compareOps(before.Plan, after.Plan)...)
		out = append(out, compareStates(before.Plan, after.Plan)...)
	}
	return distinct(out)
}

// compareOps tells which operators come and go, the inserted ones apart.
func compareOps(before, after *Plan) []string {
	var out []string
	b, a := opsOf(before), opsOf(after)
	for _, op := range lessOf(a, b) {
		out = append(out, "adds "+op)
	}
	for _, op := range lessOf(b, a) {
		out = append(out, "removes "+op)
	}
	return out
}

// distinct keeps the first of equal lines.
func distinct(lines []string) []string {
	var out []string
	for _, l := range lines {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

func opsOf(p *Plan) []string {
	var out []string
	if p == nil {
		return nil
	}
	for i := range p.Nodes {
		switch op := p.Nodes[i].Op; op {
		case "Sink", "ChangelogNormalize", "DropUpdateBefore", "Exchange", "Calc", "TableSourceScan":
		default:
			if s := attrOf(&p.Nodes[i], "strategy"); s != "" {
				op += " (" + s + ")"
			}
			out = append(out, op)
		}
	}
	return out
}

// lessOf gives the members of a that b does not have, counted.
func lessOf(a, b []string) []string {
	count := map[string]int{}
	for _, x := range b {
		count[x]++
	}
	var out []string
	for _, x := range a {
		if count[x]--; count[x] < 0 {
			out = append(out, x)
		}
	}
	return out
}
