// node site/build/site.mjs ENGINE OUT: the playground as a folder of static files. ENGINE holds what `editors/web/build.sh` made.
// DOCS is the address of the pages that the guide links to; without it, such links are text.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";

import { groups } from "./examples.mjs";
import { halves } from "./halves.mjs";

const [engine, out] = process.argv.slice(2);
if (!out) {
  console.error("usage: node site.mjs ENGINE OUT");
  process.exit(2);
}
const site = join(import.meta.dirname, "..");
const root = join(site, "..");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const write = (path, text) => {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
};
const copy = (from, to) => cpSync(from, join(out, to));

for (const name of ["table.css", "table.js", "idiomorph.js", "idiomorph.LICENSE"]) copy(join(root, "table/assets", name), name);
for (const name of ["index.html", "table.html", "site.css", "icon.svg", "manifest.webmanifest"]) copy(join(site, name), name);
copy(join(site, "src/link.js"), "link.js");
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copy(join(root, name), name);

await build({
  entryPoints: ["start", "main", "worker"].map((name) => join(site, `src/${name}.js`)),
  external: ["./start.js"],
  alias: { engine: resolve(engine, "ludex_web.js") },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "linked",
  chunkNames: "chunk-[hash]",
});

const all = groups(process.env.DOCS);
const { first, rest } = await halves(engine, all);
write("ludex_web_bg.wasm", first);
write("ludex_web_rest.wasm", rest);
write("data/index.json", JSON.stringify(all.map(({ id, title, entries }) => ({ id, title, entries: entries.map(({ id, title }) => ({ id, title })) }))));
for (const group of all) {
  for (const { id, ...entry } of group.entries) write(`data/${group.id}/${id}.json`, JSON.stringify(entry));
}

// the service worker knows all files, and changes whenever one does
const files = readdirSync(out, { recursive: true }).filter((path) => statSync(join(out, path)).isFile()).map((path) => path.replaceAll("\\", "/")).sort();
const hash = createHash("sha256");
for (const path of files) hash.update(path).update(readFileSync(join(out, path)));
const version = hash.digest("hex").slice(0, 16);
const worker = readFileSync(join(site, "src/service.js"), "utf8");
write("service.js", worker.replace("VERSION_OF_THE_BUILD", version).replace('["FILES_OF_THE_BUILD"]', JSON.stringify(["./", ...files])));
console.log(`${out}: ${files.length + 1} files, version ${version}`);
