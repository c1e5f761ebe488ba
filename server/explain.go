package server

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"rowkind/planner"
	"rowkind/web"
)

// render draws a component as the whole answer.
func render(w http.ResponseWriter, r *http.Request, status int, c templ.Component) error {
	return withBuffer(func(buf *bytes.Buffer) error {
		if err := c.Render(r.Context(), buf); err != nil {
			return err
		}
		return writeHTML(w, status, buf.Bytes())
	})
}

const htmlType = "text/html; charset=utf-8"

// drawn is a component as bytes of its own.
func drawn(r *http.Request, c templ.Component) ([]byte, error) {
	var out []byte
	err := withBuffer(func(buf *bytes.Buffer) error {
		err := c.Render(r.Context(), buf)
		out = bytes.Clone(buf.Bytes())
		return err
	})
	return out, err
}

func writeHTML(w http.ResponseWriter, status int, body []byte) error {
	w.Header().Set("Content-Type", htmlType)
	w.WriteHeader(status)
	_, err := w.Write(body)
	return err
}

// fragment says that the page's script asks, which wants the answer alone.
func fragment(r *http.Request) bool { return r.Header.Get("Rowkind-Fragment") != "" }

// script reads the form field sql. Browsers send line ends as CRLF; the script
// is what was typed.
func (s *Server) script(w http.ResponseWriter, r *http.Request) (string, error) {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		// The body is bounded already, so all of it may stay in memory.
		if err := r.ParseMultipartForm(s.BodyBytes); err != nil {
			return "", asFormError(err)
		}
	}
	if err := r.ParseForm(); err != nil {
		return "", asFormError(err)
	}
	sql := strings.ReplaceAll(r.PostForm.Get("sql"), "\r\n", "\n")
	return sql, s.checkScript(sql)
}

func asFormError(err error) error {
	if strings.Contains(err.Error(), "too large") {
		return errTooLarge
	}
	return errForm
}

func (s *Server) checkScript(sql string) error {
	switch {
	case len(sql) > s.Limits.ScriptBytes:
		return errTooLarge
	case !utf8.ValidString(sql) || strings.Contains(sql, "\x00"):
		return errEncoding
	}
	return nil
}

func (s *Server) home(w http.ResponseWriter, r *http.Request) error {
	v := web.WorkView{Limit: s.Limits.ScriptBytes, Page: web.Page{
		Description: "Paste Flink SQL and see, without a cluster, which changelog each node of its plan sends, what the upsert keys are, and why a sink is refused.",
		URL:         s.base(r) + "/",
	}}
	if sql := r.URL.Query().Get("sql"); sql != "" {
		if err := s.checkScript(sql); err != nil {
			return err
		}
		v.NoIndex = true
		v.SQL = sql
		res, err := s.plan(r.Context(), sql, planner.Everything())
		if err != nil {
			return err
		}
		a := web.NewAnswer(sql, res, true)
		v.Answer = &a
	}
	return render(w, r, http.StatusOK, web.Work(v))
}

func (s *Server) explain(w http.ResponseWriter, r *http.Request) error {
	sql, err := s.script(w, r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	opts := planner.Everything()
	// While one types, the tables of other sinks, sources and settings wait until
	// they are asked for: they take many times the plan.
	opts.Matrices = !fragment(r) || r.PostForm.Get("matrices") != ""
	res, err := s.plan(r.Context(), sql, opts)
	if err != nil {
		return err
	}
	v := web.WorkView{Limit: s.Limits.ScriptBytes, Page: web.Page{NoIndex: true}, SQL: sql}
	if which := r.PostForm.Get("apply"); which != "" {
		if title, edits := pick(res, which); edits != nil {
			v.Applied, v.Before = title, sql
			v.SQL = planner.Apply(sql, edits)
			sql = v.SQL
			if res, err = s.plan(r.Context(), sql, planner.Everything()); err != nil {
				return err
			}
		}
	}
	a := web.NewAnswer(sql, res, true)
	a.More = !opts.Matrices
	if fragment(r) {
		return render(w, r, http.StatusOK, web.Answer(a))
	}
	v.Answer = &a
	return render(w, r, http.StatusOK, web.Work(v))
}

// pick finds the edits that a button stands for: "3.0" is statement 3's first
// fix, "3.assumed" what was assumed of it.
func pick(res planner.Result, which string) (string, []planner.Edit) {
	at, what, _ := strings.Cut(which, ".")
	for i := range res.Statements {
		st := &res.Statements[i]
		if strconv.Itoa(st.Index) != at {
			continue
		}
		if what == "assumed" && st.Assumed != nil {
			return "what was assumed", st.Assumed.Edits
		}
		n, err := strconv.Atoi(what)
		if err == nil && n >= 0 && n < len(st.Fixes) {
			return st.Fixes[n].Title, st.Fixes[n].Edits
		}
	}
	return "", nil
}
