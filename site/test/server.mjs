// The built playground on a port of this machine, as a host of static files serves it: compressed, with nothing added.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** Serves a folder. `sent` counts the compressed bytes; `down` makes all requests fail; `held`, a pattern and a promise, makes requests of files wait. */
export async function serve(folder) {
  const packed = new Map();
  const state = { sent: 0, down: false, held: null };
  const server = createServer(async (request, response) => {
    if (state.down) return request.socket.destroy();
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/^\/playground\//, "");
    const file = path === "" ? "index.html" : path;
    try {
      if (!packed.has(file)) packed.set(file, gzipSync(await readFile(join(folder, file)), { level: 9 }));
      if (state.held?.files.test(file)) await state.held.until;
      const body = packed.get(file);
      state.sent += body.length;
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "content-encoding": "gzip" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  // below a folder, as pages of a repository are
  return Object.assign(state, { url: `http://localhost:${server.address().port}/playground/`, stop: () => new Promise((done) => server.close(done)) });
}
