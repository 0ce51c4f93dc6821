// Other ways to play than with a mouse: keys alone, no script, touch.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, sound, visit } from "./support/browser.mjs";
import { play, random } from "./support/player.mjs";
import { Server } from "./support/server.mjs";

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

const keys = async (page, below) => {
  const labels = await page.$$eval("#decision .opt .k", (all) => all.map((key) => key.textContent.trim()));
  if (labels.length && below(2)) {
    await page.keyboard.type(labels[below(labels.length)]);
    return;
  }
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.keyboard.press("Tab");
  const isOption = () => page.evaluate(() => document.activeElement.matches(".opt"));
  for (let tabs = 0; tabs < 5 && !(await isOption()); tabs += 1) await page.keyboard.press("Tab");
  assert.ok(await isOption(), "the options come after the prompt");
  for (let steps = below(3); steps > 0; steps -= 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
};

test("a game by keyboard alone", async () => {
  const table = await server.table("goofspiel", 2, { bots: 1 });
  const page = await visit(browser, table.people[0].link);
  assert.ok((await play(page, { press: keys })) > 5);
  sound(page);
});

test("a game of two without JavaScript", async () => {
  const table = await server.table("leduc", 2);
  const settings = { javaScriptEnabled: false };
  const pages = await Promise.all(table.people.map(({ link }) => visit(browser, link, settings)));
  const below = random(5);
  let choices = 0;
  while (!(await pages[0].locator(".result").count())) {
    for (const page of pages) {
      await page.reload();
      const options = page.locator("#decision .opt");
      const n = await options.count();
      if (!n) continue;
      await options.nth(below(n)).click();
      await page.waitForLoadState();
      choices += 1;
    }
    assert.ok(choices < 100, "no end");
  }
  assert.ok(choices > 1);
});

test("a game on a phone with touch", async () => {
  const table = await server.table("goofspiel", 2, { bots: 1 });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit(browser, table.people[0].link, phone);
  let raised = 0;
  const tap = async (page, below) => {
    await page.waitForTimeout(360);
    const cards = page.locator(".felt .can[name=option]");
    const n = await cards.count();
    if (!n || below(3) === 0) return page.locator("#decision .opt").first().tap();
    const version = await page.locator("#decision [name=version]").getAttribute("value");
    await cards.nth(below(n)).tap();
    assert.equal(await page.locator("#decision [name=version]").getAttribute("value"), version, "the first tap raises");
    raised += await page.locator(".raised").count();
    await page.locator("#confirm .main").tap();
  };
  assert.ok((await play(page, { press: tap })) > 5);
  assert.ok(raised > 0, "a card was raised");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  sound(page);
});
