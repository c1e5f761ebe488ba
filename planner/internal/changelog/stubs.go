package changelog

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

func (i *inference) miniBatch(root *physical.Node) *physical.Node { return root }
func (i *inference) twoPhase(root *physical.Node) *physical.Node  { return root }
func (i *inference) resolve(root *physical.Node) *physical.Node   { return root }
func (i *inference) checkDelta(root *physical.Node)               {}
func (i *inference) finishLookup(n *physical.Node, o *physical.LookupJoin) *physical.Node {
	return n
}

func (i *inference) modifyProcess(n *physical.Node, o *physical.ProcessTableFunction, required mode.Modify, requester string) *physical.Node {
	diag.Unknown(n.Span, "PTF")
	return nil
}

func (i *inference) updateProcess(n *physical.Node, o *physical.ProcessTableFunction, required mode.UpdateKind) (*physical.Node, bool) {
	return nil, false
}

func (i *inference) deleteProcess(n *physical.Node, o *physical.ProcessTableFunction, required mode.DeleteKind) (*physical.Node, bool) {
	return nil, false
}
