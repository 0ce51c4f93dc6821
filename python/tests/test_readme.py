"""The examples of the README and of `examples/` run as written."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
BLOCKS = re.findall(r"^```python\n(.*?)^```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.M | re.S)
NEEDS = {"pyspiel": "pyspiel", "rlcard.agents": "rlcard", "ludex.gymnasium": "gymnasium", "ludex.pettingzoo": "pettingzoo", "to_pandas": "pandas"}


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_example(number, tmp_path, monkeypatch):
    for word, module in NEEDS.items():
        if word in BLOCKS[number]:
            pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    exec(compile(BLOCKS[number], f"README.md, example {number + 1}", "exec"), {"__name__": "example"})


def test_king(capsys):
    pytest.importorskip("pandas")
    runpy.run_path(str(PACKAGE / "examples/king.py"))["main"](64)
    assert "king" in capsys.readouterr().out


def test_notebook(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(PACKAGE / "examples/king.ipynb", 4)
    notebook.cells[1].source = notebook.cells[1].source.replace("GAMES = 400", "GAMES = 60")
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    pages = [output["data"].get("text/html", "") for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("<iframe" in page for page in pages) >= 2, "the table of the game, and the page of an experiment"
    assert sum("ci95" in page for page in pages) == 3, "tables of pandas"


def test_trainings():
    script = PACKAGE / "examples/trainings.py"
    done = subprocess.run([sys.executable, script, "64", "2"], capture_output=True, text=True, check=True)
    shares = [float(share) for share in re.findall(r"\d\.\d+", done.stdout.splitlines()[0])]
    assert len(shares) == 2 and all(0 < share < 1 for share in shares)


def test_pool():
    done = subprocess.run([sys.executable, PACKAGE / "examples/pool.py"], capture_output=True, text=True, check=True)
    shares = [float(share) for share in re.findall(r"\d\.\d+", done.stdout)]
    assert len(shares) >= 2 and sum(shares) == pytest.approx(1.0)
