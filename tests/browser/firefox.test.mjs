// A whole game and its replay in Firefox.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Firefox, program } from "./support/firefox.mjs";
import { Server } from "./support/server.mjs";

/** Chooses at random on the page until the game is over, and returns the number of choices. */
const playOn = async () => {
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const seen = () => document.querySelector("#table").dataset.version + location.search;
  for (let choices = 0; choices < 500; choices += 1) {
    for (let waited = 0; !document.querySelector("#decision .opt:not([aria-disabled]), .result"); waited += 20) {
      if (waited > 20_000) throw new Error("no decision");
      await pause(20);
    }
    if (document.querySelector(".result")) return choices;
    const options = [...document.querySelectorAll(".can[name=option], #decision .opt:not([aria-disabled])")];
    const before = seen();
    await pause(360); // the page ignores clicks on new options
    options[Math.floor(Math.random() * options.length)].click();
    for (let waited = 0; waited < 2_000 && seen() === before; waited += 20) await pause(20);
  }
  throw new Error("no end");
};

test("a whole game and its replay in Firefox", { skip: !program && "no Firefox, or no WebSocket in Node" }, async () => {
  const [server, firefox] = await Promise.all([Server.start(), Firefox.start()]);
  const home = mkdtempSync(join(tmpdir(), "ludex-replay-"));
  try {
    const table = await server.table("kabale", 2, { options: { rounds: 1 } });
    const tabs = [];
    for (const { link } of table.people) tabs.push(await firefox.open(link));
    const choices = await Promise.all(tabs.map((tab) => firefox.on(tab, playOn)));
    assert.ok(
      choices.every((n) => n > 3),
      `choices: ${choices}`,
    );
    assert.ok((await server.ask(`/t/${table.id}`)).document.end);
    const wide = () => document.documentElement.scrollWidth > innerWidth;
    assert.equal(await firefox.on(tabs[0], wide), false, "scrolls sideways");
    // the replay on the server, and as a file
    await firefox.go(tabs[0], `${server.url}/t/${table.id}/replay?at=3`);
    assert.match(await firefox.on(tabs[0], () => document.querySelector(".timeline").textContent), /3/);
    const save = join(home, "game.yaml");
    writeFileSync(save, await (await fetch(`${server.url}/t/${table.id}/save`)).text());
    const page = join(home, "game.html");
    execFileSync(process.env.LUDEX, ["replay", save, "--html", page]);
    const file = await firefox.open(`file://${page}`);
    const stepped = () => {
      const at = document.querySelector("#at");
      at.value = "5";
      at.dispatchEvent(new Event("input", { bubbles: true }));
      return document.querySelector("#prompt").textContent;
    };
    assert.match(await firefox.on(file, stepped), /5/);
    if (process.env.PICTURES) {
      await firefox.picture(tabs[0], `${process.env.PICTURES}/firefox-replay.png`);
      await firefox.picture(tabs[1], `${process.env.PICTURES}/firefox-end.png`);
      await firefox.picture(file, `${process.env.PICTURES}/firefox-file.png`);
    }
    assert.deepEqual(firefox.problems, []);
  } finally {
    await firefox.stop();
    await server.stop();
    rmSync(home, { recursive: true });
  }
});
