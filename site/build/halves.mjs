// The engine in two halves: what games need until a first move, and the rest.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { called, noting, split } from "./split.mjs";

/** Examples whose first moves need the first half alone: the tour, and what a first visit shows. */
const isFirst = (group, id) => group === "tour" || `${group}/${id}` === "cookbook/11";
const FEATURES = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/** Opens a game, and makes a first move, as the page does. */
function begin(door, files) {
  const tell = (message) => JSON.parse(door.take(JSON.stringify({ jsonrpc: "2.0", ...message }))[0] ?? "{}").result;
  const ask = (method, params) => tell({ id: 1, method, params: { root: "web:/game", ...params } });
  ask("initialize", { capabilities: {} });
  tell({ method: "ludex/files", params: { root: "web:/game", files } });
  const rules = ask("ludex/rules");
  if (rules?.id === undefined) return;
  const language = rules.languages.includes("en") ? "en" : (rules.languages[0] ?? "en");
  let view = ask("ludex/begin", { seats: ["human", "random"], players: rules.players.usual, seed: 1, options: {}, variants: [], language });
  const wake = () => {
    while (view?.bot) view = ask("ludex/wake");
  };
  wake();
  for (const [, design] of view.html.matchAll(/src="cards\/([\w-]+)\.svg"/g)) ask("ludex/card", { design });
  const [, option] = view.html.match(/ name="option" value="([^"]*)"/) ?? [];
  if (option === undefined) return;
  view = ask("ludex/table", { address: "seat/1/choose", fields: { version: String(view.version), option } });
  wake();
}

/** Both halves of the engine in a folder. */
export async function halves(engine, groups) {
  const bytes = readFileSync(join(engine, "ludex_web_bg.wasm"));
  const { initSync, Door } = await import(pathToFileURL(join(engine, "ludex_web.js")));
  const exports = initSync({ module: noting(bytes) });
  for (const { id: group, entries } of groups) {
    for (const { files } of entries.filter(({ id }) => isFirst(group, id))) begin(new Door(), files);
  }
  const needed = called(exports);
  const parts = split(bytes, (index) => needed.has(index));
  const [first, rest] = await Promise.all([parts.first, parts.rest].map(smaller));
  return { first, rest };
}

/** Optimises a module for size, which also removes unused stubs. */
async function smaller(bytes) {
  const folder = mkdtempSync(join(tmpdir(), "ludex-site-"));
  try {
    const [from, to] = ["a.wasm", "b.wasm"].map((name) => join(folder, name));
    writeFileSync(from, bytes);
    await promisify(execFile)(join(import.meta.dirname, "../node_modules/.bin/wasm-opt"), ["-Oz", ...FEATURES.map((one) => `--enable-${one}`), from, "-o", to]);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
