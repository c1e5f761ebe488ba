package parse

import "rowkind/planner/internal/ast"

// extended is ExtendList after the name of a table.
func (p *parser) extended(m int, id *ast.Ident) ast.TableExpr {
	t := &ast.Extended{Table: &ast.TableName{Base: p.base(m), Name: id}}
	t.Columns = p.extendedColumns()
	t.Base = p.base(m)
	return t
}

func (p *parser) extendedColumns() (columns []ast.ExtendedColumn) {
	p.expect(tLParen)
	for first := true; first || p.accept(tComma); first = false {
		name := p.compound()
		columns = append(columns, ast.ExtendedColumn{Name: name, Type: p.extendedType()})
	}
	p.expect(tRParen)
	return columns
}

// pivots reads PIVOT (…) and UNPIVOT (…).
func (p *parser) pivots(t ast.TableExpr, m int) ast.TableExpr {
	if p.kind() == kPIVOT {
		p.i++
		p.checkNotJoin(t)
		o := &ast.Pivot{Table: t, At: p.last()}
		p.pivot(o)
		o.Base = p.base(m)
		t = o
	}
	if p.kind() == kUNPIVOT {
		p.i++
		p.checkNotJoin(t)
		o := &ast.Unpivot{Table: t, At: p.last()}
		p.unpivot(o)
		o.Base = p.base(m)
		t = o
	}
	return t
}

func (p *parser) pivot(o *ast.Pivot) {
	p.expect(tLParen)
	for first := true; first || p.accept(tComma); first = false {
		m := p.i
		it := ast.SelectItem{X: p.namedFunction()}
		if k := p.kind(); k != tComma && k != kFOR {
			p.accept(kAS)
			name := p.name()
			it.Alias = &name
		}
		it.Base = p.base(m)
		o.Calls = append(o.Calls, it)
	}
	p.expect(kFOR)
	o.Axis = p.nameOrNames()
	p.expectAll(kIN, tLParen)
	for first := true; first && p.kind() != tRParen || !first && p.accept(tComma); first = false {
		it := ast.PivotItem{Values: p.valuesRow()}
		if p.accept(kAS) || p.isIdent(0) {
			name := p.name()
			it.Label = &name
		}
		o.In = append(o.In, it)
	}
	p.expectAll(tRParen, tRParen)
}

func (p *parser) unpivot(o *ast.Unpivot) {
	if p.kind() == kINCLUDE || p.kind() == kEXCLUDE {
		o.IncludeNulls = p.kind() == kINCLUDE
		p.i++
		p.expect(kNULLS)
	}
	p.expect(tLParen)
	o.Measures = p.nameOrNames()
	p.expect(kFOR)
	o.Axis = p.nameOrNames()
	p.expectAll(kIN, tLParen)
	for first := true; first || p.accept(tComma); first = false {
		var it ast.UnpivotItem
		for _, n := range p.nameOrNames() {
			it.Columns = append(it.Columns, ast.Ident{Base: ast.At(n.Span()), Parts: []ast.Name{n}})
		}
		if p.accept(kAS) {
			it.Values = p.valuesRow()
		}
		o.In = append(o.In, it)
	}
	p.expectAll(tRParen, tRParen)
}
