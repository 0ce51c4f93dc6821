// How the table reaches its server. A page with the engine inside has another file of this name.
export const ask = (address, settings) => fetch(address, { headers: { accept: "text/html" }, ...settings });
/** True if the page may take the focus. */
export const mayFocus = () => true;
/** Opens the pushed views at an address. */
export const listen = (path) => new WebSocket(new URL(path, location.href.replace("http", "ws")));
