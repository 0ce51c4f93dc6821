//! A game as visible to its host.

use super::knowledge::{hand_of, is_known, plays};
use super::label::option_labels;
use super::session::{IN_PLAY, Standings, eliminations, score, statistics, winners};
use super::values::player;
use super::{Amount, Decision, Fault, Game, Move, Named, PastChoice, Record, Score, Unasked};
use crate::exec::Workspace;
use ludex_check::ids::{CardId, Seat, ZoneAt};

/// A game as visible to its host, including all hidden information. For saves, experiments, and observers of
/// a whole game. Data for players must come from a [`Perspective`](super::Perspective), or from the methods
/// of [`Game`] with a [`Viewer`](super::Viewer).
///
/// It borrows the game and costs nothing to create, so create one for each use.
#[derive(Debug, Clone, Copy)]
pub struct Host<'g> {
    game: &'g Game,
}

impl Game {
    /// Returns the game as visible to its host. Nothing from it may be sent to a player.
    pub fn host(&self) -> Host<'_> {
        Host { game: self }
    }
}

impl<'g> Host<'g> {
    /// Returns the pending decision, as visible to the acting player, or `None` if the game is over.
    pub fn decision(self) -> Option<Decision> {
        self.game.decision_for(self.game.deciding()?)
    }

    /// Returns the stable label of each option, in order, as used in records. Unlike [`Decision`], it names
    /// cards even if the acting player does not know them.
    pub fn labels(self) -> Vec<String> {
        option_labels(self.game.program(), self.game.state())
    }

    /// Returns the choices made so far, in order. They can be undone one by one, from the last.
    pub fn past(self) -> impl DoubleEndedIterator<Item = PastChoice> + ExactSizeIterator + 'g {
        self.game.past()
    }

    /// Returns true if undoing the choices from index `since` on gives no player an advantage: the choices
    /// drew no random number, did not end the game, and showed no card to another player. Returns false if
    /// the position before them is no longer kept ([`Game::keeping`]).
    pub fn reveals_nothing(self, since: usize) -> bool {
        self.game.reveals_nothing(since)
    }

    /// Returns the cards that moved since the last choice; at the first decision, those that moved in the
    /// set-up. Empty after an undo.
    pub fn moves(self) -> &'g [Move] {
        &self.game.moves
    }

    /// Returns the forced choices since the last choice, made without asking because there was one option; at
    /// most 1,000.
    pub fn unasked(self) -> &'g [Unasked] {
        &self.game.unasked
    }

    /// Returns each player's score, or `None` if a part cannot be computed, which may happen before the end
    /// of a game.
    pub fn scores(self) -> Option<Vec<Amount>> {
        let setup = self.game.setup();
        let mut standings = Standings::default();
        let mut state = self.game.state().clone();
        standings.count(setup.program(), &mut state, &mut Workspace::default()).ok()?;
        let points = |player| setup.points(i64::from(standings.score(player)));
        Some((0..setup.players()).map(points).collect())
    }

    /// Returns a player's score and its parts, or `None` if there is no such seat.
    pub fn score(self, seat: Seat) -> Option<Score> {
        let setup = self.game.setup();
        setup.rules().has_seat(seat).then(|| score(setup.program(), self.game.state(), seat.0))
    }

    /// Returns the players who would win if the game ended here, in seat order.
    pub fn winners(self) -> Vec<Named<Seat>> {
        let program = self.game.program();
        winners(program, self.game.state()).into_iter().map(|seat| player(program, seat)).collect()
    }

    /// Returns the players who were eliminated for the game, in the order in which they left.
    pub fn eliminated(self) -> Vec<Named<Seat>> {
        let program = self.game.program();
        let numbered = (0..).zip(eliminations(program, self.game.state()));
        let mut out: Vec<(i32, u8)> =
            numbered.filter(|(_, left)| *left != IN_PLAY).map(|(seat, left)| (left, seat)).collect();
        out.sort_unstable();
        out.into_iter().map(|(_, seat)| player(program, seat)).collect()
    }

    /// Returns the statistics of the ruleset ([`Rules::statistics`](super::rules::Rules::statistics)) in this
    /// position: all of them for each player in turn.
    ///
    /// # Errors
    /// The fault of a statistic that cannot be computed, with its source location.
    pub fn statistics(self) -> Result<Vec<Amount>, Fault> {
        let (setup, mut all) = (self.game.setup(), Vec::new());
        let mut state = self.game.state().clone();
        statistics(setup.program(), &mut state, &mut Workspace::default(), &mut all)
            .map_err(|fault| setup.ruleset.fault(fault))?;
        Ok(all)
    }

    /// Returns the zone of a card, or `None` if it is in none.
    pub fn zone_of(self, card: CardId) -> Option<ZoneAt> {
        self.game.state().zone_of(card.0).map(ZoneAt)
    }

    /// Returns the cards of a zone in order; empty if there is no such zone.
    pub fn cards_in(self, zone: ZoneAt) -> Vec<CardId> {
        if self.game.setup().rules().has_zone(zone) {
            self.game.state().cards_in(zone.0).map(CardId).collect()
        } else {
            Vec::new()
        }
    }

    /// Returns the player who has a card in hand: it is in a zone of this player whose cards only that player
    /// sees.
    pub fn hand_of(self, card: CardId) -> Option<Seat> {
        hand_of(self.game.program(), self.game.state(), card.0).map(Seat)
    }

    /// Returns true if any player knows that this card is in its position.
    pub fn is_known(self, card: CardId) -> bool {
        is_known(self.game.state(), card.0)
    }

    /// Returns true if an option of the decision is a card in the acting player's hand; see
    /// [`Turn::plays`](super::Turn::plays).
    pub fn plays(self, option: usize, card: CardId) -> bool {
        plays(self.game.program(), self.game.state(), option, card.0)
    }

    /// Returns the hash of the position. Equal positions have equal hashes.
    pub fn hash(self) -> u64 {
        self.game.state().hash()
    }

    /// Returns the whole game as a record that can be replayed.
    pub fn record(self) -> Record {
        self.game.record()
    }

    /// Returns another world: the same game with two cards exchanged, along with the knowledge of their
    /// positions. Later random events stay the same; undo ends here. Returns `None` if a card does not exist,
    /// the backs differ, or no decision is possible afterwards.
    pub fn exchanged(self, a: CardId, b: CardId) -> Option<Game> {
        self.game.exchanged(a, b)
    }
}
