package logical

import (
	"slices"
	"sort"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
)

// Hints travel as in Calcite and Flink: a SELECT's hints are put on its top node, handed down to the nodes that they are for
// (RelHintPropagateShuttle), cut off at query blocks that have an alias of their own, and matched with the tables' names once
// the whole tree stands (QueryHintsResolver).

func foldEq(a, b string) bool { return strings.EqualFold(a, b) }

// hintTargets are the hints that are known, with the nodes that they are for (FlinkHintStrategies).
var hintTargets = map[string]func(Op) bool{
	"OPTIONS":                isScan,
	"ALIAS":                  isJoinOrCorrelate,
	"BROADCAST":              isJoin,
	"SHUFFLE_HASH":           isJoin,
	"SHUFFLE_MERGE":          isJoin,
	"NEST_LOOP":              isJoin,
	"LOOKUP":                 isJoinOrCorrelate,
	"MULTI_JOIN":             isJoin,
	"STATE_TTL":              func(o Op) bool { return isJoin(o) || isAggregate(o) },
	"JSON_AGGREGATE_WRAPPED": isAggregate,
}

func isScan(o Op) bool      { _, ok := o.(*Scan); return ok }
func isJoin(o Op) bool      { _, ok := o.(*Join); return ok }
func isAggregate(o Op) bool { _, ok := o.(*Aggregate); return ok }
func isJoinOrCorrelate(o Op) bool {
	_, ok := o.(*Correlate)
	return ok || isJoin(o)
}

// isQueryHint says that a hint belongs after SELECT.
func isQueryHint(name string) bool {
	switch strings.ToUpper(name) {
	case "BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "LOOKUP", "MULTI_JOIN", "STATE_TTL":
		return true
	}
	return false
}

// hasQueryHints says that a query has a query hint somewhere (CheckContainQueryHintsShuttle).
func hasQueryHints(q ast.Query) bool {
	found := false
	ast.Inspect(q, func(n ast.Node) bool {
		if s, ok := n.(*ast.Select); ok {
			for i := range s.Hints {
				found = found || isQueryHint(s.Hints[i].Name.Text)
			}
		}
		return !found
	})
	return found
}

// tableHints are the hints after a table's name.
func tableHints(hints []ast.Hint) []Hint {
	var out []Hint
	for i := range hints {
		h := hintOf(&hints[i])
		checkHint(&h)
		out = append(out, h)
	}
	return out
}

// hintOf is a hint as written; key-value options come in the order of a Java HashMap.
func hintOf(h *ast.Hint) Hint {
	out := Hint{Name: h.Name.Text}
	kv := map[string]string{}
	var written []string
	for i := range h.Options {
		o := &h.Options[i]
		switch {
		case o.Name != nil:
			out.List = append(out.List, o.Name.Text)
		case o.Key != "":
			if _, twice := kv[o.Key]; !twice {
				written = append(written, o.Key)
			}
			kv[o.Key] = literalText(o.Value)
		default:
			out.List = append(out.List, literalText(o.Value))
		}
	}
	for _, k := range keys.HashOrder(written) {
		out.KV = append(out.KV, KeyValue{k, kv[k]})
	}
	return out
}

func literalText(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.String:
		return x.Value
	case *ast.Number:
		return x.Text
	case *ast.Ident:
		return x.Simple()
	}
	return ""
}

// hintsOf and withHints read and replace the hints of an operator; withHints gives the same pointer where it has no place
// for any.
func hintsOf(op Op) []Hint {
	if p := hintPlace(op); p != nil {
		return *p
	}
	return nil
}

func withHints(n *Node, hints []Hint) *Node {
	var op Op
	switch o := n.Op.(type) {
	case *Scan:
		c := *o
		op = &c
	case *Project:
		c := *o
		op = &c
	case *Join:
		c := *o
		op = &c
	case *Aggregate:
		c := *o
		op = &c
	case *Correlate:
		c := *o
		op = &c
	case *Filter:
		c := *o
		op = &c
	case *Sort:
		c := *o
		op = &c
	case *Snapshot:
		c := *o
		op = &c
	case *TableFunctionScan:
		c := *o
		op = &c
	case *Values:
		c := *o
		op = &c
	case *WatermarkAssigner:
		c := *o
		op = &c
	default:
		return n
	}
	*hintPlace(op) = hints
	return rel.New(op, n.Row, n.Span, n.Inputs...)
}

