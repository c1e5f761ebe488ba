package rewrite

import (
	"strings"

	"strconv"

	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

func asScan(n *logical.Node) *logical.Scan {
	s, _ := n.Op.(*logical.Scan)
	return s
}

// pushedAlready reports whether the scan has the ability.
func pushedAlready(s *logical.Scan, name string) bool {
	for _, a := range s.Pushed {
		if a.Name == name {
			return true
		}
	}
	return false
}

// withAbilities is the scan of n with more abilities, replaced ones moving to the end.
func withAbilities(n *logical.Node, row *types.Type, added ...logical.Ability) *logical.Node {
	op := *asScan(n)
	op.Pushed = make([]logical.Ability, 0, len(asScan(n).Pushed)+len(added))
next:
	for _, a := range asScan(n).Pushed {
		for _, b := range added {
			if a.Name == b.Name {
				continue next
			}
		}
		op.Pushed = append(op.Pushed, a)
	}
	op.Pushed = append(op.Pushed, added...)
	return node(&op, row, n.Span)
}

// limitIntoScan tells a source how many rows are wanted; the limit stays above.
var limitIntoScan = &rule{
	name: "PushLimitIntoTableSourceScan", class: "PushLimitIntoTableSourceScanRule", on: sortKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.Sort)
		s := asScan(n.Input())
		if s == nil || s.Source == nil || len(o.Fields) > 0 || o.Fetch == nil || !s.Source.Limit || pushedAlready(s, "limit") {
			return nil
		}
		limit := *o.Fetch
		if o.Offset != nil {
			limit += *o.Offset
		}
		return rebuild(n, withAbilities(n.Input(), n.Input().Row,
			logical.Ability{Name: "limit", Text: strconv.FormatInt(limit, 10)}))
	},
}

// filterIntoScan gives the conjuncts of a filter to a source that takes them, once.
var filterIntoScan = &rule{
	name: "PushFilterIntoTableSourceScan", class: "PushFilterIntoTableSourceScanRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		s := asScan(n.Input())
		if !takesFilter(s) {
			return nil
		}
		scan, rest := pushConjuncts(n.Input(), s, asFilter(n).Cond)
		switch {
		case scan == nil:
			return nil
		case rest == nil:
			return scan
		}
		return node(&logical.Filter{Cond: rest}, n.Row, n.Span, scan)
	},
}

// filterInCalcIntoScan is filterIntoScan for the condition of a Calc.
var filterInCalcIntoScan = &rule{
	name: "PushFilterInCalcIntoTableSourceScan", class: "PushFilterInCalcIntoTableSourceScanRule", on: calcKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.Calc)
		s := asScan(n.Input())
		if o.Cond == nil || !takesFilter(s) {
			return nil
		}
		scan, rest := pushConjuncts(n.Input(), s, o.Cond)
		if scan == nil {
			return nil
		}
		now := node(&logical.Calc{Exprs: o.Exprs, Cond: rest}, n.Row, n.Span, scan)
		if trivial(now) {
			return scan
		}
		return now
	},
}

func takesFilter(s *logical.Scan) bool {
	return s != nil && s.Source != nil && s.Source.Filter != nil && !pushedAlready(s, "filter")
}

// pushConjuncts asks the source for each conjunct, a Sarg written out; nil if none can be said in the Table API's
// expressions at all. What the source does not take, or takes without vouching for it, remains.
func pushConjuncts(n *logical.Node, s *logical.Scan, cond expr.Expr) (*logical.Node, expr.Expr) {
	columns := make([]connector.Column, len(n.Row.Fields))
	for i, f := range n.Row.Fields {
		columns[i] = connector.Column{Name: f.Name, Type: f.Type}
	}
	var accepted, remaining, unconverted []expr.Expr
	for _, e := range conjuncts(expandedCNF(cond)) {
		if !convertible(e) {
			unconverted = append(unconverted, e)
			continue
		}
		e = throughTableAPI(e)
		ok, remains := s.Source.Filter(e, columns)
		if ok {
			accepted = append(accepted, e)
		}
		if !ok || remains {
			remaining = append(remaining, e)
		}
	}
	if len(accepted)+len(remaining) == 0 {
		return nil, nil
	}
	scan := withAbilities(n, n.Row, logical.Ability{Name: "filter", Text: filterText(accepted, n.Row.Names()), Exprs: accepted})
	if len(remaining)+len(unconverted) == 0 {
		return scan, nil
	}
	rest := simplifyCondition(expr.AndOf(append(remaining, unconverted...)...))
	return scan, rest
}

// filterText spells the accepted conjuncts as the scan prints them: and(and(a, b), c).
func filterText(list []expr.Expr, names []string) string {
	var b strings.Builder
	for range len(list) - 1 {
		b.WriteString("and(")
	}
	for i, e := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(expr.Print(e, expr.Physical, names))
		if i > 0 {
			b.WriteByte(')')
		}
	}
	return b.String()
}
