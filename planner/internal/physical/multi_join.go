package physical

import (
	"sort"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// attribute is a column of an input of a multi-way join.
type attribute struct{ input, column int }

// multiJoin is StreamPhysicalMultiJoinRule: all inputs are shuffled by the columns that every condition ties together.
func (c *converter) multiJoin(l *logical.Node, o *logical.MultiJoin) *Node {
	m := multiKeys{offsets: make([]int, len(l.Inputs)), root: map[attribute]attribute{}, steps: map[int][][2]attribute{}}
	width := 0
	for i, in := range l.Inputs {
		m.offsets[i] = width
		width += len(in.Row.Fields)
	}
	conds := o.Conditions
	if len(conds) == len(l.Inputs)-1 {
		conds = append([]expr.Expr{nil}, conds...)
	}
	for _, cond := range conds {
		if cond != nil {
			m.read(cond)
		}
	}
	op := &MultiJoin{Types: append([]logical.JoinType{logical.Inner}, o.Types...), Conditions: conds[1:], Filter: o.Filter,
		PostFilter: o.PostFilter, Hints: o.Hints}
	if len(o.Types) == len(l.Inputs) {
		op.Types = o.Types
	}
	in := make([]*Node, len(l.Inputs))
	for i, x := range l.Inputs {
		key := m.common(i)
		if len(key) == 0 {
			diag.Fail(diag.Table, l.Span, "All inputs in a multi-way join must share a common join key. Input #%d does not share a "+
				"join key with the other inputs. Please ensure all join conditions connect all inputs with a common key. Support "+
				"for multiple independent join key groups is tracked under FLINK-37890.", i)
		}
		op.Keys = append(op.Keys, key)
		op.JoinKeys = append(op.JoinKeys, m.right(i))
		in[i] = c.exchange(c.convert(x), key)
	}
	for _, k := range op.Keys[0] {
		op.CommonKey = append(op.CommonKey, l.Inputs[0].Row.Fields[k].Name)
	}
	return c.node(op, l.Row, l.Span, in...)
}

// multiKeys finds the common key of a multi-way join (AttributeBasedJoinKeyExtractor): steps are the pairs of equal
// columns by the input that they join, root a union-find over the columns.
type multiKeys struct {
	offsets []int
	steps   map[int][][2]attribute
	root    map[attribute]attribute
	order   []attribute
}

func (m *multiKeys) attributeOf(i int) attribute {
	at := sort.SearchInts(m.offsets, i+1) - 1
	return attribute{at, i - m.offsets[at]}
}

func (m *multiKeys) read(cond expr.Expr) {
	for _, t := range expr.Conjuncts(cond) {
		call, ok := t.(*expr.Call)
		if !ok || call.Op.Op != expr.Equals {
			continue
		}
		a, ok1 := call.Args[0].(*expr.Ref)
		b, ok2 := call.Args[1].(*expr.Ref)
		if !ok1 || !ok2 {
			continue
		}
		x, y := m.attributeOf(a.Index), m.attributeOf(b.Index)
		if x.input >= y.input {
			x, y = y, x
		}
		if x.input == 0 {
			m.steps[0] = append(m.steps[0], [2]attribute{{-1, -1}, x})
		}
		m.steps[y.input] = append(m.steps[y.input], [2]attribute{x, y})
		m.unite(x, y)
	}
}

func (m *multiKeys) find(a attribute) attribute {
	r, ok := m.root[a]
	if !ok {
		m.root[a] = a
		m.order = append(m.order, a)
		return a
	}
	if r == a {
		return a
	}
	r = m.find(r)
	m.root[a] = r
	return r
}

func (m *multiKeys) unite(a, b attribute) {
	if x, y := m.find(a), m.find(b); x != y {
		m.root[y] = x
	}
}

// isCommon reports a class of equal columns that every step has a column of.
func (m *multiKeys) isCommon(root attribute) bool {
	for _, pairs := range m.steps {
		found := false
		for _, p := range pairs {
			found = found || p[1].input >= 0 && m.find(p[1]) == root || p[0].input >= 0 && m.find(p[0]) == root
		}
		if !found {
			return false
		}
	}
	return true
}

// common gives the columns of an input in the common key, one of each class, in the order of the classes' roots.
func (m *multiKeys) common(input int) []int {
	type entry struct{ root, column int }
	var found []entry
	seen := map[attribute]bool{}
	for _, a := range m.order {
		r := m.find(a)
		if a.input == input && !seen[r] && m.isCommon(r) {
			seen[r] = true
			found = append(found, entry{r.column, a.column})
		}
	}
	sort.SliceStable(found, func(i, j int) bool {
		if found[i].root != found[j].root {
			return found[i].root < found[j].root
		}
		return found[i].column < found[j].column
	})
	out := make([]int, len(found))
	for i, e := range found {
		out[i] = e.column
	}
	return out
}

func (m *multiKeys) right(input int) []int {
	var out []int
	for _, p := range m.steps[input] {
		out = append(out, p[1].column)
	}
	return out
}

// UniqueKeyTexts spells the unique keys of the inputs of a multi-way join.
func (k *Keys) UniqueKeyTexts(n *Node) []string {
	out := make([]string, len(n.Inputs))
	for i, in := range n.Inputs {
		out[i] = uniqueText(in.Row, k.Unique(in).JavaOrder())
	}
	return out
}

func uniqueText[S interface {
	Slice() []int
}](row *types.Type, ks []S) string {
	if len(ks) == 0 {
		return "noUniqueKey"
	}
	var all []string
	for _, key := range ks {
		var names []string
		for _, c := range key.Slice() {
			names = append(names, row.Fields[c].Name)
		}
		if len(names) > 0 {
			all = append(all, "("+strings.Join(names, ", ")+")")
		}
	}
	return strings.Join(all, ", ")
}
