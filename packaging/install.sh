#!/bin/sh
# Installs Ludex @VERSION@ from the archive of its release, once its checksum is right.
#   LUDEX_INSTALL_DIR  where the program goes   [~/.local/bin]
#   LUDEX_TARGET       another build of it      [the one for this machine]
#   LUDEX_DOWNLOAD     where the release lies   [@URL@]
set -eu

version='@VERSION@'
url=${LUDEX_DOWNLOAD:-'@URL@'}
into=${LUDEX_INSTALL_DIR:-"${HOME:?}/.local/bin"}

fail() {
  echo "error: $1" >&2
  exit 1
}

target_here() {
  case "$(uname -s) $(uname -m)" in
    "Linux x86_64") echo x86_64-unknown-linux-musl ;;
    "Linux aarch64" | "Linux arm64") echo aarch64-unknown-linux-musl ;;
    "Darwin x86_64") echo x86_64-apple-darwin ;;
    "Darwin arm64") echo aarch64-apple-darwin ;;
    *) fail "no program is built for $(uname -s) $(uname -m); with Rust: cargo install ludex-cli" ;;
  esac
}

download() {
  if command -v curl >/dev/null 2>&1; then
    curl --fail --silent --show-error --location --retry 3 --output "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget --quiet --output-document="$2" "$1"
  else
    fail "curl or wget is needed"
  fi || fail "can't download $1"
}

sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1"
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1"
  else
    fail "sha256sum or shasum is needed: nothing is installed unchecked"
  fi | cut -d ' ' -f 1
}

# all of it is read before anything is done: a script that was cut off does nothing
main() {
  target=${LUDEX_TARGET:-$(target_here)}
  name="ludex-$version-$target"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  download "$url/$name.tar.gz" "$work/archive"
  download "$url/$name.tar.gz.sha256" "$work/sum"
  wanted=$(cut -d ' ' -f 1 "$work/sum")
  [ ${#wanted} -eq 64 ] || fail "$name.tar.gz.sha256 holds no checksum"
  [ "$(sum_of "$work/archive")" = "$wanted" ] || fail "$name.tar.gz is not what was released: its checksum is wrong"
  tar -xzf "$work/archive" -C "$work"
  "$work/$name/ludex" --version >/dev/null || fail "the program does not run here"
  mkdir -p "$into"
  # moved from the same folder: an old one is replaced whole, even while it runs
  cp "$work/$name/ludex" "$into/.ludex.new"
  mv -f "$into/.ludex.new" "$into/ludex"
  echo "ludex $version is in $into"
  case ":$PATH:" in
    *":$into:"*) ;;
    *) echo "put it on your path:  export PATH=\"$into:\$PATH\"" ;;
  esac
  echo "completions:  ludex completions --help"
}

main
