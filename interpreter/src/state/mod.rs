//! The whole of a game in progress as plain data: it can be copied, compared, hashed and resumed at any decision.
//!
//! Everything is flat: an entry for each card, one for each zone, one array of cells for variables, one of slots for
//! frames. `clone_from` allocates nothing once sizes are equal.

mod hash;
mod knowledge;
mod lists;
mod rng;
mod stacked;
mod streams;
mod touched;
mod zones;

use crate::program::{ChoiceId, NONE, Pc, Program, Reset};

pub use hash::Fnv;
pub use knowledge::Seats;
pub(crate) use knowledge::{alike, seen_by};
pub(crate) use lists::{Local, places_in};
pub use rng::Generator;
pub use stacked::{Stack, Stacks};
pub use streams::{Purpose, Streams};
pub use touched::Touched;
pub use zones::InsertAt;

pub const NO_CARD: u16 = u16::MAX;

/// A running effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The next instruction.
    pub pc: Pc,
    /// Its first slot.
    pub base: u32,
    /// Lists above this one are the frame's own.
    pub lists: u32,
}

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Effects are running.
    Running,
    /// A player must decide.
    Waiting {
        /// The decision.
        choice: ChoiceId,
        /// Where the pick goes.
        slot: u16,
        /// Who decides.
        player: i32,
    },
    /// The game is over.
    Over,
    /// A rule failed.
    Failed,
}

/// Where a card lies, and who knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lies {
    /// Its zone.
    pub zone: u16,
    /// The card after it.
    pub next: u16,
    /// The card before it.
    pub prev: u16,
    /// Who knows which card it is.
    pub known: Seats,
    /// It lies face up.
    pub up: bool,
}

impl Lies {
    /// In no zone, where nobody knows it.
    const NOWHERE: Lies = Lies { zone: 0, next: NO_CARD, prev: NO_CARD, known: Seats(0), up: false };
}

/// What lies in a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holds {
    /// The first card.
    pub head: u16,
    /// The last card.
    pub tail: u16,
    /// How many.
    pub size: u16,
}

impl Holds {
    const NOTHING: Holds = Holds { head: NO_CARD, tail: NO_CARD, size: 0 };
}

/// A game in progress.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    /// Where each card lies.
    pub cards: Vec<Lies>,
    /// What lies in each zone.
    pub places: Vec<Holds>,
    /// For each zone: the set of its cards, of [`Layout::words`](crate::program::Layout) words; empty in large games.
    pub(crate) sets: Vec<u64>,
    /// Words of each of these sets.
    pub(crate) words: usize,
    /// Variables.
    pub cells: Vec<i32>,
    /// Which of them may differ from their first value.
    touched: Touched,
    /// Running effects, the innermost last.
    pub(crate) frames: Vec<Frame>,
    /// Their locals.
    pub(crate) slots: Vec<i32>,
    /// The store of lists: see `lists`.
    pub(crate) lists: Vec<i32>,
    /// The active player.
    pub me: i32,
    /// Chance.
    pub(crate) rng: Generator,
    /// Chance in streams, which then stand in for the generator.
    pub(crate) streams: Option<Box<Streams>>,
    /// Shuffles that a scenario fixes in advance; the hash leaves them out.
    pub(crate) stacks: Option<Box<Stacks>>,
    /// Instructions that the game took so far. It says nothing of how the game goes on, so the hash leaves it out.
    pub spent: u64,
    /// What is next.
    pub(crate) status: Status,
    /// The options of the decision that is waited for.
    pub(crate) options: Vec<i32>,
    /// For options of several picks: the sums of the numbers of combinations that begin with each, in order. Empty where
    /// options are drawn uniformly.
    pub(crate) ways: Vec<u64>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            cards: self.cards.clone(),
            places: self.places.clone(),
            sets: self.sets.clone(),
            words: self.words,
            cells: self.cells.clone(),
            touched: self.touched.clone(),
            frames: self.frames.clone(),
            slots: self.slots.clone(),
            lists: self.lists.clone(),
            me: self.me,
            rng: self.rng.clone(),
            streams: self.streams.clone(),
            stacks: self.stacks.clone(),
            spent: self.spent,
            status: self.status,
            options: self.options.clone(),
            ways: self.ways.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.cards.clone_from(&from.cards);
        self.places.clone_from(&from.places);
        self.sets.clone_from(&from.sets);
        self.words = from.words;
        self.cells.clone_from(&from.cells);
        self.touched.copy(&from.touched);
        self.frames.clone_from(&from.frames);
        self.slots.clone_from(&from.slots);
        self.lists.clone_from(&from.lists);
        self.me = from.me;
        self.rng = from.rng.clone();
        self.streams.clone_from(&from.streams);
        self.stacks.clone_from(&from.stacks);
        self.spent = from.spent;
        self.status = from.status;
        self.options.clone_from(&from.options);
        self.ways.clone_from(&from.ways);
    }
}

impl State {
    /// The fuel that the game has used up to its last decision.
    pub fn fuel(&self) -> u64 {
        self.spent
    }

