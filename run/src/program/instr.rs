//! Instructions of effects. An instruction may stop for a decision; everything needed to resume is in the
//! state.

use super::Program;
use super::dump::{Worded, jumps};
use super::{CondId, ListId, NumId};
use ludex_check::acts;
use ludex_check::hir::Together;
use ludex_check::ids::{DecisionId, EventId, MAX_TARGETS, MessageId, PhaseId, WindowId};

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

/// Storage for a simultaneous choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeptId(pub u32);

/// A jump target in the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label(pub Pc);

impl Label {
    /// Label of a jump that is not patched yet.
    pub const OPEN: Label = Label(0);
}

/// A field of an instruction. Unless it implements `label`, it is not a jump target.
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

/// Defines the instructions. Each row has an instruction, its operands, and its listing, which names the
/// operands; other values in the listing follow after it. Each family becomes a macro that is a pattern of
/// its instructions.
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
            /// Returns the jump target, if the instruction may continue anywhere other than at the next
            /// instruction or as its frame specifies.
            pub fn label(&mut self) -> Option<&mut Label> {
                match self {
                    $($(Instr::$kind $(($($part),*))? $({$($field),*})? => {
                        let labels: [Option<&mut Label>; _] = [$($($part.label(),)*)? $($($field.label(),)*)?];
                        labels.into_iter().flatten().next()
                    })*)*
                }
            }

            /// Formats the instruction for the listing.
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

    // executed in the main loop
    direct_instrs {
        /// Assigns a value to a slot.
        Let(slot: u16, value: NumId) "let ${slot} = {value}";
        /// Assigns a value to a cell of the state.
        Store(at: u32, value: NumId) "[{at}] = {value}";
        /// Assigns a value to a cell indexed by a holder: first cell, holder, value.
        StoreOf(at: u32, of: NumId, value: NumId) "[{at} + {of}] = {value}";
        Jump(to: Label) "jump {to}";
        /// Jumps unless a condition holds.
        Unless(cond: CondId, to: Label) "unless {cond} jump {to}";
        /// Jumps to the branch with the number in a slot: slot, number of branches, index of the first in the
        /// jumps.
        Switch(slot: u16, count: u16, first: u32) "switch ${slot} to {jumps}", jumps = jumps(program, first, count);
        /// Starts a loop over a list, with four slots: candidate, handle, index, and one for the machine.
        /// `keeps` is true if iterations assign lists to locals outside the loop.
        ForStart(slot: u16, list: NumId, keeps: bool) "for ${slot} in {list}";
        /// Advances a loop to the next candidate, or jumps at the end.
        ForNext(slot: u16, to: Label) "next ${slot} else {to}";
        /// Returns from the frame.
        Return "return";
        /// Calls a procedure: entry, slots, arguments.
        Call(entry: Pc, slots: u16, args: Args) "call {entry} slots {slots} ({args})";
        /// Emits an event. Its facts and reactions are stored in slots from `slot` on.
        Emit(event: EventId, slot: u16, args: Args) "emit {event} at ${slot} ({args})";
        /// Executes an act on cards or zones.
        Act(act: ActId) "{act}";
        /// Sets the active player.
        Activate(player: NumId) "activate {player}";
        /// Decrements the number of iterations in a slot, or jumps at the end.
        RepeatNext(slot: u16, to: Label) "repeat ${slot} else {to}";
        /// Assigns the value of [`Instr::Give`] to a slot, directly after the call.
        Take(slot: u16) "take ${slot}";
        /// Begins an iteration of a phase.
        Begin {
            /// The phase that begins.
            phase: PhaseId,
            /// True if the iteration was counted before, for a test that may skip it.
            counted: bool,
        } "begin {phase}";
        /// Counts an iteration of a phase that may be skipped.
        Count(phase: PhaseId) "count {phase}";
        /// Ends an iteration of a phase: resets its variables.
        Reset(phase: PhaseId) "reset {phase}";
    }

    // may stop, or continue as the frame specifies
    leaving_instrs {
        /// Runs the next reaction to the event in these slots; continues after the last.
        Dispatch(event: EventId, slot: u16) "dispatch {event} at ${slot}";
        /// Waits for a decision, and assigns the choice to a slot.
        Choose(choice: ChoiceId, slot: u16) "${slot} = {choice}";
        /// Draws an element of a list at random into a slot.
        Random(slot: u16, list: ListId) "${slot} = chance of {list}";
        /// Returns from the frame with a value, which may be a list. [`Instr::Take`] passes it to the outer
        /// frame.
        Give(value: NumId, list: bool) "give {value}";
        /// Ends the game.
        End "end";
        /// Executes a step of a simultaneous choice.
        Together(step: Together, kept: KeptId) "{step} {kept}";
    }

    // skipped unless an observer watches
    told_instrs {
        /// Emits a log line.
        Say(message: MessageId, args: Args) "say {message} ({args})";
    }
}

