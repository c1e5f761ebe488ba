package server

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"rowkind/planner"
	"rowkind/planner/diff"
	"rowkind/web"
)

// diff shows two stored plans beside each other, each as it was planned then.
func (s *Server) diff(w http.ResponseWriter, r *http.Request) error {
	a, err := s.load(r, chi.URLParam(r, "a"))
	if err != nil {
		return err
	}
	b, err := s.load(r, chi.URLParam(r, "b"))
	if err != nil {
		return err
	}
	w.Header().Set("X-Robots-Tag", "noindex")
	w.Header().Set("Cache-Control", "private, no-cache")
	return render(w, r, http.StatusOK, web.Diff(web.DiffView{
		Page:  web.Page{Title: "Two plans compared", NoIndex: true},
		NameA: a.ID, LinkA: "/s/" + a.ID, NameB: b.ID, LinkB: "/s/" + b.ID,
		Diff: diff.Compare(a.result, b.result),
	}))
}

// diffWithEditor compares a stored plan with the script of the form, which is
// not stored; where both are the same script, with today's answer.
func (s *Server) diffWithEditor(w http.ResponseWriter, r *http.Request) error {
	sql, err := s.script(w, r)
	if err != nil {
		return err
	}
	a, err := s.load(r, r.PostForm.Get("a"))
	if err != nil {
		return err
	}
	res, err := s.plan(r.Context(), sql, planner.Options{Reasons: true})
	if err != nil {
		return err
	}
	name := "the script in the editor"
	if sql == a.Script {
		name = "the same script, planned today"
	}
	w.Header().Set("Cache-Control", "no-store")
	return render(w, r, http.StatusOK, web.Diff(web.DiffView{
		Page:  web.Page{Title: "Two plans compared", NoIndex: true},
		NameA: a.ID, LinkA: "/s/" + a.ID, NameB: name,
		Diff: diff.Compare(a.result, res),
	}))
}
