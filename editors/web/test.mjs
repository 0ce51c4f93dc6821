// node test.mjs FOLDER MESSAGES: the engine that `just wasm` made in FOLDER answers each message as the program does (`proof messages`), byte by byte; and
// server.js carries messages, waits before it tells findings, and outlives a fault.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

import { LanguageServer } from "./server.js";

const [folder, messages] = process.argv.slice(2);
const file = (name) => resolve(join(folder, name));
const { initSync, Door } = await import(pathToFileURL(file("ludex_web.js")));
initSync({ module: readFileSync(file("ludex_web_bg.wasm")) });

const lines = readFileSync(messages, "utf8").trim().split("\n").map((line) => JSON.parse(line));

for (const name of new Set(lines.map((line) => line.case))) {
  test(`${name} is answered as by the program`, () => {
    const door = new Door();
    for (const { take, says } of lines.filter((line) => line.case === name)) {
      const answer = take === null ? door.findings() : door.take(take);
      assert.deepEqual(answer, says, take ?? "findings");
    }
  });
}

const root = "web:/games/my%20game";
const uri = `${root}/ruleset.yaml`;
const text = "format: 1\ngame: { id: demo, players: 2 }\nscroe: 1\n";

/** A server with one game, and what it says from now on, one message after the other. */
function begun(open = () => new Door()) {
  const said = [];
  const waiting = [];
  const server = new LanguageServer(open, (message) => (waiting.length ? waiting.shift()(message) : said.push(message)));
  const next = () => (said.length ? said.shift() : new Promise((answered) => waiting.push(answered)));
  server.take({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } });
  server.take({ jsonrpc: "2.0", method: "ludex/files", params: { root, files: { "ruleset.yaml": "format: 1\n" } } });
  server.take({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument: { uri, text } } });
  return { server, next };
}

test("a worker answers, and tells findings by itself", async () => {
  const { next } = begun();
  assert.equal((await next()).result.serverInfo.name, "ludex");
  const { method, params } = await next();
  assert.equal(method, "textDocument/publishDiagnostics");
  assert.equal(params.uri, uri);
  assert.ok(params.diagnostics.some((found) => found.message.includes("did you mean `score`?")));
});

test("a worker outlives a fault of the engine", async () => {
  let faults = 0;
  // a door that fails once, as one does in whose engine something went wrong
  const open = () => {
    const door = new Door();
    return {
      hasNews: () => door.hasNews(),
      findings: () => door.findings(),
      take: (message) => {
        if (message.includes("hover") && faults++ === 0) throw new WebAssembly.RuntimeError("unreachable");
        return door.take(message);
      },
    };
  };
  const { server, next } = begun(open);
  await next();
  const asked = { textDocument: { uri }, position: { line: 2, character: 1 } };
  server.take({ jsonrpc: "2.0", id: 2, method: "textDocument/hover", params: asked });
  assert.equal((await next()).error.code, -32603);
  server.take({ jsonrpc: "2.0", id: 3, method: "textDocument/hover", params: asked });
  assert.deepEqual((await next()).id, 3);
  assert.equal((await next()).params.uri, uri, "the text that was open is known");
});
