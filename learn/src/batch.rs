//! Batches: many games of one setup that advance together, for training outside of Rust.
//!
//! Each step answers the pending decision of every game and writes the next observations into arrays of the caller.
//! Decisions with one option are taken without asking. A game that ends is replaced by the next one in the same step.
//! Game `n` of place `i` has the same seed on every machine and with any number of threads.

use ludex::{Chooser, FaultKind, Playout, Seat, Setup, for_each_parallel, on_threads};
use ludex_lab::{Objective, splitmix64};
use ludex_run::belief::{Beliefs, Believer};
use ludex_run::exec::{Fault, Machine, NoObserver, Opening, Workspace};
use ludex_run::play::{Memory, SetupInternals, Standings};
use ludex_run::program::Program;
use ludex_run::state::{State, Status};

use crate::{Encoder, Encoding, Feature, SameKey};

/// Maximum number of decisions of a game, by default.
pub const MOST_DECISIONS: u64 = 4_000;
/// Number of random games whose decisions determine the default width.
const SAMPLED_GAMES: u64 = 200;
/// Number by which a score with decimals is divided.
const THOUSANDTHS: f32 = 1_000.0;
/// Maximum number of games that end before a decision, one after another.
const EMPTY_GAMES: u64 = 1_000;

/// Request for a batch.
#[derive(Debug, Clone, Copy)]
pub struct BatchPlan<'a> {
    /// Game with its number of players and options.
    pub setup: &'a Setup,
    /// Number of games that advance together.
    pub games: usize,
    /// Random seed, which determines the seeds of all games.
    pub seed: u64,
    /// Maximum number of options that a mask can show; by default half as many again as in sampled games.
    pub width: Option<usize>,
    /// True if observations are encoded; otherwise they have no features.
    pub encodes: bool,
    /// The reward at the end of a game.
    pub objective: Objective,
    /// Maximum number of decisions of a game.
    pub most_decisions: u64,
    /// Maximum number of threads of a step.
    pub threads: usize,
}

/// Games that advance together.
#[derive(Debug)]
pub struct Batch {
    table: Table,
    places: Vec<Place>,
    tools: Vec<Tools>,
    seed: u64,
}

/// Arrays of a batch, in row-major order with a row for each game.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// Features of the position as observed by the acting player.
    pub observations: &'a mut [f32],
    /// 1 for each option that can be chosen, by index.
    pub masks: &'a mut [i8],
    /// The acting player.
    pub seats: &'a mut [i64],
    /// Reward of each player for the last step; 0 unless a game ended.
    pub rewards: &'a mut [f32],
    /// True if a game ended by its rules in the last step.
    pub terminated: &'a mut [bool],
    /// True if a game was stopped in the last step because it had too many decisions.
    pub truncated: &'a mut [bool],
}

/// Reason why a batch can't continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchError {
    /// An action is not an option of its game. No game has advanced.
    NoSuchOption {
        /// Index of the game.
        game: usize,
        /// The action, as given.
        action: i64,
        /// Number of options that can be chosen.
        options: usize,
    },
    /// A rule failed in the game with this seed. That game was replaced, and all others have advanced.
    Fault {
        /// Seed of the game.
        seed: u64,
        /// Reason of the failure.
        kind: FaultKind,
    },
    /// Games end without a decision.
    NoDecision,
}

impl std::fmt::Display for BatchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchOption { game, action, options } => {
                write!(f, "game {game} has no option {action}: its decision has {options} options, from 0")
            }
            Self::Fault { seed, kind } => {
                write!(f, "a rule failed in the game with the seed {seed}: {}", kind.message())
            }
            Self::NoDecision => f.write_str("games of this ruleset end without a decision"),
        }
    }
}

impl std::error::Error for BatchError {}

/// The part of a batch that all games share.
#[derive(Debug)]
struct Table {
    setup: Setup,
    encoder: Option<Encoder>,
    opening: Option<Opening>,
    width: usize,
    objective: Objective,
    most_decisions: u64,
}

/// A game of a batch.
#[derive(Debug)]
struct Place {
    state: State,
    memory: Memory,
    /// Beliefs of all seats, if features need them.
    beliefs: Option<Beliefs>,
    /// Features that are in the array.
    shown: Vec<Feature>,
    /// Seed of the place, and number of its games.
    seed: u64,
    games: u64,
    decisions: u64,
}

/// Buffers of a thread.
#[derive(Debug, Default)]
struct Tools {
    work: Workspace,
    standings: Standings,
    encoding: Encoding,
    error: Option<BatchError>,
}

/// Games of a thread, with their rows of the arrays.
struct Part<'a> {
    places: &'a mut [Place],
    tools: &'a mut Tools,
    actions: &'a [i64],
    arrays: Arrays<'a>,
}

