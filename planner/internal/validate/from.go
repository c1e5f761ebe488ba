package validate

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// place is where an item of FROM stands.
type place struct {
	parent   *Scope // what the item sees that is not in this FROM
	using    *Scope // the scope that the item becomes known in
	nullable bool   // an outer join may fill it with NULLs
	lateral  bool   // it sees what stands left of it
	alias    string // "" where none was given
	// owner is the scope of the join or FROM that the item stands in, where using only stands for it.
	owner *Scope
	// later, of the left side of a join, takes what has to wait for the right side.
	later *[]func()
}

// lateralOf is the scope whose left side a lateral item sees.
func (p place) lateralOf() *Scope {
	if p.owner != nil {
		return p.owner
	}
	return p.using
}

// from registers and validates an item of FROM (registerFrom and validateFrom), and gives its row.
func (v *validator) from(t ast.TableExpr, p place) *Namespace {
	var ns *Namespace
	switch t := t.(type) {
	case *ast.JoinParen:
		p.lateral = p.lateral || t.Lateral
		ns = v.from(t.Join, p)
	case *ast.Join:
		ns = v.join(t, p)
	case *ast.Aliased:
		ns = v.aliased(t, p)
	case *ast.Tablesample:
		v.sampleRate(t)
		ns = v.from(t.Table, p)
	case *ast.TableName:
		ns = v.tableName(t, p)
		name := p.alias
		path := []string(nil)
		if name == "" {
			name, path = t.Name.Simple(), t.Name.Texts()
		}
		p.using.add(Child{Name: name, Path: path, NS: ns, Nullable: p.nullable})
	case *ast.Derived:
		p.lateral = p.lateral || t.Lateral
		ns = v.query(v.lateralScope(t, p), t.Query)
		v.addAs(p, ns)
	case *ast.Unnest:
		p.lateral = true
		ns = v.unnest(t, v.lateralScope(t, p))
		v.addAs(p, ns)
	case *ast.TableFunction:
		ns = v.tableFunction(t, p)
		v.addAs(p, ns)
	case *ast.MatchRecognize:
		ns = v.match(t, p)
		v.addAs(p, ns)
	case *ast.Extended:
		ns = v.extended(t, p)
	case *ast.Pivot:
		ns = v.pivot(t, p)
		v.addAs(p, ns)
	case *ast.Unpivot:
		ns = v.unpivot(t, p)
		v.addAs(p, ns)
	}
	v.Tables[t] = ns
	return ns
}

// sampleRate checks the percentage of TABLESAMPLE.
func (v *validator) sampleRate(t *ast.Tablesample) {
	if t.Percent == nil {
		return
	}
	if p, err := strconv.ParseFloat(t.Percent.Text, 64); err == nil && (p < 0 || p > 100 || t.Percent.Negative) {
		r := v.refuse(t.Span(), "TABLESAMPLE percentage must be between 0 and 100, inclusive")
		r.Chain[1].Class = "org.apache.calcite.runtime.CalciteException"
		panic(r)
	}
}

func (v *validator) addAs(p place, ns *Namespace) {
	name := p.alias
	if name == "" {
		name = v.generated()
	}
	p.using.add(Child{Name: name, NS: ns, Nullable: p.nullable})
}

// generated is a name that nobody wrote.
func (v *validator) generated() string {
	v.nextName++
	return "EXPR$" + strconv.Itoa(v.nextName-1)
}

// lateralScope is what a query in FROM sees: with LATERAL, copies of the relations left of it, as rows of an outer query.
func (v *validator) lateralScope(n ast.Node, p place) *Scope {
	if !p.lateral {
		return p.parent
	}
	sc := &Scope{Kind: TableScope, Parent: p.parent, Lateral: p.lateralOf()}
	v.Session.Budget.Columns(childColumns * len(p.using.Children))
	for _, c := range p.using.Children {
		sc.add(Child{Name: c.Name, Path: c.Path, NS: c.NS, Nullable: c.Nullable})
	}
	v.Scopes[n] = sc
	return sc
}

// childColumns is how many columns a child of a scope costs as much as.
const childColumns = 4

// aliased is t AS a (c, …) (AliasNamespace).
func (v *validator) aliased(t *ast.Aliased, p place) *Namespace {
	if p.alias == "" {
		p.alias = t.Alias.Text
	}
	inner := t.Table
	renames := len(t.Columns) > 0
	if !renames {
		switch inner := inner.(type) {
		case *ast.Unnest, *ast.TableFunction:
			renames = true
		case *ast.Derived:
			_, renames = inner.Query.(*ast.Values)
		}
	}
	if !renames {
		return v.from(inner, p)
	}
	if at := wordOf(inner); !at.IsZero() {
		v.fail(source.Span{Start: at.Start, End: t.Span().End}, "Duplicate relation name '"+p.alias+"' in FROM clause")
	}
	hidden := p
	hidden.owner = p.lateralOf()
	hidden.using = &Scope{Kind: JoinScope, Parent: p.parent}
	for _, c := range p.using.Children {
		hidden.using.add(Child{Name: c.Name, Path: c.Path, NS: c.NS, Nullable: c.Nullable})
	}
	ns := v.from(inner, hidden)
	ns = v.rename(t, ns)
	p.using.add(Child{Name: p.alias, NS: ns, Nullable: p.nullable})
	return ns
}

