package types

import (
	"strconv"
	"strings"
)

// units in Calcite's order of TimeUnit, as far as an interval can hold them.
var units = [...]string{"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"}

func unitOrder(u string) int {
	switch u {
	case "QUARTER":
		u = "MONTH"
	case "WEEK":
		u = "DAY"
	}
	for i, s := range units {
		if s == u {
			return i
		}
	}
	return -1
}

// Interval makes the NOT NULL interval of a qualifier; to is "" for one unit, precisions are -1 when not written.
func Interval(from, to string, precision, frac int) *Type {
	var b strings.Builder
	b.WriteString(from)
	switch {
	case from == "SECOND" && frac >= 0:
		b.WriteString("(" + strconv.Itoa(max(precision, 2)) + ", " + strconv.Itoa(frac) + ")")
	case precision >= 0:
		b.WriteString("(" + strconv.Itoa(precision) + ")")
	}
	if to != "" && from != "SECOND" {
		b.WriteString(" TO " + to)
		if to == "SECOND" && frac >= 0 {
			b.WriteString("(" + strconv.Itoa(frac) + ")")
		}
	}
	p, s := precision, frac
	if p < 0 {
		p = 2
	}
	if s < 0 {
		s = 6
	}
	yearMonth := false
	switch from {
	case "YEAR", "MONTH", "QUARTER", "ISOYEAR", "DECADE", "CENTURY", "MILLENNIUM":
		yearMonth = true
	}
	return IntervalType(yearMonth, b.String(), p, s)
}

// Qualifier takes an interval's qualifier apart again: the inverse of Interval.
func (t *Type) Qualifier() (from, to string, precision, frac int) {
	precision, frac = -1, -1
	first, second, found := strings.Cut(t.Unit, " TO ")
	from, args := cutParens(first)
	if len(args) > 0 {
		precision = args[0]
	}
	if len(args) > 1 {
		frac = args[1]
	}
	if found {
		to, args = cutParens(second)
		if len(args) > 0 {
			frac = args[0]
		}
	}
	return
}

func cutParens(s string) (name string, args []int) {
	name, rest, ok := strings.Cut(s, "(")
	if !ok {
		return s, nil
	}
	for _, p := range strings.Split(strings.TrimSuffix(rest, ")"), ",") {
		n, _ := strconv.Atoi(strings.TrimSpace(p))
		args = append(args, n)
	}
	return name, args
}

// SingleUnit reports an interval of one unit, such as DAY.
func (t *Type) SingleUnit() bool { return !strings.Contains(t.Unit, " TO ") }

// combineInterval is the smallest interval type that holds both. (IntervalSqlType.combine)
func combineInterval(a, b *Type) *Type {
	as, ae, ap, af := a.Qualifier()
	bs, be, bp, bf := b.Qualifier()
	as, bs = units[max(unitOrder(as), 0)], units[max(unitOrder(bs), 0)]
	prec := ap
	switch ao, bo := unitOrder(as), unitOrder(bs); {
	case ao > bo:
		ae, as, prec = as, bs, bp
	case ao == bo:
		prec = combinePrecision(ap, bp, 2)
	case ae == "" || unitOrder(ae) < bo:
		ae = bs
	}
	if be != "" && (ae == "" || unitOrder(ae) < unitOrder(be)) {
		ae = be
	}
	if ae == as {
		ae = ""
	}
	return Interval(as, ae, prec, combinePrecision(af, bf, 6)).WithNullable(a.Nullable || b.Nullable)
}

// combinePrecision keeps "not written" where that is the larger of both. (SqlIntervalQualifier.combine…PreservingDefault)
func combinePrecision(a, b, unwritten int) int {
	va, vb := a, b
	if va < 0 {
		va = unwritten
	}
	if vb < 0 {
		vb = unwritten
	}
	switch {
	case va > vb:
		return a
	case va < vb:
		return b
	}
	if a < 0 {
		return a
	}
	return b
}
