//! Encoder: features of a position and of the options of a decision, for any ruleset.
//!
//! A feature (row) has a key, which is a hash of its name, and a value in 64ths. Features that are not listed
//! are 0. No feature depends on information hidden from the seat ([`look`]). Locals of running effects are
//! never read, but the seat's own last picks are remembered ([`Memory`]).

mod comparisons;
mod computed;
pub mod keys;
mod options;
mod outlook;
mod seat_observation;
mod traits;
mod values;
mod variables;
mod what;
mod zones;

use std::sync::Arc;

use comparisons::ComparedCards;
use computed::{Computed, ObservedPosition};
use keys::{Keys, Name, Number, Sum};
use ludex::{Perspective, Seat, Setup, Turn};
use ludex_run::belief::Beliefs;
use ludex_run::play::{Memory, PerspectiveInternals, Pick, SetupInternals, TurnInternals};
use ludex_run::program::{ChoiceId, Program};
use ludex_run::state::{State, Status};
use options::{Options, Tables};
use outlook::{DecisionOutlook, OutlookFeatures};
use seat_observation::SeatObservation;
use traits::Traits;
use variables::Variables;
use what::Picks;
use zones::Zones;

/// Version of the encoding. Weights trained with another version are invalid.
pub const ENCODER_VERSION: u16 = 1;

/// Features of a setup.
#[derive(Debug)]
pub struct Encoder {
    program: Arc<Program>,
    keys: Vec<u64>,
    traits: Traits,
    zones: Zones,
    variables: Variables,
    computed: Computed,
    phases: Vec<Number>,
    /// First feature of the active player, by relation.
    active: u32,
    /// The pending decision.
    asked: Picks,
    /// The seat's own picks: directly before this decision, or earlier.
    just: Picks,
    before: Picks,
    /// Last picks of the other players, by relation.
    others: Vec<Picks>,
    options: Options,
    /// Present if the game has hands that are hidden from their holders.
    outlook: Option<OutlookFeatures>,
}

/// Error: two features have the same key, so weights can't distinguish them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SameKey;

impl std::fmt::Display for SameKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("two features of the ruleset have the same key, so it can't be used for training")
    }
}

impl std::error::Error for SameKey {}

/// Index of a feature and its value in 64ths.
pub type Feature = (u32, i16);

/// Value of a binary feature.
pub(crate) const ONE: i16 = keys::ONE as i16;

/// Features of a decision, and buffers for computing them.
#[derive(Debug, Clone, Default)]
pub struct Encoding {
    /// Features of the position.
    position: Vec<Feature>,
    /// Features of the options, one after another.
    options: Vec<Feature>,
    ends: Vec<u32>,
    known: Vec<bool>,
    sum: Sum,
    met: ComparedCards,
    seen: ObservedPosition,
    outlook: DecisionOutlook,
}

impl Encoding {
    pub(crate) fn clear(&mut self) {
        self.position.clear();
        self.options.clear();
        self.ends.clear();
    }

    /// Returns the features of the position.
    pub fn position(&self) -> &[Feature] {
        &self.position
    }

    /// Returns the features of each option, in the order of the decision.
    pub fn options(&self) -> impl Iterator<Item = &[Feature]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.options[start as usize..*end as usize])
    }
}

impl Encoder {
    /// Creates the encoder of a setup.
    ///
    /// # Errors
    ///
    /// Two features have the same key, which is as likely as two equal 64-bit hashes.
    pub fn new(setup: &Setup) -> Result<Self, SameKey> {
        Self::for_program(setup.program())
    }

