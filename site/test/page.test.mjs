// The page: it checks, plays, tests and simulates what is typed, within its budget, and the same as the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { LUDEX, SITE, choose, go, launch, play, problems, ready, sound, table, type, visit } from "./page.mjs";
import { serve } from "./server.mjs";

/** Bytes, compressed, and milliseconds until a first move can be made, on a cold load. */
const MOST_BYTES = 1 << 20;
const MOST_TIME = 2_000;

let server;
let browser;
before(async () => {
  server = await serve(SITE);
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
});

test("a cold load takes at most 1 MB and 2 s to the first move", async () => {
  server.sent = 0;
  let release;
  // neither the rest of the engine nor the editor is needed
  server.held = { files: /^(ludex_web_rest|chunk-)/, until: new Promise((done) => (release = done)) };
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(server.url);
  await table(page).locator("form#decision .opt").first().waitFor();
  const [time, bytes] = [performance.now() - begun, server.sent];
  console.log(`cold load: ${(bytes / 1e3).toFixed(0)} kB compressed, ${time.toFixed(0)} ms to the first move`);
  release();
  await ready(page);
  console.log(`the whole page: ${(server.sent / 1e3).toFixed(0)} kB compressed`);
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  assert.ok(time <= MOST_TIME * Number(process.env.SLOW ?? 1), `${time} ms`);
});

test("a mistake is told under the word, and mended by a button", async () => {
  const page = await visit(browser, server.url, "tour/2");
  await type(page, "zones.yaml", (text) => text.replace("meadow: { holds: treasure", "meadow: { holds: tresure"));
  assert.match((await problems(page)).join(), /E0301: unknown kind `tresure`.*did you mean `treasure`/s);
  assert.equal(await page.locator("#editor .cm-lintRange-error").textContent(), "tresure");
  await page.locator("#problems .place").first().click();
  await page.locator("#editor .cm-lintRange-error").hover();
  await page.locator("#editor .cm-diagnosticAction").first().click();
  await page.locator("#problems p").waitFor();
  assert.deepEqual(await problems(page), []);
  sound(page);
});

test("effects inside YAML are coloured, and names by what they mean", async () => {
  const page = await visit(browser, server.url, "cookbook/11");
  await page.locator("#editor .sem-namespace").first().waitFor();
  const colour = (text) => page.locator("#editor .cm-line span", { hasText: new RegExp(`^${text}$`) }).first().evaluate((node) => getComputedStyle(node).color);
  const [key, verb] = [await colour("zones"), await colour("move|shuffle|draw")];
  assert.notEqual(key, verb);
  sound(page);
});

test("a change of the rules is played at once, or on demand in a game that is under way", async () => {
  const page = await visit(browser, server.url, "tour/4");
  await table(page).locator("form#decision .opt").first().waitFor();
  await type(page, "cards.yaml", (text) => text.replace("spoon:", "ladle:"));
  await table(page).getByText("ladle").first().waitFor({ state: "attached" });
  await choose(page);
  await type(page, "cards.yaml", (text) => text.replace("ladle:", "scoop:"));
  await page.locator("#restart").click();
  await table(page).getByText("scoop").first().waitFor({ state: "attached" });
  sound(page);
});

for (const hash of ["classics/kuhn", "classics/goofspiel", "games/king_commands", "cookbook/2", "tour/9"]) {
  test(`${hash} is played to its end`, async () => {
    const page = await visit(browser, server.url, hash);
    await table(page).locator("form#decision .opt").first().waitFor();
    assert.ok((await play(page)) > 0);
    sound(page);
  });
}

