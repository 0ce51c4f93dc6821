//! The complete state of a game in progress as plain data: can be copied, compared, hashed, and resumed at
//! any decision.
//!
//! All data is flat: an entry for each card and each zone, an array of cells for variables, and one of slots
//! for frames. `clone_from` does not allocate once sizes are equal.

mod hash;
mod held;
mod knowledge;
mod lists;
mod rng;
mod stacked;
mod streams;
mod touched;
mod zones;

use crate::program::{ChoiceId, NONE, Pc, Program, Reset};

pub use hash::Fnv;
pub use knowledge::SeatSet;
pub use knowledge::{are_copies, seen_by};
pub use lists::Local;
pub(crate) use lists::places_in;
pub use rng::Generator;
pub use stacked::{Stack, Stacks};
pub use streams::{Purpose, Streams};
pub use touched::Touched;
pub use zones::InsertAt;

pub const NO_CARD: u16 = u16::MAX;

/// The frame of a running effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Next instruction to run.
    pub pc: Pc,
    /// Index of the frame's first slot.
    pub base: u32,
    /// Size of the store of lists at the start of the frame; later lists belong to it.
    pub lists: u32,
}

/// Progress of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Running,
    /// A player must decide.
    Waiting {
        /// The pending decision.
        choice: ChoiceId,
        slot: u16,
        player: i32,
    },
    Over,
    /// A runtime error ended the game.
    Failed,
}

/// Location of a card, and the seats that know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardPlace {
    /// Zone that the card is in; 0 for none.
    pub zone: u16,
    pub next: u16,
    /// The previous card in the zone.
    pub prev: u16,
    pub known: SeatSet,
    pub up: bool,
}

impl CardPlace {
    /// A card in no zone that no seat knows.
    const NOWHERE: CardPlace =
        CardPlace { zone: 0, next: NO_CARD, prev: NO_CARD, known: SeatSet(0), up: false };
}

/// Linked list of the cards in a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneList {
    /// First card of the zone.
    pub head: u16,
    /// Last card of the zone.
    pub tail: u16,
    /// Number of cards in the zone.
    pub size: u16,
}

impl ZoneList {
    const NOTHING: ZoneList = ZoneList { head: NO_CARD, tail: NO_CARD, size: 0 };
}

