#!/usr/bin/env python3
"""The pages of docs/book/SUMMARY.md as one book, by mdBook: `just book`.

    packaging/book.py target/book --mdbook target/tools/bin/mdbook [--repository https://…/tree/main]

The pages stay where they are and link to each other as files of the project. Here they are copied into OUT/src, each by its path, with the pictures that they
show; links to what is no page lead to the repository, or nowhere if none is named. OUT/html is the book, and every link in it is followed once.
"""

import argparse
import html.parser
import os
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOK = "docs/book"
LINK = re.compile(r"(!?)\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)")
ENTRY = re.compile(r"^(\s*)(?:- )?\[(.*)\]\((.*)\)$")
# parts of rulesets, which mdBook has no colours for by these names
SORTS = re.compile(r"^```(?:scenario|overlay)$", re.MULTILINE)
OUTSIDE = re.compile(r"^(?:[a-z]+:|//)")


def from_top(page, target):
    """The path of a link's target, from the top of the project."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), target))


def in_book(path):
    """The name of a page there: what a folder shows first is its index."""
    return re.sub(r"(^|/)README\.md$", r"\1index.md", path)


def summary():
    """The contents with paths from the top, and a line for each page of a folder that is named."""
    for line in (ROOT / BOOK / "SUMMARY.md").read_text(encoding="utf-8").splitlines():
        entry = ENTRY.match(line)
        if not entry:
            yield line, None
            continue
        indent, title, target = entry.groups()
        path = from_top(f"{BOOK}/SUMMARY.md", target)
        if not target.endswith("/"):
            yield line.replace(f"({target})", f"({in_book(path)})"), path
            continue
        yield f"{indent}- [{title}]()", None
        for file in sorted((ROOT / path).glob("*.md")):
            heading = file.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
            page = f"{path}/{file.name}"
            yield f"{indent}  - [{heading}]({page})", page


def linked(page, text, pages, repository, out):
    """The text of a page with links that hold in the book."""

    def follow(match):
        bang, words, target = match.groups()
        path, hash_, anchor = target.partition("#")
        if OUTSIDE.match(target) or not path:
            return match.group(0)
        top = from_top(page, path)
        if bang:
            (out / top).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / top, out / top)
        elif top not in pages:
            return f"[{words}]({repository}/{top})" if repository else words
        return f"{bang}[{words}]({in_book(path)}{hash_}{anchor})"

    blocks = SORTS.sub("```yaml", text).split("\n```")
    return "\n```".join(LINK.sub(follow, block) if i % 2 == 0 else block for i, block in enumerate(blocks))


def collect(out, repository):
    lines = list(summary())
    pages = {page for _, page in lines if page}
    for page in sorted(pages):
        text = (ROOT / page).read_text(encoding="utf-8")
        file = out / in_book(page)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(linked(page, text, pages, repository, out), encoding="utf-8")
    (out / "SUMMARY.md").write_text("\n".join(line for line, _ in lines) + "\n", encoding="utf-8")
    return len(pages)


class Page(html.parser.HTMLParser):
    """What a page of the book links to, and what can be linked to in it."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.targets = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.update(attrs[key] for key in ("id", "name") if attrs.get(key))
        self.targets += [attrs[key] for key in ("href", "src") if attrs.get(key)]


def broken(html_folder):
    """The links of the book that lead nowhere."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(html_folder.rglob("*.html"))}
    for path, page in pages.items():
        # its links are from the top, wherever it is shown
        if path.name == "404.html":
            continue
        for target in page.targets:
            place, _, anchor = urllib.parse.unquote(target).partition("#")
            if OUTSIDE.match(place):
                continue
            to = Path(os.path.normpath(path.parent / place)) if place else path
            if not to.is_file():
                yield f"{path.relative_to(html_folder)}: no file {target}"
            elif anchor and to in pages and anchor not in pages[to].ids:
                yield f"{path.relative_to(html_folder)}: no heading {target}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--mdbook", default="mdbook")
    parser.add_argument("--repository", default="", help="where files are read that are no pages of the book")
    args = parser.parse_args()

    for folder in ("src", "html"):
        shutil.rmtree(args.out / folder, ignore_errors=True)
    (args.out / "src").mkdir(parents=True)
    shutil.copyfile(ROOT / BOOK / "book.toml", args.out / "book.toml")
    count = collect(args.out / "src", args.repository.rstrip("/"))
    built = args.out / "html"
    subprocess.run([args.mdbook, "build", str(args.out), "--dest-dir", str(built.resolve())], check=True)
    wrong = list(broken(built))
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        sys.exit(1)
    print(f"{built}/index.html: {count} pages")


main()
