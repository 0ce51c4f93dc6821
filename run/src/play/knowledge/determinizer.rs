//! Determinizations of a position for a seat. The unknown positions are computed once for all of them.

use super::redeal::{self, redeal};
use crate::belief::{Beliefs, Pools};
use crate::exec::{Machine, NoObserver, Workspace};
use crate::program::Program;
use crate::state::{Generator, State, Status};

/// Maximum number of cards assigned in all attempts to find a determinization in which the pending decision
/// has an option.
const MOST_DEALT: usize = 4_000_000;
/// Minimum and maximum number of these attempts, independent of the number of cards.
const FEWEST_DEALS: usize = 16;
const MOST_DEALS: usize = 1_000;
/// One in this number of determinizations ignores the sampled playout statistics, because unseen cases may
/// still be possible.
const UNUSUAL: u64 = 16;
/// Maximum number of attempts that respect the statistics; later attempts ignore them.
const USUAL_DEALS: u64 = 16;

/// The random numbers that decide the order in which a decision lists indistinguishable options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionOrder {
    /// The game's random numbers, so options keep their indices.
    AsInTheGame,
    /// The random numbers of the determinization.
    AsDealt,
}

/// Determinizations of a position, one after another.
pub struct Determinizer<'g> {
    program: &'g Program,
    state: &'g State,
    seat: u8,
    listed: OptionOrder,
    pools: Pools<'g>,
    /// Present if the statistics exclude anything.
    usual: Option<Pools<'g>>,
    /// For each card: the card at its position in the last determinization.
    pub becomes: Vec<u16>,
    work: Workspace,
}

impl<'g> Determinizer<'g> {
    pub(crate) fn new(
        program: &'g Program,
        state: &'g State,
        seat: u8,
        listed: OptionOrder,
        (pools, usual): (Pools<'g>, Option<Pools<'g>>),
    ) -> Self {
        Self { program, state, seat, listed, pools, usual, becomes: Vec::new(), work: Workspace::default() }
    }

    /// Creates the determinizations of a position by these beliefs. Options keep their indices.
    pub fn by_beliefs(program: &'g Program, state: &'g State, seat: u8, beliefs: &'g Beliefs) -> Self {
        let pools = (beliefs.pools(program, state, seat, None), None);
        Self::new(program, state, seat, OptionOrder::AsInTheGame, pools)
    }

    /// Writes the determinization of a seed to a position, in which a card is exchanged for each given one:
    /// the card at the position of the first of a pair becomes the second. Ignores beliefs about these
    /// positions. Returns false if the decision then has no option, or a rule fails.
    pub fn deal_with(&mut self, seed: u64, placed: &[(u16, u16)], into: &mut State) -> bool {
        self.pools.deal(seed, &mut self.becomes);
        for (place, card) in placed {
            let other = self.becomes.iter().position(|to| to == card).unwrap_or(usize::from(*place));
            self.becomes.swap(usize::from(*place), other);
        }
        self.arrange(seed, into)
    }

    /// Writes the determinization of a seed to a position. Returns false if all attempts fail: the pending
    /// decision has no option, or a rule fails while choices are redrawn.
    pub fn deal(&mut self, seed: u64, into: &mut State) -> bool {
        let cards = self.program.layout.cards().max(1);
        let tries = (MOST_DEALT / cards).clamp(FEWEST_DEALS, MOST_DEALS) as u64;
        let is_usual = |attempt: u64| attempt < USUAL_DEALS && !seed.is_multiple_of(UNUSUAL);
        (0..tries).any(|attempt| self.attempt(seed.wrapping_add(attempt << 48), is_usual(attempt), into))
    }

    fn attempt(&mut self, seed: u64, is_usual: bool, into: &mut State) -> bool {
        let usual = self.usual.as_mut().filter(|_| is_usual);
        if !usual.is_some_and(|pools| pools.deal(seed, &mut self.becomes)) {
            self.pools.deal(seed, &mut self.becomes);
        }
        self.arrange(seed, into)
    }

    /// Writes the position in which each card is replaced by the one that it becomes.
    fn arrange(&mut self, seed: u64, into: &mut State) -> bool {
        redeal(self.program, self.state, &self.becomes, into);
        redeal::deal_secrets(self.program, into, self.seat, seed);
        let chance = seed ^ redeal::CHANCE;
        if self.listed == OptionOrder::AsDealt {
            into.reseed(chance);
        }
        let mut nobody = NoObserver;
        let mut machine = Machine::new(self.program, into, &mut self.work, &mut nobody);
        if !machine.pick_anew(i32::from(self.seat), &mut Generator::new(seed ^ redeal::PICKS)) {
            return false;
        }
        machine.relist();
        into.reseed(chance);
        !into.options().is_empty() || matches!(into.status(), Status::Over | Status::Failed)
    }
}
