#!/usr/bin/env python3
"""Random games of a ruleset beside those of a small program of its own (go_fish.py, scopa.py, rummy.py): how many decisions with a choice a game
has, how many options such a decision, and how scores are spread.

Usage: compare.py LUDEX GAME [--games N] [--seed N]
LUDEX is the program. A difference is in standard errors of it; of the spread of scores it is chi-square with its degrees of freedom. It fails if
a mean is off by more than four, or chi-square by more than four of its standard deviations."""
import argparse, importlib, json, math, pathlib, random, subprocess, sys

CLASSICS = pathlib.Path(__file__).resolve().parents[3] / "rulesets" / "classics"
SETTINGS = {
    "go_fish": ["--players", "4", "--set", "passes=to_left"],
    "scopa": ["--players", "2", "--set", "goal=0", "--set", "redeal=false"],
    "rummy": ["--players", "2", "--variant", "block"],
}
# of all scores of a game, the one that wins
BEST = {"rummy": min}


def mean_and_error(values):
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return mean, spread / math.sqrt(len(values))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ludex")
    parser.add_argument("game", choices=SETTINGS)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    twin, rng = importlib.import_module(chosen.game), random.Random(chosen.seed)
    decisions, options, scores, widths = [], [], [], 0
    for _ in range(chosen.games):
        found, points = twin.play(rng)
        decisions.append(len(found))
        options.append(sum(found))
        scores.append(points)
    command = [chosen.ludex, "simulate", str(CLASSICS / chosen.game), "--games", str(chosen.games), "--seed", str(chosen.seed), "--json"]
    report = json.loads(subprocess.run(command + SETTINGS[chosen.game], capture_output=True, text=True, check=True).stdout)
    bad = report["failed"] > 0
    print(f"{chosen.game}: {chosen.games} random games each")
    print(f"{'':24}{'ludex':>10}{'twin':>10}{'off by':>10}")

    def row(name, here, here_error, there, there_error):
        nonlocal bad
        off = (here - there) / math.hypot(here_error, there_error)
        bad = bad or abs(off) > 4
        print(f"{name:24}{here:10.3f}{there:10.3f}{off:+10.2f}")

    row("decisions in a game", report["mean_decisions"], report["se_decisions"], *mean_and_error(decisions))
    mean_width = sum(options) / sum(decisions)
    # of a ratio of sums, by games
    residuals = [o - mean_width * d for o, d in zip(options, decisions)]
    error = mean_and_error(residuals)[1] / mean_and_error(decisions)[0]
    row("options of a decision", report["mean_options"], error, mean_width, error)
    row("winning score", report["mean_winning_score"], report["se_winning_score"], *mean_and_error([BEST.get(chosen.game, max)(points) for points in scores]))
    everybody = [sum(points) / len(points) for points in scores]
    mean, error = mean_and_error(everybody)
    row("score", sum(seat["mean_score"] for seat in report["seats"]) / len(report["seats"]), error, mean, error)
    width, here = report["scores"]["width"], {}
    for start, count in report["scores"]["counts"]:
        here[start] = count
    there = {}
    for points in scores:
        for score in points:
            start = next((s for s in here if s <= score < s + width), score)
            there[start] = there.get(start, 0) + 1
    # scores of one game belong together, which makes the sum smaller or larger than it would be; seats are half of the games or fewer
    rare, chi, free = [0, 0], 0.0, -1
    for start in sorted(here | there):
        pair = [here.get(start, 0), there.get(start, 0)]
        if sum(pair) < 40:
            rare = [rare[0] + pair[0], rare[1] + pair[1]]
            continue
        chi, free = chi + (pair[0] - pair[1]) ** 2 / sum(pair), free + 1
    if sum(rare):
        chi, free = chi + (rare[0] - rare[1]) ** 2 / sum(rare), free + 1
    bad = bad or chi > free + 4 * math.sqrt(2 * free)
    print(f"spread of scores: chi-square {chi:.1f} of {free} degrees of freedom")
    sys.exit(bad)


if __name__ == "__main__":
    main()
