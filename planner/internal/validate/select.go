package validate

import (
	"strconv"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

func itoa(n int) string { return strconv.Itoa(n) }

func (v *validator) unknown(at source.Span, what string) { diag.Unknown(at, "%s", what) }

// selects validates a SELECT (validateSelect), with the ORDER BY that follows it.
func (v *validator) selects(parent *Scope, s *ast.Select, order *ast.OrderBy) *Namespace {
	info := &Select{Node: s, From: &Scope{Kind: SelectScope, Parent: parent, Select: s}}
	v.Selects[s] = info
	outer := v.refusal
	v.refusal = nil
	info.Distinct = s.Quantifier == ast.Distinct
	info.List = info.From
	if v.isAggregate(s) {
		info.Aggregating = true
		info.List = &Scope{Kind: GroupScope, Parent: info.From, Select: s}
	} else if order != nil {
		v.plainOrder(s, order.Keys)
	}
	v.checkAliases(s.From)
	if s.From != nil {
		v.from(s.From, place{parent: parent, using: info.From})
	}
	if s.Where != nil {
		v.condition(info.From, s.Where, "WHERE")
	}
	v.groupBy(info)
	v.having(info)
	v.windowClause(info)
	v.qualify(info)
	if order != nil {
		info.Offset, info.Limit = order.Offset, order.Limit
	}
	v.selectList(info, s.Items)
	if v.target != nil && v.target.leaves[s] {
		v.selectList(info, v.target.reorder(v, info))
	}
	ns := &Namespace{Row: info.Row, Query: s}
	if order != nil {
		v.orderKeys(info, order.Keys)
	}
	v.refusal = outer
	return ns
}

// checkAliases refuses two relations of one name before anything else of the FROM is looked at.
func (v *validator) checkAliases(t ast.TableExpr) {
	seen := map[string]bool{}
	var walk func(t ast.TableExpr)
	walk = func(t ast.TableExpr) {
		name := ""
		switch t := t.(type) {
		case *ast.Join:
			walk(t.L)
			walk(t.R)
		case *ast.JoinParen:
			walk(t.Join)
		case *ast.Tablesample:
			walk(t.Table)
		case *ast.Aliased:
			name = t.Alias.Text
		case *ast.TableName:
			name = t.Name.Simple()
		}
		if name == "" {
			return
		}
		if seen[name] {
			v.fail(t.Span(), "Duplicate relation name '"+name+"' in FROM clause")
		}
		seen[name] = true
	}
	walk(t)
}

// condition checks WHERE and ON (validateWhereOrOn).
func (v *validator) condition(sc *Scope, x ast.Expr, clause string) {
	v.resolveAll(sc, x)
	v.noAggregates(x, clause, aggregatesOverGroups)
	t := v.typeAs(sc, x, types.BooleanType)
	if t.Kind == types.Row && len(t.Fields) == 1 {
		t = t.Fields[0].Type
	}
	if t.Kind != types.Boolean && t.Kind != types.Any && t.Kind != types.Null {
		v.fail(x.Span(), clause+" clause must be a condition")
	}
}

// resolveAll finds the columns of all names in x: that is done before the types in it are looked at
// (SqlValidatorImpl.expand), and comparing it with the group expressions needs it.
func (v *validator) resolveAll(sc *Scope, x ast.Expr) {
	ast.Walk(x, func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Ident:
			if !e.Star && !isPi(e) {
				v.resolve(sc, e)
			}
		case *ast.Call:
			if transcodes(e) {
				v.resolveAll(sc, e.Args[0])
				return false
			}
			return !isDescriptor(e)
		}
		return true
	})
}

func (v *validator) having(info *Select) {
	x := info.Node.Having
	if x == nil {
		return
	}
	v.resolveAll(info.From, x)
	v.checkGrouped(info, x)
	t := v.typeAs(info.List, x, types.BooleanType)
	if t.Kind != types.Boolean && t.Kind != types.Any {
		v.fail(x.Span(), "HAVING clause must be a condition")
	}
}

