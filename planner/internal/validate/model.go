package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/types"
)

const (
	predictSignature  = "ML_PREDICT(INPUT => {TABLE, ROW SEMANTIC TABLE}, MODEL => {MODEL}, ARGS => DESCRIPTOR, CONFIG => MAP<STRING, STRING>)"
	evaluateSignature = "ML_EVALUATE(TABLE table_name, MODEL model_name, DESCRIPTOR(label_column), DESCRIPTOR(feature_columns), [task], [MAP[]])"
)

var (
	predictParameters  = []string{"INPUT", "MODEL", "ARGS", "CONFIG"}
	evaluateParameters = []string{"INPUT", "MODEL", "LABEL", "ARGS", "TASK", "CONFIG"}
	modelConfig        = types.MapType(types.StringType, types.StringType)
	modelTasks         = []string{"REGRESSION", "CLUSTERING", "CLASSIFICATION", "EMBEDDING", "TEXT_GENERATION"}
)

// modelOf is the model that an argument names.
func (v *validator) modelOf(x ast.Expr) *catalog.Model {
	if m, ok := x.(*ast.ModelArg); ok {
		return v.Session.Model(m.Model.Texts())
	}
	return nil
}

func modelRow(columns []catalog.Column) *types.Type {
	fields := make([]types.Field, len(columns))
	for i := range columns {
		fields[i] = types.Field{Name: columns[i].Name, Type: columns[i].Type}
	}
	return types.RowType(fields...)
}

// predict validates ML_PREDICT, a process table function (MLPredictTypeStrategy).
func (v *validator) predict(sc *Scope, c *ast.Call) *TableCall {
	call := &TableCall{Name: "ML_PREDICT", Args: byName(c.Args, predictParameters)}
	v.tableArgument(sc, c, call, false, nil)
	model := v.modelOf(call.Args[1])
	ts, families := make([]string, 0, 4), make([]string, 0, 4)
	fits := call.Row != nil && model != nil && len(call.Args) == 4 && call.Args[2] != nil
	for i, x := range call.Args {
		t := types.ColumnsType.WithNullable(false)
		switch m := v.modelOf(x); {
		case x == nil && len(c.Args) < 3:
			continue
		case i == 0 && call.Row != nil:
			t = call.Row.WithNullable(false)
		case x == nil:
			t = modelConfig
		case m != nil:
			t = modelRow(m.Output).WithNullable(false)
		case columnList(x) == nil:
			t = v.typeOf(sc, x)
			fits = fits && i == 3 && t.Kind == types.Map
		default:
			fits = fits && i == 2
		}
		ts = append(ts, t.Summary())
		if t.HasFields() {
			families = append(families, rowFamily(t))
		} else {
			families = append(families, familyName(t))
		}
	}
	if !fits {
		v.noMatchOf(c, call.Name, families, predictSignature)
	}
	why := ""
	switch x := call.Args[3]; {
	case x != nil && !types.SupportsImplicitCast(v.Types[x], modelConfig):
		why = "Invalid argument type at position 3. Data type " + modelConfig.Summary() + " expected but " + v.Types[x].Summary() + " passed."
	case qualifiedIn(call.Args[2]) != nil:
		why = "Third argument must be a descriptor with simple column names for ML_PREDICT function."
	default:
		why = inputColumns(call.Row, model, columnList(call.Args[2]))
	}
	if why != "" {
		panic(diag.New(diag.Validation, why, c.Span()).
			Wrap(diag.Validation, "Invalid input arguments. Expected signatures are:\n"+predictSignature).
			Wrap(diag.Validation, "Invalid function call:\nML_PREDICT("+strings.Join(ts, ", ")+")"))
	}
	fields := append([]types.Field(nil), call.Row.Fields...)
	for _, m := range model.Output {
		name := m.Name
		if call.Row.FieldIndex(name) >= 0 {
			name += "0"
		}
		fields = append(fields, types.Field{Name: name, Type: m.Type})
	}
	call.Model, call.Out = model, types.RowType(fields...)
	return call
}

