package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"rowkind/planner"
)

// The shapes of this file are the oracle's, so that one tool can hold the two
// answers against each other.

type question struct {
	ID  json.RawMessage `json:"id"`
	SQL string          `json:"sql"`
}

type answerLine struct {
	ID         json.RawMessage   `json:"id"`
	SQL        string            `json:"sql"`
	Statements []statementAnswer `json:"statements"`
	Problem    *planner.Problem  `json:"problem,omitempty"`
}

type statementAnswer struct {
	Index   int             `json:"index"`
	Offset  int             `json:"offset"`
	SQL     string          `json:"sql"`
	Kind    string          `json:"kind,omitempty"`
	OK      bool            `json:"ok"`
	Explain string          `json:"explain,omitempty"`
	Keys    string          `json:"keys,omitempty"`
	AST     string          `json:"ast,omitempty"`
	Error   []errorAnswer   `json:"error,omitempty"`
	Assumed *assumedAnswer  `json:"assumed,omitempty"`
	Verdict planner.Verdict `json:"verdict"`
	// Documented is planner.Answer's.
	Documented []string `json:"documented,omitempty"`
}

type errorAnswer struct {
	Class   string `json:"class"`
	Message string `json:"message"`
}

type assumedAnswer struct {
	Edits   []planner.Edit `json:"edits"`
	Explain string         `json:"explain,omitempty"`
	Keys    string         `json:"keys,omitempty"`
	Error   []errorAnswer  `json:"error,omitempty"`
}

// explainLines answers line by line, as many at a time as there are
// processors, in the order asked.
func explainLines(in io.Reader, out io.Writer) error {
	type job struct {
		line []byte
		done chan []byte
		err  error
	}
	jobs := make(chan *job, 64)
	order := make(chan *job, 64)
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for j := range jobs {
				var b []byte
				b, j.err = answerTo(j.line)
				j.done <- b
			}
		}()
	}
	go func() {
		defer close(order)
		defer close(jobs)
		r := bufio.NewReaderSize(in, 1<<16)
		for {
			line, err := r.ReadBytes('\n')
			if line = bytes.TrimSpace(line); len(line) > 0 {
				j := &job{line: line, done: make(chan []byte, 1)}
				jobs <- j
				order <- j
			}
			if err != nil {
				return
			}
		}
	}()
	w := bufio.NewWriterSize(out, 1<<16)
	n := 0
	for j := range order {
		n++
		b := <-j.done
		if j.err != nil {
			return fmt.Errorf("explain: line %d: %w", n, j.err)
		}
		w.Write(b)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func answerTo(line []byte) ([]byte, error) {
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return nil, err
	}
	res := planner.Explain(context.Background(), q.SQL, planner.Options{Limits: ownLimits})
	a := answerLine{ID: q.ID, SQL: q.SQL, Statements: []statementAnswer{}, Problem: res.Problem}
	for _, s := range res.Statements {
		a.Statements = append(a.Statements, oracleShape(s))
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(a)
	return buf.Bytes(), err
}

func oracleShape(s planner.Statement) statementAnswer {
	a := statementAnswer{
		Index: s.Index, Offset: s.Span.Start, SQL: s.SQL, Kind: s.Kind, Verdict: s.Verdict,
		OK:      s.Verdict == planner.Planned || s.Verdict == planner.Done,
		Explain: s.Explain, Keys: s.Keys, Documented: s.Documented,
	}
	if s.Explain == "" {
		a.AST = s.AST
	}
	for _, e := range s.Errors {
		a.Error = append(a.Error, errorAnswer{e.Class, e.Message})
	}
	if s.Unmodelled != nil {
		a.Error = append(a.Error, errorAnswer{"rowkind.NotModelled", "not modelled: " + s.Unmodelled.Construct})
	}
	if s.Assumed != nil {
		a.Assumed = &assumedAnswer{Edits: s.Assumed.Edits, Explain: s.Assumed.Explain, Keys: s.Assumed.Keys}
		for _, e := range s.Assumed.Errors {
			a.Assumed.Error = append(a.Assumed.Error, errorAnswer{e.Class, e.Message})
		}
	}
	return a
}
