package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"rowkind/planner"
	"rowkind/planner/report"
)

type rowsCommand struct {
	Format  string   `enum:"json,text" default:"json" help:"What to print: ${enum}."`
	Rows    []string `required:"" placeholder:"ROWS" help:"Rows to send: a file of JSON or JSON Lines ([\"table\", \"+I\", values…]), - for standard input, or table=FILE.csv whose first line names the columns. Several are sent one after another."`
	State   bool     `help:"Tell what each node keeps after each step, for up to 300 rows."`
	Compare bool     `help:"Tell what the sink of an INSERT gets from the same rows with each ON CONFLICT clause, without a materializer, with rows that overtake, and with old values."`
	File    string   `arg:"" help:"The script; - is standard input. Rows go through the plan of its last statement that has one."`
}

func (c *rowsCommand) Run(std streams) error {
	script, err := readScript(c.File, std.in)
	if err != nil {
		return err
	}
	var rows bytes.Buffer
	for _, name := range c.Rows {
		if c.File == "-" && name == "-" {
			return fmt.Errorf("rows: only one of the script and the rows can be standard input")
		}
		table, file, named := strings.Cut(name, "=")
		if !named {
			file = name
		}
		text, err := readScript(file, std.in)
		if err != nil {
			return err
		}
		b := []byte(text)
		if named {
			if b, err = planner.RowsOfCSV(table, b); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		rows.Write(b)
		rows.WriteByte('\n')
	}
	res, err := planner.Rows(context.Background(), script, rows.Bytes(), planner.Options{Limits: ownLimits, RowsState: c.State, RowsCompare: c.Compare})
	if err != nil {
		return fmt.Errorf("rows: %w", err)
	}
	if c.Format == "json" {
		enc := json.NewEncoder(std.out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(res); err != nil {
			return err
		}
	} else {
		report.Rows(std.out, res)
	}
	switch {
	case len(res.Error) > 0:
		return exitCode(exitRejected)
	case res.Unmodelled != nil:
		return exitCode(exitNotModelled)
	}
	return nil
}
