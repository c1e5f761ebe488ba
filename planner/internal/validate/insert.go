package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Query validates a query. The refusal is wrapped n times: once for each of Flink's nested calls of validate.
func Query(s *catalog.Session, q ast.Query, text *source.Text, n int) (in *Info, err error) {
	v := &validator{Info: newInfo(s, text)}
	return v.Info, v.validated(n, q)
}

// validated validates a query; a type that Flink lacks is refused after that, without the prefix.
func (v *validator) validated(n int, q ast.Query) error {
	if err := wrapped(n, func() { v.whole(q) }); err != nil {
		return err
	}
	return v.unconvertible
}

// wrapped runs f and puts the prefix of n nested validations before what it refuses.
func wrapped(n int, f func()) (err error) {
	defer func() {
		// What is no exception but an error flies through.
		if r, ok := err.(*diag.Rejection); ok && r.Chain[0].Class != diag.AssertionError {
			err = diag.Validated(r, n)
		}
	}()
	defer diag.Catch(&err)
	f()
	return nil
}

// Insert validates the query of an INSERT and its column list; the target table may be missing. n counts the nested
// validations around the INSERT: 1 for a plain or explained one, 2 under EXECUTE, 3 in a statement set.
func Insert(s *catalog.Session, ins *ast.Insert, text *source.Text, n int) (in *Info, err error) {
	v := &validator{Info: newInfo(s, text)}
	if len(ins.Columns) > 0 || len(ins.Partition) > 0 {
		early := false
		err = wrapped(n, func() {
			t := s.Find(ins.Table.Texts())
			if t == nil {
				return
			}
			v.target = newTarget(v, ins, t)
			v.target.enter(v, ins.Query)
			early = v.target.validated
			if early {
				v.whole(ins.Query)
			}
		})
		if err == nil {
			err = v.unconvertible
		}
		if err != nil || early {
			return v.Info, err
		}
	}
	if ins.Upsert {
		return v.Info, diag.Validated(diag.New(diag.Validation, "UPSERT INTO statement is not supported. Please use INSERT INTO instead.", source.Span{}), n)
	}
	return v.Info, v.validated(n+1, ins.Query)
}

// target arranges a query's columns for the columns that an INSERT writes (PreValidateReWriter, SqlRewriterUtils).
type target struct {
	row      []types.Field
	assigned map[int]ast.Expr // columns with a literal of their own
	position []int            // for each other column of a column list its place in the list; nil without a list
	leaves   map[*ast.Select]bool
	// validated says that the rewrite validates the query itself, as it does for all but VALUES.
	validated bool
}

func newTarget(v *validator, ins *ast.Insert, t *catalog.Table) *target {
	out := &target{assigned: map[int]ast.Expr{}, leaves: map[*ast.Select]bool{}}
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Kind == catalog.Physical || c.Kind == catalog.Metadata && !c.Virtual {
			out.row = append(out.row, types.Field{Name: c.Name, Type: c.Type})
		}
	}
	for i := range ins.Partition {
		p := &ins.Partition[i]
		k := out.field(v, p.Key.Text, p.Key.Span())
		if out.assigned[k] != nil {
			v.fail(p.Key.Span(), "Target column '"+p.Key.Text+"' is assigned more than once")
		}
		out.assigned[k] = out.literal(v, p.Value, out.row[k].Type)
	}
	if len(ins.Columns) > 0 {
		out.columns(v, ins)
	}
	return out
}

func (t *target) field(v *validator, name string, at source.Span) int {
	for i := range t.row {
		if t.row[i].Name == name {
			return i
		}
	}
	v.fail(at, "Unknown target column '"+name+"'")
	return -1
}

