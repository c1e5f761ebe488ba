package physical

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
)

const cannotPlanException = "org.apache.calcite.plan.RelOptPlanner$CannotPlanException"

// vectorSearch is PhysicalVectorSearchTableFunctionRule: the table that is searched is a scan, or a projection of one.
func (c *converter) vectorSearch(l *logical.Node, o *logical.Correlate, call *expr.Call) *Node {
	scan, calc := c.searched(l, l.Inputs[1].Input())
	op := &VectorSearch{Type: o.Type, Table: scan.Op.(*logical.Scan).Table, Source: scan.Op.(*logical.Scan).Source, Columns: scan.Row.Names()}
	if calc != nil {
		op.Computed, op.Columns = true, calc.Row.Names()
	}
	op.Search = literalText(call.Args[1].(*expr.Call).Args[0])
	if scan.Row.FieldIndex(op.Search) < 0 {
		c.failInRule(l.Span, "VECTOR_SEARCH can not find column `"+op.Search+"` in the search_table "+op.Table.ID.String()+
			" physical output type. Currently, Flink doesn't support to use computed column as the search column.")
	}
	op.Query = c.queryColumn(l, call.Args[2])
	op.TopK = expr.Untyped(call.Args[3].(*expr.Literal))
	if len(call.Args) > 4 {
		op.Config = configOf(call.Args[4])
	}
	return c.node(op, l.Row, l.Span, c.convert(l.Inputs[0]))
}

// searched is the scan of the table that is searched, and the projection above it, nil for none (SearchTableExtractor).
func (c *converter) searched(l, n *logical.Node) (scan, calc *logical.Node) {
	fail := func(why string) {
		panic(diag.New(cannotPlanException, why, l.Span).Wrap(diag.Runtime, "Error while applying rule "+
			"StreamPhysicalVectorSearchTableFunctionRule, args ["+ruleArg(l)+", "+ruleArg(l.Inputs[0])+", "+ruleArg(l.Inputs[1])+"]"))
	}
	if o, ok := n.Op.(*logical.Calc); ok {
		if o.Cond != nil {
			fail("VECTOR_SEARCH does not support filter on parameter search_table.")
		}
		calc, n = n, n.Input()
	}
	if _, ok := n.Op.(*logical.Scan); !ok {
		fail("VECTOR_SEARCH does not support FlinkLogical" + n.Op.Name() + " node in parameter search_table.")
	}
	return n, calc
}

// ruleArg is a node as a refusal of a rule prints it (AbstractRelNode.toString): N stands for numbers of Flink's planner.
func ruleArg(n *logical.Node) string {
	var b strings.Builder
	name, _, _ := strings.Cut(logical.OptimizedLine(n, expr.AST), "(")
	b.WriteString("rel#N:" + name + ".LOGICAL.any.None: 0.[NONE].[NONE].[NONE](")
	sep := ""
	for i := range n.Inputs {
		name := "input"
		if len(n.Inputs) == 2 {
			name = [...]string{"left", "right"}[i]
		} else if _, ok := n.Op.(*logical.TableFunctionScan); ok {
			name = "input#0"
		}
		b.WriteString(sep + name + "=RelSubset#N")
		sep = ","
	}
	terms := rel.TermsOf(n, expr.AST)
	if _, ok := n.Op.(*logical.Scan); ok {
		terms = append(terms, rel.Term{Name: "fields", Text: rel.Join(n.Row.Names())})
	}
	for _, t := range terms {
		b.WriteString(sep + t.Name + "=" + t.Text)
		sep = ","
	}
	b.WriteByte(')')
	return b.String()
}

// queryColumn is the column of the left side that is searched for.
func (c *converter) queryColumn(l *logical.Node, e expr.Expr) string {
	f, ok := e.(*expr.FieldAccess)
	if !ok {
		c.failInRule(l.Span, "Expect function VECTOR_SEARCH's parameter column_to_query is literal or field reference, but get expression "+expr.Print(e, expr.AST, nil)+". ")
	}
	if _, plain := f.Row.(*expr.CorrelRef); !plain {
		c.failInRule(l.Span, "VECTOR_SEARCH does not support nested field in parameter column_to_query, but get "+expr.Print(e, expr.AST, nil)+".")
	}
	return f.Name
}

func literalText(e expr.Expr) string {
	for {
		c, ok := e.(*expr.Call)
		if !ok || c.Op.Op != expr.Cast {
			break
		}
		e = c.Args[0]
	}
	if l, ok := e.(*expr.Literal); ok {
		if s, ok := l.Value.(expr.Str); ok {
			return string(s)
		}
	}
	return ""
}

// configOf reads MAP['key', 'value', …] in the order of a hash map.
func configOf(e expr.Expr) []logical.KeyValue {
	c, ok := e.(*expr.Call)
	if !ok {
		return nil
	}
	out := make([]logical.KeyValue, 0, len(c.Args)/2)
	for i := 0; i+1 < len(c.Args); i += 2 {
		out = append(out, logical.KeyValue{Key: literalText(c.Args[i]), Value: literalText(c.Args[i+1])})
	}
	return out
}

// Terms writes the attributes.
func (o *VectorSearch) Terms(w *rel.Terms) {
	w.Item("table", o.Table.ID.String())
	w.Item("joinType", joinTypeText(o.Type))
	w.Item("columnToSearch", o.Search)
	w.Item("columnToQuery", o.Query)
	w.Item("topK", o.TopK)
	if o.Config != nil {
		w.Item("config", "{"+logical.JoinKV(o.Config)+"}")
	}
	w.Item("select", rel.Join(w.Names(0))+", "+rel.Join(o.Columns)+", score")
}
