// The engine in its worker. A request that takes too long ends the worker; another one learns the files and goes on.
// Until a first move, half an engine is enough: what needs the rest waits until `whole` has loaded it.
import { started } from "./start.js";

/** Milliseconds without an answer after which the worker is stopped. */
const PATIENCE = 15_000;

/** What the first half answers. */
const FIRST = new Set(["initialize", "ludex/whole", "ludex/files", "ludex/rules", "ludex/begin", "ludex/table", "ludex/wake", "ludex/card"]);

export class Stopped extends Error {}

export class Engine {
  #worker;
  #last = 0;
  #pending = new Map();
  #clock = 0;
  #patience;
  #files = null;
  /** True if the first half has answered. */
  #isReady = false;
  /** State of the rest: empty, `asked` or `loaded`. */
  #rest = "";
  /** Messages that wait for the rest. */
  #waiting = [];
  /** Called with a path and the problems of its file. */
  onProblems = () => {};
  /** Called when the whole engine is there. */
  onWhole = () => {};
  /** Called with an error if there is no engine. */
  onFailure = () => {};

  constructor({ patience = PATIENCE, root = "web:/game" } = {}) {
    this.#patience = patience;
    this.root = root;
    this.#start();
  }

  #start() {
    const again = this.#rest;
    this.#isReady = false;
    this.#rest = "";
    this.#waiting = [];
    this.#worker = this.#worker ? new Worker("worker.js", { type: "module" }) : started;
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = (event) => console.error(event.message);
    this.#post({ id: (this.#last += 1), method: "initialize", params: { capabilities: {} } });
    if (this.#files) this.files(this.#files);
    if (again) this.whole();
  }

  /** Loads the rest of the engine, once. */
  whole() {
    if (this.#rest) return;
    this.#rest = "asked";
    this.#post({ method: "ludex/whole" });
  }

  #post(message) {
    if (this.#rest !== "loaded" && !FIRST.has(message.method)) return this.#waiting.push(message);
    this.#worker.postMessage({ jsonrpc: "2.0", ...message });
  }

  #whole() {
    this.#rest = "loaded";
    for (const message of this.#waiting.splice(0)) this.#post(message);
    this.#watch();
    this.onWhole();
  }

  #take({ id, result, error, method, params }) {
    if (method === "ludex/failed") return this.onFailure(new Error(`The engine can't be loaded: ${params.message}`));
    if (method === "ludex/whole") return this.#whole();
    if (method === "textDocument/publishDiagnostics") return this.onProblems(this.#path(params.uri), params.diagnostics);
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    this.#isReady = true;
    this.#watch();
    if (error) waiting?.fail(new Error(error.message));
    else waiting?.done(result);
  }

  #path(uri) {
    return decodeURIComponent(uri.slice(this.root.length + 1));
  }

  uri(path) {
    return `${this.root}/${path.split("/").map(encodeURIComponent).join("/")}`;
  }

  /** Number of requests that the worker has and can answer. */
  get #asked() {
    return this.#isReady ? this.#pending.size - this.#waiting.length : 0;
  }

  // the time counts from the last answer, because one worker answers all requests in order
  #watch() {
    clearTimeout(this.#clock);
    if (this.#asked) this.#clock = setTimeout(() => this.#stop(), this.#patience);
  }

  #stop() {
    this.#worker.terminate();
    const stopped = [...this.#pending.values()];
    this.#pending.clear();
    this.#start();
    const seconds = Math.round(this.#patience / 1000);
    for (const { fail } of stopped) fail(new Stopped(`The rules took more than ${seconds} seconds and were stopped.`));
  }

  /** Sets all files of the ruleset: texts by path. */
  files(files) {
    this.#files = files;
    this.#post({ method: "ludex/files", params: { root: this.root, files } });
  }

  /** Asks the engine. Rejects with `Stopped` if it takes too long. */
  request(method, params = {}) {
    const id = (this.#last += 1);
    return new Promise((done, fail) => {
      this.#pending.set(id, { done, fail });
      this.#post({ id, method, params: { root: this.root, ...params } });
      if (this.#asked === 1) this.#watch();
    });
  }

  /** Asks about a file, in the terms of the Language Server Protocol. */
  about(path, method, params = {}) {
    return this.request(`textDocument/${method}`, { textDocument: { uri: this.uri(path) }, ...params });
  }
}
