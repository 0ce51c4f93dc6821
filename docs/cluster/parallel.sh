#!/usr/bin/env bash
# An experiment in parts with GNU parallel, on the cores of this machine. A part whose process dies is played again.
# Usage: parallel.sh PARTS OUT.json ARGUMENTS OF ludex simulate… (or of what EXPERIMENT names: compare, impact, sweep, ladder; arena with LUDEX=target/dist/proof)
set -euo pipefail
parts=$1 out=$2
shift 2
ludex=${LUDEX:-ludex}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
words=$(printf '%q ' "$ludex" "${EXPERIMENT:-simulate}" "$@")
# one thread for each part: parallel itself uses all cores
parallel --retries 3 "$words --jobs 1 --shard {}/$parts > $folder/part-{}.json" ::: $(seq "$parts")
"$ludex" merge "$folder"/part-*.json > "$out"
