package expr

// Sharer makes equal expressions one: of those given to it one after the other, the first spelling stands for all
// (RexProgramBuilder). SELECT i = bi, bi = i reads =(i, bi) twice.
type Sharer struct{ first map[string]Expr }

// Share gives e with every part that equals one seen before replaced by it.
func (s *Sharer) Share(e Expr) Expr {
	switch e.(type) {
	case *Ref, nil:
		return e
	}
	if s.first == nil {
		s.first = make(map[string]Expr, 16)
	}
	return Map(e, func(x Expr) Expr {
		if c, ok := x.(*Call); ok {
			x = sameOperands(c)
		}
		switch x.(type) {
		case *Call, *Literal, *FieldAccess:
			d := x.Digest()
			if f, ok := s.first[d]; ok && f.Type().Equal(x.Type()) {
				return f
			}
			s.first[d] = x
		}
		return x
	})
}

// ShareAll shares each of es, in a new slice if one changes.
func (s *Sharer) ShareAll(es []Expr) []Expr {
	out, changed := es, false
	for i, e := range es {
		if m := s.Share(e); m != e {
			if !changed {
				out, changed = append([]Expr(nil), es...), true
			}
			out[i] = m
		}
	}
	return out
}

// sameOperands decides a comparison of something with itself, which a program knows by its number: RAND() = RAND() is one
// call there.
func sameOperands(c *Call) Expr {
	if len(c.Args) != 2 || c.Args[0] != c.Args[1] || c.Type().Nullable {
		return c
	}
	switch c.Op.Op {
	case Equals, GreaterOrEqual, LessOrEqual:
		return True
	case NotEquals, GreaterThan, LessThan:
		return False
	}
	return c
}
