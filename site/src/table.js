// The table of the game in its frame. Each game has a frame of its own, because the table keeps what belongs to the viewer.

/** Milliseconds before a bot chooses, so that a person can follow. */
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 60 : 400;

export class Table {
  #frame;
  #engine;
  #port = null;
  #css = "";
  #view = null;
  #pictures = new Map();
  #round = 0;
  /** Number of the last view in the present frame; the frame takes only newer ones. */
  #shown = -1;
  /** Called when a view was drawn. */
  onDrawn = () => {};
  /** Called with an error of the engine. */
  onFailure = () => {};

  constructor(frame, engine) {
    this.#frame = frame;
    this.#engine = engine;
    addEventListener("message", (event) => {
      if (event.source === frame.contentWindow && event.origin === location.origin && event.data === "table") this.#connect(event.ports[0]);
    });
    // the frame loads while the engine does
    frame.src = "table.html";
  }

  /** Number of choices so far. */
  get choices() {
    return this.#view?.choices ?? 0;
  }

  /** True if a person has chosen something in this game. */
  touched = false;

  async begin(settings) {
    const round = (this.#round += 1);
    const view = await this.#engine.request("ludex/begin", settings);
    if (round !== this.#round) return;
    this.touched = false;
    this.#css = view.style;
    this.#view = view;
    if (view.version <= this.#shown) {
      // another engine counts from the beginning
      this.#port = null;
      this.#shown = -1;
      this.#frame.src = "table.html";
    } else if (this.#port) {
      this.#begun();
    }
    this.#wake(round);
  }

  #connect(port) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#asked(data);
    if (this.#view) this.#begun();
  }

  #begun() {
    this.#port.postMessage({ css: this.#css, theme: document.documentElement.dataset.theme ?? "" });
    this.#show(this.#view);
  }

  theme() {
    this.#port?.postMessage({ theme: document.documentElement.dataset.theme ?? "" });
  }

  async #asked({ id, address, fields, drawn }) {
    if (drawn) return this.onDrawn();
    const round = this.#round;
    try {
      const answer = await this.#engine.request("ludex/table", { address, fields });
      if (round !== this.#round) return;
      if (answer.page !== undefined) return this.#port.postMessage({ id, page: this.#drawn(answer.page) });
      this.touched = true;
      this.#port.postMessage({ id });
      this.#show(answer);
      this.#wake(round);
    } catch (error) {
      this.onFailure(error);
    }
  }

  #show(view) {
    if (!view) return;
    this.#view = view;
    if (this.#port) this.#shown = view.version;
    this.#port?.postMessage({ view: { ...view, html: this.#drawn(view.html) } });
    this.#draw(view.html);
  }

  // bots choose one after the other, each with a view
  async #wake(round) {
    while (this.#view?.bot && round === this.#round) {
      await new Promise((done) => setTimeout(done, PAUSE));
      if (round !== this.#round) return;
      try {
        const view = await this.#engine.request("ludex/wake");
        if (round === this.#round) this.#show(view);
      } catch (error) {
        return this.onFailure(error);
      }
    }
  }

  /** Puts the pictures that are drawn already into a page, and names the others. */
  #drawn(html) {
    return html.replace(/src="cards\/([\w-]+)\.svg"/g, (_, name) => {
      const address = this.#pictures.get(name)?.address;
      return address ? `data-picture="${name}" src="${address}"` : `data-picture="${name}"`;
    });
  }

  async #draw(html) {
    const names = new Set([...html.matchAll(/src="cards\/([\w-]+)\.svg"/g)].map(([, name]) => name));
    const [port, round] = [this.#port, this.#round];
    for (const name of names) {
      const known = this.#pictures.get(name);
      if (known?.round === round) continue;
      const svg = await this.#engine.request("ludex/card", { design: name }).catch(() => null);
      if (port !== this.#port || round !== this.#round) return;
      if (!svg) continue;
      // a picture of the last game stays while the rules don't change it
      const address = known?.svg === svg ? known.address : URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      if (known && known.address !== address) URL.revokeObjectURL(known.address);
      this.#pictures.set(name, { svg, address, round });
      port?.postMessage({ pictures: { [name]: address } });
    }
  }
}
