package server

import (
	"context"
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"rowkind/planner"
	"rowkind/web"
	"rowkind/web/examples"
)

// galleryPlan is an example with the answer of this build.
type galleryPlan struct {
	examples.Example
	result planner.Result
}

// planGallery plans every example once; the scripts are the build's own.
func (s *Server) planGallery() []galleryPlan {
	out := make([]galleryPlan, len(examples.All))
	for i, e := range examples.All {
		opts := planner.Everything()
		opts.Limits = s.Limits
		out[i] = galleryPlan{e, s.Explain(context.Background(), e.SQL, opts)}
	}
	return out
}

func (s *Server) gallery(w http.ResponseWriter, r *http.Request) error {
	v := web.GalleryView{Page: web.Page{
		Title: "Examples", Here: "/examples", URL: s.base(r) + "/examples",
		Description: "Flink SQL scripts in the order in which one learns: append, upsert and retract, keys that differ, joins, windows, Top-N.",
	}}
	for _, p := range s.examples() {
		if n := len(v.Groups); n == 0 || v.Groups[n-1].Title != p.Group {
			v.Groups = append(v.Groups, web.GalleryGroup{Title: p.Group})
		}
		g := &v.Groups[len(v.Groups)-1]
		g.Entries = append(g.Entries, web.NewGalleryEntry(p.Slug, p.Title, p.Text[0], p.result))
	}
	return render(w, r, http.StatusOK, web.Gallery(v))
}

func (s *Server) example(w http.ResponseWriter, r *http.Request) error {
	i, ok := examples.BySlug(chi.URLParam(r, "slug"))
	if !ok {
		return errNotFound
	}
	p := s.examples()[i]
	e := web.ExampleView{Slug: p.Slug, Title: p.Title, Text: p.Text, Position: fmt.Sprintf("%d of %d", i+1, len(examples.All))}
	if i > 0 {
		e.Prev, e.PrevT = examples.All[i-1].Slug, examples.All[i-1].Title
	}
	if i+1 < len(examples.All) {
		e.Next, e.NextT = examples.All[i+1].Slug, examples.All[i+1].Title
	}
	a := web.NewAnswer(p.SQL, p.result, true)
	return render(w, r, http.StatusOK, web.Work(web.WorkView{
		Page: web.Page{
			Title: p.Title, Here: "/examples", Description: web.Plain(p.Text[0]), URL: s.base(r) + "/examples/" + p.Slug,
		},
		SQL: p.SQL, Rows: p.Rows, Answer: &a, Example: &e, Limit: s.Limits.ScriptBytes,
	}))
}

func (s *Server) learn(w http.ResponseWriter, r *http.Request) error {
	v := web.LearnView{
		Page: web.Page{
			Title: "Reading a changelog plan", Here: "/learn", URL: s.base(r) + "/learn",
			Description: "The kinds of row, the three kinds of stream, upsert keys, ChangelogNormalize, the sink's materializer and ON CONFLICT, with plans made as the page is opened.",
		},
		Figures: map[string]web.StatementView{},
	}
	for _, p := range s.examples() {
		a := web.NewAnswer(p.SQL, p.result, false)
		if len(a.Statements) == 0 {
			continue
		}
		st := a.Statements[len(a.Statements)-1]
		v.Figures[p.Slug] = st.Named("fig-" + p.Slug)
	}
	return render(w, r, http.StatusOK, web.Learn(v))
}

func (s *Server) about(w http.ResponseWriter, r *http.Request) error {
	l := s.Limits
	return render(w, r, http.StatusOK, web.About(web.AboutView{
		Page: web.Page{
			Title: "About", Here: "/about", URL: s.base(r) + "/about",
			Description: "What rowkind is, how far to trust it, what becomes of a script, its limits and its API.",
		},
		Version: planner.Version, Flink: planner.FlinkVersion,
		Limits: [][2]string{
			{"A script", fmt.Sprintf("%d KiB, %d statements, nested %d deep", l.ScriptBytes>>10, l.Statements, l.Depth)},
			{"Planning", l.Time.String()},
			{"Requests", perClient(s.RequestsPerSecond, "a second")},
			{"Shared scripts", perClient(s.SnippetsPerHour, "an hour")},
		},
	}))
}

func perClient(n int, per string) string {
	if n <= 0 {
		return "no limit"
	}
	return fmt.Sprintf("%d %s from one address", n, per)
}
