package validate

import (
	"maps"

	"rowkind/planner/internal/ast"
)

// patternCheck looks at a measure or a definition for navigation and aggregates that do not go together
// (SqlValidatorImpl.PatternValidator). index and count are the node's place among its parent's operands.
type patternCheck struct {
	v                       *validator
	measure                 bool
	logical, physical, aggs int
	index, count            int
}

// patternCall checks a measure or a definition once its names are known.
func (v *validator) patternCall(sc *Scope, x ast.Expr, measure bool) {
	ast.Walk(x, func(e ast.Expr) bool {
		if id, ok := e.(*ast.Ident); ok && !id.Star && !isPi(id) {
			v.resolve(sc, id)
		}
		return true
	})
	c := patternCheck{v: v, measure: measure}
	c.vars(x)
	ast.Walk(x, func(e ast.Expr) bool {
		if c, ok := e.(*ast.Call); ok && c.Quantifier == ast.Distinct {
			v.fail(c.Span(), "DISTINCT/ALL not allowed with "+v.unparse(c)+" function")
		}
		return true
	})
}

// vars are the pattern variables below navigation and aggregates.
func (c patternCheck) vars(x ast.Expr) map[string]bool {
	switch e := x.(type) {
	case *ast.Ident:
		return c.ofName(e)
	case *ast.Number, *ast.String, *ast.Bool, *ast.Datetime, *ast.Interval:
		if (c.count == 1 || c.index < c.count-1) && c.logical+c.physical > 0 {
			return map[string]bool{c.v.Text.Slice(x.Span()): true}
		}
		return nil
	case *ast.Running:
		if !c.measure {
			word := "RUNNING "
			if e.Final {
				word = "FINAL "
			}
			c.v.fail(e.Span(), "Cannot use RUNNING/FINAL in DEFINE '"+word+c.v.unparse(e.X)+"'")
		}
	case *ast.Call:
		if e.Name != nil && len(e.Name.Parts) == 1 {
			if kind := patternKinds[upper(e.Name.Simple())]; kind != 0 {
				return c.single(e, kind)
			}
		}
	}
	return c.below(x)
}

func (c patternCheck) ofName(id *ast.Ident) map[string]bool {
	col := c.v.Columns[id]
	if col == nil || col.Alpha == "" || c.logical+c.physical+c.aggs == 0 {
		return nil
	}
	return map[string]bool{col.Alpha: true}
}

func (c patternCheck) below(x ast.Expr) map[string]bool {
	var parts []ast.Expr
	ast.Children(x, func(y ast.Expr) bool { parts = append(parts, y); return true })
	out := map[string]bool{}
	for i, y := range parts {
		d := c
		d.index, d.count = i, len(parts)
		maps.Copy(out, d.vars(y))
	}
	return out
}

// What patternKinds tells apart.
const (
	logicalCall = iota + 1
	physicalCall
	aggregatingCall
)

var patternKinds = map[string]int{
	"FIRST": logicalCall, "LAST": logicalCall, "PREV": physicalCall, "NEXT": physicalCall,
	"SUM": aggregatingCall, "AVG": aggregatingCall, "MIN": aggregatingCall, "MAX": aggregatingCall, "COUNT": aggregatingCall,
}

// single checks a call that must be about one pattern variable.
func (c patternCheck) single(e *ast.Call, kind int) map[string]bool {
	v, text := c.v, c.v.unparse(e)
	switch kind {
	case physicalCall:
		if c.measure {
			v.fail(e.Span(), "Cannot use PREV/NEXT in MEASURE '"+text+"'")
		}
		if c.logical > 0 {
			v.fail(e.Span(), "Cannot nest PREV/NEXT under LAST/FIRST '"+text+"'")
		}
		c.physical++
	case logicalCall:
		if c.logical > 0 {
			v.fail(e.Span(), "Cannot nest PREV/NEXT under LAST/FIRST '"+text+"'")
		}
		c.logical++
	case aggregatingCall:
		if c.logical+c.physical > 0 {
			v.fail(e.Span(), "Cannot use aggregation in navigation '"+text+"'")
		}
		c.aggs++
	}
	counts := upper(e.Name.Simple()) == "COUNT"
	if counts && len(e.Args) > 1 {
		v.fail(e.Span(), "Invalid number of parameters to COUNT method")
	}
	vars := c.below(e)
	switch {
	case counts && len(vars) > 1:
		v.fail(e.Span(), "Invalid number of parameters to COUNT method")
	case counts || classifies(e):
	case len(vars) == 0:
		v.fail(e.Span(), "Null parameters in '"+text+"'")
	case len(vars) != 1:
		v.fail(e.Span(), "Multiple pattern variables in '"+text+"'")
	}
	return vars
}

func classifies(e *ast.Call) bool {
	if len(e.Args) == 0 {
		return false
	}
	c, ok := e.Args[0].(*ast.Call)
	return ok && c.Name != nil && upper(c.Name.Simple()) == "CLASSIFIER"
}
