"""Random histories of OpenSpiel's games as scenarios of the shipped classics, which `ludex test` then plays: see `run`.

A history becomes a scenario: what chance dealt is its position, each decision says who decides, exactly which options there are, and which one is taken; at the end
stand the scores. A decision with one option is no step, for Ludex takes it without asking where the player is active. So a scenario passes if both play the same game.

Each game here has a function that reads one history (`State`, played to its end at random) and gives a `Told`. Another one is a function and a row of GAMES.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pyspiel

FACES = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
LETTERS = dict(zip("A23456789TJQK", FACES, strict=True))
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
# the order of the library's card list
DECK = [f"{face}_of_{suit}" for suit in SUITS.values() for face in FACES]
# scenarios of a file, files of a run
IN_A_FILE, FILES = 200, 5


@dataclass
class Told:
    """A scenario to be."""

    zones: dict = field(default_factory=dict)
    rest: dict = field(default_factory=dict)
    set: list = field(default_factory=list)
    phase: str = ""
    options: dict = field(default_factory=dict)
    variants: list = field(default_factory=list)
    players: int = 2
    steps: list = field(default_factory=list)
    scores: list = field(default_factory=list)

    def decision(self, seat, offered, picked, forced=False):
        """A decision: `forced` ones are asked with one option too."""
        assert picked in offered, (picked, offered)
        if len(offered) > 1 or forced:
            self.steps += [{"who": seat}, {"offers": offered}, {"do": picked}]

    def text(self, name):
        given = {"zones": self.zones, "rest": self.rest, "phase": self.phase, "set": "\n".join(self.set)}
        over = [{"over": True}]
        expect = [f"seat({i + 1}).score == {score}" for i, score in enumerate(self.scores)]
        scenario = {
            "name": name,
            "players": self.players,
            "options": self.options,
            "variants": self.variants,
            "given": {key: value for key, value in given.items() if value},
            "play": self.steps + over,
            "expect": expect,
        }
        return "  - " + json.dumps({key: value for key, value in scenario.items() if value})


@dataclass
class Move:
    """A move of a history: of chance (player -1), or of a player, with all that was possible."""

    player: int
    action: int
    text: str
    legal: list
    texts: list


def played(game, chance):
    """A random history; moves made at once come one after another."""
    state, moves = game.new_initial_state(), []

    def move(player, legal, action):
        texts = [state.action_to_string(player, a) for a in legal]
        moves.append(Move(player, action, state.action_to_string(player, action), legal, texts))

    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(outcomes, weights)[0]
            move(-1, list(outcomes), action)
            state.apply_action(action)
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(game.num_players())]
            actions = [chance.choice(actions) for actions in legal]
            for player, action in enumerate(actions):
                move(player, legal[player], action)
            state.apply_actions(actions)
        else:
            legal = state.legal_actions()
            action = chance.choice(legal)
            move(state.current_player(), legal, action)
            state.apply_action(action)
    return moves, [round(value) for value in state.returns()]


def card(text):
    """`QS` or `SQ`, for both are written."""
    suit, rank = text if text[0] in SUITS else text[::-1]
    return f"{LETTERS[rank]}_of_{SUITS[suit]}"


def seat(player):
    return f"seat_{player + 1}"


def compass(player):
    return ["north", "east", "south", "west"][player]


def hands(dealt, players, called, first=0):
    """Cards that were dealt one by one, round the table."""
    return {f"{called((first + i) % players)}.hand": dealt[i::players] for i in range(players)}


def kuhn(moves, returns):
    cards = ["jack", "queen", "king"]
    first, second = [cards[move.action] for move in moves[:2]]
    left = [c for c in cards if c not in (first, second)]
    told = Told({"seat_1.hand": [first], "seat_2.hand": [second], "deck": left}, phase="turn", scores=returns)
    for move in moves[2:]:
        told.decision(seat(move.player), ["pass", "bet"], ["pass", "bet"][move.action])
    return told


def leduc(moves, returns):
    cards = [["jack", "queen", "king"][n // 2] for n in range(6)]
    drawn = [move.action for move in moves if move.player < 0]
    order = drawn[2:] + [n for n in range(6) if n not in drawn]
    zones = {"seat_1.hand": [cards[drawn[0]]], "seat_2.hand": [cards[drawn[1]]], "deck": [cards[n] for n in order]}
    told = Told(zones, phase="round", scores=returns)
    for move in moves:
        if move.player >= 0:
            told.decision(seat(move.player), [text.lower() for text in move.texts], move.text.lower())
    return told


def goofspiel(moves, returns):
    prizes = [move.action + 1 for move in moves if move.player < 0]
    prizes += [n for n in range(1, 14) if n not in prizes]
    told = Told({"deck": [f"prize_{n}" for n in prizes]}, phase="turn", options={"tied": "discarded"}, scores=returns)
    bids = [[f"bid_{n}" for n in range(1, 14)] for _ in range(2)]
    for move in moves:
        if move.player >= 0:
            told.decision(seat(move.player), [f"bid_{a + 1}" for a in move.legal], f"bid_{move.action + 1}")
            bids[move.player].remove(f"bid_{move.action + 1}")
    # OpenSpiel plays the last turn by itself
    for player, (last,) in enumerate(bids):
        told.decision(seat(player), [last], last, forced=True)
    return told


def hearts(moves, returns):
    way = ["kept", "to_the_left", "across", "to_the_right"][moves[0].action]
    dealt = [card(move.text) for move in moves[1:53]]
    told = Told(hands(dealt, 4, seat), phase="pass", players=4)
    told.options = {"goal": 0, "queen_breaks": True, "passing": way}
    told.scores = [26 - returned for returned in returns]
    rest = moves[53:]
    while way != "kept" and len(rest) > 52:
        three, rest = rest[:3], rest[3:]
        player, held = three[0].player, sorted(told.zones[f"{seat(three[0].player)}.hand"], key=DECK.index)
        passed = [card(move.text) for move in three]
        for i, move in enumerate(three):
            assert move.player == player and {card(text) for text in move.texts} == set(held) - set(passed[:i])
        # of three cards, in whatever order they are named, Ludex takes the first of the card list first
        for i, name in enumerate(sorted(passed, key=DECK.index)):
            most = len(held) - 2 + i
            told.decision(seat(player), held[:most][held.index(passed_before) + 1 if i else 0 :], name, forced=True)
            passed_before = name
    tricks(told, rest, seat)
    return told


def tricks(told, moves, called):
    for move in moves:
        told.decision(called(move.player), [card(text) for text in move.texts], card(move.text))


def crazy_eights(moves, returns):
    players = 5
    dealer = int(moves[0].text.split()[2])
    drawn = [card(move.text.split()[1]) for move in moves[1:] if move.player < 0]
    dealt, drawn = drawn[: 5 * players], drawn[5 * players :]
    # an eight that is turned up goes back
    turned, drawn = next((c, drawn[i + 1 :]) for i, c in enumerate(drawn) if not c.startswith("eight"))
    told = Told(hands(dealt, players, seat, (dealer + 1) % players), phase="turn", players=players, scores=returns)
    told.zones |= {"discard": [turned], "deck": drawn + [c for c in DECK if c not in [*dealt, turned, *drawn]]}
    told.options, told.variants = {"draws": 5, "reshuffle": False}, ["card_numbers"]
    told.set = [f"set to_move = seat({(dealer + 1) % players + 1})", f"set wanted = {turned.split('_')[2]}"]

    def called(text):
        what, last = text.split()[0], text.split()[-1]
        if what == "Play":
            return f"play {card(last)}"
        return SUITS[last] if what == "Nominate" else what.lower()

    for move in moves[1:]:
        if move.player >= 0:
            told.decision(seat(move.player), [called(text) for text in move.texts], called(move.text))
    return told


def spades(moves, returns):
    dealt = [card(move.text) for move in moves[:52]]
    told = Told(hands(dealt, 4, compass), phase="auction", players=4, scores=returns)
    told.options = {"most_deals": 1, "bids_capped": True, "spades_break": False}
    told.set = ["set dealer = west"]
    for move in moves[52:56]:
        told.decision(compass(move.player), [a - 52 for a in move.legal], move.action - 52, forced=True)
    tricks(told, moves[56:], compass)
    return told


def euchre(moves, returns):
    dealer = moves[0].action
    dealt = [card(move.text) for move in moves[1:22]]
    told = Told(hands(dealt[:20], 4, compass, dealer), {"playing": "deck"}, phase="auction", players=4)
    told.zones["turned"] = dealt[20:]
    told.options = {"goal": 0, "stick_the_dealer": True, "keep_turned": True, "alone_late": True}
    told.set = [f"set dealer = {compass(dealer)}"]
    # what one side loses the other has not: it gets points of its own
    told.scores = [max(returned, 0) for returned in returns]
    passes = 0
    for move in moves[22:]:
        who = compass(move.player)
        if move.action < 24:
            told.decision(who, [card(text) for text in move.texts], card(move.text))
        elif move.action > 28:
            told.decision(who, ["yes", "no"], "yes" if move.text == "Alone" else "no")
        elif passes < 4:
            told.decision(who, ["yes", "no"], "no" if move.text == "Pass" else "yes")
            passes += move.text == "Pass"
        else:
            words = {text: "decline" if text == "Pass" else text.lower() for text in move.texts}
            told.decision(who, list(words.values()), words[move.text])
            passes += move.text == "Pass"
    return told


# the game here, how OpenSpiel calls it, how a history of it is read
GAMES = {
    "kuhn": ("kuhn_poker", kuhn),
    "leduc": ("leduc_poker", leduc),
    "goofspiel": ("goofspiel(returns_type=total_points)", goofspiel),
    "hearts": ("hearts", hearts),
    "crazy_eights": ("crazy_eights", crazy_eights),
    "spades": ("spades", spades),
    "euchre": ("euchre", euchre),
}


def replay(ludex, folder, game, numbers, seed):
    """Replays some histories. Returns how many decisions they had; prints what differs."""
    name, tell = GAMES[game]
    openspiel = pyspiel.load_game(name)
    target = folder / game
    shutil.rmtree(target, ignore_errors=True)
    source = Path(__file__).parents[3] / "rulesets/classics" / game
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("scenarios", "RULES.md", "README.md"))
    (target / "scenarios").mkdir()
    steps = 0
    for file, some in enumerate(batched(numbers, IN_A_FILE)):
        lines = ["scenarios:"]
        for number in some:
            told = tell(*played(openspiel, random.Random(f"{seed} {game} {number}")))
            steps += sum("do" in step for step in told.steps)
            lines.append(told.text(f"history {number}"))
        (target / "scenarios" / f"histories_{file}.yaml").write_text("\n".join(lines) + "\n")
    done = subprocess.run([ludex, "test", str(target)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.stdout.write(done.stdout[:4000])
        sys.exit(f"error: {game}: a history is another game (seed {seed}; {target}/scenarios)")
    assert f"{len(numbers)} scenario" in done.stdout, done.stdout[-300:]
    return steps


def batched(numbers, n):
    return [numbers[i : i + n] for i in range(0, len(numbers), n)]


def main():
    parser = argparse.ArgumentParser(prog="run LUDEX")
    parser.add_argument("ludex")
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME", help="absent: all")
    parser.add_argument("--histories", type=int, default=10_000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    unknown = [game for game in args.games if game not in GAMES]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}")
    for game in args.games or GAMES:
        decisions = 0
        for some in batched(range(args.histories), IN_A_FILE * FILES):
            decisions += replay(args.ludex, args.folder, game, some, args.seed)
        print(f"{game}: {args.histories} histories with {decisions} decisions are the same game", flush=True)


main()
