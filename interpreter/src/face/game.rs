//! A game being played.

use std::sync::Arc;

use super::diagnostics::Span;
use super::{
    Amount, ApplyError, CardId, Decision, Fault, LogEntry, Named, Observation, PhaseId, Record, RecordError,
    Ruleset, Score, Seat, Setup, Told, Unasked, View, ZoneAt,
};
use crate::explain::player;
use crate::game;

/// Whose eyes a game is looked at with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A player's: what this one sees, and remembers to have seen. Who has no seat in the game sees what everybody may know.
    Seat(Seat),
    /// What everybody may know.
    Public,
    /// Every card open: for a game that is over, for games of programs only, and for the table's host.
    Open,
}

impl Viewer {
    /// The number of whoever looks, if that is not one who sees all; everybody's is one that no seat has.
    pub(super) fn number(self, players: u8) -> Option<u8> {
        match self {
            Self::Seat(seat) => Some(seat.0.min(players)),
            Self::Public => Some(players),
            Self::Open => None,
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// A choice that was made: who chose, and where that stands in the game. What was chosen, as far as a seat may know, is in [`Game::told`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// Who chose.
    pub seat: Seat,
    /// The number of the option taken, from 0.
    pub option: usize,
    /// How many options there were, at least one.
    pub options: usize,
    /// How many lines the log had before it ([`Game::log`] from there on tells what came of it).
    pub log: usize,
}

impl Made {
    fn new(made: game::Made) -> Self {
        let game::Made { player, option, options, log } = made;
        Self { seat: Seat(player), option, options, log }
    }
}

/// A card that moved from one zone to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The card.
    pub card: CardId,
    /// Where it lay.
    pub from: ZoneAt,
    /// Where it came to lie.
    pub to: ZoneAt,
}

/// A game being played: a position, and how it came to it. The same setup, seed and choices give the same game, byte by byte.
///
/// ```
/// let text = "
/// format: 1
/// game: { id: pass, players: 1 }
/// phases:
///   turn:
///     active: seat(1)
///     do: |
///       let n = me chooses number in 1..3 as size
///       set total = n
/// state: { game: { total: int for game } }
/// score: { total: total }
/// ";
/// let compiled = ludex::compile(&[("ruleset.yaml".into(), text.into())], "");
/// let setup = compiled.into_ruleset()?.setup(1, &[])?;
/// let mut game = ludex::Game::new(&setup, 7);
/// let decision = game.decision().expect("it begins with a decision");
/// assert_eq!(decision.options[2].label, "3");
/// game.apply(2)?;
/// assert!(game.is_over());
/// let score = game.score(ludex::Seat(0)).expect("it has one seat");
/// assert_eq!(score.total.to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    pub(crate) game: game::Game,
    setup: Setup,
}

impl Game {
    /// A new game, played up to the first decision. A rule that fails in the set-up is in [`Game::fault`]. Games whose seeds are neighbours
    /// are as different as any.
    pub fn new(setup: &Setup, seed: u64) -> Game {
        let (ruleset, program) = (&setup.ruleset.0, setup.program.clone());
        let game = match &setup.roles {
            None => game::Game::with_program(ruleset, program, seed),
            Some(roles) => game::Game::in_streams(ruleset, program, seed, roles),
        };
        Game { game, setup: setup.clone() }
    }

    pub(super) fn of(game: game::Game) -> Game {
        let roles = game.state().streams.is_some().then(|| Arc::from([]));
        let setup =
            Setup { ruleset: Ruleset(game.ruleset().clone()), program: game.program().clone(), roles };
        Game { game, setup }
    }

    /// What it is played with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What has to be decided, as whoever decides may be told; nothing if the game is over.
    pub fn decision(&self) -> Option<Decision> {
        let seat = self.game.decision()?.player;
        self.decision_for(Seat(seat))
    }

    /// What has to be decided, as a viewer may be told: others than the one who decides learn of no option, for these may be cards of a
    /// hand.
    pub fn decision_for(&self, viewer: impl Into<Viewer>) -> Option<Decision> {
        Decision::new(&self.game, viewer.into())
    }

    /// Who has to decide; nobody if the game is over.
    pub fn deciding(&self) -> Option<Seat> {
        self.game.decision().map(|decision| Seat(decision.player))
    }

