//! Dense numbers for everything that has a name. Each meaning has its own type. Outside of this crate an id comes from a ruleset or a game, and
//! can be read, compared and given back; one of another ruleset may stand for nothing there.

/// Most targets of an action, a card that has it among them.
pub const MAX_TARGETS: usize = 3;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($repr:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) $repr);

        impl $name {
            /// As an index: the first of its sort has 0, the others follow in the order of the ruleset.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// From an index; the loader's limits keep it in range.
            #[allow(dead_code, reason = "some are only ever read from a program")]
            pub(crate) fn new(index: usize) -> Self {
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
    /// A value that is computed for the table alone, as `layout:` has it.
    ComputedId(u16);
    /// A local of a procedure, function or ability: its slot in the frame.
    LocalId(u16);
    /// A player: the first has number 0, the others follow clockwise.
    Seat(u8);
    /// One card of one game, copies counted each.
    CardId(u16);
    /// The zone of one holder: the hand of the second player.
    ZoneAt(u16);
}

impl Seat {
    /// The first player's: every game has one.
    pub const FIRST: Seat = Seat(0);

    /// From 0, clockwise.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// One spot of a sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpotAt {
    pub(crate) sort: SpotId,
    pub(crate) number: u16,
}

impl SpotAt {
    /// Which row or circle of spots.
    pub fn sort(self) -> SpotId {
        self.sort
    }

    /// Which of them, from 0.
    pub fn number(self) -> u16 {
        self.number
    }
}

/// An action of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId {
    pub(crate) window: WindowId,
    pub(crate) number: u16,
}

impl ActionId {
    pub(crate) fn new(window: WindowId, number: usize) -> Self {
        Self { window, number: number as u16 }
    }

    /// The window that offers it.
    pub fn window(self) -> WindowId {
        self.window
    }

    /// Its number in its window, from 0.
    pub fn index(self) -> usize {
        usize::from(self.number)
    }
}
