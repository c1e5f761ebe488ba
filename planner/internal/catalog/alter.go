package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// failed begins what is said of an ALTER that cannot be carried out.
func (a *alteration) failed() string {
	if a.n.Materialized {
		return "Failed to execute ALTER MATERIALIZED TABLE statement.\n"
	}
	return "Failed to execute ALTER TABLE statement.\n"
}

// alterTable is AbstractAlterTableConverter and the converter of each action.
func (x *executor) alterTable(n *ast.AlterTable) {
	if n.Materialized {
		x.alterMaterialized(n)
		return
	}
	a := &alteration{executor: x, n: n}
	checkWrittenKey(n)
	a.id = x.mustQualify(n.Name)
	if n.Action == "ADD PARTITION" || n.Action == "DROP PARTITION" {
		x.alterPartitions(n, a.id)
		return
	}
	a.old = x.Table(a.id)
	if a.old == nil || a.old.Temporary {
		// The parser drops IF EXISTS before ADD and MODIFY of a distribution.
		if n.IfExists && n.Action != "ADD DISTRIBUTION" && n.Action != "MODIFY DISTRIBUTION" {
			return
		}
		diag.Fail(diag.Validation, n.Name.Span(), "Table %s doesn't exist or is a temporary table.", a.id.Quoted())
	}
	if k := a.old.kindOf(); k != "TABLE" {
		diag.Fail(diag.Validation, n.Name.Span(), "ALTER TABLE for a %s is not allowed", strings.ToLower(k))
	}
	if n.Action == "RENAME" {
		x.rename("TABLE", a.id, x.mustQualify(n.NewName), n.IfExists)
		return
	}
	a.run()
}

// checkWrittenKey is the constraints' own check, before anything is looked up.
func checkWrittenKey(n *ast.AlterTable) {
	cols := make([]ast.Column, len(n.Columns))
	for i := range n.Columns {
		cols[i] = n.Columns[i].Column
	}
	constraints(cols, n.Constraints)
}

// alteration is one ALTER TABLE on its way to a new table.
type alteration struct {
	*executor
	n   *ast.AlterTable
	id  Identifier
	old *Table
}

func (a *alteration) refuse(at source.Span, format string, args ...any) {
	if a.n.Materialized {
		format = strings.Replace(format, "The current table ", "The current materialized table ", 1)
	}
	diag.Fail(diag.Validation, at, "%s", a.failed()+fmt.Sprintf(format, args...))
}

// simple gives the name of a column that must not be a field of a row.
func (a *alteration) simple(name *ast.Ident) string {
	if len(name.Parts) > 1 {
		diag.Fail(diag.UnsupportedOp, name.Span(), "%sAltering the nested row type `%s` is not supported yet.", a.failed(), strings.Join(name.Texts(), "`.`"))
	}
	return name.Simple()
}

func (a *alteration) run() {
	next := *a.old
	next.Options = maps.Clone(a.old.Options)
	b := a.unresolved()
	switch a.n.Action {
	case "SET":
		if len(a.n.Partitions) > 0 {
			diag.Unknown(a.n.Span(), "ALTER TABLE … PARTITION … SET")
		}
		maps.Copy(next.Options, optionMap(a.n.Options))
	case "RESET":
		a.reset(next.Options)
	case "RENAME COLUMN":
		a.renameColumn(b)
	case "DROP COLUMN":
		a.dropColumns(b)
	case "DROP PRIMARY KEY", "DROP CONSTRAINT":
		a.dropKey(b)
	case "DROP WATERMARK":
		if a.old.Watermark == nil {
			a.refuse(a.n.Span(), "The current table does not define any watermark strategy.")
		}
		b.watermark = nil
	case "ADD", "MODIFY":
		a.change(b)
	case "ADD DISTRIBUTION", "MODIFY DISTRIBUTION", "DROP DISTRIBUTION":
		next.Distribution = a.distribution()
	default:
		diag.Unknown(a.n.Span(), "ALTER TABLE … %s", a.n.Action)
	}
	a.store(&next, b)
}

