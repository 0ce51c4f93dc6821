// Starts the engine before the page has loaded.
globalThis.started = new Worker("worker.js", { type: "module" });
