"""A Gymnasium environment: one seat of a game against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._ludex import Game, Ruleset

if TYPE_CHECKING:
    from ._ludex import Reward

__all__ = ["SeatEnv"]


class SeatEnv(gymnasium.Env[Any, Any]):
    """A seat of a game. The other seats have bots.

    Observations have `observation` and `action_mask` as in `VectorEnv`; that of a finished game is zero.

    Arguments:
        ruleset: from `ludex.load`.
        seat: the number of the seat, from 0.
        bots: name of the other players' bot, such as `"random"`, `"greedy:20"` or `"policy:FILE"` (docs/bots.md), or a
            list with one for each seat, in which the entry of `seat` is not used.
        players, options, reward, max_options: as for `VectorEnv`.
        max_decisions: number of choices of all players after which a game is cut; by default 4,000.

    `game` is the current `ludex.Game`.
    """

    metadata: dict[str, Any] = {"render_modes": ["html"]}

    def __init__(
        self,
        ruleset: Ruleset,
        seat: int = 0,
        bots: str | list[str] = "random",
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: Reward = "win",
        max_options: int | None = None,
        max_decisions: int = 4_000,
        render_mode: str | None = None,
    ) -> None:
        self.ruleset, self.seat, self.reward, self.render_mode = ruleset, seat, reward, render_mode
        self._players, self._options, self._most = players, dict(options or {}), max_decisions
        self.game = self._game(0)
        seats = len(self.game.seats)
        if not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat}; the seats are 0 to {seats - 1}")
        self._bots = [bots] * seats if isinstance(bots, str) else list(bots)
        if len(self._bots) != seats:
            raise ValueError(f"{len(self._bots)} bots for {seats} seats")
        self._width = max_options or ruleset.usual_width(players, self._options)
        self._features = ruleset.num_features(players, self._options)
        self.action_space = spaces.Discrete(self._width)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-4.0, 4.0, (self._features,), np.float32),
                "action_mask": spaces.Box(0, 1, (self._width,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        super().reset(seed=seed)
        # a game may end before the seat decides
        for _ in range(1_000):
            self._seed = int(self.np_random.integers(2**53))
            self.game = self._game(self._seed)
            if self._advance():
                return self._observe(), {}
        raise RuntimeError(f"seat {self.seat} has no decision in this ruleset")

    def step(self, action: int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Chooses an option. Raises `IndexError` for an action outside the mask."""
        self.game.step(int(action))
        goes_on = self._advance()
        ended = self.game.is_over
        rewards = self.game.rewards(self.reward)
        reward = 0.0 if rewards is None else rewards[self.seat]
        return self._observe(), reward, ended, not ended and not goes_on, {}

    def render(self) -> str | None:
        return self.game.html(self.seat) if self.render_mode == "html" else None

    def _game(self, seed: int) -> Game:
        return self.ruleset.game(self._players, self._options, seed)

    def _advance(self) -> bool:
        """Plays until the seat has a decision with two options; False if there is none."""
        game = self.game
        while (acting := game.deciding) is not None and game.choices < self._most:
            if game.num_options == 1:
                game.step(0)
            elif acting == self.seat:
                return True
            else:
                game.step(game.ask(self._bots[acting], self._seed))
        return False

    def _observe(self) -> dict[str, NDArray[Any]]:
        if self.game.deciding != self.seat:
            return {
                "observation": np.zeros(self._features, np.float32),
                "action_mask": np.zeros(self._width, np.int8),
            }
        mask = (np.arange(self._width) < self.game.num_options).astype(np.int8)
        return {"observation": self.game.features(), "action_mask": mask}
