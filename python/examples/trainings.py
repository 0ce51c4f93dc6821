"""Trains the same policy with several seeds, each in a process of its own, and measures how much the results differ.

What one training shows may be luck. The shares of the victories against random players, by seed, show the spread."""

import statistics
import sys
import tempfile
from pathlib import Path

import ludex
from pool import spread


def strength(seed: int, games: int) -> float:
    """Share of the victories against random players, after a training with this seed."""
    with tempfile.TemporaryDirectory() as folder:
        weights = Path(folder) / "policy.ldxp"
        ludex.train("leduc", str(weights), seed=seed, games=games, jobs=1, no_measure=True)
        played = ludex.simulate("leduc", bots=[f"policy:{weights}", "random"], rotate=True, games=400, jobs=1)
        return played["bots"][0]["win_share"]


def main(games: int = 2_000, policies: int = 4) -> list[float]:
    return sorted(spread(strength, [(seed, games) for seed in range(1, policies + 1)]))


if __name__ == "__main__":
    shares = main(*map(int, sys.argv[1:3]))
    print("share of the victories against random players:", *(f"{share:.3f}" for share in shares))
    print(f"mean {statistics.mean(shares):.3f}, standard deviation {statistics.stdev(shares):.3f}")
