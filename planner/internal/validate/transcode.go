package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// transcodes says that a call is TRANSLATE(x USING c), CONVERT(x USING c) or CONVERT(x, a, b): all but the first operand name
// character sets.
func transcodes(e *ast.Call) bool { return e.Special == ast.Translate || e.Special == ast.Convert }

// transcoders are the operators of transcode; no code is made for them, so that plans of them are refused.
var transcoders = map[ast.Special]*function.Function{
	ast.Translate: {Name: "TRANSLATE", Op: &expr.Operator{Name: "TRANSLATE"}},
	ast.Convert:   {Name: "CONVERT", Op: &expr.Operator{Name: "CONVERT"}},
}

// transcode types a change of character sets. (SqlConvertFunction, SqlTranslateFunction)
func (v *validator) transcode(sc *Scope, e *ast.Call) *types.Type {
	f := transcoders[e.Special]
	t := v.derive(sc, e.Args[0])
	args := []ast.Expr{e.Args[0]}
	for _, a := range e.Args[1:] {
		name := upper(a.(*ast.Ident).Simple())
		if !types.IsCharset(name) {
			panic(diag.New("java.nio.charset.UnsupportedCharsetException", name, source.Span{}))
		}
		set := &ast.String{Base: ast.At(a.Span()), Value: name}
		v.derive(sc, set)
		args = append(args, set)
	}
	if !t.IsString() {
		v.fail(callAt(e), "Invalid type '"+t.FullPlanString()+"' in '"+f.Name+"' function. Only 'CHARACTER' type is supported")
	}
	v.Calls[e] = &Call{Op: f.Op, Function: f, Args: args}
	return t
}
