package server

import (
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/go-chi/httprate"
)

// pagePolicy lets a page load from its own origin only, and nothing inline.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// headers sets what every response carries.
func (s *Server) headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		next.ServeHTTP(w, r)
	})
}

// limitBody bounds what a request can make the server read.
func (s *Server) limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > s.BodyBytes {
			s.fail(w, r, errTooLarge)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, s.BodyBytes)
		next.ServeHTTP(w, r)
	})
}

// fail answers with a failure as the kind of address has it.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, f *failure) {
	if strings.HasPrefix(r.URL.Path, "/api/") || r.URL.Path == "/oembed" {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		writeProblem(w, f)
		return
	}
	s.errorPage(w, r, f)
}

// recoverPanics keeps one request's panic from the process.
func (s *Server) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			s.metrics.panics.Inc()
			s.Log.Error("panic", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
			s.fail(w, r, errInternal)
		}()
		next.ServeHTTP(w, r)
	})
}

// observe counts and logs a request. Neither holds what was sent: no body, no
// query, no address.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		start := time.Now()
		next.ServeHTTP(ww, r)
		took := time.Since(start)
		route := "other"
		if c := chi.RouteContext(r.Context()); c != nil && c.RoutePattern() != "" {
			route = c.RoutePattern()
		}
		status := ww.Status()
		if status == 0 {
			status = http.StatusOK
		}
		s.metrics.request(r.Method, route, status, took)
		s.Log.Info("request", "method", r.Method, "route", route, "status", status,
			"bytes", ww.BytesWritten(), "ms", float64(took.Microseconds())/1000)
	})
}

// sameOrigin refuses forms that another site sends.
func (s *Server) sameOrigin(next http.Handler) http.Handler {
	protect := http.NewCrossOriginProtection()
	if s.BaseURL != "" {
		protect.AddTrustedOrigin(s.BaseURL)
	}
	protect.SetDenyHandler(s.page(func(http.ResponseWriter, *http.Request) error { return errOrigin }))
	return protect.Handler(next)
}

// cors lets any site read the API: it knows no cookie and no user.
func cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", "GET, POST")
			h.Set("Access-Control-Allow-Headers", "Content-Type")
			h.Set("Access-Control-Max-Age", "86400")
		}
		next.ServeHTTP(w, r)
	})
}

// limitRequests holds each client address to so many requests a second.
func (s *Server) limitRequests(next http.Handler) http.Handler {
	if s.RequestsPerSecond <= 0 {
		return next
	}
	return httprate.NewRateLimiter(s.RequestsPerSecond*10, 10*time.Second,
		httprate.WithKeyFuncs(s.clientKey),
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			s.metrics.limited.WithLabelValues("requests").Inc()
			s.fail(w, r, errTooMany)
		}),
	).Handler(next)
}

// limitSnippets holds each client address to so many snippets an hour.
func (s *Server) limitSnippets(next http.Handler) http.Handler {
	if s.SnippetsPerHour <= 0 {
		return next
	}
	return httprate.NewRateLimiter(s.SnippetsPerHour, time.Hour,
		httprate.WithKeyFuncs(s.clientKey),
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			s.metrics.limited.WithLabelValues("snippets").Inc()
			s.fail(w, r, errTooManySnippets)
		}),
	).Handler(next)
}

// clientKey is the client's address; of an IPv6 address its /64, which is what
// one customer has. Behind a proxy that is trusted it is the last address that
// the proxy added: the ones before are the client's own words.
func (s *Server) clientKey(r *http.Request) (string, error) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.TrustProxy {
		if list := r.Header.Values("X-Forwarded-For"); len(list) > 0 {
			parts := strings.Split(list[len(list)-1], ",")
			host = strings.TrimSpace(parts[len(parts)-1])
		}
	}
	if ip := net.ParseIP(host); ip != nil && ip.To4() == nil {
		return ip.Mask(net.CIDRMask(64, 128)).String(), nil
	}
	return host, nil
}
