package why

import (
	"fmt"
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
)

// state says what n keeps, by what, and what makes it grow; nil for an operator that cannot keep anything.
func (w *Notes) state(n *physical.Node) *State {
	s := w.stateOf(n)
	if s != nil && s.Class != Stateless {
		w.expire(n, s)
	}
	return s
}

func (w *Notes) stateOf(n *physical.Node) *State {
	switch o := n.Op.(type) {
	case *physical.GroupAggregate:
		if o.Phase == physical.LocalPhase {
			return &State{Class: Low, Why: "It holds the groups of one mini-batch."}
		}
		return aggregateState(n, o.Calls, o.Retract, len(o.Group))
	case *physical.IncrementalGroupAggregate:
		return &State{Class: High, Why: "It keeps the distinct values of each bucket.", KeyedBy: columns(n.Input(), o.PartialGroup),
			GrowsWith: "the number of distinct values"}
	case *physical.WindowAggregate:
		if o.Phase == physical.LocalPhase {
			return &State{Class: Low, Why: "It holds the windows that are being filled until memory or a checkpoint sends them on."}
		}
		return windowState(n, len(o.Group))
	case *physical.GroupWindowAggregate:
		return windowState(n, len(o.Group))
	case *physical.WindowTableFunction:
		if o.Window.Kind == logical.Session {
			return &State{Class: Low, Why: "It keeps the rows of the sessions that are open.", GrowsWith: "rows per session gap"}
		}
		return &State{}
	case *physical.WindowRank:
		return &State{Class: Low, Why: "It keeps the best rows of each open window, cleared by the watermark.", KeyedBy: "window" + more(n, o.Partition),
			GrowsWith: "open windows"}
	case *physical.WindowDeduplicate:
		return &State{Class: Low, Why: "It keeps one row per key of each open window, cleared by the watermark.", KeyedBy: "window" + more(n, o.Partition),
			GrowsWith: "open windows and keys"}
	case *physical.WindowJoin:
		return &State{Class: Low, Why: "It keeps the rows of the open windows of both sides, cleared by the watermark.", GrowsWith: "rows per window"}
	case *physical.IntervalJoin:
		return &State{Class: Low, Why: "It keeps the rows of " + sides(n) + " that are within the interval, cleared by the watermark.",
			KeyedBy: joinKey(n, o.Cond), GrowsWith: "rows per interval of " + interval(o)}
	case *physical.TemporalJoin:
		return &State{Class: Medium, Why: "It keeps the versions of " + tables(n.Inputs[1]) + " that may still be asked for and the rows of " +
			tables(n.Inputs[0]) + " that wait for the watermark.", KeyedBy: joinKey(n, o.Cond), GrowsWith: "distinct keys of " + tables(n.Inputs[1])}
	case *physical.Join:
		return &State{Class: High, Why: "It keeps all rows of both sides: " + sideState(n, 0, o.LeftSpec) + ", " + sideState(n, 1, o.RightSpec) + ".",
			KeyedBy: joinKey(n, o.Cond), GrowsWith: "every row of " + sides(n) + " that is not deleted again"}
	case *physical.MultiJoin:
		return &State{Class: High, Why: "It keeps the rows of all its inputs, but no joined rows between them.",
			KeyedBy: strings.Join(o.CommonKey, ", "), GrowsWith: "every row of " + tables(n) + " that is not deleted again"}
	case *physical.LookupJoin:
		if o.Materialize {
			return &State{Class: High, Why: "It keeps what it looked up for each row, to take the same row back.",
				KeyedBy: columns(n, o.UpsertKey), GrowsWith: "rows of " + tables(n.Input()) + " that are not deleted again"}
		}
		return &State{Why: "Each row is looked up in " + o.Table.ID.Name + " when it comes; nothing is kept."}
	case *physical.Rank:
		return rankState(n, o)
	case *physical.SortLimit:
		if o.Strategy == physical.RetractStrategy {
			return &State{Class: High, Why: "It keeps all rows, to find the next when one is taken back.", GrowsWith: "every row of " + tables(n)}
		}
		return &State{Class: Low, Why: "It keeps the rows of the result."}
	case *physical.Limit:
		if updates(n.Input()) {
			return &State{Class: High, Why: "It keeps all rows, to find the next when one is taken back.", GrowsWith: "every row of " + tables(n)}
		}
		return &State{Class: Low, Why: "It counts the rows that it has sent."}
	case *physical.Sort:
		return &State{Class: High, Why: "It keeps all rows.", GrowsWith: "every row of " + tables(n)}
	case *physical.TemporalSort:
		return &State{Class: Low, Why: "It keeps the rows that wait for the watermark.", GrowsWith: "rows that come before their watermark"}
	case *physical.OverAggregate:
		return overState(n, o)
	case *physical.Match:
		return &State{Class: Medium, Why: "It keeps the matches that have begun" + within(o) + ".", KeyedBy: columns(n.Input(), o.Partition),
			GrowsWith: "rows that may still be part of a match"}
	case *physical.ChangelogNormalize:
		return &State{Class: Medium, Why: "It keeps the last row of every key, the whole row.", KeyedBy: columns(n, o.Key),
			GrowsWith: "distinct " + columns(n, o.Key) + " of " + tables(n)}
	case *physical.Sink:
		if o.UpsertMaterialize {
			return &State{Class: High, Why: "It keeps every row that was written and not taken back, in order.", KeyedBy: declaredKey(o),
				GrowsWith: "all rows per " + declaredKey(o)}
		}
		return &State{}
	}
	return &State{}
}

