package planner

import "rowkind/planner/internal/catalog"

// The types of this file are what the page, the API and the command line all
// show. Their JSON tags are the public interface: a field may be added, never
// renamed and never given another meaning.

// Result is the answer to one script.
type Result struct {
	// FlinkVersion is the release whose planner is answered for, "2.3.0".
	FlinkVersion string `json:"flink_version"`
	// PlannedBy is the version of rowkind that gave this answer.
	PlannedBy  string      `json:"planned_by"`
	Statements []Statement `json:"statements"`
	// Problem is set where the script as a whole has no answer: it is too
	// large, has too many statements, or took too long. Statements then holds
	// what was answered before.
	Problem *Problem `json:"problem,omitempty"`
	// Notes are rowkind's remarks on the whole script (it is valid MySQL, it
	// holds characters that cannot be seen).
	Notes []Note `json:"notes,omitempty"`
}

// Problem says which limit a script ran into.
type Problem struct {
	Kind    ProblemKind `json:"kind"`
	Message string      `json:"message"`
}

// ProblemKind is the kind of a Problem.
type ProblemKind string

// The kinds of problem.
const (
	TooLarge          ProblemKind = "too_large"
	TooManyStatements ProblemKind = "too_many_statements"
	TooDeep           ProblemKind = "too_deep"
	TookTooLong       ProblemKind = "took_too_long"
	AnswerTooLarge    ProblemKind = "answer_too_large"
	Bug               ProblemKind = "bug"
)

// Note is a remark in rowkind's words, at a place of the script where it has one.
type Note struct {
	Text string `json:"text"`
	Span *Span  `json:"span,omitempty"`
}

// Span is a range of bytes in the script, End exclusive.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Empty says whether the span covers nothing.
func (s Span) Empty() bool { return s.End <= s.Start }

// Verdict is one of the answers that are possible; they are never mixed.
type Verdict string

// The verdicts. Done is for statements that have no plan (DDL, SET).
const (
	Planned     Verdict = "planned"
	Rejected    Verdict = "rejected"
	NotModelled Verdict = "not_modelled"
	Done        Verdict = "done"
)

// Statement is the answer to one statement of the script.
type Statement struct {
	Index int `json:"index"`
	// Span is where the statement stands in the script, without its semicolon.
	Span Span   `json:"span"`
	SQL  string `json:"sql"`
	// Kind is as the oracle names it: SELECT, INSERT, EXPLAIN, CreateTable, …
	Kind string `json:"kind"`
	Answer

	// Assumed is the answer to a sketch once the stated edits are made.
	Assumed *Assumed `json:"assumed,omitempty"`
	// Fixes are edits that have been planned already, best first.
	Fixes []Fix `json:"fixes,omitempty"`
	// Comparison shows strategies side by side for a sink whose key differs.
	Comparison *Comparison `json:"comparison,omitempty"`
	// Matrices hold the same query against other sinks, sources and settings.
	Matrices []Matrix `json:"matrices,omitempty"`
	// UpdatingClause is the clause where the updates begin, and their path.
	UpdatingClause *UpdatingClause `json:"updating_clause,omitempty"`
	// FellShort are cheaper forms that were within reach and not taken.
	FellShort []FellShort `json:"fell_short,omitempty"`

	// asked are the settings that the answer may depend on.
	asked catalog.Asked
	// below is the plan of what reaches whoever refuses it: not Flink's answer, but what there is to say of a refusal.
	below *Plan
}

// Answer is what the planner says: of a statement as it stands, and of the
// same statement with the assumed edits made.
type Answer struct {
	Verdict Verdict `json:"verdict"`
	// Summary is the verdict as a sentence of rowkind's.
	Summary string `json:"summary,omitempty"`
	// Explain is what EXPLAIN CHANGELOG_MODE prints, three sections.
	Explain string `json:"explain,omitempty"`
	// AST is the first section on its own, known before the rest of the plan.
	AST string `json:"-"`
	// Keys is the optimized physical plan with changelog modes and upsert keys.
	Keys string `json:"keys,omitempty"`
	// Advice is what EXPLAIN PLAN_ADVICE prints.
	Advice string `json:"advice,omitempty"`
	// Plan is the optimized physical plan as a tree.
	Plan *Plan `json:"plan,omitempty"`
	// Errors is Flink's chain of exceptions, outermost first.
	Errors []Error `json:"errors,omitempty"`
	// Unmodelled names the construct that rowkind does not know yet.
	Unmodelled *Unmodelled `json:"unmodelled,omitempty"`
	// Documented names the parts of the answer that follow a connector's
	// documentation, because no Flink 2.3 release of it could be asked.
	Documented []string `json:"documented,omitempty"`
	// Notes are rowkind's remarks on this statement.
	Notes []Note `json:"notes,omitempty"`
}

