"""Decisions per second of one core from Python, as Markdown tables: batches of Ludex beside its playouts in Rust, and the same games in
OpenSpiel, RLCard and PettingZoo, with random choices.

    python python/tests/speed.py [ROUNDS] [SECONDS]

All are measured in turns, ROUNDS times for SECONDS of processor time each; the best of each counts. Environments that are not installed are
left out (`pip install open_spiel rlcard 'pettingzoo[classic]'`)."""

import random
import resource
import sys

import numpy as np

import ludex

given = [float(word) for word in sys.argv[1:]]
ROUNDS, SECONDS = [*given, *[5, 0.3][len(given):]]
BATCH = 256
# name of the game in OpenSpiel, RLCard and PettingZoo
GAMES = {
    "kuhn": ("kuhn_poker", None, None),
    "leduc": ("leduc_poker", "leduc-holdem", "leduc_holdem_v4"),
    "hearts": ("hearts", None, None),
    "kabale": (None, None, None),
    "citadels": (None, None, None),
}


def processor():
    """Seconds of processor time of this process and of the commands that it has run."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def timed(step):
    """A function for the decisions per second of `step`, which returns the number that it made."""

    def rate():
        begun, made = processor(), 0
        while (passed := processor() - begun) < SECONDS:
            made += step()
        return made / passed

    return rate


def playouts(name):
    def run(games):
        begun = processor()
        result = ludex.simulate(name, games=games, jobs=1, bots="random")
        return processor() - begun, result["mean_decisions"] * games

    # the command starts Python and loads the rules before it plays
    start = min(run(1)[0] for _ in range(3))
    passed, _ = run(2_000)
    games = max(2_000, int(2_000 * 5 * SECONDS / max(passed - start, 0.01)))

    def rate():
        passed, made = run(games)
        return made / (passed - start)

    return rate


def batch(name, options=False, **settings):
    env = ludex.VectorEnv(ludex.load(name), BATCH, **settings)
    rng = np.random.default_rng(1)
    env.reset()

    def step():
        if options:
            env.option_features()
        env.step(env.sample(rng))
        return BATCH

    return timed(step)


def single(name):
    ruleset = ludex.load(name)

    def step():
        game, made = ruleset.game(), 0
        while not game.is_over:
            made += game.num_options > 1
            game.step(random.randrange(game.num_options))
        return made

    return timed(step)


def openspiel(name, tensor):
    import pyspiel

    game = pyspiel.load_game(name)
    has_tensor = game.get_type().provides_information_state_tensor
    observe = pyspiel.State.information_state_tensor if has_tensor else pyspiel.State.observation_tensor

    def step():
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            options = state.legal_actions()
            if not state.is_chance_node() and len(options) > 1:
                made += 1
                if tensor:
                    observe(state, state.current_player())
            state.apply_action(random.choice(options))
        return made

    return timed(step)


def rlcard(name):
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return timed(lambda: sum(len(trail) // 2 for trail in env.run(is_training=False)[0]))


def pettingzoo(name):
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def step():
        env.reset()
        made = 0
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            made += not over
        return made

    return timed(step)


def measured(makers):
    """The best rate of each; None for those that are not installed."""
    rates = {}
    for key, (make, *arguments) in makers.items():
        try:
            rates[key] = make(*arguments)
        except ImportError as error:
            print(f"{key} is left out: {error}", file=sys.stderr)
    best = dict.fromkeys(makers)
    for _ in range(int(ROUNDS)):
        for key, rate in rates.items():
            best[key] = max(best[key] or 0.0, rate())
    return best


def makers(name, others):
    spiel, cards, zoo = others
    rows = {
        "playouts": (playouts, name),
        "plain": (lambda name: batch(name, features=False), name),
        "full": (batch, name),
        "options": (lambda name: batch(name, options=True), name),
        "game": (single, name),
        "spiel": (openspiel, spiel, False),
        "tensor": (openspiel, spiel, True),
        "rlcard": (rlcard, cards),
        "zoo": (pettingzoo, zoo),
    }
    return {key: row for key, row in rows.items() if row[1] is not None}


def row(*cells):
    print(f"| {' | '.join(cells)} |", flush=True)


def main():
    rates = {name: measured(makers(name, others)) for name, others in GAMES.items()}
    print(f"Thousand decisions per second of one core, batches of {BATCH} games:\n")
    row("game", "features", "playouts in Rust", "without features", "ratio", "with features", "and those of options", "`Game`")
    row("---", *["--:"] * 7)
    for name, best in rates.items():
        thousands = lambda key: f"{best[key] / 1000:,.0f}"  # noqa: E731
        features = str(ludex.load(name).num_features())
        ratio = f"{best['plain'] / best['playouts']:.2f}"
        row(name, features, thousands("playouts"), thousands("plain"), ratio, *map(thousands, ("full", "options", "game")))
    print("\nThe same games elsewhere, with the factor by which a batch of Ludex is faster:\n")
    row("game", "environment", "thousand decisions/s", "factor")
    row("---", "---", "--:", "--:")
    elsewhere = {
        "spiel": ("OpenSpiel, states", "plain"),
        "tensor": ("OpenSpiel, states and tensors", "full"),
        "rlcard": ("RLCard", "full"),
        "zoo": ("PettingZoo", "full"),
    }
    for name, best in rates.items():
        for key, (environment, ours) in elsewhere.items():
            if best.get(key):
                row(name, environment, f"{best[key] / 1000:,.1f}", f"{best[ours] / best[key]:,.1f}")


if __name__ == "__main__":
    main()
