// node site/test/pictures.mjs FOLDER: pictures of the page, wide and on a phone, light and dark.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { SITE, launch, table, visit } from "./page.mjs";
import { serve } from "./server.mjs";

const folder = process.argv[2] ?? "pictures";
mkdirSync(folder, { recursive: true });
const server = await serve(SITE);
const browser = await launch();
const shot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });

for (const colorScheme of ["light", "dark"]) {
  for (const hash of ["tour/4", "games/kabale", "cookbook/11"]) {
    const name = `${hash.replace("/", "-")}-${colorScheme}`;
    const page = await visit(browser, server.url, hash, { colorScheme });
    await table(page).locator("form#decision .opt").first().waitFor();
    await page.locator("#tab-games").click();
    await page.locator("#simulate").click();
    await page.locator("#plot[data-games='1000']").waitFor();
    await shot(page, `${name}-1280`);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const pane of ["learn", "rules", "results", "play"]) {
      const tab = page.locator(`#tabs [data-pane=${pane}]`);
      if (!(await tab.isVisible())) continue;
      await tab.click();
      await page.waitForTimeout(200);
      await shot(page, `${name}-390-${pane}`);
    }
    await page.context().close();
  }
}
const page = await visit(browser, server.url, "cookbook/11");
await page.locator("[popovertarget=open]").first().click();
await page.locator("#groups a").first().waitFor();
await shot(page, "open-1280");
await browser.close();
await server.stop();
