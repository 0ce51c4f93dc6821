//! How the table is drawn: what a ruleset says of it, names resolved.

use super::{Checked, Holder, Lambda};
use crate::ids::*;
use crate::model::{CardFrame, Colour, Shape};

/// How the table is drawn. It says where something stands, never who may know it.
#[derive(Debug, Clone, Default)]
pub struct LayoutDef {
    /// The title line; absent: all phases.
    pub heading: Option<Vec<Shown>>,
    /// What lies before everybody: spots, shared zones, variables of the game.
    pub middle: Vec<(Shown, Shape)>,
    /// What lies before each player; a variable of the game marks the player it names.
    pub player: Vec<(Shown, Shape)>,
    /// What lies at a spot.
    pub spots: Vec<(SpotId, Vec<(Shown, Shape)>)>,
    /// What stands on the cards of a kind.
    pub cards: Vec<(KindId, Vec<OnCard>)>,
    /// What the pictures of the cards of a kind look like.
    pub faces: Vec<(KindId, FaceDef)>,
    /// Values that are computed for the table alone.
    pub computed: Vec<ComputedDef>,
    /// Zones whose cards stand by what is printed on them: by the first of these, among equals by the next. Each is the field of a kind.
    pub sorted: Vec<(ZoneId, Vec<Vec<FieldId>>)>,
    /// Which picks have a line of their own in the log.
    pub(crate) log: LogDef,
}

/// Which picks have a line of their own in the log: all that no message names, except these.
#[derive(Debug, Clone, Default)]
pub(crate) struct LogDef {
    /// True if no pick has one.
    pub is_none: bool,
    /// The decisions whose picks have none.
    pub without: Vec<DecisionId>,
}

impl LogDef {
    /// Returns true if picks of a decision may have a line of their own.
    pub(crate) fn has(&self, decision: DecisionId) -> bool {
        !self.is_none && !self.without.contains(&decision)
    }
}

/// A value that is computed for the table alone.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ComputedDef {
    /// As the ruleset writes it.
    pub name: String,
    /// Who has one: the game, each player, each spot of a sort.
    pub holder: Holder,
    /// It is a truth.
    pub is_truth: bool,
    /// It is a number.
    pub is_number: bool,
    /// It, where the first local is the holder, if that is not the game.
    pub(crate) value: Lambda,
}

/// What stands on a card beside its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnCard {
    /// A printed field.
    Field(FieldId),
    /// A variable of the card.
    Var(VarId),
}

/// What the pictures of the cards of a kind look like. Name and text stand on every card.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct FaceDef {
    /// How the card is divided.
    pub frame: CardFrame,
    /// Fields in the upper corners: the left one, then the right one.
    pub corners: Vec<FieldId>,
    /// Fields below the name.
    pub line: Vec<FieldId>,
    /// Fields at the foot.
    pub foot: Vec<FieldId>,
    /// The picture: a path below the ruleset's folder, with `{id}` and fields in braces.
    pub art: Option<String>,
    /// Of which colour the cards are.
    pub colour: FaceColour,
}

/// Of which colour the cards of a kind are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FaceColour {
    /// The ruleset does not say.
    #[default]
    Unsaid,
    /// All of one.
    One(Colour),
    /// By the word that is printed in one of some fields, the first that has one.
    By {
        /// The fields, all of one enum.
        fields: Vec<FieldId>,
        /// Numbers of words in the enum with their colours.
        words: Vec<(i32, Colour)>,
        /// That of a card without a word.
        other: Option<Colour>,
    },
}

/// Something that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A phase with its iteration.
    Phase(PhaseId),
    /// Spots.
    Spot(SpotId),
    /// A zone.
    Zone(ZoneId),
    /// A variable.
    Var(VarId),
    /// What is computed.
    Computed(ComputedId),
}

impl LayoutDef {
    /// Its parts for people: `middle` and `market as row, deck as pile`.
    pub fn parts(&self, checked: &Checked) -> Vec<(String, Vec<String>)> {
        let name = |shown: &Shown| match shown {
            Shown::Phase(id) => checked.phases[id.index()].name.clone(),
            Shown::Spot(id) => checked.spots[id.index()].name.clone(),
            Shown::Zone(id) => checked.zones[id.index()].name.clone(),
            Shown::Var(id) => checked.vars[id.index()].name.clone(),
            Shown::Computed(id) => self.computed[id.index()].name.clone(),
        };
        let shapes = |list: &[(Shown, Shape)]| -> Vec<String> {
            list.iter().map(|(shown, shape)| format!("{} as {}", name(shown), shape.word())).collect()
        };
        let mut parts = Vec::new();
        parts.extend(self.heading.iter().map(|h| ("heading".to_owned(), h.iter().map(name).collect())));
        parts.push(("middle".to_owned(), shapes(&self.middle)));
        parts.push(("player".to_owned(), shapes(&self.player)));
        let spots = self.spots.iter();
        parts.extend(
            spots.map(|(id, list)| (format!("spots.{}", checked.spots[id.index()].name), shapes(list))),
        );
        parts.extend(self.cards.iter().map(|(kind, fields)| {
            let names = fields.iter().map(|shown| match shown {
                OnCard::Field(id) => checked.fields[id.index()].name.clone(),
                OnCard::Var(id) => checked.vars[id.index()].name.clone(),
            });
            let only = fields.is_empty().then(|| "the name only".to_owned());
            (format!("cards.{}", checked.kinds[kind.index()].name), names.chain(only).collect())
        }));
        parts.extend(self.faces.iter().map(|(kind, face)| {
            let fields = [&face.corners, &face.line, &face.foot].into_iter().flatten();
            let fields = fields.map(|f| checked.fields[f.index()].name.clone());
            let shown = std::iter::once(face.frame.word().to_owned()).chain(fields).chain(face.art.clone());
            (format!("faces.{}", checked.kinds[kind.index()].name), shown.collect())
        }));
        parts.extend(self.sorted.iter().map(|(zone, keys)| {
            let names = keys.iter().filter_map(|fields| fields.first());
            let names = names.map(|field| checked.fields[field.index()].name.clone());
            (format!("sorted.{}", checked.zones[zone.index()].name), names.collect())
        }));
        let without = self.log.without.iter().map(|id| format!("no {}", checked.decisions[id.index()]));
        let none = self.log.is_none.then(|| "none".to_owned());
        parts.push(("log".to_owned(), none.into_iter().chain(without).collect()));
        parts.retain(|(part, shown)| {
            !shown.is_empty() || !matches!(part.as_str(), "middle" | "player" | "log")
        });
        parts
    }
}