// wordOf is the word of MATCH_RECOGNIZE, PIVOT or UNPIVOT, which take no alias with columns; nothing for others.
func wordOf(t ast.TableExpr) source.Span {
	switch t := t.(type) {
	case *ast.MatchRecognize:
		return t.MatchAt
	case *ast.Pivot:
		return t.At
	case *ast.Unpivot:
		return t.At
	}
	return source.Span{}
}

func (v *validator) rename(t *ast.Aliased, in *Namespace) *Namespace {
	fields := append([]types.Field(nil), in.Row.Fields...)
	if len(t.Columns) == 0 {
		un, isUnnest := t.Table.(*ast.Unnest)
		if len(fields) == 1 || isUnnest && un.Ordinality && len(fields) == 2 {
			fields[0].Name = t.Alias.Text
		}
		return &Namespace{Row: types.RowType(fields...), Node: t}
	}
	var all source.Span
	seen := map[string]bool{}
	for i := range t.Columns {
		c := &t.Columns[i]
		all = all.Join(c.Span())
		if seen[c.Text] {
			v.fail(c.Span(), "Duplicate name '"+c.Text+"' in column alias list")
		}
		seen[c.Text] = true
	}
	if len(t.Columns) != len(fields) {
		v.fail(all, "List of column aliases must have same degree as table; table has "+grouped(len(fields))+" columns "+
			quotedNames(in.Row)+", whereas alias list has "+grouped(len(t.Columns))+" columns")
	}
	for i := range fields {
		fields[i].Name = t.Columns[i].Text
	}
	return &Namespace{Row: types.RowType(fields...), Node: t, Table: in.Table}
}

// grouped spells a number as Java's MessageFormat does.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func quotedNames(row *types.Type) string {
	q := make([]string, len(row.Fields))
	for i, f := range row.Fields {
		q[i] = "'" + f.Name + "'"
	}
	return "(" + strings.Join(q, ", ") + ")"
}

// join validates both sides and the condition (validateJoin).
func (v *validator) join(j *ast.Join, p place) *Namespace {
	sc := &Scope{Kind: JoinScope, Parent: p.parent, Using: p.using}
	if p.lateral {
		sc.Parent = v.lateralScope(j, p)
	}
	v.Scopes[j] = sc
	side := place{parent: sc.Parent, using: sc, lateral: p.lateral}
	side.nullable = p.nullable || j.Kind == ast.Right || j.Kind == ast.Full
	var later []func()
	side.later = &later
	l := v.from(j.L, side)
	side.later = nil
	side.nullable = p.nullable || j.Kind == ast.Left || j.Kind == ast.Full
	r := v.from(j.R, side)
	for _, check := range later {
		check()
	}
	v.outerTableFunction(j)
	if j.On != nil {
		v.condition(sc, j.On, "ON")
	}
	for i := range j.Using {
		v.commonColumn(j.Using[i].Text, false, j.Using[i].Span(), l, r)
		v.Common[j] = append(v.Common[j], j.Using[i].Text)
	}
	if j.Natural {
		for _, f := range l.Row.Fields {
			if r.Row.FieldIndex(f.Name) >= 0 {
				v.commonColumn(f.Name, true, j.Span(), l, r)
				v.Common[j] = append(v.Common[j], f.Name)
			}
		}
	}
	v.checkJoinKind(j)
	v.Session.Budget.Columns(len(l.Row.Fields) + len(r.Row.Fields) + childColumns*len(sc.Children))
	return &Namespace{Row: types.BothRows(l.Row, r.Row, j.Kind == ast.Right || j.Kind == ast.Full, j.Kind == ast.Left || j.Kind == ast.Full), Node: j, Sides: []*types.Type{l.Row, r.Row}}
}

// outerTableFunction refuses a LEFT JOIN of a table function, not LATERAL, ON anything but TRUE
// (FlinkCalciteSqlValidator.validateJoin).
func (v *validator) outerTableFunction(j *ast.Join) {
	r := j.R
	if a, ok := r.(*ast.Aliased); ok {
		r = a.Table
	}
	f, ok := r.(*ast.TableFunction)
	if !ok || f.Lateral || j.Kind != ast.Left || j.On == nil || windowParameters[upper(f.Call.Name.Simple())].must > 0 {
		return
	}
	if b, ok := j.On.(*ast.Bool); ok && b.Value {
		return
	}
	v.plain("Left outer joins with a table function do not accept a predicate such as " + v.unparse(j.On) + ". Only literal TRUE is accepted.")
}

