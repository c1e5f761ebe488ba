package server

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"rowkind/static"
)

// routes holds every route of the service.
func (s *Server) routes() http.Handler {
	r := chi.NewRouter()
	r.Use(s.observe, s.recoverPanics, s.headers, s.limitBody, middleware.GetHead)
	r.Use(middleware.Compress(5, "text/html", "text/css", "text/javascript", "application/json",
		"application/problem+json", "text/plain", "image/svg+xml", "text/markdown"))
	r.NotFound(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, errNotFound) })
	r.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, errMethod) })

	r.Get("/healthz", s.healthz)
	r.Get("/readyz", s.readyz)
	r.Handle("/metrics", s.metrics.handler())
	r.Handle("/static/*", static.Handler())
	r.Get("/robots.txt", s.robots)
	r.Get("/favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, static.Path("mark.svg"), http.StatusMovedPermanently)
	})

	r.Group(func(r chi.Router) {
		r.Use(s.limitRequests, s.sameOrigin)
		r.Get("/", s.page(s.home))
		r.Get("/explain", s.page(s.home))
		r.Post("/explain", s.page(s.explain))
		r.Get("/rows", s.page(s.rowsPage))
		r.Post("/rows", s.page(s.rowsPage))
		r.Post("/diff", s.page(s.diffWithEditor))
		r.Get("/diff/{a}/{b}", s.page(s.diff))
		r.Get("/examples", s.page(s.gallery))
		r.Get("/examples/{slug}", s.page(s.example))
		r.Get("/learn", s.page(s.learn))
		r.Get("/about", s.page(s.about))
		r.With(s.limitSnippets).Post("/s", s.page(s.share))
		r.Get("/s/{id}", s.page(s.snippet))
		r.Get("/s/{id}/rows", s.page(s.snippetRows))
		r.Post("/s/{id}/delete", s.page(s.deleteSnippet))
		r.Get("/embed/{id}", s.page(s.embed))
	})
	r.Group(func(r chi.Router) {
		r.Use(s.limitRequests, cors)
		r.Get("/oembed", s.api(s.oembed))
		r.Get("/api/v1/openapi.yaml", s.openapi)
		r.Post("/api/v1/explain", s.api(s.apiExplain))
		r.Post("/api/v1/rows", s.api(s.apiRows))
		r.With(s.limitSnippets).Post("/api/v1/snippets", s.api(s.apiShare))
		r.Get("/api/v1/snippets/{id}", s.api(s.apiSnippet))
		for _, path := range []string{"/api/v1/explain", "/api/v1/rows", "/api/v1/snippets", "/api/v1/snippets/{id}"} {
			r.Options(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
		}
	})
	return r
}
