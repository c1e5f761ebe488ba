//go:build browser

package browser

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const editorReady = `document.querySelector(".editor.mounted .editor-box")?.shadowRoot?.querySelector(".cm-content")`

// paste puts a text in place of what is in the editor.
func (b *tab) paste(sql string) {
	b.t.Helper()
	b.until(editorReady)
	quoted, _ := json.Marshal(sql)
	b.run(chromedp.Evaluate(editorReady+".focus()", nil), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)),
		chromedp.Evaluate(`(() => { const data = new DataTransfer(); data.setData("text/plain", `+string(quoted)+`);
		`+editorReady+`.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true, composed: true})) })()`, nil))
}

func TestWriteAScriptAndSeeThePlan(t *testing.T) {
	b := newTab(t)
	b.open(newSite(t) + "/")
	b.paste(scriptOf("upsert"))
	b.until(`document.querySelector("#answer .op")?.innerText === "Sink"`)
	if h := b.text("#answer .headline"); !strings.Contains(h, "upserts into upsert_sink") {
		t.Errorf("headline %q", h)
	}
	b.shot("planned")
	// A node opens and tells why; pointing at it marks its SQL and its box.
	b.click("#s3-n1 > summary")
	b.until(`document.querySelector("#s3-n1").open`)
	if !strings.Contains(b.text("#s3-n1 .why"), "The sink asks for it.") {
		t.Errorf("why: %q", b.text("#s3-n1 .why"))
	}
	b.until(editorReady + `.querySelector(".cm-lit")`)
	// The other way round: the caret in the SQL marks the node.
	b.run(chromedp.Evaluate(editorReady+".focus()", nil), chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(input.ModifierCtrl)))
	b.until(`!document.querySelector(".node.lit")`)
	// What was open stays open when the script is planned again.
	b.run(input.InsertText("x"))
	b.until(`document.querySelector("#answer .headline").innerText.includes("No answer")`)
	b.run(chromedp.KeyEvent(kb.Backspace))
	b.until(`document.querySelector("#answer .op")?.innerText === "Sink"`)
	// Diagram and text are a press away.
	b.click("label[for=s3-diagram]")
	b.until(`document.querySelector(".p-diagram svg.wide")?.getBoundingClientRect().width > 100`)
	b.shot("diagram")
	b.click("label[for=s3-text]")
	if !strings.Contains(b.text(".p-text pre"), "== Optimized Physical Plan ==") {
		t.Error("no text")
	}
	b.click("label[for=s3-plan]")
	b.click("[data-fold=open]")
	b.until(`[...document.querySelectorAll(".plan details")].every(d => d.open)`)
	b.click("[data-fold=close]")
	b.until(`[...document.querySelectorAll(".plan details")].every(d => !d.open)`)
}

func TestFixAppliedAndUndone(t *testing.T) {
	b := newTab(t)
	b.open(newSite(t) + "/examples/key-mismatch")
	b.until(editorReady)
	b.run(chromedp.Evaluate(`document.querySelector(".editor-box").shadowRoot.querySelector(".cm-scroller").scrollTop = 9999`, nil))
	b.until(editorReady + `.querySelector(".cm-lintRange-error")`)
	b.shot("refused")
	before := eval[string](b, `document.querySelector("#sql").value`)
	b.click(".fix")
	b.until(`document.querySelector("#answer .headline").innerText.includes("plans this")`)
	if sql := eval[string](b, `document.querySelector("#sql").value`); !strings.Contains(sql, "ON CONFLICT DO DEDUPLICATE") {
		t.Error("the script has no clause")
	}
	if !strings.Contains(b.text(".applied"), "Applied: Add ON CONFLICT DO DEDUPLICATE.") {
		t.Errorf("applied: %q", b.text(".applied"))
	}
	b.shot("fixed")
	b.click(".applied button")
	b.until(`document.querySelector("#answer .headline").innerText.includes("refuses")`)
	if after := eval[string](b, `document.querySelector("#sql").value`); after != before {
		t.Errorf("undone:\n%s", after)
	}
}

func TestShareAndOpenInANewProfile(t *testing.T) {
	site := newSite(t)
	b := newTab(t)
	b.open(site + "/examples/upsert")
	b.until(editorReady)
	b.click("button[formaction='/s']")
	b.until(`location.pathname.startsWith("/s/") && document.readyState === "complete"`)
	link := eval[string](b, "location.href")
	b.click(".share > summary")
	if v := eval[string](b, `document.querySelector("#share-link").value`); v != link {
		t.Errorf("the link to share is %q, the page %q", v, link)
	}
	b.shot("shared")
	other := newTab(t)
	other.open(link)
	other.until(`document.querySelector("#answer .op")?.innerText === "Sink"`)
	if eval[bool](other, `!!document.querySelector(".delete")`) {
		t.Error("a stranger is offered to delete")
	}
	// Compared with what is in the editor.
	other.paste(scriptOf("do-deduplicate"))
	other.until(`document.querySelector("#answer .headline")?.innerText.includes("user_views")`)
	other.click("button[formaction='/diff']")
	other.until(`document.querySelector("h1")?.innerText.startsWith("The plan changes")`)
	// Deleted by who shared it.
	b.click(".delete button")
	b.until(`document.querySelector("h1")?.innerText === "This script was deleted"`)
	b.forgive("410")
	b.shot("deleted")
	other.open(link)
	other.until(`document.querySelector("h1")?.innerText === "This script was deleted"`)
	other.forgive("410")
}

