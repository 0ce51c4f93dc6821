//! A position and the options of a decision as rows of numbers, from the tables of any ruleset: what learns to play reads these.
//!
//! A row has a key, a hash of its name, and a value in 64ths. Rows that are not listed are 0. Nothing reaches one that the seat can't know
//! ([`look`]); locals of running effects are never read, but what the seat itself picked last is remembered ([`Memory`]).

mod computed;
pub mod keys;
mod look;
mod met;
mod options;
mod traits;
mod values;
mod variables;
mod what;
mod zones;

use std::sync::Arc;

use computed::{Asked, Computed};
use keys::{Keys, Name, Number, Sum};
use look::Look;
use ludex::machinery::program::{ChoiceId, Program};
use ludex::machinery::state::{State, Status};
use ludex::machinery::{InPerspective, InSetup, InTurn, Memory, Pick};
use ludex::{Perspective, Seat, Setup, Turn};
use met::Met;
use options::{Options, Tables};
use traits::Traits;
use variables::Variables;
use what::Picks;
use zones::Zones;

/// The number of this way to make rows. Weights learnt by another one mean nothing.
pub const ENCODER_VERSION: u16 = 1;

/// The rows of a setup.
#[derive(Debug)]
pub struct Encoder {
    program: Arc<Program>,
    keys: Vec<u64>,
    traits: Traits,
    zones: Zones,
    variables: Variables,
    computed: Computed,
    phases: Vec<Number>,
    /// Who is active, by relation.
    active: u32,
    /// What is to be decided.
    asked: Picks,
    /// What the seat picked itself: just now, or before others did.
    just: Picks,
    before: Picks,
    /// What others picked last, by relation.
    others: Vec<Picks>,
    options: Options,
}

/// Two rows of one key: weights can't tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SameKey;

impl std::fmt::Display for SameKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("two rows of the ruleset have the same key, so nothing can be learnt of it")
    }
}

impl std::error::Error for SameKey {}

/// A row and its value in 64ths.
pub type Row = (u32, i16);

/// The value of a row that holds.
pub(crate) const ONE: i16 = keys::ONE as i16;

/// A decision as rows, and the room that making them takes.
#[derive(Debug, Clone, Default)]
pub struct Encoding {
    /// Of the position.
    position: Vec<Row>,
    /// Of the options, one after the other.
    options: Vec<Row>,
    ends: Vec<u32>,
    known: Vec<bool>,
    sum: Sum,
    met: Met,
    seen: Asked,
}

impl Encoding {
    /// The rows of the position.
    pub fn position(&self) -> &[Row] {
        &self.position
    }

    /// The rows of each option, in the order of the decision.
    pub fn options(&self) -> impl Iterator<Item = &[Row]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.options[start as usize..*end as usize])
    }
}

impl Encoder {
    /// The rows of a setup.
    ///
    /// # Errors
    /// Two rows have the same key, which is as likely as two equal numbers of 64 bits.
    pub fn new(setup: &Setup) -> Result<Self, SameKey> {
        Self::of(setup.program())
    }

    pub(crate) fn of(program: &Arc<Program>) -> Result<Self, SameKey> {
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
        if keys.clash() {
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
        })
    }

    pub(crate) fn is_of(&self, program: &Arc<Program>) -> bool {
        Arc::ptr_eq(&self.program, program)
    }

    /// The key of each row.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The decision of a playout of this setup as the seat sees it that decides.
    pub fn encode(&self, turn: Turn<'_>, memory: &Memory, into: &mut Encoding) {
        self.encode_state(turn.state(), memory, into);
    }

    /// The decision of a game as a seat sees it; no rows if another one decides.
    pub fn encode_for(&self, position: Perspective<'_>, memory: &Memory, into: &mut Encoding) {
        into.options.clear();
        into.ends.clear();
        into.position.clear();
        if let Some(state) = position.state() {
            self.encode_state(state, memory, into);
        }
    }

    /// Puts the choices of a game from this one on into a memory, which tells each seat only what that one may know of them.
    pub fn remember(&self, position: Perspective<'_>, from: usize, memory: &mut Memory) {
        position.remember(from, memory);
    }

    /// The position of a playout with every card and variable open, from where a seat sits; without options. For those who judge how a game
    /// went, never for who plays.
    pub fn encode_open(&self, turn: Turn<'_>, seat: Seat, memory: &Memory, into: &mut Encoding) {
        self.open(turn.state(), into);
        self.encode_opened(turn.state(), seat.number(), memory, into);
    }

    /// Opens every card and variable of a position, and asks what the rules compute of it: the same for each seat. Of a position that was dealt
    /// from what a seat may know it tells no more than that.
    pub(crate) fn open(&self, state: &State, into: &mut Encoding) {
        into.seen.see(&Look::new((&self.program, state), (0, true), &mut into.known), &self.computed);
    }

    /// The position that was opened last, from where a seat sits.
    pub(crate) fn encode_opened(&self, state: &State, seat: u8, memory: &Memory, into: &mut Encoding) {
        into.options.clear();
        into.ends.clear();
        let mut known = std::mem::take(&mut into.known);
        let look = Look::new((&self.program, state), (seat, true), &mut known);
        self.encode_position(&look, memory, into);
        into.known = known;
    }

    /// An option of a playout is taken.
    pub fn note(&self, turn: Turn<'_>, option: usize, memory: &mut Memory) {
        let state = turn.state();
        let Status::Waiting { choice, player, .. } = state.status() else { return };
        if let (Some(value), Ok(seat)) = (state.options().get(option), usize::try_from(player)) {
            memory.note(&self.program, seat, Pick::offered(&self.program, state, (choice, player), *value));
        }
    }

    pub(crate) fn encode_state(&self, state: &State, memory: &Memory, into: &mut Encoding) {
        into.options.clear();
        into.ends.clear();
        into.position.clear();
        let Status::Waiting { choice, player, .. } = state.status() else { return };
        let mut known = std::mem::take(&mut into.known);
        let look = Look::new((&self.program, state), (player.max(0) as u8, false), &mut known);
        into.seen.see(&look, &self.computed);
        self.encode_position(&look, memory, into);
        self.encode_options(&look, choice, memory, into);
        into.known = known;
    }

    fn encode_position(&self, look: &Look<'_>, memory: &Memory, into: &mut Encoding) {
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
        sum.take(&mut into.position);
    }

    fn encode_options(&self, look: &Look<'_>, choice: ChoiceId, memory: &Memory, into: &mut Encoding) {
        let Self { traits, zones, variables, computed, .. } = self;
        let tables = Tables { traits, zones, variables, computed };
        into.met.forget();
        for option in look.state.options() {
            let with = (&mut into.met, &mut into.seen, memory);
            self.options.add(look, &tables, &mut into.sum, with, (choice, *option));
            into.sum.take(&mut into.options);
            into.ends.push(into.options.len() as u32);
        }
    }
}
