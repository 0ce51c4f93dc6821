//! Kabale & Hiebe by hand. `K-nn` are the rules of `rulesets/kabale/RULES.md`.
//!
//! The data are compact: during a round, every card of a column is face up except the bottom one, which is
//! face up only if it is an Assassin that acted. So a column is a list of cards and one bit, and at the end
//! of a round at most one of its cards is late. Values are in half points, because the Assassin has 9.5.

mod cards;
mod line;
mod readings;
mod seat;

use crate::inside::Pick;
use ludex_run::state::Generator;

use self::cards::*;
use self::line::Line;
use self::readings::Readings;
use self::seat::Seat;
use super::{Twin, chooser, shuffle};

/// Number of rounds of a game (K-20).
const ROUNDS: usize = 6;

/// For each set of columns, its members in order.
const NTH: [[u8; SEATS]; 1 << SEATS] = {
    let mut nth = [[0; SEATS]; 1 << SEATS];
    let mut set = 0;
    while set < nth.len() {
        let (mut column, mut n) = (0, 0);
        while column < SEATS {
            if set & 1 << column != 0 {
                nth[set][n] = column as u8;
                n += 1;
            }
            column += 1;
        }
        set += 1;
    }
    nth
};

/// State of the game.
pub struct Kabale {
    players: usize,
    chance: Generator,
    choices: Generator,
    decisions: u64,
    seats: [Seat; SEATS],
    /// Columns: cards from position 1 outward, their number, and the objective's points (eight, to compare
    /// all at once).
    lanes: [[Card; LANE]; SEATS],
    sizes: [u8; 8],
    /// Cards under Capes, if they count for a column like the others (K-35).
    tucked: [u8; 8],
    needs: [u8; 8],
    goals: [Objective; SEATS],
    /// Columns shut by a Storm (K-29).
    closed: u8,
    /// Columns whose bottom card is face up.
    bare: u8,
    /// Seats whose Explorer has moved in this turn (K-25).
    moved: u8,
    /// The goal deck in order, followed by the box.
    deck: [Objective; OBJECTIVES],
    line: Line,
    scores: [i32; SEATS],
    readings: Readings,
    turns: u64,
}

impl Twin for Kabale {
    fn new(players: u8) -> Self {
        assert!((2..=SEATS as u8).contains(&players), "2 to 6 players");
        let nothing = Objective(0);
        Self {
            players: usize::from(players),
            chance: Generator::new(0),
            choices: chooser(0),
            decisions: 0,
            seats: [Seat::EMPTY; SEATS],
            lanes: [[Card(0); LANE]; SEATS],
            sizes: [0; 8],
            tucked: [0; 8],
            needs: [0; 8],
            goals: [nothing; SEATS],
            closed: 0,
            bare: 0,
            moved: 0,
            deck: [nothing; OBJECTIVES],
            line: Line::EMPTY,
            scores: [0; SEATS],
            readings: Readings::PRINTED,
            turns: 0,
        }
    }

    fn set(&mut self, option: &str, value: &str) -> bool {
        self.readings.set(option, value)
    }

    fn play(&mut self, seed: u64, mut watch: impl FnMut(Pick)) -> u64 {
        self.set_up(seed);
        let mut me = 0;
        for round in 0..ROUNDS {
            self.begin_round(round);
            loop {
                self.turn(me, &mut watch);
                me = self.after(me);
                if self.round_over() {
                    break;
                }
            }
            for column in 0..self.players {
                self.settle(column);
            }
        }
        for (score, seat) in self.scores.iter_mut().zip(&self.seats) {
            *score = seat.score();
        }
        self.decisions
    }

    fn scores(&self) -> &[i32] {
        &self.scores[..self.players]
    }

    fn turns(&self) -> u64 {
        self.turns
    }
}

