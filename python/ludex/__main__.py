"""The command `ludex`, also as `python -m ludex`."""

import signal
import sys

from ._ludex import main


def run() -> int:
    # Python only notes Ctrl-C, and would look at it after the command
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return main(["ludex", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(run())
