//! Instructions: the effects, one after another. One may stop for a decision; everything it needs to go on is in the state.

use super::Program;
use super::dump::{Worded, jumps};
use super::{CondId, ListId, NumId};
use crate::acts;
use crate::hir::Together;
use crate::ids::{DecisionId, EventId, MAX_TARGETS, MessageId, PhaseId, WindowId};

/// An index into the code.
pub type Pc = u32;

/// A group of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Args(pub u32);

/// A decision of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChoiceId(pub u32);

/// An act of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActId(pub u32);

/// What is kept of players who are asked at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeptId(pub u32);

/// A place in the code that another than the instruction before leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label(pub Pc);

impl Label {
    /// Not yet known.
    pub const OPEN: Label = Label(0);
}

/// A field of an instruction. Unless it says otherwise, it leads nowhere.
trait Field {
    fn label(&mut self) -> Option<&mut Label> {
        None
    }
}

impl Field for Label {
    fn label(&mut self) -> Option<&mut Label> {
        Some(self)
    }
}

macro_rules! leads_nowhere {
    ($($field:ty),*) => {
        $(impl Field for $field {})*
    };
}

leads_nowhere!(
    u16, u32, bool, NumId, CondId, ListId, Args, EventId, ActId, ChoiceId, MessageId, PhaseId, KeptId,
    Together
);

