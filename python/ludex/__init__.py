"""Ludex for Python: card games written as data, played, measured and learnt.

>>> import ludex
>>> game = ludex.load("kuhn").game(seed=7)
>>> game.step(game.options[0])

`load` reads a ruleset, whose `game` method starts a game. `VectorEnv` plays many games at once with NumPy arrays;
`ludex.pettingzoo`, `ludex.gymnasium` and `ludex.openspiel` have the interfaces of these libraries. `simulate`,
`compare` and the other experiments run the command of the same name. The README of the package has examples.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable

from ._ludex import Game, Node, RuleFault, Ruleset, RulesetError, __version__, shipped
from ._ludex import load as _load
from ._ludex import load_text as _load_text
from .experiments import Result, compare, impact, ladder, report, simulate, solve, sweep, train

if TYPE_CHECKING:
    from .vector import VectorEnv

__all__ = [
    "Game", "Node", "Result", "RuleFault", "Ruleset", "RulesetError", "VectorEnv", "__version__", "compare", "impact", "ladder",
    "load", "report", "shipped", "simulate", "solve", "sweep", "train",
]


def load(
    source: str | os.PathLike[str],
    variants: Iterable[str] = (),
    overlays: Iterable[str | os.PathLike[str]] = (),
) -> Ruleset:
    """Loads and checks a ruleset.

    `source` is the ID of a shipped or installed game, the path of a folder, file or package, or the text of a
    `ruleset.yaml` (any string with a line break). `variants` are IDs of the ruleset's variants, and `overlays` are
    YAML files that change it, applied in this order. Warnings are not reported: `ludex check` has them.

    Raises `RulesetError`. Its message is what `ludex check` prints, and `problems` is a list of dictionaries with the
    keys of "A check" in docs/json.md: `code`, `message`, `file`, `line`, `column`, `suggestions` and others.
    """
    paths = [Path(path) for path in overlays]
    if isinstance(source, str) and "\n" in source:
        if list(variants):
            raise ValueError("a ruleset given as text has no variants")
        return _load_text(source, paths)
    return _load(os.fspath(source), list(variants), paths)


def __getattr__(name: str) -> Any:
    # NumPy is imported with the first use, so that the command starts without it
    if name == "VectorEnv":
        from .vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module `ludex` has no attribute `{name}`")