    /// The position before set-up: every card lies nowhere (in the null zone), nothing is decided.
    pub fn new(program: &Program, seed: u64) -> Self {
        let layout = &program.layout;
        let cards = layout.cards();
        let zones = layout.zones.len();
        Self {
            cards: vec![Lies::NOWHERE; cards],
            places: vec![Holds::NOTHING; zones],
            sets: vec![0; zones * layout.words],
            words: layout.words,
            cells: layout.cells.clone(),
            touched: Touched::new(layout.cells.len()),
            frames: Vec::with_capacity(16),
            slots: Vec::with_capacity(64),
            lists: Vec::with_capacity(64),
            me: NONE,
            rng: Generator::new(seed),
            streams: None,
            stacks: None,
            spent: 0,
            status: Status::Running,
            options: Vec::with_capacity(16),
            ways: Vec::new(),
        }
    }

    /// Begins again with another seed, without a new allocation.
    pub fn restart(&mut self, program: &Program, seed: u64) {
        self.cards.fill(Lies::NOWHERE);
        self.places.fill(Holds::NOTHING);
        self.sets.fill(0);
        self.cells.copy_from_slice(&program.layout.cells);
        self.touched.clear();
        self.frames.clear();
        self.slots.clear();
        self.lists.clear();
        self.clear_options();
        self.me = NONE;
        self.reseed(seed);
        self.spent = 0;
        self.status = Status::Running;
    }

    /// Chance goes on as in a game with this seed.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = Generator::new(seed);
        if let Some(streams) = &mut self.streams {
            streams.restart(seed);
        }
    }

    /// Writes the cell of something that a variable has for each of many; answers whether there is one.
    pub fn write(&mut self, cell: usize, value: i32) -> bool {
        self.touched.touch(cell);
        self.cells.get_mut(cell).map(|old| *old = value).is_some()
    }

    /// Variables have their first value again.
    pub(crate) fn reset(&mut self, reset: &Reset) {
        let start = reset.start as usize;
        self.touched.reset(&mut self.cells, start..start + reset.len as usize, reset.value);
    }

    /// Nothing is next: a rule failed.
    pub(crate) fn fail(&mut self) {
        self.status = Status::Failed;
        self.clear_options();
    }

    /// About how much memory this takes.
    pub(crate) fn bytes(&self) -> usize {
        let cards = self.cards.len() * size_of::<Lies>() + self.places.len() * size_of::<Holds>();
        let words = self.cells.len() + self.slots.len() + self.lists.len() + self.options.len();
        cards + self.sets.len() * 8 + words * 4 + self.frames.len() * size_of::<Frame>()
    }

    /// What is next.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The options of the decision that is waited for: values, or [`NONE`] for declining.
    pub fn options(&self) -> &[i32] {
        &self.options
    }

    /// Forgets all options.
    #[inline]
    pub fn clear_options(&mut self) {
        self.options.clear();
        self.ways.clear();
    }

    /// Leaves out an option that ends the picking; it is the last one.
    pub(crate) fn retain_picks(&mut self, end: i32) {
        self.options.pop_if(|option| *option <= end);
        self.ways.truncate(self.options.len());
    }

    /// The number of an option, drawn at random: each with equal probability, or of several picks each combination. A uniform
    /// draw takes one number from the generator, and so does a weighted one.
    #[inline]
    pub fn draw(&self, random: &mut Generator) -> usize {
        if self.ways.is_empty() {
            return random.below(self.options.len() as u32) as usize;
        }
        self.draw_pick(random)
    }

    #[inline(never)]
    fn draw_pick(&self, random: &mut Generator) -> usize {
        // the weight has a generator of its own, so that who knows the number of options can draw in step
        let at = random.detached().below_many(self.ways.last().copied().unwrap_or(0));
        random.below(self.options.len() as u32);
        self.ways.partition_point(|sum| *sum <= at)
    }

    /// The probability of an option of the decision, as a number of equal parts; all have the same where there are no weights.
    pub(crate) fn weight(&self, option: usize) -> u64 {
        let before = option.checked_sub(1).and_then(|before| self.ways.get(before)).copied().unwrap_or(0);
        self.ways.get(option).map_or(1, |sum| sum - before)
    }

    /// The weights of all options; none where they have the same.
    pub fn weights(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        (0..self.ways.len()).map(|option| self.weight(option))
    }

    /// The active player, if there is one.
    pub fn active(&self) -> Option<u8> {
        u8::try_from(self.me).ok()
    }

    /// How many cards lie in a zone.
    pub fn count(&self, zone: u16) -> usize {
        usize::from(self.places[usize::from(zone)].size)
    }

    /// The zone in which a card lies, if it lies in one.
    pub fn zone_of(&self, card: u16) -> Option<u16> {
        self.cards.get(usize::from(card)).map(|card| card.zone).filter(|zone| *zone != 0)
    }

    pub fn cards_in(&self, zone: u16) -> CardsIn<'_> {
        CardsIn { cards: &self.cards, at: self.places[usize::from(zone)].head }
    }
}

/// The cards of a zone in order.
#[derive(Debug, Clone)]
pub struct CardsIn<'a> {
    cards: &'a [Lies],
    at: u16,
}

impl Iterator for CardsIn<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if self.at == NO_CARD {
            return None;
        }
        let card = self.at;
        self.at = self.cards[usize::from(card)].next;
        Some(card)
    }
}
