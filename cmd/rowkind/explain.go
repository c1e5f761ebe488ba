package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"rowkind/planner"
	"rowkind/planner/report"
	"rowkind/web/diagram"
)

type explainCommand struct {
	Format string   `enum:"text,json,keys,svg" default:"text" help:"What to print: ${enum}."`
	Why    bool     `help:"Say under each plan why it is so, and what could be done about it."`
	JSONL  bool     `name:"jsonl" help:"Read {\"id\",\"sql\"} lines and write one line of answers for each."`
	Files  []string `arg:"" optional:"" help:"Scripts to explain; - is standard input."`
}

func (c *explainCommand) Run(std streams) error {
	if c.JSONL {
		in, closeAll, err := open(c.Files, std.in)
		if err != nil {
			return err
		}
		defer closeAll()
		return explainLines(in, std.out)
	}
	if len(c.Files) == 0 {
		return fmt.Errorf("explain: name a file, or - for standard input")
	}
	worst := exitPlanned
	for _, name := range c.Files {
		script, err := readScript(name, std.in)
		if err != nil {
			return err
		}
		code, err := c.one(name, script, len(c.Files) > 1, std)
		if err != nil {
			return err
		}
		worst = worse(worst, code)
	}
	if worst != exitPlanned {
		return exitCode(worst)
	}
	return nil
}

// one explains one file and returns the code it exits with on its own.
func (c *explainCommand) one(name, script string, many bool, std streams) (int, error) {
	opts := planner.Options{}
	if c.Why || c.Format == "json" {
		opts = planner.Everything()
	}
	opts.Limits = ownLimits
	res := planner.Explain(context.Background(), script, opts)
	switch {
	case c.Format == "json":
		enc := json.NewEncoder(std.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(res); err != nil {
			return 0, err
		}
	case c.Format == "svg":
		for i := range res.Statements {
			a := &res.Statements[i].Answer
			if a.Plan == nil && res.Statements[i].Assumed != nil {
				a = &res.Statements[i].Assumed.Answer
			}
			if a.Plan != nil {
				fmt.Fprint(std.out, diagram.Standalone(a.Plan, name))
			}
		}
	default:
		if many {
			fmt.Fprintf(std.out, "-- %s\n", name)
		}
		w := report.Writer{Name: name, Script: script, Out: std.out, Err: std.err, Keys: c.Format == "keys", Why: c.Why}
		w.Result(res)
	}
	return codeOf(res), nil
}

// codeOf is the exit code that a result calls for.
func codeOf(res planner.Result) int {
	code := exitPlanned
	if res.Problem != nil {
		code = exitRejected
	}
	for _, s := range res.Statements {
		switch s.Verdict {
		case planner.Rejected:
			code = worse(code, exitRejected)
		case planner.NotModelled:
			code = worse(code, exitNotModelled)
		}
	}
	return code
}

// worse keeps a refusal by Flink above a gap of rowkind's: the former is an
// answer about the script, the latter only about rowkind.
func worse(a, b int) int {
	rank := func(c int) int {
		switch c {
		case exitRejected:
			return 2
		case exitNotModelled:
			return 1
		}
		return 0
	}
	if rank(b) > rank(a) {
		return b
	}
	return a
}

func readScript(name string, in io.Reader) (string, error) {
	if name == "-" {
		b, err := io.ReadAll(in)
		return string(b), err
	}
	b, err := os.ReadFile(name)
	return string(b), err
}

// open joins the named files, or takes standard input where none is named.
func open(names []string, in io.Reader) (io.Reader, func(), error) {
	var readers []io.Reader
	var files []*os.File
	closeAll := func() {
		for _, f := range files {
			f.Close()
		}
	}
	for _, name := range names {
		if name == "-" {
			readers = append(readers, in)
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		files = append(files, f)
		readers = append(readers, f)
	}
	if len(readers) == 0 {
		readers = append(readers, in)
	}
	return io.MultiReader(readers...), closeAll, nil
}

// ownLimits hold on the command line, where people plan files of their own.
var ownLimits = planner.Limits{ScriptBytes: 64 << 20, Statements: 1 << 20, PlanBytes: 1 << 30, Time: time.Minute}
