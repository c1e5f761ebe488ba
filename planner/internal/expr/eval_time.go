package expr

import (
	"strconv"
	"strings"
	"time"

	"rowkind/planner/internal/types"
)

var timeFunctions = map[string]builtin{
	"EXTRACT": evalExtract, "TO_DATE": evalToDate, "TO_TIMESTAMP": evalToTimestamp, "DATE_FORMAT": evalDateFormat,
	"FROM_UNIXTIME": evalFromUnixtime, "TO_TIMESTAMP_LTZ": evalToTimestampLTZ, "CONVERT_TZ": evalConvertTZ,
	"QUARTER": extractUnit("QUARTER"), "YEAR": extractUnit("YEAR"), "MONTH": extractUnit("MONTH"), "WEEK": extractUnit("WEEK"),
	"DAYOFMONTH": extractUnit("DAY"), "DAYOFYEAR": extractUnit("DOY"), "DAYOFWEEK": extractUnit("DOW"),
	"HOUR": extractUnit("HOUR"), "MINUTE": extractUnit("MINUTE"), "SECOND": extractUnit("SECOND"),
}

// millisOf gives a temporal value as milliseconds: of a date at midnight, of a time of its day.
func millisOf(v Value) (int64, bool) {
	switch v := v.(type) {
	case Days:
		return int64(v) * millisPerDay, true
	case Millis:
		return int64(v), true
	case Moment:
		return v.Millis, true
	case Interval:
		return int64(v), true
	}
	return 0, false
}

// castToTime converts to DATE, TIME, TIMESTAMP and TIMESTAMP_LTZ; the session's zone is UTC.
func castToTime(v Value, from, to *types.Type) (Value, error) {
	if s, ok := v.(Str); ok {
		return parseTemporal(string(s), to)
	}
	switch to.Kind {
	case types.Date:
		switch v := v.(type) {
		case Days:
			return v, nil
		case Moment:
			return Days(floorDiv(v.Millis, millisPerDay)), nil
		}
	case types.Time:
		switch v := v.(type) {
		case Millis:
			return Millis(roundMillis(int64(v), to.Precision)), nil
		case Moment:
			return Millis(roundMillis(floorMod(v.Millis, millisPerDay), to.Precision)), nil
		}
	default:
		switch v := v.(type) {
		case Days:
			return Moment{Millis: int64(v) * millisPerDay}, nil
		case Millis:
			return Moment{Millis: int64(v)}.round(to.Precision), nil
		case Moment:
			return v.round(to.Precision), nil
		}
	}
	return nil, &Unsupported{"CAST from " + from.PlanString() + " to " + to.PlanString()}
}

// parseTemporal reads a text as a cast does.
func parseTemporal(s string, to *types.Type) (Value, error) {
	switch to.Kind {
	case types.Date:
		if d, ok := parseDate(s); ok {
			return d, nil
		}
	case types.Time:
		if ms, ok := parseTime(s); ok {
			return Millis(roundMillis(ms.Millis, to.Precision)), nil
		}
		return nil, &Failed{"Invalid time format: '" + s + "'. Expected format: HH:mm:ss[.fff] where HH is 00-23, mm is 00-59, ss is 00-59",
			"java.time.DateTimeException"}
	default:
		m, problem := readTimestamp(s)
		if problem == "" {
			return m.round(to.Precision), nil
		}
		return nil, &Failed{"Text '" + s + "' could not be parsed" + problem, "java.time.format.DateTimeParseException"}
	}
	return nil, &Failed{"For input string: '" + s + "'.", "java.time.DateTimeException"}
}

