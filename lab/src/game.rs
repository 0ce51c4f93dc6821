//! One game played by bots, with what it was.

use ludex::diagnostics::Span;
use ludex::{Amount, ApplyError, Fault, Game, GameEnd, Seat, Setup};

use crate::deciders::Choices;
pub use crate::deciders::{Deciders, Seated};

/// A victory of one alone, as it is summed up. Up to 16 winners share it without a rest.
pub const VICTORY: i64 = 720_720;

/// Somebody who looks on while a game is played, and sees all cards.
pub trait Watch {
    /// Whether there is anything to be shown; else a game of random players needs no history.
    fn looks(&self) -> bool {
        true
    }

    /// The game waits for its first decision, or is over.
    fn began(&mut self, _game: &Game) {}

    /// Before a choice: who takes which option.
    fn chooses(&mut self, _game: &Game, _seat: Seat, _option: usize) {}

    /// After it.
    fn chose(&mut self, _game: &Game) {}

    /// No rule failed, and this is how it ended.
    fn ended(&mut self, _game: &Game, _end: &Outcome) {}
}

/// Nobody looks on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Watch for Nobody {
    fn looks(&self) -> bool {
        false
    }
}

/// How a game ended. It is used again for the next one, so that nothing is allocated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Decisions with two or more options.
    pub decisions: u64,
    /// How many options they had in all.
    pub options: u64,
    /// The score of each seat: points, or thousandths where they are decimals.
    pub scores: Vec<i64>,
    /// Those who won, in seat order.
    pub winners: Vec<Seat>,
    /// How many share the victory: teams, or those who play alone; one where the rules say of each who has won.
    pub sharing: usize,
    /// How often each phase was begun.
    pub phases: Vec<i64>,
    /// The statement that ended it; nothing if its phases were over.
    pub ended_at: Option<Span>,
    /// The statistics of the ruleset: of each seat all of them.
    pub statistics: Vec<Amount>,
}

/// Why a game has no outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoOutcome {
    /// A rule failed.
    Fault(Fault),
    /// Somebody stopped it.
    Stopped,
}

impl Outcome {
    /// From the end of a playout of a setup, and how many options there were to choose from; without statistics.
    pub fn of_playout(&mut self, setup: &Setup, end: &GameEnd, options: u64) {
        let unit = unit(setup);
        self.decisions = end.decisions();
        self.options = options;
        self.scores.clear();
        self.scores
            .extend(seats(setup).filter_map(|seat| end.score(seat)).map(|score| score.thousandths / unit));
        self.winners.clear();
        self.winners.extend(end.winners());
        self.sharing = setup.rules().sharing(self.winners.iter().copied());
        self.phases.clear();
        self.phases.extend_from_slice(end.phases());
        self.ended_at = end.ended_at();
        self.statistics.clear();
    }

    fn of_game(&mut self, game: &Game) -> Result<(), Fault> {
        let unit = unit(game.setup());
        self.scores.clear();
        self.scores.extend(game.host().scores().into_iter().flatten().map(|score| score.thousandths / unit));
        self.winners.clear();
        self.winners.extend(game.host().winners().into_iter().map(|seat| seat.id));
        self.sharing = game.setup().rules().sharing(self.winners.iter().copied());
        self.phases.clear();
        self.phases.extend(game.begun());
        self.ended_at = game.ended_at();
        self.statistics = game.host().statistics()?;
        Ok(())
    }

    /// A seat's part of the victory, of [`VICTORY`]: that of its team.
    pub fn part(&self, seat: usize) -> i64 {
        if self.won(seat) { VICTORY / self.sharing.max(1) as i64 } else { 0 }
    }

    /// Whether several share the victory.
    pub fn is_shared(&self) -> bool {
        self.sharing > 1
    }

    /// Whether a seat won.
    pub fn won(&self, seat: usize) -> bool {
        self.winners.iter().any(|winner| winner.index() == seat)
    }
}

/// Whole scores are summed up as they are, others as thousandths.
fn unit(setup: &Setup) -> i64 {
    if setup.has_decimal_score() { 1 } else { 1000 }
}

/// The seats in order.
pub(crate) fn seats(setup: &Setup) -> impl Iterator<Item = Seat> {
    (0..setup.players()).filter_map(|seat| setup.seat(seat))
}

/// Plays a game. The same setup, seed and bots give the same game, unless the budget of a bot is a time.
///
/// # Errors
/// A rule failed, or `stop` gave true between two choices.
pub fn play(
    setup: &Setup,
    seed: u64,
    deciders: &mut Deciders,
    watch: &mut impl Watch,
    outcome: &mut Outcome,
    stop: &dyn Fn() -> bool,
) -> Result<(), NoOutcome> {
    let game = begun(setup, seed, deciders);
    play_on(game, Choices::new(seed, deciders), watch, outcome, stop)
}

/// Maximum number of choices in a game of players that think, each of which takes its time.
const MOST_CHOICES: usize = 10_000;

/// A game that begins.
pub(crate) fn begun(setup: &Setup, seed: u64, deciders: &Deciders) -> Game {
    let game = Game::new(setup, seed);
    if deciders.are_random() { game } else { game.limited(MOST_CHOICES) }
}

/// Plays a game from where it stands to its end.
pub(crate) fn play_on(
    mut game: Game,
    mut choices: Choices<'_>,
    watch: &mut impl Watch,
    outcome: &mut Outcome,
    stop: &dyn Fn() -> bool,
) -> Result<(), NoOutcome> {
    (outcome.decisions, outcome.options) = (0, 0);
    watch.began(&game);
    while let Some(seat) = game.deciding() {
        if stop() {
            return Err(NoOutcome::Stopped);
        }
        let option = choices.of(&game, seat);
        outcome.note(game.options());
        watch.chooses(&game, seat, option);
        apply(&mut game, option)?;
        watch.chose(&game);
    }
    match game.fault() {
        Some(fault) => Err(NoOutcome::Fault(fault)),
        None => {
            outcome.of_game(&game).map_err(NoOutcome::Fault)?;
            watch.ended(&game, outcome);
            Ok(())
        }
    }
}

impl Outcome {
    fn note(&mut self, options: usize) {
        if options > 1 {
            self.decisions += 1;
            self.options += options as u64;
        }
    }
}

/// Takes an option.
pub(crate) fn apply(game: &mut Game, option: usize) -> Result<(), NoOutcome> {
    match game.apply(option) {
        Ok(()) => Ok(()),
        Err(ApplyError::Fault(fault)) => Err(NoOutcome::Fault(fault)),
        Err(ApplyError::NoSuchOption) => unreachable!("a bot takes one of the options"),
    }
}
