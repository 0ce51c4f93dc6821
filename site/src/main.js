// The playground: files on the left, the table on the right, and what the engine says about both.
import { Engine, Stopped } from "./engine.js";
import { checked, fromLink, isPath, toLink, toZip } from "./pack.js";
import { plot } from "./plot.js";
import { Table } from "./table.js";

const $ = (id) => document.getElementById(id);
const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
const query = new URLSearchParams(location.search);

/** What a first visit shows: short, with texts. */
const FIRST = "cookbook/11";
const GAMES = [50, 200, 1000];

const engine = new Engine({ patience: Number(query.get("patience")) || undefined });
const table = new Table($("frame"), engine);
// the editor loads after the first table; until then, this stands for it
let editor = { path: "", open: (path) => (editor.path = path), clear() {}, problems() {}, colour() {}, replace() {}, goTo() {} };

/** The opened ruleset: title, files, the open one; `entry` is what it was made from. */
let project = { title: "", files: {}, open: "", key: "", entry: {} };
let problems = new Map();
let rules = null;
/** The project of the table. */
let played = null;
let edits = 0;

/* ---------- files ---------- */

let unsent = false;
let checking = 0;

function changed(path, text) {
  if (project.files[path] === text) return;
  project.files[path] = text;
  edited();
}

function edited() {
  edits += 1;
  expected = -1;
  busy(true);
  unsent = true;
  clearTimeout(checking);
  checking = setTimeout(check, 250);
  store("ludex:last", project);
}

function flush() {
  if (!unsent) return;
  unsent = false;
  engine.files(project.files);
}

