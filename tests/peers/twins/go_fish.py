"""Go Fish as Valet has it (section 6 of its RULES.md says what differs), in ranks alone: suits do not matter."""


def play(rng, players=4):
    stock = [rank for rank in range(13) for _ in range(4)]
    rng.shuffle(stock)
    hands = [[0] * 13 for _ in range(players)]
    books, widths, me = [0] * players, [], rng.randrange(players)

    def lay_books(seat):
        for rank in range(13):
            if hands[seat][rank] == 4:
                hands[seat][rank] = 0
                books[seat] += 1

    for seat in range(players):
        for _ in range(7 if players == 2 else 5):
            hands[seat][stock.pop()] += 1
        lay_books(seat)
    while stock and all(any(hand) for hand in hands):
        options = [(foe, rank) for foe in range(players) if foe != me for rank in range(13) if hands[me][rank]]
        if len(options) > 1:
            widths.append(len(options))
        foe, rank = rng.choice(options)
        given, hands[foe][rank] = hands[foe][rank], 0
        hands[me][rank] += given
        again = given > 0
        if not given:
            drawn = stock.pop()
            hands[me][drawn] += 1
            again = drawn == rank
        lay_books(me)
        if not again:
            me = (me + 1) % players
    return widths, books