// hintPlace is where an operator keeps its hints (Hintable), nil if it takes none.
func hintPlace(op Op) *[]Hint {
	switch o := op.(type) {
	case *Scan:
		return &o.Hints
	case *Project:
		return &o.Hints
	case *Join:
		return &o.Hints
	case *Aggregate:
		return &o.Hints
	case *Correlate:
		return &o.Hints
	case *Filter:
		return &o.Hints
	case *Sort:
		return &o.Hints
	case *Snapshot:
		return &o.Hints
	case *TableFunctionScan:
		return &o.Hints
	case *Values:
		return &o.Hints
	case *WatermarkAssigner:
		return &o.Hints
	}
	return nil
}

// withAliasHint names a relation for the hints of its query block.
func withAliasHint(n *Node, alias string) *Node {
	if hintPlace(n.Op) == nil {
		return n
	}
	return withHints(n, append(append([]Hint(nil), hintsOf(n.Op)...), Hint{Name: "ALIAS", List: []string{alias}}))
}

// attach puts the hints of a SELECT on the topmost node of its tree that has inputs (convertSelectImpl).
func (b *builder) attach(n *Node, hints []ast.Hint) *Node {
	if len(hints) == 0 {
		return n
	}
	list := make([]Hint, len(hints))
	for i := range hints {
		list[i] = hintOf(&hints[i])
		checkHint(&list[i])
	}
	b.hinted = true
	out, _ := attachTop(n, list)
	return out
}

func attachTop(n *Node, hints []Hint) (*Node, bool) {
	if len(n.Inputs) == 0 {
		return n, false
	}
	if hintPlace(n.Op) != nil {
		return withHints(n, append(append([]Hint(nil), hintsOf(n.Op)...), hints...)), true
	}
	in := append([]*Node(nil), n.Inputs...)
	for i := range in {
		m, done := attachTop(in[i], hints)
		if done {
			in[i] = m
			return n.WithInputs(in...), true
		}
	}
	return n, false
}

// finishHints hands the hints of a statement's SELECTs down (the end of SqlToRelConverter.convertQuery).
func (b *builder) finishHints(n *Node) *Node {
	if !b.hinted && !b.queryHints {
		return n
	}
	n = propagate(n, nil)
	n = rel.Rewrite(n, capitalize)
	n = clearOuter(n)
	return rel.Rewrite(n, clearUnmatched)
}

// level is the hints of one node on the way down, with the path from it.
type level struct {
	hints []Hint
	path  []int
}

func (h *Hint) equal(o Hint) bool {
	return h.Name == o.Name && slices.Equal(h.KV, o.KV) && slices.Equal(h.List, o.List) && slices.Equal(h.Inherit, o.Inherit)
}

// propagate gives each node the hints of the nodes above it that are for its kind (RelHintPropagateShuttle).
func propagate(n *Node, above []level) *Node {
	own := above
	if h := hintsOf(n.Op); len(h) > 0 && !isScan(n.Op) {
		own = append([]level{{hints: h}}, above...)
	}
	in := make([]*Node, len(n.Inputs))
	for i, c := range n.Inputs {
		down := make([]level, len(own))
		for k, l := range own {
			down[k] = level{l.hints, append(append([]int(nil), l.path...), i)}
		}
		in[i] = propagate(c, down)
	}
	n = n.WithInputs(in...)
	if hintPlace(n.Op) == nil || len(above) == 0 {
		return n
	}
	sorted := append([]level(nil), above...)
	sort.SliceStable(sorted, func(i, j int) bool { return len(sorted[i].path) < len(sorted[j].path) })
	had := hintsOf(n.Op)
	all := had[:len(had):len(had)]
	for _, l := range sorted {
		for _, h := range l.hints {
			h.Inherit = l.path
			if for_ := hintTargets[strings.ToUpper(h.Name)]; for_ != nil && for_(n.Op) && !slices.ContainsFunc(all, h.equal) {
				all = append(all, h)
			}
		}
	}
	if len(all) == len(had) {
		return n
	}
	return withHints(n, all)
}

