package expr

// The operators that rules and conversions make or look for. Functions that only the catalogue of functions knows are
// made there.
var (
	AndOp               = op("AND", And, Binary)
	OrOp                = op("OR", Or, Binary)
	NotOp               = op("NOT", Not, Prefix)
	EqualsOp            = op("=", Equals, Binary)
	NotEqualsOp         = op("<>", NotEquals, Binary)
	LessThanOp          = op("<", LessThan, Binary)
	LessOrEqualOp       = op("<=", LessOrEqual, Binary)
	GreaterThanOp       = op(">", GreaterThan, Binary)
	GreaterOrEqualOp    = op(">=", GreaterOrEqual, Binary)
	IsNullOp            = op("IS NULL", IsNull, Postfix)
	IsNotNullOp         = op("IS NOT NULL", IsNotNull, Postfix)
	IsTrueOp            = op("IS TRUE", IsTrue, Postfix)
	IsFalseOp           = op("IS FALSE", IsFalse, Postfix)
	IsNotTrueOp         = op("IS NOT TRUE", IsNotTrue, Postfix)
	IsNotFalseOp        = op("IS NOT FALSE", IsNotFalse, Postfix)
	IsUnknownOp         = op("IS UNKNOWN", IsUnknown, Postfix)
	IsDistinctFromOp    = op("IS DISTINCT FROM", IsDistinctFrom, Binary)
	IsNotDistinctFromOp = op("IS NOT DISTINCT FROM", IsNotDistinctFrom, Binary)

	PlusOp        = op("+", Plus, Binary)
	MinusOp       = op("-", Minus, Binary)
	TimesOp       = op("*", Times, Binary)
	DivideOp      = op("/", Divide, Binary)
	DivideIntOp   = op("/INT", DivideInt, Binary)
	ModOp         = op("MOD", Mod, Function)
	UnaryMinusOp  = op("-", UnaryMinus, Prefix)
	UnaryPlusOp   = op("+", UnaryPlus, Prefix)
	DatePlusOp    = op("+", DatePlus, Binary)
	DateMinusOp   = op("-", DateMinus, Binary)
	DateDiffOp    = op("-", DateDiff, Binary)
	ConcatOp      = op("||", Concat, Binary)
	LikeOp        = op("LIKE", Like, Special)
	SimilarToOp   = op("SIMILAR TO", SimilarTo, Special)
	CastOp        = op("CAST", Cast, Special)
	TryCastOp     = op("TRY_CAST", TryCast, Special)
	ReinterpretOp = op("Reinterpret", Reinterpret, Special)
	CaseOp        = op("CASE", Case, Special)
	CoalesceOp    = op("COALESCE", Coalesce, Function)
	SearchOp      = op("SEARCH", Search, Internal)
	ItemOp        = op("ITEM", Item, Special)
	RowOp         = op("ROW", RowValue, Special)
	ArrayOp       = op("ARRAY", ArrayValue, Special)
	MapOp         = op("MAP", MapValue, Special)
	MultisetOp    = op("$MULTISET_VALUE", MultisetValue, Special)
	ExtractOp     = op("EXTRACT", Extract, Function)
	FloorOp       = op("FLOOR", Floor, Function)
	CeilOp        = op("CEIL", Ceil, Function)
	TrimOp        = op("TRIM", Trim, Function)
	AsOp          = op("AS", As, Special)
	DefaultOp     = op("DEFAULT", Default, Function)
	DescriptorOp  = op("DESCRIPTOR", Descriptor, Function)
	IfOp          = op("IF", OtherOp, Function)
	HashCodeOp    = op("HASH_CODE", OtherOp, Function)
	PowerOp       = op("POWER", OtherOp, Function)
	AbsOp         = op("ABS", OtherOp, Function)

	InOp            = op("IN", In, Binary)
	NotInOp         = op("NOT IN", NotIn, Binary)
	ExistsOp        = op("EXISTS", Exists, Prefix)
	ScalarQueryOp   = op("$SCALAR_QUERY", ScalarQuery, Internal)
	UniqueOp        = op("UNIQUE", Unique, Prefix)
	SomeLessOp      = op("< SOME", Some, Binary)
	SomeLessEqOp    = op("<= SOME", Some, Binary)
	SomeGreaterOp   = op("> SOME", Some, Binary)
	SomeGreaterEqOp = op(">= SOME", Some, Binary)
	SomeEqOp        = op("= SOME", Some, Binary)
	SomeNotEqOp     = op("<> SOME", Some, Binary)

	ProctimeOp            = &Operator{Name: "PROCTIME", Op: Proctime, NonDeterministic: true}
	ProctimeMaterializeOp = &Operator{Name: "PROCTIME_MATERIALIZE", Op: ProctimeMaterialize, NonDeterministic: true}
	TemporalConditionOp   = op("__TEMPORAL_JOIN_CONDITION", TemporalCondition, Function)
	TemporalPrimaryKeyOp  = op("__TEMPORAL_JOIN_CONDITION_PRIMARY_KEY", OtherOp, Function)
	TemporalLeftKeyOp     = op("__TEMPORAL_JOIN_LEFT_KEY", OtherOp, Function)
	TemporalRightKeyOp    = op("__TEMPORAL_JOIN_RIGHT_KEY", OtherOp, Function)
)

