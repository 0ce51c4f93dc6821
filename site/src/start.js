// Starts the engine while the page loads.
export const started = new Worker("worker.js", { type: "module" });
