"""Plays random games of Ludex and OpenSpiel: first as many on both sides as show that they are the same games, then in turns for so many seconds each, to
see how many a second of the processor. Prints both as Markdown tables. `run` beside it starts this with all that it needs.

Ends with 1 if a mean of the two sides differs by more than three standard errors."""

import argparse
import ctypes
import json
import math
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

# The library is loaded so that the loop, which is loaded after it, finds its symbols.
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
import pyspiel  # noqa: E402

# What the game is called here, where its ruleset is, and what OpenSpiel calls it, with the parameters that are not its defaults.
GAMES = [
    ("hearts", "tests/peers/games/hearts", "hearts"),
    ("goofspiel", "tests/peers/games/goofspiel", "goofspiel(returns_type=total_points)"),
    ("crazy eights", "tests/peers/games/crazy_eights", "crazy_eights"),
    ("leduc", "tests/cases/solve/leduc.yaml", "leduc_poker"),
    ("kuhn", "tests/cases/solve/kuhn.yaml", "kuhn_poker"),
]
MOST_PLAYERS = 8
MOST_ERRORS = 3.0
FOREVER = 1 << 62


class Sums(ctypes.Structure):
    """`Sums` of loop.cc."""

    _fields_ = [
        ("games", ctypes.c_int64),
        ("seconds", ctypes.c_double),
        ("decisions", ctypes.c_double * 2),
        ("options", ctypes.c_double * 2),
        ("scores", (ctypes.c_double * 2) * MOST_PLAYERS),
    ]


@dataclass
class Mean:
    """A mean with its standard error."""

    value: float
    error: float

    @staticmethod
    def of(sums, games):
        mean = sums[0] / games
        return Mean(mean, math.sqrt(max(0.0, sums[1] / games - mean * mean) / games))

    def apart(self, other):
        """How many standard errors of the difference it is apart from another."""
        error = math.hypot(self.error, other.error)
        if error < 1e-9:
            return 0.0 if abs(self.value - other.value) < 1e-9 else math.inf
        return abs(self.value - other.value) / error


@dataclass
class Sample:
    """What came of games of one side."""

    rate: float
    decisions: Mean
    options: Mean
    scores: list

    @staticmethod
    def of(games, seconds, decisions, options, scores):
        mean = lambda sums: Mean.of(sums, games)
        return Sample(games / seconds, mean(decisions), mean(options), [mean(score) for score in scores])

    def means(self):
        return [self.decisions, self.options, *self.scores]


class OpenSpiel:
    def __init__(self, library, name):
        self.loop = ctypes.CDLL(library).Sample
        self.loop.argtypes = [
            ctypes.c_char_p, ctypes.c_uint64, ctypes.c_double, ctypes.c_int64, ctypes.POINTER(Sums),
        ]
        self.name = name
        self.game = pyspiel.load_game(name)

    def sample(self, seed, seconds, games):
        sums = Sums()
        if self.loop(self.name.encode(), seed, seconds, games, ctypes.byref(sums)) != 0:
            raise SystemExit(f"error: {self.name} has too many players for the loop")
        scores = sums.scores[: self.game.num_players()]
        return Sample.of(sums.games, sums.seconds, sums.decisions, sums.options, scores)

    def rate_of_bots(self, seed, seconds):
        """The same by OpenSpiel's own function and its random bots, which Python calls once a game."""
        bots = [pyspiel.make_uniform_random_bot(player, seed) for player in range(self.game.num_players())]
        games, start = 0, time.thread_time()
        while time.thread_time() - start < seconds:
            for _ in range(500):
                pyspiel.evaluate_bots(self.game.new_initial_state(), bots, seed + games)
                games += 1
        return games / (time.thread_time() - start)


class Baseline:
    """The stored ratios, which the binary reads and writes."""

    def __init__(self, binary):
        self.command = [binary, "peers"]

    def against(self, game, ratio):
        done = subprocess.run([*self.command, "baseline", game, str(ratio)], stdout=subprocess.PIPE, check=True, text=True)
        return done.stdout.strip()

    def save(self, ratios):
        rows = [str(part) for row in ratios.items() for part in row]
        subprocess.run([*self.command, "save", *rows], check=True)


