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
  else if (t.dataset.step) step(t.closest("[data-ledger]"), Number(t.dataset.step));
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
    const body = new URLSearchParams(new FormData(form));
    if (more === true) body.set("matrices", 1);
    const res = await fetch(form.getAttribute("action"), {method: "POST", body, headers: {"Rowkind-Fragment": "1"}, signal: mine.signal});
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
  tablesKnown();
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

// --- Rows: one step at a time
function step(ledger, by) {
  const columns = $$("thead th", ledger).length - 1;
  const now = Number(ledger.dataset.now ?? 0);
  const next = by === 0 ? 0 : Math.min(Math.max(now === 0 && by < 0 ? columns : now + by, 1), columns);
  ledger.dataset.now = next;
  for (const tr of $$("tr", ledger)) {
    [...tr.cells].forEach((cell, i) => {
      cell.classList.toggle("now", i > 0 && i === next);
      cell.classList.toggle("later", next > 0 && i > next);
    });
  }
  if (next) {
    const head = $$("thead th", ledger)[next], stub = $("thead th", ledger).offsetWidth, box = $(".scroll", ledger);
    if (head.offsetLeft - stub < box.scrollLeft) box.scrollLeft = head.offsetLeft - stub;
    else if (head.offsetLeft + head.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = head.offsetLeft + head.offsetWidth - box.clientWidth;
    say(`Step ${next} of ${columns}: ${head.title}`);
  }
}

// --- Rows: a grid over the textarea, which stays what is sent
const rowsArea = $("#rows"), grid = $("[data-grid]"), asText = $("[data-grid-toggle]");
const kindClass = {"+I": "k-i", "-U": "k-ub", "+U": "k-ua", "-D": "k-d"};
let tables = [], wantsText = false;

// make builds an element; text in it stays text.
function make(tag, props, ...children) {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
}

// gridRow is a line as table, kind and values, or null where the grid can't hold it.
function gridRow(line) {
  let row;
  try { row = JSON.parse(line); } catch { return null; }
  const table = Array.isArray(row) && tables.find(t => t.name === row[0]);
  return table && kindClass[row[1]] && row.length === table.columns.length + 2 ? {table, row} : null;
}

const textual = type => /^(VAR)?CHAR|^STRING|^TIME|^DATE|BINARY|^BYTES/.test(type);
const shown = (value, type) => value === null ? "" : typeof value === "string" && value !== "" && textual(type) ? value : JSON.stringify(value);
function typed(text, type) {
  if (text === "") return null;
  if (textual(type)) return text === '""' ? "" : text;
  try { return JSON.parse(text); } catch { return text; }
}

const lines = () => rowsArea.value.split("\n").filter(l => l.trim());

function tablesKnown() {
  const known = answer && $("[data-tables]", answer);
  if (!grid || !known) return;
  const before = JSON.stringify(tables);
  tables = JSON.parse(known.dataset.tables);
  if (before !== known.dataset.tables) drawGrid();
}

function drawGrid() {
  const rows = lines().map(gridRow);
  const fits = tables.length > 0 && rows.length <= 60 && rows.every(Boolean);
  asText.hidden = !fits;
  asText.textContent = wantsText ? "As grid" : "As text";
  grid.hidden = !fits || wantsText;
  rowsArea.hidden = !grid.hidden;
  if (grid.hidden) return;
  const body = make("tbody", {});
  let last;
  rows.forEach(({table, row}, i) => {
    if (table !== last) {
      body.append(make("tr", {}, make("th", {scope: "col", textContent: table.name}), ...table.columns.map(c => make("th", {scope: "col", textContent: c.name, title: c.type}))));
    }
    last = table;
    body.append(gridLine(table, row, i));
  });
  const more = tables.map(t => make("button", {type: "button", className: "quiet", textContent: "+ " + t.name, onclick: () => addRow(t, rows)}));
  grid.replaceChildren(make("table", {}, body), make("div", {className: "more-rows"}, ...more));
}

function gridLine(table, row, i) {
  const kind = make("select", {className: kindClass[row[1]]}, ...["+I", "-U", "+U", "-D"].map(k => make("option", {value: k, textContent: k, selected: k === row[1]})));
  kind.setAttribute("aria-label", `Kind of row ${i + 1}, ${table.name}`);
  kind.onchange = () => { row[1] = kind.value; kind.className = kindClass[kind.value]; writeLine(i, row); };
  const cells = table.columns.map((c, n) => {
    const input = make("input", {value: shown(row[n + 2], c.type), placeholder: "NULL", title: c.type});
    input.setAttribute("aria-label", `${c.name} of row ${i + 1}, ${table.name}`);
    input.oninput = () => { row[n + 2] = typed(input.value, c.type); writeLine(i, row); };
    return make("td", {}, input);
  });
  const drop = make("button", {type: "button", className: "quiet", textContent: "×", onclick: () => {
    rowsArea.value = lines().filter((_, n) => n !== i).join("\n") + "\n";
    drawGrid();
    later();
  }});
  drop.setAttribute("aria-label", `Remove row ${i + 1}, ${table.name}`);
  return make("tr", {}, make("td", {}, kind), ...cells, make("td", {}, drop));
}

function writeLine(i, row) {
  const all = lines();
  all[i] = JSON.stringify(row);
  rowsArea.value = all.join("\n") + "\n";
  later();
}

// A new row is like the last one of its table: most of it is what one wants.
function addRow(table, rows) {
  const like = rows.filter(r => r.table === table).at(-1)?.row ?? [table.name, table.kinds[0], ...table.columns.map(() => null)];
  rowsArea.value = [...lines(), JSON.stringify(like)].join("\n") + "\n";
  drawGrid();
  $$("tr:last-child input", grid)[0]?.focus();
  later();
}

if (grid) {
  rowsArea.addEventListener("input", later);
  asText.addEventListener("click", () => { wantsText = !wantsText; drawGrid(); });
  tablesKnown();
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
