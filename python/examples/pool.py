"""Plays games in several processes: with Ray if it is installed, otherwise with the standard library.

A task is a range of seeds, large enough to last for seconds, and returns counts alone. With tqdm, a bar shows the progress."""

import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

import ludex

GAMES = 400


def spread(work, tasks, processes=2):
    """Yields the result of `work(*task)` for each task, in the order in which they are done."""
    try:
        import ray
    except ImportError:
        with ProcessPoolExecutor(processes) as pool:
            running = [pool.submit(work, *task) for task in tasks]
            yield from shown((done.result() for done in as_completed(running)), len(tasks))
        return
    ray.init(num_cpus=processes, log_to_driver=False)
    task = ray.remote(work)
    left = [task.remote(*arguments) for arguments in tasks]

    def results():
        nonlocal left
        while left:
            [done], left = ray.wait(left)
            yield ray.get(done)

    yield from shown(results(), len(tasks))
    ray.shutdown()


def shown(results, total):
    """Passes results on, with a progress bar if tqdm is installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        return results
    return tqdm(results, total=total)


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
    parts = 4 * processes
    tasks = [(ruleset, range(n * GAMES // parts, (n + 1) * GAMES // parts)) for n in range(parts)]
    return [sum(seat) / GAMES for seat in zip(*spread(wins, tasks, processes))]


if __name__ == "__main__":
    print("share of the victories by seat:", main(*map(int, sys.argv[1:2])))
