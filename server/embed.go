package server

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"rowkind/server/store"
	"rowkind/web"
)

// embed shows the plan alone, for a frame on another site: no script, no
// cookie, nothing stored.
func (s *Server) embed(w http.ResponseWriter, r *http.Request) error {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors "+s.FrameAncestors)
	h.Del("Cross-Origin-Opener-Policy")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "public, max-age=60")
	id, q := chi.URLParam(r, "id"), r.URL.Query()
	theme := "auto"
	if t := q.Get("theme"); t == "light" || t == "dark" {
		theme = t
	}
	only, err := strconv.Atoi(q.Get("statement"))
	if err != nil || only < 0 {
		only = 0
	}
	if !store.ValidID(id) {
		return s.embedFailure(w, r, errNotFound)
	}
	if err := s.Store.Alive(r.Context(), id); err != nil {
		return s.embedFailure(w, r, fromStore(err))
	}
	key := strings.Join([]string{"embed", s.base(r), id, theme, strconv.Itoa(only)}, " ")
	err = s.serveCached(w, r, key, htmlType, func() ([]byte, error) { return s.embedded(r, id, theme, only) })
	if err != nil {
		return s.embedFailure(w, r, err)
	}
	return nil
}

func (s *Server) embedded(r *http.Request, id, theme string, only int) ([]byte, error) {
	sn, err := s.load(r, id)
	if err != nil {
		return nil, err
	}
	a := web.NewAnswer(sn.Script, sn.result, false)
	v := web.EmbedView{Theme: theme, URL: s.base(r) + "/s/" + sn.ID, Title: web.Headline(a), Statements: a.Statements}
	if only > 0 {
		v.Statements = nil
		for _, st := range a.Statements {
			if st.Index+1 == only {
				v.Statements = append(v.Statements, st)
			}
		}
	}
	return drawn(r, web.Embed(v))
}

// embedFailure says in the frame what is wrong: a page of the site could not be framed.
func (s *Server) embedFailure(w http.ResponseWriter, r *http.Request, err error) error {
	f := s.asFailure(r, err)
	w.Header().Set("Cache-Control", "no-store")
	return render(w, r, f.Status, web.EmbedFailed(f.Heading, f.Text))
}

// oembedAnswer is a rich answer of oEmbed 1.0.
type oembedAnswer struct {
	Type         string `json:"type"`
	Version      string `json:"version"`
	Title        string `json:"title"`
	ProviderName string `json:"provider_name"`
	ProviderURL  string `json:"provider_url"`
	HTML         string `json:"html"`
	Width        int    `json:"width"`
	Height       int    `json:"height"`
	ThumbnailURL string `json:"thumbnail_url"`
	ThumbWidth   int    `json:"thumbnail_width"`
	ThumbHeight  int    `json:"thumbnail_height"`
}

func (s *Server) oembed(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	if f := q.Get("format"); f != "" && f != "json" {
		return &failure{http.StatusNotImplemented, "Only the format json is offered", nil}
	}
	u, err := url.Parse(q.Get("url"))
	if err != nil {
		return errNotFound
	}
	id, ok := strings.CutPrefix(u.Path, "/s/")
	own, err := url.Parse(s.base(r))
	if !ok || !store.ValidID(id) || err != nil || u.Host != own.Host {
		return errNotFound
	}
	sn, err := s.load(r, id)
	if err != nil {
		return err
	}
	a := web.NewAnswer(sn.Script, sn.result, false)
	width, height := atMost(q.Get("maxwidth"), 800), atMost(q.Get("maxheight"), 420)
	page := s.base(r) + "/s/" + id
	return writeJSON(w, http.StatusOK, oembedAnswer{
		Type: "rich", Version: "1.0", Title: web.Headline(a), ProviderName: "rowkind", ProviderURL: s.base(r) + "/",
		HTML: frameCode(s.base(r), id, web.Headline(a)), Width: width, Height: height,
		ThumbnailURL: page + ".png", ThumbWidth: 1200, ThumbHeight: 630,
	})
}

func atMost(text string, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 || n > most {
		return most
	}
	return n
}
