//! Instructions: the effects, one after another. One may stop for a decision; everything it needs to go on is in the state.

use super::{CondId, ListId, NumId};
use crate::acts;
use crate::ids::{DecisionId, EventId, MessageId, PhaseId, WindowId};

/// An index into the code.
pub type Pc = u32;

/// A group of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Args(pub u32);

/// A decision of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChoiceId(pub u32);

/// An act of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActId(pub u32);

/// The instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instr {
    /// A slot takes a value.
    Let(u16, NumId),
    /// Two slots take a list: start and length.
    LetList(u16, ListId),
    /// A cell of the state takes a value.
    Store(u32, NumId),
    /// A cell counted by a holder takes a value: first cell, holder, value.
    StoreOf(u32, NumId, NumId),
    /// Go on there.
    Jump(Pc),
    /// Go on there unless it holds.
    Unless(CondId, Pc),
    /// Go on at the branch whose number is in the slot: the slot, how many branches, the first one's place in the jumps.
    Switch(u16, u16, u32),
    /// A loop over a list begins; its four slots: candidate, start, length, index.
    ForStart(u16, ListId),
    /// The next candidate, or go on there.
    ForNext(u16, Pc),
    /// One round less in the slot, or go on there.
    RepeatNext(u16, Pc),
    /// Leaves the frame.
    Return,
    /// A new frame: entry, slots, arguments.
    Call(Pc, u16, Args),
    /// An event; its facts and its reactions go into slots from this one on.
    Emit(EventId, u16, Args),
    /// The next reaction to the event in these slots; goes on after the last.
    Dispatch(EventId, u16),
    /// Does something to cards or zones.
    Act(ActId),
    /// Waits for a decision; the pick goes into the slot.
    Choose(ChoiceId, u16),
    /// Chance picks one of a list into the slot.
    Random(u16, ListId),
    /// A line of the log.
    Say(MessageId, Args),
    /// Who is active.
    Activate(NumId),
    /// An iteration of a phase begins.
    Begin {
        /// Which phase.
        phase: PhaseId,
        /// It was counted before, for a test that may skip it.
        counted: bool,
    },
    /// Counts an iteration of a phase that may be skipped.
    Count(PhaseId),
    /// An iteration of a phase ends: resets its variables.
    Reset(PhaseId),
    /// The game is over.
    End,
}

/// One card or player, or a list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// One.
    One(NumId),
    /// Several.
    List(ListId),
}

/// Where a moved card goes.
pub type Place = acts::Place<NumId>;

/// An act of a verb. It stands beside the code, for instructions to be small.
pub type Act = acts::Act<NumId, What, ListId>;

/// What a decision offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceKind {
    /// The elements of a list.
    List(ListId),
    /// Blocks: conditions in the argument pool, one for each.
    Modes(Args),
    /// Yes (1) or no (0).
    YesNo,
    /// The legal actions of a window, each with its targets.
    Window(WindowId),
}

/// A decision.
#[derive(Debug, Clone)]
pub struct ChoiceOp {
    /// Who.
    pub chooser: NumId,
    /// What.
    pub kind: ChoiceKind,
    /// The candidates are cards: equal ones are offered once.
    pub cards: bool,
    /// The type of a candidate.
    pub ty: crate::types::Type,
    /// Names of modes.
    pub modes: Vec<String>,
    /// Fewest and most picks.
    pub count: Option<(NumId, NumId)>,
    /// May decline.
    pub may: bool,
    /// Its name.
    pub decision: DecisionId,
    /// The others do not learn the pick.
    pub secretly: bool,
    /// Put even with one option.
    pub always: bool,
}
