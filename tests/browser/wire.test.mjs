// Bytes: how many a page takes, and that none tells of cards that a seat can't know.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, visit } from "./support/browser.mjs";
import { click, play } from "./support/player.mjs";
import { Server } from "./support/server.mjs";

const assets = new URL("../../table/assets/", import.meta.url);

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

test("all script takes at most 12 kB as transferred", async () => {
  let sum = 0;
  for (const name of ["table.js", "link.js", "idiomorph.js"]) {
    const answer = await fetch(`${server.url}/assets/${name}`, { headers: { "accept-encoding": "gzip" } });
    const text = readFileSync(new URL(name, assets), "utf8");
    assert.equal(await answer.text(), text);
    // a text of a packet or less is not compressed
    if (text.length > 1_000) assert.equal(answer.headers.get("content-encoding"), "gzip");
    sum += Number(answer.headers.get("content-length"));
  }
  assert.ok(sum <= 12_000, `${sum} bytes`);
});

test("the first page takes at most 150 kB", async () => {
  for (const [game, players] of [
    ["citadels", 4],
    ["kabale", 6],
    ["hearts", 4],
  ]) {
    const table = await server.table(game, players, { bots: players - 1 });
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    let bytes = 0;
    client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(table.people[0].link);
    await page.locator("#decision .opt").first().waitFor();
    assert.ok(bytes > 5_000 && bytes <= 150_000, `${game}: ${bytes} bytes`);
    await context.close();
  }
});

// every card of this game is there once, so that a name which was never seen is a secret
test("a seat never receives the name of a card that it hasn't seen", async () => {
  const table = await server.table("hearts", 4, { bots: 2, options: { goal: 0 } });
  const all = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"].flatMap(
    (rank) => ["clubs", "diamonds", "hearts", "spades"].map((suit) => `${rank}_of_${suit}`),
  );
  const seats = await Promise.all(
    table.people.map(async ({ link, token }) => {
      const page = await visit(browser, "about:blank");
      const received = [];
      const isPage = (answer) => !/\/(cards|assets)\//.test(answer.url());
      page.on("response", async (answer) => isPage(answer) && received.push(await answer.text().catch(() => "")));
      page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => received.push(String(payload))));
      await page.goto(link);
      return { page, token, received, seen: new Set() };
    }),
  );
  const look = async (seat) => {
    const { document } = await server.ask(`/t/${table.id}`, { token: seat.token });
    for (const [label] of JSON.stringify(document).matchAll(/[a-z]+_of_[a-z]+/g)) seat.seen.add(label);
  };
  let frames = 0;
  const check = async (seat) => {
    const texts = seat.received.splice(0);
    await look(seat);
    const unseen = all.filter((label) => !seat.seen.has(label));
    const names = new RegExp(unseen.flatMap((label) => [label, label.replaceAll("_", " ")]).join("|"), "i");
    for (const text of unseen.length ? texts : []) {
      // what a card face down could be lists all that the seat can't rule out
      const rest = text.replaceAll(/<div class=\\?"zoom\\?" id=\\?"v-back-.*?<\/ul>/g, "");
      const at = rest.search(names);
      assert.equal(at, -1, rest.slice(Math.max(0, at - 300), at + 100));
    }
    frames += texts.length;
  };
  await Promise.all(seats.map((seat, i) => play(seat.page, { seed: i, press: click, each: () => check(seat) })));
  assert.ok(frames > 30, `${frames} frames`);
});
