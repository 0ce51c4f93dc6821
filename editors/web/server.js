// A language server behind messages of a worker.

/** What changes within so many milliseconds is looked at once. */
const PAUSE = 100;

/**
 * A language server behind messages.
 *
 * A fault of the engine ends its door, not the server: the request is answered with an error, and another door learns what the last one knew.
 */
export class LanguageServer {
  #open;
  #door;
  #post;
  #timer;
  #begun;
  #files = new Map();
  #texts = new Map();

  /** `open()` gives a door; `post(message)` takes what the server says. */
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
      if (message.id !== undefined) {
        const text = `ludex has failed at \`${message.method}\` (${fault}): please report it with the text that is open`;
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
    if (this.#door.hasNews()) this.#timer = setTimeout(() => this.#tell(), PAUSE);
  }

  #tell() {
    try {
      this.#say(this.#door.findings());
    } catch {
      // what fails now would fail again: the next change is another try
      this.#again();
      return;
    }
    this.#later();
  }

  /** What another door would have to know. */
  #remember({ method, params }) {
    const uri = params?.textDocument?.uri;
    if (method === "initialize") this.#begun = params;
    if (method === "ludex/files") this.#files.set(params?.root, params);
    if (method === "textDocument/didOpen") this.#texts.set(uri, params.textDocument);
    if (method === "textDocument/didClose") this.#texts.delete(uri);
    if (method === "textDocument/didChange" && this.#texts.has(uri)) {
      const before = this.#texts.get(uri);
      this.#texts.set(uri, { ...before, text: params.contentChanges?.at(-1)?.text ?? before.text });
    }
  }

  #again() {
    this.#door = this.#open();
    const tell = (message) => this.#door.take(JSON.stringify({ jsonrpc: "2.0", ...message }));
    if (this.#begun) tell({ id: 0, method: "initialize", params: this.#begun });
    for (const params of this.#files.values()) tell({ method: "ludex/files", params });
    for (const textDocument of this.#texts.values()) tell({ method: "textDocument/didOpen", params: { textDocument } });
  }
}
