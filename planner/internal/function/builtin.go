package function

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// out makes an Out of a Return.
func out(r Return) Out {
	return func(c *Call) (*types.Type, string) {
		t := r(c)
		if t == nil {
			return nil, "Could not infer an output type for the given arguments."
		}
		if t.Kind == types.Null {
			return nil, "Could not infer an output type for the given arguments. Untyped NULL received."
		}
		return t, ""
	}
}

// of gives a nullable type.
func of(t *types.Type) Out { return out(func(*Call) *types.Type { return t.WithNullable(true) }) }

// ifNull gives r's type, nullable exactly if one of the arguments up to last is; last is -1 for all.
// (NullableIfArgsTypeStrategy)
func ifNull(last int, r Return) Out {
	return out(func(c *Call) *types.Type {
		t := r(c)
		if t == nil || len(c.Args) == 0 {
			return t
		}
		null := false
		for i := range c.Args {
			if last >= 0 && i > last {
				break
			}
			null = null || c.Args[i].Type.Nullable
		}
		return t.WithNullable(null)
	})
}

func nullIf(t *types.Type) Out { return ifNull(-1, explicit(t)) }

func common(c *Call) *types.Type { return types.Merge(c.Types()...) }

// bridged makes a function of BuiltInFunctionDefinitions that is called through Flink's own inference.
func bridged(name string, in Input, o Out) *Function {
	return &Function{Op: &expr.Operator{Name: name, Bridging: true}, Name: name, Strategy: &Strategy{in, o}, Infer: inferStrategy}
}

// inferStrategy types NULLs by what the arguments are to be cast to. (TypeInferenceOperandInference)
func inferStrategy(c *Call, _ *types.Type) []*types.Type {
	ts, _ := c.F.Strategy.In.infer(c)
	return ts
}

func nonDeterministic(f *Function) *Function {
	f.Op.NonDeterministic = true
	return f
}

func bridgedAgg(name string, in Input, o Out) *Function {
	f := bridged(name, in, o)
	f.Kind, f.Op.Aggregate, f.AllowsFrame = Aggregate, true, true
	return f
}