impl Batch {
    /// Creates a batch. Call [`reset`](Self::reset) before the first step.
    ///
    /// # Errors
    ///
    /// Two features of the ruleset have the same key.
    pub fn new(plan: &BatchPlan<'_>) -> Result<Self, SameKey> {
        let program = plan.setup.program();
        let table = Table {
            encoder: plan.encodes.then(|| Encoder::new(plan.setup)).transpose()?,
            opening: program.copies_opening.then(|| Opening::compute(program)).flatten(),
            width: plan.width.unwrap_or_else(|| usual_width(plan.setup)),
            objective: plan.objective,
            most_decisions: plan.most_decisions,
            setup: plan.setup.clone(),
        };
        let threads = plan.threads.clamp(1, plan.games.max(1));
        let tools = (0..threads).map(|_| Tools::default()).collect();
        let believes = table.encoder.as_ref().is_some_and(Encoder::uses_beliefs);
        let places = (0..plan.games).map(|_| Place::new(program, believes)).collect();
        Ok(Self { table, places, tools, seed: plan.seed })
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.places.len()
    }

    /// Number of features of an observation.
    pub fn features(&self) -> usize {
        self.table.features()
    }

    /// Number of options that a mask can show.
    pub fn width(&self) -> usize {
        self.table.width
    }

    /// Number of players of each game.
    pub fn players(&self) -> usize {
        usize::from(self.table.setup.players())
    }

    /// Returns the seeds of the current games. A game of the library with the same seed has the same chance.
    pub fn seeds(&self) -> impl Iterator<Item = u64> + '_ {
        self.places.iter().map(Place::game_seed)
    }

    /// Returns the number of options of the pending decision of a game.
    pub fn options(&self, game: usize) -> usize {
        self.places.get(game).map_or(0, |place| place.state.options().len())
    }

    /// Computes the features of each option that can be chosen, one game after another.
    pub fn option_features(&mut self) -> impl Iterator<Item = &[Feature]> {
        let (table, threads, each) = (&self.table, self.tools.len(), self.games_of_thread());
        let parts = self.places.chunks(each).zip(&mut self.tools).collect();
        for_each_parallel(&on_threads(threads), parts, |(places, tools): (&[Place], &mut Tools)| {
            tools.encoding.clear();
            places.iter().for_each(|place| table.add_options(place, &mut tools.encoding));
        });
        self.tools.iter().flat_map(|tools| tools.encoding.options())
    }

    /// Returns the maximum number of games of a thread.
    fn games_of_thread(&self) -> usize {
        self.places.len().div_ceil(self.tools.len()).max(1)
    }

    /// Restarts all games, with the seed of the plan or another one.
    ///
    /// # Errors
    ///
    /// A rule failed, or games end without a decision.
    pub fn reset(&mut self, seed: Option<u64>, arrays: Arrays<'_>) -> Result<(), BatchError> {
        self.seed = seed.unwrap_or(self.seed);
        for (i, place) in (0..).zip(&mut self.places) {
            (place.seed, place.games) = (splitmix64(self.seed, i), 0);
        }
        self.each(&[], arrays, |table, place, tools, (_, row)| {
            row.clear();
            table.begin(place, tools)
        })
    }

    /// Answers the pending decision of each game with the index of an option.
    ///
    /// # Errors
    ///
    /// An action is not an option, a rule failed, or games end without a decision.
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), BatchError> {
        for (game, (place, action)) in self.places.iter().zip(actions).enumerate() {
            let options = place.state.options().len().min(self.table.width);
            if usize::try_from(*action).is_ok_and(|action| action < options) {
                continue;
            }
            return Err(BatchError::NoSuchOption { game, action: *action, options });
        }
        self.each(actions, arrays, |table, place, tools, (action, row)| {
            row.clear();
            table.advance(place, action as usize, tools, row)
        })
    }

    /// Calls `run` for each game, and shows its position. Returns the first error.
    fn each(
        &mut self,
        actions: &[i64],
        arrays: Arrays<'_>,
        run: impl Fn(&Table, &mut Place, &mut Tools, (i64, &mut Row<'_>)) -> Result<(), BatchError> + Sync,
    ) -> Result<(), BatchError> {
        let (threads, each) = (self.tools.len(), self.games_of_thread());
        let sizes = [self.features(), self.width(), self.players()];
        let table = &self.table;
        let mut parts = Vec::with_capacity(threads);
        let (mut actions, mut arrays) = (actions, arrays);
        for (places, tools) in self.places.chunks_mut(each).zip(&mut self.tools) {
            let (head, rest) = actions.split_at(places.len().min(actions.len()));
            let (own, others) = arrays.split(places.len(), sizes);
            parts.push(Part { places, tools, actions: head, arrays: own });
            (actions, arrays) = (rest, others);
        }
        for_each_parallel(&on_threads(threads), parts, |part: Part<'_>| {
            let Part { places, tools, actions, mut arrays } = part;
            tools.error = None;
            for (i, place) in places.iter_mut().enumerate() {
                let mut row = arrays.row(i, sizes);
                let action = actions.get(i).copied().unwrap_or(0);
                if let Err(error) = run(table, place, tools, (action, &mut row)) {
                    tools.error.get_or_insert(error);
                }
                table.show(place, tools, &mut row);
            }
        });
        self.tools.iter().find_map(|tools| tools.error).map_or(Ok(()), Err)
    }
}

