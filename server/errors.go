package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"rowkind/server/store"
	"rowkind/web"
)

// failure is an error with its status and with words for who reads the page.
type failure struct {
	Status  int
	Heading string
	Text    []string
}

func (f *failure) Error() string { return f.Heading }

var (
	errNotFound = &failure{http.StatusNotFound, "There is no such page", []string{
		"The link may be cut short, or mistyped. Links to shared scripts are as long as they look: every letter counts."}}
	errMethod = &failure{http.StatusMethodNotAllowed, "This address takes another method", []string{
		"Forms send `POST`; links open with `GET`."}}
	errGone = &failure{http.StatusGone, "This script was deleted", []string{
		"Who shared it took it back. Its text and its plan are gone; the link stays as it is, so that nothing else appears here."}}
	errTooLarge = &failure{http.StatusRequestEntityTooLarge, "The script is too large", []string{
		"Plan a part of it: the tables that one `INSERT` names, and that `INSERT`. The command line, `rowkind explain`, takes larger scripts."}}
	errBusy = &failure{http.StatusServiceUnavailable, "Too many scripts are being planned", []string{
		"Nothing is wrong with yours. Try again in a few seconds."}}
	errTooMany = &failure{http.StatusTooManyRequests, "Too many requests from your address", []string{
		"Wait for a moment, then try again. For many scripts at once there is the command line: `rowkind explain --jsonl`."}}
	errTooManySnippets = &failure{http.StatusTooManyRequests, "Too many scripts shared from your address", []string{
		"Sharing is limited per hour; planning is not. A link that begins with `#` holds the script itself and is stored nowhere."}}
	errForm = &failure{http.StatusBadRequest, "The form could not be read", []string{
		"A script is sent as the form field `sql`."}}
	errEncoding = &failure{http.StatusBadRequest, "The script is not text in UTF-8", []string{
		"It holds bytes that are no characters, or the character NUL. Save the file as UTF-8 and paste it again."}}
	errToken = &failure{http.StatusForbidden, "Only who shared this can delete it", []string{
		"The right to delete stays in the browser from which the script was shared."}}
	errOrigin = &failure{http.StatusForbidden, "This form was sent from another site", []string{
		"Open the page here and send it again."}}
	errEmpty = &failure{http.StatusUnprocessableEntity, "There is no script to share", []string{
		"Write or paste a script first."}}
	errLeft     = &failure{statusLeft, "The request was given up", []string{"Who asked did not wait for the answer."}}
	errInternal = &failure{http.StatusInternalServerError, "Something went wrong here", []string{
		"It is a defect of this service, not of your script, and it has been noted without your script."}}
	errStore = &failure{http.StatusServiceUnavailable, "Shared scripts can't be reached just now", []string{
		"Planning works as ever. Nothing that was shared is lost; try again in a minute."}}
)

// asFailure finds what to tell of an error.
func (s *Server) asFailure(r *http.Request, err error) *failure {
	var f *failure
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &f):
		if f == errBusy && r.Context().Err() != nil {
			return errLeft
		}
		return f
	case errors.As(err, &large):
		return errTooLarge
	case errors.Is(err, store.ErrNotFound):
		return errNotFound
	case errors.Is(err, store.ErrDeleted):
		return errGone
	case errors.Is(err, store.ErrToken):
		return errToken
	case r.Context().Err() != nil:
		return errLeft
	}
	s.Log.Error("request failed", "path", r.URL.Path, "error", err.Error())
	var st *storeError
	if errors.As(err, &st) {
		return errStore
	}
	return errInternal
}

// statusLeft tells logs and metrics that nobody waits for an answer any more; as nginx has it. It is no fault of the service.
const statusLeft = 499

// storeError marks an error of the database.
type storeError struct{ error }

func (e *storeError) Unwrap() error { return e.error }

func fromStore(err error) error {
	if err == nil || errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted) || errors.Is(err, store.ErrToken) {
		return err
	}
	return &storeError{fmt.Errorf("store: %w", err)}
}

type handler func(http.ResponseWriter, *http.Request) error

// page turns an error into a page.
func (s *Server) page(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		if err == nil {
			return
		}
		s.errorPage(w, r, s.asFailure(r, err))
	}
}

func (s *Server) errorPage(w http.ResponseWriter, r *http.Request, f *failure) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", pagePolicy)
	if fragment(r) {
		render(w, r, f.Status, web.Failed(f.Heading, f.Text))
		return
	}
	v := web.MessageView{Page: web.Page{Title: f.Heading, NoIndex: true}, Heading: f.Heading, Text: f.Text}
	if r.Method == http.MethodPost && r.PostForm != nil && f != errTooLarge {
		v.SQL = r.PostForm.Get("sql")
	}
	render(w, r, f.Status, web.Message(v))
}

// problem is an error as RFC 9457 has it.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
}

// api turns an error into problem details.
func (s *Server) api(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		if err == nil {
			return
		}
		writeProblem(w, s.asFailure(r, err))
	}
}

func writeProblem(w http.ResponseWriter, f *failure) {
	p := problem{Type: "about:blank", Title: f.Heading, Status: f.Status}
	if len(f.Text) > 0 {
		p.Detail = f.Text[0]
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(f.Status)
	json.NewEncoder(w).Encode(p)
}
