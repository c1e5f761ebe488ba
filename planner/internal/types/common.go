package types

// LeastRestrictive is the type that all of ts can take in Calcite's validator, nil if there is none. A nil for two
// types of one family is rare; a NULL alone gives nil as well. (FlinkTypeFactory.leastRestrictive)
func LeastRestrictive(ts ...*Type) *Type {
	same := true
	for _, t := range ts[1:] {
		same = same && t.Equal(ts[0])
	}
	if same {
		if ts[0].Kind == Null {
			return nil
		}
		return ts[0]
	}
	r := leastSQL(ts)
	if r == nil {
		r = leastByCast(ts)
	}
	if r == nil || r.Kind == Null {
		return nil
	}
	return r
}

// leastByCast looks for one of the types that the others can be assigned to.
// (SqlTypeFactoryImpl.leastRestrictiveByCast)
func leastByCast(ts []*Type) *Type {
	r := ts[0]
	nullable := r.Nullable
	for _, t := range ts[1:] {
		if t.Kind == Null {
			nullable = true
			continue
		}
		nullable = nullable || t.Nullable
		if CanAssign(t, r) {
			r = t
		} else if !CanAssign(r, t) {
			return nil
		}
	}
	if nullable {
		return r.WithNullable(true)
	}
	return r
}

// leastSQL is SqlTypeFactoryImpl.leastRestrictiveSqlType.
func leastSQL(ts []*Type) *Type {
	var r *Type
	nullable := AnyNullable(ts...)
	for i, t := range ts {
		if t.Kind == Null {
			nullable = true
			continue
		}
		if r == nil {
			r = t
			switch t.Kind {
			case Row, Structured:
				return leastRow(ts)
			case Array, Multiset:
				return leastCollection(ts)
			case Map:
				return leastMap(ts)
			}
		}
		if r.Family() != t.Family() {
			return nil
		}
		var next *Type
		if i+1 < len(ts) {
			next = ts[i+1]
		}
		switch {
		case t.IsString() || t.IsBinary():
			r = commonString(r, t)
		case t.IsExact():
			if next != nil && next.IsDatetime() {
				return next.WithNullable(nullable)
			}
			r = commonExact(r, t)
		case t.IsApprox():
			r = commonApprox(r, t)
		case t.IsInterval():
			if next != nil && next.IsDatetime() {
				return next.WithNullable(nullable)
			}
			if !t.Equal(r) {
				r = combineInterval(combineInterval(r, t), r)
			}
		case t.IsDatetime():
			if next != nil && (next.IsInterval() || next.IsInteger()) {
				return t.WithNullable(nullable)
			}
			if t.Kind != Date && t.Precision != r.Precision {
				r = withPrecision(t, max(t.Precision, r.Precision))
			}
		default:
			return nil
		}
	}
	if r != nil && nullable {
		r = r.WithNullable(true)
	}
	return r
}

func withPrecision(t *Type, p int) *Type {
	c := *t
	c.Precision, c.other, c.Time, c.Nullable = p, nil, NotTime, false
	return finish(&c)
}

func commonString(r, t *Type) *Type {
	p := max(r.Precision, t.Precision)
	k := t.Kind
	switch {
	case r.Kind == VarChar || r.Kind == VarBinary:
		k = r.Kind
	case r.Precision != t.Precision && k == Char:
		k = VarChar
	case r.Precision != t.Precision && k == Binary:
		k = VarBinary
	}
	c := Type{Kind: k, Precision: p, Charset: r.Charset}
	if p == MaxLength && c.Charset == "" {
		if k == VarChar {
			return StringType.WithNullable(false)
		}
		if k == VarBinary {
			return BytesType.WithNullable(false)
		}
	}
	return finish(&c)
}

func commonExact(r, t *Type) *Type {
	if r.IsApprox() {
		if t.Kind == Decimal {
			return DoubleType.WithNullable(false)
		}
		return r
	}
	if t.Equal(r) {
		return r
	}
	p1, s1 := r.Digits()
	p2, s2 := t.Digits()
	if r.Kind != Decimal && t.Kind != Decimal {
		if p2 > p1 {
			return t
		}
		return r
	}
	d := min(max(p1-s1, p2-s2), maxDigits)
	s := min(max(s1, s2), maxDigits-d)
	return DecimalType(d+s, s).WithNullable(false)
}

// commonApprox lets the first approximate type win: Calcite gives FLOAT and DOUBLE the same precision.
func commonApprox(r, t *Type) *Type {
	switch {
	case r.IsApprox():
		return r
	case r.Kind == Decimal:
		return DoubleType.WithNullable(false)
	}
	return t
}

func leastRow(ts []*Type) *Type {
	first := ts[0]
	if !first.HasFields() {
		return nil
	}
	nullable := false
	for _, t := range ts {
		if !t.HasFields() || len(t.Fields) != len(first.Fields) {
			return nil
		}
		nullable = nullable || t.Nullable
	}
	fields := make([]Field, len(first.Fields))
	column := make([]*Type, len(ts))
	for i := range fields {
		for j, t := range ts {
			column[j] = t.Fields[i].Type
		}
		c := LeastRestrictive(column...)
		if c == nil {
			return nil
		}
		fields[i] = Field{Name: first.Fields[i].Name, Type: c}
	}
	return finish(&Type{Kind: Row, Fields: fields, Peek: first.Peek, Nullable: nullable})
}

func leastCollection(ts []*Type) *Type {
	elems := make([]*Type, len(ts))
	nullable := false
	for i, t := range ts {
		if !t.IsCollection() {
			return nil
		}
		elems[i] = t.Elem
		nullable = nullable || t.Nullable
	}
	e := LeastRestrictive(elems...)
	if e == nil {
		return nil
	}
	return finish(&Type{Kind: ts[0].Kind, Elem: e, Nullable: nullable})
}

func leastMap(ts []*Type) *Type {
	keys, values := make([]*Type, len(ts)), make([]*Type, len(ts))
	nullable := false
	for i, t := range ts {
		if t.Kind != Map {
			return nil
		}
		keys[i], values[i] = t.Key, t.Elem
		nullable = nullable || t.Nullable
	}
	k, v := LeastRestrictive(keys...), LeastRestrictive(values...)
	if k == nil || v == nil {
		return nil
	}
	return MapType(k, v).WithNullable(nullable)
}
