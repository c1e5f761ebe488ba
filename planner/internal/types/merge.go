package types

// Merge is the type that all of ts can be cast to implicitly, as Flink's own functions find it (COALESCE, ARRAY_CONCAT);
// nil if there is none. It differs from LeastRestrictive in FLOAT with DOUBLE, timestamps, and what follows from
// implicit casts. (LogicalTypeMerging.findCommonType)
func Merge(ts ...*Type) *Type {
	nullable, raw := false, false
	norm := make([]*Type, len(ts))
	for i, t := range ts {
		nullable = nullable || t.Nullable || t.Kind == Null
		raw = raw || t.Kind == Raw
		norm[i] = t.WithTime(NotTime).WithNullable(true)
	}
	r := mergeNullable(norm, raw)
	if r == nil {
		r = mergeByCast(norm)
	}
	if r == nil || r.Kind == Null {
		return nil
	}
	return r.WithNullable(nullable)
}

func mergeByCast(ts []*Type) *Type {
	r := ts[0]
	for _, t := range ts {
		switch {
		case t.Kind == Null:
		case SupportsImplicitCast(r, t):
			r = t
		case !SupportsImplicitCast(t, r):
			return nil
		}
	}
	return r
}

// mergeNullable is LogicalTypeMerging.findCommonNullableType.
func mergeNullable(ts []*Type, raw bool) *Type {
	if raw {
		for _, t := range ts {
			if !t.Equal(ts[0]) {
				return nil
			}
		}
		return ts[0]
	}
	var r *Type
	for _, t := range ts {
		if t.Kind == Null {
			continue
		}
		if r == nil {
			r = t
		}
		if p := mergePattern(r, t); p != nil {
			r = p
			continue
		}
		switch t.Kind {
		case Array, Multiset, Map, Row:
			return mergeConstructed(ts)
		}
		if !similar(r, t) {
			return nil
		}
		if r = mergeTwo(r, t); r == nil {
			return nil
		}
	}
	return r
}

// mergePattern finds datetime with interval, and dates with day numbers.
func mergePattern(r, t *Type) *Type {
	switch {
	case r.IsDatetime() && t.IsInterval():
		return r
	case r.IsInterval() && t.IsDatetime():
		return t
	case (r.IsTimestamp() || r.Kind == Date) && t.IsExact():
		return r
	case r.IsExact() && (t.IsTimestamp() || t.Kind == Date):
		return t
	}
	return nil
}

func similar(a, b *Type) bool {
	return a.IsString() && b.IsString() || a.IsBinary() && b.IsBinary() || a.IsNumeric() && b.IsNumeric() ||
		a.IsTimestamp() && b.IsTimestamp() || a.Kind == b.Kind
}

func mergeTwo(r, t *Type) *Type {
	switch {
	case t.IsString() || t.IsBinary():
		return commonString(r, t).WithNullable(true)
	case t.IsExact():
		return commonExact(r, t).WithNullable(true)
	case t.IsApprox():
		if r.IsApprox() {
			if r.Kind == Double || t.Kind == Double {
				return DoubleType
			}
			return r
		}
		return t
	case t.Kind == Date:
		return DateType
	case t.Kind == Time:
		return TimeType(max(r.Precision, t.Precision))
	case t.IsTimestamp():
		if r.Kind == TimestampLTZ || t.Kind == TimestampLTZ {
			return LTZType(max(r.Precision, t.Precision))
		}
		return TimestampType(max(r.Precision, t.Precision))
	case t.IsInterval():
		return combineInterval(r, t)
	}
	return nil
}

func mergeConstructed(ts []*Type) *Type {
	first := ts[0]
	for _, t := range ts {
		if t.Kind != first.Kind || len(t.Fields) != len(first.Fields) {
			return nil
		}
	}
	pick := func(f func(*Type) *Type) *Type {
		c := make([]*Type, len(ts))
		for i, t := range ts {
			c[i] = f(t)
		}
		return Merge(c...)
	}
	c := *first
	c.other = nil
	if first.Key != nil {
		if c.Key = pick(func(t *Type) *Type { return t.Key }); c.Key == nil {
			return nil
		}
	}
	if first.Elem != nil {
		if c.Elem = pick(func(t *Type) *Type { return t.Elem }); c.Elem == nil {
			return nil
		}
	}
	c.Fields = append([]Field(nil), first.Fields...)
	for i := range c.Fields {
		if c.Fields[i].Type = pick(func(t *Type) *Type { return t.Fields[i].Type }); c.Fields[i].Type == nil {
			return nil
		}
	}
	return finish(&c)
}