/// One card or player, or a list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneOrList {
    /// A single card or player.
    One(NumId),
    /// A list of cards or players.
    List(ListId),
}

/// Destination of a moved card.
pub type Place = acts::Place<NumId>;

/// An act of a verb. Stored outside the code to keep instructions small.
pub type Act = acts::Act<NumId, OneOrList, ListId>;

/// The kind of options of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceKind {
    /// The elements of a list.
    List(ListId),
    /// Blocks, with a condition for each in the argument pool.
    Modes(Args),
    /// Yes (1) or no (0).
    YesNo,
    /// The legal actions of a window, each with its targets.
    Window(WindowId),
}

/// A decision of the program, with its operands.
#[derive(Debug, Clone)]
pub struct ChoiceOp {
    pub chooser: NumId,
    pub kind: ChoiceKind,
    /// True if the candidates are cards; equal cards are offered once.
    pub cards: bool,
    /// The type of a candidate.
    pub ty: ludex_check::types::Type,
    /// Names of the modes, if the options are modes.
    pub modes: Vec<String>,
    /// Minimum and maximum number of choices, for a choice of several.
    pub count: Option<(NumId, NumId)>,
    /// True if the player may decline.
    pub may: bool,
    /// Name of the decision.
    pub decision: DecisionId,
    /// True if the other players do not learn the choice.
    pub secretly: bool,
    /// True if the player is asked even with one option.
    pub always: bool,
    /// Public conditions. Unless all of them hold, all players can see that there is no option.
    pub open: Option<Args>,
    /// True if nothing is chosen without options, even if the choice is mandatory.
    pub among: bool,
    /// The simultaneous choice that this decision belongs to.
    pub together: Option<KeptId>,
}

impl ChoiceOp {
    /// Returns true if the decision is a yes/no question.
    pub fn is_yes_no(&self) -> bool {
        matches!(self.kind, ChoiceKind::YesNo)
    }
}

/// Storage for the choices of players in a simultaneous choice: a number of slots for each seat, the first of
/// them [`NONE`](super::NONE) without a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// The slot for the choice; the targets of an action follow it.
    pub pick: u16,
    /// The slot with the player, for the conditions of the options.
    pub who: u16,
    /// The first slot of the loop over the players.
    pub asking: u16,
    /// The first slot of the first seat.
    pub first: u16,
    /// The kind of choice.
    pub sort: KeptSort,
}

/// The stored form of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptSort {
    Value,
    /// A card, and its zone.
    Card,
    List,
    /// A list of cards, and a list of their zones.
    Cards,
    /// An action; its targets that are cards, its other targets, and the zones of the cards.
    Action(WindowId),
}

impl KeptSort {
    /// Returns the number of slots for each seat.
    pub fn slots(self) -> u16 {
        match self {
            Self::Value | Self::List => 1,
            Self::Card | Self::Cards => 2,
            Self::Action(_) => 1 + 3 * MAX_TARGETS as u16,
        }
    }

    /// Returns the slots of a seat that hold a card.
    pub fn cards(self) -> &'static [u16] {
        match self {
            Self::Value | Self::List | Self::Cards => &[],
            Self::Card => &[0],
            Self::Action(_) => &[1, 2, 3],
        }
    }
}