func (v *validator) checkJoinKind(j *ast.Join) {
	conditioned := j.On != nil || len(j.Using) > 0
	switch j.Kind {
	case ast.Comma, ast.Cross:
		if conditioned || j.Natural {
			at := j.CondAt
			if !conditioned {
				at = j.KindAt
			}
			v.fail(at, "Cannot specify condition (NATURAL keyword, or ON or USING clause) following CROSS JOIN")
		}
	default:
		if j.Natural && conditioned {
			at := j.UsingAt
			if j.On != nil {
				at = j.On.Span()
			}
			v.fail(at, "Cannot specify NATURAL keyword with ON or USING clause")
		}
		if !conditioned && !j.Natural {
			v.fail(j.KindAt, "INNER, LEFT, RIGHT or FULL join requires a condition (NATURAL keyword or ON or USING clause)")
		}
	}
}

// commonColumn checks a column of NATURAL or USING (validateCommonJoinColumn).
func (v *validator) commonColumn(name string, natural bool, at source.Span, l, r *Namespace) {
	var ts [2]*types.Type
	for i, ns := range []*Namespace{l, r} {
		k := ns.Row.FieldIndex(name)
		if k < 0 {
			v.fail(at, "Column '"+name+"' not found in any table")
		}
		rows := ns.Sides // USING may name a column that both sides of a join below have
		if natural || rows == nil {
			rows = []*types.Type{ns.Row}
		}
		for _, row := range rows {
			if frequency(row, name) > 1 {
				v.fail(at, "Column name '"+name+"' in NATURAL join or USING clause is not unique on one side of join")
			}
		}
		ts[i] = ns.Row.Fields[k].Type
	}
	if !comparable(ts[0], ts[1]) {
		v.fail(at, "Column '"+name+"' matched using NATURAL keyword or USING clause has incompatible types: cannot compare '"+
			ts[0].Validator()+"' to '"+ts[1].Validator()+"'")
	}
}

func frequency(row *types.Type, name string) (n int) {
	for i := range row.Fields {
		if row.Fields[i].Name == name {
			n++
		}
	}
	return n
}

// fromText says that a string is converted to t where the two are compared (SqlTypeUtil.canConvertStringInCompare).
func fromText(t *types.Type) bool {
	return t.IsNumeric() || t.Kind == types.Boolean || t.IsDatetime() || t.IsInterval()
}

// comparable follows SqlTypeUtil.isComparable.
func comparable(a, b *types.Type) bool {
	if a.HasFields() || b.HasFields() {
		if !a.HasFields() || !b.HasFields() || len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if !comparable(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	}
	if a.IsString() && fromText(b) || b.IsString() && fromText(a) {
		return true
	}
	return a.Family() == b.Family() || a.Kind == types.Any || b.Kind == types.Any || a.Kind == types.Null || b.Kind == types.Null
}

// unnest gives the row of UNNEST (SqlUnnestOperator.inferReturnType).
func (v *validator) unnest(u *ast.Unnest, sc *Scope) *Namespace {
	var fields []types.Field
	for i, x := range u.Args {
		t := v.typeOf(sc, x)
		if t.HasFields() && len(t.Fields) > 0 {
			t = t.Fields[0].Type
		}
		switch {
		case t.Kind == types.Map:
			fields = append(fields, types.Field{Name: "KEY", Type: t.Key}, types.Field{Name: "VALUE", Type: t.Elem})
		case t.IsCollection() && t.Elem.HasFields():
			for _, f := range t.Elem.Fields {
				fields = append(fields, types.Field{Name: f.Name, Type: f.Type})
			}
		case t.IsCollection():
			fields = append(fields, types.Field{Name: "EXPR$" + strconv.Itoa(i), Type: t.Elem})
		default:
			v.fail(u.Span(), "Cannot apply 'UNNEST' to arguments of type 'UNNEST(<"+t.Validator()+">)'. Supported form(s): 'UNNEST(<MULTISET>)'\n"+
				"'UNNEST(<ARRAY>)'\n'UNNEST(<MAP>)'\nUNNEST(<MULTISET>)\nUNNEST(<ARRAY>)\nUNNEST(<MAP>)")
		}
	}
	if u.Ordinality {
		fields = append(fields, types.Field{Name: "ORDINALITY", Type: types.IntType.WithNullable(false)})
	}
	return &Namespace{Row: types.RowType(fields...), Node: u}
}
