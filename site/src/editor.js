// The editor of one file at a time: colours, problems under the word, completion and explanations from the engine.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";

import { colours, ludex } from "./language.js";

/** Types of the engine's semantic tokens, in its order. */
const TYPES = ["variable", "parameter", "property", "function", "enumMember", "enum", "class", "event", "namespace"];
const SEVERITIES = ["error", "error", "warning", "info", "hint"];
const KINDS = { 2: "method", 3: "function", 5: "property", 6: "variable", 7: "class", 10: "property", 13: "enum", 14: "keyword", 20: "constant" };

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", color: "var(--ink)", backgroundColor: "var(--panel)" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--ink-2)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--act-soft) 45%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--sel-soft)" },
  ".cm-tooltip": { background: "var(--panel)", color: "var(--ink)", border: "1px solid var(--edge)", maxWidth: "min(30rem, 90vw)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--act)", color: "var(--act-ink)" },
  ".cm-hover": { padding: "0.4rem 0.6rem", whiteSpace: "pre-wrap", maxHeight: "16rem", overflow: "auto" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { background: "var(--act)", color: "var(--act-ink)", minHeight: "1.75rem" },
  // waves of the style, in place of pictures
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)" },
  ".cm-lintRange-info, .cm-lintRange-hint": { backgroundImage: "none", textDecoration: "underline dotted var(--ink-2)" },
  ".cm-lintRange-active": { backgroundColor: "var(--bad-soft)" },
  ".sem-class, .sem-enum": { color: "var(--s7)" },
  ".sem-namespace": { color: "var(--s4)" },
  ".sem-enumMember": { color: "var(--s6)" },
  ".sem-function, .sem-event": { color: "var(--s6)" },
});

const setTokens = StateEffect.define();
const tokens = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setTokens));
    return set ? set.value : marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const offset = (doc, { line, character }) => {
  const { from, to } = doc.line(Math.min(line + 1, doc.lines));
  return Math.min(from + character, to);
};
const position = (doc, at) => {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
};

export class Editor {
  #states = new Map();
  #engine;
  #extensions;
  #path = "";

  /** `changed(path, text)` hears of each change. `engine` answers about files whose texts `flush` has sent. */
  constructor(parent, engine, { changed, flush }) {
    this.#engine = engine;
    const asked = (method, at, doc) => {
      flush();
      return engine.about(this.#path, method, { position: position(doc, at) }).catch(() => null);
    };
    this.#extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      indentUnit.of("  "),
      ludex,
      colours,
      tokens,
      theme,
      autocompletion({ override: [(context) => complete(context, asked)] }),
      hoverTooltip((view, at) => explain(view, at, asked)),
      keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(this.#path, update.state.doc.toString());
      }),
    ];
    // in a shadow root, styles need no permission of the page's policy
    const root = parent.attachShadow({ mode: "open" });
    this.view = new EditorView({ parent: root, root });
  }

  get path() {
    return this.#path;
  }

  /** Forgets all files. */
  clear() {
    this.#states.clear();
    this.#path = "";
  }

  /** Shows a file. Its history stays while others are shown. */
  open(path, text) {
    if (this.#path) this.#states.set(this.#path, this.view.state);
    this.#path = path;
    const known = this.#states.get(path);
    const label = EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, tabindex: "0" });
    const fresh = () => EditorState.create({ doc: text, extensions: [...this.#extensions, label] });
    this.view.setState(known?.doc.toString() === text ? known : fresh());
  }

  /** Replaces the text of the shown file, as a change that can be undone. */
  replace(text) {
    const { state } = this.view;
    if (state.doc.toString() !== text) this.view.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } });
  }

  goTo({ line, character }) {
    const at = offset(this.view.state.doc, { line, character });
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  /** Underlines the problems of the shown file, with a button for each quick fix. */
  async problems(found) {
    const path = this.#path;
    const range = { start: { line: 0, character: 0 }, end: { line: 1e9, character: 0 } };
    const actions = found.length ? ((await this.#engine.about(path, "codeAction", { range }).catch(() => null)) ?? []) : [];
    if (path !== this.#path) return;
    const { doc } = this.view.state;
    const diagnostic = (problem) => {
      const { start, end } = problem.range;
      const key = JSON.stringify(problem.range) + problem.message;
      const fixes = actions.filter(({ edit, diagnostics }) => edit?.changes?.[this.#engine.uri(path)] && diagnostics?.some((one) => JSON.stringify(one.range) + one.message === key));
      return {
        from: offset(doc, start),
        to: Math.max(offset(doc, start), offset(doc, end)),
        severity: SEVERITIES[problem.severity],
        source: problem.code,
        message: problem.message,
        actions: fixes.map(({ title, edit }) => ({ name: title, apply: (view) => this.#apply(view, edit) })),
      };
    };
    this.view.dispatch(setDiagnostics(this.view.state, found.map(diagnostic)));
  }

  #apply(view, edit) {
    const edits = edit.changes[this.#engine.uri(this.#path)];
    const { doc } = view.state;
    view.dispatch({ changes: edits.map(({ range, newText }) => ({ from: offset(doc, range.start), to: offset(doc, range.end), insert: newText })) });
  }

  /** Colours names by what they mean. */
  async colour() {
    const path = this.#path;
    const { doc } = this.view.state;
    const found = await this.#engine.about(path, "semanticTokens/full").catch(() => null);
    if (!found || path !== this.#path || doc !== this.view.state.doc) return;
    const marks = [];
    let at = { line: 0, character: 0 };
    for (let i = 0; i < found.data.length; i += 5) {
      const [lines, characters, length, type] = found.data.slice(i, i + 4);
      at = lines ? { line: at.line + lines, character: characters } : { line: at.line, character: at.character + characters };
      const from = offset(doc, at);
      if (length && from + length <= doc.length) marks.push(Decoration.mark({ class: `sem-${TYPES[type]}` }).range(from, from + length));
    }
    this.view.dispatch({ effects: setTokens.of(Decoration.set(marks, true)) });
  }
}

async function complete(context, asked) {
  const word = context.matchBefore(/[\w]*/);
  const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
  if (!context.explicit && word.from === word.to && !/[.:{]/.test(before)) return null;
  const found = await asked("completion", context.pos, context.state.doc);
  if (!found?.length) return null;
  const option = ({ label, kind, detail, documentation, insertText }) => ({
    label,
    type: KINDS[kind],
    detail,
    info: typeof documentation === "string" ? documentation : documentation?.value,
    apply: insertText?.includes("$") ? label : insertText,
  });
  return { from: word.from, options: found.map(option), validFor: /^\w*$/ };
}

async function explain(view, at, asked) {
  const found = await asked("hover", at, view.state.doc);
  if (!found) return null;
  const { doc } = view.state;
  return {
    pos: offset(doc, found.range.start),
    end: offset(doc, found.range.end),
    create() {
      const dom = document.createElement("div");
      dom.className = "cm-hover";
      // Markdown as it is written: names are text, never markup
      dom.textContent = found.contents.value.replace(/^```\w*\n?/gm, "").replace(/\*\*/g, "").trim();
      return { dom };
    },
  };
}