impl<'a> Arrays<'a> {
    /// Splits after a number of games. `sizes` are the numbers of features, options and players.
    fn split(self, games: usize, [features, width, players]: [usize; 3]) -> (Self, Self) {
        let (observations, observations_after) = self.observations.split_at_mut(games * features);
        let (masks, masks_after) = self.masks.split_at_mut(games * width);
        let (seats, seats_after) = self.seats.split_at_mut(games);
        let (rewards, rewards_after) = self.rewards.split_at_mut(games * players);
        let (terminated, terminated_after) = self.terminated.split_at_mut(games);
        let (truncated, truncated_after) = self.truncated.split_at_mut(games);
        (
            Arrays { observations, masks, seats, rewards, terminated, truncated },
            Arrays {
                observations: observations_after,
                masks: masks_after,
                seats: seats_after,
                rewards: rewards_after,
                terminated: terminated_after,
                truncated: truncated_after,
            },
        )
    }

    fn row(&mut self, i: usize, [features, width, players]: [usize; 3]) -> Row<'_> {
        Row {
            observation: &mut self.observations[i * features..(i + 1) * features],
            mask: &mut self.masks[i * width..(i + 1) * width],
            seat: &mut self.seats[i],
            rewards: &mut self.rewards[i * players..(i + 1) * players],
            terminated: &mut self.terminated[i],
            truncated: &mut self.truncated[i],
        }
    }
}

/// The row of a game in the arrays.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    seat: &'a mut i64,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

impl Row<'_> {
    /// Removes the result of the step before.
    fn clear(&mut self) {
        self.rewards.fill(0.0);
        (*self.terminated, *self.truncated) = (false, false);
    }
}

impl Place {
    fn new(program: &Program, believes: bool) -> Self {
        Self {
            state: State::new(program, 0),
            memory: Memory::default(),
            beliefs: believes.then(|| Beliefs::new(program)),
            shown: Vec::new(),
            seed: 0,
            games: 0,
            decisions: 0,
        }
    }

    /// Returns the seed of the current game.
    fn game_seed(&self) -> u64 {
        splitmix64(self.seed, self.games)
    }

    fn is_waiting(&self) -> bool {
        matches!(self.state.status(), Status::Waiting { .. })
    }
}

impl Table {
    fn features(&self) -> usize {
        self.encoder.as_ref().map_or(0, |encoder| encoder.keys().len())
    }

    /// Starts the current game of a place, or the first one after it that has a decision.
    fn begin(&self, place: &mut Place, tools: &mut Tools) -> Result<(), BatchError> {
        for _ in 0..EMPTY_GAMES {
            place.decisions = 0;
            place.memory.clear();
            let begun = self.set_up(place, tools).and_then(|()| self.take_forced(place, tools));
            begun.map_err(|fault| fault_of(place, fault))?;
            if place.is_waiting() {
                return Ok(());
            }
            place.games += 1;
        }
        Err(BatchError::NoDecision)
    }

    fn set_up(&self, place: &mut Place, tools: &mut Tools) -> Result<(), Fault> {
        let (program, seed) = (self.setup.program(), place.game_seed());
        let mut nobody = NoObserver;
        if let Some(beliefs) = &mut place.beliefs {
            *beliefs = Beliefs::new(program);
            place.state.restart(program, seed);
            let mut believer = Believer { layout: &program.layout, beliefs };
            return Machine::new(program, &mut place.state, &mut tools.work, &mut believer).start();
        }
        let Some(opening) = &self.opening else {
            place.state.restart(program, seed);
            return Machine::new(program, &mut place.state, &mut tools.work, &mut nobody).start();
        };
        place.state.clone_from(&opening.state);
        place.state.reseed(seed);
        Machine::new(program, &mut place.state, &mut tools.work, &mut nobody).go_on(opening)
    }

