package changelog

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// pushDown moves watermarks, filters and projections below the normalizes, before any mode is inferred: what is
// filtered by the key never reaches the state, what is filtered by the normalize itself needs no update-before
// (CHANGELOG_NORMALIZE_TRANSPOSE_RULES).
func (i *inference) pushDown(root *physical.Node) *physical.Node {
	if !hasNormalize(root) {
		return root
	}
	reused := reusedNormalizes(root)
	lost := renamed{}
	return rel.Rewrite(root, func(n *physical.Node) *physical.Node {
		now := i.pushCalc(i.pushWatermark(n), reused)
		return lost.follow(n, now)
	})
}

func hasNormalize(root *physical.Node) bool {
	for n := range rel.All(root) {
		if _, ok := n.Op.(*physical.ChangelogNormalize); ok {
			return true
		}
	}
	return false
}

// commonFilter is what all the filters over the normalizes of one scan have in common.
type commonFilter struct{ terms []expr.Expr }

// reusedNormalizes finds the normalizes under a Calc whose scan is read by another such one in the same tree, by the
// ID of the normalize, with the filters that they share (FlinkMarkChangelogNormalizeProgram). Scans are the same by
// digest.
func reusedNormalizes(root *physical.Node) map[int]commonFilter {
	type found struct {
		ids   []int
		conds []expr.Expr
	}
	byScan := map[string]*found{}
	var order []string
	gather := func(n *physical.Node) {
		for _, in := range n.Inputs {
			if _, ok := in.Op.(*physical.ChangelogNormalize); !ok {
				continue
			}
			calc, ok := n.Op.(*physical.Calc)
			if !ok {
				continue
			}
			d := scanBelow(in).RelDigest()
			f := byScan[d]
			if f == nil {
				f = &found{}
				byScan[d] = f
				order = append(order, d)
			}
			f.ids = append(f.ids, in.ID)
			var cond expr.Expr
			if calc.Cond != nil {
				cond = expr.PullFactors(expandSearch(calc.Cond))
			}
			f.conds = append(f.conds, cond)
		}
	}
	for n := range rel.All(root) {
		// The root itself is not looked at, only what is below its inputs.
		if n != root {
			gather(n)
		}
	}
	out := map[int]commonFilter{}
	for _, d := range order {
		f := byScan[d]
		if len(f.ids) < 2 {
			continue
		}
		common := commonFilter{commonTerms(f.conds)}
		for _, id := range f.ids {
			out[id] = common
		}
	}
	return out
}

func scanBelow(n *physical.Node) *physical.Node {
	for len(n.Inputs) > 0 {
		n = n.Input()
	}
	return n
}

// commonTerms pulls the terms that all conditions share to the front of their OR, and takes those before the first
// term that is itself an OR.
func commonTerms(conds []expr.Expr) []expr.Expr {
	for _, c := range conds {
		if c == nil {
			return nil
		}
	}
	or := expr.NewCall(expr.OrOp, types.BooleanType.WithNullable(expr.Nullable(conds...)), conds...)
	factors, ok := expr.PullFactors(or).(*expr.Call)
	if !ok || factors.Op.Op != expr.And {
		return nil
	}
	var out []expr.Expr
	for _, t := range factors.Args {
		if expr.Is(t, expr.Or) {
			break
		}
		out = append(out, expr.Conjuncts(expr.ToCNF(t, -1))...)
	}
	return out
}

// pushWatermark moves a watermark assigner, and a Calc between, below a normalize
// (WatermarkAssignerChangelogNormalizeTransposeRule).
func (i *inference) pushWatermark(n *physical.Node) *physical.Node {
	w, ok := n.Op.(*physical.WatermarkAssigner)
	if !ok {
		return n
	}
	calc := n.Input()
	normalize := calc
	o, over := calc.Op.(*physical.Calc)
	if over {
		normalize = calc.Input()
	}
	norm, ok := normalize.Op.(*physical.ChangelogNormalize)
	if !ok {
		return n
	}
	exchange := normalize.Input()
	if !over {
		low := n.WithInputs(exchange.Input())
		return i.rebuilt(normalize, exchange, low, norm.Key, norm.Cond)
	}
	return i.pushWatermarkAndCalc(n, w, calc, o, normalize, norm)
}

