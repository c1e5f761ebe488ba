// Package server is the web service: pages, links, frames and the JSON API.
package server

import (
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"rowkind/planner"
	"rowkind/server/store"
)

// Config is what a service is started with.
type Config struct {
	// BaseURL is the service's own address in links, "https://host"; empty
	// takes it from the request.
	BaseURL string
	// FrameAncestors says who may frame an embed, in the words of the policy.
	FrameAncestors string
	// TrustProxy takes the client's address and scheme from the proxy's headers.
	TrustProxy bool
	Limits     planner.Limits
	// PageBytes is how much a request's body may hold at most.
	BodyBytes int64
	// RequestsPerSecond and SnippetsPerHour hold per client address; 0 is none.
	RequestsPerSecond int
	SnippetsPerHour   int
	// Concurrent is how many scripts are planned at a time.
	Concurrent int

	Store *store.Store
	Log   *slog.Logger
	// Explain answers scripts; planner.Explain where it is nil.
	Explain func(context.Context, string, planner.Options) planner.Result
}

// Server answers requests.
type Server struct {
	Config
	handler  http.Handler
	metrics  *metrics
	planning chan struct{}
	pages    *pageCache
	examples func() []galleryPlan
	draining chan struct{}
	drain    sync.Once
}

// New makes a server. It starts nothing.
func New(cfg Config) *Server {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Explain == nil {
		cfg.Explain = planner.Explain
	}
	if cfg.FrameAncestors == "" {
		cfg.FrameAncestors = "*"
	}
	if cfg.Concurrent <= 0 {
		cfg.Concurrent = 2 * runtime.GOMAXPROCS(0)
	}
	cfg.Limits = cfg.Limits.WithDefaults()
	if cfg.BodyBytes <= 0 {
		// A form escapes most characters of a script threefold.
		cfg.BodyBytes = int64(4*cfg.Limits.ScriptBytes + 16<<10)
	}
	cfg.BaseURL = strings.TrimSuffix(cfg.BaseURL, "/")
	s := &Server{
		Config:   cfg,
		planning: make(chan struct{}, cfg.Concurrent),
		pages:    newPageCache(16 << 20),
		draining: make(chan struct{}),
	}
	s.metrics = newMetrics(cfg.Store)
	s.examples = sync.OnceValue(s.planGallery)
	s.handler = s.routes()
	return s
}

// ServeHTTP makes a Server a handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Drain makes the service say that it is not ready, so that a balancer sends
// nothing new.
func (s *Server) Drain() { s.drain.Do(func() { close(s.draining) }) }

// grace is how long after the deadline the planner may still answer: it looks at
// the clock between steps.
const grace = 250 * time.Millisecond

// plan answers a script within the limits of the service: so many at a time,
// each within its deadline. Waiting for a turn counts. Should the planner not see
// its deadline, the request does: it is answered, and the turn stays taken until
// the planner is done, so that what runs is bounded all the same.
func (s *Server) plan(ctx context.Context, sql string, opts planner.Options) (planner.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Limits.Time)
	select {
	case s.planning <- struct{}{}:
	case <-ctx.Done():
		cancel()
		return planner.Result{}, errBusy
	}
	opts.Limits = s.Limits
	start := time.Now()
	type outcome struct {
		res      planner.Result
		panicked any
		stack    []byte
	}
	done := make(chan outcome, 1)
	go func() {
		var out outcome
		defer func() {
			if p := recover(); p != nil {
				out.panicked, out.stack = p, debug.Stack()
			}
			cancel()
			<-s.planning
			done <- out
		}()
		out.res = s.Explain(ctx, sql, opts)
	}()
	late := time.NewTimer(s.Limits.Time + grace)
	defer late.Stop()
	select {
	case out := <-done:
		if out.panicked != nil {
			s.metrics.panics.Inc()
			s.Log.Error("the planner panicked", "panic", out.panicked, "stack", string(out.stack))
			return planner.Result{}, errInternal
		}
		s.metrics.planned(out.res, time.Since(start))
		return out.res, nil
	case <-late.C:
		s.metrics.late.Inc()
		return planner.Result{FlinkVersion: planner.FlinkVersion, PlannedBy: planner.Version, Statements: []planner.Statement{},
			Problem: &planner.Problem{Kind: planner.TookTooLong, Message: "Planning took longer than the limit."}}, nil
	}
}

// base is the service's own address as links give it.
func (s *Server) base(r *http.Request) string {
	if s.BaseURL != "" {
		return s.BaseURL
	}
	scheme := "http"
	if r.TLS != nil || s.TrustProxy && r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