func TestLinkThatStoresNothing(t *testing.T) {
	b := newTab(t)
	site := newSite(t)
	quoted, _ := json.Marshal(scriptOf("filter"))
	b.open(site + "/about")
	b.run(chromedp.Evaluate(`location.href = "/#sql=" + encodeURIComponent(`+string(quoted)+`)`, nil))
	b.until(`document.querySelector("#answer .op")?.innerText === "Sink"`)
	b.until(editorReady)
}

// In a sandboxed frame of another origin an embed looks as it does alone, in
// both themes. No script may run in it, so pictures are compared.
func TestEmbedInAFrameOfAnotherOrigin(t *testing.T) {
	site := newSite(t)
	frame := strings.Replace(share(t, site, scriptOf("do-deduplicate")), "/s/", "/embed/", 1)
	picture := func(b *tab) image.Image {
		b.run(chromedp.Sleep(300 * time.Millisecond))
		var buf []byte
		b.run(chromedp.CaptureScreenshot(&buf))
		img, err := png.Decode(bytes.NewReader(buf))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	for theme, paper := range map[string]uint32{"light": 0xfd, "dark": 0x15} {
		src := frame + "?theme=" + theme
		alone := newTab(t)
		alone.size(900, 460, false)
		alone.open(src)
		if text := alone.text("main"); !strings.Contains(text, "GroupAggregate") || !strings.Contains(text, "upsert materializer") {
			t.Errorf("the embed says %.300s", text)
		}
		if eval[int](alone, "document.scripts.length") != 0 || eval[string](alone, "document.cookie") != "" {
			t.Error("an embed holds scripts or cookies")
		}
		want := picture(alone)
		host := otherOrigin(t, `<!doctype html><title>A wiki</title><body style="margin:0"><iframe width="900" height="460" frameborder="0" sandbox src="`+src+`"></iframe>`)
		b := newTab(t)
		b.size(1000, 600, false)
		b.open(host)
		got := picture(b)
		b.shot("embedded-" + theme)
		differ := 0
		for y := range 460 {
			for x := range 900 {
				if got.At(x, y) != want.At(x, y) {
					differ++
				}
			}
		}
		if differ > 900*460/100 {
			t.Errorf("%s: %d pixels differ between the frame and the page alone", theme, differ)
		}
		if r, _, _, _ := got.At(890, 450).RGBA(); r>>8 != paper {
			t.Errorf("%s: the paper is %x", theme, r>>8)
		}
	}
}

func TestPagesCannotBeFramed(t *testing.T) {
	b := newTab(t)
	b.open(otherOrigin(t, `<!doctype html><title>A trap</title><iframe src="`+newSite(t)+`/about"></iframe>`))
	b.run(chromedp.Sleep(200 * time.Millisecond))
	b.mu.Lock()
	said := strings.Join(b.said, "\n")
	b.mu.Unlock()
	if !strings.Contains(said, "frame-ancestors") {
		t.Errorf("framed: %s", said)
	}
	b.forgive("frame-ancestors")
	b.forgive("Failed to load")
}

func TestEverythingWithScriptOff(t *testing.T) {
	site := newSite(t)
	b := newTab(t)
	b.run(emulation.SetScriptExecutionDisabled(true))
	b.open(site + "/")
	b.run(chromedp.SetValue("#sql", scriptOf("key-mismatch")), chromedp.Click("#f button.primary"), chromedp.WaitVisible(".message"))
	b.shot("without-script")
	// A fix is a button of the form; what it did can be undone.
	b.run(chromedp.Click(".fix"), chromedp.WaitVisible(".applied"), chromedp.WaitVisible("#s3-n0"))
	b.run(chromedp.Click(".applied button"), chromedp.WaitVisible(".message"), chromedp.WaitNotPresent(".applied"))
	b.run(chromedp.Click(".fix"), chromedp.WaitVisible("#s3-n0"))
	// A node opens; the views change.
	b.run(chromedp.Click("#s3-n0 > summary"), chromedp.WaitVisible("#s3-n0 .why"))
	b.run(chromedp.Click("label[for=s3-text]"), chromedp.WaitVisible(".p-text pre"), chromedp.WaitNotVisible(".p-plan"))
	b.run(chromedp.Click("label[for=s3-diagram]"), chromedp.WaitVisible(".p-diagram svg.wide"))
	// Shared, compared, deleted.
	b.run(chromedp.Click("button[formaction='/s']"), chromedp.WaitVisible(".share"))
	link := eval[string](b, "location.href")
	b.run(chromedp.Click(".share > summary"), chromedp.WaitVisible("#share-link"))
	b.run(chromedp.Click("button[formaction='/diff']"), chromedp.WaitVisible(".diff h1"))
	b.open(link)
	b.run(chromedp.Click(".share > summary"), chromedp.WaitVisible(".delete button"), chromedp.Click(".delete button"), chromedp.WaitVisible(".message-page"))
	b.forgive("410")
	for _, path := range []string{"/examples", "/learn", "/about", "/examples/upsert"} {
		b.open(site + path)
		b.run(chromedp.WaitVisible("main h1", chromedp.ByQuery))
	}
}

func TestSecretsBeforeSharing(t *testing.T) {
	b := newTab(t)
	b.open(newSite(t) + "/")
	b.paste("CREATE TABLE t (a INT) WITH ('connector' = 'jdbc', 'password' = 'hunter2');\nSELECT a FROM t;")
	b.until(`document.querySelector("#answer .headline")`)
	b.click("button[formaction='/s']")
	b.until(`document.querySelector("h1")?.innerText === "Before this is shared"`)
	b.forgive("422")
	b.shot("secrets")
	b.click("button[value=mask]")
	b.until(`location.pathname.startsWith("/s/") && document.querySelector("#sql")`)
	if sql := eval[string](b, `document.querySelector("#sql").value`); strings.Contains(sql, "hunter2") || !strings.Contains(sql, "'***'") {
		t.Errorf("shared: %s", sql)
	}
}

// Every control is reached and worked by keyboard alone.
func TestKeyboardOnly(t *testing.T) {
	b := newTab(t)
	b.open(newSite(t) + "/examples/key-mismatch")
	b.until(editorReady)
	focused := func() string {
		return eval[string](b, `(() => { let e = document.activeElement; return e.id || e.dataset.fold || e.className || e.innerText || e.tagName })()`)
	}
	tabTo := func(want string) {
		t.Helper()
		for range 60 {
			if strings.Contains(focused(), want) {
				return
			}
			b.run(chromedp.KeyEvent(kb.Tab))
		}
		t.Fatalf("tab does not reach %q; it is at %q", want, focused())
	}
	b.run(chromedp.KeyEvent(kb.Tab))
	if f := focused(); f != "skip" {
		t.Errorf("the first stop is %q", f)
	}
	tabTo("editor-box") // and Tab leads out of it again
	tabTo("fix")
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector("#answer .headline").innerText.includes("plans this")`)
	tabTo("s3-plan")
	b.run(chromedp.KeyEvent(kb.ArrowRight))
	b.until(`document.querySelector("#s3-diagram").checked`)
	b.run(chromedp.KeyEvent(kb.ArrowLeft))
	tabTo("open")
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector("#s3-n0").open`)
	// Ctrl+Enter in the editor plans at once.
	b.run(chromedp.Evaluate(editorReady+".focus()", nil), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	b.until(`document.querySelector("#answer").getAttribute("aria-busy") === "false"`)
	b.run(chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	b.until(`document.querySelector("#answer .headline").innerText.includes("refuses")`)
}

func TestPhone(t *testing.T) {
	site := newSite(t)
	link := share(t, site, scriptOf("do-deduplicate"))
	diff := share(t, site, scriptOf("group-by-sink-key"))
	b := newTab(t)
	b.size(375, 720, true)
	for name, path := range map[string]string{
		"home": "/", "example": "/examples/dashboard", "refused": "/examples/key-mismatch", "gallery": "/examples", "learn": "/learn", "about": "/about",
		"snippet": strings.TrimPrefix(link, site), "embed": strings.Replace(strings.TrimPrefix(link, site), "/s/", "/embed/", 1),
		"diff": "/diff/" + diff[strings.LastIndexByte(diff, '/')+1:] + "/" + link[strings.LastIndexByte(link, '/')+1:],
	} {
		b.open(site + path)
		if strings.Contains(path, "examples/") || name == "snippet" {
			b.until(editorReady)
			if h := eval[float64](b, `document.querySelector(".editor").getBoundingClientRect().height`); h > 200 {
				t.Errorf("%s: the script is not folded: %v px", name, h)
			}
		}
		if w := eval[float64](b, "document.documentElement.scrollWidth"); w > 375 {
			t.Errorf("%s is %v px wide", name, w)
		}
		b.shot("phone-" + name)
	}
}

func TestOfflineAndFailures(t *testing.T) {
	b := newTab(t)
	b.open(newSite(t) + "/examples/filter")
	b.until(editorReady)
	b.run(network.Enable(), network.EmulateNetworkConditions(true, 0, -1, -1))
	b.run(chromedp.Evaluate(editorReady+".focus()", nil), input.InsertText(" "))
	b.until(`document.querySelector("[data-failed]")?.innerText.includes("can't be reached")`)
	b.shot("offline")
	b.forgive("Failed to load")
	b.forgive("ERR_INTERNET")
	b.run(network.EmulateNetworkConditions(false, 0, -1, -1))
	b.until(`document.querySelector("#answer .op")?.innerText === "Sink"`)
	b.forgive("ERR_INTERNET")
	// Too large: said where the answer would be.
	b.paste(strings.Repeat("-- long\n", 9000))
	b.until(`document.querySelector("[data-failed]")?.innerText.includes("too large")`)
	b.forgive("413")
	b.shot("too-large")
}
