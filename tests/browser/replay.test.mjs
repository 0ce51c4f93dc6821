// The replay of a game that is over, and a new table from one of its positions.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, narrow } from "./support/access.mjs";
import { launch, sound, visit } from "./support/browser.mjs";
import { play } from "./support/player.mjs";
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

test("a replay steps through the choices, and a branch plays on", async () => {
  const table = await server.table("leduc", 2, { bots: 1 });
  const page = await visit(browser, table.people[0].link);
  const choices = await play(page);
  await page.goto(`${server.url}/t/${table.id}/replay?at=1`);
  await page.locator(".timeline").waitFor();
  await accessible(page, "replay");
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/at=2/);
  await page.setViewportSize({ width: 320, height: 640 });
  await narrow(page, "replay");
  await page.locator("form[action*=branch] button").first().click();
  await page.waitForURL((url) => !url.pathname.includes(table.id));
  assert.ok(choices > 0);
  const link = await page.locator("a[href*='k=']").first().getAttribute("href");
  const next = await visit(browser, new URL(link, server.url).href);
  await next.locator("#table").waitFor();
  sound(page, next);
});