// readTimestamp reads yyyy-M-d and, after a blank, H:m:s with a fraction, as DateTimeUtils' formatter does; problem
// ends java.time's message where it cannot.
func readTimestamp(s string) (m Moment, problem string) {
	p := 0
	digits := func(least, most int) (int64, bool) {
		from := p
		for p < len(s) && p-from < most && s[p] >= '0' && s[p] <= '9' {
			p++
		}
		if p-from < least {
			p = from
			return 0, false
		}
		n, _ := strconv.ParseInt(s[from:p], 10, 64)
		return n, true
	}
	char := func(c byte) bool {
		if p < len(s) && s[p] == c {
			p++
			return true
		}
		return false
	}
	var y, mo, d int64
	ok := false
	if y, ok = digits(4, 19); ok {
		if ok = char('-'); ok {
			if mo, ok = digits(1, 2); ok {
				if ok = char('-'); ok {
					d, ok = digits(1, 2)
				}
			}
		}
	}
	if !ok {
		return m, " at index " + itoa(p)
	}
	end := p
	var h, mi, sec, nanos int64
	if char(' ') {
		if h, ok = digits(1, 2); ok && char(':') {
			if mi, ok = digits(1, 2); ok && char(':') {
				if sec, ok = digits(1, 2); ok {
					end = p
					if char('.') {
						from := p
						if f, any := digits(0, 9); any {
							for k := p - from; k < 9; k++ {
								f *= 10
							}
							nanos, end = f, p
						}
					}
				}
			}
		}
	}
	if end < len(s) {
		return m, ", unparsed text found at index " + itoa(end)
	}
	switch {
	case mo < 1 || mo > 12:
		return m, ": Invalid value for MonthOfYear (valid values 1 - 12): " + itoa(int(mo))
	case d < 1 || d > 31:
		return m, ": Invalid value for DayOfMonth (valid values 1 - 28/31): " + itoa(int(d))
	case h > 23:
		return m, ": Invalid value for HourOfDay (valid values 0 - 23): " + itoa(int(h))
	case mi > 59:
		return m, ": Invalid value for MinuteOfHour (valid values 0 - 59): " + itoa(int(mi))
	case sec > 59:
		return m, ": Invalid value for SecondOfMinute (valid values 0 - 59): " + itoa(int(sec))
	}
	m.Millis = dayNumber(y, mo, min(d, daysIn(y, mo)))*millisPerDay + h*3600000 + mi*60000 + sec*1000 + nanos/1000000
	m.Nanos = int32(nanos % 1000000)
	return m, ""
}

// parseDate reads y, y-m or y-m-d; what follows a blank is left out.
func parseDate(s string) (Days, bool) {
	if i := strings.IndexByte(s, ' '); i > 0 {
		s = s[:i]
	}
	n := [3]int64{0, 1, 1}
	parts := strings.Split(s, "-")
	if len(parts) > 3 {
		return 0, false
	}
	for i, p := range parts {
		x, ok := digitsOf(strings.TrimSpace(p))
		if !ok {
			return 0, false
		}
		n[i] = x
	}
	return dateOf(n[0], n[1], n[2])
}

func dateOf(y, m, d int64) (Days, bool) {
	if y < 0 || y > 9999 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return 0, false
	}
	return Days(dayNumber(y, m, d)), true
}

