// `ludex serve` on a free port and a database of its own, and its documents as a script asks for them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const program = process.env.LUDEX ?? "ludex";

export class Server {
  /** Starts a server. Options: `game` (what `ludex serve` is given), `watch`, `folder` and `port` of an earlier one. */
  static async start({ game, watch = false, folder = mkdtempSync(join(tmpdir(), "ludex-table-")), port = 0 } = {}) {
    const server = new Server();
    Object.assign(server, { game, watch, folder });
    const words = [
      "serve",
      ...(game ? [game] : []),
      "--port",
      String(port),
      "--json",
      "--database",
      join(folder, "tables.db"),
      "--pause",
      "20",
    ];
    if (watch) words.push("--watch");
    server.process = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface({ input: server.process.stdout });
    const [first] = await Promise.race([
      new Promise((done) => lines.once("line", (line) => done([line]))),
      new Promise((_, fail) => server.process.once("exit", (code) => fail(new Error(`ludex serve ended with ${code}`)))),
    ]);
    server.url = JSON.parse(first).url.replace(/\/$/, "");
    return server;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** Ends the process at once, as `kill -9` does. */
  async kill() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await ended;
  }

  async restart() {
    const { game, watch, folder, port } = this;
    return Server.start({ game, watch, folder, port });
  }

  async stop() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async ask(path, { method = "GET", token, body } = {}) {
    const headers = { accept: "application/json" };
    if (token) headers.authorization = `Bearer ${token}`;
    if (body) headers["content-type"] = "application/json";
    const answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const document = await answer.json();
    return { status: answer.status, document };
  }

  /** Makes a table and returns it with a link for each seat of a person. */
  async table(game, players, { bots = 0, bot = "random", options, seed = 7, lang } = {}) {
    const seats = Array.from({ length: players }, (_, i) => (i < players - bots ? "human" : bot));
    const { status, document } = await this.ask("/tables", {
      method: "POST",
      body: { game, players, seats, seed, options, lang },
    });
    assert.equal(status, 201, JSON.stringify(document));
    const people = document.seats.filter(({ token }) => token);
    const link = ({ seat, token }) => `${this.url}/t/${document.id}/s/${seat}?k=${token}`;
    return {
      id: document.id,
      watch: `${this.url}/t/${document.id}`,
      people: people.map((seat) => ({ ...seat, link: link(seat) })),
    };
  }
}
