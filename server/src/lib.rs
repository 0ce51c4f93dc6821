//! Tables in the browser: an HTTP server for games (internal: `ludex` alone is a stable API).
