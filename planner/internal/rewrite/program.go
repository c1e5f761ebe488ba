package rewrite

import "rowkind/planner/internal/expr"

// program is a projection taken apart: every distinct sub-expression once, operands before what uses them, all operands
// references to earlier entries (RexProgram before it is expanded). The first entries are the input's columns.
type program struct {
	inputs int
	exprs  []expr.Expr
	seen   map[string]int
	// projects are the entries that the items of the projection are.
	projects []int
}

// newProgram takes list apart in Calcite's order: operands, then the ORDER BY, then the PARTITION BY of a window.
func newProgram(inputs int, row []expr.Expr, list []expr.Expr) *program {
	p := &program{inputs: inputs, exprs: row, seen: map[string]int{}}
	for _, e := range list {
		p.projects = append(p.projects, p.register(e))
	}
	return p
}

func (p *program) register(e expr.Expr) int {
	switch x := e.(type) {
	case *expr.Ref:
		return x.Index
	case *expr.Call:
		return p.addSimplified(expr.NewCall(x.Op, x.Type(), p.registerAll(x.Args)...))
	case *expr.FieldAccess:
		return p.addSimplified(expr.NewFieldAccess(p.ref(p.register(x.Row)), x.Field))
	case *expr.Over:
		return p.add(p.registerOver(x))
	}
	return p.add(e)
}

func (p *program) registerOver(x *expr.Over) expr.Expr {
	o := expr.Over{Op: x.Op, Distinct: x.Distinct, IgnoreNulls: x.IgnoreNulls, Frame: x.Frame}
	o.Args = p.registerAll(x.Args)
	o.Order = make([]expr.SortKey, len(x.Order))
	for i, k := range x.Order {
		o.Order[i] = k
		o.Order[i].Expr = p.ref(p.register(k.Expr))
	}
	o.Partition = p.registerAll(x.Partition)
	for _, b := range []*expr.Bound{&o.Frame.Lower, &o.Frame.Upper} {
		if b.Offset != nil {
			b.Offset = p.ref(p.register(b.Offset))
		}
	}
	return expr.NewOver(o, x.Type())
}

func (p *program) registerAll(list []expr.Expr) []expr.Expr {
	out := make([]expr.Expr, len(list))
	for i, e := range list {
		out[i] = p.ref(p.register(e))
	}
	return out
}

func (p *program) ref(i int) expr.Expr { return expr.NewRef(i, p.exprs[i].Type()) }

// addSimplified adds what is left of e once it is simplified, which may be an entry that is there: CAST(f AS FLOAT) of a
// FLOAT is f. (RexProgramBuilder.registerInternal)
func (p *program) addSimplified(e expr.Expr) int {
	e = expr.SimplifyKeepingType(e, nil)
	if r, ok := e.(*expr.Ref); ok {
		return r.Index
	}
	return p.add(e)
}

func (p *program) add(e expr.Expr) int {
	key := e.Digest() + "\x00" + e.Type().Digest()
	if i, ok := p.seen[key]; ok {
		return i
	}
	p.seen[key] = len(p.exprs)
	p.exprs = append(p.exprs, e)
	return len(p.exprs) - 1
}

// operands lists the entries that entry i reads, in Calcite's order of visiting.
func (p *program) operands(i int) []int {
	if i < p.inputs {
		return nil
	}
	var list []int
	var note func(es ...expr.Expr)
	note = func(es ...expr.Expr) {
		for _, e := range es {
			switch e := e.(type) {
			case *expr.Ref:
				list = append(list, e.Index)
			case *expr.Call: // made by simplifying
				note(e.Args...)
			}
		}
	}
	switch x := p.exprs[i].(type) {
	case *expr.Call:
		note(x.Args...)
	case *expr.FieldAccess:
		note(x.Row)
	case *expr.Over:
		note(x.Args...)
		note(x.Partition...)
		for _, k := range x.Order {
			note(k.Expr)
		}
		note(x.Frame.Lower.Offset, x.Frame.Upper.Offset)
	}
	return list
}
