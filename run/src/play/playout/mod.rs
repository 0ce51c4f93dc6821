//! Playouts: many games in sequence, without a history, for statistics and searches.

mod branch;
mod paired;
mod profile;
mod regions;
mod turn;

use std::sync::Arc;

use ludex_grammar::span::Span;

use super::session::{Standings, begun, ended_at, endless, statistics};
use super::{Amount, ApplyError, Fault, Game, Setup};
use crate::belief::{Beliefs, Believer};
use crate::exec::{self, Machine, NoObserver, Observer, Opening, Workspace};
use crate::program::Program;
use crate::state::{State, Status, Streams};
use ludex_check::ids::Seat;

pub use branch::Branch;
pub use profile::{Profile, ProfileLine};
pub use regions::{Region, RegionKind, Trace};
pub use turn::{Chooser, Turn};

/// Default maximum number of decisions in a game.
const MAX_DECISIONS: u64 = 1_000_000;

/// Plays one game after another without allocating, from the beginning or from a position.
///
/// ```
/// # let text = "format: 1\ngame: { id: luck, players: 2 }\nstate: { player: { n: int for game } }\nscore: { total: player.n }
/// # phases: { turn: { each: player, do: \"let n = me chooses number in 1..3 as size\\nset me.n = n\" } }\n";
/// # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())]).into_ruleset()?.setup(2, &[])?;
/// let mut playout = ludex::Playout::new(&setup);
/// let mut wins = [0, 0];
/// for seed in 0..100 {
///     for seat in playout.random(seed)?.winners() {
///         wins[seat.index()] += 1;
///     }
/// }
/// assert!(wins[0] + wins[1] >= 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Playout {
    setup: Setup,
    /// The position in which each game begins, if not with the set-up.
    start: Option<Start>,
    /// The opening of games that begin with the set-up, once it has been computed.
    opening: Option<Option<Opening>>,
    state: State,
    work: Workspace,
    standings: Standings,
    end: GameEnd,
    limit: u64,
}

/// A position from which games begin.
#[derive(Debug)]
struct Start {
    state: State,
    /// The fault in that position, if a rule failed there.
    fault: Option<exec::Fault>,
}

/// Result of a game of a [`Playout`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameEnd {
    decisions: u64,
    scores: Vec<Amount>,
    winners: Vec<Seat>,
    phases: Vec<i64>,
    ended_at: Option<Span>,
}

impl GameEnd {
    /// Returns the number of decisions with two or more options since the start of the game.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns a player's score, or `None` if there is no such seat.
    pub fn score(&self, seat: Seat) -> Option<Amount> {
        self.scores.get(seat.index()).copied()
    }

    /// Returns the scores by seat.
    pub fn scores(&self) -> &[Amount] {
        &self.scores
    }

    /// Returns the winners, in seat order.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.winners.iter().copied()
    }

    /// Returns the number of times each phase began since the set-up, in the order of the ruleset.
    /// Independent of variables that are reset with a phase.
    pub fn phases(&self) -> &[i64] {
        &self.phases
    }

    /// Returns the source location of the statement that ended the game, or `None` if it ended after its last
    /// phase.
    pub fn ended_at(&self) -> Option<Span> {
        self.ended_at
    }
}

/// Reason why a game stopped before its end.
enum Stopped {
    Fault(exec::Fault),
    /// The caller's choice is not an option.
    NoSuchOption,
}

