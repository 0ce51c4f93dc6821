// The packaged extension in a real VS Code: `node test/workbench.mjs CODE_SERVER LUDEX [FOLDER_FOR_PICTURES [SESSION]]`.
// SESSION is a file for what editor and server say (`record.mjs`); then LUDEX may be `-`, and nobody answers.
// CODE_SERVER is the entry point of code-server (`node_modules/code-server/out/node/entry.js`; it wants a Node of its own version and the module
// node-pty), LUDEX a program with `ludex lsp`, or one without, of which the extension must complain. Chromium is asked for at /usr/bin/chromium.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const [entry, ludex, pictures = tmpdir(), session] = process.argv.slice(2);
const answers = ludex !== "-";
const here = import.meta.dirname;
const home = mkdtempSync(join(tmpdir(), "workbench-"));
const port = 18_080 + (process.pid % 1000);
const folder = join(home, "my-kabale");
const serves = answers && spawnSync(ludex, ["lsp", "--help"]).status === 0;

cpSync(join(here, "../../../rulesets/kabale"), folder, { recursive: true });
mkdirSync(join(home, "data/User"), { recursive: true });
let program = ludex;
if (session) {
  program = join(home, "recorded");
  const recorder = [process.execPath, join(here, "../../record.mjs"), resolve(session), folder, ...(answers ? [ludex, "lsp"] : [])];
  writeFileSync(program, `#!/bin/sh\n[ "$2" = --help ] && exit 0\nexec ${recorder.map((word) => `'${word}'`).join(" ")}\n`);
  chmodSync(program, 0o755);
}
const settings = { "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off", "editor.codeLens": true, "ludex.trace.server": "verbose", "workbench.colorTheme": "Default Light Modern" };
writeFileSync(join(home, "data/User/settings.json"), JSON.stringify(settings));
// where the program lies is a setting of the machine
mkdirSync(join(home, "data/Machine"));
writeFileSync(join(home, "data/Machine/settings.json"), JSON.stringify({ "ludex.path": program }));
const own = ["--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions"), "--config", join(home, "config.yaml")];
writeFileSync(join(home, "config.yaml"), "auth: none\n");
const installed = spawnSync(process.execPath, [entry, ...own, "--install-extension", join(here, "../ludex.vsix")], { encoding: "utf8" });
assert.match(installed.stdout, /successfully installed/, installed.stdout + installed.stderr);

const server = spawn(process.execPath, [entry, ...own, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", folder], { stdio: "ignore" });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const picture = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
  for (let tries = 0; ; tries += 1) {
    const found = await page.goto(`http://127.0.0.1:${port}/?folder=${folder}`).catch((error) => error);
    if (!(found instanceof Error)) break;
    assert.ok(tries < 60, String(found));
    await new Promise((done) => setTimeout(done, 500));
  }
  await page.locator(".monaco-workbench").waitFor({ timeout: 150_000 });
  const open = async (file) => {
    await page.keyboard.press("Control+P");
    await page.locator(".quick-input-widget input").fill(file);
    await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await page.waitForTimeout(800);
    await page.keyboard.press("Enter");
    await page.locator(".monaco-editor .view-line").first().waitFor();
  };
  await open("cards.yaml");
  await page.waitForTimeout(6_000);
  await picture("colours");
  // the colours are of the effect grammar: a verb has one of its own
  const colours = await page.evaluate(() => {
    const spans = [...document.querySelectorAll(".view-line span span")];
    const of = (word) => spans.filter((span) => span.textContent.trim() === word).map((span) => span.className);
    return { let: of("let"), stop: of("stop"), set: of("set"), kind: of("kind"), number: of("1") };
  });
  assert.ok(colours.set.length > 0, "keywords are pieces of their own");
  assert.notEqual(colours.set[0], colours.kind[0]);
  console.log("colours", JSON.stringify(colours).slice(0, 200));
  if (!serves && !session) {
    await page.locator(".notification-list-item", { hasText: "Ludex:" }).first().waitFor({ timeout: 20_000 });
    console.log(await page.locator(".notification-list-item").first().innerText());
    await picture("missing");
  } else {
    await edit(page, picture);
  }
  if (answers && !session) {
    await command(page, "Ludex: Run the Scenarios");
    await page.waitForTimeout(9_000);
    await picture("scenarios");
  }
  assert.ok((await page.locator(".notification-list-item").count()) <= 1, "it complains once");
  console.log("pictures in", pictures);
} finally {
  await browser.close();
  server.kill();
  rmSync(home, { recursive: true, force: true });
}

/** A command by its name. */
async function command(page, text) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").fill(`>${text}`);
  await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
  await page.keyboard.press("Enter");
}

/** What a designer does in a minute: a typo and its mark, completion, hover, where a name is defined and used, a new name, formatting, saving. */
async function edit(page, picture) {
  const rest = () => page.waitForTimeout(1_200);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    await rest();
  };
  const find = async (text) => {
    await press("Control+Home", "Control+F");
    await page.keyboard.type(text);
    await press("Enter", "Escape");
  };
  await find("set here.muted");
  await page.keyboard.press("Home");
  await page.keyboard.type("mvoe self to box\n");
  if (serves) {
    await page.locator(".squiggly-error").first().waitFor({ timeout: 20_000 });
    console.log("a mistake is marked");
  }
  await rest();
  await press("ArrowUp", "Control+.");
  await picture("mistake");
  await press("Escape");
  await press(...Array(8).fill("Control+Z"));
  await find("self.column");
  await press("ArrowRight");
  await page.keyboard.type(".");
  await rest();
  await press("Control+Space");
  await picture("completion");
  await press("Escape", "Backspace");
  await find("reveal_above");
  await press("Control+K", "Control+I");
  await picture("hover");
  await press("Escape");
  await press("Shift+F12");
  await press("Escape");
  await find("do reveal_above");
  await press("ArrowRight", "ArrowLeft", "F2");
  await press("Escape");
  await command(page, "Format Document");
  await rest();
  await press("Control+S");
  await find("do reveal_above");
  await press("ArrowRight", "ArrowLeft", "F12");
  await picture("definition");
}
