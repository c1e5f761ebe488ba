package rewrite

import (
	"strings"

	"rowkind/planner/internal/expr"
)

// convertible reports what can be said in the Table API's expressions, and so to a source (RexNodeToExpressionConverter).
// Functions are looked up under their operator's name without blanks and underscores, which few of the names with them
// survive. A Sarg counts as written out.
func convertible(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Ref, *expr.Literal:
		return true
	case *expr.FieldAccess:
		return pathOfColumn(e.Row)
	case *expr.Call:
		if e.Op == expr.SearchOp {
			return convertible(e.Args[0])
		}
		if !saidInTableAPI(e.Op) {
			return false
		}
		for _, a := range e.Args {
			if !convertible(a) {
				return false
			}
		}
		return true
	}
	return false
}

// pathOfColumn reports a column or a field of fields of one.
func pathOfColumn(e expr.Expr) bool {
	for {
		switch x := e.(type) {
		case *expr.Ref:
			return true
		case *expr.FieldAccess:
			e = x.Row
		default:
			return false
		}
	}
}

func saidInTableAPI(op *expr.Operator) bool {
	switch op.Op {
	case expr.And, expr.Or, expr.Not, expr.Equals, expr.NotEquals, expr.LessThan, expr.LessOrEqual, expr.GreaterThan, expr.GreaterOrEqual,
		expr.IsNull, expr.IsNotNull, expr.IsTrue, expr.IsFalse, expr.IsNotTrue, expr.IsNotFalse, expr.Plus, expr.Minus, expr.Times, expr.Divide,
		expr.UnaryMinus, expr.DatePlus, expr.DateMinus, expr.DateDiff, expr.Cast, expr.TryCast, expr.Like, expr.SimilarTo, expr.RowValue:
		return true
	case expr.Trim: // its flag is no literal of the Table API
		return false
	}
	return op.Syntax <= expr.FunctionID && op.Syntax != expr.Binary && tableAPINames[strings.ToUpper(strings.NewReplacer("_", "", " ", "").Replace(op.Name))]
}

// tableAPINames are the functions of BuiltInFunctionDefinitions whose names have no underscore.
var tableAPINames = func() map[string]bool {
	known := map[string]bool{}
	for _, n := range strings.Fields(`ABS ACOS ASCII ASIN ATAN ATAN2 BIN BTRIM CARDINALITY CEIL CHARLENGTH CHR COALESCE CONCAT CONVERTTZ COS COSH COT
		CURRENTDATABASE CURRENTDATE CURRENTROWTIMESTAMP CURRENTTIME CURRENTTIMESTAMP DATEFORMAT DECODE DEGREES E ELEMENT ELT ENCODE ENDSWITH EXP EXTRACT
		FLOOR FROMBASE64 FROMUNIXTIME GREATEST HEX IFNULL INITCAP INSTR JSON LEAST LEFT LIKE LN LOCALTIME LOCALTIMESTAMP LOCATE LOG LOG10 LOG2 LOWER
		LPAD LTRIM MD5 MOD NOW OVERLAY PARSEURL PERCENTILE PI POSITION POWER PRINTF PROCTIME RADIANS RAND RANDINTEGER REGEXP REGEXPEXTRACT REGEXPREPLACE
		REPEAT REPLACE REVERSE RIGHT ROUND RPAD RTRIM SHA1 SHA2 SHA224 SHA256 SHA384 SHA512 SIGN SIMILAR SIN SINH SPLIT SPLITINDEX SQRT STARTSWITH
		STRTOMAP SUBSTR SUBSTRING TAN TANH TIMESTAMPDIFF TOBASE64 TODATE TOTIMESTAMP TRANSLATE3 TRUNCATE TYPEOF UNHEX UNIXTIMESTAMP UPPER UUID`) {
		known[n] = true
	}
	return known
}()