// Error is one exception of Flink's chain.
type Error struct {
	Class   string `json:"class"`
	Message string `json:"message"`
	// Span is the place in the script that the error is about.
	Span *Span `json:"span,omitempty"`
	// Explanation says what the message means in the terms of the script.
	Explanation string `json:"explanation,omitempty"`
}

// Unmodelled is something that rowkind does not know yet and does not guess.
type Unmodelled struct {
	Construct string `json:"construct"`
	Span      *Span  `json:"span,omitempty"`
}

// Assumed is the answer to a sketch with the stated edits made.
type Assumed struct {
	// Edits turn the script into the one that was planned.
	Edits []Edit `json:"edits"`
	// Bearing names assumptions that bear on the changelog (key, format,
	// connector); they are said in the first line of the answer.
	Bearing []string `json:"bearing,omitempty"`
	Answer
}

// Edit replaces a span of the script by new text.
type Edit struct {
	Span Span   `json:"span"`
	New  string `json:"new"`
	Why  string `json:"why"`
}

// Plan is a forest: one root for each sink. A node with several consumers
// stands in Nodes once; trees refer to nodes by id.
type Plan struct {
	Roots []NodeID `json:"roots"`
	// Nodes are all nodes, consumers before their inputs, in the order in
	// which Flink prints them first.
	Nodes []Node `json:"nodes"`
	// Reuse lists nodes that the execution plan shares.
	Reuse []Reuse `json:"reuse,omitempty"`
}

// NodeID numbers a node within its plan, from 0 in printed order.
type NodeID int

// Reuse is a node that several consumers read, with Flink's reuse_id.
type Reuse struct {
	Node NodeID `json:"node"`
	ID   int    `json:"id"`
}

// Node is one operator of the optimized physical plan.
type Node struct {
	ID NodeID `json:"id"`
	Op string `json:"op"`
	// Name is the node in the terms of the script: GROUP BY country, the source users (upsert-kafka, json).
	Name string `json:"name,omitempty"`
	// Line is the node as Flink prints it, without indentation.
	Line string `json:"line"`
	// Attrs are the attributes in Flink's order, without changelogMode.
	Attrs []Attr `json:"attrs"`
	// Mode are the kinds that leave the node, of I, UB, UA, D, PD (a delete
	// that carries only its key). Empty for a sink.
	Mode []string `json:"mode"`
	// Columns are the names of the columns that leave the node.
	Columns []string `json:"columns,omitempty"`
	// UpsertKeys are column sets by name, as Flink orders them.
	UpsertKeys [][]string `json:"upsert_keys,omitempty"`
	// Span is the SQL of the statement that the node came from: for what is read through a view, the name of the view.
	Span *Span `json:"span,omitempty"`
	// Declared is the SQL that the node came from in the declaration of that view.
	Declared *Span  `json:"declared,omitempty"`
	State    *State `json:"state,omitempty"`
	// Inserted says that the planner put the node there (ChangelogNormalize,
	// DropUpdateBefore) or a materializer into it; Why says who made it.
	Inserted   bool        `json:"inserted,omitempty"`
	Why        string      `json:"why,omitempty"`
	Reasons    []Reason    `json:"reasons,omitempty"`
	KeyJourney *KeyJourney `json:"key_journey,omitempty"`
	Inputs     []NodeID    `json:"inputs,omitempty"`

	// short are the cheaper forms that the node fell short of.
	short []FellShort
}

// SQL is where the text that the node came from stands: in the statement, or in the view that it reads.
func (n *Node) SQL() *Span {
	if n.Declared != nil {
		return n.Declared
	}
	return n.Span
}