// byName sorts arguments by parameter; a name that the function does not have is passed over.
func byName(args []ast.Expr, params []string) []ast.Expr {
	out := make([]ast.Expr, max(len(params), len(args)))
	for i, a := range args {
		if n, ok := a.(*ast.NamedArg); !ok {
			out[i] = a
		} else if k := parameter(params, n.Name.Text); k >= 0 {
			out[k] = n.Value
		}
	}
	return out
}

// qualifiedIn is a name of several parts in a descriptor, nil if there is none.
func qualifiedIn(x ast.Expr) *ast.Ident {
	d, ok := x.(*ast.Call)
	if !ok {
		return nil
	}
	for _, y := range d.Args {
		if id, ok := y.(*ast.Ident); ok && len(id.Parts) > 1 {
			return id
		}
	}
	return nil
}

// inputColumns says what is wrong with the columns given to a model, "" for nothing.
func inputColumns(row *types.Type, m *catalog.Model, names []string) string {
	for _, n := range names {
		if row.FieldIndex(n) < 0 {
			return "Descriptor column '" + n + "' not found in table columns. Available columns: " + strings.Join(row.Names(), ", ") + "."
		}
	}
	if len(names) != len(m.Input) {
		return "Number of descriptor columns (" + itoa(len(names)) + ") does not match model input size (" + itoa(len(m.Input)) + ")."
	}
	for i, n := range names {
		if from := row.Fields[row.FieldIndex(n)].Type; !types.SupportsImplicitCast(from, m.Input[i].Type) {
			return "Descriptor column '" + n + "' type " + from.Summary() + " cannot be assigned to model input type " +
				m.Input[i].Type.Summary() + " at position " + itoa(i) + "."
		}
	}
	return ""
}

// evaluate validates ML_EVALUATE (SqlMLEvaluateTableFunction).
func (v *validator) evaluate(sc *Scope, c *ast.Call) *TableCall {
	call := &TableCall{Name: "ML_EVALUATE", Args: v.arguments(c, evaluateParameters, 5)}
	v.tableArgument(sc, c, call, false, nil)
	label, input := columnList(call.Args[2]), columnList(call.Args[3])
	for _, x := range call.Args {
		if _, table := x.(*ast.TableArg); x != nil && !table && v.modelOf(x) == nil && columnList(x) == nil {
			v.typeOf(sc, x)
		}
	}
	if call.Row == nil || label == nil || input == nil {
		v.evaluateMisfit(sc, c, call)
	}
	for _, d := range call.Args[2:4] {
		if id := qualifiedIn(d); id != nil {
			v.fail(id.Span(), "Table or column alias must be a simple identifier")
		}
		for _, x := range d.(*ast.Call).Args {
			if id, ok := x.(*ast.Ident); ok && call.Row.FieldIndex(id.Simple()) < 0 {
				v.fail(id.Span(), "Unknown identifier '"+id.Simple()+"'")
			}
		}
	}
	model := v.modelOf(call.Args[1])
	if model == nil {
		v.plain("Second operand must be a model identifier.")
	}
	if len(input) != len(model.Input) {
		v.plain("Number of input descriptor columns (" + itoa(len(input)) + ") does not match model input size (" + itoa(len(model.Input)) + ").")
	}
	for i, n := range input {
		if from := call.Row.Fields[call.Row.FieldIndex(n)].Type; !types.SupportsImplicitCast(from, model.Input[i].Type) {
			v.plain("Input descriptor column type " + from.Summary() + " cannot be assigned to model input type " +
				model.Input[i].Type.Summary() + " at position " + itoa(i) + ".")
		}
	}
	v.evaluated(call.Row, model, label)
	v.task(call.Args[4])
	if call.Args[5] != nil {
		v.config(call.Args[5])
	}
	call.Model = model
	call.Out = types.RowType(types.Field{Name: "result", Type: types.MapType(types.StringType, types.DoubleType).WithNullable(false)})
	return call
}

