//! Swaps a drawn card with another card of its pile.
//!
//! A game is played unchanged until a measured card comes into the hand of the pair's seat. There the worlds
//! part. In one, the card stays. In the other, it is swapped with an unknown card of the pile it came from.
//! One game serves all cards, each at its first draw. That draw depends only on earlier events, so pairs are
//! not selected by their results.

use ludex::rules::CardDef;
use ludex::{CardId, Game, KindId, Setup, ZoneAt};

use super::pairs::{bits_of, seat_of, seed_of};
use super::plan::Intervention;
use super::sums::{End, FailedPair};
use super::worker::{Ending, ImpactPlayer};
use crate::deciders::{Choices, Deciders};
use crate::experiment::RunConfig;
use crate::game::apply;
use crate::splitmix64;
use crate::table::Table;

/// Separates the random numbers after the worlds part from the ones before.
const AFTER: u64 = 0x0d4a_3b97_6c21_e85f;

/// Number of random games that are searched for draws, and maximum number of choices in each.
const LOOKED: u64 = 8;
const CHOICES: usize = 200;
/// Seed of the random games.
const SEED: u64 = 1;

/// Returns the kinds that players draw in a few random games from a pile with another unknown card.
pub(super) fn drawn_kinds(setup: &Setup, mut kinds: Vec<KindId>) -> Vec<KindId> {
    let (setup, run) = (setup.in_streams(), RunConfig::new(SEED));
    let mut found = Vec::new();
    for number in 0..LOOKED {
        let (mut players, seed) = (Deciders::Random, run.seed_of(number));
        let mut choices = Choices::new(seed, &mut players);
        let mut game = Game::new(&setup, seed);
        for _ in 0..CHOICES {
            kinds.retain(|kind| !found.contains(kind));
            found.extend(kinds.iter().filter(|kind| draws(&game, **kind, seed)));
            let Some(seat) = game.deciding().filter(|_| !kinds.is_empty()) else { break };
            let option = choices.choose(&game, seat);
            if apply(&mut game, option).is_err() {
                break;
            }
        }
    }
    found
}

/// Returns true if a player has just drawn a card of this kind from a pile with another unknown card.
fn draws(game: &Game, kind: KindId, bits: u64) -> bool {
    let of_kind = |card: CardId| game.setup().rules().card(card).is_some_and(|card| card.kind == kind);
    let mut drawn = game
        .host()
        .moves()
        .iter()
        .filter(|moved| of_kind(moved.card) && game.host().hand_of(moved.card).is_some());
    drawn.any(|moved| worlds(game, moved.card, moved.from, bits).is_some())
}