// store resolves the new schema and replaces the table: CatalogManager.alterTable.
func (a *alteration) store(next *Table, b *schema) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *diag.Rejection:
			panic(notExecuted(diag.Table, "AlterTable", a.id, r))
		default:
			panic(r)
		}
	}()
	next.PrimaryKey, next.Watermark = nil, nil
	b.resolve(next)
	next.checkDistribution()
	a.database(a.id.Catalog, a.id.Database).tables[a.id.Name] = next
}

// unresolved takes the table back to the schema that it was declared with (getUnresolvedSchema).
func (a *alteration) unresolved() *schema {
	b := &schema{ask: a.ask, text: a.text, columns: slices.Clone(a.old.Columns), key: a.old.PrimaryKey}
	for i := range b.columns {
		if c := &b.columns[i]; c.Kind != Computed {
			c.Type = c.Type.WithTime(types.NotTime)
		}
	}
	if a.old.Watermark != nil {
		b.watermark = []Watermark{*a.old.Watermark}
	}
	return b
}

func (a *alteration) reset(options map[string]string) {
	if len(a.n.Keys) == 0 {
		diag.Fail(diag.Validation, a.n.Span(), "ALTER TABLE RESET does not support empty key")
	}
	for _, k := range a.n.Keys {
		if key := stringOf(k); key == "connector" {
			diag.Fail(diag.Validation, k.Span(), "ALTER TABLE RESET does not support changing 'connector'")
		}
	}
	for _, k := range a.n.Keys {
		delete(options, stringOf(k))
	}
}

func stringOf(e ast.Expr) string {
	if s, ok := e.(*ast.String); ok {
		return s.Value
	}
	return ""
}

func (a *alteration) renameColumn(b *schema) {
	from, to := a.simple(a.n.OldColumn), a.simple(a.n.NewName)
	a.references(a.old).check(from)
	if named(a.old.Columns, to) != nil {
		a.refuse(a.n.NewName.Span(), "The column `%s` already existed in table schema.", to)
	}
	b.columns[b.at(from)].Name = to
	if b.key != nil {
		key := *b.key
		key.Columns = slices.Clone(key.Columns)
		for i, c := range key.Columns {
			if c == from {
				key.Columns[i] = to
			}
		}
		b.key = &key
	}
}

func (a *alteration) dropColumns(b *schema) {
	var drop []string
	for _, c := range a.n.DropColumns {
		name := a.simple(c)
		if slices.Contains(drop, name) {
			a.refuse(c.Span(), "Duplicate column `%s`.", name)
		}
		drop = append(drop, name)
	}
	refs := a.references(a.old)
	drop = keys.HashOrder(drop) // AlterSchemaConverter collects them in a HashSet
	slices.SortStableFunc(drop, func(p, q string) int { return len(refs.uses[q]) - len(refs.uses[p]) })
	for _, name := range drop {
		refs.drop(name)
	}
	if a.n.Materialized {
		a.keptByQuery(drop)
	}
	b.columns = slices.DeleteFunc(b.columns, func(c Column) bool { return slices.Contains(drop, c.Name) })
}

func (a *alteration) dropKey(b *schema) {
	if b.key == nil {
		a.refuse(a.n.Span(), "The current table does not define any primary key.")
	}
	if c := a.n.Constraint; c != nil && a.n.Action == "DROP CONSTRAINT" && c.Text != b.key.Name {
		a.refuse(c.Span(), "The current table does not define a primary key constraint named '%s'. Available constraint name: ['%s'].", c.Text, b.key.Name)
	}
	b.key = nil
}

func (a *alteration) distribution() *Distribution {
	old := a.old.Distribution
	switch a.n.Action {
	case "ADD DISTRIBUTION":
		quote := "'"
		if a.n.Materialized {
			quote = "`"
		}
		if old != nil {
			a.refuse(a.n.Span(), "The current table has already defined the distribution %[2]s%[1]s%[2]s. You can modify it or drop it before adding a new one.", old, quote)
		}
	case "MODIFY DISTRIBUTION":
		if old == nil && a.n.Materialized {
			diag.Fail(diag.Validation, a.n.Span(), "Materialized table %s does not have a distribution to modify.", a.id.Quoted())
		}
		if old == nil {
			a.refuse(a.n.Span(), "The base table does not define any distribution. You might want to add a new one.")
		}
	default:
		if old == nil {
			kind := "Table"
			if a.n.Materialized {
				kind = "Materialized table"
			}
			diag.Fail(diag.Validation, a.n.Span(), "%s %s does not have a distribution to drop.", kind, a.id.Quoted())
		}
		return nil
	}
	return distribution(a.n.Distribution)
}

