package server

import (
	"context"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"rowkind/planner"
)

// hostileTexts would leave the place that they are put in, if they could.
var hostileTexts = []string{
	`<xss onxss=1>`, `"><xss onxss=1>`, `'><xss onxss=1>`, `" onxss="1`, `' onxss='1`, "` onxss=1 `", `</textarea><xss>`, `</title><xss>`,
	`</style><xss>`, `</script><xss>`, `--><xss>`, `]]><xss>`, `<![CDATA[<xss>]]>`, `javascript:xss()`, "data:text/html,<xss>",
	"&lt;xss&gt;<xss>", "\u2028<xss>", "<xss\x01>", "{{<xss>}}", "${<xss>}", `\"><xss>`, "<svg><xss/></svg>", "<!--<xss>", "``\n```\n<xss>\n",
}

// fill puts a text into every string of a value.
func fill(v reflect.Value, text string, depth int) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(text)
		}
	case reflect.Pointer:
		if v.IsNil() && depth < 12 {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if !v.IsNil() {
			fill(v.Elem(), text, depth+1)
		}
	case reflect.Slice:
		if v.Len() == 0 && depth < 12 {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		}
		for i := range v.Len() {
			fill(v.Index(i), text, depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), text, depth+1)
			}
		}
	}
}

// hostileResult holds the text wherever a result holds text.
func hostileResult(text string) planner.Result {
	var res planner.Result
	fill(reflect.ValueOf(&res).Elem(), text, 0)
	res.Statements = res.Statements[:1]
	s := &res.Statements[0]
	s.Verdict, s.Assumed.Verdict = planner.Rejected, planner.Planned
	for _, a := range []*planner.Answer{&s.Answer, &s.Assumed.Answer} {
		a.Plan.Roots = []planner.NodeID{0}
		a.Plan.Nodes = a.Plan.Nodes[:2]
		a.Plan.Nodes[0].Inputs, a.Plan.Nodes[1].Inputs = []planner.NodeID{1}, nil
		a.Plan.Nodes[1].ID = 1
		a.Plan.Nodes[0].Mode, a.Plan.Nodes[1].Mode = []string{"I", text}, []string{"PD", "UA"}
		a.Plan.Nodes[0].State.Class, a.Plan.Nodes[1].KeyJourney.Step = planner.StateHigh, "lost"
	}
	return res
}

// Whatever text a script, a message or a plan holds, it stays text on every page,
// in every file and in every frame.
func TestHostileTextStaysText(t *testing.T) {
	for _, text := range hostileTexts {
		srv := newTestServer(t, func(c *Config) {
			c.Explain = func(context.Context, string, planner.Options) planner.Result { return hostileResult(text) }
		})
		sql := "SELECT '" + text + "'; -- " + text
		id, _ := shareScript(t, srv, sql)
		other, _ := shareScript(t, srv, sql+"x")
		pages := map[string]string{}
		for _, path := range []string{
			"/s/" + id, "/s/" + id + ".html", "/s/" + id + ".svg", "/embed/" + id, "/diff/" + id + "/" + other,
			"/?sql=" + urlQuery(sql), "/" + urlQuery(text), "/s/" + urlQuery(text), "/examples", "/learn",
		} {
			pages[path] = get(srv, path).Body.String()
		}
		pages["/explain"] = post(srv, "/explain", "sql", sql).Body.String()
		pages["/diff"] = post(srv, "/diff", "sql", sql, "a", id).Body.String()
		pages["secrets"] = post(srv, "/s", "sql", "WITH ('password' = 'x', '"+strings.ReplaceAll(text, "'", "''")+"token' = 'y')"+sql).Body.String()
		for path, body := range pages {
			checkText(t, path, text, body)
		}
		for _, ext := range []string{".txt", ".sql", ".md", ".json"} {
			w := get(srv, "/s/"+id+ext)
			if kind := w.Header().Get("Content-Type"); strings.Contains(kind, "html") || w.Code != http.StatusOK {
				t.Errorf("%s: %d %s", ext, w.Code, kind)
			}
		}
		if w := get(srv, "/s/"+id+".png"); w.Code != http.StatusOK {
			t.Errorf("no picture of %q: %d", text, w.Code)
		}
	}
}

func checkText(t *testing.T, path, text, body string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Errorf("%s with %q: %v", path, text, err)
		return
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "xss" {
			t.Errorf("%s: %q became an element", path, text)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				t.Errorf("%s: %q became the attribute %s of %s", path, text, a.Key, n.Data)
			}
			if v := strings.TrimSpace(a.Val); (a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "formaction") &&
				(strings.HasPrefix(v, "javascript:") || strings.HasPrefix(v, "data:")) {
				t.Errorf("%s: %q became a link: %s", path, text, v)
			}
		}
		if n.Data == "script" && n.FirstChild != nil {
			t.Errorf("%s: a script stands in the page", path)
		}
	}
}

// Headers can't be split by what is sent.
func TestHostileAddresses(t *testing.T) {
	srv := newTestServer(t)
	for _, path := range []string{
		"/s/%0d%0aSet-Cookie:x=1", "/s/..%2f..%2fetc%2fpasswd", "/embed/%00", "/diff/%2e%2e/%2e%2e", "/examples/%3cxss%3e", "/static/%2e%2e/%2e%2e/go.mod",
		"/s/" + strings.Repeat("A", 5000), "/oembed?url=%00", "/oembed?url=javascript:x", "/oembed?url=http://rowkind.test/s/" + strings.Repeat("A", 11) + "?x",
	} {
		w := get(srv, path)
		if w.Code != http.StatusNotFound || len(w.Header().Values("Set-Cookie")) > 0 {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	// A Host of an attacker's gets into no link where the address is set.
	own := newTestServer(t, func(c *Config) { c.BaseURL = "https://rowkind.example" })
	id, _ := shareScript(t, own, "SELECT 1")
	if body := get(own, "/s/"+id).Body.String(); strings.Contains(body, "rowkind.test") || !strings.Contains(body, "https://rowkind.example/s/"+id) {
		t.Error("links follow the request's Host")
	}
}
