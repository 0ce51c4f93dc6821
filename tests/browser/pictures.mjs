// Pictures of each shipped game with the fewest and the most players, light and dark, at three widths: `node pictures.mjs FOLDER [GAME…]`.
// `node pictures.mjs --docs FOLDER` makes those of the documentation instead.
import { mkdirSync } from "node:fs";
import { launch, visit } from "./support/browser.mjs";
import { click, play } from "./support/player.mjs";
import { Server } from "./support/server.mjs";

const isDocs = process.argv[2] === "--docs";
const [folder, ...only] = process.argv.slice(isDocs ? 3 : 2);
const WIDTHS = { 1280: 900, 820: 1180, 390: 844 };
const CHOICES = 5;

// [game, fewest players, most players]
const GAMES = [
  ["citadels", 2, 7],
  ["kabale", 2, 6],
  ["king_commands", 2, 8],
  ["verraeter", 3, 4],
  ["crazy_eights", 2, 5],
  ["cribbage", 2, 3],
  ["doppelkopf", 4, 4],
  ["euchre", 4, 4],
  ["fireworks", 2, 5],
  ["go_fish", 2, 6],
  ["goofspiel", 2, 3],
  ["hearts", 4, 4],
  ["holdem", 2, 9],
  ["kuhn", 2, 2],
  ["leduc", 2, 2],
  ["rummy", 2, 6],
  ["scopa", 2, 3],
  ["spades", 4, 4],
  ["werewolf", 6, 12],
  ["whist", 4, 4],
];

// [file, game, players, choices, width, height]
const DOCS = [
  ["serve", "citadels", 4, 14, 1280, 860],
  ["serve-phone", "hearts", 4, 6, 390, 844],
];

async function picture(page, name) {
  for (const [width, height] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width: Number(width), height });
    for (const colorScheme of ["light", "dark"]) await still(page, colorScheme, `${name}-${width}-${colorScheme}`, true);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function still(page, colorScheme, name, fullPage) {
  await page.emulateMedia({ colorScheme });
  await page.mouse.move(0, 0);
  if (fullPage) await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

/** Plays some choices at a table with bots, and waits for the next one. */
async function seated(game, players, most, bot) {
  const table = await server.table(game, players, { bots: players - 1, bot });
  const page = await visit(browser, table.people[0].link);
  const done = await play(page, { press: click, most, each: () => {} }).catch(() => most);
  await page.locator("#decision .opt:visible, #number:visible, .result").first().waitFor();
  return { page, done };
}

async function ofGames() {
  const lobby = await visit(browser, server.url);
  await picture(lobby, "lobby");
  for (const [game, fewest, most] of GAMES.filter(([game]) => !only.length || only.includes(game))) {
    for (const players of new Set([fewest, most])) {
      const { page, done } = await seated(game, players, CHOICES);
      await picture(page, `${game}-${players}`);
      console.log(`${game}, ${players} players, after ${done} choices`);
      await page.context().close();
    }
  }
}

async function ofDocs() {
  for (const [name, game, players, choices, width, height] of DOCS) {
    const { page } = await seated(game, players, choices, "easy");
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(2_500); // the marks of the last update go
    await still(page, "light", name, false);
    await still(page, "dark", `${name}-dark`, false);
    await page.context().close();
  }
}

mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();
await (isDocs ? ofDocs() : ofGames());
await browser.close();
await server.stop();
