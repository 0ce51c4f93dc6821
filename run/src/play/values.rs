//! Values as visible to a viewer, with the names of the ruleset and with IDs for translation.

use std::borrow::Cow;

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::Amount;
use super::label::{card_text, seat_label, spot_label, zone_label};
use crate::program::{NONE, Program};
use crate::state::State;
use ludex_check::ids::{CardId, DesignId, EnumId, KindId, Seat, SpotAt, SpotId, ZoneAt};
use ludex_check::types::{Base, KeyType, Type};

/// An item with a name in the ruleset, serialised as the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named<T> {
    /// Identifies the item in a program; not part of JSON.
    pub id: T,
    /// The name as written in the ruleset.
    pub name: String,
}

impl<T> Named<T> {
    #[doc(hidden)]
    pub fn new(id: T, name: impl Into<String>) -> Self {
        Self { id, name: name.into() }
    }
}

impl<T> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

impl<T> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// A value as far as a viewer may know it.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// The value depends on something that the viewer may not know.
    Hidden,
    /// There is no value.
    Nothing,
    /// Integer.
    Int(i32),
    /// An exact number with up to three decimals, as text: `"2.5"`.
    #[serde(serialize_with = "decimal")]
    #[schemars(with = "String")]
    Decimal(Amount),
    /// Boolean value.
    Bool(bool),
    /// A word of an enum.
    Word(Named<(EnumId, i32)>),
    /// A player, by the label of the seat.
    Player(Named<Seat>),
    /// A spot, by its label.
    Spot(Named<SpotAt>),
    /// A zone, in explanations.
    Zone(Named<ZoneAt>),
    /// A card, by its label.
    Card(Named<CardId>),
    /// All copies of a card, in explanations.
    Design(Named<DesignId>),
    /// A card whose position is known, but not its identity.
    Unseen {
        /// Kind of the card, which is its back.
        kind: Named<KindId>,
        /// Owner of the card; absent without one.
        #[serde(skip_serializing_if = "Option::is_none")]
        owner: Option<Named<Seat>>,
        /// Position in its zone, from 1; absent unless the zone is ordered and all players see its order.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<u16>,
    },
    /// A list of values, at most two hundred.
    List(Vec<Value>),
    /// Reason why the value can't be computed, in explanations.
    Fault(String),
}

fn decimal<S: Serializer>(amount: &Amount, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(amount)
}

impl Value {
    /// Returns the value as a cell, if it is a number, a Boolean, a word, a player or a spot.
    pub(super) fn cell(&self) -> Option<i32> {
        match self {
            Value::Int(n) => Some(*n),
            Value::Bool(holds) => Some(i32::from(*holds)),
            Value::Word(word) => Some(word.id.1),
            Value::Player(player) => Some(i32::from(player.id.number())),
            Value::Spot(spot) => Some(i32::from(spot.id.number())),
            Value::Decimal(amount) => i32::try_from(amount.thousandths).ok(),
            Value::Hidden
            | Value::Unseen { .. }
            | Value::Nothing
            | Value::Zone(_)
            | Value::Card(_)
            | Value::Design(_)
            | Value::List(_)
            | Value::Fault(_) => None,
        }
    }

    /// Like `cell`, but returns the length of a list.
    pub(super) fn counted(&self) -> Option<i32> {
        if let Value::List(values) = self { i32::try_from(values.len()).ok() } else { self.cell() }
    }

    /// Returns the value in thousandths, if it is a number.
    pub fn thousandths(&self) -> Option<i64> {
        if let Value::Int(n) = self {
            return Some(i64::from(*n) * 1000);
        }
        if let Value::Decimal(amount) = self { Some(amount.thousandths) } else { None }
    }
}

/// A source location with its text.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// Span in the sources.
    #[serde(skip)]
    pub span: Span,
    /// File, as shown in messages.
    pub file: String,
    /// Number of the line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Source text there, at most 300 characters.
    pub text: String,
}

/// Maximum number of characters of a quoted text.
const LONGEST_TEXT: usize = 300;

impl Place {
    #[doc(hidden)]
    pub fn new(sources: &Sources, span: Span) -> Option<Place> {
        if span == Span::default() || sources.iter().count() <= usize::from(span.file.0) {
            return None;
        }
        let (line, column) = sources.line_col(span);
        let words: Vec<&str> = sources.slice(span).split_whitespace().collect();
        let text = words.join(" ").chars().take(LONGEST_TEXT).collect();
        Some(Place { span, file: sources.get(span.file).name.clone(), line, column, text })
    }
}

