#!/usr/bin/env python3
"""Random histories of OpenSpiel, played again by Ludex: cribbage, hanabi (here `fireworks`) and go_fish.

A history becomes scenarios: a position with the cards as chance there has dealt them, then of each decision who decides, all that is offered,
and what is picked; at the end who has won and with how many points. Of cribbage each deal is a scenario of its own, for it is shuffled anew. A
decision with one legal action is not put by Ludex, so it is left out here; that it is the only one is seen by what follows.

Usage: by_scenarios.py LUDEX GAME [--histories N] [--players N] [--seed N] [--keep FOLDER]
LUDEX is the program. Needs Python 3.11 and OpenSpiel 2.0.2 (`pip install open_spiel==2.0.2`)."""
import argparse, itertools, pathlib, random, shutil, subprocess, sys, tempfile
import pyspiel

RULESETS = pathlib.Path(__file__).resolve().parents[3] / "rulesets" / "classics"
SEATS = ["anna", "ben", "cora", "dan", "eve", "finn"]
FACES = "ace two three four five six seven eight nine ten jack queen king".split()
SUITS = ["clubs", "diamonds", "hearts", "spades"]
DECK = [f"{face}_of_{suit}" for suit in SUITS for face in FACES]


def step_text(who, asks, offers, picks):
    lines = [f"      - who: {who}", f"      - asks: {asks}", f"      - offers: [{', '.join(offers)}]"]
    return lines + [f"      - do: {pick}" for pick in picks]


def scenario(name, players, options, zones, rest, variables, phase, steps, expect):
    lines = [f"  - name: {name}", f"    players: {players}"]
    if options:
        lines.append(f"    options: {{ {options} }}")
    lines += ["    given:", "      zones:"]
    lines += [f"        {zone}: [{', '.join(cards)}]" for zone, cards in zones.items()]
    if rest:
        lines.append(f"      rest: {{ {rest} }}")
    lines += ["      set: |"] + [f"        set {text}" for text in variables]
    lines += [f"      phase: {phase}", "    play:"] + steps
    if expect:
        lines.append(f"    expect: {expect}")
    return lines


def random_history(game, rng):
    """Each action with who took it (chance is -1), what was legal, and the state before."""
    state, taken = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            action = rng.choices(outcomes, weights)[0]
            taken.append((-1, None, state.action_to_string(-1, action)))
        else:
            player, legal = state.current_player(), state.legal_actions()
            action = rng.choice(legal)
            names = [state.action_to_string(player, one) for one in legal]
            taken.append((player, names, state.action_to_string(player, action)))
        state.apply_action(action)
    return taken, state