func init() {
	initCollections()
	initBitmaps()
	str, txt := types.StringType, textArg
	coalesce := bridged("COALESCE", vary(commonArg, commonArg), coalesceType)
	coalesce.Op = expr.CoalesceOp
	add(
		coalesce,
		bridged("TYPEOF", anyOf{named("input", anyArg), named("input force_serializable", anyArg, both(boolArg, literalArg))}, of(str)),
		bridged("IFNULL", named("input null_replacement", commonArg, commonArg), out(ifNullType)),
		bridged("GREATEST", comparableAll{}, ifNull(-1, common)), bridged("LEAST", comparableAll{}, ifNull(-1, common)),
		bridged("SOURCE_WATERMARK", noArgs{}, out(func(*Call) *types.Type { return types.LTZ3 })),
		nonDeterministic(bridged("CURRENT_WATERMARK", watermarkInput{}, out(func(c *Call) *types.Type {
			if c.Args[0].Type.Kind == types.TimestampLTZ {
				return types.LTZ3
			}
			return types.Timestamp3
		}))),
		bridged("SPLIT", seq(txt, txt), nullIf(types.ArrayType(str))),
		bridged("URL_DECODE", seq(txt), of(str)), bridged("URL_ENCODE", seq(txt), of(str)),
		bridged("INET_ATON", seq(txt), of(types.BigIntType)), bridged("INET_NTOA", seq(integersArg), of(str)),
		bridged("STARTSWITH", anyOf{named("expr startExpr", txt, txt), named("expr startExpr", bytesArg, bytesArg)}, nullIf(types.BooleanType)),
		bridged("ENDSWITH", anyOf{named("expr endExpr", txt, txt), named("expr endExpr", bytesArg, bytesArg)}, nullIf(types.BooleanType)),
		translate(),
		bridged("REGEXP_COUNT", named("str regex", txt, txt), of(types.IntType)),
		bridged("REGEXP_EXTRACT_ALL", anyOf{named("str regex", txt, txt), named("str regex extractIndex", txt, txt, integersArg)}, of(types.ArrayType(str))),
		bridged("REGEXP_INSTR", named("str regex", txt, txt), of(types.IntType)),
		bridged("REGEXP_SUBSTR", named("str regex", txt, txt), of(str)),
		bridged("JSON_QUOTE", seq(txt), nullIf(str)), bridged("JSON_UNQUOTE", seq(txt), nullIf(str)),
		bridged("JSON_STRING", seq(jsonArg), nullIf(str)), bridged("JSON", seq(txt), nullIf(str)),
		bridged("PRINTF", varyNamed("format obj", txt, anyArg), of(str)),
		bridged("BTRIM", anyOf{named("str", txt), named("str trimStr", txt, txt)}, nullIf(str)),
		bridged("ELT", after{"index", indexArg, anyOf{varyNamed("expr exprs", txt, txt), varyNamed("expr exprs", bytesArg, bytesArg)}}, out(eltType)),
		bridged("UNHEX", named("expr", txt), of(types.BytesType)),
		bridged("TO_TIMESTAMP_LTZ", ltzInput{}, toTimestampLTZ),
		bridged("PARSE_JSON", anyOf{seq(txt), seq(txt, boolArg)}, nullIf(types.VariantType)),
		bridged("TRY_PARSE_JSON", anyOf{seq(txt), seq(txt, boolArg)}, of(types.VariantType)),
		bridged("OBJECT_OF", objectOf{}, objectOfType), bridged("OBJECT_UPDATE", objectUpdate{}, objectUpdateType),
		bridgedAgg("PERCENTILE", anyOf{
			named("expr percentage", numberArg, either(percentageArg, percentagesArg)),
			named("expr percentage frequency", numberArg, either(percentageArg, percentagesArg), integersArg),
		}, out(func(c *Call) *types.Type {
			if c.Args[1].Type.Kind == types.Array {
				return types.ArrayType(types.DoubleType)
			}
			return types.DoubleType
		})),
	)
}

// translate is TRANSLATE(a, b, c), whose name in plans is TRANSLATE3.
func translate() *Function {
	f := bridged("TRANSLATE", named("expr fromStr toStr", textArg, textArg, textArg), ifNull(0, explicit(types.StringType)))
	f.Op.Name = "TRANSLATE3"
	return f
}

// coalesceType is nullable if all arguments are.
func coalesceType(c *Call) (*types.Type, string) {
	t := common(c)
	if t == nil {
		return nil, "Could not infer an output type for the given arguments."
	}
	null := true
	for i := range c.Args {
		null = null && c.Args[i].Type.Nullable
	}
	return t.WithNullable(null), ""
}

// ifNullType is IfNullTypeStrategy.
func ifNullType(c *Call) *types.Type {
	a, b := c.Args[0].Type, c.Args[1].Type
	if !a.Nullable {
		return a
	}
	if t := types.Merge(a, b); t != nil {
		return t.WithNullable(b.Nullable)
	}
	return nil
}

func eltType(c *Call) *types.Type {
	t := types.Merge(c.Types()[1:]...)
	if t == nil {
		return nil
	}
	return t.WithNullable(true)
}