func (t *target) columns(v *validator, ins *ast.Insert) {
	listed := map[int]int{}
	for i, id := range ins.Columns {
		if len(id.Parts) != 1 {
			v.fail(id.Span(), "Unknown target column '"+joinNames(id.Texts())+"'")
		}
		k := t.field(v, id.Simple(), id.Span())
		if _, twice := listed[k]; twice {
			v.fail(id.Span(), "Target column '"+id.Simple()+"' is assigned more than once")
		}
		listed[k] = i
	}
	partition := map[string]bool{}
	for i := range ins.Partition {
		partition[ins.Partition[i].Key.Text] = true
	}
	for k, f := range t.row {
		if partition[f.Name] {
			continue
		}
		if i, ok := listed[k]; ok {
			t.position = append(t.position, i)
			continue
		}
		if !f.Type.Nullable {
			v.fail(source.Span{}, "Column '"+f.Name+"' has no default value and does not allow NULLs")
		}
		x := &ast.Null{}
		v.Types[x] = types.NullType
		v.coerce(x, f.Type.WithNullable(true))
		t.assigned[k] = x
	}
}

// literal casts a partition's literal to its column's type (SqlValidatorImpl.maybeCast).
func (t *target) literal(v *validator, x ast.Expr, want *types.Type) ast.Expr {
	got := v.typeOf(&Scope{}, x)
	if !got.SameIgnoringNull(want) {
		v.coerce(x, want.WithNullable(got.Nullable))
	}
	return x
}

// enter finds the queries whose columns are to be arranged.
func (t *target) enter(v *validator, q ast.Query) {
	switch q := q.(type) {
	case *ast.Select:
		star := false
		for i := range q.Items {
			if id, ok := q.Items[i].X.(*ast.Ident); ok && id.Star {
				star = true
			}
		}
		if !star && t.position != nil && len(q.Items) != len(t.position) {
			v.fail(q.Span(), "Number of columns must match number of query columns")
		}
		t.leaves[q] = true
		t.validated = true
	case *ast.Values:
		rows := make([]*ast.Row, len(q.Rows))
		for i, r := range q.Rows {
			if t.position != nil && len(r.Items) != len(t.position) {
				v.fail(q.Span(), "Number of columns must match number of query columns")
			}
			rows[i] = &ast.Row{Base: r.Base, Explicit: r.Explicit, Items: t.arrange(r.Items)}
		}
		v.Rows[q] = rows
	case *ast.SetOp:
		t.enter(v, q.L)
		t.enter(v, q.R)
	case *ast.OrderBy:
		t.enter(v, q.Query)
	case *ast.TableQuery:
		s := v.starOver(q, &ast.TableName{Base: ast.At(q.Table.Span()), Name: q.Table})
		t.leaves[s] = true
		t.validated = true
	case *ast.With:
		t.validated = true
		t.body(q.Body)
	default:
		v.unknown(q.Span(), "a column list over this query")
	}
}

func (t *target) body(q ast.Query) {
	switch q := q.(type) {
	case *ast.Select:
		t.leaves[q] = true
	case *ast.SetOp:
		t.body(q.L)
		t.body(q.R)
	}
}

// arrange puts a row's expressions in the order of the target's columns, the literals among them.
func (t *target) arrange(items []ast.Expr) []ast.Expr {
	rest := items
	if t.position != nil {
		rest = make([]ast.Expr, len(t.position))
		for i, p := range t.position {
			rest[i] = items[p]
		}
	}
	var out []ast.Expr
	for k := range t.row {
		if x := t.assigned[k]; x != nil {
			out = append(out, x)
		} else if len(rest) > 0 {
			out = append(out, rest[0])
			rest = rest[1:]
		}
	}
	return append(out, rest...)
}

// reorder arranges an expanded select list.
func (t *target) reorder(v *validator, info *Select) []ast.SelectItem {
	if t.position != nil && len(info.Items) != len(t.position) {
		v.fail(info.Node.Span(), "Number of columns must match number of query columns")
	}
	xs := make([]ast.Expr, len(info.Items))
	byX := map[ast.Expr]*Item{}
	for i := range info.Items {
		xs[i] = info.Items[i].X
		byX[xs[i]] = &info.Items[i]
	}
	var out []ast.SelectItem
	for _, x := range t.arrange(xs) {
		it := ast.SelectItem{X: x}
		if old := byX[x]; old != nil && !old.Derived {
			it.Alias = &ast.Name{Base: ast.At(old.Span), Text: old.Name}
		}
		out = append(out, it)
	}
	return out
}