function drawFiles() {
  const tab = (path) => {
    const bad = (problems.get(path) ?? []).some(({ severity }) => severity === 1);
    const button = element("button", { type: "button", textContent: path, className: bad ? "bad" : "" });
    if (path === project.open) button.setAttribute("aria-current", "true");
    button.onclick = () => openFile(path);
    return element("li", {}, button);
  };
  $("files").replaceChildren(...Object.keys(project.files).sort(byFolder).map(tab));
  $("files").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

const byFolder = (a, b) => (b === "ruleset.yaml") - (a === "ruleset.yaml") || a.includes("/") - b.includes("/") || a.localeCompare(b);

function openFile(path, place) {
  project.open = path;
  editor.open(path, project.files[path] ?? "");
  drawFiles();
  showProblems(path);
  editor.colour();
  if (place) {
    show("rules");
    editor.goTo(place);
  }
}

/** Writes a file, as a change that can be undone if it is open. */
function writeFile(path, text) {
  project.files[path] = text;
  if (path === editor.path) editor.replace(text);
  edited();
  openFile(path);
}

$("new-file").addEventListener("submit", (event) => {
  event.preventDefault();
  const path = $("path").value.trim();
  const action = event.submitter.value;
  const { open, files } = project;
  const wrong = action === "delete" ? open === "ruleset.yaml" && "A ruleset needs ruleset.yaml." : !isPath(path) ? "A path ends with .yaml, or .svg for frames and icons: scenarios/own.yaml" : path in files && "There is such a file.";
  $("path-problem").textContent = wrong || "";
  if (wrong) return;
  const text = files[open];
  if (action !== "add") delete files[open];
  if (action !== "delete") files[path] = action === "add" ? "" : text;
  edited();
  openFile(action === "delete" ? "ruleset.yaml" : path);
  $("files-menu").hidePopover();
});

/* ---------- what the engine says ---------- */

engine.onProblems = (path, found) => {
  if (found.length) problems.set(path, found);
  else problems.delete(path);
  if (counted() === expected) busy(false);
  drawProblems();
  drawFiles();
  if (path === project.open) showProblems(path);
};

/** Number of problems that the engine has counted. */
let expected = -1;
const counted = () => [...problems.values()].reduce((sum, found) => sum + found.length, 0);
const busy = (is) => $("problems").setAttribute("aria-busy", is);

const showProblems = (path) => editor.problems(problems.get(path) ?? []);

function drawProblems() {
  const all = [...problems].flatMap(([path, found]) => found.map((problem) => ({ path, ...problem })));
  $("count-problems").textContent = all.length || "";
  const line = ({ path, range, severity, code, message }) => {
    const { start } = range;
    const place = element("button", { type: "button", className: "place", textContent: `${path}:${start.line + 1}:${start.character + 1}` });
    place.onclick = () => openFile(path, start);
    const kind = severity === 1 ? "error" : "warning";
    return element("li", {}, element("span", { className: kind, textContent: `${kind} ${code}: ` }), `${message} `, place);
  };
  const none = element("p", { textContent: counted() === expected ? "No problems." : "Checking …" });
  $("problems").replaceChildren(all.length ? element("ul", {}, ...all.map(line)) : none);
}

/** Checks the rules after a change, and then everything that follows from them. */
async function check() {
  flush();
  const edit = edits;
  try {
    const found = await engine.request("ludex/rules");
    if (edit !== edits) return;
    expected = found.problems;
    busy(counted() !== expected);
    drawProblems();
    rules = found.id === undefined ? null : found;
    editor.colour();
    // a table of other rules would mislead, one of earlier texts of these rules stays
    const hasTable = Boolean(rules) || played === project;
    $("no-table").hidden = hasTable;
    $("frame").hidden = !hasTable;
    if (!rules) {
      loadRest();
      drawScenarios(null);
      drawTask(null);
      return;
    }
    drawSettings();
    if (table.touched) $("outdated").hidden = false;
    else await begin();
    await test(edit);
  } catch (error) {
    failed(error);
  }
}

function failed(error) {
  loadRest();
  if (error instanceof Stopped) table.touched = false;
  notice(error.message, error instanceof Stopped ? "warn" : "bad");
  if (error instanceof Stopped) drawScenarios(null, error.message);
}
table.onFailure = engine.onFailure = failed;
table.onDrawn = loadRest;
engine.onWhole = () => navigator.serviceWorker?.register("service.js").catch(() => {});

let isLoading = false;

/** Loads what would delay the first table. */
async function loadRest() {
  if (isLoading) return;
  isLoading = true;
  engine.whole();
  try {
    const { Editor } = await import("./editor.js");
    editor = new Editor($("editor"), engine, { changed, flush });
    openFile(project.open);
  } catch (error) {
    notice(error.message, "bad");
  }
}

function notice(text, kind = "") {
  const strip = $("notice");
  strip.hidden = !text;
  strip.className = `banner ${kind}`;
  const close = element("button", { type: "button", className: "btn tiny", textContent: "Close", onclick: () => (strip.hidden = true) });
  strip.replaceChildren(element("span", { textContent: text }), close);
}

/* ---------- scenarios and the task of a step ---------- */

async function test(edit) {
  const report = await engine.request("ludex/scenarios");
  if (edit !== edits) return;
  drawScenarios(report);
  const { check } = project.entry;
  if (!check) return;
  const own = await engine.request("ludex/scenarios", { text: check.scenarios });
  if (edit !== edits) return;
  drawTask({ report, own });
}

function drawScenarios(report, why = "The rules have errors.") {
  $("scenarios").dataset.of = project.key;
  const count = report && report.scenarios.length;
  $("count-scenarios").textContent = count ? `${report.passed}/${count}` : "";
  if (!report) return $("scenarios").replaceChildren(element("p", { textContent: why }));
  const line = ({ name, failure, skipped, differs }) => {
    const wrong = failure ?? differs ?? skipped;
    const item = element("li", {}, element("span", { className: failure ? "error" : wrong ? "warning" : "pass", textContent: failure ? "✗ failed: " : wrong ? "– not run: " : "✓ passed: " }), name);
    if (wrong) item.append(...reason(wrong));
    return item;
  };
  const unread = report.unreadable.map((problem) => element("li", {}, element("span", { className: "error", textContent: "✗ unreadable: " }), ...reason(problem)));
  const lines = [...unread, ...report.scenarios.map(line)];
  $("scenarios").replaceChildren(lines.length ? element("ul", {}, ...lines) : element("p", { textContent: "This ruleset has no scenarios. Add a file scenarios/first.yaml." }));
}

function reason({ place, message, expected, actual }) {
  const difference = expected === undefined ? "" : `\n   expected ${expected}\n   actual   ${actual}`;
  const parts = [`\n   ${message}${difference} `];
  if (place && place.file in project.files) {
    const { file, line, column } = place;
    const button = element("button", { type: "button", className: "place", textContent: `${file}:${line}` });
    button.onclick = () => openFile(file, { line: line - 1, character: column - 1 });
    parts.push(button);
  }
  return parts;
}

/** Says whether the task of the step is solved. `results` is null while the rules have errors. */
function drawTask(results) {
  const { check, number, steps } = project.entry;
  if (!check) return;
  const missing = lacking(results, check);
  $("task").classList.toggle("solved", !missing);
  $("task-state").textContent = missing ?? "Solved.";
  $("next").hidden = Boolean(missing) || number === steps;
  if (missing) return;
  const solved = new Set([...solvedSteps(), number]);
  store("ludex:tour", [...solved]);
  drawSteps();
}

/** Files that the text of the step shows, and that are still as they were before it. */
const unwritten = ({ blocks, files }) => new Set(blocks.filter(({ slip, path, text }) => !slip && files[path] !== text && project.files[path] === files[path]).map(({ path }) => path));

function lacking(results, { title, passed }) {
  const first = [...unwritten(project.entry)];
  if (first.length) return `Not yet: first write ${first.join(", ")} with the buttons in the text.`;
  if (!results) return "Not yet: the rules have errors.";
  const { report, own } = results;
  if (title && rules.title !== title) return `Not yet: the title is “${rules.title}”.`;
  if (report.failed || report.unreadable.length) return "Not yet: a scenario of the game fails.";
  if (report.passed < passed) return `Not yet: ${report.passed} of ${passed} scenarios.`;
  const wrong = own.unreadable[0] ?? own.scenarios.map(({ failure }) => failure).find(Boolean);
  if (!wrong) return null;
  return `Not yet: ${wrong.message}${wrong.actual === undefined ? "" : ` (${wrong.actual})`}.`;
}

const solvedSteps = () => load("ludex:tour") ?? [];

function drawSteps() {
  const { number, steps } = project.entry;
  const solved = solvedSteps();
  const step = (_, index) => {
    const done = solved.includes(index + 1);
    const link = element("a", { href: `./#tour/${index + 1}`, textContent: index + 1, className: done ? "done" : "" });
    link.setAttribute("aria-label", `Step ${index + 1}${done ? ", solved" : ""}`);
    if (index + 1 === number) link.setAttribute("aria-current", "step");
    return element("li", {}, link);
  };
  $("steps").replaceChildren(...Array.from({ length: steps }, step));
}

function drawStep() {
  const { html, task, number, title, blocks } = project.entry;
  const is = html !== undefined;
  $("learn").hidden = !is;
  $("work").classList.toggle("with-tour", is);
  document.querySelector("#tabs [data-pane=learn]").hidden = !is;
  if (!is) return;
  $("step").textContent = `Step ${number}: ${title}`;
  // the text of the guide, which the build has made into HTML
  $("text").innerHTML = html;
  $("text").scrollTop = 0;
  for (const button of $("text").querySelectorAll("[data-block]")) {
    const { path, text } = blocks[button.dataset.block];
    button.onclick = () => writeFile(path, text);
  }
  $("task").classList.remove("solved");
  $("task-text").innerHTML = task;
  $("task-state").textContent = "";
  $("next").hidden = true;
  $("next").href = `./#tour/${number + 1}`;
  drawSteps();
}

/* ---------- the table ---------- */

function choose(select, entries, usual) {
  const before = select.value;
  const option = ([value, text]) => element("option", { value, textContent: text });
  select.replaceChildren(...entries.map(option));
  const kept = entries.some(([value]) => String(value) === before) && select.dataset.of === project.key;
  select.value = kept ? before : usual;
  select.dataset.of = project.key;
}

function drawSettings() {
  const { players, languages, options, variants } = rules;
  const counts = Array.from({ length: players.most - players.least + 1 }, (_, i) => players.least + i);
  choose($("players"), counts.map((n) => [n, n]), players.usual);
  const tongues = languages.length ? languages : ["en"];
  const own = navigator.languages.map((tongue) => tongue.slice(0, 2)).find((tongue) => tongues.includes(tongue));
  choose($("language"), tongues.map((tongue) => [tongue, tongue]), own ?? (tongues.includes("en") ? "en" : tongues[0]));
  const field = ({ name, text, default: usual, allowed }) => {
    const known = document.querySelector(`#options [name="${CSS.escape(name)}"]`);
    const input = Array.isArray(allowed) ? element("select", { name }) : element("input", { name, type: "number", min: allowed.least, max: allowed.most });
    if (Array.isArray(allowed)) input.append(...allowed.map((word) => element("option", { value: word, textContent: word.replaceAll("_", " ") })));
    input.value = known?.dataset.of === project.key ? known.value : usual;
    input.dataset.of = project.key;
    input.dataset.usual = usual;
    return element("label", {}, `${text ?? name.replaceAll("_", " ")} `, input);
  };
  const box = ({ id, title }) => {
    const known = document.querySelector(`#options [value="${CSS.escape(id)}"][type=checkbox]`);
    const input = element("input", { type: "checkbox", name: "variant", value: id, checked: known?.dataset.of === project.key && known.checked });
    input.dataset.of = project.key;
    return element("label", {}, input, ` ${title}`);
  };
  $("options").replaceChildren(...variants.map(box), ...options.map(field));
  $("more").hidden = !variants.length && !options.length;
}

function settings() {
  const inputs = [...$("options").querySelectorAll("input, select")];
  const changed = inputs.filter(({ name, value, dataset }) => name !== "variant" && value !== dataset.usual);
  return {
    players: Number($("players").value),
    seed: Number($("seed").value) || 0,
    options: Object.fromEntries(changed.map(({ name, value }) => [name, value])),
    variants: inputs.filter(({ name, checked }) => name === "variant" && checked).map(({ value }) => value),
  };
}

async function begin() {
  if (!rules) return;
  $("outdated").hidden = true;
  played = project;
  await table.begin({ ...settings(), seats: ["human", $("others").value], language: $("language").value });
}

const again = () => begin().catch(failed);
$("settings").addEventListener("submit", (event) => {
  event.preventDefault();
  if (table.choices) $("seed").value = (Number($("seed").value) + 1) % 1_000_000;
  again();
});
$("settings").addEventListener("change", () => !table.touched && again());
$("restart").addEventListener("click", again);

/* ---------- a thousand games ---------- */

let run = 0;
$("simulate").addEventListener("click", async () => {
  const mine = (run += 1);
  if (!rules) return $("plot").replaceChildren(element("p", { textContent: "The rules have errors." }));
  try {
    for (const games of GAMES) {
      const report = await engine.request("ludex/simulate", { ...settings(), games });
      if (mine !== run) return;
      $("plot").replaceChildren(...plot(report));
      $("plot").dataset.games = report.finished;
    }
  } catch (error) {
    failed(error);
    $("plot").replaceChildren(element("p", { textContent: error.message }));
  }
});

/* ---------- opening ---------- */

const load = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};

