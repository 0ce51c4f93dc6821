//! Dense numbers for everything that has a name. Each meaning has its own type.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($repr:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// From an index; the loader's limits keep it in range.
            pub fn new(index: usize) -> Self {
                Self(index as $repr)
            }
        }
    )*};
}

ids! {
    /// An option of the ruleset.
    OptionId(u16);
    /// A list of words: one of `enums:`, or the choices of an option.
    EnumId(u16);
    /// A kind of card.
    KindId(u16);
    /// A card as printed; copies share it.
    DesignId(u32);
    /// A sort of spot, e.g. all columns.
    SpotId(u16);
    /// A zone as declared; each holder has one.
    ZoneId(u16);
    /// A variable as declared; each holder has one.
    VarId(u16);
    /// A computed property of a kind.
    PropertyId(u16);
    /// A printed field of a kind: an index over all fields of all kinds.
    FieldId(u16);
    /// Numbers by number or word, as `tables:` has them.
    TableId(u16);
    /// A place of a program at which a table is read.
    LookupId(u32);
    /// An event, a timing step, or a phase's begin or end.
    EventId(u16);
    /// A message of the log.
    MessageId(u16);
    /// A list of timing steps.
    StepsId(u16);
    /// Something computed, as `functions:` has it.
    FunctionId(u16);
    /// An effect with parameters, as `procedures:` has it.
    ProcedureId(u16);
    /// A window of actions.
    WindowId(u16);
    /// A part of the course of a game, as `phases:` has it.
    PhaseId(u16);
    /// The name of a decision (`as place_card`).
    DecisionId(u16);
    /// A local of a procedure, function or ability: its slot in the frame.
    LocalId(u16);
    /// A player: the first has number 0, the others follow clockwise.
    Seat(u8);
    /// One card of one game, copies counted each.
    CardId(u16);
    /// The zone of one holder: the hand of the second player.
    ZoneAt(u16);
}

/// One spot of a sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpotAt {
    /// Which row or circle of spots.
    pub sort: SpotId,
    /// Which of them, from 0.
    pub number: u16,
}

impl From<u8> for Seat {
    fn from(number: u8) -> Self {
        Self(number)
    }
}