// qualify checks QUALIFY (validateQualifyClause).
func (v *validator) qualify(info *Select) {
	x := info.Node.Qualify
	if x == nil {
		return
	}
	// Names in QUALIFY may be aliases of the select list (extendedExpand).
	sc := &Scope{Kind: OrderScope, Parent: info.List, Select: info.Node}
	v.early(info)
	t := v.typeOf(sc, x)
	if t.Kind != types.Boolean {
		v.fail(v.expanded(x), "QUALIFY clause must be a condition")
	}
	over := false
	ast.Walk(x, func(e ast.Expr) bool {
		if c, ok := e.(*ast.Call); ok && isOver(c) {
			over = true
		}
		if id, ok := e.(*ast.Ident); ok && !id.Star {
			if c := v.Columns[id]; c != nil && c.Alias != nil && hasOver(c.Alias) {
				over = true
			}
		}
		return !over
	})
	if !over {
		v.fail(v.expanded(x), "QUALIFY expression '"+v.unparse(x)+"' must contain a window function")
	}
}

// expanded is the position of an expression whose names stand for select items: theirs take part in it.
func (v *validator) expanded(x ast.Expr) source.Span {
	var at source.Span
	if _, name := x.(*ast.Ident); !name {
		at = x.Span()
	}
	ast.Walk(x, func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		if !ok {
			return true
		}
		part := id.Span()
		if c := v.Columns[id]; c != nil && c.Alias != nil {
			part = c.Alias.Span()
		}
		if at.IsZero() {
			at = part
		}
		at = at.Join(part)
		return true
	})
	if at.IsZero() {
		return x.Span()
	}
	return at
}

// early makes the written aliases known before the select list is expanded.
func (v *validator) early(info *Select) {
	for _, it := range info.Node.Items {
		if it.Alias != nil {
			info.Items = append(info.Items, Item{X: it.X, Name: it.Alias.Text})
		}
	}
}

// selectList expands the select list and checks its items (validateSelectList).
func (v *validator) selectList(info *Select, items []ast.SelectItem) {
	info.Items = nil
	used := map[string]bool{}
	for i := range items {
		it := &items[i]
		if id, ok := it.X.(*ast.Ident); ok && id.Star {
			if it.Alias != nil {
				v.renamedStar(info, id)
			}
			v.star(info, id, used)
			continue
		}
		out := v.item(info, it, used)
		used[out.Name] = true
		info.Items = append(info.Items, out)
	}
	fields := make([]types.Field, len(info.Items))
	for i := range info.Items {
		it := &info.Items[i]
		v.noAggregates(it.X, "SELECT", onlyGroups)
		if it.refused != nil {
			panic(it.refused)
		}
		if c, ok := it.X.(*ast.Call); ok && !isOver(c) && requiresOver(c) {
			v.fail(c.Span(), "OVER clause is necessary for window functions")
		}
		if it.Type == nil {
			it.Type = v.finalType(info.List, it.X)
		}
		if info.Aggregating {
			v.checkGrouped(info, it.X)
			it.Type = v.nullified(info, it.X, it.Type)
		}
		fields[i] = types.Field{Name: it.Name, Type: it.Type}
	}
	info.Row = types.RowType(fields...)
}

// renamedStar refuses * AS name: with a name it is no star, but a column of that name.
func (v *validator) renamedStar(info *Select, id *ast.Ident) {
	if len(id.Parts) == 0 {
		v.fail(id.Span(), "Unknown identifier '*'")
	}
	if sc, _ := v.relation(info.From, id.Texts(), false); sc == nil {
		v.unknown(id.Span(), "a star with a name")
	}
	v.fail(source.Span{Start: id.Span().End - 1, End: id.Span().End}, "Unknown field '*'")
}

