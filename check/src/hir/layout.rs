//! Layout of the table: the `layout:` section with names resolved.

use std::collections::BTreeSet;

use super::{Checked, Holder, Lambda};
use crate::ids::*;
use crate::model::{Colour, Sees, Shape, TableArea, USUAL_FRAME};

/// Layout of the table. It decides positions on screen, never visibility.
#[derive(Debug, Clone, Default)]
pub struct LayoutDef {
    /// The title line; `None` shows all phases.
    pub heading: Option<Vec<Shown>>,
    /// Shared part of the table: spots, shared zones, variables of the game.
    pub middle: Vec<(Shown, Shape)>,
    /// Part in front of each player; a variable of the game marks the player it refers to.
    pub player: Vec<(Shown, Shape)>,
    /// Items shown at the spots of a kind.
    pub spots: Vec<(SpotId, Vec<(Shown, Shape)>)>,
    /// Items shown on the cards of a kind.
    pub cards: Vec<(KindId, Vec<OnCard>)>,
    /// Pictures of the cards of a kind.
    pub faces: Vec<(KindId, FaceDef)>,
    /// Values computed only for display.
    pub computed: Vec<ComputedDef>,
    /// Zones displayed in sorted order, with sort criteria in order of priority. Each criterion is one field
    /// for each kind of card.
    pub sorted: Vec<(ZoneId, Vec<Vec<FieldId>>)>,
    /// Items in another area than that of their list.
    pub areas: Vec<(Shown, TableArea)>,
    /// Colours and signs of players.
    pub seats: Vec<(Seat, SeatLook)>,
    /// Items that the prompt of a decision repeats; those of players for the acting player.
    pub show: Vec<(DecisionId, Vec<Shown>)>,
    /// Choices that are logged as lines of their own.
    #[doc(hidden)]
    pub log: LogDef,
}

/// Colour and sign of a player.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SeatLook {
    /// Colour of the player's area.
    pub colour: Option<Colour>,
    /// One character that stands for the player.
    pub sign: Option<String>,
}

/// Choices that are logged as lines of their own: all choices that no message names, except these.
#[derive(Debug, Clone, Default)]
pub struct LogDef {
    /// True if no choice is logged.
    pub is_none: bool,
    /// Decisions whose choices are not logged.
    pub without: Vec<DecisionId>,
}

impl LogDef {
    /// Returns true if choices of a decision may be logged.
    pub fn has(&self, decision: DecisionId) -> bool {
        !self.is_none && !self.without.contains(&decision)
    }
}

/// A value computed only for display.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ComputedDef {
    /// Name as written in the ruleset.
    pub name: String,
    /// The holder: the game, each player, or each spot of a kind.
    pub holder: Holder,
    /// True if the value is a Boolean.
    pub is_truth: bool,
    /// True if the value is a number, integer or decimal.
    pub is_number: bool,
    /// The expression; its first local is the holder unless that is the game.
    #[doc(hidden)]
    pub value: Lambda,
}

/// An item shown on a card in addition to its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnCard {
    /// A printed field.
    Field(FieldId),
    /// A variable of the card.
    Var(VarId),
}

/// Picture of the cards of a kind. Every card shows its name and text.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct FaceDef {
    /// Name of a shipped frame, or the path of an SVG file; `None` for the usual frame.
    pub frame: Option<String>,
    /// Path of the SVG file of the back, if the kind has its own.
    pub back: Option<String>,
    /// Fields shown as a row of icons.
    pub icons: Vec<FieldId>,
    /// Fields in the upper corners: left, then right.
    pub corners: Vec<FieldId>,
    /// Fields below the name.
    pub line: Vec<FieldId>,
    /// Fields at the bottom of the card.
    pub foot: Vec<FieldId>,
    /// The picture: a path below the ruleset's folder, with `{id}` and fields in braces.
    pub art: Option<String>,
    /// Colour of the frame.
    pub colour: FaceColour,
}

impl FaceDef {
    /// Returns the name of the frame, or the path of its SVG file.
    pub fn frame_name(&self) -> &str {
        self.frame.as_deref().unwrap_or(USUAL_FRAME)
    }
}

/// Colour of the cards of a kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FaceColour {
    /// Not specified in the ruleset.
    #[default]
    Unsaid,
    /// The same colour for all cards.
    One(Colour),
    /// Colour by the word printed in the first of several fields that has one.
    By {
        /// The fields, all of the same enum.
        fields: Vec<FieldId>,
        /// Numbers of enum words with their colours.
        words: Vec<(i32, Colour)>,
        /// Colour of cards without a word.
        other: Option<Colour>,
    },
}

