"""Many games at once, with observations in NumPy arrays that Rust writes in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._ludex import Batch, Ruleset

if TYPE_CHECKING:
    from ._ludex import Reward

Observation = dict[str, NDArray[Any]]


class VectorEnv:
    """`num_envs` games of a ruleset that advance together. Each step answers the decision of every game.

    A decision with one option is taken without asking. A game that ends is replaced by the next one in the same step,
    so `terminated` belongs to the game before and the observation to the next one.

    Arguments:
        ruleset: from `ludex.load`.
        num_envs: number of games; 64 to 256 for each thread are fastest.
        players: number of players; by default the usual one of the ruleset.
        options: values of the ruleset's options by name.
        seed: determines the seeds of all games. Equal seeds and actions give equal arrays on every machine.
        reward: `"win"`: 1 for a victory, `1/k` for each of `k` winners; `"score"`: the score in points, negated if the
            lowest score wins. Both come at the end of a game, and are 0 before.
        max_options: width of the mask; by default half as many again as in sampled games. Further options of a decision
            can't be chosen.
        max_decisions: number of decisions after which a game is cut (`truncated`); by default 4,000.
        features: False leaves observations without features, which is several times as fast.
        threads: number of threads for a step.

    Each array is written again by the next step: copy what you keep.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        num_envs: int,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        reward: Reward = "win",
        max_options: int | None = None,
        max_decisions: int | None = None,
        features: bool = True,
        threads: int = 1,
    ) -> None:
        if num_envs < 1 or threads < 1:
            raise ValueError("there must be at least one game and one thread")
        self._batch = Batch(
            ruleset, num_envs, players, dict(options or {}), seed, max_options, features, reward, max_decisions,
            threads,
        )
        self.ruleset = ruleset
        self.num_envs = num_envs
        batch = self._batch
        self._observation = {
            "observation": _read_only(batch.observations),
            "action_mask": _read_only(batch.masks),
            "seat": _read_only(batch.seats),
        }
        self._rewards = _read_only(batch.rewards)
        self._terminated, self._truncated = _read_only(batch.terminated), _read_only(batch.truncated)

    @property
    def num_features(self) -> int:
        """Number of features of an observation."""
        return int(self._observation["observation"].shape[1])

    @property
    def max_options(self) -> int:
        """Width of the mask."""
        return int(self._observation["action_mask"].shape[1])

    @property
    def players(self) -> int:
        """Number of players of each game."""
        return int(self._batch.rewards.shape[1])

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        """Restarts all games, with the seed of the environment or another one.

        Returns the observation and an empty dictionary. The observation has three arrays:

        - `observation`, float32, `(num_envs, num_features)`: the position as the acting seat observes it, from -4 to 4.
          Most features are 0. They are those of `ludex train` (docs/bots.md), and never depend on hidden information.
        - `action_mask`, int8, `(num_envs, max_options)`: 1 for the options that can be chosen.
        - `seat`, int64, `(num_envs,)`: the acting seat, from 0.
        """
        self._batch.reset(seed)
        return self._observation, {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Answers each game's decision with the index of an option, an integer array `(num_envs,)`.

        Returns `(observation, rewards, terminated, truncated, {})`: `rewards` is float32 `(num_envs, players)`, and
        the others are bool `(num_envs,)`.

        Raises `IndexError` for an action that the mask excludes, before any game has advanced; `RuleFault` if a rule
        of the ruleset failed: that game was replaced, and the others have advanced.
        """
        self._batch.step(np.ascontiguousarray(actions, dtype=np.int64))
        return self._observation, self._rewards, self._terminated, self._truncated, {}

    def option_features(self) -> tuple[NDArray[np.uint32], NDArray[np.float32], NDArray[np.int64]]:
        """Computes the features of the options of all games, one after another: `(features, values, ends)`.

        Option `i`, counted over all games in order, has `features[ends[i]:ends[i + 1]]` with `values` at the same
        places. The number of options of each game is the sum of its mask. These are the arguments of an
        `EmbeddingBag` of PyTorch (`input`, `per_sample_weights`, and `offsets` without the last end).
        """
        return self._batch.option_features()

    def seeds(self) -> NDArray[np.uint64]:
        """Seeds of the current games, `(num_envs,)`: `Ruleset.game` with the same seed has the same chance."""
        return self._batch.seeds()

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Draws an option of each game, `(num_envs,)`; all options of a decision are equally likely."""
        counts = self._observation["action_mask"].sum(axis=1, dtype=np.int64)
        drawn: NDArray[np.int64] = (rng.random(self.num_envs) * counts).astype(np.int64)
        return drawn


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.setflags(write=False)
    return view