func daysIn(y, m int64) int64 {
	switch m {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func digitsOf(s string) (int64, bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && s[0] != '+' && s[0] != '-'
}

// parseTime reads h, h:m, h:m:s or h:m:s.fraction.
func parseTime(s string) (Moment, bool) {
	frac := int64(0)
	if i := strings.IndexByte(s, '.'); i >= 0 {
		f := s[i+1:]
		if len(f) > 9 {
			f = f[:9]
		}
		x, ok := digitsOf(f + strings.Repeat("0", 9-len(f)))
		if !ok {
			return Moment{}, false
		}
		frac, s = x, s[:i]
	}
	var n [3]int64
	parts := strings.Split(s, ":")
	if len(parts) > 3 {
		return Moment{}, false
	}
	for i, p := range parts {
		x, ok := digitsOf(strings.TrimSpace(p))
		if !ok {
			return Moment{}, false
		}
		n[i] = x
	}
	if n[0] > 23 || n[1] > 59 || n[2] > 59 {
		return Moment{}, false
	}
	ms := n[0]*3600000 + n[1]*60000 + n[2]*1000 + frac/1000000
	return Moment{Millis: ms, Nanos: int32(frac % 1000000)}, true
}

// evalDateArithmetic adds intervals to temporals; months keep to the length of the month.
func evalDateArithmetic(c *Call, args []Value) (Value, error) {
	a, ok1 := millisOf(args[0])
	b, ok2 := millisOf(args[1])
	if !ok1 || !ok2 {
		return nil, &Unsupported{c.Op.Name}
	}
	if c.Op.Op == DateDiff || !c.typ.IsDatetime() {
		if c.typ.Kind == types.IntervalYearMonth {
			return Interval(monthsBetween(a, b)), nil
		}
		return Interval(a - b), nil
	}
	base, by := args[0], args[1]
	months := c.Args[1].Type().Kind == types.IntervalYearMonth
	if c.Args[0].Type().IsInterval() {
		base, by = args[1], args[0]
		months = c.Args[0].Type().Kind == types.IntervalYearMonth
	}
	n, _ := millisOf(by)
	if c.Op.Op == DateMinus || c.Op.Op == Minus {
		n = -n
	}
	switch x := base.(type) {
	case Days:
		if months {
			return Days(floorDiv(addMonths(int64(x)*millisPerDay, n), millisPerDay)), nil
		}
		return Days(int64(x) + n/millisPerDay), nil
	case Millis:
		if months {
			return x, nil
		}
		return Millis(floorMod(int64(x)+n, millisPerDay)), nil
	case Moment:
		if months {
			x.Millis = addMonths(x.Millis, n)
		} else {
			x.Millis += n
		}
		return x, nil
	}
	return nil, &Unsupported{c.Op.Name}
}

func addMonths(millis, n int64) int64 {
	day, rest := floorDiv(millis, millisPerDay), floorMod(millis, millisPerDay)
	y, m, d := civil(day)
	m += n - 1
	y += floorDiv(m, 12)
	m = floorMod(m, 12) + 1
	return dayNumber(y, m, min(d, daysIn(y, m)))*millisPerDay + rest
}

// monthsBetween counts whole months from b to a (DateTimeUtils.subtractMonths).
func monthsBetween(a, b int64) int64 {
	if a < b {
		return -monthsBetween(b, a)
	}
	d0, r0 := floorDiv(a, millisPerDay), floorMod(a, millisPerDay)
	d1, r1 := floorDiv(b, millisPerDay), floorMod(b, millisPerDay)
	y0, m0, _ := civil(d0)
	y1, m1, _ := civil(d1)
	n := (y0-y1)*12 + m0 - m1
	for n > 0 && (addMonths(d1*millisPerDay, n)/millisPerDay > d0 ||
		addMonths(d1*millisPerDay, n)/millisPerDay == d0 && r0 < r1) {
		n--
	}
	return n
}

func extractUnit(unit string) builtin {
	return func(c *Call, args []Value) (Value, error) { return extract(c, unit, args[0]) }
}

func evalExtract(c *Call, args []Value) (Value, error) {
	u, ok := args[0].(Symbol)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	return extract(c, string(u), args[1])
}

func extract(c *Call, unit string, v Value) (Value, error) {
	ms, ok := millisOf(v)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	if i, isInterval := v.(Interval); isInterval {
		return extractInterval(c, unit, int64(i))
	}
	day := floorDiv(ms, millisPerDay)
	rest := floorMod(ms, millisPerDay)
	y, m, d := civil(day)
	n := int64(0)
	switch unit {
	case "YEAR":
		n = y
	case "QUARTER":
		n = (m + 2) / 3
	case "MONTH":
		n = m
	case "DAY":
		n = d
	case "DOW":
		n = floorMod(day+4, 7) + 1
	case "ISODOW":
		n = floorMod(day+3, 7) + 1
	case "DOY":
		n = day - dayNumber(y, 1, 1) + 1
	case "WEEK":
		_, w := time.Unix(day*86400, 0).UTC().ISOWeek()
		n = int64(w)
	case "ISOYEAR":
		iy, _ := time.Unix(day*86400, 0).UTC().ISOWeek()
		n = int64(iy)
	case "DECADE":
		n = y / 10
	case "CENTURY":
		n = (y + 99) / 100
	case "MILLENNIUM":
		n = (y + 999) / 1000
	case "HOUR":
		n = rest / 3600000
	case "MINUTE":
		n = rest / 60000 % 60
	case "SECOND":
		n = rest / 1000 % 60
	case "MILLISECOND":
		n = rest % 1000
	case "EPOCH":
		n = floorDiv(ms, 1000)
	case "MICROSECOND", "NANOSECOND":
		m, ok := v.(Moment)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		if n = rest%1000*1000 + int64(m.Nanos)/1000; unit == "NANOSECOND" {
			n = rest%1000*1000000 + int64(m.Nanos)
		}
	default:
		return nil, &Unsupported{c.Op.Name}
	}
	return Int(n), nil
}

// extractInterval reads a part of an interval: below the next larger unit, above the unit itself.
func extractInterval(c *Call, unit string, n int64) (Value, error) {
	switch unit {
	case "YEAR":
		n /= 12
	case "QUARTER":
		n = n % 12 / 3
	case "MONTH":
		n %= 12
	case "DAY":
		n /= millisPerDay
	case "HOUR":
		n = n % millisPerDay / 3600000
	case "MINUTE":
		n = n % 3600000 / 60000
	case "SECOND":
		n = n % 60000 / 1000
	case "MILLISECOND":
		n %= 1000
	default:
		return nil, &Unsupported{c.Op.Name}
	}
	return Int(n), nil
}

// temporalFloor is FLOOR(t TO unit) and CEIL.
func temporalFloor(c *Call, args []Value, up bool) (Value, error) {
	ms, ok := millisOf(args[0])
	unit, ok2 := args[1].(Symbol)
	if !ok || !ok2 {
		return nil, &Unsupported{c.Op.Name}
	}
	low, high, ok := unitBounds(ms, string(unit))
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	exact := low == ms
	if m, isMoment := args[0].(Moment); isMoment && m.Nanos != 0 {
		exact = false
	}
	r := low
	if up && !exact {
		r = high
	}
	switch args[0].(type) {
	case Days:
		return Days(floorDiv(r, millisPerDay)), nil
	case Millis:
		return Millis(r), nil
	}
	return Moment{Millis: r}, nil
}

// unitBounds gives the begin of the unit that ms lies in, and of the next.
func unitBounds(ms int64, unit string) (low, high int64, ok bool) {
	day := floorDiv(ms, millisPerDay)
	y, m, _ := civil(day)
	months := int64(0)
	switch unit {
	case "MILLISECOND", "SECOND", "MINUTE", "HOUR", "DAY":
		size := UnitSize(unit)
		low = floorDiv(ms, size) * size
		return low, low + size, true
	case "WEEK":
		low = (day - floorMod(day+4, 7)) * millisPerDay
		return low, low + 7*millisPerDay, true
	case "MONTH":
		months = 1
	case "QUARTER":
		m, months = (m-1)/3*3+1, 3
	case "YEAR":
		m, months = 1, 12
	case "DECADE":
		y, m, months = y/10*10, 1, 120
	default:
		return 0, 0, false
	}
	low = dayNumber(y, m, 1) * millisPerDay
	return low, addMonths(low, months), true
}

func evalToDate(c *Call, args []Value) (Value, error) {
	s := str(args[0])
	if len(args) > 1 {
		m, ok, err := parseFormat(c, s, str(args[1]))
		if err != nil || !ok {
			return nil, err
		}
		return Days(floorDiv(m.Millis, millisPerDay)), nil
	}
	if d, ok := parseDate(s); ok {
		return d, nil
	}
	return nil, nil
}

func evalToTimestamp(c *Call, args []Value) (Value, error) {
	if len(args) > 1 {
		m, ok, err := parseFormat(c, str(args[0]), str(args[1]))
		if err != nil || !ok {
			return nil, err
		}
		return m.round(3), nil
	}
	if m, problem := readTimestamp(str(args[0])); problem == "" {
		return m.round(3), nil
	}
	return nil, nil
}

func evalFromUnixtime(c *Call, args []Value) (Value, error) {
	n, err := intOf(args[0])
	if err != nil {
		return nil, err
	}
	format := "yyyy-MM-dd HH:mm:ss"
	if len(args) > 1 {
		format = str(args[1])
	}
	return formatMoment(c, Moment{Millis: n * 1000}, format)
}

func evalDateFormat(c *Call, args []Value) (Value, error) {
	var m Moment
	switch x := args[0].(type) {
	case Moment:
		m = x
	case Str:
		p, problem := readTimestamp(string(x))
		if problem != "" {
			return nil, nil
		}
		m = p
	default:
		return nil, &Unsupported{c.Op.Name}
	}
	return formatMoment(c, m, str(args[1]))
}

func evalConvertTZ(c *Call, args []Value) (Value, error) {
	from, err1 := time.LoadLocation(str(args[1]))
	to, err2 := time.LoadLocation(str(args[2]))
	if err1 != nil || err2 != nil {
		return nil, &Unsupported{c.Op.Name}
	}
	t, err := time.ParseInLocation("2006-01-02 15:04:05", str(args[0]), from)
	if err != nil {
		return nil, nil
	}
	return Str(t.In(to).Format("2006-01-02 15:04:05")), nil
}

// formatRuns splits a Java date format into runs of one letter and literal text.
func formatRuns(f string) []string {
	var out []string
	for i := 0; i < len(f); {
		j := i + 1
		if f[i] == '\'' {
			for j < len(f) && f[j] != '\'' {
				j++
			}
			out = append(out, "'"+f[i+1:min(j, len(f))])
			i = j + 1
			continue
		}
		for j < len(f) && f[j] == f[i] {
			j++
		}
		out = append(out, f[i:j])
		i = j
	}
	return out
}

func formatMoment(c *Call, m Moment, format string) (Value, error) {
	y, mo, d := civil(floorDiv(m.Millis, millisPerDay))
	rest := floorMod(m.Millis, millisPerDay)
	var b []byte
	for _, run := range formatRuns(format) {
		n := len(run)
		switch run[0] {
		case '\'':
			if run = run[1:]; run == "" {
				run = "'"
			}
			b = append(b, run...)
		case 'y', 'u':
			if n == 2 {
				b = appendPadded(b, y%100, 2)
			} else {
				b = appendPadded(b, y, n)
			}
		case 'M':
			switch name := time.Month(mo).String(); n {
			case 3:
				b = append(b, name[:3]...)
			case 4:
				b = append(b, name...)
			default:
				b = appendPadded(b, mo, n)
			}
		case 'E':
			name := time.Weekday(floorMod(floorDiv(m.Millis, millisPerDay)+4, 7)).String()
			if n < 4 {
				name = name[:3]
			}
			b = append(b, name...)
		case 'D':
			b = appendPadded(b, floorDiv(m.Millis, millisPerDay)-dayNumber(y, 1, 1)+1, n)
		case 'a':
			if rest < millisPerDay/2 {
				b = append(b, "AM"...)
			} else {
				b = append(b, "PM"...)
			}
		case 'd':
			b = appendPadded(b, d, n)
		case 'H':
			b = appendPadded(b, rest/3600000, n)
		case 'h':
			b = appendPadded(b, (rest/3600000+11)%12+1, n)
		case 'm':
			b = appendPadded(b, rest/60000%60, n)
		case 's':
			b = appendPadded(b, rest/1000%60, n)
		case 'S':
			frac := appendPadded(nil, rest%1000*1000000+int64(m.Nanos), 9)
			b = append(b, frac[:min(n, 9)]...)
		default:
			if run[0] >= 'a' && run[0] <= 'z' || run[0] >= 'A' && run[0] <= 'Z' {
				return nil, &Unsupported{c.Op.Name}
			}
			b = append(b, run...)
		}
	}
	return Str(b), nil
}

// parseFormat reads a time by a Java date format of fixed widths; ok is false where Flink gives NULL.
func parseFormat(c *Call, s, format string) (m Moment, ok bool, err error) {
	n := map[byte]int64{'y': 1970, 'M': 1, 'd': 1}
	nanos := int64(0)
	for _, run := range formatRuns(format) {
		k := run[0]
		switch k {
		case 'y', 'M', 'd', 'H', 'm', 's', 'S':
			if len(run) == 1 || k == 'M' && len(run) > 2 || k == 'y' && len(run) != 4 {
				return m, false, &Unsupported{c.Op.Name}
			}
			if len(s) < len(run) {
				return m, false, nil
			}
			x, isNumber := digitsOf(s[:len(run)])
			if !isNumber {
				return m, false, nil
			}
			if k == 'S' {
				for i := len(run); i < 9; i++ {
					x *= 10
				}
				nanos = x
			} else {
				n[k] = x
			}
			s = s[len(run):]
		default:
			if k == '\'' {
				run = run[1:]
			} else if k >= 'a' && k <= 'z' || k >= 'A' && k <= 'Z' {
				return m, false, &Unsupported{c.Op.Name}
			}
			if !strings.HasPrefix(s, run) {
				return m, false, nil
			}
			s = s[len(run):]
		}
	}
	d, valid := dateOf(n['y'], n['M'], n['d'])
	if !valid || s != "" || n['H'] > 23 || n['m'] > 59 || n['s'] > 59 {
		return m, false, nil
	}
	m.Millis = int64(d)*millisPerDay + n['H']*3600000 + n['m']*60000 + n['s']*1000 + nanos/1000000
	m.Nanos = int32(nanos % 1000000)
	return m, true, nil
}