// Attr is one attribute of a node: name=[text].
type Attr struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// StateClass says how much a node keeps.
type StateClass string

// The state classes.
const (
	StateNone   StateClass = "none"
	StateLow    StateClass = "low"
	StateMedium StateClass = "medium"
	StateHigh   StateClass = "high"
)

// State says what a node keeps, from the facts of the plan.
type State struct {
	Class     StateClass `json:"class"`
	Why       string     `json:"why,omitempty"`
	KeyedBy   string     `json:"keyed_by,omitempty"`
	GrowsWith string     `json:"grows_with,omitempty"`
}

// Reason is why a node has its mode, in rowkind's words.
type Reason struct {
	// Kind is one of produces, asked, forced, inserted, keeps.
	Kind string `json:"kind"`
	Text string `json:"text"`
	// ForcedBy is the node that made it so, absent where that is the node itself.
	ForcedBy *NodeID `json:"forced_by,omitempty"`
	Span     *Span   `json:"span,omitempty"`
}

// KeyJourney is what becomes of the upsert key at a node.
type KeyJourney struct {
	// Step is one of born, kept, renamed, lost, none, met, differs.
	Step string `json:"step"`
	// Lost are the columns of the key that is struck through here.
	Lost []string `json:"lost,omitempty"`
	Text string   `json:"text"`
}

// Fix is a small edit that a senior engineer would try. It has been planned.
type Fix struct {
	Title  string `json:"title"`
	Effect string `json:"effect"`
	Risk   string `json:"risk,omitempty"`
	Edits  []Edit `json:"edits"`
	// Changes are the differences in modes, operators and state, a line each.
	Changes []string `json:"changes,omitempty"`
}

// Comparison sets the ways to write to a sink with a differing key side by side.
type Comparison struct {
	Title string             `json:"title"`
	Cases []ComparisonColumn `json:"cases"`
}

// ComparisonColumn is one way.
type ComparisonColumn struct {
	Title   string  `json:"title"`
	Verdict Verdict `json:"verdict"`
	// Mode is what reaches the sink.
	Mode []string `json:"mode,omitempty"`
	// Inserted are the operators that the planner inserted.
	Inserted []string `json:"inserted,omitempty"`
	// Message is Flink's, of a rejected one.
	Message string `json:"message,omitempty"`
	// Meaning is what it means at run time.
	Meaning string `json:"meaning,omitempty"`
	Edits   []Edit `json:"edits,omitempty"`
}

// Matrix is the same query against several sinks, sources or settings.
type Matrix struct {
	// Kind is sinks, sources or settings.
	Kind  string      `json:"kind"`
	Title string      `json:"title"`
	Rows  []MatrixRow `json:"rows"`
}

// MatrixRow is one sink, source or setting.
type MatrixRow struct {
	Title    string   `json:"title"`
	Verdict  Verdict  `json:"verdict"`
	Mode     []string `json:"mode,omitempty"`
	Inserted []string `json:"inserted,omitempty"`
	Message  string   `json:"message,omitempty"`
	Effect   string   `json:"effect,omitempty"`
	// Current says that the script has this one.
	Current bool   `json:"current,omitempty"`
	Edits   []Edit `json:"edits,omitempty"`
}

// UpdatingClause is where the updates begin.
type UpdatingClause struct {
	// Clause names it in SQL terms: GROUP BY country, LEFT JOIN users.
	Clause string `json:"clause"`
	Table  string `json:"table,omitempty"`
	Text   string `json:"text"`
	Span   *Span  `json:"span,omitempty"`
	// Path are the nodes from the clause to the sink; empty for a refused statement, which has no plan.
	Path []NodeID `json:"path,omitempty"`
	// Steps name the clauses and tables on that path, the first one first, and at its end whoever takes or refuses the
	// updates.
	Steps []string `json:"steps,omitempty"`
}

// FellShort is a cheaper form that was not taken, and the condition that failed.
type FellShort struct {
	Wanted string  `json:"wanted"`
	Got    string  `json:"got"`
	Text   string  `json:"text"`
	Node   *NodeID `json:"node,omitempty"`
	Span   *Span   `json:"span,omitempty"`
}