impl ImpactPlayer<'_> {
    /// Plays the pairs of all cards with the effect of drawing.
    pub(super) fn drawn(&mut self, pairs: std::ops::Range<u64>) -> Ending {
        let (bots, tools) = (self.plan.run.seated(self.plan.setup.players(), 0), &self.plan.run.tools);
        let mut players = Deciders::new(&bots, tools);
        let mut table = Table::new(self.setup, &bots, tools);
        for pair in pairs {
            if self.drawn_pair(&mut players, &mut table, pair) == Ending::Stopped {
                return Ending::Stopped;
            }
        }
        Ending::Whole
    }

    /// Plays a game with `players` until the worlds part. `table` plays the rest of each world.
    fn drawn_pair(&mut self, players: &mut Deciders, table: &mut Table<'_>, pair: u64) -> Ending {
        let seed = seed_of(self.plan, pair);
        let mut choices = Choices::new(seed, players);
        let mut game = Game::new(self.setup, seed);
        let is_drawn = |card: &usize| matches!(self.plan.cards[*card].how, Intervention::Drawn { .. });
        let mut waiting: Vec<usize> = (0..self.plan.cards.len()).filter(is_drawn).collect();
        loop {
            if let Some(fault) = game.fault() {
                return self.all_failed(&waiting, pair, &fault);
            }
            if self.part_all(&game, &mut waiting, table, pair) == Ending::Stopped {
                return Ending::Stopped;
            }
            let Some(seat) = game.deciding().filter(|_| !waiting.is_empty()) else { break };
            if self.control.is_stopped() {
                return Ending::Stopped;
            }
            let option = choices.choose(&game, seat);
            // a runtime error is handled at the start of the next iteration
            let _ = apply(&mut game, option);
        }
        waiting.iter().for_each(|card| self.sums.cards[*card].without += 1);
        (self.control.done)(2 * waiting.len() as u64);
        Ending::Whole
    }

    /// Plays the worlds of all cards that have just been drawn, and removes the cards from `waiting`.
    fn part_all(
        &mut self,
        game: &Game,
        waiting: &mut Vec<usize>,
        table: &mut Table<'_>,
        pair: u64,
    ) -> Ending {
        for at in (0..waiting.len()).rev() {
            let Some(worlds) = self.part(game, waiting[at], pair) else { continue };
            if self.go_on(table, waiting[at], pair, worlds) == Ending::Stopped {
                return Ending::Stopped;
            }
            waiting.swap_remove(at);
        }
        Ending::Whole
    }

    fn all_failed(&mut self, waiting: &[usize], pair: u64, fault: &ludex::Fault) -> Ending {
        for card in waiting {
            let failed = self.failed_draw(*card, pair, None);
            let failed = failed.because(self.plan.setup, fault);
            self.sums.fail(FailedPair { as_written: true, ..failed });
        }
        (self.control.done)(2 * waiting.len() as u64);
        Ending::Whole
    }

    /// Returns the two worlds of a card that has just come into the hand of the pair's seat.
    fn part(&self, game: &Game, card: usize, pair: u64) -> Option<Worlds> {
        let Intervention::Drawn { copies } = &self.plan.cards[card].how else { return None };
        let seat = seat_of(self.plan, pair);
        let drawn = |card: CardId| copies.contains(&card) && game.host().hand_of(card) == Some(seat);
        let bits = bits_of(self.plan, self.plan.cards[card].design, pair);
        let mut moves = game.host().moves().iter().filter(|moved| drawn(moved.card));
        moves.find_map(|moved| worlds(game, moved.card, moved.from, bits))
    }

    fn go_on(&mut self, table: &mut Table<'_>, card: usize, pair: u64, worlds: Worlds) -> Ending {
        let seed = splitmix64(bits_of(self.plan, self.plan.cards[card].design, pair), AFTER);
        let (seat, stop) = (seat_of(self.plan, pair), || self.control.is_stopped());
        let failed = self.failed_draw(card, pair, Some(worlds.with));
        let ends = [(worlds.as_it_is, true), (worlds.exchanged, false)].map(|(game, as_written)| match table
            .play_on(game, seed, &stop)
        {
            Ok(end) => Ok(End::from_outcome(end, seat, self.plan.run.by)),
            Err(why) => Err((why, as_written)),
        });
        match ends {
            [Ok(with), Ok(without)] => self.count(card, with, without),
            [Err((why, as_written)), _] | [_, Err((why, as_written))] => {
                if self.no_outcome(why, FailedPair { as_written, ..failed }) == Ending::Stopped {
                    return Ending::Stopped;
                }
            }
        }
        (self.control.done)(2);
        Ending::Whole
    }

    fn failed_draw(&self, card: usize, pair: u64, with: Option<CardId>) -> FailedPair {
        let (seed, seat) = (seed_of(self.plan, pair), Some(seat_of(self.plan, pair)));
        let with = with.and_then(|with| Some(self.plan.setup.rules().card(with)?.design));
        FailedPair::new(pair, card, (seat, with), seed)
    }
}

/// The two worlds of a game at a draw.
struct Worlds {
    as_it_is: Game,
    exchanged: Game,
    with: CardId,
}

/// Finds a card to swap with: of another design, with the same back, in the pile of the draw, and unknown to
/// all players. Takes the first in a random order for which the current decision keeps an option.
fn worlds(game: &Game, card: CardId, from: ZoneAt, bits: u64) -> Option<Worlds> {
    let rules = game.setup().rules();
    let own = rules.card(card)?;
    let mut others = game.host().cards_in(from);
    others.retain(|other| {
        let alike =
            |other: CardDef| other.design != own.design && (other.kind, other.owner) == (own.kind, own.owner);
        rules.card(*other).is_some_and(alike) && !game.host().is_known(*other)
    });
    others.sort_by_key(|other| splitmix64(bits, other.index() as u64));
    let (with, exchanged) =
        others.into_iter().find_map(|other| Some((other, game.host().exchanged(card, other)?)))?;
    // swap the card with itself, so that both worlds have the same inferences
    let as_it_is = game.host().exchanged(card, card)?;
    Some(Worlds { as_it_is, exchanged, with })
}
