// `ludex serve FOLDER --watch`: an edit in the middle of a game reaches the open page; an error keeps the old rules.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { launch, sound, visit } from "./support/browser.mjs";
import { play } from "./support/player.mjs";
import { Server } from "./support/server.mjs";

const shipped = new URL("../../rulesets/", import.meta.url).pathname;

test("an edited card reaches the open page", async () => {
  const home = mkdtempSync(join(tmpdir(), "ludex-watch-"));
  const folder = join(home, "citadels");
  cpSync(join(shipped, "citadels"), folder, { recursive: true });
  const server = await Server.start({ game: folder, watch: true });
  const browser = await launch();
  try {
    const table = await server.table("citadels", 2, { bots: 1 });
    const page = await visit(browser, table.people[0].link);
    await play(page, { most: 4 }).catch(() => {});
    const text = join(folder, "text/en.yaml");
    const before = readFileSync(text, "utf8");
    assert.match(before, /Tavern/);
    writeFileSync(text, before.replaceAll("Tavern", "Old Inn"));
    await page.locator(".banner.good").waitFor({ timeout: 10_000 });
    writeFileSync(join(folder, "cards.yaml"), `${readFileSync(join(folder, "cards.yaml"), "utf8")}\nnonsense: [\n`);
    await page.locator(".banner.bad").waitFor({ timeout: 10_000 });
    assert.ok((await page.locator("#decision .opt, .decision.wait").count()) > 0, "the old rules go on");
    sound(page);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(home, { recursive: true });
  }
});