    /// How many options the decision has; 0 if there is none.
    pub fn options(&self) -> usize {
        self.game.decision().map_or(0, |decision| decision.len())
    }

    /// The names of the ways to go on of the decision, offered or not; none if it is another sort of decision.
    pub fn modes(&self) -> Vec<String> {
        self.game.modes().to_vec()
    }

    /// The stable label of each option, in order: what records have. It names cards also to who may not know them; [`Decision`] does not.
    pub fn labels(&self) -> Vec<String> {
        self.game.decision().map(|decision| decision.labels()).unwrap_or_default()
    }

    /// Takes an option of the decision, by its number from 0.
    ///
    /// # Errors
    /// [`ApplyError::NoSuchOption`] if there is none with this number, and nothing changes; [`ApplyError::Fault`] if a rule failed, and the
    /// game is over.
    pub fn apply(&mut self, option: usize) -> Result<(), ApplyError> {
        self.game.apply(option).map_err(|error| ApplyError::new(error, &self.setup.ruleset))
    }

    /// Takes the last choice back ([`Game::past`]); false if there is none.
    pub fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Whether nothing is left to decide.
    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The rule that failed, if one did.
    pub fn fault(&self) -> Option<Fault> {
        self.game.fault().map(|fault| self.setup.ruleset.fault(fault))
    }

    /// The active player.
    pub fn active(&self) -> Option<Named<Seat>> {
        self.game.active().map(|seat| player(&self.setup.program, seat))
    }

    /// The phases in which the game is, outermost first: that of the latest iteration, and those around it.
    pub fn phases(&self) -> Vec<PhaseId> {
        self.game.phases()
    }

    /// What a seat is told of the choice made last, who has none what everybody is; nothing before the first one.
    pub fn told(&self, seat: Seat) -> Option<Told> {
        self.game.told(seat.0.min(self.players())).map(Told::new)
    }

    /// How many choices were made.
    pub fn choices(&self) -> usize {
        self.game.choices()
    }

