// Rulesets as text in an address, and as a package that `ludex play` takes.

/** Bytes that a link may unpack to. */
const MOST = 4 << 20;

const piped = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);
const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());
const deflated = (bytes) => bytesOf(piped(bytes, new CompressionStream("deflate-raw")));

/** Reads a stream up to a number of bytes. */
async function bounded(stream, most) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return bytesOf(new Blob(parts).stream());
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("The link contains more than 4 MiB.");
    }
    parts.push(value);
  }
}

/** Writes a ruleset as text for the fragment of an address. */
export async function toLink({ title, open, files }) {
  const packed = await deflated(new TextEncoder().encode(JSON.stringify({ title, open, files })));
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads it back. Throws an error with a message for people if it is damaged. */
export async function fromLink(text) {
  let found;
  try {
    const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    found = JSON.parse(new TextDecoder().decode(await bounded(piped(packed, new DecompressionStream("deflate-raw")), MOST)));
  } catch (error) {
    throw new Error(error.message.startsWith("The link") ? error.message : "The link is damaged: a part of it is missing.");
  }
  return checked(found);
}

/** Takes a ruleset from outside only in its known form. */
export function checked(found) {
  const files = Object.entries(found?.files ?? {}).filter(([path, text]) => isPath(path) && typeof text === "string");
  if (!files.length) throw new Error("The link contains no files.");
  const title = typeof found.title === "string" ? found.title.slice(0, 100) : "";
  return { title, open: found.open in found.files ? found.open : files[0][0], files: Object.fromEntries(files) };
}

/** True for a path of a ruleset: YAML files in folders, without a way out. */
export const isPath = (path) => /^(?:[\p{L}\p{N}_-][\p{L}\p{N}_ .-]*\/)*[\p{L}\p{N}_-][\p{L}\p{N}_ .-]*\.(?:yaml|svg)$/u.test(path) && path.length <= 200;

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const crc = (bytes) => ~bytes.reduce((sum, byte) => CRC[(sum ^ byte) & 255] ^ (sum >>> 8), ~0) >>> 0;

/** Writes files as a zip file. The same files give the same bytes. */
export async function toZip(files) {
  const parts = [];
  const entries = [];
  let at = 0;
  const put = (...bytes) => {
    parts.push(...bytes);
    at += bytes.reduce((sum, part) => sum + part.length, 0);
  };
  for (const [path, text] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [name, bytes] = [path, text].map((part) => new TextEncoder().encode(part));
    const packed = await deflated(bytes);
    // version 2.0, names in UTF-8, deflated, 1 January 1980
    const common = [[20, 2], [1 << 11, 2], [8, 2], [0, 2], [33, 2], [crc(bytes), 4], [packed.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]];
    entries.push({ common, name, at });
    put(numbers([0x04034b50, 4], ...common), name, packed);
  }
  const start = at;
  for (const { common, name, at: place } of entries) {
    put(numbers([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [place, 4]), name);
  }
  const count = entries.length;
  put(numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [at - start, 4], [start, 4], [0, 2]));
  return new Blob(parts, { type: "application/zip" });
}

/** Little-endian numbers, each with its size. */
const numbers = (...all) => Uint8Array.from(all.flatMap(([value, size]) => Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256)));
