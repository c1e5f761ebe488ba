package server

import (
	"context"
	"io"
	"net/http"
	"time"
)

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	io.WriteString(w, "ok\n")
}

// readyz says that requests are welcome: not shutting down, and the store answers.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	select {
	case <-s.draining:
		http.Error(w, "shutting down", http.StatusServiceUnavailable)
		return
	default:
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	if err := s.Store.Ping(ctx); err != nil {
		s.Log.Error("not ready", "error", err.Error())
		http.Error(w, "the store does not answer", http.StatusServiceUnavailable)
		return
	}
	io.WriteString(w, "ready\n")
}

func (s *Server) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, "User-agent: *\nDisallow: /s/\nDisallow: /embed/\nDisallow: /diff/\n")
}
