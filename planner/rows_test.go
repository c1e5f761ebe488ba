package planner

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"
)

type goldenRows struct {
	ID        string           `json:"id"`
	SQL       string           `json:"sql"`
	Rows      json.RawMessage  `json:"rows"`
	Operators []goldenOperator `json:"operators"`
	Sinks     []goldenOperator `json:"sinks"`
	Collected *goldenRows      `json:"collected"`
}

type goldenOperator struct {
	Node  string            `json:"node"`
	Table string            `json:"table"`
	Rows  []json.RawMessage `json:"rows"`
	At    []float64         `json:"at"`

	Records [][]*string `json:"records"`
}

// TestRowsCorpus sends the corpus' rows through the plans and compares what leaves each node with what left it in Flink. Rows
// of one moment are compared as a set: Flink's own order of keys is not determined.
func TestRowsCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/rows/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no rows", err)
	}
	missed := knownRowMisses(t)
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var g goldenRows
		if err := json.Unmarshal(b, &g); err != nil {
			t.Fatal(f, err)
		}
		got, err := Rows(context.Background(), g.SQL, g.Rows, Options{Limits: Limits{Time: time.Minute}})
		why := ""
		switch {
		case err != nil:
			why = err.Error()
		case got.Unmodelled != nil:
			why = "not modelled: " + got.Unmodelled.Construct
		default:
			why = compareRows(&g, &got.RowsRun)
			if why == "" && g.Collected != nil && got.Collected != nil {
				why = compareRows(g.Collected, got.Collected)
			}
		}
		name := strings.TrimSuffix(filepath.Base(f), ".json")
		switch {
		case why != "" && !missed[name]:
			t.Errorf("%s: %s", name, why)
		case why == "" && missed[name]:
			t.Errorf("%s is right now: strike it from testdata/known_row_misses.txt", name)
		}
	}
}

func knownRowMisses(t *testing.T) map[string]bool {
	b, err := os.ReadFile("testdata/known_row_misses.txt")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, l := range strings.Fields(string(b)) {
		out[l] = true
	}
	return out
}

func compareRows(g *goldenRows, got *RowsRun) string {
	if len(g.Operators) != len(got.Operators) {
		return "other operators"
	}
	want := map[string][]string{}
	have := map[string][]string{}
	for _, o := range g.Operators {
		want[o.Node] = append(want[o.Node], moments(o.Rows, o.At))
	}
	for _, o := range got.Operators {
		have[o.Node] = append(have[o.Node], moments(o.Rows, o.At))
	}
	for _, o := range g.Operators {
		if w, h := strings.Join(want[o.Node], "|"), strings.Join(have[o.Node], "|"); w != h {
			return o.Node + "\nFlink: " + w + "\nhere:  " + h
		}
	}
	for i, s := range g.Sinks {
		if i >= len(got.Sinks) {
			return "no sink " + s.Table
		}
		if w, h := moments(s.Rows, s.At), moments(got.Sinks[i].Rows, got.Sinks[i].At); w != h {
			return "sink " + s.Table + "\nFlink: " + w + "\nhere:  " + h
		}
		if w, h := recordSet(s.Records), recordsOf(got.Sinks[i].Records); !slices.Equal(w, h) {
			return fmt.Sprintf("records of %s\nFlink: %s\nhere:  %s", s.Table, w, h)
		}
	}
	return ""
}

// recordSet writes records in an order of their own: those of one moment are a set.
func recordSet(records [][]*string) []string {
	var out []string
	for _, r := range records {
		b, _ := json.Marshal(r) // text is always encoded
		out = append(out, string(b))
	}
	sort.Strings(out)
	return out
}

func recordsOf(raw []json.RawMessage) []string {
	var records [][]*string
	for _, r := range raw {
		var pair []*string
		if json.Unmarshal(r, &pair) != nil {
			return nil
		}
		records = append(records, pair)
	}
	return recordSet(records)
}

// moments writes rows by moment, those of one moment sorted.
func moments(rows []json.RawMessage, at []float64) string {
	var out []string
	for i := 0; i < len(rows); {
		j := i
		var same []string
		for ; j < len(rows) && at[j] == at[i]; j++ {
			var b bytes.Buffer
			if err := json.Compact(&b, rows[j]); err != nil {
				return err.Error()
			}
			same = append(same, b.String())
		}
		sort.Strings(same)
		m, _ := json.Marshal(at[i])
		out = append(out, string(m)+":"+strings.Join(same, " "))
		i = j
	}
	return strings.Join(out, "; ")
}
