package planner

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
)

var updateMisses = flag.Bool("update-misses", false, "rewrite testdata/known_misses.txt from what is missed now")

const missesFile = "testdata/known_misses.txt"

// levels of agreement with Flink, as devtools/fidelity/score.py computes them.
var levels = []string{"verdict", "error", "modes", "physical", "full"}

type goldenScript struct {
	ID         string            `json:"id"`
	SQL        string            `json:"sql"`
	Statements []goldenStatement `json:"statements"`
}

type goldenStatement struct {
	Index   int     `json:"index"`
	OK      bool    `json:"ok"`
	Explain string  `json:"explain"`
	Keys    string  `json:"keys"`
	Error   []Error `json:"error"`
}

// TestCorpus holds every script of the corpus against Flink's recorded answer.
// What is missed must be listed, and what is listed must be missed: so the list
// can only shrink.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	missed := map[string]string{}
	have, all := map[string]int{}, map[string]int{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var g goldenScript
		if err := json.Unmarshal(b, &g); err != nil {
			t.Fatal(err)
		}
		res := Explain(context.Background(), g.SQL, Options{})
		for _, s := range g.Statements {
			for level, m := range score(s, answerAt(res, s.Index)) {
				all[level]++
				if m == "" {
					have[level]++
					continue
				}
				missed[fmt.Sprintf("%s#%d %s", g.ID, s.Index, level)] = m
			}
		}
	}
	for _, l := range levels {
		t.Logf("%-8s %5.1f %% (%d of %d)", l, 100*float64(have[l])/float64(all[l]), have[l], all[l])
	}
	if *updateMisses {
		writeMisses(t, missed)
	}
	checkMisses(t, missed)
}

func answerAt(res Result, index int) *Statement {
	for i := range res.Statements {
		if res.Statements[i].Index == index {
			return &res.Statements[i]
		}
	}
	return nil
}

// score says for each level that applies what is missed, "" for nothing.
func score(want goldenStatement, got *Statement) map[string]string {
	out := map[string]string{}
	ok := got != nil && (got.Verdict == Planned || got.Verdict == Done)
	same := got != nil && ok == want.OK
	mark := func(level string, good bool, flink, here string) {
		out[level] = ""
		if !good || !same {
			out[level] = "Flink:\n" + flink + "\nhere:\n" + here
		}
	}
	var errs []Error
	var explain, keys string
	if got != nil {
		errs, explain, keys = got.Errors, got.Explain, got.Keys
		if got.Unmodelled != nil {
			errs = append(errs, Error{Message: "not modelled: " + got.Unmodelled.Construct})
		}
	}
	here := rootMessage(errs)
	if ok {
		here = "accepted"
	}
	mark("verdict", true, "ok "+fmt.Sprint(want.OK)+" "+rootMessage(want.Error), here)
	if !want.OK {
		mark("error", rootMessage(errs) == rootMessage(want.Error), rootMessage(want.Error), here)
		return out
	}
	if want.Explain == "" {
		return out
	}
	mark("modes", slices.Equal(modesOf(keys), modesOf(want.Keys)), want.Keys, orHere(keys, here))
	p := "Optimized Physical Plan"
	mark("physical", section(explain, p) == section(want.Explain, p), section(want.Explain, p), orHere(section(explain, p), here))
	mark("full", trimEnd(explain) == trimEnd(want.Explain), want.Explain, orHere(explain, here))
	return out
}

func orHere(text, here string) string {
	if text == "" {
		return here
	}
	return text
}

func trimEnd(s string) string { return strings.TrimRight(s, " \t\r\n") }

var nodeNumber = regexp.MustCompile(`(rel|RelSubset)#\d+`)

// rootMessage is the innermost message; of a parse error, its first line.
func rootMessage(chain []Error) string {
	if len(chain) == 0 {
		return ""
	}
	m := chain[len(chain)-1].Message
	if strings.HasPrefix(m, "Encountered ") || strings.Contains(m, "Was expecting") {
		m, _, _ = strings.Cut(m, "\n")
	}
	return nodeNumber.ReplaceAllString(strings.Join(strings.Fields(m), " "), "$1#N")
}

func section(text, name string) string {
	_, rest, ok := strings.Cut(text, "== "+name+" ==\n")
	if !ok {
		return ""
	}
	body, _, _ := strings.Cut(rest, "\n== ")
	return trimEnd(body)
}

var (
	nodeLine   = regexp.MustCompile(`^([ :|+\-]*)([A-Za-z]\w*)\(`)
	modeAttr   = regexp.MustCompile(`changelogMode=\[([^\]]*)\]`)
	keysAttr   = regexp.MustCompile(`upsertKeys=\[((?:\[[^\]]*\](?:, )?)*)\]`)
	keyAttr    = regexp.MustCompile(`\[([^\]]*)\]`)
	sinkChoice = regexp.MustCompile(`(?:upsertMaterialize|conflictStrategy)=\[[^\]]*\]`)
)

// modesOf is a plan reduced to names, changelog modes, upsert keys and what the
// sink does about conflicts.
func modesOf(keys string) []string {
	var out []string
	for line := range strings.Lines(keys) {
		line = strings.TrimRight(line, "\n")
		m := nodeLine.FindStringSubmatch(line)
		if m == nil {
			if strings.TrimSpace(line) != "" {
				out = append(out, strings.TrimSpace(line))
			}
			continue
		}
		row := []string{fmt.Sprint(len(m[1])), m[2], strings.Join(modeAttr.FindStringSubmatch(line), " ")}
		if uk := keysAttr.FindStringSubmatch(line); uk != nil {
			set := keyAttr.FindAllString(uk[1], -1)
			sort.Strings(set)
			row = append(row, set...)
		}
		out = append(out, strings.Join(append(row, sinkChoice.FindAllString(line, -1)...), "|"))
	}
	return out
}

func writeMisses(t *testing.T, missed map[string]string) {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, "# What rowkind answers otherwise than Flink: script, statement, level. This list may only shrink;")
	fmt.Fprintln(&b, "# go test ./planner -run Corpus -update-misses writes it.")
	for _, k := range sorted(missed) {
		fmt.Fprintln(&b, k)
	}
	if err := os.WriteFile(missesFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func checkMisses(t *testing.T, missed map[string]string) {
	t.Helper()
	f, err := os.Open(missesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	known := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := strings.TrimSpace(lines.Text()); line != "" && line[0] != '#' {
			known[line] = true
		}
	}
	shown := 0
	for _, k := range sorted(missed) {
		if known[k] {
			continue
		}
		if shown++; shown > 10 {
			t.Errorf("missed, and not on the list: %s", k)
			continue
		}
		t.Errorf("missed, and not on the list: %s\n%s", k, missed[k])
	}
	for _, k := range sorted(known) {
		if _, still := missed[k]; !still {
			t.Errorf("on the list, and right now: strike it from %s: %s", missesFile, k)
		}
	}
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
