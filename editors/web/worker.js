// The language server of Ludex as a module worker of a page: `new Worker(".../worker.js", { type: "module" })`.
//
// Messages of the Language Server Protocol go in and out as objects, as the message readers for browsers of the usual clients expect it. What lies
// in a folder the page says with the notification `ludex/files`, { root: ADDRESS, files: { PATH: TEXT } }. Beside this file lie the two that
// `just wasm` makes: ludex_lsp_web.js and ludex_lsp_web_bg.wasm.

/** What changes within so many milliseconds is looked at once. */
const PAUSE = 100;

/**
 * A language server behind messages.
 *
 * A fault of the engine ends its instance, not the server: the request is answered with an error, and another instance learns what the last one knew.
 */
export class LanguageServer {
  #open;
  #door;
  #post;
  #timer;
  #begun;
  #files = new Map();
  #texts = new Map();

  /** `open()` gives a new door, `post(message)` takes what the server says. */
  constructor(open, post) {
    this.#open = open;
    this.#door = open();
    this.#post = post;
  }

  /** Takes a message of the client. */
  take(message) {
    this.#remember(message);
    try {
      this.#say(this.#door.take(JSON.stringify(message)));
    } catch (fault) {
      this.#again();
      const text = `ludex has failed at \`${message.method}\` (${fault}): please report it with the text that is open`;
      if (message.id !== undefined) {
        this.#post({ jsonrpc: "2.0", id: message.id, error: { code: -32603, message: text } });
      }
    }
    this.#later();
  }

  #say(messages) {
    for (const message of messages) this.#post(JSON.parse(message));
  }

  /** Findings are told when nothing came for a while. */
  #later() {
    clearTimeout(this.#timer);
    if (!this.#door.hasNews()) return;
    this.#timer = setTimeout(() => {
      try {
        this.#say(this.#door.findings());
      } catch {
        this.#again();
        return;
      }
      this.#later();
    }, PAUSE);
  }

  /** What another instance would have to know. */
  #remember({ method, params }) {
    const uri = params?.textDocument?.uri;
    if (method === "initialize") this.#begun = params;
    if (method === "ludex/files") this.#files.set(params?.root, params);
    if (method === "textDocument/didOpen") this.#texts.set(uri, params.textDocument);
    if (method === "textDocument/didChange" && this.#texts.has(uri)) {
      const text = params.contentChanges?.at(-1)?.text ?? this.#texts.get(uri).text;
      this.#texts.set(uri, { ...this.#texts.get(uri), text });
    }
    if (method === "textDocument/didClose") this.#texts.delete(uri);
  }

  #again() {
    this.#door = this.#open();
    const tell = (method, params) => this.#door.take(JSON.stringify({ jsonrpc: "2.0", method, params }));
    if (this.#begun) this.#door.take(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: this.#begun }));
    for (const files of this.#files.values()) tell("ludex/files", files);
    for (const textDocument of this.#texts.values()) tell("textDocument/didOpen", { textDocument });
  }
}

if (typeof WorkerGlobalScope !== "undefined" && globalThis instanceof WorkerGlobalScope) {
  const waiting = [];
  let server;
  globalThis.onmessage = ({ data }) => (server ? server.take(data) : waiting.push(data));
  const { default: init, initSync, Door } = await import("./ludex_lsp_web.js");
  await init();
  const { module } = await modules(init);
  server = new LanguageServer(() => (initSync({ module }), new Door()), (message) => globalThis.postMessage(message));
  waiting.forEach((message) => server.take(message));
}
