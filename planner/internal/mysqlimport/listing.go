package mysqlimport

import (
	"regexp"
	"strings"
)

// listing is the imported text, made readable for the parser without moving what it keeps.
type listing struct {
	text    string
	spatial map[string]string // columns of spatial types, which the parser does not know: name → type
	blanked []string          // what was blanked out
}

var (
	// The frames in which the mysql client prints the result of SHOW CREATE TABLE.
	verticalRow   = regexp.MustCompile(`(?mi)^[ \t]*\*+ \d+\. row \*+[ \t]*$`)
	verticalTable = regexp.MustCompile(`(?mi)^[ \t]*(Table|View): [^\n]*$`)
	verticalLabel = regexp.MustCompile(`(?mi)^[ \t]*Create (Table|View): `)
	frameLine     = regexp.MustCompile(`(?m)^[ \t]*\+[-+]+\+[ \t]*$`)
	frameHead     = regexp.MustCompile(`(?mi)^[ \t]*\| *Table *\| *Create Table *\|[ \t]*$`)
	frameStart    = regexp.MustCompile(`(?mi)^[ \t]*\|[^|\n]*\| CREATE `)
	batchStart    = regexp.MustCompile("(?mi)^[^\t\n`']+\tCREATE ")
	batchHead     = regexp.MustCompile(`(?mi)^Table\tCreate Table$`)
	rowsLine      = regexp.MustCompile(`(?mi)^\d+ rows? in set[^\n]*$`)
	prompt        = regexp.MustCompile(`(?mi)^[ \t]*(mysql|MySQL \[[^\]\n]*\]|MariaDB \[[^\]\n]*\]|tidb)> [^\n]*$`)

	// What MySQL prints that the parser does not read.
	versioned = regexp.MustCompile(`(?i)/\*!\d+ (SRID \d+|INVISIBLE|VISIBLE) \*/`)
	spatialOf = regexp.MustCompile("(?mi)^([ \t]*`((?:[^`]|``)+)`[ \t]+)(geometry|point|linestring|polygon|multipoint|multilinestring|" +
		"multipolygon|geometrycollection|geomcollection)\\b")
	spatialKey = regexp.MustCompile("(?mi)^[ \t]*SPATIAL (?:KEY|INDEX) [^\n]*?(,?)[ \t]*$")
)

// prepare removes the client's frames and what the parser stumbles over. Blanks replace what is removed, so that positions
// stay.
func prepare(sql string) listing {
	l := listing{text: sql, spatial: map[string]string{}}
	framed := frameHead.MatchString(sql)
	for _, re := range []*regexp.Regexp{verticalRow, verticalTable, frameLine, frameHead, batchHead, rowsLine, prompt} {
		l.text = re.ReplaceAllStringFunc(l.text, blank)
	}
	l.text = verticalLabel.ReplaceAllStringFunc(l.text, separator)
	l.text = frameStart.ReplaceAllStringFunc(l.text, keepCreate)
	l.text = batchStart.ReplaceAllStringFunc(l.text, keepCreate)
	if framed {
		l.text = unframe(l.text)
	}
	if !strings.Contains(l.text, "\n") && strings.Contains(l.text, `\n`) {
		l.text = strings.ReplaceAll(l.text, `\n`, " \n")
	}
	l.text = versioned.ReplaceAllStringFunc(l.text, func(s string) string {
		l.blanked = append(l.blanked, strings.TrimSuffix(s[strings.IndexByte(s, ' ')+1:], " */"))
		return blank(s)
	})
	l.text = spatialOf.ReplaceAllStringFunc(l.text, func(s string) string {
		m := spatialOf.FindStringSubmatch(s)
		l.spatial[strings.ReplaceAll(m[2], "``", "`")] = strings.ToUpper(m[3])
		// A type of the parser's that is no longer than the shortest spatial one.
		return m[1] + "json" + strings.Repeat(" ", len(m[3])-len("json"))
	})
	l.text = dropSpatialKeys(l.text, &l)
	return l
}

// blank replaces all but line breaks by blanks.
func blank(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
	return string(b)
}

// separator is blank with a semicolon, which ends what stands before.
func separator(s string) string { return ";" + blank(s[1:]) }

// keepCreate blanks all before the word CREATE.
func keepCreate(s string) string {
	n := len(s) - len("CREATE ")
	return separator(s[:n]) + s[n:]
}

// unframe removes the bar behind each framed statement.
func unframe(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if trimmed := strings.TrimRight(line, " \t\r"); strings.HasSuffix(trimmed, " |") {
			n := len(trimmed) - 1
			lines[i] = line[:n] + " " + line[n+1:]
		}
	}
	return strings.Join(lines, "\n")
}

// dropSpatialKeys blanks SPATIAL KEY lines, and the comma before one that ends the list.
func dropSpatialKeys(s string, l *listing) string {
	b := []byte(s)
	for _, m := range spatialKey.FindAllStringIndex(s, -1) {
		line := strings.TrimSpace(s[m[0]:m[1]])
		l.blanked = append(l.blanked, strings.TrimSuffix(line, ","))
		copy(b[m[0]:], blank(s[m[0]:m[1]]))
		if strings.HasSuffix(line, ",") {
			continue
		}
		if i := len(strings.TrimRight(string(b[:m[0]]), " \t\r\n")) - 1; i >= 0 && b[i] == ',' {
			b[i] = ' '
		}
	}
	return string(b)
}
