//! Everything on a page that isn't the game: the viewer, the people, the settings and messages.

use ludex::{Seat, Viewer};

use crate::words::{self, Words};

/// Everything on a page that is not part of the game.
pub struct Frame<'a> {
    /// The texts in the language of this viewer.
    pub words: Words<'a>,
    /// A seat, the public (a spectator), or everything (the replay of a game that is over).
    pub viewer: Viewer,
    /// Address of this view: `/t/ID/s/2` for a seat, `/t/ID` for a spectator. Forms post to `{base}/choose`,
    /// `{base}/undo` and so on.
    pub base: &'a str,
    /// Address of the card pictures of this ruleset and language: `/cards/HASH/LANG`.
    pub cards: &'a str,
    /// Number of entries of the log.
    pub version: usize,
    /// The people, by seat.
    pub seats: &'a [Person],
    pub theme: Theme,
    pub settings: Settings,
    /// Label of the card, spot or player to which the decision is narrowed.
    pub with: Option<&'a str>,
    /// Picks of a choice of several, as indices into the listed options. They are part of the address only:
    /// `?picked=0,4`.
    pub picks: &'a [usize],
    pub notice: Option<Notice>,
    pub can_undo: Undo,
    /// Log lines from this index on are new.
    pub new_from: usize,
    /// True for a past position: nothing can be chosen or asked.
    pub is_past: bool,
    /// True for a file without a server: no forms, and everything inline.
    pub is_static: bool,
    /// True inside another page, which has the menu and the ways to leave.
    pub is_inside: bool,
}

impl<'a> Frame<'a> {
    /// Creates a frame without messages.
    pub fn new(words: Words<'a>, viewer: Viewer, base: &'a str, version: usize, seats: &'a [Person]) -> Self {
        Self {
            words,
            viewer,
            base,
            cards: "",
            version,
            seats,
            theme: Theme::System,
            settings: Settings::default(),
            with: None,
            picks: &[],
            notice: None,
            can_undo: Undo::No,
            new_from: usize::MAX,
            is_past: false,
            is_static: false,
            is_inside: false,
        }
    }

    /// Returns true if a server answers questions about this position.
    pub(super) fn is_live(&self) -> bool {
        !self.is_past && !self.is_static
    }

    pub(super) fn seat(&self) -> Option<Seat> {
        if let Viewer::Seat(seat) = self.viewer { Some(seat) } else { None }
    }

    /// Returns the viewer as the texts expect it.
    pub(super) fn reader(&self) -> words::Viewer {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat.number()),
            Viewer::Public => Some(u8::MAX),
            Viewer::Open => None,
        }
    }
}

/// The person or bot in a seat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Person {
    /// The chosen name; empty for the seat's own name.
    pub name: String,
    pub state: Presence,
    /// True if the player has decided in a simultaneous choice.
    pub has_chosen: bool,
}

/// State of a seat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Presence {
    /// The viewer's own seat.
    You,
    #[default]
    Here,
    /// Away, for this number of minutes.
    Away(u32),
    /// A bot, with its label: `easy`.
    Bot(String),
    Free,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    /// Value of the setting, and of `data-theme` unless the system decides.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Settings of a viewer, from a cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Each choice needs a second press.
    pub confirm: bool,
    pub size: Size,
    /// Single letters and digits are keys.
    pub keys: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { confirm: false, size: Size::Medium, keys: true }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Size {
    Small,
    #[default]
    Medium,
    Large,
}

impl Size {
    /// Value of the setting: `s`, `m` or `l`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "s",
            Self::Medium => "m",
            Self::Large => "l",
        }
    }
}

/// A message strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The choice was made for an earlier version and has not been applied.
    Stale,
    /// The seat is played in another window.
    SeatTaken,
    /// A player asks to undo; the form to agree or refuse is shown to the others.
    UndoAsked {
        by: String,
    },
    /// A player refused to undo, or the time for answers ended.
    UndoRefused {
        by: String,
    },
    Undone,
    /// The rules have changed, with a description.
    RulesChanged(String),
    /// The rules have changed, and a choice no longer fits.
    RulesStopped(String),
    /// The ruleset has an error; the old rules stay.
    RulesBroken(String),
    /// The table can't continue, for a reason outside the rules, such as a full disk.
    Fault(String),
}

/// Whether the viewer may undo the last choice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Undo {
    #[default]
    No,
    Free,
    /// The other players have to agree, for this reason.
    Ask(String),
}
