// How the table reaches its server. A page with the engine inside has another file of this name.

// a page asks as a browser does: it takes pages, no JSON
export const ask = (address, settings) => fetch(address, { headers: { accept: "text/html" }, ...settings });

/** The page is the table's alone. */
export const mayFocus = () => true;

/** The pushed views at an address of this server. */
export function listen(path) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address);
}