test("the program and the page give the same bytes in the same games", async () => {
  const page = await visit(browser, server.url);
  const lines = readFileSync(process.env.MESSAGES, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const played = lines.filter((line) => line.case.startsWith("play "));
  assert.ok(played.length > 100);
  const worker = () => page.evaluate(() => {
    globalThis.other?.terminate();
    globalThis.other = new Worker("worker.js", { type: "module" });
    globalThis.asked = new Map();
    globalThis.other.onmessage = ({ data }) => globalThis.asked.get(data.id)?.(JSON.stringify(data));
  });
  let of = "";
  for (const { case: name, take, says } of played) {
    if (take === null) continue;
    if (name !== of) await worker();
    of = name;
    const message = JSON.parse(take);
    const answer = await page.evaluate((message) => new Promise((done) => {
      globalThis.other.postMessage(message);
      if (message.id === undefined) done(null);
      else globalThis.asked.set(message.id, done);
    }), message);
    // a number that is whole is written without a fraction by a script
    if (answer !== null) assert.equal(answer, JSON.stringify(JSON.parse(says[0])), `${name}: ${take}`);
  }
});

test("a thousand games are those of `ludex simulate`", async () => {
  const page = await visit(browser, server.url, "classics/kuhn");
  await page.locator("#tab-games").click();
  await page.locator("#simulate").click();
  await page.locator("#plot[data-games='1000']").waitFor({ timeout: 30_000 });
  const drawn = await page.locator("#plot table td:first-of-type").allTextContents();
  const out = execFileSync(LUDEX, ["simulate", "kuhn", "--games", "1000", "--seed", "1", "--json"], { encoding: "utf8" });
  const expected = JSON.parse(out).seats.map(({ win_share: share }) => `${(100 * share).toFixed(1)} %`);
  assert.deepEqual(drawn, expected);
  assert.equal(await page.locator("#plot rect[class^=seat]").count(), expected.length);
  sound(page);
});

test("scenarios run while one types", async () => {
  const page = await visit(browser, server.url, "cookbook/1");
  assert.equal(await page.locator("#count-scenarios").textContent(), "1/1");
  await type(page, "scenarios/example.yaml", (text) => text.replace("seat(2).gold == 12", "seat(2).gold == 13"));
  await page.locator("#tab-scenarios").click();
  const failed = await page.locator("#scenarios li").textContent();
  assert.match(failed, /failed: two raise until both pass/);
  assert.match(failed, /actual .*12/);
  await page.locator("#scenarios .place").click();
  assert.equal(await page.locator("#files [aria-current]").textContent(), "scenarios/example.yaml");
  sound(page);
});

test("rules that never end are stopped, and the page goes on", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${server.url}?patience=1500#reference/1`);
  await ready(page);
  const forever = "format: 1\ngame: { id: forever, players: 2 }\nstate: { game: { n: int for game } }\nphases:\n  turn:\n    while: n < 100000000\n    do: |\n      for player p {\n        p chooses one of steps as step\n      }\nactions:\n  steps:\n    go: { do: set n = n + 1 }\n    back: { do: set n = n - 1 }\nscore: { total: player.seat }\n";
  await type(page, "ruleset.yaml", () => forever);
  await page.locator("#tab-games").click();
  await page.locator("#simulate").click();
  await page.getByText("seconds and were stopped").first().waitFor({ timeout: 30_000 });
  await go(page, "classics/goofspiel");
  await table(page).locator("form#decision .opt").first().waitFor();
});

test("a link holds the whole ruleset, and a damaged one is refused", async () => {
  const page = await visit(browser, server.url, "cookbook/11");
  await type(page, "ruleset.yaml", (text) => `# <img src=x onerror=alert(1)> ö 🂡\n${text}`);
  await page.locator("#share").click();
  const link = await page.locator("#link").inputValue();
  const files = await page.evaluate(() => JSON.parse(localStorage.getItem("ludex:last")).files);
  const other = await visit(browser, server.url, new URL(link).hash.slice(1));
  assert.deepEqual(await other.evaluate(() => JSON.parse(localStorage.getItem("ludex:last"))?.files ?? null), null, "opening alone keeps nothing");
  assert.match(await other.locator("#editor .cm-content").textContent(), /<img src=x onerror=alert\(1\)> ö 🂡/);
  assert.equal(await other.locator("img[src=x]").count(), 0);
  await type(other, "ruleset.yaml", () => `${files["ruleset.yaml"]}\n`);
  assert.deepEqual(await other.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("ludex:last")).files)), Object.keys(files));
  const damaged = await visit(browser, server.url, new URL(link).hash.slice(1, 200));
  await damaged.getByText("The link is damaged").waitFor();
  sound(page, other);
});

test("what is kept is there after closing, and can be deleted", async () => {
  const page = await visit(browser, server.url, "cookbook/3");
  await page.locator("#keep").click();
  await page.locator("#keep-name").fill("<b>mine</b>");
  await page.keyboard.press("Enter");
  await page.goto("about:blank");
  await page.goto(server.url);
  await page.locator("[popovertarget=open]").first().click();
  await page.getByRole("link", { name: "<b>mine</b>" }).click();
  await ready(page);
  assert.equal(await page.locator("#title").textContent(), "<b>mine</b>");
  await page.locator("[popovertarget=open]").first().click();
  await page.getByRole("button", { name: "Delete <b>mine</b>" }).click();
  assert.equal(await page.getByRole("link", { name: "<b>mine</b>" }).count(), 0);
  sound(page);
});

test("the last text is there after a reload", async () => {
  const page = await visit(browser, server.url, "cookbook/4");
  await type(page, "ruleset.yaml", (text) => `# my own\n${text}`);
  await page.goto("about:blank");
  await page.goto(server.url);
  await ready(page);
  assert.match(await page.locator("#editor .cm-content").textContent(), /# my own/);
});

test("a download is a package that the program plays", async () => {
  const page = await visit(browser, server.url, "tour/9");
  const waits = page.waitForEvent("download");
  await page.locator("#download").click();
  const download = await waits;
  assert.equal(download.suggestedFilename(), "magpies.zip");
  const folder = mkdtempSync(join(tmpdir(), "ludex-site-"));
  try {
    const path = join(folder, "magpies.zip");
    await download.saveAs(path);
    const run = (...words) => execFileSync(LUDEX, words, { encoding: "utf8", cwd: folder });
    assert.match(run("check", path), /no problems/);
    assert.match(run("play", path, "--players", "2", "--seats", "random,random", "--seed", "1"), /wins|share/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the page works without a network once it was open", async () => {
  const page = await visit(browser, server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  server.down = true;
  try {
    await page.reload();
    await ready(page);
    await go(page, "games/kabale");
    await table(page).locator("form#decision .opt").first().waitFor();
  } finally {
    server.down = false;
  }
});
