// A page of the playground, with what tests do on it.
import assert from "node:assert/strict";
import { launch, open } from "../../tests/browser/support/browser.mjs";
import { GUARD, click, random } from "../../tests/browser/support/player.mjs";

export { launch };

/** No script failed, and no other host was asked. */
export function sound(...pages) {
  for (const page of pages) assert.deepEqual(page.problems.filter((text) => !text.startsWith("asks for blob:")), []);
}

export const SITE = process.env.SITE;
export const LUDEX = process.env.LUDEX;

/** Opens an example in a new context: `cookbook/11`, or a whole fragment. Waits until it was checked. */
export async function visit(browser, url, hash = "", settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...settings });
  const page = await open(context, `${url}${hash && `#${hash}`}`);
  await ready(page);
  return page;
}

/** Waits until the engine has said something about the rules: the table is there, or the scenarios can't run. */
export async function ready(page) {
  await page.locator("#scenarios > *").first().waitFor({ state: "attached" });
}

export const table = (page) => page.frameLocator("#frame");

/** Chooses the first option, as soon as the table takes clicks on it. */
export async function choose(page) {
  const option = table(page).locator("form#decision .opt").first();
  await option.waitFor();
  await page.waitForTimeout(GUARD);
  await option.click();
}

/** Goes to another example in the same page. */
export async function go(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
  await page.locator(`#scenarios[data-of="#${hash}"]`).waitFor({ state: "attached" });
}

/** The problems, once the engine has told all of them. */
export async function problems(page) {
  await page.locator("#problems[aria-busy=false]").waitFor({ state: "attached" });
  return page.locator("#problems li").allTextContents();
}

/** Replaces the text of a file in the editor. */
export async function type(page, path, change) {
  if (!(await page.locator("#files button", { hasText: new RegExp(`^${path}$`) }).count())) {
    await page.locator("[popovertarget=files-menu]").first().click();
    await page.locator("#path").fill(path);
    await page.locator("#new-file [value=add]").click();
  }
  await page.locator("#files button", { hasText: new RegExp(`^${path}$`) }).click();
  const content = page.locator("#editor .cm-content");
  const before = await page.evaluate(async () => {
    const last = JSON.parse(localStorage.getItem("ludex:last"));
    if (last?.key === location.hash || !/^#[a-z]+\/\d*[a-z_]*$/.test(location.hash)) return last?.files ?? {};
    return (await (await fetch(`data/${location.hash.slice(1)}.json`)).json()).files;
  });
  const text = change(before[path] ?? "");
  await page.evaluate(() => document.querySelector("#scenarios").replaceChildren());
  await content.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await ready(page);
}

/** Plays the table to its end by clicks, and returns the number of choices. */
export async function play(page, { seed = 1, most = 500 } = {}) {
  const frame = page.frames().find((frame) => frame.url().endsWith("table.html"));
  const below = random(seed);
  let sign = "";
  for (let choices = 0; choices < most; choices += 1) {
    const now = await frame.waitForFunction((before) => {
      const table = document.querySelector("#table");
      if (table?.querySelector(".result")) return { over: true };
      const form = table?.querySelector("form#decision:not(.wait)");
      const options = [...(form?.querySelectorAll(".opt") ?? [])].map(({ name, value }) => `${name}=${value}`);
      const sign = `${form?.elements?.version?.value} ${options}`;
      return options.length && sign !== before ? { sign } : null;
    }, sign);
    const { over, sign: next } = await now.jsonValue();
    if (over) return choices;
    sign = next;
    await click(framed(page, frame), below);
  }
  assert.fail(`no end after ${most} choices`);
}

/** What the player of `tests/browser` asks of a page, answered by the frame. */
const framed = (page, frame) => ({
  waitForTimeout: (ms) => page.waitForTimeout(ms),
  $: (selector) => frame.$(selector),
  $$: (selector) => frame.$$(selector),
  locator: (selector) => frame.locator(selector),
});