/// A row is an instruction with its operands and how it is listed, where an operand stands by its name; what else stands there is
/// given after that. Each family of instructions becomes a macro that is the pattern of all of them.
macro_rules! instrs {
    (listed of $program:ident;
     $($family:ident { $(
        $(#[$doc:meta])*
        $kind:ident $(($($part:ident: $part_ty:ty),*))? $({$($(#[$what:meta])* $field:ident: $field_ty:ty,)*})?
            $words:literal $(, $also:ident = $value:expr)*;
     )* })*) => {
        /// The instructions.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Instr {
            $($($(#[$doc])* $kind $(($($part_ty),*))? $({$($(#[$what])* $field: $field_ty,)*})?,)*)*
        }

        impl Instr {
            /// Where it may go on, if that is neither the next instruction nor said by a frame.
            pub fn label(&mut self) -> Option<&mut Label> {
                match self {
                    $($(Instr::$kind $(($($part),*))? $({$($field),*})? => {
                        let labels: [Option<&mut Label>; _] = [$($($part.label(),)*)? $($($field.label(),)*)?];
                        labels.into_iter().flatten().next()
                    })*)*
                }
            }

            /// As it is listed.
            #[allow(unused_variables, reason = "not all that stands in an instruction is listed")]
            pub(super) fn words(self, $program: &Program) -> String {
                match self {
                    $($(Instr::$kind $(($($part),*))? $({$($field),*})? => {
                        $(let $also = $value;)*
                        $($(let $part = Worded($program, $part);)*)?
                        $($(let $field = Worded($program, $field);)*)?
                        format!($words)
                    })*)*
                }
            }
        }

        $(#[allow(unused_macros, reason = "not each family is looked at alone")]
        macro_rules! $family {
            () => { $(Instr::$kind { .. })|* };
        })*

        #[allow(unused_imports, reason = "not each family is looked at alone")]
        pub(crate) use {$($family),*};
    };
}

instrs! {
    listed of program;

    // run where they stand
    direct_instrs {
        /// A slot takes a value.
        Let(slot: u16, value: NumId) "let ${slot} = {value}";
        /// A cell of the state takes a value.
        Store(at: u32, value: NumId) "[{at}] = {value}";
        /// A cell counted by a holder takes a value: first cell, holder, value.
        StoreOf(at: u32, of: NumId, value: NumId) "[{at} + {of}] = {value}";
        /// Go on there.
        Jump(to: Label) "jump {to}";
        /// Go on there unless it holds.
        Unless(cond: CondId, to: Label) "unless {cond} jump {to}";
        /// Go on at the branch whose number is in the slot: the slot, how many branches, the first one's place in the jumps.
        Switch(slot: u16, count: u16, first: u32) "switch ${slot} to {jumps}", jumps = jumps(program, first, count);
        /// A loop over a list begins; its four slots: candidate, handle, index, and what the executor needs. Where it keeps,
        /// rounds change lists that were there before.
        ForStart(slot: u16, list: NumId, keeps: bool) "for ${slot} in {list}";
        /// The next candidate, or go on there.
        ForNext(slot: u16, to: Label) "next ${slot} else {to}";
        /// Leaves the frame.
        Return "return";
        /// A new frame: entry, slots, arguments.
        Call(entry: Pc, slots: u16, args: Args) "call {entry} slots {slots} ({args})";
        /// An event; its facts and its reactions go into slots from this one on.
        Emit(event: EventId, slot: u16, args: Args) "emit {event} at ${slot} ({args})";
        /// Does something to cards or zones.
        Act(act: ActId) "{act}";
        /// Who is active.
        Activate(player: NumId) "activate {player}";
        /// One round less in the slot, or go on there.
        RepeatNext(slot: u16, to: Label) "repeat ${slot} else {to}";
        /// The slot takes the value of [`Instr::Give`], directly after the call.
        Take(slot: u16) "take ${slot}";
        /// An iteration of a phase begins.
        Begin {
            /// Which phase.
            phase: PhaseId,
            /// It was counted before, for a test that may skip it.
            counted: bool,
        } "begin {phase}";
        /// Counts an iteration of a phase that may be skipped.
        Count(phase: PhaseId) "count {phase}";
        /// An iteration of a phase ends: resets its variables.
        Reset(phase: PhaseId) "reset {phase}";
    }

    // may stop, or go on where the frame says
    leaving_instrs {
        /// The next reaction to the event in these slots; goes on after the last.
        Dispatch(event: EventId, slot: u16) "dispatch {event} at ${slot}";
        /// Waits for a decision; the pick goes into the slot.
        Choose(choice: ChoiceId, slot: u16) "${slot} = {choice}";
        /// Chance picks one of a list into the slot.
        Random(slot: u16, list: ListId) "${slot} = chance of {list}";
        /// Leaves the frame with a value, which may be a list. [`Instr::Take`] passes it to the outer frame.
        Give(value: NumId, list: bool) "give {value}";
        /// The game is over.
        End "end";
        /// A step of asking several players at once.
        Together(step: Together, kept: KeptId) "{step} {kept}";
    }

    // nothing at all where nobody watches
    told_instrs {
        /// A line of the log.
        Say(message: MessageId, args: Args) "say {message} ({args})";
    }
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
    /// Conditions without one of which all can see that there is no option.
    pub open: Option<Args>,
    /// With no option nothing is picked, even of what must be chosen.
    pub among: bool,
    /// The players who are asked at once, of whom this asks one.
    pub together: Option<KeptId>,
}

impl ChoiceOp {
    /// Whether it is a question that is answered with yes or no.
    pub fn is_yes_no(&self) -> bool {
        matches!(self.kind, ChoiceKind::YesNo)
    }
}

/// Where the picks of players are kept who are asked at once: so many slots for each seat, the first [`NONE`](super::NONE) if there is no pick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// The slot that takes the pick; of an action with its targets behind it.
    pub pick: u16,
    /// The slot in which the conditions of what is chosen find the player.
    pub who: u16,
    /// The first slot of the loop that asks them.
    pub asking: u16,
    /// The first slot of the first seat.
    pub first: u16,
    /// What is picked.
    pub sort: KeptSort,
}

/// What is kept of a pick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptSort {
    /// A value.
    Value,
    /// A card, and where it lies.
    Card,
    /// A list.
    List,
    /// A list of cards, and a list of where they lie.
    Cards,
    /// An action; its targets that are cards, those that are not, and where the cards lie.
    Action(WindowId),
}

impl KeptSort {
    /// Slots for each seat.
    pub fn slots(self) -> u16 {
        match self {
            Self::Value | Self::List => 1,
            Self::Card | Self::Cards => 2,
            Self::Action(_) => 1 + 3 * MAX_TARGETS as u16,
        }
    }

    /// Those of these slots that hold a card.
    pub fn cards(self) -> &'static [u16] {
        match self {
            Self::Value | Self::List | Self::Cards => &[],
            Self::Card => &[0],
            Self::Action(_) => &[1, 2, 3],
        }
    }
}
