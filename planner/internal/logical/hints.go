package logical

import (
	"sort"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

func foldEq(a, b string) bool { return strings.EqualFold(a, b) }

// queryHintNames are the hints after SELECT that the planner knows (FlinkHintStrategies).
var queryHintNames = map[string]bool{
	"BROADCAST": true, "SHUFFLE_HASH": true, "SHUFFLE_MERGE": true, "NEST_LOOP": true, "LOOKUP": true, "STATE_TTL": true,
	"MULTI_JOIN": true, "NO_BROADCAST": true,
}

// hasQueryHints says that a query has a query hint somewhere (CheckContainQueryHintsShuttle).
func hasQueryHints(q ast.Query) bool {
	found := false
	ast.Inspect(q, func(n ast.Node) bool {
		if s, ok := n.(*ast.Select); ok {
			for i := range s.Hints {
				found = found || queryHintNames[strings.ToUpper(s.Hints[i].Name.Text)]
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
		out = append(out, hintOf(&hints[i]))
	}
	return out
}

// hintOf is a hint as written; key-value options are sorted by key.
func hintOf(h *ast.Hint) Hint {
	out := Hint{Name: h.Name.Text}
	for i := range h.Options {
		o := &h.Options[i]
		switch {
		case o.Name != nil:
			out.List = append(out.List, o.Name.Text)
		case o.Key != "":
			out.KV = append(out.KV, KeyValue{o.Key, literalText(o.Value)})
		default:
			out.List = append(out.List, literalText(o.Value))
		}
	}
	sort.SliceStable(out.KV, func(i, j int) bool { return out.KV[i].Key < out.KV[j].Key })
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

// withAliasHint attaches ALIAS to a node that takes hints.
func withAliasHint(n *Node, alias string) *Node {
	h := Hint{Name: "ALIAS", List: []string{alias}}
	switch op := n.Op.(type) {
	case *Scan:
		c := *op
		c.Hints = append(append([]Hint(nil), op.Hints...), h)
		return rel1Leaf(&c, n)
	case *Project:
		c := *op
		c.Hints = append(append([]Hint(nil), op.Hints...), h)
		return rel1(&c, n.Row, n.Span, n.Input())
	}
	return n
}

func rel1Leaf(op Op, n *Node) *Node {
	m := rel1(op, n.Row, n.Span, nil)
	m.Inputs = n.Inputs
	return m
}

// attach puts the hints of a SELECT on its tree (convertSelectImpl).
func (b *builder) attach(n *Node, hints []ast.Hint) *Node {
	for i := range hints {
		name := strings.ToUpper(hints[i].Name.Text)
		if !queryHintNames[name] {
			panic(diag.New(diag.AssertionError, "Hint: "+hints[i].Name.Text+" should be registered in the HintStrategyTable", source.Span{}))
		}
		b.hinted = append(b.hinted, hintOf(&hints[i]))
	}
	return n
}

// finishHints resolves the query hints once the whole tree stands.
func (b *builder) finishHints(n *Node) *Node {
	if len(b.hinted) > 0 {
		diag.Unknown(source.Span{}, "query hints")
	}
	return n
}