    pub(crate) fn for_program(program: &Arc<Program>) -> Result<Self, SameKey> {
        let mut keys = Keys::default();
        let traits = Traits::new(program);
        let phases = program
            .checked
            .phases
            .iter()
            .map(|phase| Number::new(&mut keys, &Name::new("phase").then(&phase.name)));
        let phases = phases.collect();
        let active = keys.0.len() as u32;
        (0..i64::from(program.players)).for_each(|n| {
            keys.row(&Name::new("active").number(n));
        });
        let mut picks = |name: Name| Picks::new(&mut keys, &name, program, &traits);
        let (asked, just, before) =
            (picks(Name::new("asked")), picks(Name::new("just")), picks(Name::new("before")));
        let others = (1..i64::from(program.players)).map(|n| picks(Name::new("picked").number(n))).collect();
        let zones = Zones::new(&mut keys, program, &traits);
        let variables = Variables::new(&mut keys, program, &traits);
        let computed = Computed::new(&mut keys, program, &traits);
        let options = Options::new(&mut keys, program, &traits);
        let outlook = OutlookFeatures::new(&mut keys, program, &traits);
        if keys.has_duplicates() {
            return Err(SameKey);
        }
        let program = Arc::clone(program);
        let keys = keys.0;
        Ok(Self {
            program,
            keys,
            traits,
            zones,
            variables,
            computed,
            phases,
            active,
            asked,
            just,
            before,
            others,
            options,
            outlook,
        })
    }

    pub(crate) fn is_of(&self, program: &Arc<Program>) -> bool {
        Arc::ptr_eq(&self.program, program)
    }

    /// Returns the key of each feature.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Encodes the decision of a playout of this setup, as observed by the acting player.
    pub fn encode(&self, turn: Turn<'_>, memory: &Memory, into: &mut Encoding) {
        self.encode_state(turn.state(), turn.beliefs(), memory, into);
    }

    /// Encodes the decision of a game as observed by a seat; no features if another seat decides.
    pub fn encode_for(&self, position: Perspective<'_>, memory: &Memory, into: &mut Encoding) {
        into.clear();
        if let Some(state) = position.state() {
            self.encode_state(state, Some(position.beliefs()), memory, into);
        }
    }

    /// Adds the choices of a game, starting with number `from`, to a memory. The memory contains only the
    /// seat's knowledge of them.
    pub fn remember(&self, position: Perspective<'_>, from: usize, memory: &mut Memory) {
        position.remember(from, memory);
    }

    /// Encodes the position of a playout from a seat, with all cards and variables visible and without
    /// options. Only for value networks during training, never for a player.
    pub fn encode_open(&self, turn: Turn<'_>, seat: Seat, memory: &Memory, into: &mut Encoding) {
        self.open(turn.state(), into);
        self.encode_opened(turn.state(), seat.number(), memory, into);
    }

    /// Opens all cards and variables of a position and evaluates the rules' functions, which are the same for
    /// each seat. For a determinization, the result discloses only the seat's own knowledge.
    pub(crate) fn open(&self, state: &State, into: &mut Encoding) {
        into.seen
            .see(&SeatObservation::new((&self.program, state), (0, true), &mut into.known), &self.computed);
    }

    /// Encodes the last opened position from a seat.
    pub(crate) fn encode_opened(&self, state: &State, seat: u8, memory: &Memory, into: &mut Encoding) {
        into.clear();
        let mut known = std::mem::take(&mut into.known);
        let look = SeatObservation::new((&self.program, state), (seat, true), &mut known);
        self.encode_position(&look, memory, into);
        into.known = known;
    }

    /// Records the option taken in a playout.
    pub fn note(&self, turn: Turn<'_>, option: usize, memory: &mut Memory) {
        self.note_state(turn.state(), option, memory);
    }

    pub(crate) fn note_state(&self, state: &State, option: usize, memory: &mut Memory) {
        let Status::Waiting { choice, player, .. } = state.status() else { return };
        if let (Some(value), Ok(seat)) = (state.options().get(option), usize::try_from(player)) {
            memory.note(&self.program, seat, Pick::offered(&self.program, state, (choice, player), *value));
        }
    }

    /// Returns true if decisions can only be encoded fully with the beliefs of the seats.
    pub fn uses_beliefs(&self) -> bool {
        self.outlook.is_some()
    }

