//! Overlays: variants shipped with a ruleset (`variants/*.yaml`), and external ones.

pub use ludex_check::load::overlay::{
    Header, Unknown, header, in_order, is_file, resolve, shipped, with_those_before,
};

use super::Setup;
use crate::lower::given;
use crate::ruleset::{Parts, Problems, Ruleset, SetupError, SetupErrorKind};
use ludex_check::ids::{DesignId, Seat};
use ludex_check::load::variants::merged::{MergeError, MergedRuleset};

/// Cards changed by overlays, so that one player can have the changed versions and all others the originals.
#[derive(Debug, Clone)]
pub struct PerPlayerOverlay {
    both: Ruleset,
    /// Original and changed version of each card.
    cards: Vec<(DesignId, DesignId)>,
}

/// Reason why overlays cannot apply to one player only.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum PerPlayerOverlayError {
    /// The overlays change no card.
    Nothing,
    /// The overlays change a section that is the same for all players.
    Section(&'static str),
    /// The overlays add this card.
    Added(String),
    /// The overlays remove this card.
    Removed(String),
    /// This card is not in a set of each player, or not in both versions.
    Shared(String),
    /// The rules name this card, and would refer to the original only.
    Named(String),
    /// The ruleset with both versions of the cards is invalid.
    Broken(Problems),
}

impl std::fmt::Display for PerPlayerOverlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nothing => f.write_str("no card is changed"),
            Self::Section(name) => write!(f, "`{name}` is changed, which is the same for all players"),
            Self::Added(card) => {
                write!(f, "the card `{card}` is added; only existing cards can be changed for one player")
            }
            Self::Removed(card) => {
                write!(f, "the card `{card}` is removed; only remaining cards can be changed for one player")
            }
            Self::Shared(card) => write!(f, "the card `{card}` does not belong to the players' own sets"),
            Self::Named(card) => write!(f, "the rules name the card `{card}`, so it can't have two versions"),
            Self::Broken(problems) => {
                write!(f, "the original cards and the changed cards can't be combined:\n{problems}")
            }
        }
    }
}

impl std::error::Error for PerPlayerOverlayError {}

impl PerPlayerOverlayError {
    fn from_merge_error(apart: MergeError) -> Self {
        match apart {
            MergeError::Section(name) => Self::Section(name),
            MergeError::Added(card) => Self::Added(card),
            MergeError::Removed(card) => Self::Removed(card),
            MergeError::Same => Self::Nothing,
        }
    }
}

impl PerPlayerOverlay {
    /// Computes the changes made by the overlays of a ruleset.
    ///
    /// # Errors
    /// The reason why the changes cannot apply to one player only.
    pub fn new(changed: &Ruleset) -> Result<PerPlayerOverlay, PerPlayerOverlayError> {
        let MergedRuleset { text, cards } =
            changed.both().map_err(PerPlayerOverlayError::from_merge_error)?;
        let both = Parts::new(&[("ruleset.yaml".to_owned(), text)], &[], str::to_owned);
        let both = both.compile_first().into_ruleset().map_err(PerPlayerOverlayError::Broken)?;
        let cards: Result<_, PerPlayerOverlayError> = cards.iter().map(|names| twice(&both, names)).collect();
        Ok(PerPlayerOverlay { cards: cards?, both })
    }

    /// Returns the names of the cards.
    pub fn cards(&self) -> impl Iterator<Item = &str> {
        self.cards.iter().map(|(first, _)| self.both.checked.designs[first.index()].name.as_str())
    }

    /// Returns two worlds with chance in streams that differ in these cards: no player has the changed
    /// versions, or one player has them. Each changed version has the position of its original.
    ///
    /// # Errors
    /// Like [`Ruleset::setup`]; also too many cards, or no such seat.
    pub fn worlds(
        &self,
        players: u8,
        options: &[(String, String)],
        seat: Seat,
    ) -> Result<[Setup; 2], SetupError> {
        let program = self.both.program(players, options)?;
        if seat.number() >= program.players {
            return Err(SetupError::new(SetupErrorKind::NoSuchSeat, "there is no such seat"));
        }
        let worlds = given(&self.both.checked, &program, i32::from(seat.0), &self.cards);
        let worlds = worlds.map_err(|error| self.both.lower_error(&error))?;
        Ok(worlds.map(|world| Setup::of_world(&self.both, world)))
    }
}

/// Returns both versions of a card in each player's set, by their names.
fn twice(
    both: &Ruleset,
    (was, becomes): &(String, String),
) -> Result<(DesignId, DesignId), PerPlayerOverlayError> {
    let checked = &both.checked;
    let id = |name: &str| checked.designs.iter().position(|def| def.name == name).map(DesignId::new);
    let shared = || PerPlayerOverlayError::Shared(was.clone());
    let (first, second) = id(was).zip(id(becomes)).ok_or_else(shared)?;
    let kind = |design: DesignId| checked.designs[design.index()].kind;
    if kind(first) != kind(second) || !checked.kinds[kind(first).index()].per_player {
        return Err(shared());
    }
    if checked.index.reads_card(first) {
        Err(PerPlayerOverlayError::Named(was.clone()))
    } else {
        Ok((first, second))
    }
}
