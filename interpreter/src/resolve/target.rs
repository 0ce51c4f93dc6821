//! What a name can stand for.

use ludex_grammar::span::Span;

use crate::ids::*;

/// A property of a sort of target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Is {
    /// An entry of a section, with its contents.
    Entry,
    /// Its name is known wherever names are looked up, not only where it is defined or after another name.
    Global,
    /// A change of it is a change of everything that uses it.
    Passed,
    /// Scenarios name it to refer to its effects.
    Subject,
    /// It is reported if nothing uses it. A card is in the game, an action is offered and a phase happens without that.
    Wanted,
    /// Labels of options are made of it.
    Label,
}

/// A row is a sort of target, its name in a message, the groups of texts that may be about it, and its properties.
macro_rules! targets {
    ($($(#[$doc:meta])* $target:ident $(($($part:ty),*))? $what:literal $(in $($group:literal)+)? [$($property:ident)*];)*) => {
        /// What a name stands for. Two names mean the same if their targets are equal.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Target {
            $($(#[$doc])* $target $(($($part),*))?,)*
        }

        impl Target {
            /// The name of its sort in a message: `zone`, `list of steps` …
            pub fn what(self) -> &'static str {
                match self {
                    $(Self::$target { .. } => $what,)*
                }
            }

            /// The groups of texts that may be about it, the usual one first.
            pub(crate) fn text_groups(self) -> &'static [&'static str] {
                match self {
                    $(Self::$target { .. } => &[$($($group),+)?],)*
                }
            }

            pub(crate) fn is(self, property: Is) -> bool {
                let properties: &[Is] = match self {
                    $(Self::$target { .. } => &[$(Is::$property),*],)*
                };
                properties.contains(&property)
            }
        }
    };
}

targets! {
    /// A seat that has a name, by its place.
    Seat(u8) "seat" in "seats" [Label];
    Option(OptionId) "option" in "options" "enums" [Entry Global Wanted];
    /// An enum; that of an option is the option.
    Enum(EnumId) "enum" in "enums" [Entry Global Wanted];
    /// A word of an enum, by its place there.
    EnumWord(EnumId, u16) "word" [Global Label];
    /// A kind of card.
    Kind(KindId) "kind" in "kinds" [Entry Global Wanted];
    /// A printed field.
    Field(FieldId) "field" in "fields" [Global Wanted];
    Property(PropertyId) "property" [Entry Global Passed Subject Wanted];
    /// A stage of a property, by its place there.
    Stage(PropertyId, u16) "stage" [];
    /// A card as printed.
    Design(DesignId) "card" in "cards" [Entry Global Subject Label];
    Spot(SpotId) "spot" in "spots" "picks" [Entry Global Wanted];
    /// A spot that has a name of its own, by its place among those of its sort.
    SpotWord(SpotId, u16) "spot" in "teams" "spots" [Global Label];
    Zone(ZoneId) "zone" in "zones" [Entry Global Wanted];
    /// A variable.
    Var(VarId) "variable" in "state" "layout" [Entry Global Wanted];
    Table(TableId) "table" [Entry Global Passed Subject Wanted];
    /// An event, or a step of a list of steps.
    Event(EventId) "event" [Entry Global Subject Wanted];
    Message(MessageId) "message" in "messages" [Entry Global Wanted];
    /// A list of steps.
    Steps(StepsId) "list of steps" [Entry Global Passed Subject Wanted];
    Function(FunctionId) "function" [Entry Global Passed Subject Wanted];
    Procedure(ProcedureId) "procedure" [Entry Global Passed Subject Wanted];
    /// A window of actions.
    Window(WindowId) "window" [Entry Global Wanted];
    /// An action, by its place in its window.
    Action(WindowId, u16) "action" in "actions" [Entry Subject Label];
    Phase(PhaseId) "phase" in "phases" "layout" [Entry Global];
    /// A line of the score, by its place.
    ScoreLine(u16) "line of the score" in "score" [Entry];
    /// A decision: the first `as NAME` defines it, every other one means the same.
    Decision(DecisionId) "decision" in "choices" [];
    /// A mode of a choice, by where it is named.
    Mode(Span) "mode" [];
    /// A local, a parameter or a fact, by where it is named.
    Local(Span) "local" [];
}
