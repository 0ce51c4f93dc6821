"""Batches: arrays, equal seeds, and the games of the library."""

import numpy as np
import pytest

import ludex


def played(env, steps, seed=1):
    rng = np.random.default_rng(seed)
    observation, _ = env.reset()
    trail = [observation["observation"].copy()]
    ends = 0
    for _ in range(steps):
        observation, rewards, terminated, truncated, _ = env.step(env.sample(rng))
        assert (rewards[~terminated] == 0).all() and not truncated.any()
        ends += int(terminated.sum())
        trail.append(observation["observation"].copy())
    return np.stack(trail), ends


def test_arrays_have_their_shapes_and_are_read_only():
    ruleset = ludex.load("kabale")
    env = ludex.VectorEnv(ruleset, 5, players=3, seed=2)
    observation, info = env.reset()
    assert info == {} and env.players == 3
    assert observation["observation"].shape == (5, ruleset.num_features(3))
    assert observation["observation"].dtype == np.float32
    assert observation["action_mask"].shape == (5, ruleset.usual_width(3))
    assert (np.abs(observation["observation"]) <= 4).all() and observation["observation"].any()
    again, rewards, terminated, truncated, _ = env.step(np.zeros(5))
    assert again["seat"] is observation["seat"] and rewards.shape == (5, 3)
    assert terminated.dtype == truncated.dtype == np.bool_
    with pytest.raises(ValueError):
        observation["seat"][0] = 1


def test_equal_seeds_give_equal_arrays_with_any_number_of_threads():
    ruleset = ludex.load("goofspiel")
    one, ends = played(ludex.VectorEnv(ruleset, 6, seed=3), 120)
    two, _ = played(ludex.VectorEnv(ruleset, 6, seed=3, threads=2), 120)
    other, _ = played(ludex.VectorEnv(ruleset, 6, seed=4), 120)
    assert (one == two).all() and (one != other).any() and ends > 0


def test_a_batch_is_the_game_with_its_seed():
    ruleset = ludex.load("kabale")
    env = ludex.VectorEnv(ruleset, 2, seed=11)
    rng = np.random.default_rng(0)
    observation, _ = env.reset()
    game = ruleset.game(seed=int(env.seeds()[1]))
    while True:
        while game.num_options == 1:
            game.step(0)
        assert observation["seat"][1] == game.deciding
        assert observation["action_mask"][1].sum() == game.num_options
        assert (observation["observation"][1] == game.features()).all()
        actions = env.sample(rng)
        game.step(int(actions[1]))
        while game.num_options == 1:
            game.step(0)
        observation, rewards, terminated, _, _ = env.step(actions)
        if terminated[1]:
            break
    assert game.is_over and list(rewards[1]) == pytest.approx(game.rewards())


def test_options_have_features():
    env = ludex.VectorEnv(ludex.load("kabale"), 3)
    observation, _ = env.reset()
    features, values, ends = env.option_features()
    assert len(ends) == observation["action_mask"].sum() + 1 and ends[-1] == len(features) == len(values)
    assert features.max() < env.num_features


def test_wrong_actions_change_nothing():
    env = ludex.VectorEnv(ludex.load("kuhn"), 2)
    before = env.reset()[0]["observation"].copy()
    with pytest.raises(IndexError, match="game 1 has no option 9"):
        env.step([0, 9])
    with pytest.raises(ValueError, match="1 actions for 2 games"):
        env.step([0])
    assert (env._observation["observation"] == before).all()
    with pytest.raises(ValueError):
        ludex.VectorEnv(ludex.load("kuhn"), 2, reward="points")


def test_scores_can_be_the_reward():
    env = ludex.VectorEnv(ludex.load("hearts"), 4, reward="score", features=False)
    assert env.num_features == 0
    env.reset()
    rng = np.random.default_rng(1)
    while True:
        _, rewards, terminated, _, _ = env.step(env.sample(rng))
        if terminated.any():
            break
    assert (rewards[terminated] <= 0).all() and rewards[terminated].sum() < 0
