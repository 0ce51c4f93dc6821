// Each kind of decision of seven games: axe-core in light and dark, no sideways scrolling at 320 px, and focus that survives a push.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, narrow } from "./support/access.mjs";
import { launch, sound, visit } from "./support/browser.mjs";
import { click, play } from "./support/player.mjs";
import { Server } from "./support/server.mjs";

// [game, people, bots, choices, true for the subset of CI]
const GAMES = [
  ["citadels", 1, 3, process.env.SUBSET ? 15 : 40, true],
  ["kabale", 1, 3, 30, false],
  ["king_commands", 1, 3, 30, false],
  ["verraeter", 1, 2, 30, false],
  ["hearts", 1, 3, 17, false],
  ["goofspiel", 1, 1, 13, false],
  ["rummy", 1, 1, 30, false],
];

const KINDS = process.env.SUBSET ? 3 : 13; // most kinds of decision of a game, since each takes seconds

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

for (const [game, people, bots, choices, isShort] of GAMES) {
  test(
    `${game}: each phase in light and dark, at 1,280 and 320 px`,
    { skip: process.env.SUBSET && !isShort && "not in the subset" },
    async () => {
      const table = await server.table(game, people + bots, { bots });
      const page = await visit(browser, table.people[0].link);
      const seen = new Set();
      const look = async (page) => {
        const prompt = await page.locator("#prompt").textContent();
        const shapes = await page.$$eval("#decision *", (all) =>
          [...new Set(all.map(({ className }) => className))].sort().join(),
        );
        const kind = `${prompt.replace(/\d+/g, "0")} ${shapes}`;
        if (seen.has(kind) || seen.size >= KINDS) return;
        seen.add(kind);
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          await accessible(page, `${game}, ${prompt}, ${colorScheme}`);
        }
        await page.setViewportSize({ width: 320, height: 640 });
        await narrow(page, `${game}, ${prompt}, 320 px`);
        await accessible(page, `${game}, ${prompt}, 320 px`);
        await page.setViewportSize({ width: 1280, height: 900 });
      };
      await play(page, { press: click, most: choices, each: look }).catch((error) => {
        if (!/no end after/.test(error.message)) throw error;
      });
      assert.ok(seen.size > 0);
      sound(page);
      await page.context().close();
    },
  );
}

// Pushes one view, then another, with each element focused in turn.
test("focus survives a push", async () => {
  for (const [game, players] of [
    ["citadels", 4],
    ["goofspiel", 2],
  ]) {
    const table = await server.table(game, players, { bots: players - 1 });
    const page = await visit(browser, "about:blank");
    const frames = [];
    let push;
    await page.routeWebSocket(/events/, (socket) => {
      push = (frame) => socket.send(JSON.stringify(frame));
      socket.connectToServer().onMessage((text) => {
        frames.push(JSON.parse(text));
        socket.send(text);
      });
    });
    await page.goto(table.people[0].link);
    await page.locator("#decision .opt").first().waitFor();
    const first = { html: await page.locator("#table").evaluate((node) => node.outerHTML) };
    await play(page, { most: 1 }).catch(() => {});
    await page.waitForFunction(() => document.querySelector("#decision .opt"));
    const second = frames.at(-1);
    let version = 1_000_000;
    const show = async (view) => {
      version += 1;
      push({ ...view, version, title: `push ${version}`, announce: "" });
      await page.waitForFunction((title) => document.title.includes(title), `push ${version}`);
    };
    await show(first);
    const selector = "#table :is(button, a[href], summary, input:not([type=hidden]), select, [tabindex])";
    const count = await page.locator(selector).count();
    for (let i = 0; i < count; i += 1) {
      const id = await page.evaluate(
        ([selector, i]) => {
          const node = document.querySelectorAll(selector)[i];
          if (node.checkVisibility()) node.focus();
          return document.activeElement === node ? node.id || "without id" : null;
        },
        [selector, i],
      );
      if (!id) continue;
      await show(first);
      const same = await page.evaluate(
        ([selector, i]) => document.activeElement === document.querySelectorAll(selector)[i],
        [selector, i],
      );
      assert.ok(same, `${game}: the same view takes the focus of ${id}`);
      await show(second);
      const [active, stays] = await page.evaluate(
        (id) => [document.activeElement.id || document.activeElement.tagName, Boolean(document.getElementById(id))],
        id,
      );
      assert.notEqual(active, "BODY", `${game}: focus is lost with ${id}`);
      if (stays) assert.equal(active, id, `${game}: the focus leaves ${id}`);
      await show(first);
    }
    assert.ok(count > 10);
    sound(page);
    await page.context().close();
  }
});
