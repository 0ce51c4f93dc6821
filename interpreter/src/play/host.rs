//! A game as its host knows it.

use super::knowledge::{hand_of, is_known, plays};
use super::label::option_labels;
use super::session::{Standings, score, statistics, winners};
use super::values::player;
use super::{Amount, Decision, Fault, Game, Made, Move, Named, Record, Score, Unasked};
use crate::exec::Workspace;
use crate::ids::{CardId, Seat, ZoneAt};

/// A game as its host knows it: with all that seats may not know. Whoever deals with players takes what they are sent from elsewhere, a
/// [`Perspective`](super::Perspective) or what [`Game`] has for a [`Viewer`](super::Viewer); this is for saves, experiments, and for who
/// watches a game as a whole.
///
/// It looks into a game that goes on, so it is made anew for each look, which costs nothing. Who keeps something keeps the game.
#[derive(Debug, Clone, Copy)]
pub struct Host<'g> {
    game: &'g Game,
}

impl Game {
    /// The game as its host knows it. Nothing that comes from there may be sent to a player.
    pub fn host(&self) -> Host<'_> {
        Host { game: self }
    }
}

impl<'g> Host<'g> {
    /// What has to be decided, as whoever decides may be told; nothing if the game is over.
    pub fn decision(self) -> Option<Decision> {
        self.game.decision_for(self.game.deciding()?)
    }

    /// The stable label of each option, in order: what records have. It names cards also to who may not know them; [`Decision`] does not.
    pub fn labels(self) -> Vec<String> {
        option_labels(self.game.program(), self.game.state())
    }

    /// The choices made so far, in order: those that can be taken back, one by one from the last.
    pub fn past(self) -> impl DoubleEndedIterator<Item = Made> + ExactSizeIterator + 'g {
        self.game.past()
    }

    /// The cards that moved since the last choice, at the first decision those that moved in the set-up; after a choice was taken back
    /// none.
    pub fn moves(self) -> &'g [Move] {
        &self.game.moves
    }

    /// The choices since the last one that were made without asking, for there was one option; a thousand at most.
    pub fn unasked(self) -> &'g [Unasked] {
        &self.game.unasked
    }

    /// Each player's score; nothing where a part of it can't be counted, as may be before the end of a game.
    pub fn scores(self) -> Option<Vec<Amount>> {
        let setup = self.game.setup();
        let mut standings = Standings::default();
        let mut state = self.game.state().clone();
        standings.count(setup.program(), &mut state, &mut Workspace::default()).ok()?;
        let points = |player| setup.points(i64::from(standings.score(player)));
        Some((0..setup.players()).map(points).collect())
    }

    /// A player's score and its parts; nothing if there is no such seat.
    pub fn score(self, seat: Seat) -> Option<Score> {
        let setup = self.game.setup();
        setup.rules().has_seat(seat).then(|| score(setup.program(), self.game.state(), seat.0))
    }

    /// The players who win if the game ended here, in seat order.
    pub fn winners(self) -> Vec<Named<Seat>> {
        let program = self.game.program();
        winners(program, self.game.state()).into_iter().map(|seat| player(program, seat)).collect()
    }

    /// The statistics of the ruleset ([`Rules::statistics`](super::rules::Rules::statistics)) in this position: of each player all of them.
    ///
    /// # Errors
    /// One that can't be computed, with its place.
    pub fn statistics(self) -> Result<Vec<Amount>, Fault> {
        let (setup, mut all) = (self.game.setup(), Vec::new());
        let mut state = self.game.state().clone();
        statistics(setup.program(), &mut state, &mut Workspace::default(), &mut all)
            .map_err(|fault| setup.ruleset.fault(fault))?;
        Ok(all)
    }

    /// The zone in which a card lies, if it lies in one.
    pub fn zone_of(self, card: CardId) -> Option<ZoneAt> {
        self.game.state().zone_of(card.0).map(ZoneAt)
    }

    /// The cards of a zone in order; none if there is no such zone.
    pub fn cards_in(self, zone: ZoneAt) -> Vec<CardId> {
        if self.game.setup().rules().has_zone(zone) {
            self.game.state().cards_in(zone.0).map(CardId).collect()
        } else {
            Vec::new()
        }
    }

    /// The player who has a card in hand: in a zone of this player whose cards this one alone sees.
    pub fn hand_of(self, card: CardId) -> Option<Seat> {
        hand_of(self.game.program(), self.game.state(), card.0).map(Seat)
    }

    /// Whether any player knows that this card lies where it does.
    pub fn is_known(self, card: CardId) -> bool {
        is_known(self.game.state(), card.0)
    }

    /// Whether an option of the decision names a card that the one who decides has in hand; see [`Turn::plays`](super::Turn::plays).
    pub fn plays(self, option: usize, card: CardId) -> bool {
        plays(self.game.program(), self.game.state(), option, card.0)
    }

    /// A number for the position: equal positions have equal ones.
    pub fn hash(self) -> u64 {
        self.game.state().hash()
    }

    /// The whole game as data that can be played again.
    pub fn record(self) -> Record {
        self.game.record()
    }

    /// Another world: the same game in which two cards have changed places, with all that is known of these places. What chance brings after it stays
    /// as it was; undo goes no further back. Nothing if there are no such cards, if they look different from behind, or if nothing can be decided then.
    pub fn exchanged(self, a: CardId, b: CardId) -> Option<Game> {
        self.game.exchanged(a, b)
    }
}