func more(n *physical.Node, cols []int) string {
	if len(cols) == 0 {
		return ""
	}
	return " and " + columns(n, cols)
}

// aggregateState looks at what the functions must remember.
func aggregateState(n *physical.Node, calls []logical.AggCall, retract []bool, groups int) *State {
	s := &State{Class: Medium, Why: "It keeps one result per group.", KeyedBy: columns(n, upTo(groups))}
	s.GrowsWith = "distinct " + s.KeyedBy
	if groups == 0 {
		s.Class, s.KeyedBy, s.GrowsWith, s.Why = Low, "", "", "It keeps one result."
	}
	if len(calls) == 0 {
		s.Why = "It keeps each combination that it has seen."
	}
	var values []string
	for k := range calls {
		c := &calls[k]
		var args []string
		for _, a := range c.Args {
			if a < len(n.Input().Row.Fields) {
				args = append(args, n.Input().Row.Fields[a].Name)
			}
		}
		call := c.Op.Name + "(" + strings.Join(args, ", ") + ")"
		switch {
		case c.Distinct:
			values = append(values, c.Op.Name+"(DISTINCT "+strings.Join(args, ", ")+") keeps every distinct value")
		case k < len(retract) && retract[k] && (c.Op.Op == expr.Min || c.Op.Op == expr.Max):
			values = append(values, call+" keeps every value, to go back to the one before")
		case k < len(retract) && retract[k] && (c.Op.Op == expr.FirstValue || c.Op.Op == expr.LastValue || c.Op.Op == expr.Listagg),
			c.Op.Name == "COLLECT", c.Op.Name == "ARRAY_AGG":
			values = append(values, call+" keeps every value")
		}
	}
	if len(values) > 0 {
		s.Class = High
		s.Why += " " + capital(and(values)) + "."
		if s.GrowsWith != "" {
			s.GrowsWith += " and the values in each"
		} else {
			s.GrowsWith = "the values"
		}
	}
	return s
}

func windowState(n *physical.Node, groups int) *State {
	by := "window"
	if groups > 0 {
		by += " and " + columns(n, upTo(groups))
	}
	return &State{Class: Low, Why: "It keeps one result per group of each open window, cleared by the watermark.", KeyedBy: by,
		GrowsWith: "open windows and groups in each"}
}

func joinKey(n *physical.Node, cond expr.Expr) string {
	eq := physical.EquiKeys(cond, len(n.Inputs[0].Row.Fields))
	if len(eq.Left) == 0 {
		return "nothing: all rows are in one place"
	}
	left, right := columns(n.Inputs[0], eq.Left), columns(n.Inputs[1], eq.Right)
	if left == right {
		return left
	}
	return left + " = " + right
}

func sideState(n *physical.Node, side int, spec physical.InputSpec) string {
	name := tables(n.Inputs[side])
	switch spec {
	case physical.JoinKeyContainsUniqueKey:
		return "one row of " + name + " per join key"
	case physical.HasUniqueKey:
		return "the rows of " + name + " by their upsert key"
	}
	return "the rows of " + name + ", which have no upsert key, as a list of whole rows"
}

func interval(o *physical.IntervalJoin) string {
	return lasting(o.Upper - o.Lower)
}

func rankState(n *physical.Node, o *physical.Rank) *State {
	s := &State{Class: Medium, KeyedBy: columns(n, o.Partition)}
	s.GrowsWith = "distinct " + s.KeyedBy
	if len(o.Partition) == 0 {
		s.Class, s.KeyedBy, s.GrowsWith = Low, "", ""
	}
	switch {
	case o.IsTimeDeduplication(n):
		s.Why = "It keeps one row per key."
		if !o.KeepsLast() {
			s.Why = "It keeps which keys it has seen."
		}
	case o.Strategy == physical.RetractStrategy:
		s.Class, s.Why, s.GrowsWith = High, "It keeps all rows of each partition, to find the next when one is taken back.", "every row of "+tables(n)
	case o.Range.EndColumn < 0:
		s.Why = "It keeps the first " + strconv.FormatInt(o.Range.End, 10) + " rows of each partition."
	default:
		s.Why = "It keeps the first rows of each partition."
	}
	return s
}

func overState(n *physical.Node, o *physical.OverAggregate) *State {
	s := &State{Class: Medium, KeyedBy: columns(n, o.Partition)}
	s.GrowsWith = "distinct " + s.KeyedBy
	if len(o.Partition) == 0 {
		s.Class, s.KeyedBy, s.GrowsWith = Low, "", ""
	}
	switch {
	case !n.Input().Row.Fields[o.Order[0].Column].Type.IsTimeAttribute():
		s.Class, s.Why, s.GrowsWith = High, "Its order is no time attribute, so it keeps all rows in order.", "every row of "+tables(n)
	case o.Frame.Lower.Kind == expr.Preceding:
		s.Why = "It keeps the rows of the frame."
		s.GrowsWith = strings.TrimPrefix(s.GrowsWith+" and the rows per frame", " and ")
	default:
		s.Why = "It keeps one running result per partition."
	}
	return s
}

func within(o *physical.Match) string {
	if o.Interval == nil {
		return ", for ever, as there is no WITHIN"
	}
	return " and are no older than " + fmt.Sprint(expr.Print(o.Interval, expr.Exec, nil))
}
