//go:build browser

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"rowkind/planner"
	"rowkind/planner/golden"
	"rowkind/server"
	"rowkind/server/store"
	"rowkind/web/examples"
)

var allocator context.Context

func TestMain(m *testing.M) {
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.WindowSize(1400, 900), chromedp.Flag("disable-dev-shm-usage", true))
	if path := os.Getenv("ROWKIND_TEST_CHROMIUM"); path != "" {
		opts = append(opts, chromedp.ExecPath(path))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	browser, stop := chromedp.NewContext(ctx)
	if err := chromedp.Run(browser); err != nil {
		fmt.Fprintln(os.Stderr, "no browser:", err)
		os.Exit(1)
	}
	allocator = browser
	code := m.Run()
	stop()
	cancel()
	os.Exit(code)
}

// newSite serves recorded answers, so that the tests are about the pages.
func newSite(t *testing.T) string {
	t.Helper()
	answers, err := golden.Load(os.DirFS("../../planner/testdata/corpus"))
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	explain := func(ctx context.Context, sql string, opts planner.Options) planner.Result {
		return withFix(answers.Explain(ctx, sql, opts), sql)
	}
	srv := httptest.NewServer(server.New(server.Config{Store: st, Explain: explain}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// withFix offers for the refused example of differing keys the fix that makes it
// the recorded example with ON CONFLICT DO DEDUPLICATE, and marks refusals.
func withFix(res planner.Result, sql string) planner.Result {
	out := res
	out.Statements = append([]planner.Statement(nil), res.Statements...)
	for i := range out.Statements {
		s := &out.Statements[i]
		if s.Verdict == planner.Planned && s.Plan != nil && len(s.Plan.Nodes) > 1 {
			plan := *s.Plan
			plan.Nodes = append([]planner.Node(nil), plan.Nodes...)
			plan.Nodes[1].Span = &planner.Span{Start: s.Span.Start, End: s.Span.Start + 6}
			plan.Nodes[1].State = &planner.State{Class: planner.StateHigh, Why: "One row for every key."}
			plan.Nodes[1].Reasons = []planner.Reason{{Kind: "asked", Text: "The sink asks for it.", ForcedBy: new(planner.NodeID)}}
			s.Plan = &plan
		}
		if s.Verdict != planner.Rejected || !strings.Contains(s.Errors[0].Message, "differs from the primary key") {
			continue
		}
		s.Errors = []planner.Error{{Class: s.Errors[0].Class, Message: s.Errors[0].Message, Span: &s.Span, Explanation: "Two keys."}}
		end := s.Span.End
		target := scriptOf("do-deduplicate")
		s.Fixes = []planner.Fix{{Title: "Add ON CONFLICT DO DEDUPLICATE", Effect: "The latest row wins.", Edits: []planner.Edit{
			{Span: planner.Span{Start: end, End: end}, New: "\nON CONFLICT DO DEDUPLICATE"},
			{Span: planner.Span{Start: 0, End: strings.IndexByte(sql, '\n')}, New: target[:strings.IndexByte(target, '\n')]},
		}}}
	}
	return out
}

func scriptOf(slug string) string {
	i, _ := examples.BySlug(slug)
	return examples.All[i].SQL
}

// tab is a page with everything that it said to the console.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu   sync.Mutex
	said []string
}

// newTab opens a tab in a profile of its own.
func newTab(t *testing.T) *tab {
	t.Helper()
	browser := cdp.WithExecutor(allocator, chromedp.FromContext(allocator).Browser)
	profile, err := target.CreateBrowserContext().Do(browser)
	if err != nil {
		t.Fatal(err)
	}
	// A profile has no window yet to open a tab in.
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(browser)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithTargetID(id))
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
	b := &tab{t: t, ctx: ctx}
	t.Cleanup(func() {
		b.mu.Lock()
		for _, s := range b.said {
			t.Errorf("the console says: %s", s)
		}
		b.mu.Unlock()
		stop()
		cancel()
		target.DisposeBrowserContext(profile).Do(browser)
	})
	chromedp.ListenTarget(ctx, b.listen)
	b.run(chromedp.ActionFunc(func(ctx context.Context) error { return cdplog.Enable().Do(ctx) }))
	return b
}

func (b *tab) listen(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, a := range e.Args {
			words = append(words, string(a.Value)+a.Description)
		}
		b.said = append(b.said, string(e.Type)+" "+strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Error())
	case *cdplog.EventEntryAdded:
		b.said = append(b.said, fmt.Sprintf("%s %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
	}
}

// forgive drops messages that a test brings about on purpose.
func (b *tab) forgive(part string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var kept []string
	for _, s := range b.said {
		if !strings.Contains(s, part) {
			kept = append(kept, s)
		}
	}
	b.said = kept
}

func (b *tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tab) open(url string) {
	b.t.Helper()
	b.run(chromedp.Navigate(url))
}

// eval is the value of an expression in the page.
func eval[T any](b *tab, js string) T {
	b.t.Helper()
	var out T
	b.run(chromedp.Evaluate(js, &out))
	return out
}

// until waits for an expression to be true.
func (b *tab) until(js string) {
	b.t.Helper()
	deadline := time.Now().Add(40 * time.Second)
	for time.Now().Before(deadline) {
		var ok bool
		if err := chromedp.Run(b.ctx, chromedp.Evaluate("Boolean("+js+")", &ok)); err == nil && ok {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatalf("not within 40 s: %s\npage: %.600s", js, eval[string](b, "document.body.innerText"))
}

func (b *tab) text(sel string) string {
	b.t.Helper()
	s, _ := json.Marshal(sel)
	return eval[string](b, "document.querySelector("+string(s)+")?.innerText ?? ''")
}

func (b *tab) click(sel string) {
	b.t.Helper()
	b.run(chromedp.ScrollIntoView(sel), chromedp.Click(sel))
}

func (b *tab) size(width, height int64, mobile bool) {
	b.run(emulation.SetDeviceMetricsOverride(width, height, 1, mobile))
}

func (b *tab) scheme(name string) {
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}))
}

// shot keeps a picture where ROWKIND_TEST_PICTURES names a folder.
func (b *tab) shot(name string) {
	dir := os.Getenv("ROWKIND_TEST_PICTURES")
	if dir == "" {
		return
	}
	var png []byte
	b.run(chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// share stores a script and returns its address.
func share(t *testing.T, site, sql string) string {
	t.Helper()
	body, _ := json.Marshal(map[string]string{"sql": sql})
	res, err := http.Post(site+"/api/v1/snippets", "application/json", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var out struct{ URL string }
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil || out.URL == "" {
		t.Fatalf("sharing: %s %v", res.Status, err)
	}
	return out.URL
}

// otherOrigin serves one page from another origin.
func otherOrigin(t *testing.T, html string) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/favicon.ico" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, html)
	})}
	go srv.Serve(ln)
	t.Cleanup(func() { srv.Close() })
	return "http://" + strings.Replace(ln.Addr().String(), "127.0.0.1", "localhost", 1)
}
