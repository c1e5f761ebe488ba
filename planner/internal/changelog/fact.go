package changelog

import "rowkind/planner/internal/physical"

// Fact is one decision, kept as it was taken and put into words only when asked for.
type Fact struct {
	Kind FactKind
	// Node is the ID of the node that the fact is about, By that of the node that made it so, 0 for itself.
	Node, By int
	// Side is the input that it is about.
	Side int
	// Column is the column of the input that it is about.
	Column int
}

// FactKind is the kind of a Fact.
type FactKind uint8

// The facts. Those of asking are about the node that is asked, By whom.
const (
	FactNeedsBefore         FactKind = iota // asking: it takes the old row out of what it keeps
	FactRankRetracts                        // asking: a Top-N that keeps all rows
	FactSinkKeyDiffers                      // asking: the sink's key is not the upsert key
	FactSinkRetracts                        // asking: the sink writes what an update replaces
	FactPassesDemand                        // asking: a join hands on what is asked of it
	FactMaterializes                        // the sink keeps what it has written
	FactDropsBefore                         // nobody needs what updates replace
	FactFilterBlocks                        // missed: a filter on columns beyond the key
	FactFilterShared                        // missed: a filter above normalizes of one scan that differ
	FactPushed                              // a normalize takes filters in
	FactJoinKeyBeyondKey                    // missed: the key of the join's side does not hold its join columns
	FactRankNoKey                           // missed: no upsert key holds the partition
	FactRankNotMonotonic                    // missed: a sort column may move either way
	FactRankInputBefore                     // missed: the input cannot do without what updates replace
	FactKeyDeletes                          // missed: deletes by key alone reach who needs whole rows
	FactNormalizeFilters                    // the normalize filters
	FactNormalizeBefore                     // someone above needs what updates replace
	FactNormalizeDuplicates                 // the session says that events may come twice
	FactNormalizeMetadata                   // metadata columns are read
)

func (i *inference) because(n *physical.Node, k FactKind) {
	i.facts = append(i.facts, Fact{Kind: k, Node: n.ID})
}

// asks records that n needs to be told by its input in what an update replaces.
func (i *inference) asks(n, in *physical.Node, k FactKind) {
	i.facts = append(i.facts, Fact{Kind: k, Node: in.ID, By: n.ID})
}

func (i *inference) miss(n *physical.Node, k FactKind) {
	i.missed = append(i.missed, Fact{Kind: k, Node: n.ID})
}

func (i *inference) missColumn(n *physical.Node, k FactKind, column int) {
	i.missed = append(i.missed, Fact{Kind: k, Node: n.ID, Column: column})
}

func (i *inference) missSide(n *physical.Node, k FactKind, side int) {
	i.missed = append(i.missed, Fact{Kind: k, Node: n.ID, Side: side})
}
