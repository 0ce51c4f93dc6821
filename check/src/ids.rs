//! Dense numbers for all named items, with one type for each meaning.
//!
//! For embedders, an id comes from a ruleset or game, and can be read, compared and passed back; its number is
//! hidden from them. An id from another ruleset may be invalid there.

/// Maximum number of targets of an action, including the card that has the action.
pub const MAX_TARGETS: usize = 3;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($repr:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(#[doc(hidden)] pub $repr);

        impl $name {
            /// Returns the id as an index: 0 for the first item of its type, then in the order of the
            /// ruleset.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// Creates an id from an index; the loader's limits keep it in range.
            #[doc(hidden)]
            #[inline]
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
    /// A kind of spot, such as all columns.
    SpotId(u16);
    /// A zone as declared; each holder has one.
    ZoneId(u16);
    /// A variable as declared; each holder has one.
    VarId(u16);
    /// A computed property of a kind.
    PropertyId(u16);
    /// A printed field of a kind: an index over all fields of all kinds.
    FieldId(u16);
    /// A table from numbers or words to numbers, from `tables:`.
    TableId(u16);
    /// A location in a program that reads a table.
    LookupId(u32);
    /// An event, a timing step, or the begin or end of a phase.
    EventId(u16);
    /// A message of the log.
    MessageId(u16);
    /// A list of timing steps.
    StepsId(u16);
    /// A function from `functions:`, which computes a value.
    FunctionId(u16);
    /// An effect with parameters, from `procedures:`.
    ProcedureId(u16);
    /// A window of actions.
    WindowId(u16);
    /// A part of a game's course, from `phases:`.
    PhaseId(u16);
    /// The name of a decision (`as place_card`).
    DecisionId(u16);
    /// A value computed for the table display only, from `layout:`.
    ComputedId(u16);
    /// A local of a procedure, function or ability: its slot in the frame.
    LocalId(u16);
    /// A player: 0 for the first, then clockwise.
    Seat(u8);
    /// One card of one game; each copy has its own.
    CardId(u16);
    /// The zone of one holder, such as the hand of the second player.
    ZoneAt(u16);
}

impl Seat {
    /// The seat of the first player, which exists in every game.
    pub const FIRST: Seat = Seat(0);

    /// Returns the number of the seat, from 0, clockwise.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }
}

/// One spot of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpotAt {
    #[doc(hidden)]
    pub sort: SpotId,
    #[doc(hidden)]
    pub number: u16,
}

impl SpotAt {
    /// Returns the kind of the spot.
    pub fn sort(self) -> SpotId {
        self.sort
    }

    /// Returns the number within its kind, from 0.
    pub fn number(self) -> u16 {
        self.number
    }
}

/// An action of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId {
    #[doc(hidden)]
    pub window: WindowId,
    #[doc(hidden)]
    pub number: u16,
}

impl ActionId {
    #[doc(hidden)]
    pub fn new(window: WindowId, number: usize) -> Self {
        Self { window, number: number as u16 }
    }

    /// Returns the window that offers the action.
    pub fn window(self) -> WindowId {
        self.window
    }

    /// Returns the number within its window, from 0.
    pub fn index(self) -> usize {
        usize::from(self.number)
    }
}
