package catalog

import (
	"maps"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// createModel is SqlCreateModel.validate, its converter and CatalogManager.createModel.
func (x *executor) createModel(n *ast.CreateModel) {
	inputs, outputs := modelColumns(n.Input), modelColumns(n.Output)
	if n.As != nil {
		for _, side := range []struct {
			kind    string
			columns int
		}{{"input", len(inputs)}, {"output", len(outputs)}} {
			if side.columns > 0 {
				diag.Fail(diag.ValidateException, n.Span(), "CREATE MODEL AS SELECT syntax does not support to specify explicit %s columns.", side.kind)
			}
		}
	}
	switch {
	case len(inputs) > 0 && len(outputs) == 0:
		diag.Fail(diag.ValidateException, n.Span(), "Output column list can not be empty with non-empty input column list.")
	case len(inputs) == 0 && len(outputs) > 0:
		diag.Fail(diag.ValidateException, n.Span(), "Input column list can not be empty with non-empty output column list.")
	case len(n.Options) == 0:
		diag.Fail(diag.ValidateException, n.Span(), "Model property list can not be empty.")
	}
	if n.As != nil {
		x.unsupported(n)
	}
	m := &Model{Options: optionMap(n.Options), Temporary: n.Temporary, Input: x.modelRow(inputs, "input"), Output: x.modelRow(outputs, "output")}
	m.ID = x.mustQualify(n.Name)
	if n.Temporary {
		if x.models[m.ID] == nil {
			x.models[m.ID] = m
		} else if !n.IfNotExists {
			diag.Fail(diag.Validation, n.Name.Span(), "Temporary model '%s' already exists", m.ID.Quoted())
		}
		return
	}
	if !x.HasCatalog(m.ID.Catalog) {
		diag.Fail(diag.Validation, n.Name.Span(), "Catalog %s does not exist.", m.ID.Catalog)
	}
	d := x.database(m.ID.Catalog, m.ID.Database)
	if d == nil {
		panic(notExecuted(diag.Validation, "CreateModel", m.ID, noDatabase(m.ID.Catalog, m.ID.Database)))
	}
	if d.models[m.ID.Name] == nil {
		d.models[m.ID.Name] = m
	} else if !n.IfNotExists {
		cause := diag.Newf(exceptions+"ModelAlreadyExistException", n.Name.Span(), "Model %s.%s already exists in Catalog %s.", m.ID.Database, m.ID.Name, m.ID.Catalog)
		panic(notExecuted(diag.Validation, "CreateModel", m.ID, cause))
	}
}

func modelColumns(s *ast.Schema) []ast.Column {
	if s == nil {
		return nil
	}
	return s.Columns
}

func (x *executor) modelRow(columns []ast.Column, side string) []Column {
	b := &schema{text: x.text}
	for i := range columns {
		c := &columns[i]
		if c.Metadata {
			text := "`" + c.Name.Simple() + "` " + b.column(c).Type.WithNullable(true).Validator() + " METADATA"
			if c.From != nil {
				text += " FROM '" + c.From.Value + "'"
			}
			if c.Virtual {
				text += " VIRTUAL"
			}
			diag.Fail(diag.Validation, c.Span(), "Column %s can only be a physical column.", text)
		}
		if c.Expr != nil {
			diag.Fail(diag.Validation, c.Span(), "Column %s can only be a physical column.", "`"+c.Name.Simple()+"` AS "+quotedSQL(c.Expr, x.text))
		}
		if b.at(c.Name.Simple()) >= 0 {
			diag.Fail(diag.Validation, c.Span(), "Duplicate %s column name: '%s'.", side, c.Name.Simple())
		}
		b.put(b.column(c))
	}
	return b.columns
}

func (x *executor) alterModel(n *ast.AlterObject) {
	id := x.mustQualify(n.Name)
	m := x.Model(n.Name.Texts())
	if n.Action == "SET" && len(n.Options) == 0 && (m != nil && !m.Temporary || n.IfExists) {
		diag.Fail(diag.Validation, n.Span(), "ALTER MODEL SET does not support empty option.")
	}
	if m == nil {
		if n.IfExists {
			return
		}
		diag.Fail(diag.Validation, n.Name.Span(), "Model %s doesn't exist.", id.Quoted())
	}
	if m.Temporary {
		diag.Fail(diag.Validation, n.Name.Span(), "Model %s is a temporary model.", id.Quoted())
	}
	models := x.database(id.Catalog, id.Database).models
	next := *m
	next.Options = maps.Clone(m.Options)
	switch n.Action {
	case "SET":
		maps.Copy(next.Options, optionMap(n.Options))
	case "RESET":
		if len(n.Keys) == 0 {
			diag.Fail(diag.Validation, n.Span(), "ALTER MODEL RESET does not support empty key.")
		}
		for _, k := range n.Keys {
			delete(next.Options, stringOf(k))
		}
	case "RENAME":
		to := x.mustQualify(n.NewName)
		if models[to.Name] != nil {
			exists := ""
			if n.IfExists {
				exists = "IF EXISTS "
			}
			cause := diag.Newf(exceptions+"ModelAlreadyExistException", n.NewName.Span(), "Model %s.%s already exists in Catalog %s.", id.Database, to.Name, id.Catalog)
			panic(cause.Wrap(diag.Validation, "Could not execute ALTER MODEL "+exists+id.String()+" RENAME TO "+to.String()))
		}
		delete(models, id.Name)
		next.ID.Name = to.Name
	}
	models[next.ID.Name] = &next
}

func (x *executor) dropModel(n *ast.Drop) {
	id := x.mustQualify(n.Name)
	if n.Temporary {
		if x.models[id] == nil && !n.IfExists {
			diag.Fail(diag.Validation, n.Name.Span(), "Temporary model with identifier '%s' does not exist.", id)
		}
		delete(x.models, id)
		return
	}
	if x.Model(n.Name.Texts()) == nil && !n.IfExists {
		diag.Fail(diag.Validation, n.Name.Span(), "Model with identifier '%s' does not exist.", id)
	}
	if d := x.database(id.Catalog, id.Database); d != nil {
		delete(d.models, id.Name)
	}
}
