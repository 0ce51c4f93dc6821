// Chromium, and pages that fail a test when a script fails on them.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function executable() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const places = process.env.PATH.split(":").flatMap((folder) => NAMES.map((name) => `${folder}/${name}`));
  const found = places.find((place) => existsSync(place));
  assert.ok(found, "a browser is missing: apt-get install chromium");
  return found;
}

export const launch = () => chromium.launch({ executablePath: executable(), args: FLAGS });

/** A page in a context of its own, at a link. `problems` collects errors of scripts and requests to other hosts. */
export async function visit(browser, link, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...settings });
  return open(context, link);
}

export async function open(context, link) {
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.stack));
  page.on("console", (message) => {
    if (message.type() === "error") page.problems.push(message.text());
  });
  const { host } = new URL(link);
  page.on("request", (request) => {
    if (host && new URL(request.url()).host !== host) page.problems.push(`asks for ${request.url()}`);
  });
  await page.goto(link);
  return page;
}

export function sound(...pages) {
  for (const page of pages) assert.deepEqual(page.problems, []);
}
