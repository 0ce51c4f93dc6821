//! Plays one game with bots and records its outcome.

use ludex::diagnostics::Span;
use ludex::{Amount, ApplyError, Fault, Game, GameEnd, Seat, Setup};

use crate::deciders::Choices;
pub use crate::deciders::{Deciders, Seated};

/// Units of an unshared victory. Divisible by all numbers of winners up to 16.
pub const VICTORY: i64 = 720_720;

/// Observer of a game who sees all cards.
pub trait Watch {
    /// Returns true if the observer needs to be called. Without an observer, a game of random players needs
    /// no history.
    fn is_active(&self) -> bool {
        true
    }

    /// Called when the game waits for its first decision or is over.
    fn began(&mut self, _game: &Game) {}

    /// Called before a choice, with the seat and the option.
    fn chooses(&mut self, _game: &Game, _seat: Seat, _option: usize) {}

    /// Called after a choice.
    fn chose(&mut self, _game: &Game) {}

    /// Called after a game without runtime errors, with its outcome.
    fn ended(&mut self, _game: &Game, _end: &Outcome) {}
}

/// Observer that ignores all events.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoWatcher;

impl Watch for NoWatcher {
    fn is_active(&self) -> bool {
        false
    }
}

/// Outcome of a game. Reused for the next game to avoid allocations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Number of decisions with two or more options.
    pub decisions: u64,
    /// Total number of options of these decisions.
    pub options: u64,
    /// Score of each seat, in points, or in thousandths if scores are decimal.
    pub scores: Vec<i64>,
    /// Winners in seat order.
    pub winners: Vec<Seat>,
    /// Number of parties that share the victory: teams, or single players. One if the rules decide separately
    /// for each player.
    pub sharing: usize,
    /// Number of times each phase started.
    pub phases: Vec<i64>,
    /// Statement that ended the game; `None` if the phases were over.
    pub ended_at: Option<Span>,
    /// Statistics of the ruleset: all statistics of each seat in turn.
    pub statistics: Vec<Amount>,
    /// Seats that lost by forfeit, with the reasons.
    pub forfeits: Vec<(Seat, String)>,
}

/// Reason why a game has no outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoOutcome {
    /// A rule failed during the game.
    Fault(Fault),
    /// The game was cancelled.
    Stopped,
}

impl Outcome {
    /// Sets the outcome from the end of a playout, without statistics. `options` is the total number of
    /// options.
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
        self.forfeits.clear();
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
        self.forfeits.clear();
        Ok(())
    }

    /// Applies forfeits: these seats lose, with their teams. If no winner is left, all other seats win, unless
    /// the rules decide for each player.
    fn forfeit(&mut self, setup: &Setup, forfeits: Vec<(Seat, String)>) {
        if forfeits.is_empty() {
            return;
        }
        let with = |seat: Seat, other: Seat| {
            let both = |of: &[Seat]| of.contains(&seat) && of.contains(&other);
            seat == other || setup.rules().teams().any(|team| both(&team.seats))
        };
        let lost = |seat: &Seat| forfeits.iter().any(|(other, _)| with(*seat, *other));
        self.winners.retain(|seat| !lost(seat));
        if self.winners.is_empty() && !setup.rules().has_winner_rule() {
            self.winners.extend(seats(setup).filter(|seat| !lost(seat)));
        }
        self.sharing = setup.rules().sharing(self.winners.iter().copied());
        self.forfeits = forfeits;
    }

    /// Returns a seat's part of the victory in units of [`VICTORY`]. Members of a team each have the team's
    /// part.
    pub fn part(&self, seat: usize) -> i64 {
        if self.has_won(seat) { VICTORY / self.sharing.max(1) as i64 } else { 0 }
    }

    /// Returns true if the victory is shared.
    pub fn is_shared(&self) -> bool {
        self.sharing > 1
    }

    /// Returns true if a seat won.
    pub fn has_won(&self, seat: usize) -> bool {
        self.winners.iter().any(|winner| winner.index() == seat)
    }
}

/// Returns the number of thousandths in a score unit. Whole scores are summed in points, decimal scores in
/// thousandths.
fn unit(setup: &Setup) -> i64 {
    if setup.has_decimal_score() { 1 } else { 1000 }
}

pub(crate) fn seats(setup: &Setup) -> impl Iterator<Item = Seat> {
    (0..setup.players()).filter_map(|seat| setup.seat(seat))
}

/// Plays a game. The same setup, seed and bots give the same game, unless a bot has a time budget.
///
/// # Errors
/// Returns the runtime error if a rule failed, or `Stopped` if `stop` returned true between two choices.
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

/// Maximum number of choices in a game with search-based bots, which are slow.
const MOST_CHOICES: usize = 10_000;

pub(crate) fn begun(setup: &Setup, seed: u64, deciders: &Deciders) -> Game {
    let game = Game::new(setup, seed);
    if deciders.are_random() { game } else { game.limited(MOST_CHOICES) }
}

/// Plays a game from its current position to its end.
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
        let option = choices.choose(&game, seat);
        // a bot that was interrupted has not chosen
        if stop() {
            return Err(NoOutcome::Stopped);
        }
        outcome.note(game.options());
        watch.chooses(&game, seat, option);
        apply(&mut game, option)?;
        watch.chose(&game);
    }
    match game.fault() {
        Some(fault) => Err(NoOutcome::Fault(fault)),
        None => {
            outcome.of_game(&game).map_err(NoOutcome::Fault)?;
            outcome.forfeit(game.setup(), choices.end(&game));
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

pub(crate) fn apply(game: &mut Game, option: usize) -> Result<(), NoOutcome> {
    match game.apply(option) {
        Ok(()) => Ok(()),
        Err(ApplyError::Fault(fault)) => Err(NoOutcome::Fault(fault)),
        Err(ApplyError::NoSuchOption) => unreachable!("a bot takes one of the options"),
    }
}