// String spells the clause as TableDistribution does.
func (d *Distribution) String() string {
	var b strings.Builder
	b.WriteString("DISTRIBUTED")
	if len(d.Columns) > 0 {
		fmt.Fprintf(&b, " BY %s(`%s`)", d.Kind, strings.Join(d.Columns, "`, `"))
	}
	if d.Buckets >= 0 {
		fmt.Fprintf(&b, " INTO %d BUCKETS", d.Buckets)
	}
	return b.String()
}

// change is SchemaAddConverter and SchemaModifyConverter.
func (a *alteration) change(b *schema) {
	add := a.n.Action == "ADD"
	if a.n.Materialized {
		a.usedByQuery()
	}
	var written []string
	for i := range a.n.Columns {
		c := &a.n.Columns[i]
		name := a.simple(c.Name)
		if slices.Contains(written, name) {
			a.refuse(c.Name.Span(), "Encounter duplicate column `%s`.", name)
		}
		written = append(written, name)
		a.place(b, c, name, add)
	}
	for i := range a.n.Columns {
		c := b.column(&a.n.Columns[i].Column)
		if at := b.at(c.Name); c.Comment == "" {
			c.Comment = b.columns[at].Comment
		}
		b.put(c)
	}
	if a.n.Watermark != nil {
		a.changeWatermark(b, add)
	}
	if k := a.writtenKey(); k != nil {
		a.changeKey(b, k, add)
	}
	if b.key != nil {
		for _, k := range b.key.Columns {
			if i := b.at(k); i >= 0 && b.columns[i].Kind == Physical {
				b.columns[i].Type = b.columns[i].Type.WithNullable(false)
			}
		}
	}
	a.tryResolve(b)
	if a.n.Materialized && !add {
		a.keptTypes(b)
	}
}

// tryResolve resolves the schema once, for the refusal that names ALTER TABLE (SchemaConverter.convert).
func (a *alteration) tryResolve(b *schema) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *diag.Rejection:
			panic(r.Wrap(diag.Validation, a.failed()+r.Error()))
		default:
			panic(r)
		}
	}()
	trial := *b
	trial.columns = slices.Clone(b.columns)
	trial.resolve(&Table{})
}

// place puts a new column where it belongs, or moves an old one.
func (a *alteration) place(b *schema, c *ast.AddColumn, name string, add bool) {
	at := b.at(name)
	switch {
	case add && at >= 0:
		a.refuse(c.Name.Span(), "Column `%s` already exists in the %s.", name, strings.ToLower(a.old.kindOf()))
	case !add && at < 0:
		a.refuse(c.Name.Span(), "Column `%s` does not exist in the table.", name)
	}
	col := Column{Name: name}
	if !add {
		if !c.First && c.After == nil {
			return
		}
		col = b.columns[at]
	}
	to := len(b.columns)
	if c.First {
		to = 0
	} else if c.After != nil {
		if to = b.at(a.simple(c.After)) + 1; to == 0 {
			a.refuse(c.After.Span(), "Referenced column `%s` by 'AFTER' does not exist in the table.", c.After.Simple())
		}
	}
	if !add {
		b.columns = slices.Delete(b.columns, at, at+1)
		to = 0
		if c.After != nil {
			to = b.at(c.After.Simple()) + 1
		}
	}
	b.columns = slices.Insert(b.columns, to, col)
}

func (a *alteration) writtenKey() *ast.Constraint {
	cols := make([]ast.Column, len(a.n.Columns))
	for i := range a.n.Columns {
		cols[i] = a.n.Columns[i].Column
	}
	return constraints(cols, a.n.Constraints)
}

