package logical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
)

// OptimizedLine is a node of the optimized logical tree as messages quote it: FlinkLogicalCalc(…).
func OptimizedLine(n *Node, style expr.Style) string {
	if o, ok := n.Op.(*Scan); ok {
		terms := []rel.Term{{Name: "table", Text: o.TableText(n.Row)}, {Name: "fields", Text: rel.Join(n.Row.Names())}}
		if len(o.Hints) > 0 {
			terms = append(terms, rel.Term{Name: "hints", Text: HintsText(o.Hints)})
		}
		name := "FlinkLogicalTableSourceScan("
		if o.Source != nil && o.Source.Legacy != "" {
			name = "FlinkLogicalLegacyTableSourceScan("
		}
		return name + rel.Spell(terms) + ")"
	}
	return rel.Line(n, style, "FlinkLogical")
}

// digestLine is a node of the tree that the optimizer begins with as messages quote it: LogicalProject(inputs=[0..1],
// exprs=[[+($0, 1)]]), without the names of what is projected (Project.explainTerms).
func digestLine(n *Node) string {
	p, ok := n.Op.(*Project)
	if !ok {
		return rel.Line(n, expr.AST, "Logical")
	}
	k := 0
	for k < len(p.Exprs) {
		if r, ok := p.Exprs[k].(*expr.Ref); !ok || r.Index != k {
			break
		}
		k++
	}
	var terms []rel.Term
	switch k {
	case 0:
	case 1:
		terms = append(terms, rel.Term{Name: "inputs", Text: "0"})
	default:
		terms = append(terms, rel.Term{Name: "inputs", Text: "0.." + strconv.Itoa(k-1)})
	}
	if k < len(p.Exprs) {
		list := make([]string, 0, len(p.Exprs)-k)
		for _, e := range p.Exprs[k:] {
			list = append(list, expr.Print(e, expr.AST, nil))
		}
		terms = append(terms, rel.Term{Name: "exprs", Text: "[" + rel.Join(list) + "]"})
	}
	return "LogicalProject(" + rel.Spell(terms) + ")"
}

// CannotPlan is what Flink says where no rule takes a plan, or a rule of the PHYSICAL phase refuses it: the optimized
// logical plan, and why (FlinkVolcanoProgram).
func CannotPlan(root *Node, why string) string {
	return cannotPlan(root, why, func(n *Node) string { return OptimizedLine(n, expr.Physical) })
}

// CannotOptimize is the same of a rule of the LOGICAL phase.
func CannotOptimize(root *Node, why string) string { return cannotPlan(root, why, digestLine) }

func cannotPlan(root *Node, why string, line func(*Node) string) string {
	return "Cannot generate a valid execution plan for the given query: \n\n" + rel.Tree(root, nil, line) + "\n" + why +
		"\nPlease check the documentation for the set of currently supported SQL features."
}

// HintsText writes hints as plans do: [[STATE_TTL options:{LEFT=1d}]].
func HintsText(hints []Hint) string {
	var b strings.Builder
	b.WriteByte('[')
	for _, h := range hints {
		b.WriteString("[" + h.Name)
		if len(h.Inherit) > 0 {
			b.WriteString(" inheritPath:[")
			for i, p := range h.Inherit {
				if i > 0 {
					b.WriteString(", ")
				}
				b.WriteString(strconv.Itoa(p))
			}
			b.WriteByte(']')
		}
		switch {
		case len(h.List) > 0:
			b.WriteString(" options:[" + strings.Join(h.List, ", ") + "]")
		case len(h.KV) > 0:
			b.WriteString(" options:{")
			for i, kv := range h.KV {
				if i > 0 {
					b.WriteString(", ")
				}
				b.WriteString(kv.Key + "=" + kv.Value)
			}
			b.WriteByte('}')
		}
		b.WriteByte(']')
	}
	b.WriteByte(']')
	return b.String()
}
