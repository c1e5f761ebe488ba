package physical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
)

// tableArgs gives the table arguments of the call, by input.
func (o *ProcessTableFunction) tableArgs() []*expr.TableArg {
	c, ok := o.Call.(*expr.Call)
	if !ok {
		return nil
	}
	var out []*expr.TableArg
	for _, a := range c.Args {
		if t, ok := a.(*expr.TableArg); ok {
			out = append(out, t)
		}
	}
	return out
}

// partitionKeys are the keys that PARTITION BY gives the output, one for each table argument; that of an argument
// without is the empty key (StreamPhysicalProcessTableFunction.toPartitionColumns).
func (o *ProcessTableFunction) partitionKeys() keys.Set {
	out := keys.None
	at := 0
	for _, t := range o.tableArgs() {
		out = out.Add(keys.Range(at, len(t.Partition)))
		at += len(t.Partition)
	}
	return out
}

// IsToChangelog reports TO_CHANGELOG, IsFromChangelog FROM_CHANGELOG.
func (o *ProcessTableFunction) IsToChangelog() bool { return o.is("TO_CHANGELOG") }

// IsFromChangelog reports FROM_CHANGELOG.
func (o *ProcessTableFunction) IsFromChangelog() bool { return o.is("FROM_CHANGELOG") }

func (o *ProcessTableFunction) is(name string) bool {
	c, ok := o.Call.(*expr.Call)
	return ok && c.Op.Name == name
}