func (a *alteration) changeKey(b *schema, k *ast.Constraint, add bool) {
	switch {
	case add && b.key != nil:
		a.refuse(k.Span(), "The current table has already defined the primary key constraint [`%s`]. You might want to drop it before adding a new one.",
			strings.Join(b.key.Columns, "`, `"))
	case !add && b.key == nil:
		a.refuse(k.Span(), "The current table does not define any primary key constraint. You might want to add a new one.")
	}
	b.key = &Key{Columns: names(k.Columns), Span: k.Span()}
	b.key.Name = "PK_" + strings.Join(b.key.Columns, "_")
	if k.Name != nil {
		b.key.Name = k.Name.Text
	}
}

func (a *alteration) changeWatermark(b *schema, add bool) {
	w := a.n.Watermark
	switch {
	case add && len(b.watermark) > 0:
		old := b.watermark[0]
		a.refuse(w.Span(), "The current table has already defined the watermark strategy `%s` AS %s. You might want to drop it before adding a new one.",
			old.Column, quotedSQL(old.Expr, old.Text))
	case !add && len(b.watermark) == 0:
		a.refuse(w.Span(), "The current table does not define any watermark. You might want to add a new one.")
	}
	if len(w.Column.Parts) > 1 {
		a.refuse(w.Column.Span(), "Watermark strategy on nested column is not supported yet.")
	}
	b.watermark = []Watermark{{Column: w.Column.Simple(), Expr: w.X, Text: a.text, Span: w.Column.Span()}}
}

// references is SchemaReferencesManager: which columns of a table others depend on.
type references struct {
	a      *alteration
	table  *Table
	names  map[string]bool
	usedBy map[string][]string
	uses   map[string][]string
	mark   []string
}

func (a *alteration) references(t *Table) *references {
	r := &references{a: a, table: t, names: map[string]bool{}, usedBy: map[string][]string{}, uses: map[string][]string{}}
	for i := range t.Columns {
		c := &t.Columns[i]
		r.names[c.Name] = true
		if c.Kind != Computed {
			continue
		}
		for _, u := range namesIn(c.Expr, t.Columns) {
			if named(t.Columns, u).Kind != Computed {
				r.usedBy[u] = append(r.usedBy[u], c.Name)
				r.uses[c.Name] = append(r.uses[c.Name], u)
			}
		}
	}
	if w := t.Watermark; w != nil {
		r.mark = append(namesIn(w.Expr, t.Columns), w.Column)
	}
	return r
}

// namesIn lists the columns that an expression names.
func namesIn(e ast.Expr, columns []Column) []string {
	var out []string
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && len(id.Parts) > 0 {
			if name := id.Parts[0].Text; named(columns, name) != nil && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
		return true
	})
	return out
}

func escaped(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// check refuses a column that something depends on.
func (r *references) check(name string) {
	at := r.a.n.Span()
	switch {
	case !r.names[name]:
		r.a.refuse(at, "The column `%s` does not exist in the base table.", name)
	case len(r.usedBy[name]) > 0:
		by := make([]string, len(r.usedBy[name]))
		for i, c := range r.usedBy[name] {
			by[i] = escaped(c)
		}
		slices.Sort(by)
		r.a.refuse(at, "The column %s is referenced by computed column %s.", escaped(name), strings.Join(by, ", "))
	case slices.Contains(r.table.PartitionKeys, name):
		r.a.refuse(at, "The column `%s` is used as the partition keys.", name)
	case slices.Contains(r.mark, name):
		r.a.refuse(at, "The column `%s` is referenced by watermark expression.", name)
	case r.table.Distribution != nil && slices.Contains(r.table.Distribution.Columns, name):
		r.a.refuse(at, "The column `%s` is used as a distribution key.", name)
	}
}

// drop takes a column away, so that what it used may go as well.
func (r *references) drop(name string) {
	r.check(name)
	if k := r.table.PrimaryKey; k != nil && slices.Contains(k.Columns, name) {
		r.a.refuse(r.a.n.Span(), "The column %s is used as the primary key.", escaped(name))
	}
	for _, u := range r.uses[name] {
		r.usedBy[u] = slices.DeleteFunc(r.usedBy[u], func(c string) bool { return c == name })
	}
	delete(r.names, name)
}
