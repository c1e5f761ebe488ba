package catalog

import (
	"fmt"
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// rename is Catalog.renameTable: the new name's database does not count.
func (x *executor) rename(kind string, from, to Identifier, ifExists bool) {
	d := x.database(from.Catalog, from.Database)
	exists := ""
	if ifExists {
		exists = "IF EXISTS "
	}
	if d.tables[to.Name] != nil {
		panic(tableExists(from.Catalog, from.Database, to.Name).Wrap(diag.Validation,
			fmt.Sprintf("Could not execute ALTER %s %s%s RENAME TO %s", kind, exists, from, to)))
	}
	t := *d.tables[from.Name]
	t.ID.Name = to.Name
	delete(d.tables, from.Name)
	d.tables[to.Name] = &t
}

func tableExists(catalog, db, name string) *diag.Rejection {
	return diag.Newf(exceptions+"TableAlreadyExistException", source.Span{}, "Table (or view) %s.%s already exists in Catalog %s.", db, name, catalog)
}

// alterView is SqlNodeConvertUtils.validateAlterView and the converters of RENAME and AS.
func (x *executor) alterView(n *ast.AlterView) {
	id := x.mustQualify(n.Name)
	old := x.Table(id)
	if old == nil || old.Temporary {
		diag.Fail(diag.Validation, n.Name.Span(), "View %s doesn't exist or is a temporary view.", id.Quoted())
	}
	if k := old.kindOf(); k != "VIEW" {
		diag.Fail(diag.Validation, n.Name.Span(), "ALTER VIEW for a %s is not allowed", strings.ToLower(k))
	}
	if n.NewName != nil {
		x.rename("VIEW", id, x.mustQualify(n.NewName), false)
		return
	}
	next := *old
	next.View = &View{Query: n.Query, Text: x.text}
	next.Columns = x.viewColumns(next.View)
	x.database(id.Catalog, id.Database).tables[id.Name] = &next
}

// partition is a partition that ADD PARTITION made; the keys stand in written order.
type partition [][2]string

// Partitions lists the values of the partitions that the catalog knows of.
func (t *Table) Partitions() []map[string]string {
	var out []map[string]string
	for _, p := range t.partitions {
		values := map[string]string{}
		for _, kv := range p {
			values[kv[0]] = kv[1]
		}
		out = append(out, values)
	}
	return out
}

func (p partition) same(o partition) bool {
	if len(p) != len(o) {
		return false
	}
	for _, kv := range p {
		if !slices.Contains(o, kv) {
			return false
		}
	}
	return true
}

// partition reads the items of PARTITION (…); a key that comes again takes the later value (SqlParseUtils.getPartitionKVs).
func (x *executor) partition(items []ast.PartitionItem) partition {
	var p partition
	for _, it := range items {
		kv := [2]string{it.Key.Text, literalText(it.Value, x.text)}
		if i := slices.IndexFunc(p, func(o [2]string) bool { return o[0] == kv[0] }); i >= 0 {
			p[i] = kv
		} else {
			p = append(p, kv)
		}
	}
	return p
}

// keys are the names of the columns of a partition.
func (p partition) keys() []string {
	out := make([]string, len(p))
	for i, kv := range p {
		out[i] = kv[0]
	}
	return out
}

// java spells a CatalogPartitionSpec.
func (p partition) java() string {
	parts := make([]string, len(p))
	for i, kv := range p {
		parts[i] = kv[0] + "=" + kv[1]
	}
	return "CatalogPartitionSpec{{" + strings.Join(parts, ", ") + "}}"
}

func (p partition) sql() string {
	parts := make([]string, len(p))
	for i, kv := range p {
		parts[i] = kv[0] + "=" + kv[1]
	}
	return "PARTITION (" + strings.Join(parts, ", ") + ")"
}

func (x *executor) alterPartitions(n *ast.AlterTable, id Identifier) {
	add := n.Action == "ADD PARTITION"
	what := fmt.Sprintf("Could not execute ALTER TABLE %s ADD", id)
	switch {
	case !add && n.PartitionIf:
		what = fmt.Sprintf("Could not execute ALTER TABLE %s DROP IF EXISTS", id)
	case !add:
		what = fmt.Sprintf("Could not execute ALTER TABLE %s DROP", id)
	case n.PartitionIf:
		what += " IF NOT EXISTS"
	}
	var specs []partition
	for i := range n.Partitions {
		p := x.partition(n.Partitions[i].Items)
		specs = append(specs, p)
		what += " " + p.sql()
	}
	name := id.Database + "." + id.Name
	t := x.permanent(id)
	for _, p := range specs {
		x.alterPartition(t, p, add, n.PartitionIf, what, name, id.Catalog)
	}
}

func (x *executor) alterPartition(t *Table, p partition, add, lenient bool, what, name, catalog string) {
	keys := p.keys()
	at := -1
	if t != nil {
		at = slices.IndexFunc(t.partitions, p.same)
	}
	none := source.Span{}
	switch {
	case add && t == nil:
		panic(noTable(name, catalog).Wrap(diag.Validation, what))
	case add && len(t.PartitionKeys) == 0:
		panic(diag.Newf(exceptions+"TableNotPartitionedException", none, "Table %s in catalog %s is not partitioned.", name, catalog).Wrap(diag.Table, what))
	case add && !sameNames(keys, t.PartitionKeys):
		panic(diag.Newf(exceptions+"PartitionSpecInvalidException", none, "PartitionSpec %s does not match partition keys %s of table %s in catalog %s.",
			p.java(), javaList(t.PartitionKeys), name, catalog).Wrap(diag.Table, what))
	case add && at >= 0:
		if !lenient {
			panic(diag.Newf(exceptions+"PartitionAlreadyExistsException", none, "Partition %s of table %s in catalog %s already exists.", p.java(), name, catalog).Wrap(diag.Table, what))
		}
	case add:
		t.partitions = append(slices.Clone(t.partitions), p)
	case at < 0:
		if !lenient {
			panic(diag.Newf(exceptions+"PartitionNotExistException", none, "Partition %s of table %s in catalog %s does not exist.", p.java(), name, catalog).Wrap(diag.Table, what))
		}
	default:
		t.partitions = slices.Delete(slices.Clone(t.partitions), at, at+1)
	}
}

func noTable(name, catalog string) *diag.Rejection {
	return diag.Newf(exceptions+"TableNotExistException", source.Span{}, "Table (or view) %s does not exist in Catalog %s.", name, catalog)
}

func sameNames(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for _, n := range a {
		if !slices.Contains(b, n) {
			return false
		}
	}
	return true
}

// literalText is a literal's value as a partition stores it.
func literalText(e ast.Expr, text *source.Text) string {
	if e == nil {
		return "null"
	}
	switch e := e.(type) {
	case *ast.String:
		return e.Value
	case *ast.Null:
		diag.Fail(diag.IllegalArgument, e.Span(), "not a literal: NULL")
	}
	return text.Slice(e.Span())
}
