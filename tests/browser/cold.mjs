// The time from a link to a decision that can be taken, each time in a browser that was just started. Fails above 400 ms (median).
import { launch } from "./support/browser.mjs";
import { Server } from "./support/server.mjs";

const ROUNDS = 15;
const LIMIT = 400;

const server = await Server.start();
for (const [game, players] of [
  ["citadels", 4],
  ["kabale", 2],
  ["hearts", 4],
]) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const table = await server.table(game, players, { bots: players - 1 });
    const browser = await launch();
    const page = await (await browser.newContext()).newPage();
    const begin = performance.now();
    await page.goto(table.people[0].link, { waitUntil: "commit" });
    await page.locator("#decision .opt:enabled").first().waitFor();
    times.push(performance.now() - begin);
    await browser.close();
  }
  times.sort((a, b) => a - b);
  const median = times[ROUNDS >> 1];
  console.log(`${game}: ${median.toFixed(0)} ms (median), ${times[0].toFixed(0)} to ${times.at(-1).toFixed(0)} ms`);
  if (median > LIMIT) process.exitCode = 1;
}
await server.stop();
