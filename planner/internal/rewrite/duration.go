package rewrite

import (
	"strconv"
	"strings"
)

// isoDuration spells milliseconds as Java's Duration does: PT1M30S.
func isoDuration(ms int64) string {
	if ms == 0 {
		return "PT0S"
	}
	var b strings.Builder
	b.WriteString("PT")
	if h := ms / 3_600_000; h > 0 {
		b.WriteString(strconv.FormatInt(h, 10) + "H")
	}
	if m := ms / 60_000 % 60; m > 0 {
		b.WriteString(strconv.FormatInt(m, 10) + "M")
	}
	if rest := ms % 60_000; rest > 0 {
		b.WriteString(strconv.FormatFloat(float64(rest)/1000, 'f', -1, 64) + "S")
	}
	return b.String()
}