// rebuilt puts the exchange and the normalize over another input, which has the same columns by name.
func (i *inference) rebuilt(normalize, exchange, in *physical.Node, key []int, cond expr.Expr) *physical.Node {
	x := exchange.WithInputs(in).WithOp(&physical.Exchange{Hash: key}).WithRow(in.Row)
	old := normalize.Op.(*physical.ChangelogNormalize)
	op := &physical.ChangelogNormalize{Key: key, Cond: cond, SourceReused: old.SourceReused}
	return normalize.WithInputs(x).WithOp(op).WithRow(in.Row)
}

// pushWatermarkAndCalc pushes both; the Calc is widened by the key columns that it drops, which a Calc above drops
// again.
func (i *inference) pushWatermarkAndCalc(n *physical.Node, w *physical.WatermarkAssigner, calc *physical.Node, o *physical.Calc,
	normalize *physical.Node, norm *physical.ChangelogNormalize) *physical.Node {
	exchange := normalize.Input()
	to := calcMapping(o.Exprs)
	exprs := append([]expr.Expr(nil), o.Exprs...)
	fields := append([]types.Field(nil), calc.Row.Fields...)
	names := append([]string(nil), calc.Row.Names()...)
	for _, k := range norm.Key {
		if _, kept := to[k]; kept {
			continue
		}
		f := normalize.Row.Fields[k]
		f.Name = physical.FreshName(names, f.Name)
		names = append(names, f.Name)
		to[k] = len(exprs)
		exprs = append(exprs, expr.NewRef(k, f.Type))
		fields = append(fields, f)
	}
	widened := len(exprs) > len(o.Exprs)
	if from := permutation(exprs, o.Cond, len(normalize.Row.Fields)); widened && from != nil {
		return i.pushWatermarkAlone(n, w, calc, o, normalize, norm, from)
	}
	key := make([]int, len(norm.Key))
	for j, k := range norm.Key {
		key[j] = to[k]
	}
	low := calc.WithInputs(exchange.Input()).WithOp(&physical.Calc{Exprs: exprs, Cond: o.Cond}).WithRow(types.RowType(fields...))
	assignerFields := append([]types.Field(nil), fields...)
	copy(assignerFields, n.Row.Fields)
	assigner := n.WithInputs(low).WithRow(types.RowType(assignerFields...))
	out := i.rebuilt(normalize, exchange, assigner, key, norm.Cond)
	if !widened {
		return out
	}
	top := make([]expr.Expr, len(o.Exprs))
	for j := range top {
		top[j] = expr.NewRef(j, out.Row.Fields[j].Type)
	}
	c := i.insert(&physical.Calc{Exprs: top}, out)
	return c.WithRow(n.Row)
}

// permutation tells which column each item is where a Calc is all columns of its input in some order, nil otherwise
// (RexProgram.isPermutation).
func permutation(exprs []expr.Expr, cond expr.Expr, width int) []int {
	if cond != nil || len(exprs) != width {
		return nil
	}
	var seen keys.Cols
	from := make([]int, width)
	for j, e := range exprs {
		r, ok := e.(*expr.Ref)
		if !ok || seen.Has(r.Index) {
			return nil
		}
		seen, from[j] = seen.With(r.Index), r.Index
	}
	return from
}

// pushWatermarkAlone pushes the watermark only; the Calc stays above the normalize. Its items stand for the columns from of
// the normalize.
func (i *inference) pushWatermarkAlone(n *physical.Node, w *physical.WatermarkAssigner, calc *physical.Node, o *physical.Calc,
	normalize *physical.Node, norm *physical.ChangelogNormalize, from []int) *physical.Node {
	exchange := normalize.Input()
	op := *w
	op.Rowtime, op.Watermark = from[w.Rowtime], expr.Renumber(w.Watermark, from)
	fields := append([]types.Field(nil), exchange.Input().Row.Fields...)
	fields[op.Rowtime].Type = n.Row.Fields[w.Rowtime].Type
	assigner := n.WithInputs(exchange.Input()).WithOp(&op).WithRow(types.RowType(fields...))
	out := i.rebuilt(normalize, exchange, assigner, norm.Key, norm.Cond)
	exprs := expr.MapArgs(o.Exprs, func(e expr.Expr) expr.Expr {
		if r, ok := e.(*expr.Ref); ok && r.Index == op.Rowtime {
			return expr.NewRef(r.Index, fields[r.Index].Type)
		}
		return e
	})
	return calc.WithInputs(out).WithOp(&physical.Calc{Exprs: exprs}).WithRow(n.Row)
}

