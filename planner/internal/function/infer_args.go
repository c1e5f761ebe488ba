package function

import (
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// logical wants a family of types; NULL takes the fallback. (FamilyArgumentTypeStrategy)
func logical(name string, has func(*types.Type) bool, fallback *types.Type) Argument {
	return Argument{"<" + name + ">", func(c *Call, i int) (*types.Type, string) {
		t := c.Args[i].Type
		if has(t) {
			return t, ""
		}
		if fallback != nil {
			if to := fallback.WithNullable(t.Nullable); types.SupportsImplicitCast(t, to) {
				return to, ""
			}
		}
		return nil, "Unsupported argument type. Expected type of family '" + name + "' but actual type was '" + t.Summary() + "'."
	}}
}

// root wants one kind of type, to which others may be cast; to is nil for kinds without a default.
// (RootArgumentTypeStrategy)
func root(name string, k types.Kind, to *types.Type) Argument {
	return Argument{"<" + name + ">", func(c *Call, i int) (*types.Type, string) {
		t := c.Args[i].Type
		if t.Kind == k {
			return t, ""
		}
		if to == nil {
			return nil, ""
		}
		if x := to.WithNullable(t.Nullable); types.SupportsImplicitCast(t, x) {
			return x, ""
		}
		return nil, "Unsupported argument type. Expected type root '" + name + "' but actual type was '" + t.Summary() + "'."
	}}
}

// either takes the first of several that needs no cast. (OrArgumentTypeStrategy)
func either(as ...Argument) Argument {
	forms := make([]string, len(as))
	for i, a := range as {
		forms[i] = a.form
	}
	return Argument{"[" + strings.Join(forms, " | ") + "]", func(c *Call, i int) (*types.Type, string) {
		var closest *types.Type
		why := ""
		for _, a := range as {
			t, w := a.infer(c, i)
			if t == nil {
				if why == "" {
					why = w
				}
				continue
			}
			if types.AvoidsCast(c.Args[i].Type, t) {
				return t, ""
			}
			if closest == nil {
				closest = t
			}
		}
		if closest != nil {
			return closest, ""
		}
		return nil, why
	}}
}

// both wants several things of one argument. (AndArgumentTypeStrategy)
func both(as ...Argument) Argument {
	forms := make([]string, len(as))
	for i, a := range as {
		forms[i] = a.form
	}
	return Argument{"[" + strings.Join(forms, " & ") + "]", func(c *Call, i int) (*types.Type, string) {
		out := c.Args[i].Type
		cast := false
		for _, a := range as {
			t, why := a.infer(c, i)
			if t == nil {
				return nil, why
			}
			if !cast && !types.AvoidsCast(c.Args[i].Type, t) {
				out, cast = t, true
			}
		}
		return out, ""
	}}
}

// exactly wants a type. (ExplicitArgumentTypeStrategy)
func exactly(t *types.Type) Argument {
	return Argument{t.Summary(), func(c *Call, i int) (*types.Type, string) {
		from := c.Args[i].Type
		if types.AvoidsCast(from, t) || types.SupportsImplicitCast(from, t) {
			return t, ""
		}
		return nil, "Unsupported argument type. Expected type '" + t.Summary() + "' but actual type was '" + from.Summary() + "'."
	}}
}

var (
	textArg      = logical("CHARACTER_STRING", (*types.Type).IsString, types.VarCharType(1))
	bytesArg     = logical("BINARY_STRING", (*types.Type).IsBinary, types.VarBinaryType(1))
	numberArg    = logical("NUMERIC", (*types.Type).IsNumeric, types.TinyIntType)
	integersArg  = logical("INTEGER_NUMERIC", (*types.Type).IsInteger, types.TinyIntType)
	timesArg     = logical("TIMESTAMP", (*types.Type).IsTimestamp, types.TimestampType(6))
	constructArg = logical("CONSTRUCTED", func(t *types.Type) bool {
		return t.Kind == types.Array || t.Kind == types.Map || t.Kind == types.Multiset || t.Kind == types.Row
	}, nil)
	intArg        = root("INTEGER", types.Integer, types.IntType)
	boolArg       = root("BOOLEAN", types.Boolean, types.BooleanType)
	arrayArg      = root("ARRAY", types.Array, nil)
	mapArg        = root("MAP", types.Map, nil)
	bitmapArg     = root("BITMAP", types.Bitmap, nil)
	structuredArg = root("STRUCTURED_TYPE", types.Structured, nil)
	distinctArg   = Argument{"<DISTINCT_TYPE>", func(*Call, int) (*types.Type, string) { return nil, "" }}
	variantArg    = root("VARIANT", types.Variant, nil)

	anyArg = Argument{"<ANY>", func(c *Call, i int) (*types.Type, string) { return c.Args[i].Type, "" }}

	literalArg = Argument{"<LITERAL NOT NULL>", func(c *Call, i int) (*types.Type, string) {
		a := &c.Args[i]
		switch {
		case !a.Literal:
			return nil, "Literal expected."
		case a.Value == nil:
			return nil, "Literal must not be NULL."
		}
		return a.Type, ""
	}}

	// commonArg is the common type of all arguments with the argument's own nullability. (COMMON_ARG_NULLABLE)
	commonArg = Argument{"<COMMON>", func(c *Call, i int) (*types.Type, string) {
		t := c.commonOfEach()
		if t == nil {
			return nil, ""
		}
		return t.WithNullable(c.Args[i].Type.Nullable), ""
	}}

	elementArg = Argument{"<ARRAY ELEMENT>", func(c *Call, i int) (*types.Type, string) {
		if c.Args[0].Type.Kind != types.Array {
			return nil, ""
		}
		e, t := c.Args[0].Type.Elem, c.Args[i].Type
		if t.Nullable {
			e = e.WithNullable(true)
		}
		if types.SupportsImplicitCast(t, e) {
			return e, ""
		}
		return nil, ""
	}}

	comparableArrayArg = Argument{"<ARRAY<COMPARABLE>>", func(c *Call, i int) (*types.Type, string) {
		t := c.Args[i].Type
		if t.Kind != types.Array {
			return nil, "The argument requires to be an ARRAY type"
		}
		e := t.Elem
		if e.IsNumeric() || e.IsDatetime() || e.IsString() || e.IsBinary() || e.Kind == types.Null {
			return t, ""
		}
		return nil, "Type '" + e.Summary() + "' should support both 'EQUALS' and 'ORDER' comparison with itself."
	}}

	stringArrayArg = Argument{"ARRAY<STRING>", func(c *Call, i int) (*types.Type, string) {
		t := c.Args[i].Type
		if t.Kind != types.Array {
			return nil, "Invalid input arguments. Expected signatures are:\nARRAY_JOIN(ARRAY<STRING>, <CHARACTER_STRING>)\n" +
				"ARRAY_JOIN(ARRAY<STRING>, <CHARACTER_STRING>, <CHARACTER_STRING>)"
		}
		if !t.Elem.IsString() {
			return nil, "Unsupported argument type. Expected type root 'VARCHAR' but actual type was '" + t.Elem.Summary() + "'."
		}
		return t, ""
	}}

	indexArg = Argument{"<INTEGER_NUMERIC>", func(c *Call, i int) (*types.Type, string) {
		a := &c.Args[i]
		if !a.Type.IsInteger() {
			return nil, "Index can only be an INTEGER NUMERIC type."
		}
		if n, ok := smallInt(a.Value); a.Literal && ok && n < 0 {
			return nil, "Index must be an integer starting from '0', but was '" + itoa(n) + "'."
		}
		return a.Type, ""
	}}

	percentageArg = Argument{"<NUMERIC NOT NULL>", inferPercentage}

	percentagesArg = Argument{"ARRAY<NUMERIC NOT NULL> NOT NULL", inferPercentages}

	jsonArg = either(textArg, bytesArg, timesArg, constructArg, numberArg, structuredArg, distinctArg, boolArg, variantArg)
)

func inferPercentage(c *Call, i int) (*types.Type, string) {
	a := &c.Args[i]
	switch {
	case !a.Type.IsNumeric():
		return nil, "Percentage must be of NUMERIC type."
	case a.Type.Nullable:
		return nil, "Percentage must be of NOT NULL type."
	}
	if d, ok := a.Value.(expr.Dec); ok && a.Literal && !unitInterval(d) {
		return nil, "Percentage must be between [0.0, 1.0], but was '" + doubleText(d) + "'."
	}
	return types.DoubleType.WithNullable(false), ""
}

func inferPercentages(c *Call, i int) (*types.Type, string) {
	a := &c.Args[i]
	switch {
	case a.Type.Kind != types.Array:
		return nil, "Percentage must be an array."
	case a.Type.Nullable:
		return nil, "Percentage must be a non-null array."
	case !a.Type.Elem.IsNumeric():
		return nil, "Value in the percentage array must be of NUMERIC type."
	case a.Type.Elem.Nullable:
		return nil, "Value in the percentage array must be of NOT NULL type."
	}
	for _, v := range a.List {
		if d, ok := v.(expr.Dec); ok && !unitInterval(d) {
			return nil, "Value in the percentage array must be between [0.0, 1.0], but was '" + doubleText(d) + "'."
		}
	}
	return types.ArrayType(types.DoubleType.WithNullable(false)).WithNullable(false), ""
}

func unitInterval(d expr.Dec) bool {
	return expr.CompareValues(d, expr.Int(0)) >= 0 && expr.CompareValues(d, expr.Int(1)) <= 0
}

// doubleText spells a number as Java's Double.toString does for small ones.
func doubleText(d expr.Dec) string {
	s := d.String()
	if !strings.ContainsAny(s, ".E") {
		s += ".0"
	}
	return s
}

// textOf gives a string literal's value.
func textOf(a *Arg) (string, bool) {
	s, ok := a.Value.(expr.Str)
	return string(s), ok
}