// evaluateMisfit refuses arguments that are no table and descriptors.
func (v *validator) evaluateMisfit(sc *Scope, c *ast.Call, call *TableCall) {
	var ts []string
	for i, x := range call.Args {
		switch m := v.modelOf(x); {
		case x == nil:
		case i == 0 && call.Row != nil:
			ts = append(ts, "<"+rowText(call.Row)+">")
		case m != nil:
			ts = append(ts, "<"+rowText(modelRow(m.Output))+">")
		case columnList(x) != nil:
			ts = append(ts, "<COLUMN_LIST>")
		default:
			ts = append(ts, "<"+v.typeOf(sc, x).Validator()+">")
		}
	}
	v.fail(c.Span(), "Cannot apply '"+call.Name+"' to arguments of type '"+call.Name+"("+strings.Join(ts, ", ")+")'. Supported form(s): "+evaluateSignature)
}

// evaluated checks the label against what the model gives.
func (v *validator) evaluated(row *types.Type, m *catalog.Model, label []string) {
	if len(label) != 1 {
		v.plain("Label descriptor must have exactly one column for evaluation.")
	}
	if len(m.Output) != 1 {
		v.plain("Model output must have exactly one field for evaluation.")
	}
	if from, to := row.Fields[row.FieldIndex(label[0])].Type, m.Output[0].Type; !types.SupportsImplicitCast(from, to) {
		v.plain("Label descriptor column type " + from.Summary() + " cannot be assigned to model output type " + to.Summary() + " for evaluation.")
	}
}

func (v *validator) task(x ast.Expr) {
	s, ok := x.(*ast.String)
	if _, number := x.(*ast.Number); number {
		v.plain("Expected a valid task string literal, but got: SqlNumericLiteral.")
	}
	if !ok {
		v.unknown(x.Span(), "a task that is no literal")
	}
	for _, t := range modelTasks {
		if strings.EqualFold(t, s.Value) {
			return
		}
	}
	v.plain("Unsupported task: " + s.Value + ". Supported tasks are: [" + strings.Join(modelTasks, ", ") + "].")
}

// config checks the options of a call, and gives them (SqlMLTableFunction.checkConfig).
func (v *validator) config(x ast.Expr) map[string]string {
	m, ok := x.(*ast.MapExpr)
	if !ok {
		v.plain("Config param should be a MAP.")
	}
	if t := v.Types[x]; !t.Key.IsString() || !t.Elem.IsString() {
		v.plain("Config param can only be a MAP of string literals but node's type is " + t.Validator() + " at position " + diag.AtLine(v.Text, x.Span()) + ".")
	}
	out := map[string]string{}
	for i := 0; i+1 < len(m.Items); i += 2 {
		k, value := v.configText(m.Items[i]), v.configText(m.Items[i+1])
		out[k] = value
		if k == "async" && !strings.EqualFold(value, "true") && !strings.EqualFold(value, "false") {
			panic(diag.New(diag.IllegalArgument, "Unrecognized option for boolean: "+value+". Expected either true or false(case insensitive)", x.Span()).
				Wrap(diag.IllegalArgument, "Could not parse value '"+value+"' for key 'async'.").
				Wrap(diag.Validation, "Failed to parse the config."))
		}
	}
	return out
}

// configText is a literal, or one that is cast to a string (SqlValidatorUtils.reduceLiteralToString).
func (v *validator) configText(x ast.Expr) string {
	operand := x
	if c, ok := x.(*ast.Cast); ok {
		operand = c.X
	}
	if s, ok := operand.(*ast.String); ok {
		return s.Value
	}
	v.plain("Unsupported expression " + v.unparse(x) + " is in runtime config at position " + diag.AtLine(v.Text, x.Span()) +
		". Currently, runtime config should be be a MAP of string literals.")
	return ""
}
