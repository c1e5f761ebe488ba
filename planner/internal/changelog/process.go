package changelog

import (
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

// TO_CHANGELOG takes any changes, with what an update replaces and whole rows deleted, and sends inserts;
// FROM_CHANGELOG takes inserts and sends any changes (BuiltInFunctionDefinitions).

func (i *inference) modifyProcess(n *physical.Node, o *physical.ProcessTableFunction, required mode.Modify, requester string) *physical.Node {
	takes, sends := mode.ModifyInsert, mode.ModifyInsert
	switch {
	case len(n.Inputs) == 0:
	case o.IsToChangelog():
		takes = mode.ModifyAll
	case o.IsFromChangelog():
		sends = mode.ModifyAll
	}
	n = i.modifyInputs(n, takes, "StreamPhysicalProcessTableFunction")
	return i.provide(n, sends, required, requester)
}

func (i *inference) updateProcess(n *physical.Node, o *physical.ProcessTableFunction, required mode.UpdateKind) (*physical.Node, bool) {
	in := make([]*physical.Node, len(n.Inputs))
	for k, x := range n.Inputs {
		asked := mode.NoUpdates
		if o.IsToChangelog() && !x.Traits.Modify.InsertOnly() {
			asked = mode.BeforeAndAfter
			i.asks(n, x, FactNeedsBefore)
		}
		u, ok := i.update(x, asked)
		if !ok {
			return nil, false
		}
		in[k] = u
	}
	return i.tells(n.WithInputs(in...), beforeAfter(n.Traits.Modify)), true
}

func (i *inference) deleteProcess(n *physical.Node, o *physical.ProcessTableFunction, required mode.DeleteKind) (*physical.Node, bool) {
	in := make([]*physical.Node, len(n.Inputs))
	for k, x := range n.Inputs {
		d, ok := i.delete(x, fullDelete(x.Traits.Modify))
		if !ok {
			return nil, false
		}
		in[k] = d
	}
	return i.deletes(n.WithInputs(in...), fullDelete(n.Traits.Modify)), true
}