// InheritHints gives n, which has none, the hints of what it has become input number at of, as far as they are for its kind
// (RelOptUtil.propagateRelHints, which a rule's result goes through).
func InheritHints(n *Node, hints []Hint, at int) *Node {
	if len(hints) == 0 || hintPlace(n.Op) == nil || len(hintsOf(n.Op)) > 0 {
		return n
	}
	var add []Hint
	for _, h := range hints {
		if target := hintTargets[h.Name]; target != nil && target(n.Op) {
			h.Inherit = []int{at}
			add = append(add, h)
		}
	}
	if len(add) == 0 {
		return n
	}
	return withHints(n, add)
}

// capitalize writes the names of query hints in capitals (CapitalizeQueryHintsShuttle).
func capitalize(n *Node) *Node {
	if !isJoinOrCorrelate(n.Op) && !isAggregate(n.Op) {
		return n
	}
	hints := append([]Hint(nil), hintsOf(n.Op)...)
	changed := false
	for i := range hints {
		if up := strings.ToUpper(hints[i].Name); up != hints[i].Name && isQueryHint(up) {
			hints[i].Name = up
			changed = true
		}
	}
	if !changed {
		return n
	}
	return withHints(n, hints)
}

// clearOuter takes away the query hints that come from outside of an aliased query block
// (ClearQueryHintsWithInvalidPropagationShuttle).
func clearOuter(n *Node) *Node {
	if isJoinOrCorrelate(n.Op) || isAggregate(n.Op) {
		hints := hintsOf(n.Op)
		depth := -1
		for _, h := range hints {
			if foldEq(h.Name, "ALIAS") {
				depth = len(h.Inherit)
				break
			}
		}
		if depth >= 0 {
			for _, h := range hints {
				if isQueryHint(h.Name) && len(h.Inherit) > depth {
					n = clearOne(n, h.Name, h.Inherit)
				}
			}
		}
	}
	in := make([]*Node, len(n.Inputs))
	for i, c := range n.Inputs {
		in[i] = clearOuter(c)
	}
	return n.WithInputs(in...)
}

// clearOne takes one hint off a node and off the nodes that got it by way of this one.
func clearOne(n *Node, name string, path []int) *Node {
	if isJoinOrCorrelate(n.Op) || isAggregate(n.Op) {
		for i, h := range hintsOf(n.Op) {
			if h.Name == name && slices.Equal(h.Inherit, path) {
				rest := append(append([]Hint(nil), hintsOf(n.Op)[:i]...), hintsOf(n.Op)[i+1:]...)
				n = withHints(n, rest)
				break
			}
		}
	}
	in := make([]*Node, len(n.Inputs))
	for i, c := range n.Inputs {
		in[i] = clearOne(c, name, append(append([]int(nil), path...), i))
	}
	return n.WithInputs(in...)
}

// clearUnmatched takes query hints off the nodes that they are not for (ClearQueryHintsOnUnmatchedNodesShuttle).
func clearUnmatched(n *Node) *Node {
	hints := hintsOf(n.Op)
	var keep, rest []Hint
	queries := 0
	for _, h := range hints {
		if !isQueryHint(h.Name) {
			rest = append(rest, h)
			continue
		}
		queries++
		if hintTargets[strings.ToUpper(h.Name)](n.Op) {
			keep = append(keep, h)
		}
	}
	if len(keep) == queries {
		return n
	}
	return withHints(n, append(keep, rest...))
}

func assertion(message string) {
	panic(diag.New(diag.AssertionError, message, source.Span{}))
}