/// An item shown on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The number of the current iteration of a phase.
    Phase(PhaseId),
    /// The spots of a definition.
    Spot(SpotId),
    /// The cards of a zone.
    Zone(ZoneId),
    /// The value of a variable.
    Var(VarId),
    /// A value computed for display.
    Computed(ComputedId),
}

impl Checked {
    /// Returns the kinds whose cards look alike from behind, unless the layout gives them different backs:
    /// those that share a zone which not all players see, directly or through other kinds. Sorted.
    pub fn alike(&self, kind: KindId) -> Vec<KindId> {
        let mut found = BTreeSet::from([kind]);
        loop {
            let hidden = self.zones.iter().filter(|zone| zone.sees != Sees::All);
            let shared = hidden.filter(|zone| zone.holds.iter().any(|kind| found.contains(kind)));
            let more: BTreeSet<KindId> = shared.flat_map(|zone| zone.holds.iter().copied()).collect();
            if more.is_subset(&found) {
                return found.into_iter().collect();
            }
            found.extend(more);
        }
    }

    /// Returns the path of the back of a kind: its own, or that of a kind that looks alike.
    pub fn back(&self, kind: KindId) -> Option<&str> {
        let own = |kind: KindId| {
            let (_, face) = self.layout.faces.iter().find(|(of, _)| *of == kind)?;
            face.back.as_deref()
        };
        own(kind).or_else(|| self.alike(kind).into_iter().find_map(own))
    }
}

impl LayoutDef {
    /// Returns the area of an item, if it is another one than that of its list.
    pub fn area(&self, shown: Shown) -> Option<TableArea> {
        self.areas.iter().find(|(item, _)| *item == shown).map(|(_, area)| *area)
    }

    /// Returns the colour and sign of a player, if the ruleset defines any.
    pub fn seat(&self, seat: Seat) -> Option<&SeatLook> {
        self.seats.iter().find(|(of, _)| *of == seat).map(|(_, look)| look)
    }

    /// Returns the items that the prompt of a decision repeats.
    pub fn shown_with(&self, decision: DecisionId) -> &[Shown] {
        self.show.iter().find(|(of, _)| *of == decision).map_or(&[], |(_, shown)| shown)
    }

    /// Returns the parts in readable form: `middle` and `market as row, deck as pile`.
    pub fn parts(&self, checked: &Checked) -> Vec<(String, Vec<String>)> {
        let name = |shown: &Shown| match shown {
            Shown::Phase(id) => checked.phases[id.index()].name.clone(),
            Shown::Spot(id) => checked.spots[id.index()].name.clone(),
            Shown::Zone(id) => checked.zones[id.index()].name.clone(),
            Shown::Var(id) => checked.vars[id.index()].name.clone(),
            Shown::Computed(id) => self.computed[id.index()].name.clone(),
        };
        let shapes = |list: &[(Shown, Shape)]| -> Vec<String> {
            let area =
                |shown| self.area(shown).map_or_else(String::new, |area| format!(" at {}", area.word()));
            list.iter()
                .map(|(shown, shape)| format!("{} as {}{}", name(shown), shape.word(), area(*shown)))
                .collect()
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
            let fields = [&face.corners, &face.line, &face.foot, &face.icons].into_iter().flatten();
            let fields = fields.map(|f| checked.fields[f.index()].name.clone());
            let shown = std::iter::once(face.frame_name().to_owned()).chain(fields);
            let shown = shown.chain(face.art.clone()).chain(face.back.clone());
            (format!("faces.{}", checked.kinds[kind.index()].name), shown.collect())
        }));
        parts.extend(self.sorted.iter().map(|(zone, keys)| {
            let names = keys.iter().filter_map(|fields| fields.first());
            let names = names.map(|field| checked.fields[field.index()].name.clone());
            (format!("sorted.{}", checked.zones[zone.index()].name), names.collect())
        }));
        parts.extend(self.seats.iter().map(|(seat, look)| {
            let colour = look.colour.map(Colour::word);
            (
                format!("seats.{}", checked.seats[seat.index()]),
                colour.into_iter().chain(look.sign.clone()).collect(),
            )
        }));
        parts.extend(self.show.iter().map(|(decision, shown)| {
            (format!("show.{}", checked.decisions[decision.index()]), shown.iter().map(name).collect())
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
