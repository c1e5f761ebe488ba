package main

import (
	"fmt"

	"rowkind/planner"
)

type importCommand struct {
	Target string   `enum:"mysql-cdc,tidb-cdc,jdbc" default:"mysql-cdc" help:"The connector to declare the tables for: ${enum}."`
	Files  []string `arg:"" help:"What SHOW CREATE TABLE printed; - is standard input."`
}

func (c *importCommand) Run(std streams) error {
	failed := false
	for i, name := range c.Files {
		text, err := readScript(name, std.in)
		if err != nil {
			return err
		}
		in, err := planner.Import(text, c.Target)
		if err != nil {
			fmt.Fprintf(std.err, "%s: %v\n", name, err)
			failed = true
			continue
		}
		if i > 0 {
			fmt.Fprintln(std.out)
		}
		fmt.Fprint(std.out, in.SQL)
		for _, n := range in.Notes {
			at := name
			if n.Span != nil {
				line, col := planner.Position(text, n.Span.Start)
				at = fmt.Sprintf("%s:%d:%d", name, line, col)
			}
			fmt.Fprintf(std.err, "%s: %s\n", at, n.Text)
		}
	}
	if failed {
		return exitCode(exitRejected)
	}
	return nil
}
