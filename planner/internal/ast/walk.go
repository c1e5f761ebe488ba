package ast

// Children gives f the expressions directly inside e, in Calcite's operand order, until f returns false. Queries inside e
// are not entered; the expressions of an OVER window are given after the call's own.
func Children(e Expr, f func(Expr) bool) bool {
	switch e := e.(type) {
	case *IntervalExpr:
		return f(e.X)
	case *BinaryExpr:
		return f(e.L) && f(e.R)
	case *Unary:
		return f(e.X)
	case *Is:
		return f(e.X)
	case *Between:
		return f(e.X) && f(e.Lo) && f(e.Hi)
	case *In:
		return f(e.X) && list(e.List, f)
	case *Quantified:
		return f(e.X) && list(e.List, f)
	case *Like:
		return f(e.X) && f(e.Pat) && maybe(e.Escape, f)
	case *Case:
		if !maybe(e.Operand, f) {
			return false
		}
		for i := range e.Whens {
			if !list(e.Whens[i].Conds, f) || !f(e.Whens[i].Then) {
				return false
			}
		}
		return maybe(e.Else, f)
	case *Cast:
		return f(e.X)
	case *Item:
		return f(e.X) && f(e.Index)
	case *Field:
		return f(e.X) && (e.Call == nil || f(e.Call))
	case *Row:
		return list(e.Items, f)
	case *ArrayExpr:
		return list(e.Items, f)
	case *MapExpr:
		return list(e.Items, f)
	case *MultisetExpr:
		return list(e.Items, f)
	case *Period:
		return f(e.From) && f(e.To)
	case *Exists:
		return maybe(e.X, f)
	case *Call:
		return callChildren(e, f)
	case *Running:
		return f(e.X)
	case *NamedArg:
		return maybe(e.Value, f)
	case *JSONAccess:
		if !f(e.X) || !maybe(e.Path, f) {
			return false
		}
		for i := range e.Behaviors {
			if !maybe(e.Behaviors[i].Default, f) {
				return false
			}
		}
	case *JSONBuild:
		return jsonChildren(e, f)
	}
	return true
}

func callChildren(e *Call, f func(Expr) bool) bool {
	if !list(e.Args, f) || !orders(e.OrderBy, f) || !list(e.WithinDistinct, f) || !orders(e.WithinGroup, f) || !maybe(e.Filter, f) {
		return false
	}
	return e.Over == nil || WindowChildren(e.Over, f)
}

// WindowChildren gives f the expressions of a window.
func WindowChildren(w *Window, f func(Expr) bool) bool {
	if !list(w.Partition, f) || !orders(w.OrderBy, f) {
		return false
	}
	if w.Frame == nil {
		return true
	}
	for _, b := range []*Bound{w.Frame.Lo, w.Frame.Hi} {
		if b != nil && !maybe(b.X, f) {
			return false
		}
	}
	return true
}

// Walk gives f the expression e and, where f returns true, what is inside it.
func Walk(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	Children(e, func(c Expr) bool {
		Walk(c, f)
		return true
	})
}

func maybe(e Expr, f func(Expr) bool) bool { return e == nil || f(e) }

func list(l []Expr, f func(Expr) bool) bool {
	for _, e := range l {
		if e != nil && !f(e) {
			return false
		}
	}
	return true
}

func orders(l []OrderItem, f func(Expr) bool) bool {
	for i := range l {
		if !f(l[i].X) {
			return false
		}
	}
	return true
}

func jsonChildren(e *JSONBuild, f func(Expr) bool) bool {
	for i := range e.Pairs {
		if !f(e.Pairs[i].Key) || !maybe(e.Pairs[i].Value, f) {
			return false
		}
	}
	return list(e.Items, f) && orders(e.OrderBy, f) && orders(e.WithinGroup, f)
}
