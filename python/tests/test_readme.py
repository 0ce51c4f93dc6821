"""The examples of the README and of `examples/` run as written."""

import re
import runpy
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
BLOCKS = re.findall(r"^```python\n(.*?)^```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.M | re.S)
NEEDS = {"pyspiel": "pyspiel", "ludex.gymnasium": "gymnasium", "ludex.pettingzoo": "pettingzoo", "to_pandas": "pandas"}


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


def test_pool():
    import subprocess

    done = subprocess.run([sys.executable, PACKAGE / "examples/pool.py"], capture_output=True, text=True, check=True)
    shares = [float(share) for share in re.findall(r"\d\.\d+", done.stdout)]
    assert len(shares) >= 2 and sum(shares) == pytest.approx(1.0)
