package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

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
	rows := strings.ReplaceAll(r.PostForm.Get("rows"), "\r\n", "\n")
	switch {
	case !utf8.ValidString(rows):
		return errEncoding
	case strings.TrimSpace(sql) == "":
		return show(http.StatusOK, web.RowsView{})
	case strings.TrimSpace(rows) == "":
		rows = planner.DemoRows(r.Context(), sql, planner.Options{Limits: s.Limits})
	}
	res, err := s.sendRows(r.Context(), sql, rows, planner.Options{RowsState: true, RowsCompare: true})
	var wrong *planner.RowsError
	if errors.As(err, &wrong) {
		return show(http.StatusUnprocessableEntity, web.RowsView{SQL: sql, Rows: rows, Problem: wrong.Message})
	}
	if err != nil {
		return err
	}
	return show(http.StatusOK, web.NewRows(sql, rows, res))
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
