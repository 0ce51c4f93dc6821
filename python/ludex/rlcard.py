"""Every ruleset as an environment for the agents of RLCard. RLCard itself isn't needed.

A state is a dictionary: `obs` (features of the position), `legal_actions` (indices of options), `raw_obs` (the observation),
`raw_legal_actions` (labels of the options) and `action_record` (seats and labels so far).
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._ludex import Game, Ruleset

if TYPE_CHECKING:
    from ._ludex import Reward

__all__ = ["Env"]

State = dict[str, Any]


class Env:
    """A game with the methods of `rlcard.envs.Env`.

    An action is the index of an option. `num_actions` is the number of options that an agent can take, by default half as many again
    as in sampled games; options beyond it are not offered. Decisions with one option are taken without asking.
    `step_back` undoes a step.
    """

    allow_step_back = True

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        num_actions: int | None = None,
        reward: Reward = "win",
    ) -> None:
        self.name = f"ludex_{ruleset.id}"
        self.agents: Sequence[Any] = []
        self.timestep = 0
        self._ruleset, self._players, self._options, self._reward = ruleset, players, options, reward
        self.seed(seed)
        self._game = self._begun()
        self.num_players = len(self._game.seats)
        self.num_actions = num_actions or ruleset.usual_width(players, options)
        self.state_shape = [[ruleset.num_features(players, options)]] * self.num_players
        self.action_shape = [None] * self.num_players
        self.action_recorder: list[tuple[int, str]] = []

    def seed(self, seed: int | None = None) -> None:
        """Sets the seed of the games that follow."""
        self._seeds = random.Random(seed)

    def reset(self) -> tuple[State, int]:
        self._game = self._begun()
        self.action_recorder = []
        return self._now()

    def step(self, action: int | str, raw_action: bool = False) -> tuple[State, int]:
        """Takes an option: its index, or its label if `raw_action` is true."""
        seat, labels = self.get_player_id(), self._game.options
        label = str(action) if raw_action else labels[int(action)]
        self._game.step(label if raw_action else int(action))
        _skip(self._game)
        self.timestep += 1
        self.action_recorder.append((seat, label))
        return self._now()

    def step_back(self) -> tuple[State, int] | bool:
        """Returns to the last decision, or returns false if there is none."""
        if not self.action_recorder:
            return False
        self.action_recorder.pop()
        while self._game.undo() and self._game.num_options < 2:
            pass
        return self._now()

    def set_agents(self, agents: Sequence[Any]) -> None:
        """Sets an agent for each seat, for `run`."""
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[np.float64]]:
        """Plays a game. Returns the states and actions of each seat, and the payoffs."""
        trails: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, seat = self.reset()
        while not self.is_over():
            agent = self.agents[seat]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trails[seat] += [state, action]
            state, seat = self.step(action, agent.use_raw)
        for seat, trail in enumerate(trails):
            trail.append(self.get_state(seat))
        return trails, self.get_payoffs()

    def is_over(self) -> bool:
        return self._game.is_over

    def get_player_id(self) -> int:
        """Number of the seat that decides; 0 after the end."""
        return self._game.deciding or 0

    def get_state(self, player_id: int) -> State:
        labels = self._game.options[: self.num_actions] if player_id == self._game.deciding else []
        return {
            "obs": self._game.features(player_id),
            "legal_actions": OrderedDict.fromkeys(range(len(labels))),
            "raw_obs": self._game.observe(player_id),
            "raw_legal_actions": labels,
            "action_record": self.action_recorder,
        }

    def get_payoffs(self) -> NDArray[np.float64]:
        return np.array(self._game.rewards(self._reward) or [0.0] * self.num_players)

    def _begun(self) -> Game:
        game = self._ruleset.game(self._players, self._options, self._seeds.getrandbits(63))
        _skip(game)
        return game

    def _now(self) -> tuple[State, int]:
        seat = self.get_player_id()
        return self.get_state(seat), seat


def _skip(game: Game) -> None:
    """Takes decisions with one option."""
    while not game.is_over and game.num_options == 1:
        game.step(0)