    pub(crate) fn encode_state(
        &self,
        state: &State,
        beliefs: Option<&Beliefs>,
        memory: &Memory,
        into: &mut Encoding,
    ) {
        into.clear();
        self.observe(state, beliefs, into, |look, choice, into| {
            self.encode_position(look, memory, into);
            self.encode_options(look, (choice, usize::MAX), memory, into);
        });
    }

    /// Encodes a position without the options of its decision.
    pub(crate) fn encode_without_options(
        &self,
        state: &State,
        beliefs: Option<&Beliefs>,
        memory: &Memory,
        into: &mut Encoding,
    ) {
        into.clear();
        self.observe(state, beliefs, into, |look, _, into| self.encode_position(look, memory, into));
    }

    /// Adds the first `most` options of a decision to those of other decisions.
    pub(crate) fn add_options(
        &self,
        (state, most): (&State, usize),
        beliefs: Option<&Beliefs>,
        memory: &Memory,
        into: &mut Encoding,
    ) {
        self.observe(state, beliefs, into, |look, choice, into| {
            self.encode_options(look, (choice, most), memory, into);
        });
    }

    /// Calls `encode` with the position as observed by the acting player, if there is one.
    fn observe(
        &self,
        state: &State,
        beliefs: Option<&Beliefs>,
        into: &mut Encoding,
        encode: impl FnOnce(&SeatObservation<'_>, ChoiceId, &mut Encoding),
    ) {
        let Status::Waiting { choice, player, .. } = state.status() else { return };
        let mut known = std::mem::take(&mut into.known);
        let look = SeatObservation::new((&self.program, state), (player.max(0) as u8, false), &mut known);
        into.seen.see(&look, &self.computed);
        if self.outlook.is_some() {
            into.outlook.look(&look, beliefs);
        }
        into.met.forget();
        into.sum.fit(self.keys.len());
        encode(&look, choice, into);
        into.known = known;
    }

    fn encode_position(&self, look: &SeatObservation<'_>, memory: &Memory, into: &mut Encoding) {
        let (program, traits) = (&*self.program, &self.traits);
        into.position.clear();
        into.sum.fit(self.keys.len());
        let sum = &mut into.sum;
        if let Status::Waiting { choice, player, .. } = look.state.status()
            && (!look.open || player == i32::from(look.seat))
        {
            self.asked.add_asked(sum, choice.0 as usize);
        }
        look.relation(look.state.me).into_iter().for_each(|relation| sum.hold(self.active + relation));
        for (rows, phase) in self.phases.iter().zip(&program.phases) {
            rows.add(sum, i64::from(look.state.cells[phase.counter as usize]));
        }
        let (own, just) = memory.own(look.seat);
        let rows = if just { &self.just } else { &self.before };
        own.iter().for_each(|pick| rows.add(look, traits, sum, pick));
        for (rows, relation) in self.others.iter().zip(1..) {
            let other = (usize::from(look.seat) + relation) % usize::from(program.players);
            let picks = memory.others(program, other).iter();
            picks.for_each(|pick| rows.add(look, traits, sum, pick));
        }
        self.zones.add(look, traits, sum);
        self.variables.add(look, traits, sum);
        self.computed.add(look, traits, sum, &into.seen);
        if let Some(outlook) = self.outlook.as_ref().filter(|_| !look.open) {
            outlook.add(look, sum, &into.outlook);
        }
        sum.take(&mut into.position);
    }

    fn encode_options(
        &self,
        look: &SeatObservation<'_>,
        (choice, most): (ChoiceId, usize),
        memory: &Memory,
        into: &mut Encoding,
    ) {
        let Self { traits, zones, variables, computed, .. } = self;
        let tables = Tables { traits, zones, variables, computed };
        for (number, option) in look.state.options().iter().enumerate().take(most) {
            let with = (&mut into.met, &mut into.seen, memory);
            self.options.add(look, &tables, &mut into.sum, with, (choice, *option));
            if let Some(outlook) = &self.outlook {
                outlook.add_option(look, traits, &mut into.sum, &into.outlook, number);
            }
            into.sum.take(&mut into.options);
            into.ends.push(into.options.len() as u32);
        }
    }
}