func initCollections() {
	elem := func(c *Call) *types.Type { return c.Args[0].Type.Elem }
	array := func(e func(c *Call) *types.Type) Return {
		return func(c *Call) *types.Type { return types.ArrayType(e(c)) }
	}
	grown := ifNull(-1, func(c *Call) *types.Type {
		t := c.Args[0].Type
		if c.Args[1].Type.Nullable && !t.Elem.Nullable {
			return types.ArrayType(t.Elem.WithNullable(true))
		}
		return t
	})
	arrays := func(n int) Input { return commonOf{n, types.Array, "All arguments requires to be a ARRAY type"} }
	same := ifNull(-1, arg(0))
	key := func(c *Call) *types.Type { return c.Args[0].Type.Key }
	add(
		bridged("MAP_KEYS", named("input", mapArg), ifNull(-1, array(key))),
		bridged("MAP_VALUES", named("input", mapArg), ifNull(-1, array(elem))),
		bridged("MAP_ENTRIES", named("input", mapArg), ifNull(-1, array(func(c *Call) *types.Type {
			t := c.Args[0].Type
			return types.DeclaredRow(types.Field{Name: "key", Type: t.Key}, types.Field{Name: "value", Type: t.Elem})
		}))),
		bridged("MAP_FROM_ARRAYS", named("keysArray valuesArray", arrayArg, arrayArg), ifNull(-1, func(c *Call) *types.Type {
			return types.MapType(c.Args[0].Type.Elem, c.Args[1].Type.Elem)
		})),
		bridged("MAP_UNION", commonOf{-1, types.Map, "All arguments requires to be a MAP type"}, out(common)),
		bridged("ARRAY_APPEND", named("array element", arrayArg, elementArg), grown),
		bridged("ARRAY_PREPEND", named("array element", arrayArg, elementArg), grown),
		bridged("ARRAY_CONTAINS", named("haystack needle", arrayArg, elementArg), ifNull(0, explicit(types.BooleanType))),
		bridged("ARRAY_SORT", anyOf{seq(comparableArrayArg), seq(comparableArrayArg, boolArg), seq(comparableArrayArg, boolArg, boolArg)}, same),
		bridged("ARRAY_DISTINCT", named("haystack", arrayArg), same),
		bridged("ARRAY_POSITION", named("haystack needle", arrayArg, elementArg), nullIf(types.IntType)),
		bridged("ARRAY_REMOVE", named("haystack needle", arrayArg, elementArg), ifNull(0, arg(0))),
		bridged("ARRAY_REVERSE", named("haystack", arrayArg), same),
		bridged("ARRAY_SLICE", anyOf{seq(arrayArg, intArg, intArg), seq(arrayArg, intArg)}, same),
		bridged("ARRAY_UNION", arrays(2), ifNull(-1, common)), bridged("ARRAY_EXCEPT", arrays(2), ifNull(-1, common)),
		bridged("ARRAY_INTERSECT", arrays(2), ifNull(-1, common)), bridged("ARRAY_CONCAT", arrays(-1), ifNull(-1, common)),
		bridged("ARRAY_MAX", seq(comparableArrayArg), out(forceNull(elem))), bridged("ARRAY_MIN", seq(comparableArrayArg), out(forceNull(elem))),
		bridged("ARRAY_JOIN", anyOf{seq(stringArrayArg, textArg), seq(stringArrayArg, textArg, textArg)}, nullIf(types.StringType)),
	)
}

func initBitmaps() {
	b, bm := bitmapArg, types.BitmapType
	ints := types.ArrayType(types.IntType)
	for _, n := range []string{"AND", "ANDNOT", "OR", "XOR"} {
		add(bridged("BITMAP_"+n, named("bitmap1 bitmap2", b, b), nullIf(bm)))
		if n != "ANDNOT" {
			add(bridgedAgg("BITMAP_"+n+"_AGG", named("bitmap", b), of(bm)),
				bridgedAgg("BITMAP_"+n+"_CARDINALITY_AGG", named("bitmap", b), of(types.BigIntType)))
		}
	}
	add(
		bridged("BITMAP_BUILD", anyOf{named("array", exactly(ints.WithNullable(false))), named("array", exactly(ints))}, nullIf(bm)),
		bridgedAgg("BITMAP_BUILD_AGG", named("value", intArg), of(bm)),
		bridgedAgg("BITMAP_BUILD_CARDINALITY_AGG", named("value", intArg), of(types.BigIntType)),
		bridged("BITMAP_CARDINALITY", named("bitmap", b), nullIf(types.BigIntType)),
		bridged("BITMAP_FROM_BYTES", named("bytes", bytesArg), nullIf(bm)),
		bridged("BITMAP_TO_ARRAY", named("bitmap", b), nullIf(ints)),
		bridged("BITMAP_TO_BYTES", named("bitmap", b), nullIf(types.BytesType)),
		bridged("BITMAP_TO_STRING", named("bitmap", b), nullIf(types.StringType)),
	)
}
