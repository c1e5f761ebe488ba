package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"rowkind/planner"
	"rowkind/server/secrets"
	"rowkind/server/store"
	"rowkind/web"
)

// deleteCookie holds the right to delete one snippet. It goes to that snippet's
// own address only, so no frame and no other page ever sees it.
const deleteCookie = "rowkind-delete"

// share stores the script of the form; the page asks first where it seems to
// hold a secret.
func (s *Server) share(w http.ResponseWriter, r *http.Request) error {
	sql, err := s.script(w, r)
	if err != nil {
		return err
	}
	if strings.TrimSpace(sql) == "" {
		return errEmpty
	}
	rows, err := s.rowsField(r)
	if err != nil {
		return err
	}
	if len(rows) > s.Limits.ScriptBytes {
		return errTooLarge
	}
	found := secrets.Find(sql)
	switch what := r.PostForm.Get("secrets"); {
	case len(found) > 0 && what == "mask":
		sql = secrets.Mask(sql, found)
	case len(found) > 0 && what != "keep":
		v := web.SecretsView{Page: web.Page{Title: "Before this is shared", NoIndex: true}, SQL: sql, Rows: rows, ToRows: r.Form.Get("to") == "rows"}
		for _, f := range found {
			line, _ := planner.Position(sql, f.Span.Start)
			v.Secrets = append(v.Secrets, web.SecretView{Line: line, Name: f.Name})
		}
		return render(w, r, http.StatusUnprocessableEntity, web.Secrets(v))
	}
	id, token, err := s.save(r, sql, rows)
	if err != nil {
		return err
	}
	if token != "" {
		http.SetCookie(w, &http.Cookie{
			Name: deleteCookie, Value: token, Path: "/s/" + id, MaxAge: 365 * 24 * 3600, HttpOnly: true,
			SameSite: http.SameSiteStrictMode, Secure: strings.HasPrefix(s.base(r), "https:"),
		})
	}
	to := "/s/" + id
	if r.Form.Get("to") == "rows" {
		to += "/rows"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// save plans a script and stores both, with the rows that go with it.
func (s *Server) save(r *http.Request, sql, rows string) (id, token string, err error) {
	res, err := s.plan(r.Context(), sql, planner.Everything())
	if err != nil {
		return "", "", err
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(res); err != nil {
		return "", "", err
	}
	c := store.Content{Script: sql, Settings: settingsOf(rows), FlinkVersion: res.FlinkVersion}
	id, token, err = s.Store.Save(r.Context(), c, res.PlannedBy, buf.Bytes())
	if err != nil {
		return "", "", fromStore(err)
	}
	if token != "" {
		s.metrics.shared.WithLabelValues("stored").Inc()
	} else {
		s.metrics.shared.WithLabelValues("known").Inc()
	}
	return id, token, nil
}

func (s *Server) deleteSnippet(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "id")
	if !store.ValidID(id) {
		return errNotFound
	}
	if err := r.ParseForm(); err != nil {
		return errForm
	}
	token := r.PostForm.Get("token")
	if c, err := r.Cookie(deleteCookie); token == "" && err == nil {
		token = c.Value
	}
	err := s.Store.Delete(r.Context(), id, token)
	if err != nil && !errors.Is(err, store.ErrDeleted) {
		return fromStore(err)
	}
	s.metrics.shared.WithLabelValues("deleted").Inc()
	http.SetCookie(w, &http.Cookie{Name: deleteCookie, Path: "/s/" + id, MaxAge: -1})
	http.Redirect(w, r, "/s/"+id, http.StatusSeeOther)
	return nil
}
