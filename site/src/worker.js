// The worker of the page: the engine in two halves (`site/build/split.mjs`). The first one is enough until a first move; the page asks for the rest after that. If the
// first half needs the rest earlier, it waits for it.
import { LanguageServer } from "../../editors/web/server.js";
import init, { Door } from "engine";

const REST = new URL("ludex_web_rest.wasm", import.meta.url);
/** A module that gives back the function that it gets: tables take only functions of modules. */
const ECHO = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0]);

const post = (method, params) => globalThis.postMessage({ jsonrpc: "2.0", method, params });
// what comes before the engine is there waits
const waiting = [];
let server;
globalThis.onmessage = ({ data }) => (server ? take(data) : waiting.push(data));

function take(message) {
  if (message.method === "ludex/whole") whole();
  else server.take(message);
}

const first = await init().catch(({ message }) => {
  globalThis.onmessage = () => post("ludex/failed", { message });
  if (waiting.length) globalThis.onmessage();
});

/** What a check finds needs the rest. */
class Half extends Door {
  hasNews() {
    return first.whole.value === 1 && super.hasNews();
  }
}

function add(rest) {
  if (first.whole.value) return;
  new WebAssembly.Instance(rest, { first });
  first.whole.value = 1;
}

/** Loads the rest while the first half goes on. */
async function whole() {
  // what needs the rest tries again if this fails
  await WebAssembly.compileStreaming(fetch(REST)).then(add).catch(() => {});
  post("ludex/whole");
  server.take({ jsonrpc: "2.0", method: "ludex/whole" });
}

/** Loads the rest in the middle of a call. */
function now() {
  const request = new XMLHttpRequest();
  request.open("GET", REST, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`the engine can't be loaded (${request.status})`);
  add(new WebAssembly.Module(request.response));
}

if (first) {
  const echo = new WebAssembly.Instance(new WebAssembly.Module(ECHO), { a: { f: now } });
  first.bodies.set(first.bodies.length - 1, echo.exports.f);
  server = new LanguageServer(() => new Half(), (message) => globalThis.postMessage(message));
  for (const message of waiting) take(message);
}
