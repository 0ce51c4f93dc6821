// The engine in its worker. A request that takes too long ends the worker; another one learns the files and goes on.

/** Milliseconds without an answer after which the worker is stopped. */
const PATIENCE = 15_000;

export class Stopped extends Error {}

export class Engine {
  #worker;
  #last = 0;
  #pending = new Map();
  #clock = 0;
  #patience;
  #files = null;
  /** Called with a path and the problems of its file. */
  onProblems = () => {};

  constructor({ patience = PATIENCE, root = "web:/game" } = {}) {
    this.#patience = patience;
    this.root = root;
    this.#start();
  }

  #start() {
    this.#worker = new Worker("worker.js", { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = (event) => console.error(event.message);
    this.#post({ id: (this.#last += 1), method: "initialize", params: { capabilities: {} } });
    if (this.#files) this.files(this.#files);
  }

  #post(message) {
    this.#worker.postMessage({ jsonrpc: "2.0", ...message });
  }

  #take({ id, result, error, method, params }) {
    if (method === "textDocument/publishDiagnostics") return this.onProblems(this.#path(params.uri), params.diagnostics);
    const waiting = this.#pending.get(id);
    if (!waiting) return;
    this.#pending.delete(id);
    this.#watch();
    if (error) waiting.fail(new Error(error.message));
    else waiting.done(result);
  }

  #path(uri) {
    return decodeURIComponent(uri.slice(this.root.length + 1));
  }

  uri(path) {
    return `${this.root}/${path.split("/").map(encodeURIComponent).join("/")}`;
  }

  // the time counts from the last answer, because one worker answers all requests in order
  #watch() {
    clearTimeout(this.#clock);
    if (this.#pending.size) this.#clock = setTimeout(() => this.#stop(), this.#patience);
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
      if (this.#pending.size === 1) this.#watch();
    });
  }

  /** Asks about a file, in the terms of the Language Server Protocol. */
  about(path, method, params = {}) {
    return this.request(`textDocument/${method}`, { textDocument: { uri: this.uri(path) }, ...params });
  }
}
