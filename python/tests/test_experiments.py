"""Experiments and the command."""

import signal
import subprocess
import sys
import time

import pytest

import ludex

PICKS = """\
format: 1
game: { id: picks, players: 2 }
state: { player: { n: int for game } }
score: { total: player.n }
phases:
  turn:
    each: player
    do: |
      let n = me chooses number in 1..3 as size
      set me.n = n
"""


def command(*words):
    return subprocess.run([sys.executable, "-m", "ludex", *words], capture_output=True, text=True)


def test_the_command_is_the_program():
    assert command("--version").stdout == f"ludex {ludex.__version__}\n"
    assert command("test", "kuhn").returncode == 0
    wrong = command("simulate", "kabal")
    assert wrong.returncode == 2 and "did you mean `kabale`" in wrong.stderr


def test_results_are_documents_tables_and_pages():
    result = ludex.simulate(ludex.load(PICKS), games=64, bots="random", seed=3, no_timing=True)
    assert result == ludex.simulate(ludex.load(PICKS), games=64, bots="random", seed=3, no_timing=True)
    assert result["finished"] == 64 and result["ruleset"] == "picks"
    assert "<svg" in result.page and result._repr_html_().startswith("<iframe")
    pandas = pytest.importorskip("pandas")
    table = result.to_pandas()
    assert isinstance(table, pandas.DataFrame) and list(table["seat"]) == [1, 2]


def test_every_experiment_runs(tmp_path):
    few = {"games": 20, "bots": "random"}
    assert len(ludex.impact("kabale", players=2, **few)["cards"]) > 10
    assert ludex.compare("kuhn", ludex.load("kuhn"), **few)["pairs"] > 0
    assert len(ludex.sweep("kabale", players=2, vary="cards.king.value=16..20/4", **few)["points"]) == 2
    assert len(ludex.ladder("kuhn", games=4, steps=1, **{"from": 5})["rungs"]) == 2
    assert ludex.solve("kuhn", iterations=100)["value"] == pytest.approx(-1 / 18, abs=0.02)
    weights = tmp_path / "kuhn.ldxp"
    assert ludex.train("kuhn", str(weights), games=64, no_measure=True)["games"] == 64
    game = ludex.load("kuhn").game(seed=1)
    assert game.ask(f"policy:{weights}") in range(game.num_options)


def test_errors_are_those_of_the_command():
    with pytest.raises(ludex.experiments.CommandError, match="kabale") as error:
        ludex.simulate("kabal")
    assert error.value.code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c_stops_an_experiment():
    script = "import ludex; print('begun', flush=True); ludex.simulate('kabale', games=100_000_000)"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.readline()
    time.sleep(1)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(20) != 0 and time.monotonic() - begun < 10
