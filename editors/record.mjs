// Stands between an editor and the server and writes down what they say, one message a line:
//
//   node editors/record.mjs FILE FOLDER PROGRAM WORDS…
//
// FOLDER, the one that is edited, becomes `/game` in what is written, so that a session can be played again anywhere.
import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";

const [file, folder, program, ...words] = process.argv.slice(2);
writeFileSync(file, "");
const server = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });

/** Passes bytes on and writes down each message in them. */
function pass(from, source, target) {
  let left = Buffer.alloc(0);
  source.on("data", (bytes) => {
    target.write(bytes);
    left = Buffer.concat([left, bytes]);
    for (let head = left.indexOf("\r\n\r\n"); head >= 0; head = left.indexOf("\r\n\r\n")) {
      const length = Number(/Content-Length: (\d+)/i.exec(left.subarray(0, head).toString())[1]);
      const end = head + 4 + length;
      if (left.length < end) return;
      note(from, left.subarray(head + 4, end).toString());
      left = left.subarray(end);
    }
  });
  source.on("end", () => target.end());
}

function note(from, text) {
  const message = JSON.parse(text.replaceAll(folder, "/game"));
  if (message.params?.processId) message.params.processId = null;
  appendFileSync(file, `${JSON.stringify({ from, message })}\n`);
}

pass("client", process.stdin, server.stdin);
pass("server", server.stdout, process.stdout);
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
