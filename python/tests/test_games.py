"""Rulesets and games: what a seat sees, options, saves, bots."""

import copy
import json
import pickle

import pytest

import ludex

PICKS = """\
format: 1
game: { id: picks, players: 2 }
options: { most: { type: int, default: 3, range: 2..5 } }
state: { player: { n: int for game } }
score: { total: player.n }
phases:
  turn:
    each: player
    do: |
      let n = me chooses number in 1..most as size
      set me.n = n
"""


def names(value):
    """All texts in a document."""
    if isinstance(value, dict):
        return {name for one in value.values() for name in names(one)}
    if isinstance(value, list):
        return {name for one in value for name in names(one)}
    return {value} if isinstance(value, str) else set()


def test_every_shipped_ruleset_plays():
    for name in ludex.shipped():
        ruleset = ludex.load(name)
        game = ruleset.game(seed=1)
        for _ in range(30):
            if game.is_over:
                break
            game.step(game.num_options // 2)
        assert game.choices > 0 and ruleset.id == name


def test_a_text_is_a_ruleset_and_options_are_given_by_name():
    ruleset = ludex.load(PICKS)
    assert ruleset.options() == {"most": {"default": "3", "range": (2, 5)}}
    game = ruleset.game(options={"most": 5}, seed=1)
    assert game.options == ["1", "2", "3", "4", "5"] and game.deciding == 0
    game.step("4")
    game.step(1)
    assert game.is_over and game.scores == [4.0, 2.0] and game.winners == [0]
    assert game.rewards() == [1.0, 0.0] and game.rewards("score") == [4.0, 2.0]
    assert game.undo() and game.deciding == 1 and game.scores is None


def test_errors_have_a_text_and_places():
    with pytest.raises(ludex.RulesetError) as error:
        ludex.load(PICKS.replace("player.n", "player.m"))
    problem = error.value.problems[0]
    assert problem["severity"] == "error" and problem["line"] == 5 and problem["code"] in str(error.value)
    with pytest.raises(ludex.RulesetError, match="did you mean `kabale`") as unknown:
        ludex.load("kabal")
    assert unknown.value.problems == []
    ruleset = ludex.load(PICKS)
    with pytest.raises(ValueError, match="most"):
        ruleset.game(options={"most": 9})
    with pytest.raises(ValueError, match="players"):
        ruleset.game(players=7)
    game = ruleset.game(seed=1)
    with pytest.raises(ValueError, match="options are 1, 2, 3"):
        game.step("7")
    with pytest.raises(IndexError):
        game.step(3)
    with pytest.raises(ValueError, match="no such seat"):
        game.observe("red")
    with pytest.raises(ValueError, match="no bot is called"):
        game.ask("gredy")


def test_a_seat_sees_its_own_cards_alone():
    game = ludex.load("kuhn").game(seed=3)
    own, other, public = game.observe(0), game.observe(game.seats[1]), game.observe()
    hands = [
        {card["card"] for zone in seen["view"]["zones"] for card in zone["cards"] if card["card"]}
        for seen in (own, other, public)
    ]
    assert len(hands[0]) == len(hands[1]) == 1 and hands[0] != hands[1] and hands[2] == set()
    assert not hands[1] & names(own)
    json.dumps(own)


def test_a_determinization_keeps_what_its_seat_knows():
    game = ludex.load("kabale").game(seed=5)
    for _ in range(6):
        game.step(0)
    seat = game.deciding
    dealt = [game.determinize(seat, seed) for seed in range(8)]
    views = [one.observe(seat)["view"] for one in dealt]
    assert all(view == game.observe(seat)["view"] for view in views)
    others = [json.dumps(one.observe((seat + 1) % len(game.seats))["view"]) for one in dealt]
    assert len(set(others)) > 1
    assert dealt[0].playout(seed=1) == game.determinize(seed=0).playout(seed=1)
    with pytest.raises(TypeError):
        dealt[0].save()


def test_saves_copies_and_pickles_are_the_same_game():
    ruleset = ludex.load("hearts", variants=[])
    game = ruleset.game(seed=9)
    for _ in range(20):
        game.step(game.ask("greedy:2", seed=4))
    record = json.loads(json.dumps(game.save()))
    others = [ruleset.replay(record), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    for other in others:
        assert other.observe(0) == game.observe(0) and other.save() == record
        assert other.playout("greedy:2", seed=3) == game.playout("greedy:2", seed=3)
    others[1].step(0)
    assert others[1].choices == game.choices + 1
    assert pickle.loads(pickle.dumps(ruleset)).fingerprint == ruleset.fingerprint


def test_bots_are_the_same_with_the_same_seed():
    game = ludex.load("kuhn").game(seed=2)
    assert [game.ask("search:50", seed=1) for _ in range(3)] == [game.ask("search:50", seed=1)] * 3
    assert game.playout(["random", "greedy:5"], seed=8) == game.playout(["random", "greedy:5"], seed=8)
    with pytest.raises(ValueError, match="1 bots for 2 seats"):
        game.playout(["random"])


def test_a_variant_changes_the_rules():
    plain = ludex.load("kabale")
    changed = ludex.load("kabale", variants=["skirmish"])
    assert changed.fingerprint != plain.fingerprint and len(changed.overlays) >= 1
    with pytest.raises(ludex.RulesetError):
        ludex.load("kabale", variants=["nothing"])


def test_a_table_is_drawn_for_a_seat():
    game = ludex.load("kuhn").game(seed=3)
    card = next(card["card"] for zone in game.observe(1)["view"]["zones"] for card in zone["cards"] if card["card"])
    face = f'data-face="{card}"'
    own, other = (game.html(seat).split("</style>")[1] for seat in (1, 0))
    assert face in own and face not in other
    shown = game._repr_html_()
    assert shown.startswith("<iframe") and "srcdoc=" in shown and "<script" not in shown
