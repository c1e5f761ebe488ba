package validate

import (
	"strconv"
	"strings"
	"time"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// failAt refuses with CalciteContextException and its cause.
func (in *Info) failAt(at source.Span, message string) {
	panic(diag.InContext(in.Text, at, message))
}

// datetime reads DATE, TIME and TIMESTAMP literals. (SqlParserUtil.parseDateLiteral and its like)
func (in *Info) datetime(d *ast.Datetime) *expr.Literal {
	switch d.Kind {
	case ast.DateLit:
		t, rest, ok := readDate(d.Value)
		if !ok || rest != "" {
			in.badLiteral(d, "DATE", "yyyy-MM-dd")
		}
		return expr.NewLiteral(expr.Days(t.Unix()/86400), types.DateType.WithNullable(false))
	case ast.TimeLit:
		ms, rest, ok := readTime(d.Value)
		frac, digits, ok2 := readFraction(rest)
		if !ok || !ok2 {
			in.badLiteral(d, "TIME", "HH:mm:ss")
		}
		return expr.NewLiteral(expr.Millis(ms+frac/1e6), types.TimeType(min(digits, 3)).WithNullable(false))
	case ast.TimestampLit, ast.TimestampLTZLit:
		return in.timestamp(d)
	}
	diag.Unknown(d.Span(), "%s literals", d.Kind)
	return nil
}

func (in *Info) timestamp(d *ast.Datetime) *expr.Literal {
	day, rest, ok := readDate(d.Value)
	var ms, frac int64
	digits := 0
	if ok && rest != "" {
		if ok = rest[0] == ' '; ok {
			if ms, rest, ok = readTime(rest[1:]); ok {
				frac, digits, ok = readFraction(rest)
			}
		}
	}
	if !ok {
		in.badLiteral(d, string(d.Kind), "yyyy-MM-dd HH:mm:ss")
	}
	digits = min(digits, 9)
	m := expr.Moment{Millis: day.Unix()*1000 + ms + frac/1e6, Nanos: int32(frac % 1e6)}
	t := types.TimestampType(digits)
	if d.Kind == ast.TimestampLTZLit {
		t = types.LTZType(digits)
	}
	return expr.NewLiteral(m, t.WithNullable(false))
}

func (in *Info) badLiteral(d *ast.Datetime, kind, format string) {
	in.failRuntime(d.Span(), "Illegal "+kind+" literal '"+d.Value+"': not in format '"+format+"'")
}

// failRuntime refuses where Calcite raises a CalciteException without a validator's exception below.
func (in *Info) failRuntime(at source.Span, message string) {
	panic(&diag.Rejection{Span: at, Chain: []diag.Link{
		{Class: diag.ContextException, Message: diag.Where(in.Text, at) + ": " + message},
		{Class: diag.CalciteException, Message: message},
	}})
}

// readDate reads yyyy-MM-dd as a SimpleDateFormat that is not lenient does: digits may be fewer.
func readDate(s string) (t time.Time, rest string, ok bool) {
	y, s, ok1 := readNumber(s, '-')
	m, s, ok2 := readNumber(s, '-')
	d, rest, ok3 := readNumber(s, 0)
	if !ok1 || !ok2 || !ok3 || y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 {
		return t, rest, false
	}
	t = time.Date(int(y), time.Month(m), int(d), 0, 0, 0, 0, time.UTC)
	return t, rest, t.Day() == int(d)
}

func readTime(s string) (ms int64, rest string, ok bool) {
	h, s, ok1 := readNumber(s, ':')
	m, s, ok2 := readNumber(s, ':')
	sec, rest, ok3 := readNumber(s, 0)
	if !ok1 || !ok2 || !ok3 || h > 23 || m > 59 || sec > 59 {
		return 0, rest, false
	}
	return (h*3600 + m*60 + sec) * 1000, rest, true
}

// readNumber reads digits and the separator after them.
func readNumber(s string, sep byte) (n int64, rest string, ok bool) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == 0 || i > 9 {
		return 0, s, false
	}
	n, _ = strconv.ParseInt(s[:i], 10, 64)
	if sep == 0 {
		return n, s[i:], true
	}
	if i >= len(s) || s[i] != sep {
		return 0, s, false
	}
	return n, s[i+1:], true
}

