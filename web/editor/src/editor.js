// The editor that takes over the textarea: CodeMirror 6 with a Flink dialect, in a
// shadow root, so that its styles need no exception from the page's policy.
import {EditorState, StateEffect, StateField, Compartment} from "@codemirror/state";
import {EditorView, Decoration, keymap, drawSelection, lineNumbers, highlightActiveLine, placeholder} from "@codemirror/view";
import {defaultKeymap, history, historyKeymap, undo} from "@codemirror/commands";
import {syntaxHighlighting, HighlightStyle, bracketMatching, indentOnInput} from "@codemirror/language";
import {autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap} from "@codemirror/autocomplete";
import {setDiagnostics, lintKeymap} from "@codemirror/lint";
import {search, searchKeymap, highlightSelectionMatches} from "@codemirror/search";
import {sql, SQLDialect} from "@codemirror/lang-sql";
import {tags} from "@lezer/highlight";
import words from "./keywords.json";
import {schemaOf} from "./schema.js";

const types = "array bigint binary boolean bytes char date decimal double float int integer interval map multiset row smallint string time timestamp timestamp_ltz tinyint varbinary varchar variant";
// Of the words that may be names too, those that hardly are. The others stay plain:
// what is coloured must be quoted to be a name.
const structure = `asc changelog_mode conditional conflict deduplicate desc descriptor do enforced excluding following hop if
  including key matched metadata nothing options ordinality overwrite overwriting partitioned preceding temporary tumble
  unbounded unconditional view virtual zone`.split(/\s+/).filter(w => words.other.includes(w.toUpperCase()));
const flink = SQLDialect.define({
  keywords: words.reserved.map(w => w.toLowerCase()).filter(w => !types.split(" ").includes(w)).concat(structure).join(" "),
  types,
  builtin: "",
  identifierQuotes: "`",
  doubleDollarQuotedStrings: false,
  spaceAfterDashes: false,
  caseInsensitiveIdentifiers: false,
});

const colours = HighlightStyle.define([
  {tag: tags.keyword, color: "var(--code-word)", fontWeight: "600"},
  {tag: [tags.typeName, tags.standard(tags.name)], color: "var(--code-type)"},
  {tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)"},
  {tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)"},
  {tag: [tags.lineComment, tags.blockComment], color: "var(--soft)"},
]);

const look = EditorView.theme({
  "&": {flex: "1", minWidth: "0", maxHeight: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "0.8125rem"},
  "&.cm-focused": {outline: "none"},
  ".cm-scroller": {fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto"},
  ".cm-content": {caretColor: "var(--ink)", padding: "10px 0"},
  ".cm-gutters": {backgroundColor: "transparent", color: "var(--soft)", border: "none"},
  ".cm-activeLine": {backgroundColor: "color-mix(in srgb, var(--sunk) 70%, transparent)"},
  ".cm-cursor": {borderLeftColor: "var(--ink)"},
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {backgroundColor: "color-mix(in srgb, var(--link) 26%, transparent)"},
  ".cm-lit": {backgroundColor: "var(--mark)", borderRadius: "2px"},
  ".cm-placeholder": {color: "var(--soft)"},
  ".cm-tooltip": {backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "4px", maxWidth: "60ch"},
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {backgroundColor: "var(--ink)", color: "var(--paper)"},
  ".cm-diagnostic": {whiteSpace: "pre-wrap", fontFamily: "var(--mono)", maxHeight: "14em", overflow: "auto"},
  ".cm-diagnostic-error": {borderLeftColor: "var(--no)"},
  ".cm-panels": {backgroundColor: "var(--sunk)", color: "var(--ink)"},
  ".cm-lintRange": {backgroundImage: "none !important", textUnderlineOffset: "3px"},
  ".cm-lintRange-error": {textDecoration: "underline wavy var(--no)"},
  ".cm-lintRange-warning": {textDecoration: "underline wavy var(--warn-line)"},
  ".cm-lintRange-active": {backgroundColor: "var(--no-bg)"},
  ".cm-searchMatch": {backgroundColor: "var(--mark)"},
  ".cm-matchingBracket": {backgroundColor: "var(--mark) !important"},
});

const light = StateEffect.define();
const lit = StateField.define({
  create: () => Decoration.none,
  update(marks, tr) {
    marks = marks.map(tr.changes);
    for (const e of tr.effects) {
      if (e.is(light)) marks = e.value ? Decoration.set(Decoration.mark({class: "cm-lit"}).range(e.value.from, e.value.to)) : Decoration.none;
    }
    return marks;
  },
  provide: f => EditorView.decorations.from(f),
});

// Plain text only, where the browser knows it: else it carries styles along when a
// selection is typed over, and the page's policy speaks up.
const editable = (() => {
  const probe = document.createElement("div");
  try { probe.contentEditable = "plaintext-only"; } catch {}
  return probe.contentEditable === "plaintext-only" ? "plaintext-only" : "true";
})();

/** Mounts the editor over a textarea and keeps the textarea's value up to date. */
export function mount(textarea, {onChange, onSubmit, onCursor}) {
  const host = document.createElement("div");
  host.className = "editor-box";
  textarea.after(host);
  const root = host.attachShadow({mode: "open"});
  const language = new Compartment();
  let tables = "";
  const dialect = schema => sql({dialect: flink, upperCaseKeywords: true, schema});

  const view = new EditorView({
    root, parent: root,
    state: EditorState.create({
      doc: textarea.value,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), indentOnInput(), bracketMatching(), closeBrackets(),
        autocompletion(), highlightSelectionMatches(), search(), lit, look, syntaxHighlighting(colours),
        EditorView.lineWrapping, placeholder(textarea.placeholder), language.of(dialect(schemaOf(textarea.value))),
        EditorView.contentAttributes.of({"aria-label": "Flink SQL", spellcheck: "false", "data-gramm": "false", contenteditable: editable, tabindex: "0"}),
        keymap.of([
          {key: "Mod-Enter", run: () => (onSubmit(), true)},
          ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
        ]),
        EditorView.updateListener.of(u => {
          if (u.docChanged) {
            textarea.value = u.state.doc.toString();
            onChange();
          }
          if (u.selectionSet || u.docChanged) onCursor(u.state.selection.main.head);
        }),
      ],
    }),
  });
  if (textarea.getRootNode().activeElement === textarea) view.focus();

  const clamp = n => Math.max(0, Math.min(n, view.state.doc.length));
  return {
    get text() { return view.state.doc.toString(); },
    set text(doc) { view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: doc}}); },
    focus() { view.focus(); },
    undo() { undo(view); view.focus(); },
    apply(edits) {
      view.dispatch({changes: edits, userEvent: "input.fix", scrollIntoView: true});
    },
    light(from, to, scroll) {
      from = clamp(from); to = clamp(to);
      const effects = [light.of(from < to ? {from, to} : null)];
      if (scroll && from < to) effects.push(EditorView.scrollIntoView(from, {y: "center"}));
      view.dispatch({effects});
    },
    dark() { view.dispatch({effects: light.of(null)}); },
    errors(list) {
      view.dispatch(setDiagnostics(view.state, list.map(e => {
        const from = clamp(e.from);
        return {from, to: Math.max(clamp(e.to), Math.min(from + 1, view.state.doc.length)), severity: e.severity, message: e.message};
      })));
    },
    tables() {
      const schema = schemaOf(view.state.doc.toString());
      const now = JSON.stringify(schema);
      if (now === tables) return;
      tables = now;
      view.dispatch({effects: language.reconfigure(dialect(schema))});
    },
  };
}
