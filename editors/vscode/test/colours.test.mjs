// What VS Code shows without a server: its own YAML grammar with ours laid over it, run by its own engine over all shipped rulesets.
// What stands in an effect is held to `effect.pest` by a test in Rust; here it is where effects begin and end.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { LineCounter, isMap, isScalar, isSeq, parseDocument } from "yaml";

const require = createRequire(import.meta.url);
const here = import.meta.dirname;
const rulesets = join(here, "../../../rulesets");
const yaml = join(dirname(require.resolve("@codingame/monaco-vscode-yaml-default-extension")), "resources");
const own = require("../package.json").contributes.grammars;

const wasm = readFileSync(join(dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
await oniguruma.loadWASM(wasm);
const path = (scope) => {
  const ours = own.find((grammar) => grammar.scopeName === scope);
  if (ours) return join(here, "..", ours.path);
  const part = scope.replace(/^source\.yaml\.?/, "");
  return join(yaml, `yaml${part && "-" + part}.tmLanguage.json`);
};
const registry = new textmate.Registry({
  onigLib: Promise.resolve({ createOnigScanner: (list) => new oniguruma.OnigScanner(list), createOnigString: (text) => new oniguruma.OnigString(text) }),
  loadGrammar: async (scope) => textmate.parseRawGrammar(readFileSync(path(scope), "utf8"), path(scope)),
  getInjections: (scope) => own.filter((grammar) => grammar.injectTo?.includes(scope)).map((grammar) => grammar.scopeName),
});
const grammar = await registry.loadGrammar("source.yaml");

/** For each character of a text: whether it is coloured as the effect language. */
function coloured(text) {
  const marks = new Uint8Array(text.length);
  let stack = textmate.INITIAL;
  let start = 0;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, stack);
    for (const token of result.tokens) {
      const ours = token.scopes.some((scope) => scope.endsWith(".ludex") && !scope.startsWith("meta."));
      if (ours) marks.fill(1, start + token.startIndex, start + Math.min(token.endIndex, line.length));
    }
    stack = result.ruleStack;
    start += line.length + 1;
  }
  return marks;
}

const ALWAYS = /^(do|run|set|setup|when|until|while|repeat|each|active|base|is|add|multiply|at_least|at_most|total|concealed|covered|expect|on .*)$/;
const MAPS = /^(with|shows|fields|properties|functions|procedures|statistics|lines)$/;
const SECTIONS = new Set(["functions", "procedures", "setup", "statistics"]);

/** "must" be coloured, "may" be, or must "not": by the keys above a scalar, as the loader has them. */
function wanted(keys, scalar) {
  const block = scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED";
  const key = keys.at(-1);
  if (keys[0] === "text") return key === "when" && !isWords(scalar) ? "must" : "not";
  if (keys[0] === "scenarios" && keys.includes("given") && key !== "set") return "not";
  if (keys.includes("play") && keys[0] === "scenarios" && key === "do") return "may";
  if (SECTIONS.has(keys[0]) || keys.includes("procedures")) return block || MAPS.test(key) || ALWAYS.test(key) || keys.includes("with") ? "must" : "may";
  if (ALWAYS.test(key)) return "must";
  if (keys.some((word) => MAPS.test(word))) return keys.includes("scenarios") ? "not" : "must";
  if (key === "end" && block) return "must";
  return ["cards", "kinds", "spots", "zones", "state", "score", "bot", "steps", "phases", "actions"].some((word) => keys.includes(word)) ? "may" : "not";
}

const isWords = (scalar) => typeof scalar.value !== "string";

function* scalars(node, keys) {
  if (isMap(node)) for (const pair of node.items) yield* scalars(pair.value, [...keys, String(pair.key.value)]);
  else if (isSeq(node)) for (const item of node.items) yield* scalars(item, keys);
  else if (isScalar(node) && node.value !== null) yield { keys, node };
}

function* files() {
  for (const game of readdirSync(rulesets)) {
    for (const entry of readdirSync(join(rulesets, game), { recursive: true })) {
      if (entry.endsWith(".yaml")) yield { name: `${game}/${entry}`, file: entry, text: readFileSync(join(rulesets, game, entry), "utf8") };
    }
  }
}

/** The keys that a file stands for. */
function above(file) {
  if (file.startsWith("text/")) return ["text"];
  if (file.startsWith("scenarios/")) return ["scenarios"];
  if (file.startsWith("variants/") || file === "ruleset.yaml") return [];
  return [file.replace(/\.yaml$/, "")];
}

test("effects are coloured where they stand, and nothing else is", () => {
  const wrong = [];
  const count = { must: 0, may: 0, seen: 0, not: 0 };
  for (const { name, file, text } of files()) {
    const marks = coloured(text);
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: true });
    for (const { keys, node } of scalars(document.contents, above(file))) {
      const want = wanted(keys, node);
      count[want] += 1;
      const [from, to] = node.range;
      let inside = text.slice(from, to);
      // the head of a block text is YAML, and so are quotes
      if (/^[|>]/.test(inside)) inside = inside.replace(/^[^\n]*/, (head) => " ".repeat(head.length));
      if (/^["']/.test(inside)) inside = inside.replace(/["']/g, " ");
      const letters = [...inside.matchAll(/[A-Za-z0-9_#][A-Za-z0-9_ #]*|[=<>+*]/g)].map((found) => from + found.index);
      const bad = letters.filter((at) => (want === "must" ? !marks[at] : want === "not" && marks[at]));
      if (want === "may" && letters.some((at) => marks[at])) count.seen += 1;
      if (bad.length) wrong.push(`${name}:${lines.linePos(bad[0]).line} ${keys.join(".")} ${want}: ${text.slice(from, from + 60)}`);
      marks.fill(0, from, to);
    }
    // what is left is keys, comments and signs of YAML
    for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at + 1)) {
      const end = marks.indexOf(0, at);
      const rest = text.slice(at, end < 0 ? undefined : end).trim();
      if (rest && !/^[#{}\[\],]/.test(rest)) wrong.push(`${name}:${lines.linePos(at).line} coloured outside of any text: ${rest}`);
      at = end < 0 ? text.length : end;
    }
  }
  console.log(`${count.must} texts coloured, ${count.seen} of ${count.may} more, ${count.not} left alone`);
  assert.deepEqual(wrong.slice(0, 25), [], `${wrong.length} wrong`);
  assert.ok(count.must > 2000);
});
