"""Block Rummy for two as Valet has it. A card is (suit, rank). With WHOLE_SETS a set is always melded whole, as the RECYCLE file has it; the
ruleset lets three of four be melded, as pagat.com does."""
from itertools import combinations

WHOLE_SETS = False


def melds(hand):
    found = []
    for rank in range(1, 14):
        same = [card for card in hand if card[1] == rank]
        sizes = [len(same)] if WHOLE_SETS else range(3, len(same) + 1)
        found += [group for n in sizes if n >= 3 for group in combinations(same, n)]
    held = set(hand)
    for suit, rank in hand:
        end = rank + 1
        while (suit, end) in held:
            end += 1
            if end - rank >= 3:
                found.append(tuple((suit, one) for one in range(rank, end)))
    return found


def fits(card, meld):
    if len({rank for _, rank in meld}) == 1:
        return card[1] == meld[0][1]
    ranks = [rank for _, rank in meld]
    return card[0] == meld[0][0] and card[1] in (min(ranks) - 1, max(ranks) + 1)


def play(rng):
    stock = [(suit, rank) for suit in range(4) for rank in range(1, 14)]
    rng.shuffle(stock)
    hands = [[stock.pop() for _ in range(10)] for _ in range(2)]
    pile, table, widths, me = [stock.pop()], [], [], rng.randrange(2)

    def choose(options, may_decline=False):
        options = list(options) + ([None] if may_decline else [])
        if len(options) > 1:
            widths.append(len(options))
        return rng.choice(options)

    while True:
        hand, picked = hands[me], None
        if pile and choose(["pile", "stock"]) == "pile":
            picked = pile.pop()
            hand.append(picked)
        else:
            hand.append(stock.pop())
        meld = choose(melds(hand), may_decline=True)
        if meld:
            for card in meld:
                hand.remove(card)
            table.append(list(meld))
        while hand:
            options = [(card, meld) for card in hand for meld in table if fits(card, meld)]
            picked_option = choose(options, may_decline=True)
            if picked_option is None:
                break
            hand.remove(picked_option[0])
            picked_option[1].append(picked_option[0])
        if hand:
            card = choose([card for card in hand if card != picked or len(hand) == 1])
            hand.remove(card)
            pile.append(card)
        if not hand or not stock:
            return widths, [sum(min(rank, 10) for _, rank in hand) for hand in hands]
        me = 1 - me