/// Set-up, rounds and turns.
impl Kabale {
    /// Sets up a game (K-01 to K-04).
    fn set_up(&mut self, seed: u64) {
        self.chance = Generator::new(seed);
        self.choices = chooser(seed);
        self.decisions = 0;
        self.turns = 0;
        for seat in &mut self.seats[..self.players] {
            seat.set_up(&mut self.chance);
            seat.fill_hand(&mut self.chance);
        }
        let mut pool = 0;
        for domain in 0..DOMAINS {
            for points in [1, 2, 3, 3, 4, 5] {
                if self.players > 2 || points > 1 {
                    self.deck[pool] = Objective::new(domain, points);
                    pool += 1;
                }
            }
        }
        shuffle(&mut self.deck[..pool], &mut self.chance);
    }

    /// Starts a round (K-05).
    fn begin_round(&mut self, round: usize) {
        self.closed = 0;
        self.bare = 0;
        self.sizes = [0; 8];
        self.tucked = [0; 8];
        for column in 0..self.players {
            let goal = self.deck[round * self.players + column];
            self.goals[column] = goal;
            self.needs[column] = goal.points();
        }
    }

    /// Plays a turn (K-06, K-10, K-13).
    fn turn(&mut self, me: usize, watch: &mut impl FnMut(Pick)) {
        self.moved = 0;
        self.turns += 1;
        let hand = self.seats[me].hand;
        if hand != 0 {
            let rank = nth_rank(hand, self.choose(me, hand.count_ones(), watch));
            let open = !self.closed & ((1 << self.players) - 1);
            if open != 0 {
                let n = self.choose(me, open.count_ones(), watch);
                let column = NTH[usize::from(open)][n as usize];
                self.seats[me].hand &= !(1 << rank);
                self.place(Card::new(me, rank), usize::from(column), watch);
            }
        }
        self.seats[me].draw_after_turn(self.readings.draws_one, &mut self.chance);
    }

    /// Returns true if the round is over (K-16, K-18).
    fn round_over(&self) -> bool {
        let mut unrealised = 0;
        for column in 0..8 {
            unrealised |= u8::from(self.sizes[column] + self.tucked[column] < self.needs[column]) << column;
        }
        unrealised & !self.closed == 0 || self.nobody_has_cards()
    }

    fn nobody_has_cards(&self) -> bool {
        self.seats[..self.players].iter().all(|seat| seat.hand == 0 && !seat.can_draw())
    }

    /// Returns the next seat, or column, in the circle.
    fn after(&self, one: usize) -> usize {
        if one + 1 == self.players { 0 } else { one + 1 }
    }

    /// Makes a decision of the active player, unless there is only one option.
    fn choose(&mut self, me: usize, options: u32, watch: &mut impl FnMut(Pick)) -> u32 {
        if options > 1 { self.ask(me, options, watch) } else { 0 }
    }

    /// Makes a decision with two or more options.
    fn ask(&mut self, seat: usize, options: u32, watch: &mut impl FnMut(Pick)) -> u32 {
        let index = self.choices.below(options);
        self.decisions += 1;
        watch(Pick { player: seat as i32, options, index });
        index
    }
}

/// Placing cards, and effects of cards turned up.
impl Kabale {
    /// Puts a card face down at the bottom of a column and turns up the card above it (K-06 to K-09). An
    /// Explorer turned up then does the same elsewhere (K-21).
    fn place(&mut self, card: Card, column: usize, watch: &mut impl FnMut(Pick)) {
        let (mut by, mut here) = (card, column);
        while let Some(shown) = self.turn_up_above(by, here) {
            match shown.rank() {
                EXPLORER => {
                    let Some(there) = self.way_of_explorer(shown, here) else { return };
                    self.leave(by, here);
                    (by, here) = (shown, there);
                    continue;
                }
                ASSASSIN => self.strike(by, here),
                STORM => self.closed |= 1 << here,
                TRAITOR => self.exchange(shown.seat(), here, watch),
                CAPE => self.hide(shown.seat(), here, watch),
                _ => {}
            }
            return;
        }
    }