    /// Takes an option, then all forced ones. At the end of a game, writes its result and starts the next one.
    fn advance(
        &self,
        place: &mut Place,
        option: usize,
        tools: &mut Tools,
        row: &mut Row<'_>,
    ) -> Result<(), BatchError> {
        place.decisions += 1;
        let taken = self.take(place, option, tools).and_then(|()| self.take_forced(place, tools));
        *row.truncated = taken.is_ok() && place.is_waiting() && place.decisions >= self.most_decisions;
        if taken.is_ok() && place.is_waiting() && !*row.truncated {
            return Ok(());
        }
        let ended = taken.and_then(|()| if *row.truncated { Ok(()) } else { self.reward(place, tools, row) });
        let ended = ended.map_err(|fault| fault_of(place, fault));
        *row.terminated = !*row.truncated;
        place.games += 1;
        ended.and(self.begin(place, tools))
    }

    fn take(&self, place: &mut Place, option: usize, tools: &mut Tools) -> Result<(), Fault> {
        if let Some(encoder) = &self.encoder {
            encoder.note_state(&place.state, option, &mut place.memory);
        }
        let (program, mut nobody) = (self.setup.program(), NoObserver);
        if let Some(beliefs) = &mut place.beliefs {
            let mut believer = Believer { layout: &program.layout, beliefs };
            return Machine::new(program, &mut place.state, &mut tools.work, &mut believer).choose(option);
        }
        Machine::new(program, &mut place.state, &mut tools.work, &mut nobody).choose(option)
    }

    fn take_forced(&self, place: &mut Place, tools: &mut Tools) -> Result<(), Fault> {
        while place.is_waiting() && place.state.options().len() == 1 {
            self.take(place, 0, tools)?;
        }
        Ok(())
    }

    /// Writes the reward of each player for a finished game.
    fn reward(&self, place: &mut Place, tools: &mut Tools, row: &mut Row<'_>) -> Result<(), Fault> {
        let Tools { work, standings, .. } = tools;
        standings.count(self.setup.program(), &mut place.state, work)?;
        match self.objective {
            Objective::Win => {
                let sharing = self.setup.rules().sharing(standings.winners().map(Seat));
                standings
                    .winners()
                    .for_each(|winner| row.rewards[usize::from(winner)] = 1.0 / sharing as f32);
            }
            Objective::Score => {
                let unit = if self.setup.has_decimal_score() { THOUSANDTHS } else { 1.0 };
                for (player, reward) in (0..).zip(row.rewards.iter_mut()) {
                    *reward = standings.worth(player) as f32 / unit;
                }
            }
        }
        Ok(())
    }

    /// Writes the position of a place into its row.
    fn show(&self, place: &mut Place, tools: &mut Tools, row: &mut Row<'_>) {
        let Status::Waiting { player, .. } = place.state.status() else { return };
        *row.seat = i64::from(player);
        let options = place.state.options().len().min(self.width);
        row.mask[..options].fill(1);
        row.mask[options..].fill(0);
        let Some(encoder) = &self.encoder else { return };
        let Place { state, beliefs, memory, .. } = &*place;
        encoder.encode_without_options(state, beliefs.as_ref(), memory, &mut tools.encoding);
        place.shown.iter().for_each(|(feature, _)| row.observation[*feature as usize] = 0.0);
        place.shown.clear();
        place.shown.extend(tools.encoding.position());
        for (feature, value) in &place.shown {
            row.observation[*feature as usize] = f32::from(*value) / UNIT;
        }
    }

    /// Adds the features of the options of a place that can be chosen.
    fn add_options(&self, place: &Place, into: &mut Encoding) {
        let Place { state, beliefs, memory, .. } = place;
        if let Some(encoder) = &self.encoder {
            encoder.add_options((state, self.width), beliefs.as_ref(), memory, into);
        }
    }
}

/// Number by which the value of a [`Feature`] is divided in an array.
pub const UNIT: f32 = crate::features::ONE as f32;

fn fault_of(place: &Place, fault: Fault) -> BatchError {
    BatchError::Fault { seed: place.game_seed(), kind: fault.kind }
}

/// Returns a width for most decisions: half as many again as the most options of sampled games, in steps of eight.
pub fn usual_width(setup: &Setup) -> usize {
    let (mut playout, mut most) = (Playout::new(setup).limit(MOST_DECISIONS), 1);
    for seed in 0..SAMPLED_GAMES {
        let mut chooser = Chooser::new(seed);
        // a failed game has shown its decisions
        let _ = playout.play(seed, |turn| {
            most = most.max(turn.options());
            turn.draw(&mut chooser)
        });
    }
    (most + most / 2).next_multiple_of(8)
}