class Ludex:
    def __init__(self, binary, path):
        self.command = [binary, "peers", path]

    def sample(self, seed, seconds, games):
        task = ["time", str(seconds)] if games == FOREVER else ["count", str(games)]
        done = subprocess.run([*self.command, *task, str(seed)], stdout=subprocess.PIPE, check=True)
        sums = json.loads(done.stdout)
        return Sample.of(sums["games"], sums["seconds"], sums["decisions"], sums["options"], sums["scores"])


def compare(rows, games, seed):
    """Prints what both sides have on average. Returns the largest difference in standard errors."""
    print(f"{games} random games on each side; Ludex / OpenSpiel:\n")
    print("| game | decisions a game | options a game | scores by seat | largest difference, standard errors |")
    print("|---|--:|--:|---|--:|")
    worst = 0.0
    for name, ludex, openspiel in rows:
        ours, theirs = ludex.sample(seed, math.inf, games), openspiel.sample(seed, math.inf, games)
        both = list(zip(ours.means(), theirs.means(), strict=True))
        apart = max(our.apart(their) for our, their in both)
        decisions, options, *scores = [f"{our.value:.2f} / {their.value:.2f}" for our, their in both]
        print(f"| {name} | {decisions} | {options} | {', '.join(scores)} | {apart:.1f} |")
        worst = max(worst, apart)
    print("\nA decision has two options or more; options are those of all decisions.\n")
    return worst


def measure(rows, rounds, seconds, seed, baseline):
    """Prints how many games a second each side plays. Returns the ratios."""
    medians = {}
    print(f"Medians of {rounds} rounds, in each of which both sides have {seconds:g} s of one core in turns:\n")
    print("| game | decisions a game | Ludex, games/s | OpenSpiel, games/s | ratio | least to most | OpenSpiel by its bots | against the baseline |")
    print("|---|--:|--:|--:|--:|--:|--:|---|")
    for name, ludex, openspiel in rows:
        ours, theirs, bots = [], [], []
        for turn in range(rounds):
            ours.append(ludex.sample(seed + turn, seconds, FOREVER))
            theirs.append(openspiel.sample(seed + turn, seconds, FOREVER).rate)
            bots.append(openspiel.rate_of_bots(seed + turn, seconds) / theirs[-1])
        ratios = sorted(our.rate / their for our, their in zip(ours, theirs, strict=True))
        medians[name] = statistics.median(ratios)
        rates = [statistics.median(rates) for rates in ([our.rate for our in ours], theirs)]
        print(
            f"| {name} | {ours[0].decisions.value:.1f} | {rates[0]:.0f} | {rates[1]:.0f} | {medians[name]:.2f} "
            f"| {ratios[0]:.2f} to {ratios[-1]:.2f} | {statistics.median(bots):.2f} | {baseline.against(name, medians[name])} |",
            flush=True,
        )
    print(
        "\nThe ratio is that of games a second, more than 1 where Ludex is ahead. OpenSpiel plays in a loop of C++ against its library; by its bots is "
        "`evaluate_bots` with its random bots, called from Python once a game, as a share of that loop.",
        flush=True,
    )
    return medians


def main():
    parser = argparse.ArgumentParser(prog="run PEERS")
    parser.add_argument("binary")
    parser.add_argument("loop")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--games", type=int, default=20_000, help="games that are compared first; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="the ratios become the baseline")
    args = parser.parse_args()
    # one core, for what is started too
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows = [(name, Ludex(args.binary, path), OpenSpiel(args.loop, other)) for name, path, other in GAMES]
    if args.games > 0 and compare(rows, args.games, args.seed) > MOST_ERRORS:
        sys.exit(f"error: the games are not the same: more than {MOST_ERRORS:g} standard errors apart")
    baseline = Baseline(args.binary)
    ratios = measure(rows, args.rounds, args.seconds, args.seed, baseline)
    if args.save:
        baseline.save(ratios)


main()
