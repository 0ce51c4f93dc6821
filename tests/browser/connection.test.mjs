// A server that ends and comes back, seats in tabs of one browser, stale choices.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, sound, visit } from "./support/browser.mjs";
import { click, play } from "./support/player.mjs";
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

test("a page goes on after the server was killed and started again", async () => {
  let own = await Server.start();
  try {
    const table = await own.table("goofspiel", 2, { bots: 1 });
    const page = await visit(browser, table.people[0].link);
    await play(page, { most: 3 }).catch(() => {});
    await page.waitForTimeout(500);
    await page.locator("#decision .opt").first().waitFor();
    const version = Number(await page.locator("#decision [name=version]").getAttribute("value"));
    await own.kill();
    await page.locator("#lost [role=alert]").waitFor();
    assert.ok(await page.locator(".opt").first().getAttribute("aria-disabled"));
    own = await own.restart();
    await page.locator("#lost").waitFor({ state: "detached", timeout: 15_000 });
    assert.ok(Number(await page.locator("#decision [name=version]").getAttribute("value")) >= version, "nothing is lost");
    assert.ok((await play(page)) > 3, "the game goes on to its end");
  } finally {
    await own.stop();
  }
});

for (const javaScriptEnabled of [true, false]) {
  test(`two seats in two tabs of one browser, ${javaScriptEnabled ? "with" : "without"} script`, async () => {
    const table = await server.table("kuhn", 2);
    const context = await browser.newContext({ javaScriptEnabled });
    const pages = [];
    for (const { link } of table.people) pages.push(await open(context, link));
    if (javaScriptEnabled) await Promise.all(pages.map((page) => play(page, { press: click })));
    for (let rounds = 0; !javaScriptEnabled && rounds < 10; rounds += 1) {
      for (const page of pages) {
        await page.reload();
        if (await page.locator("#decision .opt").count()) await page.locator("#decision .opt").first().click();
      }
    }
    for (const page of pages) {
      await page.reload();
      assert.equal(await page.locator(".result").count(), 1, "the game is over");
    }
    const cookies = await context.cookies(table.people.map(({ link }) => link.split("?")[0]));
    assert.equal(cookies.filter((cookie) => cookie.httpOnly && cookie.sameSite === "Strict").length, 2);
    sound(...pages);
    await context.close();
  });
}

test("a choice for an earlier version isn't made", async () => {
  const table = await server.table("leduc", 2);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const [first, second] = await Promise.all(table.people.map(({ link }) => open(context, link)));
  const mine = (await first.locator("#decision .opt").count()) ? first : second;
  const late = await open(context, mine.url());
  await mine.locator("#decision .opt").first().click();
  const { document } = await server.ask(`/t/${table.id}`);
  await late.locator("#decision .opt").first().click();
  assert.equal(await late.locator(".banner.warn").count(), 1, "the page says that the table had moved on");
  assert.equal((await server.ask(`/t/${table.id}`)).document.table.version, document.table.version);
});

test("a double click counts once", async () => {
  const table = await server.table("goofspiel", 2, { bots: 1 });
  const page = await visit(browser, table.people[0].link);
  await page.locator("#decision .opt").first().waitFor();
  await page.waitForTimeout(400);
  const posts = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.locator(".can[name=option]").first().dblclick();
  await page.waitForTimeout(800);
  assert.equal(posts.length, 1);
  assert.equal(await page.locator(".banner.warn").count(), 0);
  sound(page);
});

test("a browser that goes back makes no choice twice", async () => {
  const table = await server.table("goofspiel", 2, { bots: 1 });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await open(context, table.people[0].link);
  const version = async () => (await server.ask(`/t/${table.id}`)).document.table.version;
  await page.locator("#decision .opt").first().click();
  await page.waitForTimeout(300);
  const before = await version();
  await page.goBack();
  const shown = Number(await page.locator("#decision [name=version]").getAttribute("value"));
  await page.locator("#decision .opt").first().click();
  // the page is that of now, or says that its own was an earlier one
  if (shown < before) assert.equal(await page.locator(".banner.warn").count(), 1);
  assert.ok((await version()) >= before);
  await context.close();
});
