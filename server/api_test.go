package server

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// Every answer of the API is as its description says.
func TestAPIAnswersAreAsDescribed(t *testing.T) {
	router, err := gorillamux.NewRouter(loadOpenAPI(t))
	if err != nil {
		t.Fatal(err)
	}
	srv := newTestServer(t)
	script := func(sql, more string) string {
		b, _ := json.Marshal(sql)
		return `{"sql":` + string(b) + more + `}`
	}
	ask := func(method, path, body string, status int) []byte {
		t.Helper()
		c := call{method: method, path: path, body: body}
		if body != "" {
			c.kind = "application/json"
		}
		w := c.do(srv)
		if w.Code != status {
			t.Errorf("%s %s: %d, want %d: %.300s", method, path, w.Code, status, w.Body)
		}
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", c.kind)
		route, params, err := router.FindRoute(r)
		if err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
		out := bytes.Clone(w.Body.Bytes())
		err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
			RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route},
			Status:                 w.Code, Header: w.Header(), Body: io.NopCloser(bytes.NewReader(out)),
			Options: &openapi3filter.Options{IncludeResponseStatus: true},
		})
		if err != nil {
			t.Errorf("%s %s: %v", method, path, err)
		}
		return out
	}
	for _, slug := range []string{"filter", "upsert", "key-mismatch", "dashboard", "as-pasted", "two-sinks"} {
		ask("POST", "/api/v1/explain", script(exampleSQL(t, slug), ""), http.StatusOK)
	}
	ask("POST", "/api/v1/explain", script("not recorded", ""), http.StatusOK)
	ask("POST", "/api/v1/explain?extras=none", script("", ""), http.StatusOK)
	ask("POST", "/api/v1/explain", `{"sql":1}`, http.StatusBadRequest)
	ask("POST", "/api/v1/explain", script(strings.Repeat("x", 70<<10), ""), http.StatusRequestEntityTooLarge)

	var first, second struct {
		ID    string `json:"id"`
		Token string `json:"delete_token"`
	}
	sql := exampleSQL(t, "upsert")
	json.Unmarshal(ask("POST", "/api/v1/snippets", script(sql, ""), http.StatusCreated), &first)
	json.Unmarshal(ask("POST", "/api/v1/snippets", script(sql, ""), http.StatusOK), &second)
	if first.ID == "" || first.ID != second.ID || first.Token == "" || second.Token != "" {
		t.Errorf("shared %+v, then %+v", first, second)
	}
	secret := "CREATE TABLE t (a INT) WITH ('password' = 'x')"
	ask("POST", "/api/v1/snippets", script(secret, ""), http.StatusUnprocessableEntity)
	ask("POST", "/api/v1/snippets", script(secret, `,"secrets":"mask"`), http.StatusCreated)
	ask("POST", "/api/v1/snippets", script(secret, `,"secrets":"what"`), http.StatusBadRequest)
	ask("POST", "/api/v1/snippets", script(" ", ""), http.StatusUnprocessableEntity)

	var sn struct{ SQL string }
	json.Unmarshal(ask("GET", "/api/v1/snippets/"+first.ID, "", http.StatusOK), &sn)
	if sn.SQL != sql {
		t.Error("the snippet holds another script")
	}
	ask("GET", "/api/v1/snippets/AAAAAAAAAAA", "", http.StatusNotFound)
	if w := post(srv, "/s/"+first.ID+"/delete", "token", first.Token); w.Code != http.StatusSeeOther {
		t.Errorf("delete by token: %d", w.Code)
	}
	ask("GET", "/api/v1/snippets/"+first.ID, "", http.StatusGone)
}

func TestPreflight(t *testing.T) {
	srv := newTestServer(t)
	w := call{method: "OPTIONS", path: "/api/v1/explain", header: map[string]string{
		"Origin": "https://wiki.test", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}}.do(srv)
	h := w.Header()
	if w.Code != http.StatusNoContent || h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Access-Control-Allow-Headers") != "Content-Type" || h.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("%d %v", w.Code, h)
	}
}
