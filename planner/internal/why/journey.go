package why

import (
	"slices"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/physical"
)

// journey says what becomes of the upsert key at n: where it comes from, how it is renamed, where it dies and why, and
// how it meets the sink's key.
func (w *Notes) journey(n *physical.Node) *Journey {
	out := w.keys.Upsert(n)
	switch o := n.Op.(type) {
	case *physical.TableSourceScan:
		return scanJourney(n, o, out)
	case *physical.Sink:
		return w.sinkJourney(n, o)
	case *physical.GroupAggregate:
		if o.Phase == physical.LocalPhase {
			return w.through(n, out)
		}
		if len(o.Group) == 0 {
			return &Journey{Step: "born", Text: "There is one result, so its key is empty: ()."}
		}
		return &Journey{Step: "born", Text: "The key is " + columns(n, upTo(len(o.Group))) + ": there is one result per group."}
	case *physical.GroupWindowAggregate:
		if !out.Empty() {
			return &Journey{Step: "born", Text: "The key is " + w.keysText(n) + ": there is one result per group and window."}
		}
	case *physical.Rank:
		if j := rankJourney(n, o); j != nil {
			return j
		}
	case *physical.Calc:
		return w.calcJourney(n, o, out)
	}
	return w.through(n, out)
}

func scanJourney(n *physical.Node, o *physical.TableSourceScan, out keys.Set) *Journey {
	pk := o.Table.PrimaryKey
	if pk == nil {
		return nil
	}
	declared := "(" + strings.Join(pk.Columns, ", ") + ")"
	if !out.Empty() {
		return &Journey{Step: "born", Text: "The key is " + declared + ", the primary key of " + o.Table.ID.Name + "."}
	}
	var lost []string
	for _, c := range pk.Columns {
		if n.Row.FieldIndex(c) < 0 {
			lost = append(lost, c)
		}
	}
	return &Journey{Step: "lost", Lost: lost, Text: "The primary key " + declared + " of " + o.Table.ID.Name + " is lost: " + and(lost) + " " +
		isAre(lost) + " not read."}
}

func isAre(words []string) string {
	if len(words) == 1 {
		return "is"
	}
	return "are"
}

func (w *Notes) sinkJourney(n *physical.Node, o *physical.Sink) *Journey {
	if o.Table.PrimaryKey == nil {
		return nil
	}
	in := n.Input()
	have := w.keys.Upsert(in)
	name, declared := o.Table.ID.Name, declaredKey(o)
	if have.Empty() {
		return &Journey{Step: "differs", Text: "The rows that reach " + name + " have no upsert key, and it has the primary key " + declared + "."}
	}
	pk := primaryKey(o)
	for _, k := range have.JavaOrder() {
		if k.Equal(pk) {
			return &Journey{Step: "met", Text: "The upsert key " + key(in, k) + " is the primary key " + declared + " of " + name + "."}
		}
	}
	for _, k := range have.JavaOrder() {
		if pk.Contains(k) {
			return &Journey{Step: "met", Text: "The primary key " + declared + " of " + name + " holds the upsert key " + key(in, k) + "."}
		}
	}
	best, _ := have.Smallest()
	var lost []string
	for c := range best.Minus(pk).All() {
		lost = append(lost, in.Row.Fields[c].Name)
	}
	return &Journey{Step: "differs", Lost: lost, Text: "The upsert key " + w.keysText(in) + " is not the primary key " + declared + " of " + name +
		": rows of several upsert keys are written under one primary key."}
}

func rankJourney(n *physical.Node, o *physical.Rank) *Journey {
	switch {
	case o.IsDeduplication():
		return &Journey{Step: "born", Text: "The key is " + columns(n, o.Partition) + ": one row of each is kept."}
	case o.OutputRank && o.Function.Op == expr.RowNumber:
		all := append(slices.Clone(o.Partition), len(n.Row.Fields)-1)
		return &Journey{Step: "born", Text: "The key is " + columns(n, all) + ": each number is given once per partition."}
	}
	return nil
}

func (w *Notes) calcJourney(n *physical.Node, o *physical.Calc, out keys.Set) *Journey {
	in := n.Input()
	have := w.keys.Upsert(in)
	best, ok := have.Smallest()
	if !ok {
		return nil
	}
	if out.Empty() {
		var lost, whys []string
		for c := range best.All() {
			name := in.Row.Fields[c].Name
			if why := lostColumn(n, o, c, name); why != "" {
				lost = append(lost, name)
				whys = append(whys, why)
			}
		}
		return &Journey{Step: "lost", Lost: lost, Text: "The key " + key(in, best) + " is lost: " + and(whys) + "."}
	}
	kept, _ := out.Smallest()
	if key(in, best) != key(n, kept) {
		return &Journey{Step: "renamed", Text: "The key " + key(in, best) + " is now " + key(n, kept) + "."}
	}
	return &Journey{Step: "kept", Text: "The key " + key(n, kept) + " is kept."}
}

