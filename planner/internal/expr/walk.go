package expr

import "rowkind/planner/internal/keys"

// Children gives the operands of e, without those of a window or a sub-query's tree.
func Children(e Expr) []Expr {
	switch e := e.(type) {
	case *Call:
		return e.Args
	case *FieldAccess:
		return []Expr{e.Row}
	case *Over:
		return e.Args
	case *SubQuery:
		return e.Args
	}
	return nil
}

// Any reports whether f holds of e or of an expression inside it; it does not look into the trees of sub-queries.
func Any(e Expr, f func(Expr) bool) bool {
	if f(e) {
		return true
	}
	switch e := e.(type) {
	case *Call:
		return anyOf(e.Args, f)
	case *FieldAccess:
		return Any(e.Row, f)
	case *SubQuery:
		return anyOf(e.Args, f)
	case *Over:
		if anyOf(e.Args, f) || anyOf(e.Partition, f) {
			return true
		}
		for _, k := range e.Order {
			if Any(k.Expr, f) {
				return true
			}
		}
		for _, b := range [...]Bound{e.Frame.Lower, e.Frame.Upper} {
			if b.Offset != nil && Any(b.Offset, f) {
				return true
			}
		}
	}
	return false
}

func anyOf(es []Expr, f func(Expr) bool) bool {
	for _, e := range es {
		if Any(e, f) {
			return true
		}
	}
	return false
}

// Map rebuilds e bottom-up: f gets each expression over its mapped operands and gives what is to stand for it. Types
// stay as they were. (RexShuttle)
func Map(e Expr, f func(Expr) Expr) Expr {
	switch x := e.(type) {
	case *Call:
		if args, changed := mapAll(x.Args, f); changed {
			e = At(NewCall(x.Op, x.typ, args...), x.span)
		}
	case *FieldAccess:
		if row := Map(x.Row, f); row != x.Row {
			a := &FieldAccess{Row: row, Field: x.Field, Name: x.Name}
			a.typ, a.digest, a.span = x.typ, fieldKey(row, x.Name), x.span
			a.known, a.parts = row.facts()&volatile, row.size()
			e = a
		}
	case *SubQuery:
		if args, changed := mapAll(x.Args, f); changed {
			e = At(NewSubQuery(x.Op, x.typ, x.Rel, args...), x.span)
		}
	case *Over:
		if o, changed := mapOver(x, f); changed {
			e = At(NewOver(o, x.typ), x.span)
		}
	}
	return f(e)
}

// MapArgs maps a list by Map.
func MapArgs(es []Expr, f func(Expr) Expr) []Expr {
	out, _ := mapAll(es, f)
	return out
}

func mapAll(es []Expr, f func(Expr) Expr) (out []Expr, changed bool) {
	out = es
	for i, e := range es {
		if m := Map(e, f); m != e {
			if !changed {
				out, changed = append([]Expr(nil), es...), true
			}
			out[i] = m
		}
	}
	return out, changed
}

func mapOver(x *Over, f func(Expr) Expr) (Over, bool) {
	o := Over{Op: x.Op, Distinct: x.Distinct, IgnoreNulls: x.IgnoreNulls, Frame: x.Frame}
	var c1, c2 bool
	o.Args, c1 = mapAll(x.Args, f)
	o.Partition, c2 = mapAll(x.Partition, f)
	changed := c1 || c2
	o.Order = make([]SortKey, len(x.Order))
	for i, k := range x.Order {
		o.Order[i] = k
		o.Order[i].Expr = Map(k.Expr, f)
		changed = changed || o.Order[i].Expr != k.Expr
	}
	for _, b := range [...]*Bound{&o.Frame.Lower, &o.Frame.Upper} {
		if b.Offset != nil {
			was := b.Offset
			b.Offset = Map(was, f)
			changed = changed || b.Offset != was
		}
	}
	return o, changed
}

// Refs gives the columns that es read, not counting those read inside the trees of sub-queries.
func Refs(es ...Expr) keys.Cols {
	var c keys.Cols
	for _, e := range es {
		Any(e, func(x Expr) bool {
			switch x := x.(type) {
			case *Ref:
				c = c.With(x.Index)
			case *PatternRef:
				c = c.With(x.Index)
			}
			return false
		})
	}
	return c
}

// MapRefs gives e with each column reference replaced by f.
func MapRefs(e Expr, f func(*Ref) Expr) Expr {
	return Map(e, func(x Expr) Expr {
		if r, ok := x.(*Ref); ok {
			return f(r)
		}
		return x
	})
}