class Cribbage:
    ruleset, spiel = "cribbage", "cribbage"

    def load(self, players):
        return pyspiel.load_game("cribbage", {"players": players})

    @staticmethod
    def card(text):
        return DECK["CDHS".index(text[1]) * 13 + "A23456789TJQK".index(text[0])]

    def scenarios(self, name, players, taken, last):
        """A scenario for each deal. Points are kept here, by the rewards of the states, only to say from where a deal goes on."""
        size, crib = (6, 0) if players == 2 else (5, 1)
        dealt, away = players * size + crib, players * size + crib + players
        deals, at = [], 0
        while at < len(taken):
            end = at + away + 1
            while end < len(taken) and taken[end][0] != -1:
                end += 1
            deals.append((at, end))
            at = end
        points, texts, seats = [0] * players, [], SEATS[:players]
        state, actions = self.game.new_initial_state(), last.history()
        for number, (start, end) in enumerate(deals):
            dealer = number % players
            deal, before = taken[start:end], points
            cards = [self.card(text[5:]) for _, _, text in deal[:dealt]]
            zones = {f"{name}.hand": cards[seat * size : (seat + 1) * size] for seat, name in enumerate(seats)}
            zones |= {"crib": cards[players * size :], "stock": [self.card(text[5:]) for who, _, text in deal[dealt:] if who == -1]}
            for action in actions[start:end]:
                state.apply_action(action)
            points = [int(score) for score in str(state).split("Scores:")[1].split("\n")[0].split()]
            steps = []
            for seat in [(dealer + 1 + n) % players for n in range(players)]:
                hand = sorted(zones[f"{seats[seat]}.hand"], key=DECK.index)
                _, legal, text = deal[dealt + seat]
                sets = {frozenset(map(self.card, one.split()[1:])) for one in legal}
                number_away = 2 if players == 2 else 1
                assert sets == {frozenset(some) for some in itertools.combinations(hand, number_away)}
                picks = sorted(map(self.card, text.split()[1:]), key=DECK.index)
                # of two picks the first leaves one for the second
                steps += step_text(seats[seat], "lay_away", hand[: len(hand) + 1 - number_away], picks)
            for who, legal, text in deal[away:]:
                if who >= 0 and len(legal) > 1:
                    steps += step_text(seats[who], "play", [self.card(one[7:]) for one in legal], [self.card(text[7:])])
            over = end == len(taken)
            steps.append("      - over: true" if over else "      - asks: lay_away")
            variables = [f"dealer = {seats[dealer]}"] + [f"{name}.points = {n}" for name, n in zip(seats, before)]
            expect = " and ".join(f"{name}.points == {n}" for name, n in zip(seats, points))
            if over:
                # The bonus of the winner is the first seat's if several have 121: RULES.md, section 6.
                winner = next(seat for seat in range(players) if points[seat] >= 121)
                bonus = [1000 if seat == winner else -1000 / (players - 1) for seat in range(players)]
                assert last.returns() == [n + more for n, more in zip(points, bonus)], (last.returns(), points)
            else:
                expect += f" and dealer == {seats[(dealer + 1) % players]}"
            options = "crib_flush: of_four, show_ends: after_all"
            texts.append(scenario(f"{name} deal {number}", players, options, zones, "playing: below stock", variables, "lay_away", steps, expect))
        return texts


