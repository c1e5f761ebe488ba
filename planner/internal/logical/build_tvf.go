package logical

import (
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// tableFunction makes LogicalTableFunctionScan over the projected table argument (convertCollectionTable).
func (b *board) tableFunction(t *ast.TableFunction) *Node {
	call := b.in.TableCalls[t.Call]
	sc := b.newBoard(b.in.Scopes[t], false)
	args := make([]expr.Expr, 0, len(call.Args))
	var inputs []*Node
	last := len(call.Args)
	window := windowOps[call.Name]
	if window != nil {
		for last > 0 && call.Args[last-1] == nil {
			last--
		}
	}
	for i, x := range call.Args[:last] {
		switch {
		case call.Model != nil && i != call.Table:
			refuseModel(b.session, call.Model, t)
		case i == call.Table && call.Input != nil:
			in := b.query(call.Input, false)
			inputs = append(inputs, in)
			args = append(args, b.tableArg(call.Partition, call.OrderCols, call.Order, in))
		case x == nil:
			args = append(args, expr.NewCall(expr.DefaultOp, types.AnyType))
		default:
			args = append(args, sc.argument(x))
		}
	}
	op := window
	if op == nil {
		op = &expr.Operator{Name: call.Name, Op: expr.ProcessTable}
		if known := processOps[call.Name]; known != nil {
			op = known
		}
	}
	n := rel.New[Op](&TableFunctionScan{Call: expr.NewCall(op, call.Out, args...)}, call.Out, t.Span(), inputs...)
	return n
}

// refuseModel refuses to make a model's provider (FactoryUtil.createModelProvider).
func refuseModel(s *catalog.Session, m *catalog.Model, t *ast.TableFunction) {
	const factory = "org.apache.flink.table.factories.ModelProviderFactory"
	id, known := m.Options["provider"], connector.ModelFactories(s.WithTests())
	if slices.Contains(known, id) {
		diag.Unknown(t.Span(), "%s with the provider %s", strings.ToUpper(t.Call.Name.Simple()), id)
	}
	panic(diag.Place(connector.NotFound(id, factory, known).
		Wrap(diag.Validation, "Unable to create a model provider for model '"+m.ID.String()+"'.\n\nModel options are:\n\n"+connector.OptionList(m.Options)), t.Span()))
}

var windowOps = map[string]*expr.Operator{
	"TUMBLE":   {Name: "TUMBLE", Op: expr.WindowTumble},
	"HOP":      {Name: "HOP", Op: expr.WindowHop},
	"CUMULATE": {Name: "CUMULATE", Op: expr.WindowCumulate},
	"SESSION":  {Name: "SESSION", Op: expr.WindowSession},
}

var processOps = map[string]*expr.Operator{
	"VECTOR_SEARCH":  {Name: "VECTOR_SEARCH", Op: expr.VectorSearch},
	"TO_CHANGELOG":   {Name: "TO_CHANGELOG", Op: expr.ProcessTable},
	"FROM_CHANGELOG": {Name: "FROM_CHANGELOG", Op: expr.ProcessTable},
}

func (b *board) tableArg(partition, order []int, items []ast.OrderItem, in *Node) expr.Expr {
	a := expr.TableArg{Partition: partition, Order: order}
	for _, o := range items {
		a.OrderDesc = append(a.OrderDesc, o.Desc)
	}
	return expr.NewTableArg(a, in.Row)
}

// argument binds a scalar argument or a DESCRIPTOR.
func (b *board) argument(x ast.Expr) expr.Expr {
	d, ok := x.(*ast.Call)
	if !ok || d.Name == nil || len(d.Name.Parts) != 1 || !foldEq(d.Name.Simple(), "DESCRIPTOR") {
		return b.convert(x)
	}
	var args []expr.Expr
	for _, y := range d.Args {
		id, ok := y.(*ast.Ident)
		if !ok {
			diag.Unknown(y.Span(), "a descriptor that is not a name")
		}
		args = append(args, expr.StringLiteral(id.Simple()))
	}
	return expr.NewCall(expr.DescriptorOp, types.ColumnsType, args...)
}
