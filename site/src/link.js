// How the table reaches the engine: by messages to the page around it, instead of to a server.
const { port1: port, port2: other } = new MessageChannel();
const style = new CSSStyleSheet();
document.adoptedStyleSheets = [style];

let last = 0;
const waiting = new Map();
const socket = { readyState: WebSocket.OPEN, close() {} };

port.onmessage = ({ data: { id, page, view, css, theme, pictures } }) => {
  if (css !== undefined) style.replaceSync(css);
  if (theme !== undefined) document.documentElement.dataset.theme = theme;
  if (view) {
    socket.onmessage?.({ data: JSON.stringify(view) });
    port.postMessage({ drawn: true });
  }
  for (const [name, address] of Object.entries(pictures ?? {})) {
    for (const picture of document.querySelectorAll(`img[data-picture="${name}"]`)) picture.src = address;
  }
  if (id) {
    waiting.get(id)?.(page);
    waiting.delete(id);
  }
};

/** The table takes the focus only if it has it: a person may be writing rules. */
export const mayFocus = () => document.hasFocus();

/** Asks the engine. A changed table comes as a view, so the answer is a page only if there is one. */
export function ask(address, { body } = {}) {
  const { pathname, searchParams } = new URL(address, location.href);
  const fields = Object.fromEntries([...searchParams, ...(body ?? [])]);
  const id = (last += 1);
  port.postMessage({ id, address: pathname, fields });
  return new Promise((done) => {
    waiting.set(id, (page) => done({ type: page ? "basic" : "opaqueredirect", text: () => page ?? "" }));
  });
}

/** The views of this table. */
export function listen() {
  setTimeout(() => {
    parent.postMessage("table", location.origin, [other]);
    socket.onopen?.();
  });
  return socket;
}
