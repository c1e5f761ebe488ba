package changelog

import (
	"slices"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// unifyScans makes scans of one table that differ in the columns they read read the columns of all, with a Calc over
// each that takes its own of them (ScanReuser).
func unifyScans(roots []*physical.Node) []*physical.Node {
	groups := map[string][]*physical.Node{}
	seen := map[*physical.Node]bool{}
	for _, r := range roots {
		for n := range rel.All(r) {
			if o, ok := n.Op.(*physical.TableSourceScan); ok && !seen[n] && (o.Source == nil || o.Source.Legacy == "") {
				seen[n] = true
				key := scanDigest(o, true)
				groups[key] = append(groups[key], n)
			}
		}
	}
	u := unifier{}
	for _, g := range groups {
		if len(g) > 1 && !alike(g) && !slices.ContainsFunc(g, readsAfterProjection) {
			u.unify(g)
		}
	}
	if len(u) == 0 {
		return roots
	}
	out := make([]*physical.Node, len(roots))
	for i, r := range roots {
		out[i] = u.rewrite(r)
	}
	return out
}

// sameScans prints a scan that will be one with another as that one, which may have an empty filter where this has none
// or the other way round.
func sameScans(roots []*physical.Node) []*physical.Node {
	if !slices.ContainsFunc(roots, hasEmptyFilter) {
		return roots
	}
	var first map[string]*physical.TableSourceScan
	out := roots
	for i, r := range roots {
		now := rel.Rewrite(r, func(n *physical.Node) *physical.Node {
			o, ok := n.Op.(*physical.TableSourceScan)
			if !ok {
				return n
			}
			d := scanDigest(o, false)
			have := first[d]
			if have == nil {
				if first == nil {
					first = map[string]*physical.TableSourceScan{}
				}
				first[d] = o
				return n
			}
			if len(have.Pushed) == len(o.Pushed) {
				return n
			}
			return n.WithOp(have)
		})
		if now != r && &out[0] == &roots[0] {
			out = slices.Clone(roots)
		}
		out[i] = now
	}
	return out
}

func hasEmptyFilter(root *physical.Node) bool {
	for n := range rel.All(root) {
		if o, ok := n.Op.(*physical.TableSourceScan); ok && slices.ContainsFunc(o.Pushed, emptyFilter) {
			return true
		}
	}
	return false
}

func emptyFilter(a logical.Ability) bool { return a.Name == "filter" && len(a.Exprs) == 0 }

// scanDigest tells scans apart that have different abilities, an empty filter counting as none; without columns also
// where only what they read differs (ScanReuserUtils.getDigest).
func scanDigest(o *physical.TableSourceScan, withoutColumns bool) string {
	var b strings.Builder
	b.WriteString(o.Table.ID.Quoted())
	for _, a := range o.Pushed {
		if withoutColumns && ofColumns(a.Name) || emptyFilter(a) {
			continue
		}
		b.WriteString(", " + a.Name + "=[" + a.Text + "]")
	}
	if len(o.Hints) > 0 {
		b.WriteString(", hints=[" + logical.HintsText(o.Hints) + "]")
	}
	return b.String()
}

// ofColumns reports the abilities that follow the columns read.
func ofColumns(name string) bool {
	return name == "project" || name == "metadata" || ofWatermark(name)
}

// ofWatermark reports the parts of a pushed watermark.
func ofWatermark(name string) bool {
	switch name {
	case "watermark", "idletimeout", "watermarkEmitStrategy", "watermarkAlignment":
		return true
	}
	return false
}

func alike(g []*physical.Node) bool {
	first := scanDigest(g[0].Op.(*physical.TableSourceScan), false)
	for _, n := range g[1:] {
		if scanDigest(n.Op.(*physical.TableSourceScan), false) != first {
			return false
		}
	}
	return true
}

// readsAfterProjection reports an ability that names columns by their place among the projected ones.
func readsAfterProjection(n *physical.Node) bool {
	projected := false
	for _, a := range n.Op.(*physical.TableSourceScan).Pushed {
		switch a.Name {
		case "project", "metadata":
			projected = true
		case "filter", "aggregates":
			if projected {
				return true
			}
		}
	}
	return false
}

// reads is what one scan reads: paths of physical columns and keys of metadata.
type reads struct {
	paths [][]int
	keys  []string
}

func readsOf(o *physical.TableSourceScan) reads {
	var r reads
	projected := false
	for _, a := range o.Pushed {
		switch a.Name {
		case "project":
			r.paths, projected = a.Paths, true
		case "metadata":
			if a.Text != "" {
				r.keys = strings.Split(a.Text, ", ")
			}
		}
	}
	if !projected {
		for i := range physicalColumns(o.Table) {
			r.paths = append(r.paths, []int{i})
		}
	}
	return r
}

func physicalColumns(t *catalog.Table) []types.Field {
	var out []types.Field
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Kind == catalog.Physical {
			out = append(out, types.Field{Name: c.Name, Type: c.Type})
		}
	}
	return out
}

// unifier says what stands for a scan.
type unifier map[*physical.Node]*physical.Node

