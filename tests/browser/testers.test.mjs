// A designer makes a table of a game in the making; two testers join by link; a card changes in the middle; the game ends; its replay is
// opened from a file; somebody plays on from choice 12.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { launch, sound, visit } from "./support/browser.mjs";
import { click, play } from "./support/player.mjs";
import { Server } from "./support/server.mjs";

const ludex = (...words) => execFileSync(process.env.LUDEX, words, { encoding: "utf8" });

test("a designer and two testers", async () => {
  const home = mkdtempSync(join(tmpdir(), "ludex-testers-"));
  const folder = join(home, "my-kabale");
  ludex("new", folder, "--from", "kabale");
  const server = await Server.start({ game: folder, watch: true });
  const browser = await launch();
  try {
    // the designer makes a table for three
    const designer = await visit(browser, server.url);
    if (!(await designer.locator("#me").count())) await designer.locator(".game a").first().click();
    await designer.locator("#me").fill("Dora");
    await designer.locator("[name=players][value='3']").check();
    for (const seat of [2, 3]) await designer.locator(`[name=seat${seat}]`).selectOption("human");
    const rounds = designer.locator("[name='option.rounds']");
    await designer.locator("details:has([name='option.rounds']) > summary").first().click();
    await rounds.fill("1");
    await designer.locator("form [type=submit], form .btn.main").first().click();
    await designer.waitForURL(/host/);
    const links = await designer.locator("a[href*='k=']").evaluateAll((all) => all.map(({ href }) => href));
    assert.equal(links.length, 2);
    // the testers sit down
    const testers = [];
    for (const [i, link] of links.entries()) {
      const page = await visit(browser, link);
      await page.locator("#name").fill(`Tester ${i + 1}`);
      await page.locator("form .btn.main").click();
      await page.locator("#table").waitFor();
      testers.push(page);
    }
    await designer.locator("a.btn.main").click();
    await designer.locator("#table").waitFor();
    const pages = [designer, ...testers];
    await Promise.all(pages.map((page, i) => play(page, { seed: i + 2, press: click, most: 3 }).catch(() => {})));
    // a card changes
    const cards = join(folder, "cards.yaml");
    const before = readFileSync(cards, "utf8");
    assert.match(before, /value: 20/);
    writeFileSync(cards, before.replace("value: 20", "value: 21"));
    for (const page of pages) await page.locator(".banner.good").waitFor({ timeout: 20_000 });
    // the game ends
    await Promise.all(pages.map((page, i) => play(page, { seed: i + 5, press: click })));
    await designer.locator(".result").waitFor();
    // its replay is a file
    const [download] = await Promise.all([designer.waitForEvent("download"), designer.locator("#decision a[download]").click()]);
    const save = join(home, "game.yaml");
    await download.saveAs(save);
    const replay = join(home, "game.html");
    ludex("replay", save, "--html", replay);
    const file = await visit(browser, "about:blank");
    await file.goto(`file://${replay}`);
    await file.locator("#at").fill("12");
    assert.match(await file.locator("#prompt").textContent(), /12/);
    // somebody plays on from choice 12
    await designer.locator("#decision a[href$=replay]").click();
    await designer.waitForURL(/replay$/);
    await designer.locator(".timeline #at").fill("12");
    await designer.waitForURL(/at=12/);
    await designer.locator("form[action*=branch] button").click();
    await designer.waitForURL(/host/);
    const seats = await designer.locator("a[href*='k=']").evaluateAll((all) => all.map(({ href }) => href));
    assert.equal(seats.length, 3);
    const players = [];
    for (const link of seats) {
      const page = await visit(browser, link);
      if (await page.locator("#name").count()) await page.locator("form .btn.main").click();
      await page.locator("#table").waitFor();
      players.push(page);
    }
    const choices = await Promise.all(players.map((page, i) => play(page, { seed: i + 9, press: click })));
    assert.ok(choices.some((n) => n > 0));
    sound(...pages, ...players);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(home, { recursive: true });
  }
});