function store(key, value) {
  try {
    const kept = value.files ? { title: value.title, open: value.open, key: value.key, files: value.files } : value;
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    notice("This browser keeps nothing: download what you want to keep.", "warn");
  }
}

const fetched = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} can't be loaded (${answer.status}).`);
  return answer.json();
};

const index = fetched("data/index.json");

/** Opens what the fragment of the address names. */
async function route({ fresh = false } = {}) {
  const [, group, id] = location.hash.match(/^#([a-z]+)[/=](.+)$/) ?? [];
  try {
    if (group === "s") return opened({ ...(await fromLink(id)), key: location.hash });
    if (group === "kept") return opened({ ...checked(load(`ludex:kept:${decodeURIComponent(id)}`)), key: location.hash });
    const last = load("ludex:last");
    if (last && !fresh && (!group || last.key === location.hash)) return opened({ ...checked(last), key: last.key ?? "" }, await entryOf(last.key));
    await example(group ?? FIRST.split("/")[0], id ?? FIRST.split("/")[1]);
  } catch (error) {
    if (!project.key) await example(...FIRST.split("/"));
    notice(error.message, "bad");
  }
}

async function entryOf(key) {
  const [, group, id] = key?.match(/^#(tour)\/(\d+)$/) ?? [];
  return group ? tourEntry(group, id) : {};
}

async function tourEntry(group, id) {
  const [entry, groups] = await Promise.all([fetched(`data/${group}/${id}.json`), index]);
  const isTour = entry.html !== undefined;
  return { ...entry, number: isTour ? Number(id) : 0, steps: isTour ? groups.find((one) => one.id === group).entries.length : 0 };
}

async function example(group, id) {
  const entry = await tourEntry(group, encodeURIComponent(id));
  opened({ title: entry.title, open: entry.open, files: entry.files, key: `#${group}/${id}` }, entry);
}

function opened(next, entry = {}) {
  project = { ...next, files: { ...next.files }, entry };
  document.title = `${project.title || "Ruleset"} · Ludex playground`;
  $("title").textContent = project.title || "Ruleset";
  problems = new Map();
  rules = null;
  run += 1;
  table.touched = false;
  editor.clear();
  $("plot").replaceChildren();
  $("outdated").hidden = true;
  $("open").hidePopover();
  notice("");
  drawStep();
  show(entry.html === undefined ? "play" : "learn");
  edits += 1;
  expected = -1;
  busy(true);
  unsent = true;
  flush();
  openFile(project.open in project.files ? project.open : Object.keys(project.files)[0]);
  drawProblems();
  check();
}

async function drawGroups() {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith("ludex:kept:")).map((key) => key.slice("ludex:kept:".length)).sort();
  const link = (href, text, ...more) => element("li", {}, element("a", { href, textContent: text }), ...more);
  const remove = (name) => element("button", { type: "button", className: "btn tiny", textContent: "Delete", ariaLabel: `Delete ${name}`, onclick: () => (localStorage.removeItem(`ludex:kept:${name}`), drawGroups()) });
  const part = (title, items) => element("section", {}, element("h3", { textContent: title }), element("ul", {}, ...items));
  const own = kept.map((name) => link(`./#kept/${encodeURIComponent(name)}`, name, remove(name)));
  const groups = (await index).map(({ id, title, entries }) => part(title, entries.map((entry) => link(`./#${id}/${entry.id}`, id === "tour" ? `${entry.id}. ${entry.title}` : entry.title))));
  $("groups").replaceChildren(...(own.length ? [part("Kept in this browser", own)] : []), ...groups);
}
$("open").addEventListener("beforetoggle", ({ newState }) => newState === "open" && drawGroups().catch(failed));
$("groups").addEventListener("click", ({ target }) => {
  // the address of what is open already, to begin it again
  if (target.matches("a") && target.hash === location.hash) route({ fresh: true });
});
addEventListener("hashchange", () => route());
$("over").addEventListener("click", () => {
  $("files-menu").hidePopover();
  route({ fresh: true });
});

/* ---------- share, keep, download ---------- */

$("share").addEventListener("click", async () => {
  $("link").value = `${location.origin}${location.pathname}#s=${await toLink(project)}`;
  $("copied").textContent = "";
  $("share-menu").showPopover();
  $("link").select();
});
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText($("link").value);
  $("copied").textContent = "Copied.";
});
$("keep").addEventListener("click", () => {
  $("keep-name").value = project.title;
  $("keep-menu").showPopover();
  $("keep-name").select();
});
$("keep-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = $("keep-name").value.trim();
  if (!name) return;
  store(`ludex:kept:${name}`, { ...project, title: name });
  $("keep-menu").hidePopover();
  notice(`“${name}” is kept in this browser.`, "good");
});
$("download").addEventListener("click", async () => {
  const address = URL.createObjectURL(await toZip(project.files));
  const name = `${rules?.id ?? "ruleset"}.zip`;
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  notice(`${name} is a package: \`ludex play ${name}\` plays it.`, "good");
});

