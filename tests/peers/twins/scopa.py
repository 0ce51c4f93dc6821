"""One deal of Scopa for two as Valet has it, read from pagat.com and the RECYCLE file; a card is (suit, rank), coins are suit 0."""
from itertools import combinations

PRIME = {1: 16, 2: 12, 3: 13, 4: 14, 5: 15, 6: 18, 7: 21, 8: 10, 9: 10, 10: 10}


def takings(card, table):
    singles = [(other,) for other in table if other[1] == card[1]]
    if singles:
        return singles
    sizes = range(2, len(table) + 1)
    return [group for n in sizes for group in combinations(table, n) if sum(rank for _, rank in group) == card[1]]


def prime(cards):
    best = [max((PRIME[rank] for suit, rank in cards if suit == wanted), default=0) for wanted in range(4)]
    return sum(best) if all(best) else 0


def play(rng):
    stock = [(suit, rank) for suit in range(4) for rank in range(1, 11)]
    rng.shuffle(stock)
    table = [stock.pop() for _ in range(4)]
    taken, points, widths, last = [[], []], [0, 0], [], None
    me = rng.randrange(2)
    while stock:
        hands = [[stock.pop() for _ in range(3)] for _ in range(2)]
        while hands[0] or hands[1]:
            options = []
            for card in hands[me]:
                ways = takings(card, table)
                options += [(card, way) for way in ways] or [(card, ())]
            if len(options) > 1:
                widths.append(len(options))
            card, way = rng.choice(options)
            hands[me].remove(card)
            if way:
                for other in way:
                    table.remove(other)
                taken[me] += [card, *way]
                last = me
                if not table and (stock or hands[0] or hands[1]):
                    points[me] += 1
            else:
                table.append(card)
            me = 1 - me
    if last is not None:
        taken[last] += table
    counts = [len, lambda cards: sum(suit == 0 for suit, _ in cards), lambda cards: (0, 7) in cards, prime]
    for count in counts:
        mine, theirs = count(taken[0]), count(taken[1])
        if mine != theirs:
            points[0 if mine > theirs else 1] += 1
    return widths, points
