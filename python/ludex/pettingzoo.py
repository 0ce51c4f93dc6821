"""PettingZoo environments for every ruleset: `env` (AEC) and `parallel_env`.

Agents are `seat_0`, `seat_1` and so on. Observations have `observation` and `action_mask` as in `VectorEnv`; those of
agents that don't decide are zero. `max_cycles` is the maximum number of decisions of a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from ._ludex import Ruleset
from .vector import VectorEnv

__all__ = ["AEC", "Parallel", "env", "parallel_env"]


class _Table:
    """One game with spaces, for both kinds of environment."""

    def __init__(self, ruleset: Ruleset, *, max_cycles: int | None, illegal: str, **settings: Any) -> None:
        if illegal not in ("raise", "wrap"):
            raise ValueError(f"`illegal` is `raise` or `wrap`, not `{illegal}`")
        self.vector = VectorEnv(ruleset, 1, max_decisions=max_cycles, **settings)
        self.wraps = illegal == "wrap"
        self.agents = [f"seat_{seat}" for seat in range(self.vector.players)]
        features, width = self.vector.num_features, self.vector.max_options
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-4.0, 4.0, (features,), np.float32),
                "action_mask": spaces.Box(0, 1, (width,), np.int8),
            }
        )
        self.nothing: dict[str, NDArray[Any]] = {
            "observation": np.zeros(features, np.float32),
            "action_mask": np.zeros(width, np.int8),
        }
        self.is_over = True

    def spaces(self) -> tuple[dict[str, spaces.Dict], dict[str, spaces.Discrete]]:
        observations = {agent: self.observation_space for agent in self.agents}
        return observations, {agent: spaces.Discrete(self.vector.max_options) for agent in self.agents}

    def reset(self, seed: int | None) -> None:
        # without a seed the games of the environment go on
        if seed is not None or not self.is_over or not hasattr(self, "now"):
            self.now, _ = self.vector.reset(seed=seed)
        self.is_over = False

    @property
    def acting(self) -> str:
        return str(self.agents[self.now["seat"][0]])

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        if self.is_over or agent != self.acting:
            return {name: array.copy() for name, array in self.nothing.items()}
        return {name: self.now[name][0].copy() for name in self.nothing}

    def step(self, action: int) -> tuple[dict[str, float], bool, bool]:
        """Returns the rewards, and whether the game ended or was cut."""
        if self.wraps:
            action = action % int(self.now["action_mask"].sum())
        self.now, rewards, ended, cut, _ = self.vector.step([action])
        self.is_over = bool(ended[0] or cut[0])
        return dict(zip(self.agents, map(float, rewards[0]))), bool(ended[0]), bool(cut[0])


class AEC(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment: agents act in the order of the rules.

    Further arguments are those of `VectorEnv`. `illegal="raise"` raises `IndexError` for an action outside the mask;
    `"wrap"` takes it modulo the number of options.
    """

    def __init__(
        self, ruleset: Ruleset, *, max_cycles: int | None = None, illegal: str = "raise", **settings: Any
    ) -> None:
        super().__init__()
        self._table = _Table(ruleset, max_cycles=max_cycles, illegal=illegal, **settings)
        self.metadata = {"name": f"ludex_{ruleset.id}", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = list(self._table.agents)
        self.observation_spaces, self.action_spaces = self._table.spaces()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._table.acting
        self._skip_agent_selection: str | None = None

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        return self._table.observe(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} decides and has no action")
        self._cumulative_rewards[agent] = 0.0
        self.rewards, ended, cut = self._table.step(int(action))
        self.terminations = dict.fromkeys(self.agents, ended)
        self.truncations = dict.fromkeys(self.agents, cut)
        if not (ended or cut):
            self.agent_selection = self._table.acting
        self._accumulate_rewards()


class Parallel(ParallelEnv):  # type: ignore[misc]
    """A game as a parallel environment: in each step one agent's action counts, and those of the others are ignored.

    The agent that decides has a mask that isn't empty. Arguments are those of `AEC`.
    """

    def __init__(
        self, ruleset: Ruleset, *, max_cycles: int | None = None, illegal: str = "raise", **settings: Any
    ) -> None:
        self._table = _Table(ruleset, max_cycles=max_cycles, illegal=illegal, **settings)
        self.metadata = {"name": f"ludex_{ruleset.id}", "render_modes": []}
        self.render_mode = None
        self.possible_agents = list(self._table.agents)
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = self._table.spaces()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        rewards, ended, cut = self._table.step(int(actions[self._table.acting]))
        observations, infos = self._observations(), self._infos()
        terminations = dict.fromkeys(self.possible_agents, ended)
        truncations = dict.fromkeys(self.possible_agents, cut)
        if ended or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self._table.observe(agent) for agent in self.possible_agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.possible_agents}


def env(ruleset: Ruleset, **settings: Any) -> AEC:
    """Creates an AEC environment; arguments are those of `AEC`."""
    return AEC(ruleset, **settings)


def parallel_env(ruleset: Ruleset, **settings: Any) -> Parallel:
    """Creates a parallel environment; arguments are those of `Parallel`."""
    return Parallel(ruleset, **settings)