impl From<exec::Fault> for Stopped {
    fn from(fault: exec::Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<&Game> for Playout {
    /// Creates a playout whose games begin in the position of this game; see [`Playout::start_from`].
    fn from(game: &Game) -> Self {
        let mut playout = Self::new(game.setup());
        playout.start_from(game);
        playout
    }
}

impl Playout {
    /// Creates a playout whose games begin with the set-up.
    pub fn new(setup: &Setup) -> Self {
        let program = setup.program();
        let mut state = State::new(program, 0);
        state.streams = setup.roles.as_ref().map(|roles| Box::new(Streams::new(0, roles)));
        Self {
            start: None,
            opening: None,
            state,
            work: Workspace::default(),
            standings: Standings::default(),
            end: GameEnd::default(),
            limit: MAX_DECISIONS,
            setup: setup.clone(),
        }
    }

    /// Sets the maximum number of decisions in a game; a longer game is a fault. The default is one million.
    pub fn limit(self, decisions: u64) -> Self {
        Self { limit: decisions, ..self }
    }

    /// Returns the current position.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Makes each later game begin in the position of this game, and with its setup. The position includes
    /// hidden information, so a caller that plays for a seat must pass a determinization
    /// ([`Game::determinize`]). Random events depend on the seed of each playout, not on the game.
    pub fn start_from(&mut self, game: &Game) {
        if !Arc::ptr_eq(self.setup.program(), game.setup.program()) {
            *self = Self::new(&game.setup).limit(self.limit);
        }
        let fault = game.fault;
        match &mut self.start {
            Some(start) => {
                start.state.clone_from(&game.state);
                start.fault = fault;
            }
            None => self.start = Some(Start { state: game.state.clone(), fault }),
        }
    }

    /// Makes each later game begin with the set-up.
    pub fn start_over(&mut self) {
        self.start = None;
    }

    /// Plays a game with random choices, see [`Turn::draw`]. The seed determines chance and choices, which
    /// use two generators. The next game overwrites the result.
    ///
    /// # Errors
    /// The fault of a rule that failed, with its source location.
    pub fn random(&mut self, seed: u64) -> Result<&GameEnd, Fault> {
        let from = self.start.as_ref().map_or(&self.state, |start| &start.state);
        if let Some(streams) = from.streams.clone() {
            return self.in_step(seed, *streams, &mut |_, _| {});
        }
        let mut choices = Chooser::new(seed);
        let run = self.run(seed, &mut NoObserver, |turn| turn.draw(&mut choices));
        self.ended(run)
    }

    /// Plays a game with random choices, like [`Playout::random`] with chance in streams
    /// ([`Setup::in_streams`]), but excludes some options. At each decision, `leave_out` adds the indices of
    /// excluded options to a list. If it excludes all options, none is excluded. So two games of one seed
    /// stay in step until an excluded option would have been chosen.
    ///
    /// # Errors
    /// The fault of a rule that failed, with its source location.
    pub fn restricted(
        &mut self,
        seed: u64,
        mut leave_out: impl FnMut(Turn<'_>, &mut Vec<usize>),
    ) -> Result<&GameEnd, Fault> {
        let from = self.start.as_ref().map_or(&self.state, |start| &start.state);
        let streams = from.streams.as_deref().cloned().unwrap_or_else(|| Streams::new(0, &Arc::from([])));
        self.in_step(seed, streams, &mut leave_out)
    }

    #[cold]
    fn in_step(
        &mut self,
        seed: u64,
        mut streams: Streams,
        leave_out: &mut dyn FnMut(Turn<'_>, &mut Vec<usize>),
    ) -> Result<&GameEnd, Fault> {
        streams.restart(turn::apart(seed));
        let (mut choices, mut out) = (paired::Chooser::new(streams), Vec::new());
        let run = self.run(seed, &mut NoObserver, |turn| {
            out.clear();
            leave_out(turn, &mut out);
            choices.choose(turn, &out)
        });
        self.ended(run)
    }

    /// Plays a game with choices from `choose`, which returns the index of an option for each decision. The
    /// seed determines chance.
    ///
    /// # Errors
    /// The fault of a rule that failed, or an index without an option.
    pub fn play(
        &mut self,
        seed: u64,
        mut choose: impl FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError> {
        self.asking(seed, None, &mut choose)
    }

    /// Plays like [`Playout::play`], and records the game's coverage in a trace of this setup.
    ///
    /// # Errors
    /// The fault of a rule that failed, or an index without an option.
    pub fn traced(
        &mut self,
        seed: u64,
        trace: &mut Trace,
        mut choose: impl FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError> {
        self.asking(seed, Some(trace), &mut choose)
    }

    /// Plays like [`Playout::play`], and follows the beliefs of all seats.
    pub(crate) fn believing(
        &mut self,
        seed: u64,
        choose: &mut dyn FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError> {
        let program = Arc::clone(self.setup.program());
        let mut beliefs = Beliefs::new(&program);
        let mut observer = Believer { layout: &program.layout, beliefs: &mut beliefs };
        let run = self.run_with(seed, &mut observer, |believer| Some(believer.beliefs), choose);
        self.applied(run)
    }

    /// Plays with choices of a caller. Compiled once, so that callers do not instantiate the machine.
    fn asking(
        &mut self,
        seed: u64,
        trace: Option<&mut Trace>,
        choose: &mut dyn FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError> {
        let run = match trace {
            Some(trace) => self.run(seed, trace, choose),
            None => self.run(seed, &mut NoObserver, choose),
        };
        self.applied(run)
    }

    /// Computes the statistics of the ruleset ([`Rules::statistics`](super::rules::Rules::statistics)) for
    /// the last game: all of them for each player in turn. Writes them to a reusable list.
    ///
    /// # Errors
    /// The fault of a statistic that cannot be computed, with its source location.
    pub fn statistics(&mut self, into: &mut Vec<Amount>) -> Result<(), Fault> {
        statistics(self.setup.program(), &mut self.state, &mut self.work, into)
            .map_err(|fault| self.setup.ruleset.fault(fault))
    }

    fn applied(&self, run: Result<(), Stopped>) -> Result<&GameEnd, ApplyError> {
        match run {
            Ok(()) => Ok(&self.end),
            Err(Stopped::NoSuchOption) => Err(ApplyError::NoSuchOption),
            Err(Stopped::Fault(fault)) => Err(ApplyError::Fault(self.setup.ruleset.fault(fault))),
        }
    }

    /// Returns the result of a game whose choices are all valid options.
    fn ended(&self, run: Result<(), Stopped>) -> Result<&GameEnd, Fault> {
        match run {
            Ok(()) | Err(Stopped::NoSuchOption) => Ok(&self.end),
            Err(Stopped::Fault(fault)) => Err(self.setup.ruleset.fault(fault)),
        }
    }

    /// Sets up the position in which a game begins. The seed determines later random events.
    fn begin<O: Observer>(&mut self, seed: u64, observer: &mut O) -> Result<(), exec::Fault> {
        let program = self.setup.program();
        if let Some(start) = &self.start {
            self.state.clone_from(&start.state);
            self.state.reseed(seed);
            return start.fault.map_or(Ok(()), Err);
        }
        let plain = !O::TRACES_INSTRUCTIONS && !O::WATCHES && self.state.streams.is_none();
        let opening = self.opening.get_or_insert_with(|| opening(program));
        if let Some(opening) = opening.as_ref().filter(|_| plain) {
            self.state.clone_from(&opening.state);
            self.state.reseed(seed);
            return Machine::new(program, &mut self.state, &mut self.work, observer).go_on(opening);
        }
        self.state.restart(program, seed);
        Machine::new(program, &mut self.state, &mut self.work, observer).start()
    }

    fn run(
        &mut self,
        seed: u64,
        observer: &mut impl Observer,
        choose: impl FnMut(Turn<'_>) -> usize,
    ) -> Result<(), Stopped> {
        self.run_with(seed, observer, |_| None, choose)
    }

    /// Plays a game. `beliefs` returns the beliefs of the seats, if the observer follows them.
    fn run_with<O: Observer>(
        &mut self,
        seed: u64,
        observer: &mut O,
        beliefs: impl Fn(&O) -> Option<&Beliefs>,
        mut choose: impl FnMut(Turn<'_>) -> usize,
    ) -> Result<(), Stopped> {
        let (mut decisions, mut asked) = (0, 0);
        self.begin(seed, observer)?;
        let program = self.setup.program();
        let mut machine = Machine::new(program, &mut self.state, &mut self.work, observer);
        while let Status::Waiting { player, .. } = machine.state().status() {
            let state = machine.state();
            let options = state.options().len();
            decisions += u64::from(options > 1);
            let option = choose(Turn { program, state, seat: player, beliefs: beliefs(machine.observer()) });
            if option >= options {
                return Err(Stopped::NoSuchOption);
            }
            asked += 1;
            if asked > self.limit {
                return Err(endless(program, machine.state()).into());
            }
            machine.choose(option)?;
        }
        self.count(decisions)?;
        Ok(())
    }

    fn count(&mut self, decisions: u64) -> Result<(), exec::Fault> {
        let program = self.setup.program();
        self.standings.count(program, &mut self.state, &mut self.work)?;
        let (end, players) = (&mut self.end, program.players);
        end.decisions = decisions;
        end.scores.clear();
        end.scores.extend((0..players).map(|p| self.setup.points(i64::from(self.standings.score(p)))));
        end.winners.clear();
        end.winners.extend(self.standings.winners().map(Seat));
        end.phases.clear();
        end.phases.extend(begun(program, &self.state));
        end.ended_at = ended_at(program, &self.state);
        Ok(())
    }
}

fn opening(program: &Program) -> Option<Opening> {
    program.copies_opening.then(|| Opening::compute(program)).flatten()
}
