#!/usr/bin/env python3
"""Packs a built program for a release: the archive, its checksum, and the installers that know where it will lie.

    packaging/pack.py target/dist/ludex --target x86_64-unknown-linux-gnu --out dist --url https://…/releases/download/v0.1.0

The archive holds a folder of its own name with the program, completions, pages for `man`, README and licences. The same program gives the same archive.
"""

import argparse
import gzip
import hashlib
import io
import os
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ["README.md", "CHANGELOG.md", "LICENSE", "LICENSE-MIT", "LICENSE-APACHE"]
COMPLETIONS = {"bash": "ludex.bash", "zsh": "_ludex", "fish": "ludex.fish", "powershell": "_ludex.ps1", "elvish": "ludex.elv"}
# 1980, the first that a zip can say
EPOCH = max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800)


def says(program, *words):
    return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE).stdout


def commands(program):
    """The commands that `--help` lists."""
    listed = re.search(r"^Commands:\n((?:  .*\n)+)", says(program, "--help").decode(), re.MULTILINE)
    names = re.findall(r"^  ([a-z]+)", listed.group(1), re.MULTILINE)
    return [name for name in names if name != "help"]


def members(program, suffix):
    """Name, mode and content of all that is packed."""
    yield f"ludex{suffix}", 0o755, Path(program).read_bytes()
    for name in TEXTS:
        yield name, 0o644, (ROOT / name).read_bytes()
    for shell, name in COMPLETIONS.items():
        yield f"completions/{name}", 0o644, says(program, "completions", shell)
    yield "man/man1/ludex.1", 0o644, says(program, "man")
    for name in commands(program):
        yield f"man/man1/ludex-{name}.1", 0o644, says(program, "man", name)


def tar_gz(folder, files):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, mode, content in files:
            member = tarfile.TarInfo(f"{folder}/{name}")
            member.size, member.mode, member.mtime = len(content), mode, EPOCH
            tar.addfile(member, io.BytesIO(content))
    return gzip.compress(raw.getvalue(), mtime=EPOCH)


def zipped(folder, files):
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, mode, content in files:
            member = zipfile.ZipInfo(f"{folder}/{name}")
            member.external_attr = mode << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
    return raw.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--target", required=True, help="the triple that it was built for")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--url", required=True, help="the folder on the web where the release will lie")
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    version = says(program, "--version").decode().split()[1]
    windows = "windows" in args.target
    folder = f"ludex-{version}-{args.target}"
    files = sorted(members(program, ".exe" if windows else ""))
    name, content = (f"{folder}.zip", zipped(folder, files)) if windows else (f"{folder}.tar.gz", tar_gz(folder, files))
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / name).write_bytes(content)
    (args.out / f"{name}.sha256").write_bytes(f"{hashlib.sha256(content).hexdigest()}  {name}\n".encode())
    for installer in ["install.sh", "install.ps1"]:
        text = (ROOT / "packaging" / installer).read_text(encoding="utf-8")
        text = text.replace("@VERSION@", version).replace("@URL@", args.url.rstrip("/"))
        (args.out / installer).write_bytes(text.encode())
    print(args.out / name)


if __name__ == "__main__":
    main()
