"""Decisions a second on one core, as a Markdown table: batches of Ludex beside its playouts in Rust, and Leduc hold'em
beside the environments of RLCard, PettingZoo and OpenSpiel, all with random actions called from Python.

    python python/tests/speed.py [SECONDS]

RLCard, PettingZoo and OpenSpiel are measured if they are installed (`pip install rlcard pettingzoo open_spiel`)."""

import random
import sys
import time

import numpy as np

import ludex

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
GAMES = ["kabale", "citadels", "verraeter", "king_commands", "hearts", "leduc"]


def rate(step, seconds=SECONDS):
    """Decisions a second; `step` returns the number that it made. The best of three runs."""
    best = 0.0
    for _ in range(3):
        begun, made = time.perf_counter(), 0
        while (passed := time.perf_counter() - begun) < seconds / 3:
            made += step()
        best = max(best, made / passed)
    return best


def playouts(name):
    result = ludex.simulate(name, games=100, jobs=1, bots="random")
    games = max(100, int(100 * SECONDS / max(result["elapsed_s"], 0.01)))
    return max(ludex.simulate(name, games=games, jobs=1, bots="random")["decisions_per_s"] for _ in range(3))


def batch(name, games=256, **settings):
    env = ludex.VectorEnv(ludex.load(name), games, **settings)
    rng = np.random.default_rng(1)
    env.reset()

    def step():
        for _ in range(10):
            env.step(env.sample(rng))
        return 10 * games

    step()
    return rate(step)


def single(name):
    ruleset = ludex.load(name)

    def step():
        game, made = ruleset.game(), 0
        while not game.is_over:
            made += game.num_options > 1
            game.step(random.randrange(game.num_options))
        return made

    return rate(step)


def rlcard():
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("leduc-holdem")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return rate(lambda: sum(len(trail) // 2 for trail in env.run(is_training=False)[0]))


def pettingzoo():
    from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.env()

    def step():
        env.reset()
        made = 0
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            made += not over
        return made

    return rate(step)


def openspiel():
    import pyspiel

    game = pyspiel.load_game("leduc_poker")

    def step():
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(random.choice(state.legal_actions()))
        return made

    return rate(step)


def thousands(n):
    return f"{n / 1000:,.0f}"


def main():
    print("Thousand decisions a second, one core, 256 games:\n")
    print("| game | features | playouts in Rust | batch without features | ratio | batch with features | `Game` |")
    print("|---|---|---|---|---|---|---|")
    for name in GAMES:
        rust, plain, full = playouts(name), batch(name, features=False), batch(name)
        cells = [thousands(rust), thousands(plain), f"{plain / rust:.2f}", thousands(full), thousands(single(name))]
        print(f"| {name} | {ludex.load(name).num_features()} | {' | '.join(cells)} |", flush=True)
    print("\nLeduc hold'em, thousand decisions a second:\n\n| environment | |\n|---|---|")
    print(f"| `ludex.VectorEnv`, with features | {thousands(batch('leduc'))} |")
    for name, run in [("RLCard", rlcard), ("PettingZoo `leduc_holdem_v4`", pettingzoo), ("OpenSpiel from Python", openspiel)]:
        try:
            print(f"| {name} | {thousands(run())} |", flush=True)
        except ImportError as error:
            print(f"| {name} | not installed: {error.name} |")


if __name__ == "__main__":
    main()