// readFraction reads .123 to the end, as nanoseconds and the number of digits.
func readFraction(s string) (nanos int64, digits int, ok bool) {
	if s == "" {
		return 0, 0, true
	}
	if s[0] != '.' {
		return 0, 0, false
	}
	s = s[1:]
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, 0, false
		}
	}
	digits = len(s)
	s = (s + "000000000")[:9]
	nanos, _ = strconv.ParseInt(s, 10, 64)
	return nanos, digits, true
}

// qualifierType is the NOT NULL type of an interval.
func qualifierType(q *ast.Qualifier) *types.Type {
	return types.Interval(q.From, q.To, q.Precision, q.FracPrecision)
}

// interval evaluates an interval literal. (SqlIntervalQualifier.evaluateIntervalLiteral)
func (in *Info) interval(i *ast.Interval) *expr.Literal {
	q := &i.Qualifier
	in.checkQualifier(q, i.Span())
	value := strings.TrimSpace(i.Value)
	sign := int64(1)
	if value != "" && (value[0] == '-' || value[0] == '+') {
		if value[0] == '-' {
			sign = -1
		}
		value = value[1:]
	}
	fields, frac, ok := readInterval(value, q)
	if !ok {
		in.badInterval(i)
	}
	lead := q.Precision
	if lead < 0 {
		lead = 2
	}
	if fields[0] >= pow10(lead) {
		in.failAt(i.Span(), "Interval field value "+grouped(int(sign*fields[0]))+" exceeds precision of "+q.From+"("+strconv.Itoa(lead)+") field")
	}
	total := frac
	for k, u := range unitsOf(q) {
		if k > 0 && fields[k] >= limitOf(u) {
			in.badInterval(i)
		}
		total += fields[k] * expr.UnitSize(u)
	}
	if i.Negative {
		sign = -sign
	}
	return expr.NewLiteral(expr.Interval(sign*total), qualifierType(q))
}

func (in *Info) badInterval(i *ast.Interval) {
	name := qualifierType(&i.Qualifier).Unit
	in.failAt(i.Span(), "Illegal interval literal format '"+i.Value+"' for INTERVAL "+name)
}

// checkQualifier bounds the precisions. (SqlValidatorImpl.validateIntervalQualifier)
func (in *Info) checkQualifier(q *ast.Qualifier, _ source.Span) {
	name := "INTERVAL " + qualifierType(q).Unit
	switch {
	case q.Precision > 10 || q.Precision == 0:
		in.failAt(q.Span(), "Interval leading field precision '"+grouped(q.Precision)+"' out of range for "+name)
	case q.FracPrecision > 9 || q.FracPrecision == 0:
		in.failAt(q.Span(), "Interval fractional second precision '"+grouped(q.FracPrecision)+"' out of range for "+name)
	}
}

var allUnits = []string{"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"}

// unitsOf lists the units of a qualifier from the first to the last.
func unitsOf(q *ast.Qualifier) []string {
	if q.To == "" {
		return []string{q.From}
	}
	from, to := -1, -1
	for i, u := range allUnits {
		if u == q.From {
			from = i
		}
		if u == q.To {
			to = i
		}
	}
	if from < 0 || to < from {
		return []string{q.From}
	}
	return allUnits[from : to+1]
}

func limitOf(unit string) int64 {
	switch unit {
	case "MONTH":
		return 12
	case "HOUR":
		return 24
	}
	return 60
}

// separators stand between the fields of an interval's text.
func separatorAfter(unit string) byte {
	switch unit {
	case "YEAR":
		return '-'
	case "DAY":
		return ' '
	}
	return ':'
}

func readInterval(s string, q *ast.Qualifier) (fields []int64, frac int64, ok bool) {
	us := unitsOf(q)
	for k, u := range us {
		sep := byte(0)
		if k < len(us)-1 {
			sep = separatorAfter(u)
		}
		n, rest, good := readNumber(s, sep)
		if !good || k > 0 && len(s)-len(rest) > 3 {
			return nil, 0, false
		}
		fields = append(fields, n)
		s = rest
	}
	if s != "" && us[len(us)-1] == "SECOND" {
		limit := q.FracPrecision
		if limit < 0 {
			limit = 6
		}
		nanos, digits, good := readFraction(s)
		if !good || digits == 0 || digits > limit {
			return nil, 0, false
		}
		return fields, nanos / 1e6, true
	}
	return fields, 0, s == ""
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
