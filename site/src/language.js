// Colours of rulesets: YAML, and effects inside it by the grammar that editors use (`just keywords` writes its words).
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

import block from "../../editors/vscode/syntaxes/block.tmLanguage.json";
import effect from "../../editors/vscode/syntaxes/effect.tmLanguage.json";

/** Beginnings of scopes, with the tokens that they mean here. */
const SCOPES = [
  ["comment", "comment"],
  ["constant.numeric", "number"],
  ["constant.language", "bool"],
  ["keyword.operator", "operator"],
  ["keyword", "keyword"],
  ["support.function", "verb"],
  ["support.type", "typeName"],
  ["entity.name.function", "variableName.function"],
  ["variable.language", "self"],
  ["variable.other", "variableName"],
  ["punctuation", "punctuation"],
];
const token = (scope) => SCOPES.find(([begin]) => scope.startsWith(begin))?.[1] ?? null;

const patterns = (rule) => (rule.patterns ? rule.patterns.flatMap(patterns) : rule.include ? patterns(effect.repository[rule.include.slice(1)]) : [rule]);
const EFFECT = patterns(effect.repository.effect)
  .filter(({ name }) => name)
  .map(({ name, match }) => ({ name: token(name), match: new RegExp(match, "y") }));

const KEY = /(?:on[ \t]+(?:any[ \t]+)?)?(?:[\w.\-{}]+|"[^"]*")(?=[ \t]*:(?:[ \t]|$))/y;
/** Keys whose values are effects or expressions: the beginning of the pattern of editors, up to the colon. */
const EFFECT_KEY = new RegExp(`${block.repository.plain.begin.split("([ \\t]*:)")[0]}$`);
const BLOCK = /[|>][-+0-9]*(?=[ \t]*(?:$|#))/y;
const WORDS = [
  [/(?<=^|[ \t])#.*/y, "comment"],
  [/"(?:[^"\\]|\\.)*"?|'[^']*'?/y, "string"],
  [/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/y, "number"],
  [/\b(?:true|false|null)\b/y, "bool"],
  [/[{}[\],:&*?-]/y, "punctuation"],
];

/** Takes what a pattern finds at the place of the stream. Patterns may look back, so they see the whole line. */
function take(stream, pattern) {
  pattern.lastIndex = stream.pos;
  const found = pattern.exec(stream.string)?.[0];
  if (!found) return null;
  stream.pos += found.length;
  return found;
}

function effectToken(stream, state) {
  for (const { name, match } of EFFECT) {
    const found = take(stream, match);
    if (!found) continue;
    if (state.inline) follow(found, state);
    return name;
  }
  if (!take(stream, /\w+/y)) stream.next();
  return null;
}

/** In a flow mapping, an effect ends before the comma or bracket that belongs to YAML. */
const ends = (stream, state) => state.flow > 0 && state.depth === 0 && /[,}\]]/.test(stream.peek());

function follow(found, state) {
  if (/^[([{]$/.test(found)) state.depth += 1;
  if (/^[)\]}]$/.test(found)) state.depth -= 1;
}

function yamlToken(stream, state) {
  const key = take(stream, KEY);
  if (key) {
    state.effect = EFFECT_KEY.test(key);
    return "propertyName";
  }
  if (take(stream, BLOCK)) {
    state.block = { indent: state.indent, effect: state.effect };
    return "punctuation";
  }
  for (const [pattern, name] of WORDS) {
    const found = take(stream, pattern);
    if (!found) continue;
    if (found === "{" || found === "[") state.flow += 1;
    if (found === "}" || found === "]") state.flow -= 1;
    if (found !== ":") state.effect = false;
    return name;
  }
  if (state.effect) {
    Object.assign(state, { inline: true, depth: 0 });
    return effectToken(stream, state);
  }
  if (!take(stream, /[\p{L}\p{N}_]+/uy)) stream.next();
  return null;
}

function lineBegins(stream, state) {
  const indent = stream.indentation();
  if (stream.string.trim() === "") return;
  if (state.block && indent <= state.block.indent) state.block = null;
  if (!state.block) Object.assign(state, { indent, inline: false, effect: false });
}

export const ludex = StreamLanguage.define({
  name: "ludex",
  startState: () => ({ block: null, indent: 0, flow: 0, depth: 0, effect: false, inline: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (stream.sol()) lineBegins(stream, state);
    if (stream.eatSpace()) return null;
    if (state.block) {
      if (state.block.effect) return effectToken(stream, state);
      stream.skipToEnd();
      return "string";
    }
    if (state.inline && ends(stream, state)) Object.assign(state, { inline: false, effect: false });
    return state.inline ? effectToken(stream, state) : yamlToken(stream, state);
  },
  tokenTable: { verb: tags.definitionKeyword },
  languageData: { commentTokens: { line: "#" } },
});

export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.comment, color: "var(--ink-2)", fontStyle: "italic" },
    { tag: [tags.keyword, tags.definitionKeyword], color: "var(--s5)", fontWeight: "600" },
    { tag: tags.operator, color: "var(--s5)" },
    { tag: [tags.number, tags.bool], color: "var(--s2)" },
    { tag: tags.string, color: "var(--s3)" },
    { tag: tags.propertyName, color: "var(--s1)" },
    { tag: tags.function(tags.variableName), color: "var(--s6)" },
    { tag: [tags.self, tags.typeName], color: "var(--s7)" },
    { tag: tags.punctuation, color: "var(--ink-2)" },
  ]),
);
