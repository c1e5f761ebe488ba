package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	"rowkind/planner"
	"rowkind/server"
	"rowkind/server/store"
)

type serveCommand struct {
	Addr           string        `default:":8080" help:"Address to listen on."`
	DB             string        `name:"db" default:"rowkind.db" help:"SQLite file, or postgres://… for several replicas."`
	BaseURL        string        `name:"base-url" help:"The service's own address in links, as https://host."`
	FrameAncestors string        `default:"*" help:"Who may frame an embed, as in Content-Security-Policy."`
	TrustProxy     bool          `help:"Take the client's address and scheme from X-Forwarded-For and X-Forwarded-Proto."`
	LogFormat      string        `enum:"json,text" default:"json" help:"Logs as ${enum}."`
	MaxScript      int           `default:"65536" help:"Longest script in bytes."`
	MaxStatements  int           `default:"500" help:"Most statements of a script."`
	MaxDepth       int           `default:"200" help:"How deep a script may nest."`
	MaxPlan        int           `default:"8388608" help:"Longest text of a script's plans in bytes."`
	PlanningTime   time.Duration `default:"2s" help:"How long planning one script may take."`
	Concurrent     int           `default:"0" help:"Scripts planned at a time; 0 is twice the processors."`
	Requests       int           `name:"requests-per-second" default:"20" help:"Requests per client address and second, per replica; 0 is no limit."`
	Snippets       int           `name:"snippets-per-hour" default:"60" help:"Scripts shared per client address and hour, per replica; 0 is no limit."`
	HeaderTimeout  time.Duration `default:"5s" help:"How long a client may take to send its headers."`
	ReadTimeout    time.Duration `default:"15s" help:"How long a client may take to send its request."`
	WriteTimeout   time.Duration `default:"30s" help:"How long an answer may take to be sent."`
	IdleTimeout    time.Duration `default:"60s" help:"How long an idle connection is kept."`
	Connections    int           `name:"max-connections" default:"2000" help:"Most connections at a time; 0 is no limit."`
	DrainTime      time.Duration `default:"0s" help:"How long to answer 'not ready' before connections are closed."`
	MemoryLimit    int           `default:"512" help:"Megabytes of heap from which on the collector works harder, unless GOMEMLIMIT says so; 0 is none."`
	CPUProfile     string        `name:"cpu-profile" hidden:"" help:"File for a profile of the processor time, written at the end."`
	ShutdownTime   time.Duration `default:"20s" help:"How long a shutdown waits for requests that run."`
}

func (c *serveCommand) Run(std streams) error {
	log := slog.New(slog.NewJSONHandler(std.err, nil))
	if c.LogFormat == "text" {
		log = slog.New(slog.NewTextHandler(std.err, nil))
	}
	c.tuneCollector()
	if c.CPUProfile != "" {
		f, err := os.Create(c.CPUProfile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	opening, cancel := context.WithTimeout(ctx, time.Minute)
	st, err := store.Open(opening, c.DB)
	cancel()
	if err != nil {
		return err
	}
	defer st.Close()
	srv := server.New(server.Config{
		BaseURL: c.BaseURL, FrameAncestors: c.FrameAncestors, TrustProxy: c.TrustProxy,
		Limits:            planner.Limits{ScriptBytes: c.MaxScript, Statements: c.MaxStatements, Depth: c.MaxDepth, PlanBytes: c.MaxPlan, Time: c.PlanningTime},
		RequestsPerSecond: c.Requests, SnippetsPerHour: c.Snippets, Concurrent: c.Concurrent, Store: st, Log: log,
	})
	ln, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return err
	}
	hs := &http.Server{
		Handler: srv, ReadHeaderTimeout: c.HeaderTimeout, ReadTimeout: c.ReadTimeout, WriteTimeout: c.WriteTimeout,
		IdleTimeout: c.IdleTimeout, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	log.Info("serving", "version", planner.Version, "flink", planner.FlinkVersion, "address", ln.Addr().String(), "url", localURL(ln.Addr()))
	failed := make(chan error, 1)
	go func() { failed <- hs.Serve(server.LimitConnections(ln, c.Connections)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		stop() // a second signal ends the process at once
	}
	return c.shutdown(hs, srv, log)
}

// tuneCollector lets garbage grow further than by default, since little of what a request makes stays; the memory limit
// keeps it in bounds.
func (c *serveCommand) tuneCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
	if os.Getenv("GOMEMLIMIT") == "" && c.MemoryLimit > 0 {
		debug.SetMemoryLimit(int64(c.MemoryLimit) << 20)
	}
}

// shutdown first says that nothing new is welcome, then finishes what it has.
func (c *serveCommand) shutdown(hs *http.Server, srv *server.Server, log *slog.Logger) error {
	log.Info("shutting down")
	srv.Drain()
	time.Sleep(c.DrainTime)
	ctx, cancel := context.WithTimeout(context.Background(), c.ShutdownTime)
	defer cancel()
	if err := hs.Shutdown(ctx); err != nil {
		hs.Close()
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("some requests were not done after %s", c.ShutdownTime)
		}
		return err
	}
	log.Info("bye")
	return nil
}

// localURL is an address to open on this machine.
func localURL(a net.Addr) string {
	host := a.String()
	if i := strings.LastIndexByte(host, ':'); i >= 0 {
		if h := host[:i]; h == "[::]" || h == "0.0.0.0" || h == "" {
			host = "localhost" + host[i:]
		}
	}
	return "http://" + host
}
