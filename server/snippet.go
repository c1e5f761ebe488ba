package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/go-chi/chi/v5"

	"rowkind/planner"
	"rowkind/server/store"
	"rowkind/web"
)

// stored is a snippet with its answer read.
type stored struct {
	store.Snippet
	result planner.Result
}

// load reads a snippet that may be shown.
func (s *Server) load(r *http.Request, id string) (stored, error) {
	if !store.ValidID(id) {
		return stored{}, errNotFound
	}
	sn, err := s.Store.Get(r.Context(), id)
	if err != nil {
		return stored{}, fromStore(err)
	}
	out := stored{Snippet: sn}
	if err := json.Unmarshal(sn.Result, &out.result); err != nil {
		return out, fmt.Errorf("stored answer of %s: %w", id, err)
	}
	return out, nil
}

// snippet shows a stored script and its plan, as a page or as a file.
func (s *Server) snippet(w http.ResponseWriter, r *http.Request) error {
	name := chi.URLParam(r, "id")
	ext := path.Ext(name)
	id := strings.TrimSuffix(name, ext)
	if !store.ValidID(id) {
		return errNotFound
	}
	w.Header().Set("X-Robots-Tag", "noindex")
	if ext != "" {
		return s.snippetFile(w, r, id, ext)
	}
	_, err := r.Cookie(deleteCookie)
	mine := err == nil
	if err := s.Store.Alive(r.Context(), id); err != nil {
		return fromStore(err)
	}
	// Private, since the page of who shared it has a button more; and asked for
	// again each time, since it may be deleted.
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Add("Vary", "Cookie")
	if mine {
		body, err := s.snippetPage(r, id, true)
		if err != nil {
			return err
		}
		return writeHTML(w, http.StatusOK, body)
	}
	return s.serveCached(w, r, "page "+s.base(r)+" "+id, htmlType, func() ([]byte, error) { return s.snippetPage(r, id, false) })
}

func (s *Server) snippetPage(r *http.Request, id string, mine bool) ([]byte, error) {
	sn, err := s.load(r, id)
	if err != nil {
		return nil, err
	}
	v, err := s.savedPage(r, sn, mine)
	if err != nil {
		return nil, err
	}
	return drawn(r, web.Work(v))
}

func (s *Server) savedPage(r *http.Request, sn stored, mine bool) (web.WorkView, error) {
	url := s.base(r) + "/s/" + sn.ID
	a := web.NewAnswer(sn.Script, sn.result, true)
	today, err := s.plan(r.Context(), sn.Script, planner.Options{})
	if err != nil {
		return web.WorkView{}, err
	}
	return web.WorkView{
		Page:   s.snippetMeta(r, sn),
		SQL:    sn.Script,
		Rows:   sn.rows(),
		Answer: &a,
		Limit:  s.Limits.ScriptBytes,
		Saved: &web.SavedView{
			ID: sn.ID, URL: url, EmbedURL: s.base(r) + "/embed/" + sn.ID,
			When: sn.CreatedAt.Format("2 January 2006"), By: sn.PlannedBy,
			Differs: differs(sn.result, today), Mine: mine,
			Hash:     s.base(r) + "/#sql=" + strings.ReplaceAll(urlQuery(sn.Script), "+", "%20"),
			Markdown: "[" + markdownText(web.Headline(a)) + "](" + url + ")",
			Frame:    frameCode(s.base(r), sn.ID, web.Headline(a)),
		},
	}, nil
}

func (s *Server) snippetMeta(r *http.Request, sn stored) web.Page {
	url := s.base(r) + "/s/" + sn.ID
	a := web.NewAnswer(sn.Script, sn.result, false)
	return web.Page{
		Title: web.Headline(a), Description: web.Gist(a), NoIndex: true, URL: url, Image: url + ".png",
		OEmbed: s.base(r) + "/oembed?format=json&url=" + urlQuery(url),
	}
}

// differs says whether two versions answer a script in other ways.
func differs(a, b planner.Result) bool {
	if len(a.Statements) != len(b.Statements) {
		return true
	}
	for i := range a.Statements {
		x, y := &a.Statements[i], &b.Statements[i]
		if x.Verdict != y.Verdict || x.Explain != y.Explain || x.Keys != y.Keys || len(x.Errors) != len(y.Errors) {
			return true
		}
		for j := range x.Errors {
			if x.Errors[j].Message != y.Errors[j].Message {
				return true
			}
		}
	}
	return false
}

// snippetFile serves a snippet as the type that the address ends in.
func (s *Server) snippetFile(w http.ResponseWriter, r *http.Request, id, ext string) error {
	kind, ok := fileTypes[ext]
	if !ok {
		return errNotFound
	}
	if err := s.Store.Alive(r.Context(), id); err != nil {
		return fromStore(err)
	}
	h := w.Header()
	h.Set("Cache-Control", "private, no-cache")
	switch ext {
	case ".json":
		h.Set("Access-Control-Allow-Origin", "*")
	case ".svg":
		h.Set("Content-Security-Policy", web.SVGPolicy)
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	case ".png":
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	case ".html":
		h.Set("Content-Security-Policy", web.FilePolicy)
	}
	return s.serveCached(w, r, "file "+s.base(r)+" "+id+ext, kind, func() ([]byte, error) { return s.file(r, id, ext) })
}

// fileTypes are what a snippet is served as.
var fileTypes = map[string]string{
	".sql": "text/plain; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".md": "text/markdown; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".html": htmlType,
}

func (s *Server) file(r *http.Request, id, ext string) ([]byte, error) {
	sn, err := s.load(r, id)
	if err != nil {
		return nil, err
	}
	a := web.NewAnswer(sn.Script, sn.result, false)
	switch ext {
	case ".sql":
		return []byte(sn.Script), nil
	case ".txt":
		return []byte(web.PlainText(a)), nil
	case ".md":
		return []byte(web.Markdown(a, s.base(r)+"/s/"+id)), nil
	case ".json":
		return sn.Result, nil
	case ".svg":
		svg := web.SVG(a)
		if svg == "" {
			return nil, errNoPlan
		}
		return []byte(svg), nil
	case ".png":
		return web.Card(a)
	}
	return drawn(r, web.FileOf(a, s.base(r)+"/s/"+id))
}

var errNoPlan = &failure{http.StatusNotFound, "This script has no plan to draw", []string{
	"Flink refuses it, or rowkind does not model it. The page says why."}}

func urlQuery(s string) string { return url.QueryEscape(s) }

// frameCode is what a page pastes to show the plan.
func frameCode(base, id, title string) string {
	title = strings.NewReplacer(`&`, "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(title)
	return `<iframe src="` + base + "/embed/" + id + `" title="` + title +
		`" width="100%" height="420" loading="lazy" sandbox="allow-popups" style="border:0"></iframe>`
}

func markdownText(s string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`, "`", "", "\\", `\\`, "<", `\<`, "*", `\*`, "_", `\_`).Replace(s)
}
