// Every step of the tour is solved as its text says, and every example of the documentation checks clean.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { groups } from "../build/examples.mjs";
import { SITE, go, launch, problems, sound, type, visit } from "./page.mjs";
import { serve } from "./server.mjs";

/** The solution of each task: a file, and its change. */
const SOLUTIONS = [
  ["cards.yaml", (text) => `${text}feather: { kind: treasure, copies: 3 }\n`],
  ["phases.yaml", (text) => text.replace("draw 1 from bag to meadow", "draw 2 from bag to meadow")],
  ["cards.yaml", (text) => text.replace("copies: 6, shine: 3", "copies: 6, shine: 4")],
  ["cards.yaml", (text) => `${text}\nfeather:\n  kind: treasure\n  copies: 2\n  shine: 0\n  on taken: |\n    draw 2 from bag to finder.nest\n`],
  ["functions.yaml", (text) => text.replace("is: sum(", "is: 2 * sum(")],
  ["cards.yaml", (text) => text.replace("holder == self.holder, add: 2", "holder == self.holder, add: 3")],
  ["actions.yaml", (text) => `${text}  nap:\n    do: |\n      set done = true\n`],
  ["text/en.yaml", (text) => text.replace("title: Magpies", "title: Thieving Magpies")],
  ["scenarios/own.yaml", () => "scenarios:\n  - name: a ring alone\n    given:\n      zones: { ada.nest: [ring] }\n    expect: sum(worth of treasure in ada.nest) == 5\n"],
];

let server;
let browser;
before(async () => {
  server = await serve(SITE);
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
});

const state = (page) => page.locator("#task-state");

for (const [index, [path, change]] of SOLUTIONS.entries()) {
  test(`step ${index + 1} is solved as its text says`, async () => {
    const page = await visit(browser, server.url, `tour/${index + 1}`);
    const buttons = await page.locator("#text [data-block]").all();
    for (const button of buttons) {
      if ((await button.textContent()).startsWith("Write this")) await button.click();
    }
    await state(page).getByText("Not yet").waitFor();
    assert.equal(await page.locator("#next").isVisible(), false);
    await type(page, path, change);
    await state(page).getByText("Solved.").waitFor();
    const found = await problems(page);
    assert.deepEqual(found.filter((text) => text.startsWith("error")), []);
    assert.equal(await page.locator("#steps a.done").textContent(), String(index + 1));
    if (index < SOLUTIONS.length - 1) {
      await page.locator("#next").click();
      await page.getByRole("heading", { name: `Step ${index + 2}` }).waitFor();
    }
    sound(page);
    await page.context().close();
  });
}

test("a slip of the guide is told as the guide says", async () => {
  const page = await visit(browser, server.url, "cookbook/11");
  await go(page, "tour/1");
  assert.equal(await page.locator("#frame").isVisible(), false, "the table of other rules is gone");
  assert.equal(await page.locator("#no-table").isVisible(), true);
  for (const button of await page.locator("#text [data-block]").all()) await button.click();
  await page.locator("#problems .error").first().waitFor();
  assert.match((await problems(page)).join(), /E0301: unknown kind `tresure`/);
  sound(page);
});

const all = groups().filter(({ id }) => id !== "tour");
for (const { id: group, entries } of all) {
  test(`all of ${group} check clean`, async () => {
    const page = await visit(browser, server.url, `${group}/${entries[0].id}`);
    const wrong = [];
    for (const { id, title } of entries) {
      await go(page, `${group}/${id}`);
      // parts of the reference stand in a game that doesn't use all of them
      const found = (await problems(page)).filter((text) => group !== "reference" || text.startsWith("error"));
      const failed = await page.locator("#scenarios .error").allTextContents();
      if (found.length || failed.length) wrong.push(`${title}: ${[...found, ...failed].join("; ")}`);
    }
    assert.deepEqual(wrong, []);
    sound(page);
  });
}
