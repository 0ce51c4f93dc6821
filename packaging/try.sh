#!/usr/bin/env bash
# Tries what a release would hold, with a program that was built here: packaging/try.sh target/dist/ludex TARGET FOLDER
# The archive is the same twice; the installer installs from a folder and over HTTP, and refuses what was changed, cut off or is missing; the program
# needs nothing but the C library and plays in an empty root (for that one must be root; else it is left out).
set -euo pipefail
program=$1 target=$2 out=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

say() { echo "== $*"; }
refused() { if "$@" >"$work/said" 2>&1; then echo "was not refused: $*" >&2; exit 1; else sed 's/^/   /' "$work/said"; fi; }

say "the archive, twice"
"$here/pack.py" "$program" --target "$target" --out "$out" --url "file://$(realpath -m "$out")"
"$here/pack.py" "$program" --target "$target" --out "$work/again" --url "file:///nowhere"
name=$(cd "$out" && echo ludex-*-"$target".tar.gz)
cmp "$out/$name" "$work/again/$name"
(cd "$out" && sha256sum --check --quiet "$name.sha256")

say "where \`cargo binstall\` looks"
python3 - "$here/../cli/Cargo.toml" "$out/$name" "$target" <<'PY'
import sys, tarfile, tomllib

manifest, archive, target = sys.argv[1:]
cargo = tomllib.load(open(manifest, "rb"))["package"]["metadata"]["binstall"]
version = archive.split("/")[-1].removeprefix("ludex-").removesuffix(f"-{target}.tar.gz")
words = {"repo": "", "version": version, "target": target, "bin": "ludex", "binary-ext": ""}


def meant(template):
    for word, value in words.items():
        template = template.replace("{ %s }" % word, value)
    return template


assert meant(cargo["pkg-url"]).split("/")[-1] == archive.split("/")[-1], cargo["pkg-url"]
assert meant(cargo["bin-dir"]) in tarfile.open(archive).getnames(), cargo["bin-dir"]
PY

install() { env LUDEX_TARGET="$target" LUDEX_INSTALL_DIR="$work/bin" HOME="$work" "$@" sh "$out/install.sh"; }
say "installed from a folder"
install env
"$work/bin/ludex" --version
say "installed over HTTP, over itself"
port=$((20000 + $$ % 10000))
python3 -m http.server "$port" --bind 127.0.0.1 --directory "$out" >/dev/null 2>&1 &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.3; done
install env LUDEX_DOWNLOAD="http://127.0.0.1:$port"

say "refused: changed, cut off, without a checksum, missing, no such machine"
bad=$work/bad
rm -rf "${work:?}/bin"
fresh() { rm -rf "$bad"; mkdir "$bad"; cp "$out/$name" "$out/$name.sha256" "$bad"; }
fresh; printf x >>"$bad/$name"; refused install env LUDEX_DOWNLOAD="file://$bad"
fresh; truncate -s 1000000 "$bad/$name"; refused install env LUDEX_DOWNLOAD="file://$bad"
fresh; : >"$bad/$name.sha256"; refused install env LUDEX_DOWNLOAD="file://$bad"
fresh; rm "$bad/$name.sha256"; refused install env LUDEX_DOWNLOAD="http://127.0.0.1:$port/none"
mkdir "$work/uname"; printf '#!/bin/sh\necho Plan9\n' >"$work/uname/uname"; chmod +x "$work/uname/uname"
refused env PATH="$work/uname:$PATH" HOME="$work" sh "$out/install.sh"
[ ! -e "$work/bin/ludex" ] || { echo "something was installed" >&2; exit 1; }

say "what it needs of the system"
mkdir "$work/root"
tar -xzf "$out/$name" -C "$work/root" --strip-components=1
needs=$(ldd "$work/root/ludex" 2>/dev/null | grep -o '/[^ ]*' || true)
echo "${needs:-nothing}"
if grep -vE '/(libc|libm|libgcc_s|libpthread|libdl|librt|ld-linux[^/]*)\.so' <<<"$needs" | grep .; then
  echo "more than the C library" >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then
  say "an empty root"
  for library in $needs; do mkdir -p "$work/root$(dirname "$library")"; cp -L "$library" "$work/root$library"; done
  mkdir -p "$work/root/tmp"
  env -i HOME=/tmp PATH=/usr/sbin:/usr/bin chroot "$work/root" /ludex play kabale --seed 1 --players 2 --seats bot,bot --bots random | tail -3
  env -i HOME=/tmp PATH=/usr/sbin:/usr/bin chroot "$work/root" /ludex test kabale
fi
say "all is well"
