package changelog

import "rowkind/planner/internal/physical"

// Fact is one decision, kept as it was taken and put into words only when asked for.
type Fact struct {
	Kind FactKind
	// Node is the ID of the node that the fact is about, By that of the node that made it so, 0 for itself.
	Node, By int
	// Side is the input that it is about.
	Side int
}

// FactKind is the kind of a Fact.
type FactKind uint8

// The facts.
const (
	factSource FactKind = iota
	factAggregates
	factKeepsFirst
	factRanks
	factNeedsBefore
	factPassesDemand
	factRankRetracts
	factSinkKeyDiffers
	factSinkRetracts
	factMaterializes
	factDropsBefore
	factFilterBlocks
	factFilterShared
	factPushed
	factJoinKeyBeyondKey
	factRankNoKey
	factRankNotMonotonic
	factKeyDeletes
	factNormalizeFilters
	factNormalizeBefore
	factNormalizeDuplicates
	factNormalizeMetadata
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

func (i *inference) missSide(n *physical.Node, k FactKind, side int) {
	i.missed = append(i.missed, Fact{Kind: k, Node: n.ID, Side: side})
}
