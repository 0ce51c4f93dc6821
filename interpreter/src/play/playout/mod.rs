//! Many games, one after another, without a history: for statistics and for searches.

mod branch;
mod paired;
mod profile;
mod regions;
mod turn;

use std::sync::Arc;

use ludex_grammar::span::Span;

use super::session::{Standings, begun, ended_at, endless, statistics};
use super::{Amount, ApplyError, Fault, Game, Setup};
use crate::exec::{self, Machine, Nobody, Observer, Opening, Workspace};
use crate::ids::Seat;
use crate::program::Program;
use crate::state::{State, Status, Streams};

pub use branch::Branch;
pub use profile::{Profile, ProfileLine};
pub use regions::{Region, RegionKind, Trace};
pub use turn::{Chooser, Turn};

/// Decisions in one game, at most.
const MAX_DECISIONS: u64 = 1_000_000;

/// A place to play one game after another without allocating, from the beginning or from a position.
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
    /// Where each game begins, if not with the set-up.
    start: Option<Start>,
    /// What every game that begins with the set-up begins with, once it was looked for.
    opening: Option<Option<Opening>>,
    state: State,
    work: Workspace,
    standings: Standings,
    end: GameEnd,
    limit: u64,
}

/// A position to play on from.
#[derive(Debug)]
struct Start {
    state: State,
    /// The rule that failed there.
    fault: Option<exec::Fault>,
}

/// How a game of a [`Playout`] ended.
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
    /// Decisions with two or more options, from where the game began.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// A player's score; nothing if there is no such seat.
    pub fn score(&self, seat: Seat) -> Option<Amount> {
        self.scores.get(seat.index()).copied()
    }

    /// The scores by seat.
    pub fn scores(&self) -> &[Amount] {
        &self.scores
    }

    /// Those who won, in seat order.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.winners.iter().copied()
    }

    /// How often each phase was begun, in the order of the ruleset, since the set-up; a variable that ends with a phase does not change that.
    pub fn phases(&self) -> &[i64] {
        &self.phases
    }

    /// Where the statement stands that ended it; nothing if its phases were over.
    pub fn ended_at(&self) -> Option<Span> {
        self.ended_at
    }
}

/// What stops a game before its end.
enum Stopped {
    Fault(exec::Fault),
    /// Who chose named no option.
    NoSuchOption,
}

impl From<exec::Fault> for Stopped {
    fn from(fault: exec::Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<&Game> for Playout {
    /// Each game begins in the position of this one; see [`Playout::start_from`].
    fn from(game: &Game) -> Self {
        let mut playout = Self::new(game.setup());
        playout.start_from(game);
        playout
    }
}

impl Playout {
    /// Each game begins with the set-up.
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

    /// At most so many decisions in a game; a longer one is a fault. Without this it is a million.
    pub fn limit(self, decisions: u64) -> Self {
        Self { limit: decisions, ..self }
    }

    /// The position as it stands.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// From now on each game begins in the position of this one, and is of its setup. What a seat can't know is there as it is: whoever plays for a seat takes one that was dealt anew ([`Game::redealt`]). What chance brings is the seed's, not the game's.
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

    /// From now on each game begins with the set-up.
    pub fn start_over(&mut self) {
        self.start = None;
    }

    /// Plays a game with random choices, see [`Turn::draw`]; the seed decides chance and choices, which come from two generators. What is returned is
    /// overwritten by the next game.
    ///
    /// # Errors
    /// A rule that failed, with its place.
    pub fn random(&mut self, seed: u64) -> Result<&GameEnd, Fault> {
        let from = self.start.as_ref().map_or(&self.state, |start| &start.state);
        if let Some(streams) = from.streams.clone() {
            return self.in_step(seed, *streams, &mut |_, _| {});
        }
        let mut choices = Chooser::new(seed);
        let run = self.run(seed, &mut Nobody, |turn| turn.draw(&mut choices));
        self.ended(run)
    }

    /// Plays a game with random choices, as [`Playout::random`] does with chance in streams ([`Setup::in_streams`]), of which some options are left out: at each decision the
    /// numbers of those that may not be taken are put into a list. Where these are all options of a decision, none is left out. So two games of
    /// one seed stay in step as long as nothing is left out that would have been taken.
    ///
    /// # Errors
    /// A rule that failed, with its place.
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
        let run = self.run(seed, &mut Nobody, |turn| {
            out.clear();
            leave_out(turn, &mut out);
            choices.choose(turn, &out)
        });
        self.ended(run)
    }

    /// Plays a game with the choices of somebody who is asked at each decision for the number of an option; the seed decides chance.
    ///
    /// # Errors
    /// A rule that failed, or a number that no option has.
    pub fn play(
        &mut self,
        seed: u64,
        mut choose: impl FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError> {
        self.asking(seed, None, &mut choose)
    }

    /// Plays as [`Playout::play`] does, and tells a trace of this setup what the game runs.
    ///
    /// # Errors
    /// A rule that failed, or a number that no option has.
    pub fn traced(
        &mut self,
        seed: u64,
        trace: &mut Trace,
        mut choose: impl FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError> {
        self.asking(seed, Some(trace), &mut choose)
    }

    /// Plays with choices of a caller. This is compiled once: the machine must not be part of every caller.
    fn asking(
        &mut self,
        seed: u64,
        trace: Option<&mut Trace>,
        choose: &mut dyn FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError> {
        let run = match trace {
            Some(trace) => self.run(seed, trace, choose),
            None => self.run(seed, &mut Nobody, choose),
        };
        self.applied(run)
    }

    /// The statistics of the ruleset ([`Rules::statistics`](super::rules::Rules::statistics)) for the game that ended last: of each player all of
    /// them. They are put into a list that is used again.
    ///
    /// # Errors
    /// One that can't be computed, with its place.
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

    /// How a game ended whose choices are all options.
    fn ended(&self, run: Result<(), Stopped>) -> Result<&GameEnd, Fault> {
        match run {
            Ok(()) | Err(Stopped::NoSuchOption) => Ok(&self.end),
            Err(Stopped::Fault(fault)) => Err(self.setup.ruleset.fault(fault)),
        }
    }

    /// The position in which a game begins; the chance that follows is the seed's.
    fn begin<O: Observer>(&mut self, seed: u64, observer: &mut O) -> Result<(), exec::Fault> {
        let program = self.setup.program();
        if let Some(start) = &self.start {
            self.state.clone_from(&start.state);
            self.state.reseed(seed);
            return start.fault.map_or(Ok(()), Err);
        }
        let plain = !O::FOLLOWS && self.state.streams.is_none();
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
            let option = choose(Turn { program, state, seat: player });
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
    program.copies_opening.then(|| Opening::of(program)).flatten()
}