// calcMapping tells where each input column that is passed on unchanged goes; the last place wins.
func calcMapping(exprs []expr.Expr) map[int]int {
	to := map[int]int{}
	for i, e := range exprs {
		if r, ok := e.(*expr.Ref); ok {
			to[r.Index] = i
		}
	}
	return to
}

// pushCalc pushes a Calc right above a normalize: conditions on the key below the shuffle, the others into the
// normalize, the projection of the columns that are read and of the key below both
// (PushCalcPastChangelogNormalizeRule). Over a scan that is normalized more than once, only the conditions that all
// have in common go down.
func (i *inference) pushCalc(n *physical.Node, reused map[int]commonFilter) *physical.Node {
	o, ok := n.Op.(*physical.Calc)
	if !ok {
		return n
	}
	normalize := n.Input()
	norm, ok := normalize.Op.(*physical.ChangelogNormalize)
	if !ok {
		return n
	}
	common, isReused := reused[normalize.ID]
	if isReused && len(common.terms) == 0 {
		i.because(n, FactFilterShared)
		return n
	}
	var down []expr.Expr
	if o.Cond != nil {
		down = expr.Conjuncts(expr.ToCNF(expandSearch(o.Cond), -1))
	}
	var stay []expr.Expr
	if isReused {
		if stay = without(down, common.terms); len(stay) > 0 {
			i.because(n, FactFilterShared)
		}
		down = common.terms
	}
	out := i.pushParts(n, o, normalize, norm, down, stay)
	if !isReused && out != n {
		out = simplifyBelow(out)
	}
	return out
}

// simplifyBelow is the rule once more: where a Calc stays over the normalize, it matches again, has nothing left to
// push and simplifies the condition of the normalize.
func simplifyBelow(n *physical.Node) *physical.Node {
	if _, ok := n.Op.(*physical.Calc); !ok {
		return n
	}
	normalize := n.Input()
	norm := normalize.Op.(*physical.ChangelogNormalize)
	if norm.Cond == nil {
		return n
	}
	op := *norm
	op.Cond = simplified([]expr.Expr{norm.Cond})
	return n.WithInputs(normalize.WithOp(&op))
}

func without(terms, remove []expr.Expr) []expr.Expr {
	var out []expr.Expr
	for _, t := range terms {
		drop := false
		for _, r := range remove {
			drop = drop || r.Digest() == t.Digest()
		}
		if !drop {
			out = append(out, t)
		}
	}
	return out
}

func (i *inference) pushParts(n *physical.Node, o *physical.Calc, normalize *physical.Node, norm *physical.ChangelogNormalize,
	down, stay []expr.Expr) *physical.Node {
	key := keys.Of(norm.Key...)
	var byKey, others []expr.Expr
	for _, t := range down {
		if key.Contains(expr.Refs(t)) {
			byKey = append(byKey, t)
		} else {
			others = append(others, t)
		}
	}
	if norm.Cond != nil {
		others = append(others, norm.Cond)
	}
	used := expr.Refs(o.Exprs...).Union(key)
	for _, c := range [...]expr.Expr{o.Cond, norm.Cond} {
		if c != nil {
			used = used.Union(expr.Refs(c))
		}
	}
	width := len(normalize.Row.Fields)
	var pushed *physical.Node
	to := make([]int, width)
	switch {
	case len(byKey) > 0 || used.Len() < width:
		pushed = i.normalizeOver(normalize, norm, byKey, others, used, to)
	case len(others) > 0:
		for c := range to {
			to[c] = c
		}
		op := *norm
		op.Cond = simplified(others)
		pushed = normalize.WithOp(&op)
	default:
		for c := range to {
			to[c] = c
		}
		pushed = normalize
	}
	i.because(pushed, FactPushed)
	above := i.rest(n, o, pushed, stay, to)
	op := *pushed.Op.(*physical.ChangelogNormalize)
	if above == pushed || op.Cond == nil {
		return above
	}
	// A Calc that is left has the rule look again, which finds nothing to push and simplifies.
	op.Cond = simplified([]expr.Expr{op.Cond})
	return above.WithInputs(pushed.WithOp(&op))
}

