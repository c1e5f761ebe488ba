package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/validate"
)

// change is a DELETE or UPDATE, whose rows come from a SELECT that Calcite makes up.
type change struct {
	verb, ability string
	table         *ast.Ident
	alias         *ast.Name
	where         ast.Expr
	set           []ast.Assignment
}

// changes reads a DELETE or UPDATE.
func changes(stmt ast.Statement) *change {
	const abilities = "org.apache.flink.table.connector.sink.abilities."
	switch x := stmt.(type) {
	case *ast.Delete:
		return &change{"delete", abilities + "SupportsRowLevelDelete", x.Table, x.Alias, x.Where, nil}
	case *ast.Update:
		return &change{"update", abilities + "SupportsRowLevelUpdate", x.Table, x.Alias, x.Where, x.Set}
	}
	return nil
}

// query is SELECT *, values… FROM table WHERE … (SqlValidatorImpl.createSourceSelectForDelete, …ForUpdate).
func (c *change) query() *ast.Select {
	at := ast.At(c.table.Span())
	var from ast.TableExpr = &ast.TableName{Base: at, Name: c.table}
	if c.alias != nil {
		from = &ast.Aliased{Base: at, Table: from, Alias: *c.alias}
	}
	q := &ast.Select{Base: at, From: from, Where: c.where, Items: []ast.SelectItem{{Base: at, X: &ast.Ident{Base: at, Star: true}}}}
	for i := range c.set {
		q.Items = append(q.Items, ast.SelectItem{Base: ast.At(c.set[i].Value.Span()), X: c.set[i].Value})
	}
	return q
}

// modify refuses a DELETE or UPDATE: no sink of a streaming job changes rows in place. Before that come the checks of the
// query, of its source and of the sink (DynamicSinkUtils.convertDelete, convertUpdate).
func (s *single) modify(c *change, n int) (err error) {
	defer diag.Catch(&err)
	q := c.query()
	t := s.session.Find(c.table.Texts())
	assigned := map[string]bool{}
	for i := range c.set {
		if t != nil {
			s.column(t, c.set[i].Column, n)
		}
		name := c.set[i].Column
		if t != nil && assigned[name.Simple()] {
			return diag.Validated(diag.InContext(s.text, name.Span(), "Target column '"+name.Simple()+"' is assigned more than once"), n)
		}
		assigned[name.Simple()] = true
	}
	in, err := validate.Query(s.session, q, s.text, n)
	if err != nil {
		return err
	}
	if t != nil && t.View != nil {
		return diag.Newf(diag.Table, c.table.Span(), "Sink '%s' does not exists", t.ID)
	}
	if t == nil {
		diag.Unknown(c.table.Span(), "%s of this table", c.verb)
	}
	if _, err := logical.Build(in, q); err != nil {
		return err
	}
	sink, err := connector.OpenSink(t.ForConnector(s.session, nil))
	if err != nil {
		return err
	}
	if err := t.CheckSink(sink, nil, false); err != nil {
		return err
	}
	if c.verb == "delete" && sink.RowLevelDelete || c.verb == "update" && sink.RowLevelUpdate {
		diag.Unknown(c.table.Span(), "%s that a sink carries out row by row", strings.ToUpper(c.verb))
	}
	return diag.Newf(diag.UnsupportedOp, c.table.Span(), "Can't perform %s operation of the table %s because the corresponding dynamic table sink has not yet implemented %s.",
		c.verb, t.ID, c.ability)
}

// column refuses a column that a table does not have.
func (s *single) column(t *catalog.Table, name *ast.Ident, n int) {
	for i := range t.Columns {
		if t.Columns[i].Name == name.Simple() {
			return
		}
	}
	panic(diag.Validated(diag.InContext(s.text, name.Span(), "Unknown target column '"+name.Simple()+"'"), n))
}

// merged is the join whose names a MERGE resolves before Flink finds that it has no such statement.
func merged(m *ast.Merge) *ast.Select {
	c := &change{table: m.Table, alias: m.Alias}
	q := c.query()
	q.From = &ast.Join{Base: ast.At(m.Table.Span()), Kind: ast.Full, L: q.From, R: m.Source, On: m.On}
	return q
}
