package rewrite

import "rowkind/planner/internal/logical"

// kinds is a set of operator kinds: what a rule matches at its root, what a tree holds.
type kinds uint32

const (
	scanKind kinds = 1 << iota
	projectKind
	filterKind
	calcKind
	joinKind
	aggregateKind
	windowAggregateKind
	sortKind
	setOpKind
	valuesKind
	functionScanKind
	correlateKind
	snapshotKind
	uncollectKind
	watermarkKind
	expandKind
	rankKind
	overKind
	matchKind
	multiJoinKind
	sinkKind
)

func kindOf(op logical.Op) kinds {
	switch op.(type) {
	case *logical.Scan, *logical.IntermediateTableScan:
		return scanKind
	case *logical.Project:
		return projectKind
	case *logical.Filter:
		return filterKind
	case *logical.Calc:
		return calcKind
	case *logical.Join:
		return joinKind
	case *logical.Aggregate:
		return aggregateKind
	case *logical.WindowAggregate:
		return windowAggregateKind
	case *logical.Sort:
		return sortKind
	case *logical.SetOp:
		return setOpKind
	case *logical.Values:
		return valuesKind
	case *logical.TableFunctionScan:
		return functionScanKind
	case *logical.Correlate:
		return correlateKind
	case *logical.Snapshot:
		return snapshotKind
	case *logical.Uncollect:
		return uncollectKind
	case *logical.WatermarkAssigner:
		return watermarkKind
	case *logical.Expand:
		return expandKind
	case *logical.Rank:
		return rankKind
	case *logical.Over:
		return overKind
	case *logical.Match:
		return matchKind
	case *logical.MultiJoin:
		return multiJoinKind
	case *logical.Sink:
		return sinkKind
	}
	panic("rewrite: unknown operator " + op.Name())
}

// kindsOf gives the kinds in the tree.
func kindsOf(n *logical.Node) kinds {
	k := kindOf(n.Op)
	for _, in := range n.Inputs {
		k |= kindsOf(in)
	}
	return k
}