// item gives an expression its name (SqlValidatorUtil.alias); EXPR$i counts the names so far, not the items.
func (v *validator) item(info *Select, it *ast.SelectItem, used map[string]bool) Item {
	out := Item{X: it.X, Span: it.Span()}
	id, isIdent := it.X.(*ast.Ident)
	if isIdent && it.Alias != nil && v.merged(info, id) != nil {
		v.fail(source.Span{}, "Column '"+id.Simple()+"' is ambiguous") // the column has been given its own name, under which it is looked for
	}
	v.mergeNames(info, it.X)
	if it.Alias != nil {
		out.Name = it.Alias.Text
	} else if name, given := NameOf(it.X); given {
		out.Name = name
	} else {
		out.Derived = true
		out.Name = "EXPR$" + itoa(len(used))
	}
	if !isIdent {
		v.resolveAll(info.From, it.X)
	}
	v.refusal = &out.refused
	out.Type = v.finalType(info.List, it.X)
	v.refusal = nil
	return out
}

// NameOf is the name that an expression has without an alias: a column's, or a function's that the parser reads as a name.
func NameOf(x ast.Expr) (name string, given bool) {
	if id, ok := x.(*ast.Ident); ok {
		return id.Simple(), true
	}
	if isContext(x) {
		return x.(*ast.Call).Name.Simple(), true
	}
	return "", false
}

// isContext says that x is a function like CURRENT_DATE, which the parser reads as a name.
func isContext(x ast.Expr) bool {
	c, ok := x.(*ast.Call)
	return ok && c.NoParens && !isOver(c)
}

// mergeNames finds the columns of USING joins in an item of SELECT or GROUP BY; elsewhere such a name is ambiguous
// (SqlValidatorImpl.SelectExpander).
func (v *validator) mergeNames(info *Select, x ast.Expr) {
	if j, ok := info.Node.From.(*ast.Join); !ok || len(j.Using) == 0 {
		return
	}
	ast.Walk(x, func(e ast.Expr) bool {
		if id, ok := e.(*ast.Ident); ok {
			if c := v.merged(info, id); c != nil {
				v.Columns[id] = c
			}
		}
		return true
	})
}

// merged gives the column of a USING join that a simple name stands for, nil if it is none: the last join has to have
// USING, and those before it up to that of the name (expandExprFromJoin).
func (v *validator) merged(info *Select, id *ast.Ident) *Column {
	if len(id.Parts) != 1 {
		return nil
	}
	j, _ := info.Node.From.(*ast.Join)
	for ; j != nil && len(j.Using) > 0; j, _ = j.L.(*ast.Join) {
		for i := range j.Using {
			if j.Using[i].Text == id.Parts[0].Text {
				return v.mergeColumns(info.From, id.Parts[0].Text, id.Span())
			}
		}
	}
	return nil
}

// mergeColumns makes COALESCE(l.name, r.name) of the first two relations that have the column.
func (v *validator) mergeColumns(sc *Scope, name string, at source.Span) *Column {
	c := &Column{}
	var ts []*types.Type
	nullable := true
	for i := range sc.Children {
		ch := &sc.Children[i]
		if ch.NS.Row.FieldIndex(name) < 0 || len(ts) == 2 {
			continue
		}
		id := made(at, ch.Name, name)
		col := v.resolve(sc, id)
		v.Types[id] = col.Type
		c.Merged = append(c.Merged, id)
		ts = append(ts, col.Type)
		nullable = nullable && col.Type.Nullable
	}
	if t := types.LeastRestrictive(ts...); t != nil {
		c.Type = t.WithNullable(nullable)
	} else {
		c.Type = ts[0]
	}
	return c
}

func made(at source.Span, names ...string) *ast.Ident {
	id := &ast.Ident{Base: ast.At(at)}
	for _, n := range names {
		id.Parts = append(id.Parts, ast.Name{Base: ast.At(at), Text: n})
	}
	return id
}

// star expands * and t.* (expandStar).
func (v *validator) star(info *Select, id *ast.Ident, used map[string]bool) {
	if len(id.Parts) > 0 {
		v.qualifiedStar(info, id, used)
		return
	}
	if info.Node.From == nil {
		v.fail(id.Span(), "SELECT * requires a FROM clause")
	}
	first := len(info.Items)
	if v.written != nil && v.written.Stars[id] != nil {
		v.meantStar(info, id, v.written.Stars[id], used)
		info.Items = append(info.Items[:first], v.permute(info, info.Items[first:])...)
		return
	}
	for i := range info.From.Children {
		ch := &info.From.Children[i]
		v.distinctFields(ch.NS.Row, id.Span())
		for k := range ch.NS.Row.Fields {
			if v.hidden(info, ch.NS, k) {
				continue
			}
			v.starColumn(info, ch, i, nil, k, id.Span(), used)
			v.means(id, ch, k)
		}
	}
	info.Items = append(info.Items[:first], v.permute(info, info.Items[first:])...)
}

