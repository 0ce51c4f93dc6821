// Stands between an editor and the server and writes down what they say, one message a line:
//
//   node editors/record.mjs FILE FOLDER PROGRAM WORDS…
//
// FOLDER, the one that is edited, becomes `/game` in what is written, so that a session can be played again anywhere. Without a PROGRAM there is
// no server: everything is offered and nothing answered, so that what is written is what the editor asks.
import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";

const [file, folder, program, ...words] = process.argv.slice(2);
writeFileSync(file, "");

/** What a server for Ludex may offer. */
const OFFERED = {
  textDocumentSync: { openClose: true, change: 1, save: {} },
  completionProvider: { triggerCharacters: [".", "{"], resolveProvider: false },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: true,
  documentFormattingProvider: true,
  documentSymbolProvider: true,
  inlayHintProvider: true,
  codeLensProvider: {},
  semanticTokensProvider: { legend: { tokenTypes: ["keyword"], tokenModifiers: [] }, full: true },
};

/** Writes down each message in a stream. */
function read(from, source, then) {
  let left = Buffer.alloc(0);
  source.on("data", (bytes) => {
    left = Buffer.concat([left, bytes]);
    for (let head = left.indexOf("\r\n\r\n"); head >= 0; head = left.indexOf("\r\n\r\n")) {
      const length = Number(/Content-Length: (\d+)/i.exec(left.subarray(0, head).toString())[1]);
      const end = head + 4 + length;
      if (left.length < end) return;
      const text = left.subarray(head + 4, end).toString();
      note(from, text);
      then(JSON.parse(text));
      left = left.subarray(end);
    }
  });
}

function note(from, text) {
  const message = JSON.parse(text);
  if (message.params?.processId) message.params.processId = null;
  appendFileSync(file, `${JSON.stringify({ from, message }).replaceAll(folder, "/game")}\n`);
}

/** Between the two. */
function pass() {
  const server = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  process.stdin.pipe(server.stdin);
  server.stdout.pipe(process.stdout);
  read("client", process.stdin, () => {});
  read("server", server.stdout, () => {});
  server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** In the place of a server. */
function listen() {
  read("client", process.stdin, ({ id, method }) => {
    if (method === "exit") process.exit(0);
    if (id === undefined || method === undefined) return;
    const result = method === "initialize" ? { capabilities: OFFERED } : null;
    const text = JSON.stringify({ jsonrpc: "2.0", id, result });
    process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
}

if (program) pass();
else listen();
