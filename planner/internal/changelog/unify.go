package changelog

import (
	"slices"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// unifyScans makes scans of one table that differ in their columns read the same, with Calcs above, so that they can be
// shared (ScanReuser).
func unifyScans(roots []*physical.Node) []*physical.Node {
	groups := map[string][]*physical.Node{}
	var order []string
	seen := map[*physical.Node]bool{}
	for _, root := range roots {
		for n := range rel.All(root) {
			o, ok := n.Op.(*physical.TableSourceScan)
			if !ok || seen[n] {
				continue
			}
			seen[n] = true
			k := scanDigest(o, false)
			if groups[k] == nil {
				order = append(order, k)
			}
			groups[k] = append(groups[k], n)
		}
	}
	now := map[*physical.Node]*physical.Node{}
	for _, k := range order {
		if scans := groups[k]; len(scans) > 1 && !sameScans(scans) && !slices.ContainsFunc(scans, readsByPlace) {
			unify(scans, now)
		}
	}
	if len(now) == 0 {
		return roots
	}
	made := map[*physical.Node]bool{}
	for _, n := range now {
		made[n] = true
	}
	out := make([]*physical.Node, len(roots))
	for k, root := range roots {
		out[k] = rel.Rewrite(root, func(n *physical.Node) *physical.Node {
			if other := now[n]; other != nil {
				return other
			}
			if top, ok := n.Op.(*physical.Calc); ok {
				return overRead(n, top, made)
			}
			return n
		})
	}
	return out
}

// escaped reports the abilities that differ between scans that can be made one.
func escaped(a *logical.Ability) bool {
	switch a.Name {
	case "project", "metadata", "watermark", "watermarkEmitStrategy", "idletimeout", "watermarkAlignment":
		return true
	}
	return false
}

// scanDigest tells scans apart, by what was pushed into them apart from their columns, or with those.
func scanDigest(o *physical.TableSourceScan, columns bool) string {
	var b strings.Builder
	b.WriteString(o.Table.ID.String())
	for k := range o.Pushed {
		a := &o.Pushed[k]
		if a.Name == "filter" && a.Text == "" || !columns && escaped(a) {
			continue
		}
		b.WriteString("\x00" + a.Name + "=" + a.Text)
	}
	b.WriteString("\x00" + physical.HintsText(o.Hints))
	return b.String()
}

func sameScans(scans []*physical.Node) bool {
	first := scanDigest(scans[0].Op.(*physical.TableSourceScan), true)
	for _, n := range scans[1:] {
		if scanDigest(n.Op.(*physical.TableSourceScan), true) != first {
			return false
		}
	}
	return true
}

// readsByPlace reports a scan with a filter after its columns were narrowed, which then goes by their new places.
func readsByPlace(n *physical.Node) bool {
	narrowed := false
	for _, a := range n.Op.(*physical.TableSourceScan).Pushed {
		switch a.Name {
		case "project", "metadata":
			narrowed = true
		case "filter":
			if narrowed && a.Text != "" {
				return true
			}
		}
	}
	return false
}

func ability(o *physical.TableSourceScan, name string) *logical.Ability {
	for k := range o.Pushed {
		if o.Pushed[k].Name == name {
			return &o.Pushed[k]
		}
	}
	return nil
}

// metadataOf gives the keys and the columns of the metadata that a scan reads.
func metadataOf(n *physical.Node) (keys, columns []string) {
	o := n.Op.(*physical.TableSourceScan)
	a := ability(o, "metadata")
	if a == nil || a.Text == "" {
		return nil, nil
	}
	keys = strings.Split(a.Text, ", ")
	for _, f := range n.Row.Fields[len(n.Row.Fields)-len(keys):] {
		columns = append(columns, f.Name)
	}
	return keys, columns
}

// unify builds the scan of all columns that any of scans reads, in the table's order with metadata last, and the Calcs.
func unify(scans []*physical.Node, now map[*physical.Node]*physical.Node) {
	pick := scans[0]
	for _, n := range scans {
		if ability(n.Op.(*physical.TableSourceScan), "watermark") != nil {
			pick = n
			break
		}
	}
	o := pick.Op.(*physical.TableSourceScan)
	physicalNames, metaKeys, metaNames := union(o, scans)
	fields := map[string]types.Field{}
	for _, n := range append([]*physical.Node{pick}, scans...) {
		for _, f := range n.Row.Fields {
			if have, ok := fields[f.Name]; !ok || f.Type.IsTimeAttribute() && !have.Type.IsTimeAttribute() {
				fields[f.Name] = f
			}
		}
	}
	var row []types.Field
	for _, name := range append(slices.Clone(physicalNames), metaNames...) {
		row = append(row, fields[name])
	}
	all := types.RowType(row...)
	scan := pick.WithOp(&physical.TableSourceScan{Scan: unifiedScan(o, all.Names(), metaKeys, metaNames)}).WithRow(all)
	for _, n := range scans {
		now[n] = readFrom(scan, n)
	}
}

// union lists the physical columns and the metadata that the scans read.
func union(o *physical.TableSourceScan, scans []*physical.Node) (columns, metaKeys, metaNames []string) {
	read, byKey := map[string]bool{}, map[string]string{}
	for _, n := range scans {
		keys, names := metadataOf(n)
		for k := range keys {
			byKey[keys[k]] = names[k]
		}
		for _, f := range n.Row.Fields[:len(n.Row.Fields)-len(keys)] {
			read[f.Name] = true
		}
	}
	for k := range o.Table.Columns {
		if name := o.Table.Columns[k].Name; read[name] {
			columns = append(columns, name)
		}
	}
	for _, m := range o.Source.Metadata {
		if name, ok := byKey[m.Key]; ok {
			metaKeys, metaNames = append(metaKeys, m.Key), append(metaNames, name)
		}
	}
	return columns, metaKeys, metaNames
}

// unifiedScan has the abilities of o, and those of columns anew. A project then names the metadata columns too.
func unifiedScan(o *physical.TableSourceScan, names, metaKeys, metaNames []string) *logical.Scan {
	s := *o.Scan
	s.Pushed = nil
	for _, a := range o.Pushed {
		if !escaped(&a) {
			s.Pushed = append(s.Pushed, a)
		}
	}
	if o.Source.Projection {
		s.Pushed = append(s.Pushed, logical.Ability{Name: "project", Text: strings.Join(names, ", "), Columns: names})
	}
	if o.Source.ReadsMetadata {
		s.Pushed = append(s.Pushed, logical.Ability{Name: "metadata", Text: strings.Join(metaKeys, ", "), Columns: metaNames})
	}
	for _, a := range o.Pushed {
		if escaped(&a) && a.Name != "project" && a.Name != "metadata" {
			s.Pushed = append(s.Pushed, a)
		}
	}
	return &s
}

// readFrom gives n's columns from the unified scan: the scan itself, or a Calc over it.
func readFrom(scan, n *physical.Node) *physical.Node {
	exprs := make([]expr.Expr, len(n.Row.Fields))
	fields := make([]types.Field, len(n.Row.Fields))
	same := len(exprs) == len(scan.Row.Fields)
	for k, f := range n.Row.Fields {
		at := scan.Row.FieldIndex(f.Name)
		fields[k] = scan.Row.Fields[at]
		exprs[k] = expr.NewRef(at, fields[k].Type)
		same = same && at == k
	}
	own := *scan
	own.ID = n.ID
	if same {
		return &own
	}
	calc := rel.New[physical.Op](&physical.Calc{Exprs: exprs}, types.RowType(fields...), n.Span, &own)
	return calc.WithTraits(n.Traits)
}

// overRead merges a Calc with one that reads from a unified scan.
func overRead(n *physical.Node, top *physical.Calc, made map[*physical.Node]bool) *physical.Node {
	in := n.Input()
	read, ok := in.Op.(*physical.Calc)
	if !ok || !made[in] {
		return n
	}
	exprs := make([]expr.Expr, len(top.Exprs))
	for k, e := range top.Exprs {
		exprs[k] = expr.Substitute(e, read.Exprs)
	}
	cond := top.Cond
	if cond != nil {
		cond = expr.Substitute(cond, read.Exprs)
	}
	return n.WithOp(&physical.Calc{Exprs: exprs, Cond: cond}).WithInputs(in.Input())
}