// Shift moves every column reference by n (RexUtil.shift).
func Shift(e Expr, n int) Expr {
	if n == 0 {
		return e
	}
	return MapRefs(e, func(r *Ref) Expr { return At(NewRef(r.Index+n, r.typ), r.span) })
}

// Renumber gives e over a row in which column i is column to[i]; to[i] < 0 is not asked for.
func Renumber(e Expr, to []int) Expr {
	return MapRefs(e, func(r *Ref) Expr {
		if to[r.Index] == r.Index {
			return r
		}
		return At(NewRef(to[r.Index], r.typ), r.span)
	})
}

// Substitute gives e, an expression over the columns of a projection, over the projection's input
// (RelOptUtil.pushPastProject).
func Substitute(e Expr, projects []Expr) Expr {
	return MapRefs(e, func(r *Ref) Expr {
		p := projects[r.Index]
		if same, ok := p.(*Ref); ok && same.Index == r.Index && same.typ == r.typ {
			return r
		}
		return p
	})
}

// Deterministic reports whether e gives the same value whenever it is computed over the same row.
func Deterministic(e Expr) bool { return e.facts()&volatile == 0 }

func operatorOf(e Expr) *Operator {
	switch e := e.(type) {
	case *Call:
		return e.Op
	case *Over:
		return e.Op
	case *SubQuery:
		return e.Op
	}
	return nil
}

// IsConstant reports whether e has one value for all rows (RexUtil.isConstant).
func IsConstant(e Expr) bool {
	switch e := e.(type) {
	case *Literal:
		return true
	case *FieldAccess:
		return IsConstant(e.Row)
	case *Call:
		if e.Op.NonDeterministic || e.Op.Dynamic {
			return false
		}
		for _, a := range e.Args {
			if !IsConstant(a) {
				return false
			}
		}
		return true
	}
	return false
}

// HasOver reports whether e has a windowed aggregate in it.
func HasOver(e Expr) bool {
	return Any(e, func(x Expr) bool { _, ok := x.(*Over); return ok })
}

// HasSubQuery reports whether e has a sub-query in it.
func HasSubQuery(e Expr) bool {
	return Any(e, func(x Expr) bool { _, ok := x.(*SubQuery); return ok })
}

// HasCorrel reports whether e reads the outer row id; any outer row for id < 0.
func HasCorrel(e Expr, id int) bool {
	return Any(e, func(x Expr) bool {
		c, ok := x.(*CorrelRef)
		return ok && (id < 0 || c.ID == id)
	})
}

// IsReference reports a column or field, or a cast of one (RexUtil.isReferenceOrAccess).
func IsReference(e Expr, allowCast bool) bool {
	switch e := e.(type) {
	case *Ref, *FieldAccess:
		return true
	case *Call:
		return allowCast && e.Op.Op == Cast && IsReference(e.Args[0], false)
	}
	return false
}

// Conjuncts splits e at its ANDs, leaving TRUE out (RelOptUtil.conjunctions).
func Conjuncts(e Expr) []Expr { return appendTerms(nil, e, And, AlwaysTrue) }

// Disjuncts splits e at its ORs, leaving FALSE out (RelOptUtil.disjunctions).
func Disjuncts(e Expr) []Expr { return appendTerms(nil, e, Or, AlwaysFalse) }

func appendTerms(out []Expr, e Expr, k OpKind, neutral func(Expr) bool) []Expr {
	if neutral(e) {
		return out
	}
	c, ok := e.(*Call)
	if !ok || c.Op.Op != k {
		return append(out, e)
	}
	if out == nil {
		out = make([]Expr, 0, len(c.Args))
	}
	for _, a := range c.Args {
		out = appendTerms(out, a, k, neutral)
	}
	return out
}

// RemoveNullabilityCast takes off casts that change nothing but nullability.
func RemoveNullabilityCast(e Expr) Expr {
	for {
		c, ok := e.(*Call)
		if !ok || c.Op.Op != Cast || !c.typ.SameIgnoringNull(c.Args[0].Type()) {
			return e
		}
		e = c.Args[0]
	}
}

// RemoveCast takes off all casts.
func RemoveCast(e Expr) Expr {
	for Is(e, Cast) {
		e = e.(*Call).Args[0]
	}
	return e
}

// IsNullLiteral reports NULL, bare or under casts (RexUtil.isNull).
func IsNullLiteral(e Expr) bool {
	l, ok := RemoveCast(e).(*Literal)
	return ok && l.Value == nil
}

// Same reports whether two lists hold equal expressions.
func Same(a, b []Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && a[i].Digest() != b[i].Digest() {
			return false
		}
	}
	return true
}
