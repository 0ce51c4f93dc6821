// The tour: the steps of the guide, each with the files before it, its text as HTML, and a task of `site/tour`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";

const GAME = "magpies/";
const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** What differs from the guide, which is written for a terminal. */
const HOW = `<details><summary>How this page works</summary>
<ul>
<li>The buttons write the files of the step. The same button takes a slip or a change of yours back.</li>
<li>You need no terminal. What <code>ludex check</code> says is under “Problems”, <code>ludex test</code> under “Scenarios”, <code>ludex simulate</code> under “1,000 games”; the table is <code>ludex play</code>.</li>
<li>“…” beside the files adds, renames and deletes files. Folders come by themselves.</li>
</ul></details>
`;

/** Returns an entry for each `## Step`. `blocks` are the files that the text shows, in order. */
export function tour(page, docs) {
  const steps = page.split("\n## ").slice(1).filter((part) => part.startsWith("Step "));
  let files = {};
  return steps.map((part, index) => {
    const [heading, ...rest] = part.split("\n");
    const step = { id: String(index + 1), title: heading.replace(/^Step \d+: /, ""), files, ...task(index + 1) };
    const { html, blocks } = written(rest.join("\n"), docs);
    const changed = blocks.filter(({ slip }) => !slip);
    files = { ...files, ...Object.fromEntries(changed.map(({ path, text }) => [path, text])) };
    // a step begins with a ruleset to open
    const begun = Object.keys(step.files).length ? step.files : { "ruleset.yaml": "" };
    return { ...step, files: begun, html: HOW + html, blocks, open: changed.find(({ path }) => path in begun)?.path ?? "ruleset.yaml" };
  });
}

/** The task of a step: its text, what must be true of the page, and scenarios that must pass. */
function task(number) {
  const text = readFileSync(join(import.meta.dirname, "../tour", `${number}.yaml`), "utf8");
  const said = (key) => text.match(new RegExp(`^# ${key}: (.*)$`, "m"))?.[1];
  return { task: `<b>Your turn:</b> ${new Marked().parseInline(said("task"))}`, check: { title: said("title"), passed: Number(said("passed") ?? 0), scenarios: text } };
}

/** The text of a step as HTML. Each file of the game has a button that writes it. */
function written(text, docs) {
  const blocks = [];
  let caption = "";
  const renderer = {
    paragraph({ tokens }) {
      const inside = this.parser.parseInline(tokens);
      const raw = tokens.map(({ raw }) => raw).join("");
      caption = raw;
      return raw.startsWith(`\`${GAME}`) ? "" : `<p>${inside}</p>\n`;
    },
    code({ lang, text }) {
      const path = caption.match(/^`magpies\/(.*?)`(, with a slip)?$/);
      const plain = `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
      if (lang === "console" || lang === "sh") return `<figure><figcaption class="dim">In a terminal</figcaption>${plain}</figure>\n`;
      if (lang !== "yaml" || !path) return `${plain}\n`;
      const number = blocks.push({ path: path[1], text: `${text}\n`, slip: Boolean(path[2]) }) - 1;
      const said = path[2] ? `Try this slip in ${path[1]}` : `Write this to ${path[1]}`;
      return `<figure><figcaption><code>${escape(path[1])}</code> <button class="btn tiny" type="button" data-block="${number}">${escape(said)}</button></figcaption>${plain}</figure>\n`;
    },
    link({ href, tokens }) {
      const inside = this.parser.parseInline(tokens);
      if (/^https?:/.test(href)) return `<a href="${escape(href)}">${inside}</a>`;
      return docs ? `<a href="${escape(new URL(href, `${docs}/docs/`).href)}">${inside}</a>` : inside;
    },
  };
  const html = new Marked({ renderer }).parse(text);
  return { html, blocks };
}