    /// The choices made so far, in order: those that can be taken back, one by one from the last.
    pub fn past(&self) -> impl DoubleEndedIterator<Item = Made> + ExactSizeIterator + '_ {
        self.game.past().map(Made::new)
    }

    /// What happened from the line with this number on (from 0), as a viewer knew it when it was said.
    pub fn log(&self, viewer: impl Into<Viewer>, from: usize) -> Vec<LogEntry> {
        let viewer = viewer.into().number(self.setup.players());
        let lines = self.game.log().get(from..).unwrap_or_default();
        lines.iter().map(|entry| LogEntry::new(&self.setup.program, entry, viewer)).collect()
    }

    /// How many lines the log has.
    pub fn log_len(&self) -> usize {
        self.game.log().len()
    }

    /// What a viewer may see.
    pub fn view(&self, viewer: impl Into<Viewer>) -> View {
        View::new(&self.game, viewer.into())
    }

    /// All that a viewer is shown, in the form that `docs/json.md` describes; of the log what stands from this line on.
    pub fn observe(&self, viewer: impl Into<Viewer>, from: usize) -> Observation {
        Observation::new(self, viewer.into(), from)
    }

    /// The cards that moved since the last choice, at the first decision those that moved in the set-up; after a choice was taken back
    /// none. It names all cards, also to who may not know them: it is for who watches a game as a whole.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let moved = self.game.moves().iter();
        moved.map(|moved| Move { card: CardId(moved.card), from: ZoneAt(moved.from), to: ZoneAt(moved.to) })
    }

    /// The choices since the last one that were made without asking, for there was one option; a thousand at most. Like [`Game::moves`] it is
    /// for who watches a game as a whole.
    pub fn unasked(&self) -> Vec<Unasked> {
        self.game.unasked().iter().map(|taken| Unasked::new(&self.setup.program, taken)).collect()
    }

    /// Each player's score; nothing where a part of it can't be counted, as may be before the end of a game.
    pub fn scores(&self) -> Option<Vec<Amount>> {
        let cells = self.game.scores()?;
        Some(cells.into_iter().map(|cell| self.setup.points(i64::from(cell))).collect())
    }

    /// The statistics of the ruleset ([`Rules::statistics`](super::rules::Rules::statistics)) in this position: of each player all of them.
    ///
    /// # Errors
    /// One that can't be computed, with its place.
    pub fn statistics(&self) -> Result<Vec<Amount>, Fault> {
        self.game.statistics().map_err(|fault| self.setup.ruleset.fault(fault))
    }

    /// How often each phase was begun, in the order of the ruleset, since the set-up.
    pub fn begun(&self) -> impl Iterator<Item = i64> + '_ {
        self.game.begun()
    }

    /// Where the statement stands that ended the game; nothing if its phases are over, or if it goes on.
    pub fn ended_at(&self) -> Option<Span> {
        self.game.ended_at()
    }

    /// A player's score and its parts; nothing if there is no such seat. Before the end of a game it may tell of cards that others don't know.
    pub fn score(&self, seat: Seat) -> Option<Score> {
        self.setup.rules().has_seat(seat).then(|| self.game.score(seat.0))
    }

    /// The players who win if the game ended here, in seat order.
    pub fn winners(&self) -> Vec<Named<Seat>> {
        self.game.winners().into_iter().map(|seat| player(&self.setup.program, seat)).collect()
    }

    /// A determinization: the same game with everything dealt anew that a seat can't know, evenly among the deals that it can't rule out.
    /// What chance brings after it is the seed's, so that nobody who searches sees what is to come. The log stays; undo goes no further
    /// back. Nothing if there is no such seat, or if another seat is deciding and no deal is found in which that decision has an option.
    pub fn redealt(&self, seat: Seat, seed: u64) -> Option<Game> {
        if !self.setup.rules().has_seat(seat) {
            return None;
        }
        let game = self.game.redealt(seat.0, seed)?;
        Some(Game { game, setup: self.setup.clone() })
    }

    /// Another world: the same game in which two cards have changed places, with all that is known of these places. What chance brings after it stays
    /// as it was; undo goes no further back. Nothing if there are no such cards, if they look different from behind, or if nothing can be decided then.
    pub fn exchanged(&self, a: CardId, b: CardId) -> Option<Game> {
        let layout = &self.setup.program.layout;
        let back = |card: CardId| {
            let card = usize::from(card.0);
            Some((layout.kind.get(card)?, layout.owner[card]))
        };
        if back(a)? != back(b)? {
            return None;
        }
        let game = self.game.exchanged(a.0, b.0)?;
        Some(Game { game, setup: self.setup.clone() })
    }

    /// The zone in which a card lies, if it lies in one. This, like what follows, is for experiments: it knows what players may not.
    pub fn zone_of(&self, card: CardId) -> Option<ZoneAt> {
        self.game.state().zone_of(card.0).map(ZoneAt)
    }

    /// The cards of a zone in order; none if there is no such zone.
    pub fn cards_in(&self, zone: ZoneAt) -> Vec<CardId> {
        if self.setup.rules().has_zone(zone) {
            self.game.state().cards_in(zone.0).map(CardId).collect()
        } else {
            Vec::new()
        }
    }

    /// The player who has a card in hand: in a zone of this player whose cards this one alone sees.
    pub fn hand_of(&self, card: CardId) -> Option<Seat> {
        self.game.hand_of(card.0).map(Seat)
    }

    /// Whether any player knows that this card lies where it does.
    pub fn is_known(&self, card: CardId) -> bool {
        game::is_known(self.game.state(), card.0)
    }

    /// Whether an option of the decision names a card that the one who decides has in hand; see [`Turn::plays`](super::Turn::plays).
    pub fn plays(&self, option: usize, card: CardId) -> bool {
        game::plays(&self.setup.program, self.game.state(), option, card.0)
    }

    /// How many players sit at the table; seats are numbered from 0.
    pub fn players(&self) -> u8 {
        self.setup.players()
    }

    /// A number for the position: equal positions have equal ones.
    pub fn hash(&self) -> u64 {
        self.game.hash()
    }

    /// The whole game as data that can be played again.
    pub fn record(&self) -> Record {
        self.game.record()
    }

    /// Plays a record again.
    ///
    /// # Errors
    /// [`RecordError`] if it is of another ruleset or version, if a choice is not possible, or if the position at the end is another one.
    pub fn replay(ruleset: &Ruleset, record: &Record) -> Result<Game, RecordError> {
        game::Game::replay(&ruleset.0, record).map(Game::of)
    }
}
