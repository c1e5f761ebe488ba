// Comfort only: every page works without this file.
const $ = (sel, root = document) => root.querySelector(sel);
const $$ = (sel, root = document) => [...root.querySelectorAll(sel)];
const editorURL = document.currentScript?.dataset.editor;

const form = $("#f"), area = $("#sql"), answer = $("#answer");
let editor = null;          // the mounted CodeMirror, if it is there
let planned = area?.value;  // the script that the answer is about
let status;                 // says what changed to who can't see it

// --- Theme: automatic, light, dark.
const button = $("[data-theme-button]");
if (button) {
  const names = {"": "Auto", light: "Light", dark: "Dark"};
  const show = () => {
    button.textContent = names[document.documentElement.dataset.theme ?? ""];
    button.setAttribute("aria-label", "Theme: " + button.textContent);
  };
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    const order = ["", "light", "dark"];
    const next = order[(order.indexOf(document.documentElement.dataset.theme ?? "") + 1) % 3];
    if (next) document.documentElement.dataset.theme = next; else delete document.documentElement.dataset.theme;
    try { next ? localStorage.setItem("theme", next) : localStorage.removeItem("theme"); } catch {}
    show();
  });
}

// --- Copying
async function copy(text, from) {
  try {
    await navigator.clipboard.writeText(text);
    const was = from.textContent;
    from.textContent = "Copied";
    setTimeout(() => { from.textContent = was; }, 1500);
  } catch {
    from.textContent = "Select and copy";
  }
}

// --- What an answer's parts do once they are on the page
function equip(root) {
  $$("[data-tools], [data-copy], [data-copy-from]", root).forEach(e => { e.hidden = false; });
}
equip(document);

document.addEventListener("click", e => {
  const t = e.target.closest("button, a");
  if (!t) return;
  if (t.dataset.copyFrom) copy($("#" + t.dataset.copyFrom).value, t);
  else if ("copy" in t.dataset) copy($("pre", t.parentElement).textContent, t);
  else if (t.dataset.fold) $$(".plan details", t.closest(".statement")).forEach(d => { d.open = t.dataset.fold === "open"; });
  else if (t.dataset.edits && editor) { e.preventDefault(); applyFix(t); }
  else if (t.matches("a[href^='#s']")) reveal(t.hash);
});

// A link to a node opens it.
function reveal(hash) {
  const node = /^#[\w-]+$/.test(hash) ? $(hash) : null;
  if (node?.matches("details")) {
    const plan = $(".v-plan", node.closest(".views") ?? document);
    if (plan) plan.checked = true;
    node.open = true;
  }
}
reveal(location.hash);

document.addEventListener("input", e => {
  if (!("find" in e.target.dataset)) return;
  const word = e.target.value.trim().toLowerCase();
  for (const li of $$(".node", e.target.closest(".statement"))) {
    const hit = word && $(".row", li).textContent.toLowerCase().includes(word);
    li.classList.toggle("hit", !!hit);
    li.classList.toggle("miss", !!word && !hit);
  }
});

// --- Pointing at a node marks its SQL, its box and itself; and the other way round
const spanOf = e => e?.dataset.span?.split("-").map(Number);

function point(e, scroll) {
  const row = e.target.closest?.("details[data-node], g[data-node]");
  const statement = row?.closest(".statement");
  $$(".lit").forEach(x => x.classList.remove("lit"));
  if (!row || !statement) { editor?.dark(); return; }
  const id = row.dataset.node;
  $$(`[data-node="${CSS.escape(id)}"]`, statement).forEach(x => (x.closest("li") ?? x).classList.add("lit"));
  const span = spanOf($(`details[data-node="${CSS.escape(id)}"]`, statement));
  if (span && editor && editor.text === planned) editor.light(span[0], span[1], scroll); else editor?.dark();
}
if (answer) {
  answer.addEventListener("mouseover", e => point(e, false));
  answer.addEventListener("mouseleave", e => point(e, false));
  answer.addEventListener("focusin", e => point(e, true));
  answer.addEventListener("click", e => { if (e.target.closest("summary.row, g[data-node]")) point(e, true); });
}

function cursorAt(at) {
  if (editor.text !== planned) return;
  let best = Infinity;
  const rows = $$("details[data-node][data-span]", answer).map(d => [d, spanOf(d)]).filter(([, s]) => s && s[0] <= at && at <= s[1]);
  for (const [, s] of rows) best = Math.min(best, s[1] - s[0]);
  $$(".lit", answer).forEach(x => x.classList.remove("lit"));
  for (const [d, s] of rows) {
    if (s[1] - s[0] !== best) continue;
    d.closest("li").classList.add("lit");
    $$(`g[data-node="${CSS.escape(d.dataset.node)}"]`, d.closest(".statement")).forEach(g => g.classList.add("lit"));
  }
}

// --- Planning while typing
let timer, running;

function later() {
  clearTimeout(timer);
  timer = setTimeout(() => plan(), 250);
}

