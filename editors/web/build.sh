#!/usr/bin/env bash
# build.sh FOLDER: the engine as WebAssembly (language server, table, scenarios, simulation), and the worker next to it. WASM_CARGO may name another cargo,
# one that has the target wasm32-unknown-unknown; with rustup it is added. wasm-bindgen's program is built from crates.io in the version of the library, once; wasm-opt (binaryen) makes the file smaller where there is one.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:?usage: build.sh FOLDER}
cargo=${WASM_CARGO:-cargo}
target=${CARGO_TARGET_DIR:-target}
triple=wasm32-unknown-unknown
if [ -z "${WASM_CARGO:-}" ] && command -v rustup >/dev/null; then rustup target add "$triple"; fi
# small before fast: what a page has to load. With `s` and thin LTO it has 0.8 MB more, and checks and games take 0.6 of the time
level=${OPT_LEVEL:-z}
small=()
for package in ludex ludex-bots ludex-check ludex-grammar ludex-run pest saphyr-parser; do
  small+=(--config "profile.dist.package.$package.opt-level='$level'")
done
CARGO_PROFILE_DIST_OPT_LEVEL=$level CARGO_PROFILE_DIST_LTO=fat CARGO_PROFILE_DIST_PANIC=abort \
  "$cargo" build --locked --profile dist --target "$triple" -p ludex-web \
  "${small[@]}"
version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
tools=$target/wasm-tools
if ! "$tools/bin/wasm-bindgen" --version 2>/dev/null | grep -qF " $version"; then
  "$cargo" install --quiet --locked wasm-bindgen-cli --version "=$version" --root "$tools"
fi
"$tools/bin/wasm-bindgen" --target web --no-typescript --out-dir "$out" "$target/$triple/dist/ludex_web.wasm"
if command -v wasm-opt >/dev/null; then
  wasm-opt -Os --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue "$out/ludex_web_bg.wasm" -o "$out/small.wasm" && mv "$out/small.wasm" "$out/ludex_web_bg.wasm"
fi
cp editors/web/worker.js editors/web/server.js "$out/"
ls -l "$out"
