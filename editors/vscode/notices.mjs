// The licences of what is bundled, as they ask: `dist/NOTICES.txt` from esbuild's own list of inputs.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";

const { inputs } = JSON.parse(readFileSync("dist/inputs.json", "utf8"));
const folders = new Set(Object.keys(inputs).flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
const notices = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file || !existsSync(`${folder}/${file}`)) throw new Error(`${name} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
writeFileSync("dist/NOTICES.txt", notices.join("\n----\n\n"));
