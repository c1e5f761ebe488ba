package server

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"rowkind/planner"
	"rowkind/server/secrets"
	"rowkind/server/store"
)

//go:embed openapi.yaml
var openapiFile []byte

func (s *Server) openapi(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	w.Write(openapiFile)
}

func writeJSON(w http.ResponseWriter, status int, v any) error {
	return withBuffer(func(buf *bytes.Buffer) error {
		enc := json.NewEncoder(buf)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, err := w.Write(buf.Bytes())
		return err
	})
}

// apiScript is what the API takes.
type apiScript struct {
	SQL     *string `json:"sql"`
	Secrets string  `json:"secrets"`
}

// apiScript reads {"sql": …}.
func (s *Server) apiScript(r *http.Request) (apiScript, error) {
	var in apiScript
	if err := readJSON(r, &in); err != nil {
		return in, err
	}
	if in.SQL == nil || in.Secrets != "" && in.Secrets != "mask" && in.Secrets != "keep" {
		return in, errBody
	}
	return in, s.checkScript(*in.SQL)
}

var errBody = &failure{http.StatusBadRequest, "The body could not be read", []string{`Send {"sql": "…"}.`}}

// readJSON reads a body that is one value in JSON.
func readJSON(r *http.Request, into any) error {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return &failure{http.StatusUnsupportedMediaType, "The body must be JSON", []string{
			`Send {"sql": "…"} with Content-Type application/json.`}}
	}
	dec := json.NewDecoder(r.Body)
	err := dec.Decode(into)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return errTooLarge
	case err != nil:
		return errBody
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return &failure{http.StatusBadRequest, "The body holds more than one value", []string{`Send {"sql": "…"}.`}}
	}
	return nil
}

func (s *Server) apiExplain(w http.ResponseWriter, r *http.Request) error {
	in, err := s.apiScript(r)
	if err != nil {
		return err
	}
	opts := planner.Everything()
	if r.URL.Query().Get("extras") == "none" {
		opts = planner.Options{}
	}
	res, err := s.plan(r.Context(), *in.SQL, opts)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	return writeJSON(w, http.StatusOK, res)
}

// snippetAnswer is a snippet as the API gives it; the field result follows.
type snippetAnswer struct {
	ID           string    `json:"id"`
	URL          string    `json:"url"`
	SQL          string    `json:"sql"`
	FlinkVersion string    `json:"flink_version"`
	PlannedBy    string    `json:"planned_by"`
	CreatedAt    time.Time `json:"created_at"`
}

type sharedAnswer struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// DeleteToken is given once, to who shared it first.
	DeleteToken string `json:"delete_token,omitempty"`
}

func (s *Server) apiShare(w http.ResponseWriter, r *http.Request) error {
	in, err := s.apiScript(r)
	if err != nil {
		return err
	}
	sql := *in.SQL
	if strings.TrimSpace(sql) == "" {
		return errEmpty
	}
	if found := secrets.Find(sql); len(found) > 0 {
		switch in.Secrets {
		case "mask":
			sql = secrets.Mask(sql, found)
		case "":
			return &failure{http.StatusUnprocessableEntity, "The script holds values that look secret", []string{
				`The first is ` + found[0].Name + `. Say "secrets": "mask" or "keep".`}}
		}
	}
	id, token, err := s.save(r, sql, "")
	if err != nil {
		return err
	}
	status := http.StatusOK
	if token != "" {
		status = http.StatusCreated
	}
	url := s.base(r) + "/s/" + id
	w.Header().Set("Location", url)
	return writeJSON(w, status, sharedAnswer{id, url, token})
}

func (s *Server) apiSnippet(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "id")
	if !store.ValidID(id) {
		return errNotFound
	}
	if err := s.Store.Alive(r.Context(), id); err != nil {
		return fromStore(err)
	}
	w.Header().Set("Cache-Control", "no-cache")
	return s.serveCached(w, r, "api "+s.base(r)+" "+id, "application/json", func() ([]byte, error) { return s.snippetJSON(r, id) })
}

func (s *Server) snippetJSON(r *http.Request, id string) ([]byte, error) {
	sn, err := s.Store.Get(r.Context(), id)
	if err != nil {
		return nil, fromStore(err)
	}
	head, err := json.Marshal(snippetAnswer{
		ID: sn.ID, URL: s.base(r) + "/s/" + sn.ID, SQL: sn.Script, FlinkVersion: sn.FlinkVersion,
		PlannedBy: sn.PlannedBy, CreatedAt: sn.CreatedAt,
	})
	if err != nil {
		return nil, err
	}
	// The stored answer is JSON already, so it is put in as it is.
	out := append(head[:len(head)-1], `,"result":`...)
	return append(append(out, bytes.TrimSpace(sn.Result)...), "}\n"...), nil
}
