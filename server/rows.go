package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"rowkind/planner"
	"rowkind/web"
)

// sendRows sends rows through a script's plan, while no more scripts are worked on at once than the service allows.
func (s *Server) sendRows(ctx context.Context, sql, rows string, opts planner.Options) (*planner.RowsResult, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Limits.Time)
	defer cancel()
	select {
	case s.planning <- struct{}{}:
		defer func() { <-s.planning }()
	case <-ctx.Done():
		return nil, errBusy
	}
	opts.Limits = s.Limits
	return planner.Rows(ctx, sql, []byte(rows), opts)
}

// rowsPage shows the form, and what became of its rows.
func (s *Server) rowsPage(w http.ResponseWriter, r *http.Request) error {
	sql, err := s.script(w, r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	show := func(status int, v web.RowsView) error {
		v.Page = web.Page{Title: "Rows", NoIndex: true}
		if fragment(r) {
			return render(w, r, status, web.RowsAnswer(v))
		}
		return render(w, r, status, web.Rows(v))
	}
	rows, err := s.rowsField(r)
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(sql) == "":
		return show(http.StatusOK, web.RowsView{})
	}
	status, v, err := s.rowsView(r.Context(), sql, rows)
	if err != nil {
		return err
	}
	return show(status, v)
}

// rowsField reads the form field rows.
func (s *Server) rowsField(r *http.Request) (string, error) {
	rows := strings.ReplaceAll(r.PostForm.Get("rows"), "\r\n", "\n")
	if !utf8.ValidString(rows) {
		return "", errEncoding
	}
	return rows, nil
}

// rowsView sends rows through a script's plan, made-up ones where none are given, and makes the view of what became of them.
func (s *Server) rowsView(ctx context.Context, sql, rows string) (status int, v web.RowsView, err error) {
	res, err := s.sendRows(ctx, sql, rows, planner.Options{RowsState: true, RowsCompare: true, RowsDemo: true})
	var wrong *planner.RowsError
	if errors.As(err, &wrong) {
		return http.StatusUnprocessableEntity, web.RowsView{SQL: sql, Rows: rows, Problem: wrong.Message}, nil
	}
	if err != nil {
		return 0, v, err
	}
	if strings.TrimSpace(rows) == "" {
		rows = lines(res.Rows)
	}
	return http.StatusOK, web.NewRows(sql, rows, res), nil
}

func lines(rows []json.RawMessage) string {
	var b strings.Builder
	for _, r := range rows {
		b.Write(r)
		b.WriteByte('\n')
	}
	return b.String()
}

// snippetSettings is what a snippet holds beside its script.
type snippetSettings struct {
	Rows string `json:"rows,omitempty"`
}

// settingsOf writes the rows of a snippet; a script without rows keeps the address that it always had.
func settingsOf(rows string) string {
	if strings.TrimSpace(rows) == "" {
		return ""
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(snippetSettings{rows}) // text is always encoded
	return strings.TrimSpace(b.String())
}

// rows are those of a stored snippet, empty for none.
func (sn *stored) rows() string {
	var set snippetSettings
	if sn.Settings == "" || json.Unmarshal([]byte(sn.Settings), &set) != nil {
		return ""
	}
	return set.Rows
}

// snippetRows shows a stored script with its rows sent through the plan.
func (s *Server) snippetRows(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("X-Robots-Tag", "noindex")
	sn, err := s.load(r, chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	status, v, err := s.rowsView(r.Context(), sn.Script, sn.rows())
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "private, no-cache") // it may be deleted
	v.Page = web.Page{Title: "Rows", NoIndex: true, URL: s.base(r) + "/s/" + sn.ID + "/rows"}
	v.SavedID = sn.ID
	return render(w, r, status, web.Rows(v))
}

// apiRows reads {"sql": …, "rows": …}: rows are JSON in one of the forms that planner.Rows takes, or the same as text.
func (s *Server) apiRows(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		SQL     *string         `json:"sql"`
		Rows    json.RawMessage `json:"rows"`
		State   bool            `json:"state"`
		Compare bool            `json:"compare"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.SQL == nil || len(in.Rows) == 0 {
		return errRowsBody
	}
	if err := s.checkScript(*in.SQL); err != nil {
		return err
	}
	rows := string(in.Rows)
	if bytes.HasPrefix(in.Rows, []byte(`"`)) {
		if json.Unmarshal(in.Rows, &rows) != nil {
			return errRowsBody
		}
	}
	res, err := s.sendRows(r.Context(), *in.SQL, rows, planner.Options{RowsState: in.State, RowsCompare: in.Compare})
	var wrong *planner.RowsError
	if errors.As(err, &wrong) {
		return &failure{http.StatusUnprocessableEntity, "The rows can't be sent", []string{wrong.Message}}
	}
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	return writeJSON(w, http.StatusOK, res)
}

var errRowsBody = &failure{http.StatusBadRequest, "The body could not be read", []string{`Send {"sql": "…", "rows": [["table", "+I", …], …]}.`}}
