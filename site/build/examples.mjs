// The games that the playground opens: the tour from the guide, examples of the documentation, and the shipped rulesets.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { tour } from "./tour.mjs";

const root = join(import.meta.dirname, "../..");
export const read = (path) => readFileSync(join(root, path), "utf8");

/** All groups: ID, title, and entries with `id`, `title`, `files` and `open`. */
export const groups = (docs) => [
  { id: "tour", title: "Tour", entries: tour(read("docs/how-to-write-a-ruleset.md"), docs) },
  { id: "games", title: "Games", entries: shipped("rulesets") },
  { id: "classics", title: "Classics", entries: shipped("rulesets/classics") },
  { id: "cookbook", title: "Cookbook", entries: cookbook(read("docs/cookbook.md")) },
  { id: "page", title: "The language in one page", entries: onePage(read("docs/ruleset-in-one-page.md")) },
  { id: "reference", title: "Reference", entries: reference(read("grammar/README.md")) },
];

const yamlBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".yaml") && !path.split("/").some((part) => part.startsWith(".")))
    .sort((a, b) => a.includes("/") - b.includes("/") || a.localeCompare(b));

function filesOf(folder) {
  // the line for editors names a path of the repository
  const text = (path) => read(`${folder}/${path}`).replace(/^# yaml-language-server:.*\n/, "");
  return Object.fromEntries(yamlBelow(folder).map((path) => [path, text(path)]));
}

function shipped(folder) {
  const ids = readdirSync(join(root, folder)).filter((id) => existsSync(join(root, folder, id, "ruleset.yaml")));
  return ids.sort().map((id) => {
    const files = filesOf(`${folder}/${id}`);
    const [, quoted, plain] = files["text/en.yaml"]?.match(/^game:[^]*?title:\s*(?:"(.*?)"|([^,}\n]+))/m) ?? [];
    return { id, title: (quoted ?? plain ?? id).trim(), files, open: "ruleset.yaml" };
  });
}

/** The fenced blocks of a page: language, text, and the heading above. */
function blocks(page) {
  const found = [];
  let heading = "";
  const lines = page.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at].startsWith("#")) heading = lines[at].replace(/^#+ /, "");
    if (!lines[at].startsWith("```")) continue;
    const end = lines.indexOf("```", at + 1);
    found.push({ language: lines[at].slice(3), text: `${lines.slice(at + 1, end).join("\n")}\n`, heading });
    at = end;
  }
  return found;
}

const number = (index) => String(index + 1);
const PLACES = { yaml: "ruleset.yaml", scenario: "scenarios/example.yaml", overlay: "variants/example.yaml" };
const filled = (of) => Object.fromEntries(of.map(({ language, text }) => [PLACES[language], text]));

function cookbook(page) {
  const of = blocks(page).filter(({ language }) => language in PLACES);
  const headings = [...new Set(of.map(({ heading }) => heading))];
  return headings.map((title, index) => ({
    id: number(index),
    title,
    files: filled(of.filter(({ heading }) => heading === title)),
    open: "ruleset.yaml",
  }));
}

/** Scenarios and a variant belong to the last game before them. */
function onePage(page) {
  let game;
  return blocks(page.slice(page.indexOf("\n### Example ")))
    .filter(({ language }) => language in PLACES)
    .map((block, index) => {
      if (block.language === "yaml") game = block;
      return { id: number(index), title: block.heading.replace(/^Example \d+: /, ""), files: filled([game, block]), open: PLACES[block.language] };
    });
}

/** Parts of rulesets stand in the game of `tests/cases/reference`, overlays and scenarios in Kabale. */
function reference(page) {
  const kabale = filesOf("rulesets/kabale");
  const base = Object.fromEntries(Object.entries(kabale).filter(([path]) => !path.startsWith("scenarios/")));
  const of = blocks(page).filter(({ language }) => language in PLACES);
  return of.map(({ language, text, heading }, index) => {
    const inside = text.startsWith("format: 1") ? text : inContext(text);
    const files = language === "yaml" ? { "ruleset.yaml": inside } : { ...base, [PLACES[language]]: text };
    return { id: number(index), title: heading, files, open: PLACES[language] };
  });
}

/** The sections of a ruleset: name, and the texts of its entries, after the text before the first one. */
function sections(text) {
  const found = [];
  for (const line of text.split(/(?<=\n)/).filter((line) => !line.startsWith("#"))) {
    const last = found.at(-1)?.entries;
    if (/^[a-z]/.test(line)) found.push({ name: line.split(":")[0], entries: [line] });
    else if (/^ {2}[^ ]/.test(line)) last?.push(line);
    else if (last) last[last.length - 1] += line;
  }
  return found;
}

/** Sections with independent entries. */
const OF_ENTRIES = ["kinds", "zones", "cards", "spots", "options", "enums", "events", "functions", "procedures", "state"];

/** Adds the missing sections to an example, as `tests/src/context.rs` does. */
function inContext(example) {
  const all = sections(read("tests/cases/reference/context.yaml"));
  for (const { name, entries } of sections(example)) {
    const around = all.find((section) => section.name === name);
    if (!around) all.push({ name, entries });
    else if (OF_ENTRIES.includes(name)) putOver(around.entries, entries.slice(1));
    else around.entries = entries;
  }
  return all.flatMap(({ entries }) => entries).join("");
}

function putOver(around, entries) {
  const key = (entry) => entry.split(":")[0];
  for (const entry of entries) {
    const at = around.findIndex((other, index) => index > 0 && key(other) === key(entry));
    if (at > 0) around[at] = entry;
    else around.push(entry);
  }
}