async function plan(more) {
  clearTimeout(timer);
  running?.abort();
  const mine = running = new AbortController();
  const sql = area.value;
  const busy = setTimeout(() => answer.setAttribute("aria-busy", "true"), 150);
  try {
    const res = await fetch("/explain", {
      method: "POST", body: new URLSearchParams(more === true ? {sql, matrices: 1} : {sql}), headers: {"Rowkind-Fragment": "1"}, signal: mine.signal,
    });
    const html = await res.text();
    if (mine !== running) return;
    replace(html);
    planned = sql;
    document.querySelector(".work").classList.add("answered");
    marks();
    editor?.tables();
    say($(".headline", answer)?.textContent ?? "");
  } catch (err) {
    if (err.name === "AbortError") return;
    offline();
  } finally {
    clearTimeout(busy);
    if (mine === running) answer.setAttribute("aria-busy", "false");
  }
}

// The new answer keeps what was open and which view was chosen.
function replace(html) {
  const open = new Set($$("details[open][id]", answer).map(d => d.id));
  const views = $$(".v:checked", answer).map(v => v.id);
  const scroll = $(".p-diagram", answer)?.scrollLeft;
  const t = document.createElement("template");
  t.innerHTML = html;
  answer.replaceChildren(t.content);
  $$("details[id]", answer).forEach(d => { if (open.has(d.id)) d.open = true; });
  for (const id of views) { const v = document.getElementById(id); if (v) v.checked = true; }
  if (scroll) $(".p-diagram", answer).scrollLeft = scroll;
  equip(answer);
}

// Refusals are underlined where they are.
function marks() {
  if (!editor) return;
  editor.errors($$("[data-mark]", answer).filter(e => e.dataset.mark).map(e => {
    const [from, to] = e.dataset.mark.split("-").map(Number);
    const refused = e.matches(".message");
    return {from, to, severity: refused ? "error" : "warning", message: e.dataset.error ?? e.textContent.trim()};
  }));
}

function offline() {
  const p = document.createElement("div");
  p.className = "verdict refused";
  p.dataset.failed = "";
  p.innerHTML = "<p class=headline>The service can't be reached.</p><p>Your script stays here. It is planned as soon as the connection is back.</p>";
  answer.replaceChildren(p);
  say(p.textContent);
  addEventListener("online", () => plan(), {once: true});
}

function say(text) {
  if (!status) {
    status = document.createElement("p");
    status.className = "sr";
    status.setAttribute("role", "status");
    document.body.append(status);
  }
  status.textContent = text;
}

// --- A fix is an edit that can be undone
async function applyFix(b) {
  if (editor.text !== planned) { await plan(); return; }
  editor.apply(JSON.parse(b.dataset.edits));
  const title = b.dataset.title ?? b.textContent;
  await plan();
  $(".applied")?.remove();
  const bar = document.createElement("div");
  bar.className = "applied";
  bar.setAttribute("role", "status");
  const p = document.createElement("p"), undo = document.createElement("button");
  p.textContent = "Applied: " + title + ".";
  undo.type = "button";
  undo.className = "quiet";
  undo.textContent = "Undo";
  undo.addEventListener("click", () => { editor.undo(); bar.remove(); plan(); });
  bar.append(p, undo);
  form.before(bar);
}

// --- The editor comes late: the page is read and usable before it
async function mountEditor() {
  if (editor || !area || !editorURL) return;
  let mount;
  try { ({mount} = await import(editorURL)); } catch { return; } // the textarea does as well
  if (editor) return;
  editor = mount(area, {onChange: later, onSubmit: () => plan(), onCursor: cursorAt});
  area.parentElement.classList.add("mounted");
  area.tabIndex = -1;
  area.setAttribute("aria-hidden", "true");
  $("label[for=sql]")?.addEventListener("click", e => { e.preventDefault(); editor.focus(); });
  editor.tables();
  marks();
}

if (form && answer) {
  $("[data-hint]").hidden = false;
  area.addEventListener("input", later);
  area.addEventListener("keydown", e => { if (e.key === "Enter" && (e.metaKey || e.ctrlKey)) { e.preventDefault(); plan(); } });
  form.addEventListener("submit", e => {
    if (e.submitter?.name === "matrices") { e.preventDefault(); plan(true); return; }
    if (e.submitter && (e.submitter.formAction !== form.action || e.submitter.name)) return;
    e.preventDefault();
    plan();
  });
  // #sql=… holds a script that no server has seen.
  const hash = /^#sql=(.*)$/s.exec(location.hash);
  if (hash) {
    try { area.value = decodeURIComponent(hash[1]); plan(); } catch {}
  } else if (area.value.trim() && planned !== area.defaultValue) {
    plan(); // the browser brought back what was typed
  }
  const start = () => ("requestIdleCallback" in window ? requestIdleCallback(mountEditor, {timeout: 1200}) : setTimeout(mountEditor, 200));
  if (document.readyState === "complete") start(); else addEventListener("load", start, {once: true});
}
