package connector

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// numberFormat is Java's NumberFormatException.
const numberFormat = "java.lang.NumberFormatException"

func number(v string, bits int) *diag.Rejection {
	if _, err := strconv.ParseInt(v, 10, bits); err != nil || strings.Contains(v, "_") {
		return diag.Newf(numberFormat, source.Span{}, "For input string: \"%s\"", v)
	}
	return nil
}

func decimal(v string) *diag.Rejection {
	t := strings.TrimSpace(v)
	if t == "" {
		return diag.New(numberFormat, "empty String", source.Span{})
	}
	if _, err := strconv.ParseFloat(strings.TrimRight(t, "dDfF"), 64); err != nil {
		return diag.Newf(numberFormat, source.Span{}, "For input string: \"%s\"", t)
	}
	return nil
}

// timeUnits are the labels of TimeUtils, and how many nanoseconds each has.
var timeUnits = []struct {
	labels string
	nanos  int64
}{
	{"d day days", 86400e9}, {"h hour hours", 3600e9}, {"min m minute minutes", 60e9}, {"s sec secs second seconds", 1e9},
	{"ms milli millis millisecond milliseconds", 1e6}, {"µs micro micros microsecond microseconds", 1e3},
	{"ns nano nanos nanosecond nanoseconds", 1},
}

const allTimeUnits = "DAYS: (d | day | days), HOURS: (h | hour | hours), MINUTES: (min | m | minute | minutes), " +
	"SECONDS: (s | sec | secs | second | seconds), MILLISECONDS: (ms | milli | millis | millisecond | milliseconds), " +
	"MICROSECONDS: (µs | micro | micros | microsecond | microseconds), NANOSECONDS: (ns | nano | nanos | nanosecond | nanoseconds)"

// ParseDuration reads a duration as TimeUtils.parseDuration does; the result is in milliseconds.
func ParseDuration(v string) (int64, *diag.Rejection) {
	t := strings.TrimSpace(v)
	none := source.Span{}
	if t == "" {
		return 0, diag.New(diag.IllegalArgument, "argument is an empty- or whitespace-only string", none)
	}
	i := 0
	for i < len(t) && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	if i == 0 {
		if ms, ok := isoDuration(t); ok {
			return ms, nil
		}
		return 0, diag.New(numberFormat, "text does not start with a number, and is not a valid ISO-8601 duration format: "+t, none)
	}
	n, _ := new(big.Int).SetString(t[:i], 10)
	unit := strings.ToLower(strings.TrimSpace(t[i:]))
	nanos := int64(1e6)
	if unit != "" {
		nanos = 0
		for _, u := range timeUnits {
			for _, l := range strings.Fields(u.labels) {
				if l == unit {
					nanos = u.nanos
				}
			}
		}
		if nanos == 0 {
			return 0, diag.New(diag.IllegalArgument, "Time interval unit label '"+unit+
				"' does not match any of the recognized units: "+allTimeUnits, none)
		}
	}
	n.Mul(n, big.NewInt(nanos))
	seconds := new(big.Int).Div(n, big.NewInt(1e9))
	n.Div(n, big.NewInt(1e6))
	if seconds.IsInt64() && !n.IsInt64() {
		return math.MaxInt64, nil
	}
	if !seconds.IsInt64() {
		cause := "long overflow"
		if count, _ := new(big.Int).SetString(t[:i], 10); !count.IsInt64() {
			cause = "BigInteger out of long range"
		}
		return 0, diag.New("java.lang.ArithmeticException", cause, none).Wrap(diag.IllegalArgument, "The value '"+t[:i]+"' cannot be represented as Duration (numeric overflow).")
	}
	return n.Int64(), nil
}

// isoDuration reads P1DT2H3M4.5S.
func isoDuration(t string) (ms int64, ok bool) {
	t = strings.ToUpper(t)
	sign := int64(1)
	if strings.HasPrefix(t, "-") {
		sign, t = -1, t[1:]
	}
	if !strings.HasPrefix(t, "P") || len(t) < 3 {
		return 0, false
	}
	t = t[1:]
	clock := false
	for t != "" {
		if t[0] == 'T' && !clock {
			clock, t = true, t[1:]
			continue
		}
		i := 0
		for i < len(t) && (t[i] >= '0' && t[i] <= '9' || t[i] == '.' || t[i] == '-' || t[i] == '+') {
			i++
		}
		if i == 0 || i == len(t) {
			return 0, false
		}
		f, err := strconv.ParseFloat(t[:i], 64)
		if err != nil {
			return 0, false
		}
		switch u := t[i]; {
		case u == 'D' && !clock:
			ms += int64(f * 86400e3)
		case u == 'H' && clock:
			ms += int64(f * 3600e3)
		case u == 'M' && clock:
			ms += int64(f * 60e3)
		case u == 'S' && clock:
			ms += int64(f * 1e3)
		default:
			return 0, false
		}
		t = t[i+1:]
	}
	return sign * ms, true
}

const allMemoryUnits = "(b | bytes) / (k | kb | kibibytes) / (m | mb | mebibytes) / (g | gb | gibibytes) / (t | tb | tebibytes)"

func memory(v string) *diag.Rejection {
	t := strings.TrimSpace(v)
	none := source.Span{}
	if t == "" {
		return diag.New(diag.IllegalArgument, "argument is an empty- or whitespace-only string", none)
	}
	i := 0
	for i < len(t) && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	if i == 0 {
		return diag.New(numberFormat, "text does not start with a number", none)
	}
	unit := strings.ToLower(strings.TrimSpace(t[i:]))
	switch unit {
	case "", "b", "bytes", "k", "kb", "kibibytes", "m", "mb", "mebibytes", "g", "gb", "gibibytes", "t", "tb", "tebibytes":
		return nil
	}
	return diag.New(diag.IllegalArgument, "Memory size unit '"+unit+"' does not match any of the recognized units: "+allMemoryUnits, none)
}

func atoi(s string) int { n, _ := strconv.Atoi(s); return n }

func millis(s string) int64 { n, _ := ParseDuration(s); return n }

// SplitList reads a list option: items parted by semicolons, or a list of YAML in brackets
// (ConfigurationUtils.convertToList).
func SplitList(s string) []string {
	if s == "" {
		return nil
	}
	items := strings.Split(s, ";")
	if inner, ok := bracketed(strings.TrimSpace(s)); ok {
		items = splitOutside(inner, ',')
	}
	var out []string
	for _, p := range items {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// bracketed gives what stands between [ and ].
func bracketed(s string) (inner string, ok bool) {
	if inner, ok = strings.CutPrefix(s, "["); !ok {
		return "", false
	}
	return strings.CutSuffix(inner, "]")
}

// splitJava is String.split: empty parts at the end are dropped.
func splitJava(s, sep string) []string {
	out := strings.Split(s, sep)
	for len(out) > 1 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

func long(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n }

// sorted sorts and drops repetitions.
func sorted(keys []string) []string {
	sort.Strings(keys)
	return slices.Compact(keys)
}