/// Returns the value of a player.
pub fn player(program: &Program, seat: u8) -> Named<Seat> {
    Named::new(Seat(seat), seat_label(&program.checked, seat))
}

/// Returns the value of a spot, with its label: `column_2`.
pub fn spot(program: &Program, id: SpotId, index: i32) -> Value {
    let at = SpotAt { sort: id, number: u16::try_from(index).unwrap_or(0) };
    Value::Spot(Named::new(at, spot_label(&program.checked, id, index)))
}

/// Returns the value of a card, with its label.
pub fn card(program: &Program, card: u16) -> Value {
    Value::Card(Named::new(CardId(card), card_text(program, card)))
}

/// Returns the value of a card's name, independent of the copy.
pub fn design(program: &Program, design: DesignId) -> Value {
    Value::Design(Named::new(design, program.checked.designs[design.index()].name.clone()))
}

/// Returns the value of a key by its number, from 0.
pub fn key(program: &Program, key: KeyType, n: i32) -> Value {
    let least = if let KeyType::Range(least, _) = key { least } else { 0 };
    value(program, key.ty(), n + i32::from(least))
}

/// Returns the value of a zone, with its label: `blue.hand`.
pub fn zone(program: &Program, zone: u16) -> Value {
    Value::Zone(Named::new(ZoneAt(zone), zone_label(program, zone)))
}

/// Returns the position of a card in its zone, from 1, if all players see it: the zone is shown and keeps its
/// order.
pub fn place(program: &Program, state: &State, card: u16) -> Option<u16> {
    let zone = state.zone_of(card)?;
    let info = &program.layout.zones[usize::from(zone)];
    let place = state.cards_in(zone).zip(1..).find(|(other, _)| *other == card)?.1;
    (info.ordered && !info.hides.concealed).then_some(place)
}

/// Returns a card by its back, and by its position if that is disclosed.
pub fn back(program: &Program, card: u16, place: Option<u16>) -> Value {
    let c = usize::from(card);
    let kind = KindId(program.layout.kind[c]);
    Value::Unseen {
        kind: Named::new(kind, program.checked.kinds[kind.index()].name.clone()),
        owner: u8::try_from(program.layout.owner[c]).ok().map(|seat| player(program, seat)),
        place,
    }
}

/// Maximum number of values shown of one list.
pub const MOST_LISTED: usize = 200;

/// Converts a value in a position; lists include their elements.
pub fn held(program: &Program, state: &State, ty: Type, n: i32) -> Value {
    listed(program, state, (ty, n), &mut MOST_LISTED.clone())
}

fn listed(program: &Program, state: &State, (ty, n): (Type, i32), left: &mut usize) -> Value {
    if n == NONE || !ty.is_list() {
        return if n == NONE { Value::Nothing } else { value(program, ty, n) };
    }
    let element = ty.present().element();
    let mut values = Vec::new();
    for n in state.find_list(n).unwrap_or_default() {
        if *left == 0 {
            break;
        }
        *left -= 1;
        values.push(listed(program, state, (element, *n), left));
    }
    Value::List(values)
}

/// Converts a value of a type, which must be present and not a list.
pub fn value(program: &Program, ty: Type, n: i32) -> Value {
    match ty.base() {
        Base::Decimal => Value::Decimal(Amount { thousandths: i64::from(n) }),
        Base::Bool => Value::Bool(n != 0),
        Base::Enum(id) => {
            let words = &program.checked.enums[id.index()].values;
            let word = usize::try_from(n).ok().and_then(|n| words.get(n));
            Value::Word(Named::new((id, n), word.cloned().unwrap_or_default()))
        }
        Base::Card | Base::Kind(_) | Base::Design(_) => match u16::try_from(n) {
            Ok(card) if usize::from(card) < program.layout.cards() => self::card(program, card),
            _ => Value::Nothing,
        },
        Base::Name(_) => u32::try_from(n).map_or(Value::Nothing, |n| design(program, DesignId(n))),
        Base::Player => u8::try_from(n).map_or(Value::Nothing, |seat| Value::Player(player(program, seat))),
        Base::Spot(id) => spot(program, id, n),
        Base::Zone => u16::try_from(n).map_or(Value::Nothing, |zone| self::zone(program, zone)),
        Base::Int | Base::Nothing | Base::Unknown => Value::Int(n),
    }
}
