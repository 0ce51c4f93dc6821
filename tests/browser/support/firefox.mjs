// Firefox as it is installed, through WebDriver BiDi (Playwright needs a build of its own).
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const places = process.env.PATH.split(":").flatMap((folder) => ["firefox", "firefox-esr"].map((name) => `${folder}/${name}`));

/** The installed program, if there is one and this Node has WebSockets (from 22 on, or with `--experimental-websocket`). */
export const program = globalThis.WebSocket && places.find((place) => existsSync(place));

export class Firefox {
  #last = 0;
  #waiting = new Map();
  /** Errors of scripts. */
  problems = [];

  static async start() {
    const firefox = new Firefox();
    firefox.folder = mkdtempSync(join(tmpdir(), "ludex-firefox-"));
    const words = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", firefox.folder];
    firefox.process = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise((done, fail) => {
      let said = "";
      firefox.process.stderr.on("data", (part) => {
        said += part;
        const found = said.match(/WebDriver BiDi listening on (ws:\S+)/);
        if (found) done(found[1]);
      });
      firefox.process.once("exit", () => fail(new Error(`Firefox ended: ${said}`)));
    });
    firefox.socket = new WebSocket(`${address}/session`);
    await new Promise((done) => firefox.socket.addEventListener("open", done));
    firefox.socket.addEventListener("message", ({ data }) => firefox.#answered(JSON.parse(data)));
    await firefox.send("session.new", { capabilities: {} });
    await firefox.send("session.subscribe", { events: ["log.entryAdded"] });
    return firefox;
  }

  #answered({ id, type, result, message, method, params }) {
    if (method === "log.entryAdded" && params.level === "error") this.problems.push(params.text);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === "error") waiting?.fail(new Error(message));
    else waiting?.done(result);
  }

  send(method, params) {
    const id = (this.#last += 1);
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done, fail) => this.#waiting.set(id, { done, fail }));
  }

  /** Opens an address in a tab with cookies of its own, and returns the tab. */
  async open(url) {
    const { userContext } = await this.send("browser.createUserContext", {});
    const { context } = await this.send("browsingContext.create", { type: "tab", userContext });
    await this.go(context, url);
    return context;
  }

  go(context, url) {
    return this.send("browsingContext.navigate", { context, url, wait: "complete" });
  }

  /** Returns what a function returns on the page; it may be asynchronous. */
  async on(context, run, ...words) {
    const { result, exceptionDetails } = await this.send("script.callFunction", {
      functionDeclaration: `async (...words) => JSON.stringify(await (${run})(...words))`,
      arguments: words.map((word) => ({ type: typeof word, value: word })),
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value && JSON.parse(result.value);
  }

  async picture(context, path) {
    const { data } = await this.send("browsingContext.captureScreenshot", { context });
    const { writeFileSync } = await import("node:fs");
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  async stop() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