func (u unifier) unify(g []*physical.Node) {
	pick := g[0]
	for _, n := range g {
		if slices.ContainsFunc(n.Op.(*physical.TableSourceScan).Pushed, func(a logical.Ability) bool { return a.Name == "watermark" }) {
			pick = n
			break
		}
	}
	var all reads
	types := map[string]types.Field{}
	for _, n := range g {
		r := readsOf(n.Op.(*physical.TableSourceScan))
		for i, p := range r.paths {
			types[pathKey(p)] = n.Row.Fields[i]
			if !slices.ContainsFunc(all.paths, func(q []int) bool { return slices.Equal(p, q) }) {
				all.paths = append(all.paths, p)
			}
		}
		for i, k := range r.keys {
			types[k] = n.Row.Fields[len(r.paths)+i]
			if !slices.Contains(all.keys, k) {
				all.keys = append(all.keys, k)
			}
		}
	}
	slices.SortFunc(all.paths, slices.Compare[[]int])
	op := pick.Op.(*physical.TableSourceScan)
	all.keys = inOrder(op, all.keys)
	row := all.row(types)
	scan := all.scan(op)
	for _, n := range g {
		r := readsOf(n.Op.(*physical.TableSourceScan))
		now := *pick
		now.ID, now.Span = n.ID, n.Span
		made := (&now).WithOp(scan)
		made.Row = row
		u[n] = made
		if !slices.EqualFunc(r.paths, all.paths, slices.Equal[[]int]) || !slices.Equal(r.keys, all.keys) {
			u[n] = all.calc(made, r, n)
		}
	}
}

func pathKey(p []int) string {
	var b strings.Builder
	for _, i := range p {
		b.WriteByte(' ')
		b.WriteString(string(rune('0' + i)))
	}
	return b.String()
}

// inOrder puts metadata keys in the connector's order.
func inOrder(o *physical.TableSourceScan, keys []string) []string {
	var out []string
	for _, m := range o.Source.Metadata {
		if slices.Contains(keys, m.Key) {
			out = append(out, m.Key)
		}
	}
	return out
}

func (r *reads) row(known map[string]types.Field) *types.Type {
	var fields []types.Field
	for _, p := range r.paths {
		fields = append(fields, known[pathKey(p)])
	}
	for _, k := range r.keys {
		fields = append(fields, known[k])
	}
	return types.RowType(fields...)
}

// scan is the scan o with other columns; the projection lists the metadata columns as well.
func (r *reads) scan(o *physical.TableSourceScan) *physical.TableSourceScan {
	s := *o.Scan
	s.Pushed = nil
	var marks []logical.Ability
	for _, a := range o.Pushed {
		switch {
		case ofWatermark(a.Name):
			marks = append(marks, a)
		case !ofColumns(a.Name):
			s.Pushed = append(s.Pushed, a)
		}
	}
	return &physical.TableSourceScan{Scan: r.push(&s, marks)}
}

func (r *reads) push(s *logical.Scan, marks []logical.Ability) *logical.Scan {
	columns := physicalColumns(s.Table)
	var names, meta []string
	taken := map[string]bool{}
	for _, p := range r.paths {
		name, t := columns[p[0]].Name, columns[p[0]].Type
		for _, i := range p[1:] {
			name, t = name+"_"+t.Fields[i].Name, t.Fields[i].Type
		}
		for taken[name] {
			name += "_$0"
		}
		taken[name] = true
		names = append(names, name)
	}
	for _, k := range r.keys {
		for i := range s.Table.Columns {
			if c := &s.Table.Columns[i]; c.Kind == catalog.Metadata && c.MetadataKey == k {
				meta = append(meta, c.Name)
				break
			}
		}
	}
	if s.Source.Projection {
		s.Pushed = append(s.Pushed, logical.Ability{Name: "project", Text: strings.Join(append(names[:len(names):len(names)], meta...), ", "),
			Columns: names, Paths: r.paths})
	}
	if s.Source.ReadsMetadata {
		s.Pushed = append(s.Pushed, logical.Ability{Name: "metadata", Text: strings.Join(r.keys, ", "), Columns: meta})
	}
	s.Pushed = append(s.Pushed, marks...)
	return s
}

// calc takes the columns of own from the unified scan, in place of the scan was.
func (r *reads) calc(scan *physical.Node, own reads, was *physical.Node) *physical.Node {
	var items []expr.Expr
	var fields []types.Field
	add := func(i int) {
		f := scan.Row.Fields[i]
		items, fields = append(items, expr.NewRef(i, f.Type)), append(fields, f)
	}
	for _, p := range own.paths {
		add(slices.IndexFunc(r.paths, func(q []int) bool { return slices.Equal(p, q) }))
	}
	for _, k := range own.keys {
		add(len(r.paths) + slices.Index(r.keys, k))
	}
	n := rel.New[physical.Op](&physical.Calc{Exprs: items}, types.RowType(fields...), was.Span, scan)
	n.Traits = scan.Traits
	return n
}

// rewrite puts in what stands for scans; a Calc right above takes the Calc over the scan in
// (ReplaceScanWithCalcShuttle).
func (u unifier) rewrite(n *physical.Node) *physical.Node {
	if now := u[n]; now != nil {
		return now
	}
	if top, ok := n.Op.(*physical.Calc); ok {
		if now := u[n.Input()]; now != nil {
			if lower, ok := now.Op.(*physical.Calc); ok {
				merged := &physical.Calc{Exprs: make([]expr.Expr, len(top.Exprs))}
				for i, e := range top.Exprs {
					merged.Exprs[i] = expr.Substitute(e, lower.Exprs)
				}
				if top.Cond != nil {
					merged.Cond = expr.Substitute(top.Cond, lower.Exprs)
				}
				return n.WithOp(merged).WithInputs(now.Input())
			}
		}
	}
	in := make([]*physical.Node, len(n.Inputs))
	for i := range n.Inputs {
		in[i] = u.rewrite(n.Inputs[i])
	}
	return n.WithInputs(in...)
}
