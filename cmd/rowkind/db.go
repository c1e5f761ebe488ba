package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"rowkind/server/store"
)

// storeFlag is the store that a command works on.
type storeFlag struct {
	DB string `name:"db" env:"ROWKIND_DB" default:"rowkind.db" help:"SQLite file, or postgres://…."`
}

func (f storeFlag) open() (*store.Store, error) { return store.Open(context.Background(), f.DB) }

type dbCommands struct {
	Backup backupCommand   `cmd:"" help:"Copy the store of a running service to a new file."`
	Export exportCommand   `cmd:"" help:"Write all shared scripts as JSON lines."`
	Check  checkCommand    `cmd:"" help:"Look whether the file of a store is whole."`
	Import dbImportCommand `cmd:"" help:"Read what export wrote; take what is not there yet."`
}

type backupCommand struct {
	storeFlag
	To string `arg:"" help:"File to write; it must not be there yet."`
}

func (c *backupCommand) Run(std streams) error {
	st, err := c.open()
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Backup(context.Background(), c.To); err != nil {
		return err
	}
	fmt.Fprintln(std.err, "backup written to", c.To)
	return nil
}

type checkCommand struct{ storeFlag }

func (c *checkCommand) Run(std streams) error {
	st, err := c.open()
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Check(context.Background()); err != nil {
		return err
	}
	n, err := st.Count(context.Background())
	if err != nil {
		return err
	}
	fmt.Fprintln(std.err, "the store is whole,", n, "snippets")
	return nil
}

type exportCommand struct {
	storeFlag
	To string `arg:"" default:"-" help:"File to write; - is standard output."`
}

func (c *exportCommand) Run(std streams) error {
	st, err := c.open()
	if err != nil {
		return err
	}
	defer st.Close()
	var out io.Writer = std.out
	if c.To != "-" {
		f, err := os.OpenFile(c.To, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		out = f
	}
	n, err := st.Export(context.Background(), out)
	if err != nil {
		return err
	}
	fmt.Fprintln(std.err, n, "snippets exported")
	return nil
}

type dbImportCommand struct {
	storeFlag
	From string `arg:"" default:"-" help:"File to read; - is standard input."`
}

func (c *dbImportCommand) Run(std streams) error {
	st, err := c.open()
	if err != nil {
		return err
	}
	defer st.Close()
	in := std.in
	if c.From != "-" {
		f, err := os.Open(c.From)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	n, err := st.Import(context.Background(), in)
	if err != nil {
		return err
	}
	fmt.Fprintln(std.err, n, "snippets imported")
	return nil
}
