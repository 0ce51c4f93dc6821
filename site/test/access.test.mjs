// Keyboard, screen reader, and narrow windows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { accessible, narrow } from "../../tests/browser/support/access.mjs";
import { SITE, choose, go, launch, sound, table, visit } from "./page.mjs";
import { serve } from "./server.mjs";

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

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    test(`axe-core has no complaint at ${width} px, ${colorScheme}`, async () => {
      const page = await visit(browser, server.url, "tour/5", { colorScheme, viewport: { width, height } });
      for (const pane of ["learn", "rules", "results", "play"]) {
        if (width < 992) await page.locator(`#tabs [data-pane=${pane}]`).click();
        await accessible(page, pane);
        await narrow(page, pane);
        if (width >= 992) break;
      }
      await page.locator("#tab-games").evaluate((tab) => tab.click());
      await page.locator("#simulate").evaluate((button) => button.click());
      await page.locator("#plot svg").first().waitFor({ state: "attached" });
      if (width < 992) await page.locator("#tabs [data-pane=results]").click();
      await accessible(page, "plot");
      await page.locator("[popovertarget=open]").first().click();
      await page.locator("#groups a").first().waitFor();
      await accessible(page, "open");
      sound(page);
    });
  }
}

test("a game is opened, changed and played with the keyboard alone", async () => {
  const page = await visit(browser, server.url, "cookbook/11");
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const active = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
  // the first stop leads to the table
  await page.locator(".skip").focus();
  await press("Enter");
  assert.equal(await active(), "play");
  await page.locator("[popovertarget=open]").first().focus();
  await press("Enter");
  await page.locator("#groups a").first().waitFor();
  await page.getByRole("link", { name: "Kuhn Poker" }).focus();
  await press("Enter");
  await page.getByRole("heading", { name: "Kuhn Poker", level: 1 }).waitFor();
  const option = table(page).locator("form#decision .opt").first();
  await option.waitFor();
  await option.focus();
  const before = await table(page).locator("#table").getAttribute("data-version");
  await press("Enter");
  await page.waitForFunction((before) => document.querySelector("#frame").contentDocument.querySelector("#table").dataset.version !== before, before);
  // tabs of the results
  await page.locator("#tab-problems").focus();
  await press("ArrowRight");
  assert.equal(await active(), "tab-scenarios");
  assert.equal(await page.locator("#scenarios").isVisible(), true);
  // the tab key leaves the editor
  await page.locator("#editor .cm-content").focus();
  await press("Tab");
  assert.notEqual(await active(), "editor");
  sound(page);
});

test("what changes is announced", async () => {
  const page = await visit(browser, server.url, "tour/2");
  for (const id of ["notice", "task-state"]) {
    assert.equal(await page.locator(`#${id}`).getAttribute("role"), "status");
  }
  await go(page, "classics/kuhn");
  await choose(page);
  await page.waitForFunction(() => document.querySelector("#frame").contentDocument.querySelector("#live")?.textContent);
});
