// Each shipped game, played to its end on the page by two to four people, each in a context of their own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, sound, visit } from "./support/browser.mjs";
import { click, play } from "./support/player.mjs";
import { Server } from "./support/server.mjs";

// [game, people, bots, options, true for the subset of CI]
const GAMES = [
  ["kuhn", 2, 0, {}, true],
  ["leduc", 2, 0, {}, true],
  ["goofspiel", 2, 0, {}, false],
  ["scopa", 2, 0, { goal: 0 }, true],
  ["crazy_eights", 2, 1, {}, false],
  ["cribbage", 2, 0, { goal: 31 }, false],
  ["doppelkopf", 2, 2, { most_deals: 1 }, false],
  ["euchre", 2, 2, { goal: 1 }, false],
  ["fireworks", 3, 0, { mistakes: 1 }, false],
  ["go_fish", 2, 2, {}, false],
  ["hearts", 4, 0, { goal: 0 }, false],
  ["holdem", 2, 0, { most_deals: 2 }, false],
  ["rummy", 2, 0, { goal: 1 }, false],
  ["spades", 2, 2, { most_deals: 1 }, false],
  ["werewolf", 2, 4, {}, false],
  ["whist", 2, 2, { goal: 0 }, false],
  ["kabale", 2, 0, { rounds: 1 }, true],
  ["citadels", 2, 2, { city_size: 3 }, false],
  ["king_commands", 2, 1, {}, false],
  ["verraeter", 2, 1, { starts_per_player: 1 }, false],
];

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

for (const [game, people, bots, options, isShort] of GAMES) {
  test(`${game} to the end`, { skip: process.env.SUBSET && !isShort && "not in the subset" }, async () => {
    const table = await server.table(game, people + bots, { bots, options });
    const pages = await Promise.all(table.people.map(({ link }) => visit(browser, link)));
    const choices = await Promise.all(pages.map((page, i) => play(page, { seed: i + 3, press: click })));
    assert.ok(
      choices.every((n) => n > 0),
      `choices: ${choices}`,
    );
    const { document } = await server.ask(`/t/${table.id}`);
    assert.ok(document.end, "the server says that the game is over");
    sound(...pages);
    await Promise.all(pages.map((page) => page.context().close()));
  });
}
