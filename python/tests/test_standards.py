"""The tests that PettingZoo, Gymnasium and OpenSpiel have for environments, over shipped rulesets."""

import random
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

import ludex

pytest.importorskip("pettingzoo")

import ludex.gymnasium  # noqa: E402
import ludex.pettingzoo  # noqa: E402


@pytest.mark.parametrize("name", ludex.shipped())
def test_pettingzoo(name):
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.utils.conversions import parallel_to_aec

    ruleset = ludex.load(name)
    # one sampling of the width for all environments
    width = ruleset.usual_width()

    def env():
        return ludex.pettingzoo.env(ruleset, max_options=width)

    def parallel(max_cycles=None):
        return ludex.pettingzoo.parallel_env(ruleset, max_options=width, illegal="wrap", max_cycles=max_cycles)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.random.seed(1)
        random.seed(1)
        api_test(env(), num_cycles=200)
        seed_test(env, num_cycles=50)
        parallel_api_test(parallel(), num_cycles=200)
        parallel_seed_test(parallel, num_cycles=50)
        # a game of these may end before the fourth decision, which the test takes for an error
        if name in ("kuhn", "leduc", "holdem"):
            return
        cycles = SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
        max_cycles_test(cycles)


@pytest.mark.parametrize("name", ["kuhn", "hearts", "kabale"])
def test_gymnasium(name):
    from gymnasium.utils.env_checker import data_equivalence

    ruleset = ludex.load(name)
    env = ludex.gymnasium.SeatEnv(ruleset, seat=1, bots="random")
    runs = []
    for _ in range(2):
        observation, info = env.reset(seed=4)
        env.action_space.seed(5)
        trail = [observation]
        for _ in range(300):
            assert env.observation_space.contains(observation)
            observation, reward, ended, cut, _ = env.step(env.action_space.sample(observation["action_mask"]))
            trail.append((observation, reward, ended, cut))
            assert not cut and (ended or reward == 0.0)
            if ended:
                observation, info = env.reset()
        runs.append(trail)
    assert data_equivalence(runs[0], runs[1])
    env.reset(seed=1)
    with pytest.raises(IndexError):
        env.step(int(env.action_space.n) - 1)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_openspiel_solves_as_the_command_does(name):
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    import ludex.openspiel

    ruleset = ludex.load(name)
    game = pyspiel.load_game(ludex.openspiel.register(ruleset, f"ludex_test_{name}"))
    pyspiel.random_sim_test(game, num_sims=20, serialize=False, verbose=False)
    if name == "leduc":
        return
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.02
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    solved = ludex.solve(name, iterations=2_000)
    assert values[0] == pytest.approx(solved["value"], abs=0.01)


@pytest.mark.parametrize("name", ["leduc", "hearts", "kabale"])
def test_rlcard(name):
    from ludex.rlcard import Env

    env = Env(ludex.load(name), seed=3)
    rng = random.Random(4)
    agents = [SimpleNamespace(use_raw=raw, eval_step=lambda state, raw=raw: (chosen(state, raw), {})) for raw in (False, True)]

    def chosen(state, raw):
        assert state["obs"].shape == tuple(env.state_shape[0]) and len(state["legal_actions"]) > 1
        return rng.choice(state["raw_legal_actions"] if raw else list(state["legal_actions"]))

    env.set_agents([agents[seat % 2] for seat in range(env.num_players)])
    for _ in range(3):
        trails, payoffs = env.run()
        assert payoffs.shape == (env.num_players,) and payoffs.sum() == pytest.approx(1)
        assert sum(len(trail) // 2 for trail in trails) == len(env.action_recorder)
    # a step back is the state before
    state, seat = env.reset()
    env.step(0)
    assert env.step_back()[1] == seat and env.step_back() is False
    np.testing.assert_array_equal(env.get_state(seat)["obs"], state["obs"])


def test_agents_of_rlcard():
    pytest.importorskip("rlcard")
    from rlcard.agents import RandomAgent
    from rlcard.utils import tournament

    from ludex.rlcard import Env

    env = Env(ludex.load("leduc"), seed=1)
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])
    assert sum(tournament(env, 50)) == pytest.approx(1)
