package rewrite

import "rowkind/planner/internal/logical"

// A rule replaces a node by an equivalent one.
type rule struct {
	name  string
	class string // the class of Flink or Calcite that the rule follows
	on    kinds  // the kinds of node that it may match
	// apply gives what is to stand for n, nil or n itself if the rule does not match.
	apply func(c *context, n *logical.Node) *logical.Node
}

// flavour says in which order the rules of a step are applied; always bottom-up.
type flavour uint8

const (
	// sequence applies each rule everywhere, as often as it matches, before the next one.
	sequence flavour = iota
	// collection lets all rules compete until none matches.
	collection
	// whole runs one function over the whole tree (Flink's programs that are not rule sets).
	whole
)

// A step is a set of rules with its flavour: one of Flink's Hep programs.
type step struct {
	name    string
	flavour flavour
	rules   []*rule
	tree    func(c *context, n *logical.Node) *logical.Node // of a whole
}

// A phase is a named list of steps, run rounds times or until nothing changes.
type phase struct {
	name    string
	rounds  int
	volcano bool // rules compete by cost
	steps   []step
}
