"""The experiments of the command: `simulate`, `compare`, `impact`, `sweep`, `ladder`, `solve`, `train`, `report`.

Each function runs `ludex NAME RULESET --json` in a process of its own, so that Python's other threads go on and Ctrl-C
stops it at once. Keyword arguments are the flags of the command (docs/commands.md), with underscores: `games=1000` is
`--games 1000`, `rotate=True` is `--rotate`, and a list repeats its flag, except for `bots`, which takes one list. The
progress bar of the command is shown in a terminal.
"""

from __future__ import annotations

import html
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._ludex import Ruleset

if TYPE_CHECKING:
    import pandas

# the list of each document that is its table, and the commands that draw a page
_TABLES = {
    "simulate": "seats", "compare": "seats", "impact": "cards", "sweep": "points", "ladder": "rungs", "solve": None,
    "train": "strength", "report": "numbers",
}
_PAGES = {"simulate", "compare", "impact", "sweep", "ladder", "report"}


@dataclass(frozen=True)
class Result:
    """Result of an experiment. `result["key"]` is a key of the document.

    `command` is the name of the experiment, `data` the document that docs/json.md describes (rates are shares of 1,
    intervals `[from, to]`), and `page` the HTML page of the command, or None for `solve` and `train`. Comparisons ignore the page.
    """

    command: str
    data: dict[str, Any]
    page: str | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def to_pandas(self, key: str | None = None) -> pandas.DataFrame:
        """A list of the document as a table; by default the main one, such as `seats` of a simulation.

        Nested values become columns with dots. A result without a list has one row. Needs pandas.
        """
        import pandas

        key = key or _TABLES[self.command]
        return pandas.json_normalize(self.data if key is None else self.data[key])

    def _repr_html_(self) -> str:
        if self.page is None:
            return f"<pre>{html.escape(json.dumps(self.data, indent=2, ensure_ascii=False))}</pre>"
        page = html.escape(self.page)
        return f'<iframe title="{self.command}" style="width: 100%; height: 640px; border: 0" srcdoc="{page}"></iframe>'


class CommandError(RuntimeError):
    """A command failed. The message is what it printed; `code` is its exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def simulate(ruleset: Ruleset | str, **flags: Any) -> Result:
    """Plays games and counts: victories by seat, scores, lengths. Flags of `ludex simulate`."""
    return _run("simulate", [ruleset], flags)


def compare(base: Ruleset | str, variant: Ruleset | str | None = None, **flags: Any) -> Result:
    """Tests whether a change of the rules favours a seat. Flags of `ludex compare`."""
    return _run("compare", [base] if variant is None else [base, variant], flags)


def impact(ruleset: Ruleset | str, **flags: Any) -> Result:
    """Measures the causal effect of each card. Flags of `ludex impact`."""
    return _run("impact", [ruleset], flags)


def sweep(ruleset: Ruleset | str, **flags: Any) -> Result:
    """Simulates a range of values: `vary="cards.king.copies=1..3"`. Flags of `ludex sweep`."""
    return _run("sweep", [ruleset], flags)


def ladder(ruleset: Ruleset | str, **flags: Any) -> Result:
    """Measures how much skill a game has room for. Flags of `ludex ladder`."""
    return _run("ladder", [ruleset], flags)


def solve(ruleset: Ruleset | str, **flags: Any) -> Result:
    """Computes an equilibrium of a small game. Flags of `ludex solve`."""
    return _run("solve", [ruleset], flags)


def train(ruleset: Ruleset | str, output: str, **flags: Any) -> Result:
    """Trains a policy and writes its weights to `output`, for `policy:OUTPUT`. Flags of `ludex train`."""
    return _run("train", [ruleset], {"output": output, **flags})


def report(ruleset: Ruleset | str, **flags: Any) -> Result:
    """Examines the balance of a game with several bots. Flags of `ludex report`."""
    return _run("report", [ruleset], flags)


def _run(command: str, rulesets: list[Ruleset | str], flags: Mapping[str, Any]) -> Result:
    with tempfile.TemporaryDirectory(prefix="ludex-") as folder:
        words: list[str] = []
        overlays: list[str] = []
        for number, ruleset in enumerate(rulesets):
            if isinstance(ruleset, Ruleset):
                word, changes = _written(ruleset, Path(folder) / str(number))
                words.append(word)
                overlays += changes
            else:
                words.append(str(ruleset))
        if overlays and len(words) > 1:
            raise ValueError("compare two rulesets by ID or path if one of them has variants or overlays")
        given = [word for name, value in flags.items() for word in _flag(name, value)]
        page = Path(folder) / "page.html"
        if command in _PAGES:
            given += ["--html", str(page)]
        printed = _printed([command, *words, *overlays, *given, "--json"])
        text = page.read_text(encoding="utf-8") if page.exists() else None
        return Result(command, json.loads(printed), text)


def _written(ruleset: Ruleset, folder: Path) -> tuple[str, list[str]]:
    """Writes the files of a ruleset. Returns its folder, and flags for its overlays."""
    root = folder / ruleset.id
    for path, text in ruleset.files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    words = []
    for number, (_, text) in enumerate(ruleset.overlays):
        overlay = folder / f"overlay-{number}.yaml"
        overlay.write_text(text, encoding="utf-8")
        words += ["--overlay", str(overlay)]
    return str(root), words


def _flag(name: str, value: Any) -> list[str]:
    flag = "--" + name.replace("_", "-")
    if value is True:
        return [flag]
    if value is False or value is None:
        return []
    if isinstance(value, Mapping):
        value = [f"{key}={_word(one)}" for key, one in value.items()]
    if isinstance(value, (list, tuple)):
        if name in ("bots", "levels", "with"):
            return [flag, ",".join(map(_word, value))]
        return [word for one in value for word in (flag, _word(one))]
    return [flag, _word(value)]


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _printed(words: list[str]) -> str:
    process = subprocess.Popen(
        [sys.executable, "-m", "ludex", *words],
        stdout=subprocess.PIPE,
        # a terminal shows the progress bar; messages are needed otherwise
        stderr=None if sys.stderr is not None and sys.stderr.isatty() else subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        printed, told = process.communicate()
    except BaseException:
        process.terminate()
        process.wait()
        raise
    if process.returncode != 0:
        message = told or f"`ludex {' '.join(words)}` ended with code {process.returncode}"
        raise CommandError(message.strip(), process.returncode)
    return printed