    /// Puts a card at the bottom. Returns the card that it turns up.
    fn turn_up_above(&mut self, by: Card, here: usize) -> Option<Card> {
        let size = usize::from(self.sizes[here]);
        let lane = &mut self.lanes[here];
        lane[size] = by;
        self.sizes[here] += 1;
        let face_down = size > 0 && self.bare & 1 << here == 0;
        self.bare &= !(1 << here);
        face_down.then(|| lane[size - 1])
    }

    /// Returns the Explorer's destination, if any (K-22, K-23, K-25).
    fn way_of_explorer(&mut self, explorer: Card, here: usize) -> Option<usize> {
        if self.moved & 1 << explorer.seat() != 0 {
            return None;
        }
        let mut there = self.after(here);
        while self.closed & 1 << there != 0 && there != here {
            there = self.after(there);
        }
        if there == here && !self.readings.comes_round {
            return None;
        }
        self.moved |= 1 << explorer.seat();
        Some(there)
    }

    /// Removes the card above the bottom one (K-24).
    fn leave(&mut self, bottom: Card, here: usize) {
        self.sizes[here] -= 1;
        self.lanes[here][usize::from(self.sizes[here]) - 1] = bottom;
    }

    /// Applies an Assassin (K-27).
    fn strike(&mut self, by: Card, here: usize) {
        self.sizes[here] -= 1;
        self.bare |= 1 << here;
        self.seats[by.seat()].throw(by.rank());
    }

    /// Lets a player exchange objectives (K-31, K-32).
    fn exchange(&mut self, owner: usize, here: usize, watch: &mut impl FnMut(Pick)) {
        let others = self.players - 1;
        let n = self.ask(owner, others as u32 + 1, watch) as usize;
        if n < others {
            let there = n + usize::from(n >= here);
            self.goals.swap(here, there);
            self.needs.swap(here, there);
        }
    }

    /// Lets a player hide a card under their Cape (K-33, K-34).
    fn hide(&mut self, owner: usize, here: usize, watch: &mut impl FnMut(Pick)) {
        let hand = self.seats[owner].hand;
        if hand == 0 {
            return;
        }
        let n = self.ask(owner, hand.count_ones() + 1, watch);
        if n < hand.count_ones() {
            let rank = nth_rank(hand, n);
            let seat = &mut self.seats[owner];
            seat.hand &= !(1 << rank);
            seat.hidden = Some(rank);
            self.tucked[here] += u8::from(self.readings.own_card);
            seat.draw(&mut self.chance);
        }
    }
}

/// The end of a round (K-37 to K-67).
impl Kabale {
    /// Awards a column's objective to its winner, if any (K-66, K-68).
    fn settle(&mut self, column: usize) {
        self.line_up(column);
        if let Some(seat) = self.line.winner() {
            self.seats[seat].win(self.goals[column]);
        }
    }

    /// Lines up the cards of a column, with those under Capes, and discards them all (K-67). Until all
    /// columns are settled, there are no more decisions or draws.
    fn line_up(&mut self, column: usize) {
        let len = usize::from(self.sizes[column]);
        let face_down = len > 0 && self.bare & 1 << column == 0;
        let in_line = len + usize::from(self.tucked[column]);
        self.line.begin(self.goals[column].domain(), in_line, face_down, self.readings);
        for &card in &self.lanes[column][..len] {
            let seat = &mut self.seats[card.seat()];
            seat.throw(card.rank());
            let hidden = if card.rank() == CAPE { seat.hidden.take() } else { None };
            match hidden {
                Some(rank) => {
                    seat.throw(rank);
                    if self.readings.own_card {
                        self.line.push(card);
                    }
                    self.line.push_hidden(Card::new(card.seat(), rank));
                }
                None => self.line.push(card),
            }
        }
    }
}

/// Returns the n-th card of a hand.
fn nth_rank(hand: u32, n: u32) -> Rank {
    let second = hand & hand.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    [hand, second, third][n as usize].trailing_zeros() as Rank
}