// means notes a column that a view's star stands for.
func (v *validator) means(id *ast.Ident, ch *Child, k int) {
	if v.meant != nil {
		v.meant.Stars[id] = append(v.meant.Stars[id], catalog.MeantColumn{Relation: ch.Name, Name: ch.NS.Row.Fields[k].Name})
	}
}

// distinctFields refuses the star of a query that gives a name twice: the names that it stands for are ambiguous.
func (v *validator) distinctFields(row *types.Type, at source.Span) {
	seen := make(map[string]bool, len(row.Fields))
	for i := range row.Fields {
		if seen[row.Fields[i].Name] {
			v.fail(at, "Column '"+row.Fields[i].Name+"' is ambiguous")
		}
		seen[row.Fields[i].Name] = true
	}
}

// starColumn adds one column of a star, with a name that is not used yet.
func (v *validator) starColumn(info *Select, ch *Child, child int, path []int, k int, at source.Span, used map[string]bool) {
	v.Session.Budget.Columns(childColumns)
	row := ch.NS.Row
	names := []string{ch.Name}
	for _, p := range path {
		names = append(names, row.Fields[p].Name)
		row = row.Fields[p].Type
	}
	f := row.Fields[k]
	name := f.Name
	for used[name] {
		name = f.Name + itoa(info.next[f.Name])
		if info.next == nil {
			info.next = map[string]int{}
		}
		info.next[f.Name]++
	}
	used[name] = true
	x := made(at, append(names, f.Name)...)
	t := f.Type
	if ch.Nullable || len(path) > 0 && row.Nullable {
		t = t.WithNullable(true)
	}
	c := &Column{Scope: info.From, Child: child, Field: k, Type: t}
	if len(path) > 0 {
		c.Field = path[0]
		c.Path = append(append(c.Path, path[1:]...), k)
	}
	v.Columns[x] = c
	v.Types[x] = t
	info.Items = append(info.Items, Item{X: x, Name: name, Type: t, Span: at})
}

// qualifiedStar is t.* and row.*.
func (v *validator) qualifiedStar(info *Select, id *ast.Ident, used map[string]bool) {
	names := id.Texts()
	all := parts(id, 0, len(names))
	if sc, i := v.relation(info.From, names, false); sc != nil {
		if sc != info.From {
			v.unknown(id.Span(), "a star of an outer query's table")
		}
		if v.written != nil && v.written.Stars[id] != nil {
			v.meantStar(info, id, v.written.Stars[id], used)
			return
		}
		ch := &sc.Children[i]
		v.distinctFields(ch.NS.Row, id.Span())
		for k := range ch.NS.Row.Fields {
			if !v.hidden(info, ch.NS, k) {
				v.starColumn(info, ch, i, nil, k, id.Span(), used)
				v.means(id, ch, k)
			}
		}
		return
	}
	inner := &ast.Ident{Base: ast.At(all), Parts: id.Parts}
	_, who := owners(info.From, names[0], false)
	if len(who) == 0 && len(names) == 1 {
		v.fail(all, "Unknown identifier '"+joinNames(names)+"'")
	}
	c := v.find(info.From, inner)
	if !c.Type.HasFields() {
		v.fail(all, "Not a record type. The '*' operator requires a record")
	}
	ch := &info.From.Children[c.Child]
	for k := range c.Type.Fields {
		v.starColumn(info, ch, c.Child, append([]int{c.Field}, c.Path...), k, id.Span(), used)
	}
}

func joinNames(names []string) string {
	s := names[0]
	for _, n := range names[1:] {
		s += "." + n
	}
	return s
}
