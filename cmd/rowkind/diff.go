package main

import (
	"context"
	"encoding/json"
	"fmt"

	"rowkind/planner"
	"rowkind/planner/diff"
)

type diffCommand struct {
	Format string `enum:"text,json" default:"text" help:"What to print: ${enum}."`
	Costs  bool   `help:"Exit 1 only where a change costs: more kinds of row, a lost key, an inserted operator, more state, a refusal."`
	A      string `arg:"" help:"The script before; - is standard input."`
	B      string `arg:"" help:"The script after; - is standard input."`
}

func (c *diffCommand) Run(std streams) error {
	if c.A == "-" && c.B == "-" {
		return fmt.Errorf("diff: only one of the scripts can be standard input")
	}
	a, err := readScript(c.A, std.in)
	if err != nil {
		return err
	}
	b, err := readScript(c.B, std.in)
	if err != nil {
		return err
	}
	opts := planner.Options{Reasons: true}
	opts.Limits = ownLimits
	d := diff.Compare(planner.Explain(context.Background(), a, opts), planner.Explain(context.Background(), b, opts))
	if c.Format == "json" {
		enc := json.NewEncoder(std.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(d); err != nil {
			return err
		}
	} else {
		diff.Text(std.out, d)
	}
	if c.Costs && d.Costs || !c.Costs && !d.Same {
		return exitCode(exitRejected)
	}
	return nil
}
