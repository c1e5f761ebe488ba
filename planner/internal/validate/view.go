package validate

import (
	"fmt"
	"slices"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/parse"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// View validates the query of a view with its column list and refuses columns of one name, which a plain query may have
// (SqlNodeConvertUtils.validateDuplicatedColumnNames).
func View(s *catalog.Session, q ast.Query, text *source.Text, list []string) (in *Info, err error) {
	v := &validator{Info: newInfo(s, text)}
	v.meant = &catalog.Meant{Tables: map[*ast.Ident]catalog.Identifier{}, Stars: map[*ast.Ident][]catalog.MeantColumn{}}
	in = v.Info
	if err = v.validated(0, q); err != nil {
		return in, err
	}
	names := list
	if len(names) == 0 {
		names = in.Queries[q].Row.Names()
	}
	first := map[string]int{}
	for i, name := range names {
		if k, twice := first[name]; twice {
			return in, in.duplicate(q, name, k, i)
		}
		first[name] = i
	}
	return in, nil
}

// OfView validates the query of a view once more, its names standing for what they stood for when the view was made.
func OfView(s *catalog.Session, view *catalog.View) (in *Info, err error) {
	v := &validator{Info: newInfo(s, view.Text), written: view.Meant}
	err = wrapped(1, func() { v.whole(view.Query) })
	if err == nil {
		err = v.readAgain(view.Query)
	}
	return v.Info, err
}

// readAgain refuses the query of a view with a column that is named after a function without parentheses, CURRENT_DATE say.
// Flink keeps the query with the names of its columns written out, but not in quotes where the parser made the name: it can't
// read CURRENT_DATE AS CURRENT_DATE when the view is used. (SqlNodeConvertUtils.toCatalogView)
func (v *validator) readAgain(q ast.Query) (err error) {
	defer diag.Catch(&err)
	var first *ast.SelectItem
	for s := range v.Selects {
		i := slices.IndexFunc(s.Items, func(it ast.SelectItem) bool { return it.Alias == nil && isContext(it.X) })
		switch {
		case i < 0:
		case ast.Query(s) == q && s.Quantifier == "" && len(s.Hints) == 0:
			name, _ := NameOf(s.Items[i].X)
			_, err := parse.Query("SELECT " + v.keptItems(s.Items[:i]) + upper(name) + " AS " + name)
			return err
		case first == nil || s.Items[i].Span().Start < first.Span().Start:
			first = &s.Items[i]
		}
	}
	if first != nil {
		diag.Unknown(first.Span(), "a column inside a view that is named after a function")
	}
	return nil
}

// keptItems is the text that Flink keeps of columns, each followed by a comma.
func (v *validator) keptItems(items []ast.SelectItem) string {
	text := ""
	for i := range items {
		id, ok := items[i].X.(*ast.Ident)
		if !ok || id.Star {
			diag.Unknown(items[i].Span(), "the text of a view's column")
		}
		text += v.unparse(id)
		if items[i].Alias != nil {
			text += " AS `" + items[i].Alias.Text + "`"
		}
		text += ", "
	}
	return text
}

// Meant is what the names of a view's query stand for, after View.
func (in *Info) Meant() *catalog.Meant {
	m := in.meant
	if m == nil {
		return nil
	}
	m.Columns = make(map[*ast.Ident]catalog.MeantColumn, len(in.Columns))
	for id, c := range in.Columns {
		if c.Scope == nil || c.Merged != nil || c.Alpha != "" || c.Alias != nil || len(id.Parts) == 0 || c.Child >= len(c.Scope.Children) {
			continue
		}
		if part := len(id.Parts) - 1 - len(c.Path); part >= 0 {
			m.Columns[id] = catalog.MeantColumn{Relation: c.Scope.Children[c.Child].Name, Part: part}
		}
	}
	return m
}

// meantStar adds the columns that the star of a view stands for.
func (v *validator) meantStar(info *Select, id *ast.Ident, columns []catalog.MeantColumn, used map[string]bool) {
	for _, c := range columns {
		sc, i := v.relation(info.From, []string{c.Relation}, false)
		if sc != info.From {
			v.unknown(id.Span(), "the star of a view whose tables are others now")
		}
		ch := &sc.Children[i]
		k := ch.NS.Row.FieldIndex(c.Name)
		if k < 0 {
			v.fail(id.Span(), "Column '"+c.Name+"' not found in table '"+c.Relation+"'")
		}
		v.starColumn(info, ch, i, nil, k, id.Span(), used)
	}
}

func (in *Info) duplicate(q ast.Query, name string, first, second int) error {
	const prefix = "SQL validation failed. "
	list := in.firstSelect(q)
	if list == nil {
		return diag.Newf(diag.Validation, q.Span(), prefix+"Column `%s` has been specified.", name)
	}
	if second >= len(list.Items) {
		return diag.Newf("java.lang.IndexOutOfBoundsException", q.Span(), "Index %d out of bounds for length %d", second, len(list.Items))
	}
	text := fmt.Sprintf("A column with the same name `%s` has been defined at %s.", name, diag.AtLine(in.Text, list.Items[first].Span))
	return diag.New(diag.ValidateException, text, list.Items[second].Span).Wrap(diag.Validation, prefix+text)
}

// firstSelect is the SELECT whose list names a query's columns, nil if there is none.
func (in *Info) firstSelect(q ast.Query) *Select {
	if s := in.Rewritten[q]; s != nil {
		return in.Selects[s]
	}
	switch q := q.(type) {
	case *ast.Select:
		return in.Selects[q]
	case *ast.OrderBy:
		return in.firstSelect(q.Query)
	case *ast.SetOp:
		return in.firstSelect(q.L)
	case *ast.With:
		return in.firstSelect(q.Body)
	}
	return nil
}

// As validates the query of CREATE TABLE … AS once more, with a column for each that the table stores: those that the
// query has no column for are NULL. query are the columns of the query as it was written.
// (MergeTableAsUtil.maybeRewriteQuery)
func As(s *catalog.Session, q ast.Query, text *source.Text, t *catalog.Table, query []catalog.Column) (in *Info, err error) {
	v := &validator{Info: newInfo(s, text)}
	at := make(map[string]int, len(query))
	for i := range query {
		at[query[i].Name] = i
	}
	to := &target{assigned: map[int]ast.Expr{}, leaves: map[*ast.Select]bool{}}
	for k, c := range t.SinkColumns() {
		to.row = append(to.row, types.Field{Name: c.Name, Type: c.Type})
		if i, ok := at[c.Name]; ok {
			to.position = append(to.position, i)
			continue
		}
		if !c.Type.Nullable {
			return v.Info, diag.Newf(diag.Validation, source.Span{}, "Column '%s' has no default value and does not allow NULLs.", c.Name)
		}
		x := &ast.Null{}
		v.Types[x] = types.NullType
		v.coerce(x, c.Type.WithNullable(true))
		to.assigned[k] = x
	}
	err = wrapped(1, func() {
		v.target = to
		to.enter(v, q)
		v.query(nil, q)
	})
	return v.Info, err
}
