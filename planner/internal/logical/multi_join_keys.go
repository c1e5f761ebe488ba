package logical

import (
	"cmp"
	"slices"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// MultiJoinKeys are the columns by which the inputs of a multi-way join are matched, by input
// (AttributeBasedJoinKeyExtractor).
type MultiJoinKeys struct {
	// Common are the columns that all inputs are shuffled by, none of each if no condition is an equality of columns.
	Common [][]int
	// Join are an input's columns in the equalities that join it; of the first, those that others are joined to.
	Join [][]int
}

// attribute is a column of an input of a multi-way join.
type attribute struct{ input, column int }

// pair is an equality of a column of an input with one of an earlier input, or of the same.
type pair struct{ left, right attribute }

// nowhere stands left of a column of the first input.
var nowhere = attribute{-1, -1}

// FindMultiJoinKeys reads the conditions, one by input, over the concatenation of rows. If lacking is not negative, the
// inputs share no key: that input is the first that has no column in it. Flink does not get over some conditions.
func FindMultiJoinKeys(rows []*types.Type, conds []expr.Expr, span source.Span) (k *MultiJoinKeys, lacking int) {
	f := &keyFinder{rows: rows, steps: make([][]pair, len(rows))}
	for _, c := range conds {
		f.read(c)
	}
	f.check(span)
	k = &MultiJoinKeys{Common: make([][]int, len(rows)), Join: make([][]int, len(rows))}
	for i, step := range f.steps {
		for _, p := range step {
			k.Join[i] = append(k.Join[i], p.right.column)
		}
	}
	lacking = f.common(k.Common)
	if lacking < 0 {
		f.checkCommon(k.Common, span)
	}
	return k, lacking
}

// keyFinder gathers the equalities by the input that they join.
type keyFinder struct {
	rows  []*types.Type
	steps [][]pair
}

// read takes the equalities of two columns out of a condition (MultiJoinUtil.createJoinAttributeMap).
func (f *keyFinder) read(cond expr.Expr) {
	call, ok := cond.(*expr.Call)
	if !ok {
		return
	}
	if call.Op.Op == expr.And {
		for _, a := range call.Args {
			f.read(a)
		}
		return
	}
	if call.Op.Op != expr.Equals {
		return
	}
	left, ok1 := f.attribute(call.Args[0])
	right, ok2 := f.attribute(call.Args[1])
	if !ok1 || !ok2 {
		return
	}
	if left.input >= right.input {
		left, right = right, left
	}
	if left.input == 0 {
		f.steps[0] = append(f.steps[0], pair{nowhere, left})
	}
	f.steps[right.input] = append(f.steps[right.input], pair{left, right})
}

// attribute finds the input that a reference is to.
func (f *keyFinder) attribute(e expr.Expr) (attribute, bool) {
	r, ok := e.(*expr.Ref)
	if !ok {
		return attribute{}, false
	}
	at := r.Index
	for i, row := range f.rows {
		if at < len(row.Fields) {
			return attribute{i, at}, true
		}
		at -= len(row.Fields)
	}
	return attribute{}, false
}

func (f *keyFinder) typeOf(a attribute) *types.Type { return f.rows[a.input].Fields[a.column].Type }

// check refuses, as Flink's extractor fails, equalities within one input other than the first and of unlike types.
func (f *keyFinder) check(span source.Span) {
	for i := 1; i < len(f.steps); i++ {
		for _, p := range f.steps[i] {
			if p.left.input >= i {
				diag.Fail(diag.IllegalState, span, "Invalid joinAttributeMap configuration for inputId %d. Left attribute InputId:%d;FieldIndex:%d; "+
					"does not reference a previous input (< %d).", i, p.left.input, p.left.column, i)
			}
		}
	}
}

// checkCommon refuses keys of unlike types (validateKeyStructures).
func (f *keyFinder) checkCommon(common [][]int, span source.Span) {
	for i := 1; i < len(f.steps); i++ {
		for j, p := range f.steps[i] {
			if l, r := f.typeOf(p.left), f.typeOf(p.right); l.Kind != r.Kind {
				diag.Fail(diag.IllegalState, span, "Type mismatch for join key field %d on input %d: left type %s vs right type %s.", j, i, l.RootName(), r.RootName())
			}
		}
	}
	for i := range common {
		for j, c := range common[i] {
			if own, first := f.typeOf(attribute{i, c}), f.typeOf(attribute{0, common[0][j]}); own.Kind != first.Kind {
				diag.Fail(diag.IllegalState, span, "Type mismatch for common key field %d on input %d: extractor type %s vs commonJoinKeyType %s.",
					j, i, own.RootName(), first.RootName())
			}
		}
	}
}

// common finds each input's columns in the classes of equal columns that every step has a part in. It gives the first
// input without such a column, -1 if all have one or nothing is equated.
func (f *keyFinder) common(out [][]int) (lacking int) {
	u := &classes{root: map[attribute]attribute{}, rank: map[attribute]int{}}
	var all []attribute
	for i := 1; i < len(f.steps); i++ {
		for _, p := range f.steps[i] {
			all = append(all, p.left, p.right)
			u.unite(p.left, p.right)
		}
	}
	if len(all) == 0 {
		return -1
	}
	members := map[attribute][]attribute{}
	var roots []attribute
	for _, a := range hashSetOrder(all) {
		r := u.find(a)
		if members[r] == nil {
			roots = append(roots, r)
		}
		members[r] = append(members[r], a)
	}
	roots = slices.DeleteFunc(roots, func(r attribute) bool { return !f.touchesAll(u, r) })
	// The columns of a key stand in the order of what their class is known by.
	slices.SortStableFunc(roots, func(a, b attribute) int { return cmp.Compare(a.column, b.column) })
	for i := range out {
		out[i] = keyOf(i, roots, members)
		if len(out[i]) == 0 {
			return i
		}
	}
	return -1
}

// touchesAll reports a class that every step that equates something has a column of.
func (f *keyFinder) touchesAll(u *classes, root attribute) bool {
	for _, step := range f.steps {
		if len(step) > 0 && !slices.ContainsFunc(step, func(p pair) bool { return u.has(root, p.left) || u.has(root, p.right) }) {
			return false
		}
	}
	return true
}

// keyOf picks one column of an input from each class, in the order in which Java would find it in a set.
func keyOf(input int, roots []attribute, members map[attribute][]attribute) []int {
	type entry struct{ root, column int }
	var found []entry
	for _, r := range roots {
		for _, a := range hashSetOrder(members[r]) {
			if a.input == input {
				found = append(found, entry{r.column, a.column})
				break
			}
		}
	}
	slices.SortStableFunc(found, func(a, b entry) int { return cmp.Or(cmp.Compare(a.root, b.root), cmp.Compare(a.column, b.column)) })
	key := make([]int, len(found))
	for i, e := range found {
		key[i] = e.column
	}
	return key
}

// classes are sets of equal columns, united by rank.
type classes struct {
	root map[attribute]attribute
	rank map[attribute]int
}

func (u *classes) find(a attribute) attribute {
	r, known := u.root[a]
	if !known {
		u.root[a] = a
		return a
	}
	if r != a {
		r = u.find(r)
		u.root[a] = r
	}
	return r
}

// has reports that a known column is of the class.
func (u *classes) has(root, a attribute) bool {
	_, known := u.root[a]
	return known && u.find(a) == root
}

func (u *classes) unite(a, b attribute) {
	a, b = u.find(a), u.find(b)
	switch {
	case a == b:
	case u.rank[a] < u.rank[b]:
		u.root[a] = b
	case u.rank[a] > u.rank[b]:
		u.root[b] = a
	default:
		u.root[b] = a
		u.rank[a]++
	}
}

// hashSetOrder gives distinct columns in the order in which a Java HashSet that they were added to has them.
func hashSetOrder(list []attribute) []attribute {
	var set []attribute
	for _, a := range list {
		if !slices.Contains(set, a) {
			set = append(set, a)
		}
	}
	size := uint32(16)
	for uint32(len(set)) > size/4*3 {
		size *= 2
	}
	slot := func(a attribute) uint32 {
		h := uint32(31*(31+a.input) + a.column) // Objects.hash
		return (h ^ h>>16) & (size - 1)
	}
	slices.SortStableFunc(set, func(a, b attribute) int { return cmp.Compare(slot(a), slot(b)) })
	return set
}
