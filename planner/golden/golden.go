// Package golden answers scripts from recorded answers of Flink's, so that pages
// can be built and tested whatever the planner of the day makes of them.
package golden

import (
	"context"
	"encoding/json"
	"io/fs"
	"strings"

	"rowkind/planner"
	"rowkind/planner/plantext"
)

// Answers holds recorded answers by script.
type Answers map[string]planner.Result

type record struct {
	SQL        string `json:"sql"`
	Statements []struct {
		Index   int             `json:"index"`
		SQL     string          `json:"sql"`
		Kind    string          `json:"kind"`
		OK      bool            `json:"ok"`
		Explain string          `json:"explain"`
		Keys    string          `json:"keys"`
		Advice  string          `json:"advice"`
		Error   []planner.Error `json:"error"`
	} `json:"statements"`
}

// Load reads every golden below the root of fsys.
func Load(fsys fs.FS) (Answers, error) {
	out := Answers{}
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".json") {
			return err
		}
		b, err := fs.ReadFile(fsys, path)
		if err != nil {
			return err
		}
		var r record
		if err := json.Unmarshal(b, &r); err != nil {
			return err
		}
		out[strings.TrimSpace(r.SQL)] = r.result()
		return nil
	})
	return out, err
}

func (r record) result() planner.Result {
	res := planner.Result{FlinkVersion: planner.FlinkVersion, PlannedBy: "recorded"}
	at := 0
	for _, s := range r.Statements {
		st := planner.Statement{Index: s.Index, SQL: s.SQL, Kind: s.Kind}
		if i := strings.Index(r.SQL[at:], s.SQL); i >= 0 {
			at += i
			st.Span = planner.Span{Start: at, End: at + len(s.SQL)}
			at += len(s.SQL)
		}
		st.Explain, st.Keys, st.Advice, st.Errors = s.Explain, s.Keys, s.Advice, s.Error
		switch {
		case !s.OK:
			st.Verdict = planner.Rejected
		case s.Keys == "":
			st.Verdict = planner.Done
		default:
			st.Verdict = planner.Planned
			st.Plan = plantext.Parse(s.Keys)
		}
		st.Summary = planner.Summarize(&st.Answer)
		res.Statements = append(res.Statements, st)
	}
	return res
}

// Explain has the signature of planner.Explain; what is not recorded is not modelled.
func (a Answers) Explain(_ context.Context, script string, _ planner.Options) planner.Result {
	if res, ok := a[strings.TrimSpace(script)]; ok {
		return res
	}
	span := planner.Span{End: len(script)}
	return planner.Result{
		FlinkVersion: planner.FlinkVersion, PlannedBy: "recorded",
		Statements: []planner.Statement{{
			Span: span, SQL: script, Kind: "Other",
			Answer: planner.Answer{
				Verdict:    planner.NotModelled,
				Unmodelled: &planner.Unmodelled{Construct: "a script without a recorded answer", Span: &span},
			},
		}},
	}
}