class Hanabi:
    ruleset, spiel = "fireworks", "hanabi"
    colours = {"R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue"}

    def load(self, players):
        return pyspiel.load_game("hanabi", {"players": players})

    def card(self, text):
        return f"{self.colours[text[0]]}_{text[1]}"

    def scenarios(self, name, players, taken, last):
        size = 5 if players < 4 else 4
        dealt = [self.card(text[6:8]) for who, _, text in taken if who == -1]
        hands = [dealt[seat * size : seat * size + size] for seat in range(players)]
        deck = dealt[players * size :]
        unseen = [f"{c}_{n}" for c in self.colours.values() for n in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
        for card in dealt:
            unseen.remove(card)
        zones = {f"{SEATS[seat]}.hand": list(hand) for seat, hand in enumerate(hands)}
        zones["deck"] = deck + unseen
        steps, drawn = [], list(zones["deck"])
        for who, legal, text in taken:
            if who < 0:
                continue
            words = [one.strip("()").split() for one in legal]
            if len(legal) > 1:
                picked = text.strip("()").split()
                pick = self.label(who, players, picked, hands)
                if picked[0] in ("Play", "Discard"):
                    pick = f"{pick.split()[0]} hidden {int(picked[1]) + 1}"
                steps += step_text(SEATS[who], "act", [self.label(who, players, one, hands) for one in words], [pick])
            words = text.strip("()").split()
            if words[0] in ("Play", "Discard"):
                hands[who].pop(int(words[1]))
                if drawn:
                    hands[who].append(drawn.pop(0))
        score = int(last.returns()[0])
        steps.append("      - over: true")
        expect = " and ".join(f"{SEATS[seat]}.score == {score}" for seat in range(players))
        return [scenario(name, players, "", zones, "", ["to_move = anna"], "turn", steps, expect)]

    def label(self, who, players, words, hands):
        if words[0] == "Play":
            return f"build {hands[who][int(words[1])]}"
        if words[0] == "Discard":
            return f"drop {hands[who][int(words[1])]}"
        seat = SEATS[(who + int(words[2])) % players]
        return f"tell_colour {seat} {self.colours[words[4]]}" if words[3] == "color" else f"tell_rank {seat} {words[4]}"


class GoFish:
    ruleset, spiel = "go_fish", "go_fish"

    def load(self, players):
        return pyspiel.load_game("go_fish", {"players": players})

    def scenarios(self, name, players, taken, last):
        first = next(at for at, (who, _, _) in enumerate(taken) if who >= 0)
        left = {face: [f"{face}_of_{suit}" for suit in SUITS] for face in FACES}
        take = lambda text: left[FACES[ord(text) - ord("a")]].pop(0)
        # A book that is dealt is laid down there at once, and its player is dealt more.
        size, hands, laid = (7 if players == 2 else 5), [[] for _ in range(players)], [[] for _ in range(players)]
        for _, _, text in taken[:first]:
            seat = next(seat for seat in range(players) if len(hands[seat]) < size)
            card = take(text)
            hands[seat].append(card)
            same = [c for c in hands[seat] if c.split("_")[0] == card.split("_")[0]]
            if len(same) == 4:
                hands[seat] = [c for c in hands[seat] if c not in same]
                laid[seat] += same
        stock = [take(text) for who, _, text in taken[first:] if who == -1]
        zones = {f"{SEATS[seat]}.hand": hand for seat, hand in enumerate(hands)}
        zones |= {f"{SEATS[seat]}.laid": cards for seat, cards in enumerate(laid)}
        zones["stock"] = stock + [card for cards in left.values() for card in cards]
        steps = []
        label = lambda text: f"ask {SEATS[int(text[0])]} {FACES[ord(text[1]) - ord('a')]}"
        for who, legal, text in taken[first:]:
            if who >= 0 and len(legal) > 1:
                steps += step_text(SEATS[who], "ask", [label(one) for one in legal], [label(text)])
        returns = last.returns()
        winners = [SEATS[seat] for seat in range(players) if returns[seat] > 0 or not any(returns)]
        steps += ["      - over: true", f"      - winners: [{', '.join(winners)}]"]
        variables = ["to_move = anna"] + [f"{SEATS[seat]}.books = {len(cards) // 4}" for seat, cards in enumerate(laid)]
        return [scenario(name, players, "ends: all_books, passes: to_left", zones, "", variables, "turn", steps, "")]


def main():
    games = {"cribbage": Cribbage, "hanabi": Hanabi, "go_fish": GoFish}
    parser = argparse.ArgumentParser()
    parser.add_argument("ludex")
    parser.add_argument("game", choices=games)
    parser.add_argument("--histories", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=500)
    parser.add_argument("--keep", help="a folder for the scenarios of the last batch")
    chosen = parser.parse_args()
    adapter, rng = games[chosen.game](), random.Random(chosen.seed)
    adapter.game = adapter.load(chosen.players)
    histories = scenarios = decisions = failed = 0
    while histories < chosen.histories and not failed:
        with tempfile.TemporaryDirectory() as made:
            folder = pathlib.Path(chosen.keep or made) / adapter.ruleset
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(RULESETS / adapter.ruleset, folder)
            shutil.rmtree(folder / "scenarios")
            (folder / "scenarios").mkdir()
            texts = []
            for _ in range(min(chosen.batch, chosen.histories - histories)):
                taken, last = random_history(adapter.game, rng)
                decisions += sum(1 for _, legal, _ in taken if legal and len(legal) > 1)
                texts += adapter.scenarios(f"history {histories}", chosen.players, taken, last)
                histories += 1
            for start in range(0, len(texts), 500):
                lines = [line for text in texts[start : start + 500] for line in text]
                path = folder / "scenarios" / f"part_{start}.yaml"
                path.write_text("scenarios:\n" + "\n".join(lines) + "\n")
            run = subprocess.run([chosen.ludex, "test", str(folder)], capture_output=True, text=True)
            scenarios += len(texts)
            failed = run.returncode
            if failed:
                print(run.stdout[-6000:], run.stderr[-2000:])
    print(f"{chosen.game}, {chosen.players} players: {histories} histories, {scenarios} scenarios, {decisions} decisions: {'not the same' if failed else 'the same'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