/// A game in progress.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    /// Location of each card.
    pub cards: Vec<CardPlace>,
    /// Head, tail and size of each zone.
    pub zones: Vec<ZoneList>,
    /// For each zone: the set of its cards, of [`Layout::words`](crate::program::Layout) words; empty in large games.
    pub sets: Vec<u64>,
    /// Number of words of each set.
    pub words: usize,
    /// Values of all variables, at the cells of the layout.
    pub cells: Vec<i32>,
    /// Cells that may differ from their initial value.
    touched: Touched,
    /// Frames of the running effects, the innermost last.
    pub frames: Vec<Frame>,
    /// Locals of the running effects.
    pub slots: Vec<i32>,
    /// The store of lists; see `lists`.
    pub lists: Vec<i32>,
    /// Active player; `NONE` outside turns.
    pub me: i32,
    /// Random number generator.
    pub(crate) rng: Generator,
    /// Random numbers in streams, which replace the generator if present.
    pub streams: Option<Box<Streams>>,
    /// Shuffles that a scenario fixes in advance; not part of the hash.
    pub stacks: Option<Box<Stacks>>,
    /// Fuel used so far. The hash omits it because it does not affect the rest of the game.
    pub spent: u64,
    /// Running, waiting for a choice, or ended.
    pub status: Status,
    /// The options of the pending decision.
    pub options: Vec<i32>,
    /// Running sums of the numbers of combinations that begin with each option, for a choice of several.
    /// Empty if options are drawn uniformly.
    pub ways: Vec<u64>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            cards: self.cards.clone(),
            zones: self.zones.clone(),
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
        self.zones.clone_from(&from.zones);
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
    /// Returns the fuel that the game used up to its last decision.
    pub fn fuel(&self) -> u64 {
        self.spent
    }

    /// Creates the position before set-up: all cards are in the null zone, and no decision is pending.
    pub fn new(program: &Program, seed: u64) -> Self {
        let layout = &program.layout;
        let cards = layout.cards();
        let zones = layout.zones.len();
        Self {
            cards: vec![CardPlace::NOWHERE; cards],
            zones: vec![ZoneList::NOTHING; zones],
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

    /// Restarts with another seed, without allocating.
    pub fn restart(&mut self, program: &Program, seed: u64) {
        self.cards.fill(CardPlace::NOWHERE);
        self.zones.fill(ZoneList::NOTHING);
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

    /// Restarts the random number generator with a seed.
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

    /// Resets variables to their initial values.
    pub(crate) fn reset(&mut self, reset: &Reset) {
        let start = reset.start as usize;
        self.touched.reset(&mut self.cells, start..start + reset.len as usize, reset.value);
    }

    /// Ends the game because a rule failed.
    pub fn fail(&mut self) {
        self.status = Status::Failed;
        self.clear_options();
    }

    /// Returns the approximate memory size.
    pub fn bytes(&self) -> usize {
        let cards = self.cards.len() * size_of::<CardPlace>() + self.zones.len() * size_of::<ZoneList>();
        let words = self.cells.len() + self.slots.len() + self.lists.len() + self.options.len();
        cards + self.sets.len() * 8 + words * 4 + self.frames.len() * size_of::<Frame>()
    }

    /// Returns the progress of the game.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns the options of the pending decision: values, or [`NONE`] for declining.
    pub fn options(&self) -> &[i32] {
        &self.options
    }

    /// Removes all options and their weights.
    #[inline]
    pub fn clear_options(&mut self) {
        self.options.clear();
        self.ways.clear();
    }

    /// Removes the option that ends the choice; it is the last one.
    pub(crate) fn retain_picks(&mut self, end: i32) {
        self.options.pop_if(|option| *option <= end);
        self.ways.truncate(self.options.len());
    }

    /// Draws the index of an option: each with equal probability, or for a choice of several each
    /// combination. A uniform draw and a weighted draw each take one number from the generator.
    #[inline]
    pub fn draw(&self, random: &mut Generator) -> usize {
        if self.ways.is_empty() {
            return random.below(self.options.len() as u32) as usize;
        }
        self.draw_pick(random)
    }

    #[inline(never)]
    fn draw_pick(&self, random: &mut Generator) -> usize {
        // weights use a detached generator, so that a caller who knows the number of options can draw in step
        let at = random.detached().below_many(self.ways.last().copied().unwrap_or(0));
        random.below(self.options.len() as u32);
        self.ways.partition_point(|sum| *sum <= at)
    }

    /// Returns the probability of an option in equal parts. Without weights, all options have the same.
    pub fn weight(&self, option: usize) -> u64 {
        let before = option.checked_sub(1).and_then(|before| self.ways.get(before)).copied().unwrap_or(0);
        self.ways.get(option).map_or(1, |sum| sum - before)
    }

    /// Returns the weights of all options; empty if options are drawn uniformly.
    pub fn weights(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        (0..self.ways.len()).map(|option| self.weight(option))
    }

    /// Returns the active player, if any.
    pub fn active(&self) -> Option<u8> {
        u8::try_from(self.me).ok()
    }

    /// Returns the number of cards in a zone.
    pub fn count(&self, zone: u16) -> usize {
        usize::from(self.zones[usize::from(zone)].size)
    }

    /// Returns the zone of a card, or `None` if it is in none.
    pub fn zone_of(&self, card: u16) -> Option<u16> {
        self.cards.get(usize::from(card)).map(|card| card.zone).filter(|zone| *zone != 0)
    }

    pub fn cards_in(&self, zone: u16) -> CardsIn<'_> {
        CardsIn { cards: &self.cards, at: self.zones[usize::from(zone)].head }
    }
}

/// Iterator over the cards of a zone in order.
#[derive(Debug, Clone)]
pub struct CardsIn<'a> {
    cards: &'a [CardPlace],
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