// normalizeOver builds the normalize over a Calc of the columns used; to receives where each column went.
func (i *inference) normalizeOver(normalize *physical.Node, norm *physical.ChangelogNormalize, byKey, others []expr.Expr,
	used keys.Cols, to []int) *physical.Node {
	exchange := normalize.Input()
	in := exchange.Input()
	var exprs []expr.Expr
	var fields []types.Field
	for c := range to {
		to[c] = -1
	}
	for c := range used.All() {
		to[c] = len(exprs)
		exprs = append(exprs, expr.NewRef(c, in.Row.Fields[c].Type))
		fields = append(fields, in.Row.Fields[c])
	}
	calc := i.insert(&physical.Calc{Exprs: exprs, Cond: simplified(byKey)}, in).WithRow(types.RowType(fields...))
	// Flink re-lists the key by way of a set, so that it comes out ascending.
	var key []int
	for c := range keys.Of(norm.Key...).All() {
		key = append(key, to[c])
	}
	var cond expr.Expr
	if len(others) > 0 {
		cond = expr.Renumber(expr.Conjunction(others...), to)
	}
	return i.rebuilt(normalize, exchange, calc, key, cond)
}

// simplified is the conjunction of terms, nil if there is nothing to test.
func simplified(terms []expr.Expr) expr.Expr {
	if len(terms) == 0 {
		return nil
	}
	e := simplify(expr.Conjunction(terms...))
	if expr.AlwaysTrue(e) {
		return nil
	}
	return e
}

// rest is what stays above: the projection and the conditions that were not pushed; nothing if that changes nothing.
func (i *inference) rest(n *physical.Node, o *physical.Calc, below *physical.Node, stay []expr.Expr, to []int) *physical.Node {
	exprs := make([]expr.Expr, len(o.Exprs))
	trivial := len(exprs) == len(below.Row.Fields)
	for j, e := range o.Exprs {
		exprs[j] = expr.Renumber(e, to)
		r, ok := exprs[j].(*expr.Ref)
		trivial = trivial && ok && r.Index == j
	}
	cond := simplified(stay)
	if cond != nil {
		cond = expr.Renumber(cond, to)
	}
	if trivial && cond == nil {
		return below
	}
	return n.WithInputs(pushedAgain(below)).WithOp(&physical.Calc{Exprs: exprs, Cond: cond})
}

// pushedAgain is what the rule makes of a normalize whose Calc stays above it: it matches once more, finds nothing to push,
// and simplifies the condition that is there.
func pushedAgain(n *physical.Node) *physical.Node {
	norm, ok := n.Op.(*physical.ChangelogNormalize)
	if !ok || norm.Cond == nil {
		return n
	}
	op := *norm
	op.Cond = simplified([]expr.Expr{norm.Cond})
	return n.WithOp(&op)
}

// normalizeRequired reports whether a normalize must stay (ChangelogNormalizeRequirementResolver).
func (i *inference) normalizeRequired(n *physical.Node, o *physical.ChangelogNormalize) bool {
	switch {
	case o.Cond != nil:
		i.because(n, FactNormalizeFilters)
	case n.Traits.Update != mode.OnlyUpdateAfter:
		i.because(n, FactNormalizeBefore)
	case i.settings.Bool(cdcDuplicate):
		i.because(n, FactNormalizeDuplicates)
	case readsMetadata(n.Input(), keys.Range(0, len(n.Input().Row.Fields))):
		i.because(n, FactNormalizeMetadata)
	default:
		return false
	}
	return true
}

func readsMetadata(n *physical.Node, cols keys.Cols) bool {
	switch o := n.Op.(type) {
	case *physical.Calc:
		var in keys.Cols
		for c := range cols.All() {
			in = in.Union(expr.Refs(o.Exprs[c]))
		}
		return readsMetadata(n.Input(), in)
	case *physical.TableSourceScan:
		if !o.Source.ReadsMetadata {
			return false
		}
		for c := range cols.All() {
			for k := range o.Table.Columns {
				col := &o.Table.Columns[k]
				if col.Kind == catalog.Metadata && col.Name == n.Row.Fields[c].Name {
					return true
				}
			}
		}
		return false
	case *physical.WatermarkAssigner, *physical.Exchange:
		return readsMetadata(n.Input(), keys.Range(0, len(n.Input().Row.Fields)))
	}
	return false
}