// lostColumn says what a projection does to a column of the key, "" if it hands it on.
func lostColumn(n *physical.Node, o *physical.Calc, c int, name string) string {
	for i, e := range o.Exprs {
		if r, ok := e.(*expr.Ref); ok && r.Index == c {
			return ""
		}
		if call, ok := e.(*expr.Call); ok && expr.Refs(e).Has(c) {
			if call.Op.Op == expr.Cast {
				return name + " is only in a CAST that may make different values equal (" + n.Row.Fields[i].Name + ")"
			}
			return name + " is only in the computed column " + n.Row.Fields[i].Name
		}
	}
	return name + " is not selected"
}

// through is for operators that hand keys on or lose them.
func (w *Notes) through(n *physical.Node, out keys.Set) *Journey {
	var had *physical.Node
	for _, in := range n.Inputs {
		if !w.keys.Upsert(in).Empty() {
			had = in
			break
		}
	}
	if had == nil {
		if o, rank := n.Op.(*physical.Rank); rank && out.Empty() {
			return &Journey{Step: "none", Text: capital(rankName(n, o)) + " sends several rows of a partition and not their number, so nothing tells one from another."}
		}
		if o, window := n.Op.(*physical.WindowAggregate); window && o.Phase != physical.LocalPhase && out.Empty() {
			return &Journey{Step: "none", Text: "Flink derives no upsert key from a window aggregate, though its groups and windows are unique."}
		}
		return nil
	}
	best, _ := w.keys.Upsert(had).Smallest()
	if out.Empty() {
		text, lost := w.lostAt(n, had, best)
		return &Journey{Step: "lost", Lost: lost, Text: "The key " + key(had, best) + " is lost: " + text + "."}
	}
	if len(n.Inputs) > 1 {
		return w.joined(n)
	}
	kept, _ := out.Smallest()
	if before, now := w.keysText(had), w.keysText(n); before != now && len(w.keys.Upsert(had).Keys) > len(out.Keys) {
		return &Journey{Step: "kept", Text: "Of the keys " + before + ", " + now + " is kept."}
	}
	return &Journey{Step: "kept", Text: "The key " + key(n, kept) + " is kept."}
}

func (w *Notes) joined(n *physical.Node) *Journey {
	text := "The key of the joined rows is " + w.keysText(n)
	var from []string
	for _, in := range n.Inputs {
		if have := w.keysText(in); have != "" {
			from = append(from, have+" of "+tables(in))
		} else {
			from = append(from, "none of "+tables(in))
		}
	}
	return &Journey{Step: "kept", Text: text + ", made of " + and(from) + "."}
}

// lostAt says why the key of an input does not survive n.
func (w *Notes) lostAt(n, in *physical.Node, k keys.Cols) (string, []string) {
	lost := names(in, k.Slice())
	switch o := n.Op.(type) {
	case *physical.Exchange:
		return "rows are shuffled by " + columns(n, o.Hash) + ", which it does not hold, so the changes of one key may overtake each other", lost
	case *physical.Union:
		return "rows of " + tables(n) + " may have the same key", lost
	case *physical.Join:
		eq := physical.EquiKeys(o.Cond, len(n.Inputs[0].Row.Fields))
		return w.lostInJoin(n, eq.Left, eq.Right), lost
	case *physical.IntervalJoin, *physical.WindowJoin:
		return "a row of " + tables(in) + " may match many rows of the other side", lost
	case *physical.TemporalJoin:
		return "the rows of " + tables(n.Inputs[0]) + " have no upsert key that holds the join columns", lost
	case *physical.LookupJoin:
		return "a row may match several rows of " + o.Table.ID.Name + ", which is not looked up by its primary key", lost
	case *physical.MultiJoin:
		return "not every input has a key", lost
	case *physical.Correlate:
		return callName(o.Call) + " makes several rows of one", lost
	case *physical.Expand:
		return "each row is sent once per grouping set", lost
	case *physical.WindowTableFunction:
		return "a row may fall into several windows", lost
	case *physical.WindowAggregate, *physical.WindowRank, *physical.WindowDeduplicate:
		return "Flink derives no key from an operator over windows", lost
	case *physical.GroupAggregate:
		return "partial results of a mini-batch have none", lost
	case *physical.SortLimit:
		return "it does not hold the sort columns " + orderText(n, o.Fields), lost
	case *physical.Rank:
		return "it does not hold the partition " + columns(n, o.Partition), lost
	case *physical.OverAggregate:
		return "it does not hold the partition " + columns(n, o.Partition), lost
	case *physical.ProcessTableFunction:
		return callName(o.Call) + " declares no key", lost
	}
	return n.Op.Name() + " keeps none", lost
}

func (w *Notes) lostInJoin(n *physical.Node, left, right []int) string {
	for side, on := range [][]int{left, right} {
		in := shuffled(n.Inputs[side])
		have := w.keys.Upsert(in)
		if have.Empty() {
			return "the rows of " + tables(in) + " come without an upsert key, so one row of " + tables(n.Inputs[1-side]) + " may be joined to many of them"
		}
		holds := false
		for _, k := range have.Keys {
			holds = holds || k.Contains(keys.Of(on...))
		}
		if !holds {
			return "the upsert key " + w.keysText(in) + " of " + tables(in) + " does not hold its join column " + strings.Join(names(in, on), ", ") +
				", so an update may move a row to other matches"
		}
	}
	return "the keys of both sides do not survive"
}
