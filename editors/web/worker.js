// The language server of Ludex as a module worker of a page: `new Worker(".../worker.js", { type: "module" })`.
//
// Messages of the Language Server Protocol go in and out as objects, as message readers for workers of the usual clients expect it. What lies in a folder the page
// says with the notification `ludex/files`, { root: ADDRESS, files: { PATH: TEXT } }. Beside this file lie server.js and the two that `just wasm` makes:
// ludex_web.js and ludex_web_bg.wasm.
import { LanguageServer } from "./server.js";

// what comes before the engine is there waits
const waiting = [];
let server;
globalThis.onmessage = ({ data }) => (server ? server.take(data) : waiting.push(data));
const { default: init, Door } = await import("./ludex_web.js");
await init();
server = new LanguageServer(() => new Door(), (message) => globalThis.postMessage(message));
for (const message of waiting) server.take(message);
