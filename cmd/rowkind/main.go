// Command rowkind serves the playground and explains Flink SQL scripts from the command line.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	_ "time/tzdata" // table.local-time-zone, where the machine has no zones

	"github.com/alecthomas/kong"

	"rowkind/planner"
)

// Exit codes of every command, worst last seen wins.
const (
	exitPlanned     = 0
	exitRejected    = 1
	exitUsage       = 2
	exitNotModelled = 3
)

// exitCode is an error that only carries the code to exit with.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// streams are the process's, or a test's.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

type commands struct {
	Explain     explainCommand     `cmd:"" help:"Print what EXPLAIN CHANGELOG_MODE prints for each statement."`
	Diff        diffCommand        `cmd:"" help:"Compare the plans of two scripts, node by node."`
	Rows        rowsCommand        `cmd:"" help:"Send rows through a plan and print what leaves each node and what the sink writes."`
	Serve       serveCommand       `cmd:"" help:"Run the web service."`
	Import      importCommand      `cmd:"" help:"Turn what SHOW CREATE TABLE prints on MySQL or TiDB into Flink tables."`
	DB          dbCommands         `cmd:"" name:"db" help:"The store of shared scripts: backup, export, restore."`
	Healthcheck healthcheckCommand `cmd:"" help:"Ask a running service whether it is ready."`
	Version     kong.VersionFlag   `env:"-" help:"Print the version and exit."`
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

func run(args []string, std streams) (code int) {
	var cli commands
	exited := -1
	parser, err := kong.New(&cli,
		kong.Name("rowkind"),
		kong.Description("A playground for Flink SQL's EXPLAIN CHANGELOG_MODE."),
		kong.DefaultEnvars("ROWKIND"),
		kong.Vars{"version": "rowkind " + planner.Version + ", Flink " + planner.FlinkVersion},
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { exited = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(std.err, "rowkind:", err)
		return exitUsage
	}
	ctx, err := parser.Parse(args)
	if exited >= 0 {
		return exited
	}
	if err != nil {
		fmt.Fprintln(std.err, "rowkind:", err)
		return exitUsage
	}
	err = ctx.Run(std)
	var exit exitCode
	switch {
	case err == nil:
		return exitPlanned
	case errors.As(err, &exit):
		return int(exit)
	}
	fmt.Fprintln(std.err, "rowkind:", err)
	return exitUsage
}