/* ---------- parts of the page ---------- */

function show(pane) {
  document.body.dataset.pane = pane;
  for (const button of $("tabs").children) {
    if (button.dataset.pane === pane) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}
$("tabs").addEventListener("click", ({ target }) => target.dataset.pane && show(target.dataset.pane));

// the fragment of the address names what is open
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  show("play");
  $("play").focus();
});

const tabs = [...document.querySelectorAll("[role=tab]")];
function select(tab) {
  for (const one of tabs) {
    one.setAttribute("aria-selected", one === tab);
    one.tabIndex = one === tab ? 0 : -1;
    $(one.getAttribute("aria-controls")).hidden = one !== tab;
  }
}
for (const [at, tab] of tabs.entries()) {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", ({ key }) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!by) return;
    const next = tabs[(at + by + tabs.length) % tabs.length];
    select(next);
    next.focus();
  });
}

const THEMES = ["system", "light", "dark"];
function theme(name) {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  $("theme").ariaLabel = $("theme").title = `Theme: ${name}`;
  $("theme").value = name;
  table.theme();
}
$("theme").addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf($("theme").value) + 1) % THEMES.length];
  store("ludex:theme", next);
  theme(next);
});
theme(THEMES.includes(load("ludex:theme")) ? load("ludex:theme") : "system");

route();
