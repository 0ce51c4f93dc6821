// Parts of the page that need a script: the field for a long range of numbers, reasons and hints above the table, cards that travel.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { accessible } from "./support/access.mjs";
import { launch, sound, visit } from "./support/browser.mjs";
import { play } from "./support/player.mjs";
import { Server } from "./support/server.mjs";

const cases = new URL("../cases/html/", import.meta.url).pathname;

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
});

const version = (page) => page.locator("#table").getAttribute("data-version");

test("a long range of numbers is a field with a script, and buttons without", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "ludex-number-")), "auction");
  mkdirSync(folder);
  cpSync(join(cases, "number.yaml"), join(folder, "ruleset.yaml"));
  const own = await Server.start({ game: folder });
  try {
    const table = await own.table("auction", 2);
    const link = table.people[0].link;
    const plain = await visit(browser, link, { javaScriptEnabled: false });
    assert.equal(await plain.locator("#number").isVisible(), false);
    assert.equal(await plain.locator("#decision .opt:visible").count(), 22);
    const page = await visit(browser, link);
    await accessible(page, "number field");
    assert.equal(await page.locator("#decision .opt:visible").count(), 0);
    await page.locator("[data-step='1']").click();
    await page.locator("[data-step='1']").click();
    await page.locator("[data-step='-1']").click();
    assert.equal(await page.locator("#take").textContent(), "5");
    await page.locator("#number").fill("12");
    assert.equal(await page.locator("#take").getAttribute("aria-disabled"), "true", "12 is no option");
    const before = await version(page);
    await page.keyboard.press("Enter");
    await page.locator("#number").fill("45");
    assert.equal(await page.locator("#take").textContent(), "45");
    assert.equal(await version(page), before, "nothing was chosen yet");
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.querySelector("#table").dataset.version !== before, before);
    const { document } = await own.ask(`/t/${table.id}`);
    const least = document.view.variables.find(({ variable }) => variable === "least");
    assert.equal(JSON.stringify(least.value).match(/45/)?.[0], "45");
    sound(page);
  } finally {
    await own.stop();
    rmSync(join(folder, ".."), { recursive: true });
  }
});

test("a value says why, and a hint says what stands out", async () => {
  const table = await server.table("citadels", 4, { bots: 3 });
  const page = await visit(browser, table.people[0].link);
  await play(page, { most: 3 }).catch(() => {});
  await page.locator("#decision .opt").first().waitFor();
  await page.locator(".seat.me .ask").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("#popup .reasons").first().waitFor();
  assert.match(await page.locator("#popup .reasons").first().textContent(), /gold/);
  await accessible(page, "reasons");
  await page.keyboard.press("Escape");
  await page.locator("#popup").waitFor({ state: "hidden" });
  sound(page);
});

test("a hint says which option is best, or that none is", async () => {
  const table = await server.table("kuhn", 2, { bots: 1 });
  const page = await visit(browser, table.people[0].link);
  await page.locator("#decision .opt").first().waitFor();
  await page.keyboard.press("h");
  await page.locator("#popup #hint").waitFor();
  assert.match(await page.locator("#popup").textContent(), /best/);
  await accessible(page, "hint");
  sound(page);
});

test("cards travel from the zone that they left to the zone that they entered", async () => {
  const table = await server.table("hearts", 4, { bots: 3, options: { goal: 0 } });
  const page = await visit(browser, "about:blank", { reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    window.travelled = [];
    const begin = document.startViewTransition.bind(document);
    const names = () =>
      Object.fromEntries(
        [...document.querySelectorAll("[style*=view-transition-name]")].map((node) => [
          node.style.viewTransitionName,
          `${node.closest(".zone")?.id} ${node.dataset.face ?? ""}`,
        ]),
      );
    document.startViewTransition = (change) => {
      const from = names();
      return begin(() => {
        change();
        window.travelled.push({ from, to: names() });
      });
    };
  });
  await page.goto(table.people[0].link);
  await play(page, { most: 4 }).catch(() => {});
  await page.waitForFunction(() => window.travelled.length > 2);
  const travelled = await page.evaluate(() => window.travelled);
  const pairs = travelled.flatMap(({ from, to }) =>
    Object.keys(to)
      .filter((name) => from[name])
      .map((name) => [from[name], to[name]]),
  );
  assert.ok(pairs.length > 0, JSON.stringify(travelled));
  for (const [from, to] of pairs) assert.notEqual(from.split(" ")[0], to.split(" ")[0], "another zone");
  assert.ok(pairs.some(([from, to]) => from.split(" ")[1] && from.split(" ")[1] === to.split(" ")[1]), JSON.stringify(pairs));
  sound(page);
});
