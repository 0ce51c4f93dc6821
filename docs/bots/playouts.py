#!/usr/bin/env python3
"""A bot for every game (docs/protocol.md): plays random games after each option and takes the best one.

    ludex bot check ./playouts.py
    ludex simulate kabale --bots exec:./playouts.py,random --rotate --games 20"""

import json
import random
import sys

WORLDS = 4  # sampled positions for each choice
GAMES = 4  # random games from each of them, for each option


def say(message):
    print(json.dumps(message), flush=True)


def messages():
    """Yields each message of Ludex, until it closes our input. Ignores lines that are no message."""
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict):
            yield message


def value(heard, seat, option, seed):
    """Returns the mean share of victories after an option, in one sampled position."""
    say({"playout": {"seed": seed, "takes": [option], "games": GAMES}})
    answer = next(heard)
    return answer["played"]["wins"][seat] if "played" in answer else 0.0


def main():
    heard = messages()
    seat = 0
    for message in heard:
        if "hello" in message:
            say({"hello": {"version": 1, "name": "playouts", "needs": ["playout"]}})
        elif "begin" in message:
            game = message["begin"]
            seat = game["seats"].index(game["seat"])
            random.seed(game["seed"])
        elif "choose" in message:
            options = range(len(message["choose"]["observation"]["decision"]["options"]))
            seeds = [random.randrange(2**32) for _ in range(WORLDS)]
            values = [sum(value(heard, seat, option, seed) for seed in seeds) for option in options]
            say({"take": values.index(max(values))})


if __name__ == "__main__":
    main()
