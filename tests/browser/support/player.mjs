// A player who chooses at random by what is on the page. The same seed makes the same choices.
import assert from "node:assert/strict";

export const GUARD = 360; // ms in which a page ignores clicks on new options

export function random(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What a page asks: `over`, or the decision with a sign that changes with it. */
const asked = (page, before) =>
  page.waitForFunction(
    (before) => {
      const table = document.querySelector("#table");
      if (table?.querySelector(".result")) return { over: true };
      const form = table?.querySelector("#decision");
      const options = [...(form?.querySelectorAll(".opt") ?? [])].map(({ name, value }) => `${name}=${value}`);
      const sign = `${form?.elements?.version?.value} ${location.search} ${options}`;
      return options.length && sign !== before && !table.matches(".is-lost") ? { sign, options } : null;
    },
    before,
    { timeout: 30_000 },
  );

/** Plays one seat to the end of the game and returns the number of choices. `press` says how to choose an option. */
export async function play(page, { seed = 1, press = click, most = 2_000, each = () => {} } = {}) {
  const below = random(seed);
  let sign = "";
  for (let choices = 0; choices < most; choices += 1) {
    const now = await (await asked(page, sign)).jsonValue();
    if (now.over) return choices;
    sign = now.sign;
    await each(page, choices);
    await press(page, below);
  }
  assert.fail(`no end after ${most} choices`);
}

/** Clicks on a random option: in the decision, or what it is about on the table. */
export async function click(page, below) {
  await page.waitForTimeout(GUARD);
  const set = await page.$$("#decision [name=pick]");
  if (set.length) return clickPicks(page, below, set);
  const onTable = await page.$$(".can[name=option]");
  const listed = await page.$$("#decision .opt");
  const from = onTable.length && below(2) ? onTable : listed;
  const option = from[below(from.length)];
  // a field stands for a long range of numbers
  if (await option.evaluate((node) => node.closest(".unscripted") && document.querySelector("#number")?.checkVisibility())) {
    await page.locator("#number").fill(await option.evaluate((node) => node.querySelector(".t").textContent.match(/\d+/)[0]));
    await page.locator("#take").click();
  } else {
    await reach(page, option);
  }
}

async function clickPicks(page, below, set) {
  const form = page.locator("#decision");
  const most = Number(await form.getAttribute("data-most"));
  const least = Number(await form.getAttribute("data-least"));
  const n = least + below(most - least + 1);
  const order = set.map((button) => [below(1_000), button]).sort(([a], [b]) => a - b);
  for (const [, button] of order.slice(0, n)) await reach(page, button);
  if (n < most) await reach(page, await page.$("#decision [data-done]"));
}

// a real click, wherever the option is
async function reach(page, option) {
  await option.evaluate((node) => {
    for (let group = node.closest("details"); group; group = group.parentElement.closest("details")) group.open = true;
  });
  await option.scrollIntoViewIfNeeded();
  await option.click({ timeout: 5_000 });
}
