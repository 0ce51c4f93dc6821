"""An experiment in parts on Ray: on this machine, or on a cluster (RAY_ADDRESS). A part whose worker dies is played again.

Usage: on_ray.py PARTS OUT.json ARGUMENTS OF ludex simulate… (or of what EXPERIMENT names: compare, impact, sweep, ladder; arena with LUDEX=target/dist/proof)
Every machine needs `ludex`, or a path to it in LUDEX.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import ray

LUDEX = os.environ.get("LUDEX", "ludex")
EXPERIMENT = os.environ.get("EXPERIMENT", "simulate")


@ray.remote(num_cpus=1, max_retries=3)
def play(experiment: str, words: list[str], number: int, parts: int) -> str:
    """Plays a part and gives its sums; Ray starts it again where the worker died."""
    command = [LUDEX, experiment, *words, "--jobs", "1", "--shard", f"{number}/{parts}"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> None:
    parts, out, words = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    address = os.environ.get("RAY_ADDRESS")
    # by itself Ray starts a machine of its own
    ray.init(address=address) if address else ray.init(num_cpus=int(os.environ.get("WORKERS", os.cpu_count() or 1)))
    texts = ray.get([play.remote(EXPERIMENT, words, number, parts) for number in range(1, parts + 1)])
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / f"{number}.json" for number in range(1, parts + 1)]
        for file, text in zip(files, texts):
            file.write_text(text)
        merged = subprocess.run([LUDEX, "merge", *files], check=True, stdout=subprocess.PIPE, text=True)
    out.write_text(merged.stdout)


if __name__ == "__main__":
    main()
