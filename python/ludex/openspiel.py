"""Small games for OpenSpiel: every ruleset whose tree it can walk through, with random events as chance nodes.

An action is the index of an option or of an outcome. Information states are all that a seat has observed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import numpy as np
import pyspiel

from ._ludex import Node, Ruleset

if TYPE_CHECKING:
    from ._ludex import Reward

__all__ = ["register"]

# random events have at most as many outcomes as there are copies of cards, numbers or players
_MOST_OUTCOMES = 1_000


def register(
    ruleset: Ruleset,
    name: str | None = None,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    reward: Reward = "score",
    max_options: int | None = None,
    max_decisions: int = 1_000,
) -> str:
    """Registers a game with OpenSpiel and returns its name, for `pyspiel.load_game`: by default `ludex_ID`.

    `players`, `options`, `reward` and `max_options` are as for `VectorEnv`. Python code runs at every node, so this is
    for algorithms on small games; training on larger ones is what `VectorEnv` is for.
    """
    given = dict(options or {})
    count = len(ruleset.game(players, given, 0).seats)
    width = max_options or ruleset.usual_width(players, given)
    kind = pyspiel.GameType(
        short_name=name or f"ludex_{ruleset.id}",
        long_name=f"Ludex: {ruleset.id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=count,
        min_num_players=count,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
    )
    bound = 1.0 if reward == "win" else 1e6
    info = pyspiel.GameInfo(
        num_distinct_actions=width,
        max_chance_outcomes=_MOST_OUTCOMES,
        num_players=count,
        min_utility=0.0 if reward == "win" else -bound,
        max_utility=bound,
        utility_sum=None,
        max_game_length=max_decisions,
    )

    root = ruleset.tree(players, given)

    class Game(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> State:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            return _Observer()

    class State(_State):
        def __init__(self, game: Game) -> None:
            super().__init__(game)
            self._node, self._reward = root, reward

    pyspiel.register_game(kind, Game)
    return str(kind.short_name)


class _State(pyspiel.State):  # type: ignore[misc]
    """A node of the tree. OpenSpiel copies states with a constructor that takes the game alone."""

    _node: Node
    _reward: Reward

    def current_player(self) -> int:
        if self._node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        deciding = self._node.deciding
        return int(pyspiel.PlayerId.CHANCE) if deciding is None else deciding

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self._node.num_options))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self._node.chance or []))

    def _apply_action(self, action: int) -> None:
        self._node = self._node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        options = self._node.options
        return options[action] if action < len(options) else f"outcome {action}"

    def is_terminal(self) -> bool:
        return self._node.is_over

    def returns(self) -> list[float]:
        return self._node.rewards(self._reward) or [0.0] * self.num_players()

    def information_state_string(self, player: int | None = None) -> str:
        return self._node.information(self.current_player() if player is None else player).hex()

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class _Observer:
    """Information states for OpenSpiel's C++ code: texts without tensors."""

    def __init__(self) -> None:
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: _State, player: int) -> None:
        pass

    def string_from(self, state: _State, player: int) -> str:
        return state.information_state_string(player)
