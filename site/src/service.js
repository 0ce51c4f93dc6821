// Keeps the page for use without a network. The build writes the version and the files into this text.
const CACHE = "ludex-VERSION_OF_THE_BUILD";
const FILES = ["FILES_OF_THE_BUILD"];

addEventListener("install", (event) => {
  const stored = caches.open(CACHE).then((cache) => cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" }))));
  event.waitUntil(stored.then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("ludex-") && name !== CACHE).map((name) => caches.delete(name)));
  };
  event.waitUntil(old().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => (await caches.match(request, { ignoreSearch: true, cacheName: CACHE })) ?? fetch(request);
  event.respondWith(answer());
});