// The aggregate and window functions.
var (
	CountOp       = agg("COUNT", Count)
	SumOp         = agg("SUM", Sum)
	Sum0Op        = agg("$SUM0", Sum0)
	AvgOp         = agg("AVG", Avg)
	MinOp         = agg("MIN", Min)
	MaxOp         = agg("MAX", Max)
	SingleValueOp = agg("SINGLE_VALUE", SingleValue)
	RowNumberOp   = agg("ROW_NUMBER", RowNumber)
	RankOp        = agg("RANK", Rank)
	DenseRankOp   = agg("DENSE_RANK", DenseRank)
	LeadOp        = agg("LEAD", Lead)
	LagOp         = agg("LAG", Lag)
	FirstValueOp  = agg("FIRST_VALUE", FirstValue)
	LastValueOp   = agg("LAST_VALUE", LastValue)
	NtileOp       = agg("NTILE", Ntile)
	StddevPopOp   = agg("STDDEV_POP", StddevPop)
	StddevSampOp  = agg("STDDEV_SAMP", StddevSamp)
	VarPopOp      = agg("VAR_POP", VarPop)
	VarSampOp     = agg("VAR_SAMP", VarSamp)
	CollectOp     = agg("COLLECT", Collect)
	ListaggOp     = agg("LISTAGG", Listagg)
	WelfordM2Op   = agg("$WELFORD_M2$1", OtherOp) // the sum of squared distances from the mean
	GroupingOp    = agg("GROUPING", Grouping)
	GroupingIDOp  = agg("GROUPING_ID", GroupingID)
	GroupIDOp     = agg("GROUP_ID", GroupID)
)

// quantifiers are the comparisons with the elements of a collection, by name.
var quantifiers = func() map[string]*Operator {
	m := map[string]*Operator{}
	for _, o := range []*Operator{SomeLessOp, SomeLessEqOp, SomeGreaterOp, SomeGreaterEqOp, SomeEqOp, SomeNotEqOp} {
		m[o.Name] = o
	}
	for _, c := range []string{"<", "<=", ">", ">=", "=", "<>"} {
		m[c+" ALL"] = op(c+" ALL", All, Binary)
	}
	return m
}()

// QuantifierOp gives the operator "= SOME", "< ALL" and so on.
func QuantifierOp(comparison string, all bool) *Operator {
	if all {
		return quantifiers[comparison+" ALL"]
	}
	return quantifiers[comparison+" SOME"]
}

func op(name string, k OpKind, s Syntax) *Operator { return &Operator{Name: name, Op: k, Syntax: s} }

func agg(name string, k OpKind) *Operator { return &Operator{Name: name, Op: k, Aggregate: true} }

// allowsFraming reports whether a window function takes a ROWS or RANGE clause (SqlAggFunction.allowsFraming).
func (o *Operator) allowsFraming() bool {
	switch o.Op {
	case RowNumber, Rank, DenseRank, Lead, Lag, Ntile:
		return false
	}
	switch o.Name {
	case "PERCENT_RANK", "CUME_DIST":
		return false
	}
	return true
}

// Comparison reports whether k is one of = <> < <= > >=.
func (k OpKind) Comparison() bool {
	switch k {
	case Equals, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual:
		return true
	}
	return false
}

// comparisonOp gives the operator of each kind of comparison.
func comparisonOp(k OpKind) *Operator {
	switch k {
	case Equals:
		return EqualsOp
	case NotEquals:
		return NotEqualsOp
	case LessThan:
		return LessThanOp
	case LessOrEqual:
		return LessOrEqualOp
	case GreaterThan:
		return GreaterThanOp
	case GreaterOrEqual:
		return GreaterOrEqualOp
	case IsDistinctFrom:
		return IsDistinctFromOp
	case IsNotDistinctFrom:
		return IsNotDistinctFromOp
	}
	return nil
}

// Reverse gives the comparison with swapped sides: < for >.
func (k OpKind) Reverse() OpKind {
	switch k {
	case LessThan:
		return GreaterThan
	case LessOrEqual:
		return GreaterOrEqual
	case GreaterThan:
		return LessThan
	case GreaterOrEqual:
		return LessOrEqual
	}
	return k
}

// NegateNullSafe is SqlKind.NegateNullSafe, the kind for "IS (NOT x)" where k is the one for "IS x"; k itself where
// there is none.
func (k OpKind) NegateNullSafe() OpKind {
	switch k {
	case Equals:
		return NotEquals
	case NotEquals:
		return Equals
	case LessThan:
		return GreaterOrEqual
	case GreaterThan:
		return LessOrEqual
	case LessOrEqual:
		return GreaterThan
	case GreaterOrEqual:
		return LessThan
	case In:
		return NotIn
	case NotIn:
		return In
	case IsTrue:
		return IsFalse
	case IsFalse:
		return IsTrue
	case IsNotTrue:
		return IsNotFalse
	case IsNotFalse:
		return IsNotTrue
	case IsNull, IsNotNull:
		return k
	}
	return k.negate()
}

// negate is SqlKind.negate, the kind for "NOT (IS x)"; k itself where there is none.
func (k OpKind) negate() OpKind {
	switch k {
	case IsTrue:
		return IsNotTrue
	case IsFalse:
		return IsNotFalse
	case IsNull:
		return IsNotNull
	case IsNotTrue:
		return IsTrue
	case IsNotFalse:
		return IsFalse
	case IsNotNull:
		return IsNull
	case IsDistinctFrom:
		return IsNotDistinctFrom
	case IsNotDistinctFrom:
		return IsDistinctFrom
	}
	return k
}

// isOp gives the operator of an IS kind.
func isOp(k OpKind) *Operator {
	switch k {
	case IsTrue:
		return IsTrueOp
	case IsFalse:
		return IsFalseOp
	case IsNull:
		return IsNullOp
	case IsNotTrue:
		return IsNotTrueOp
	case IsNotFalse:
		return IsNotFalseOp
	case IsNotNull:
		return IsNotNullOp
	case IsUnknown:
		return IsUnknownOp
	}
	return nil
}
