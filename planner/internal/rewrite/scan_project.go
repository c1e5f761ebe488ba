package rewrite

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/types"
)

// projectIntoScan narrows a scan to the columns that the projection above reads, in the order in which they are met, or
// to the fields of columns where the source can. A source whose rows are gathered by key keeps its key; where nothing is
// read, the first column is. Not where the source would send as much as before.
var projectIntoScan = &rule{
	name: "PushProjectIntoTableSourceScan", class: "PushProjectIntoTableSourceScanRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		s := asScan(n.Input())
		if s == nil || s.Source == nil || !s.Source.Projection || pushedAlready(s, "project") {
			return nil
		}
		p := asProject(n)
		row := n.Input().Row
		if !s.Source.NestedProjection && refs(p.Exprs...).Len() == len(row.Fields) {
			return nil
		}
		r := &reading{row: row, nested: s.Source.NestedProjection}
		for _, e := range p.Exprs {
			r.read(e)
		}
		if keepsKey(s, c.settings) {
			for _, i := range keyColumns(s, row) {
				r.column(i).whole()
			}
		}
		if len(r.columns) == 0 && s.Source.Legacy == "" {
			r.column(0).whole()
		}
		scan := r.narrow(n.Input(), s)
		list := make([]expr.Expr, len(p.Exprs))
		for i, e := range p.Exprs {
			list[i] = r.rewrite(e)
		}
		if isIdentity(list, scan.Row) {
			return scan
		}
		if now := rawProject(scan, list, n.Row.Names()); c.cheaper(now, n) {
			return now
		}
		return nil
	},
}

// keepsKey reports a source with a key whose updates lack what was before, or whose events may come twice.
func keepsKey(s *logical.Scan, set Settings) bool {
	if s.Table.PrimaryKey == nil || s.Source.Mode.InsertOnly() {
		return false
	}
	return s.Source.Mode.Has(mode.UpdateAfter) && !s.Source.Mode.Has(mode.UpdateBefore) || set.Bool("table.exec.source.cdc-events-duplicate")
}

// readOrder lists the columns that are read in the order in which they are met.
func readOrder(list []expr.Expr) []int {
	var order []int
	for _, e := range list {
		expr.Any(e, func(x expr.Expr) bool {
			if r, ok := x.(*expr.Ref); ok {
				order = append(order, r.Index)
			}
			return false
		})
	}
	return order
}

func keyColumns(s *logical.Scan, row *types.Type) []int {
	var list []int
	for _, k := range s.Table.PrimaryKey.Columns {
		if i := row.FieldIndex(k); i >= 0 {
			list = append(list, i)
		}
	}
	return list
}

// reading is which columns are read, and which fields of them, in the order in which they are met (NestedSchema).
type reading struct {
	row     *types.Type
	nested  bool
	columns []*readColumn
}

// readColumn is a column or field that is read, as a leaf whole, else only the fields in it (NestedColumn).
type readColumn struct {
	index  int
	typ    *types.Type
	fields []*readColumn
	leaf   bool
	at     int // place in the narrowed row, of a leaf
}

func (c *readColumn) whole() { c.leaf, c.fields = true, nil }

func (r *reading) column(i int) *readColumn {
	return readOf(&r.columns, i, r.row)
}

func (c *readColumn) field(i int) *readColumn {
	return readOf(&c.fields, i, c.typ)
}

// readOf finds field i of a row among those that are read, and adds it where it is not there.
func readOf(list *[]*readColumn, i int, row *types.Type) *readColumn {
	for _, c := range *list {
		if c.index == i {
			return c
		}
	}
	c := &readColumn{index: i, typ: row.Fields[i].Type}
	*list = append(*list, c)
	return c
}

// path gives the column and the fields in it that e names, false if e is something else.
func path(e expr.Expr) (column int, fields []int, ok bool) {
	switch x := e.(type) {
	case *expr.Ref:
		return x.Index, nil, true
	case *expr.FieldAccess:
		column, fields, ok = path(x.Row)
		return column, append(fields, x.Field), ok
	}
	return 0, nil, false
}

// read notes what e reads.
func (r *reading) read(e expr.Expr) {
	column, fields, ok := path(e)
	if !ok {
		for _, in := range operands(e) {
			r.read(in)
		}
		return
	}
	at := r.column(column)
	if !r.nested {
		fields = nil
	}
	for _, f := range fields {
		if at.leaf {
			return
		}
		at = at.field(f)
	}
	at.whole()
}

// operands are the expressions in e, those of its window among them.
func operands(e expr.Expr) []expr.Expr {
	o, ok := e.(*expr.Over)
	if !ok {
		return expr.Children(e)
	}
	out := append(append([]expr.Expr(nil), o.Args...), o.Partition...)
	for i := range o.Order {
		out = append(out, o.Order[i].Expr)
	}
	return out
}

// narrow is the scan with what is read, metadata columns last and in the connector's order.
func (r *reading) narrow(n *logical.Node, s *logical.Scan) *logical.Node {
	keys := metadataKeys(s)
	meta := len(r.row.Fields) - len(keys)
	var fields []types.Field
	var paths [][]int
	taken := map[string]bool{}
	again := 0
	var leaves func(c *readColumn, name string, way []int)
	leaves = func(c *readColumn, name string, way []int) {
		way = append(way[:len(way):len(way)], c.index)
		for _, f := range c.fields {
			leaves(f, name+"_"+c.typ.Fields[f.index].Name, way)
		}
		if !c.leaf {
			return
		}
		for taken[name] {
			name += "_$" + strconv.Itoa(again)
			again++
		}
		taken[name] = true
		c.at = len(fields)
		fields, paths = append(fields, types.Field{Name: name, Type: c.typ}), append(paths, way)
	}
	read := map[int]*readColumn{}
	for _, c := range r.columns {
		if c.index < meta {
			leaves(c, r.row.Fields[c.index].Name, nil)
		} else {
			read[c.index] = c
		}
	}
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	abilities := []logical.Ability{{Name: "project", Text: strings.Join(names, ", "), Columns: names, Paths: paths}}
	if s.Source.ReadsMetadata {
		var kept, columns []string
		for i := meta; i < len(r.row.Fields); i++ {
			if c := read[i]; c != nil {
				c.whole()
				c.at = len(fields)
				fields = append(fields, r.row.Fields[i])
				kept, columns = append(kept, keys[i-meta]), append(columns, r.row.Fields[i].Name)
			}
		}
		abilities = append(abilities, logical.Ability{Name: "metadata", Text: strings.Join(kept, ", "), Columns: columns})
	}
	return withAbilities(n, types.RowType(fields...), abilities...)
}

// rewrite gives e over the narrowed row. Columns and fields of which only a part is kept wait for the field that is.
func (r *reading) rewrite(e expr.Expr) expr.Expr {
	waiting := map[expr.Expr]*readColumn{}
	settle := func(x expr.Expr, c *readColumn) expr.Expr {
		if c.leaf {
			return expr.NewRef(c.at, c.typ)
		}
		waiting[x] = c
		return x
	}
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		switch x := x.(type) {
		case *expr.Ref:
			return settle(x, r.column(x.Index))
		case *expr.FieldAccess:
			if c := waiting[x.Row]; c != nil {
				return settle(x, c.field(x.Field))
			}
		}
		return x
	})
}

// metadataKeys lists the keys that the scan reads.
func metadataKeys(s *logical.Scan) []string {
	for _, a := range s.Pushed {
		if a.Name == "metadata" && a.Text != "" {
			return strings.Split(a.Text, ", ")
		}
	}
	return nil
}
