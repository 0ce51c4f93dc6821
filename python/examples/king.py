"""Is the king of Kabale worth its place? What does it cost its owner if it is worth two points less?

1. `impact` measures how much more often a seat wins with the card.
2. `compare` measures whether a change of its value favours a seat.
3. `sweep` finds the value at which the card is like the others."""

import sys

import ludex


def main(games: int = 2_000) -> None:
    impact = ludex.impact("kabale", players=2, games=games, bots="random", card="king")
    print(impact.to_pandas()[["id", "impact", "ci95"]].to_string(index=False))

    changed = ludex.compare("kabale", players=2, games=games, bots="random", set={"cards.king.value": 16})
    print(changed.to_pandas().to_string(index=False))

    values = ludex.sweep("kabale", players=2, games=games, bots="random", vary="cards.king.value=16..24/2")
    print(values.to_pandas().to_string(index=False))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
