"""Plays games in several processes: with Ray if it is installed, otherwise with the standard library.

A task is a range of seeds, large enough to last for seconds, and returns counts alone."""

import sys
from concurrent.futures import ProcessPoolExecutor

import ludex

GAMES = 400


def wins(ruleset: ludex.Ruleset, seeds: range) -> list[float]:
    """Shares of the victories by seat, over games with these seeds."""
    total = [0.0] * ruleset.usual_players
    for seed in seeds:
        end = ruleset.game(seed=seed).playout("random", seed)
        for winner in end["winners"]:
            total[winner] += 1 / len(end["winners"])
    return total


def main(processes: int = 2) -> list[float]:
    ruleset = ludex.load("kabale")
    parts = [range(n * GAMES // processes, (n + 1) * GAMES // processes) for n in range(processes)]
    try:
        import ray
    except ImportError:
        with ProcessPoolExecutor(processes) as pool:
            found = list(pool.map(wins, [ruleset] * processes, parts))
    else:
        ray.init(num_cpus=processes, log_to_driver=False)
        task = ray.remote(wins)
        found = ray.get([task.remote(ruleset, part) for part in parts])
        ray.shutdown()
    return [sum(seat) / GAMES for seat in zip(*found)]


if __name__ == "__main__":
    print("share of the victories by seat:", main(*map(int, sys.argv[1:2])))
