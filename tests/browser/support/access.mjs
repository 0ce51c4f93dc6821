// Checks of one page as it stands: axe-core, sideways scrolling.
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";

export async function accessible(page, about) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n    ")}`);
  assert.deepEqual(told, [], `${about}: axe-core`);
}

/** No part of the page is wider than the window, except boxes that scroll by themselves. */
export async function narrow(page, about) {
  const wide = await page.evaluate(() => {
    const boxed = (node) => node.parentElement?.closest(".scroll, .scroller, .map, .vh, .track, .minis, [popover]");
    const past = (node) => node.getBoundingClientRect().right > innerWidth + 1 && !boxed(node) && node.checkVisibility();
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth
      ? [...document.querySelectorAll("body *")].filter(past).map((node) => node.outerHTML.slice(0, 120))
      : [];
  });
  assert.deepEqual(wide.slice(0, 5), [], `${about}: scrolls sideways`);
}
