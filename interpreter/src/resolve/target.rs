//! What a name can stand for.

use ludex_grammar::span::Span;

use crate::ids::*;

/// What a name stands for. Two names mean the same if their targets are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A seat that has a name, by its place.
    Seat(u8),
    Option(OptionId),
    /// An enum; that of an option is the option.
    Enum(EnumId),
    /// A word of an enum, by its place there.
    EnumWord(EnumId, u16),
    /// A kind of card.
    Kind(KindId),
    /// A printed field.
    Field(FieldId),
    Property(PropertyId),
    /// A stage of a property, by its place there.
    Stage(PropertyId, u16),
    /// A card as printed.
    Design(DesignId),
    Spot(SpotId),
    /// A spot that has a name of its own, by its place among those of its sort.
    SpotWord(SpotId, u16),
    Zone(ZoneId),
    /// A variable.
    Var(VarId),
    Table(TableId),
    /// An event, or a step of a list of steps.
    Event(EventId),
    Message(MessageId),
    /// A list of steps.
    Steps(StepsId),
    Function(FunctionId),
    Procedure(ProcedureId),
    /// A window of actions.
    Window(WindowId),
    /// An action, by its place in its window.
    Action(WindowId, u16),
    Phase(PhaseId),
    /// A line of the score, by its place.
    ScoreLine(u16),
    /// A decision: the first `as NAME` defines it, every other one means the same.
    Decision(DecisionId),
    /// A mode of a choice, by where it is named.
    Mode(Span),
    /// A local, a parameter or a fact, by where it is named.
    Local(Span),
}

impl Target {
    /// What it is, in a message: `zone`, `list of steps` …
    pub fn what(self) -> &'static str {
        match self {
            Self::Seat(_) => "seat",
            Self::ScoreLine(_) => "line of the score",
            Self::Option(_) => "option",
            Self::Enum(_) => "enum",
            Self::EnumWord(..) => "word",
            Self::Kind(_) => "kind",
            Self::Field(_) => "field",
            Self::Property(_) => "property",
            Self::Stage(..) => "stage",
            Self::Design(_) => "card",
            Self::Spot(_) => "spot",
            Self::SpotWord(..) => "spot",
            Self::Zone(_) => "zone",
            Self::Var(_) => "variable",
            Self::Table(_) => "table",
            Self::Event(_) => "event",
            Self::Message(_) => "message",
            Self::Steps(_) => "list of steps",
            Self::Function(_) => "function",
            Self::Procedure(_) => "procedure",
            Self::Window(_) => "window",
            Self::Action(..) => "action",
            Self::Phase(_) => "phase",
            Self::Decision(_) => "decision",
            Self::Mode(_) => "mode",
            Self::Local(_) => "local",
        }
    }
}
