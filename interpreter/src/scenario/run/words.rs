//! The words of scenarios: cards, seats, zones and values.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};

use crate::hir::{Checked, Holder};
use crate::play::Amount;
use crate::play::label::{card_text, find_zone, seat_label, spot_label, zone_label};
use crate::program::{NONE, Program};
use crate::resolve::Target;
use crate::scenario::Failure;
use crate::types::{Base, Type};

/// A card as scenarios write it: `[owner] id [up|down] [#copy]`; in views `hidden` stands for an id.
pub(in crate::scenario) struct CardWords<'t> {
    pub text: &'t Spanned<String>,
    /// Whose card, if said.
    pub owner: Option<u8>,
    /// The card as printed; nothing: hidden.
    pub design: Option<usize>,
    /// Face up or face down, if said.
    pub up: Option<bool>,
    /// Which copy, from 1, if said.
    pub copy: Option<usize>,
}

impl<'t> CardWords<'t> {
    /// Reads a card's text.
    pub(in crate::scenario) fn read(program: &Program, text: &'t Spanned<String>) -> Result<Self, Failure> {
        let mut card = CardWords { text, owner: None, design: None, up: None, copy: None };
        let spaced = match text.value.contains('#') {
            true => Cow::Owned(text.value.replace('#', " #")),
            false => Cow::Borrowed(text.value.as_str()),
        };
        let mut names = Vec::new();
        for word in spaced.split_whitespace() {
            match (word, word.strip_prefix('#')) {
                ("up", _) => card.up = Some(true),
                ("down", _) => card.up = Some(false),
                (_, Some(number)) => card.copy = Some(copy_number(text, number)?),
                _ => names.push(word),
            }
        }
        let id = match names.as_slice() {
            [id] => id,
            [owner, id] => {
                card.owner = Some(seat(program, owner, text.span)?);
                id
            }
            _ => {
                let message = format!("`{}` is not a card; write it like `blue ace up`", text.value);
                return Err(Failure::new(text.span, message));
            }
        };
        if *id != "hidden" {
            card.design = Some(design(&program.checked, id, text.span)?);
        }
        Ok(card)
    }
}

/// A word that names nothing of its sort, with what may be meant.
pub(in crate::scenario) fn unknown<'k>(
    what: &str,
    word: &Spanned<String>,
    known: impl IntoIterator<Item = &'k str>,
) -> Failure {
    let message = format!("there is no {what} `{}`", word.value);
    Diagnostic::new(Code::UnknownName, word.span, message).suggest(&word.value, known).into()
}

fn copy_number(text: &Spanned<String>, number: &str) -> Result<usize, Failure> {
    let parsed = number.parse().ok().filter(|n| *n > 0);
    parsed.ok_or_else(|| {
        Failure::new(text.span, format!("`#{number}` is not the number of a copy, as `#2` is"))
    })
}

fn design(checked: &Checked, id: &str, at: Span) -> Result<usize, Failure> {
    let known = || checked.designs.iter().map(|d| d.name.as_str());
    let found = known().position(|name| name == id);
    found.ok_or_else(|| unknown("card", &Spanned::new(id.to_owned(), at), known()))
}

pub(in crate::scenario) fn seat(program: &Program, id: &str, at: Span) -> Result<u8, Failure> {
    let seats = program.checked.seats.iter().take(usize::from(program.players));
    let found = (0..).zip(seats.clone()).find(|(_, name)| *name == id);
    found.map(|(seat, _)| seat).ok_or_else(|| {
        let problem = Diagnostic::new(Code::UnknownName, at, format!("nobody here is called `{id}`"));
        match not_at_table(program, id) {
            Some(help) => problem.help(help).into(),
            None => problem.suggest(id, seats.map(String::as_str)).into(),
        }
    })
}

/// What to do about a seat that only larger tables have.
fn not_at_table(program: &Program, id: &str) -> Option<String> {
    let players = program.players;
    let seat = program.checked.seats.iter().position(|seat| seat == id)?;
    (seat >= usize::from(players)).then(|| {
        format!(
            "this scenario has {players} players, and `{id}` is seat {0}: say `players: {0}` in it",
            seat + 1
        )
    })
}

pub(in crate::scenario) fn zone(program: &Program, label: &Spanned<String>) -> Result<u16, Failure> {
    find_zone(program, &label.value).ok_or_else(|| {
        let all: Vec<String> =
            (1..program.layout.zones.len() as u16).map(|z| zone_label(program, z)).collect();
        let owner = label.value.split_once('.').map_or("", |(owner, _)| owner);
        if let Some(help) = not_at_table(program, owner) {
            let message = format!("there is no zone `{}`", label.value);
            return Diagnostic::new(Code::UnknownName, label.span, message).help(help).into();
        }
        unknown("zone", label, all.iter().map(String::as_str)).because_of(holder(program, &label.value))
    })
}

/// The spots of which there may be too few, where a zone is named as one of theirs: `column_3.lane`.
fn holder(program: &Program, label: &str) -> Option<Target> {
    let (spot, name) = label.split_once('.')?;
    let zone = program.checked.zones.iter().find(|zone| zone.name == name)?;
    let Holder::Spot(id) = zone.holder else { return None };
    let number = spot.strip_prefix(program.checked.spots[id.index()].name.as_str())?.strip_prefix('_')?;
    number.parse::<u32>().ok().map(|_| Target::Spot(id))
}

/// The owner that a card in a zone has if its text names none: the zone's player, or the player whose card has the zone.
pub(in crate::scenario) fn owner_in(program: &Program, zone: u16) -> Option<u8> {
    let info = &program.layout.zones[usize::from(zone)];
    let owner = if info.on_card { program.layout.owner[info.holder as usize] } else { info.player };
    u8::try_from(owner).ok()
}

/// The card that a text means in a zone: with no number the first copy that is not taken.
pub(in crate::scenario) fn find_card(
    program: &Program,
    words: &CardWords<'_>,
    zone: u16,
    taken: &BTreeSet<u16>,
) -> Result<u16, Failure> {
    let fail = |message: String| Err(Failure::new(words.text.span, message));
    let Some(design) = words.design else { return fail("which card is it?".to_owned()) };
    let def = &program.checked.designs[design];
    let cards = program.layout.designs[design];
    let per_player = program.checked.kinds[def.kind.index()].per_player;
    let group = match (per_player, words.owner.or_else(|| owner_in(program, zone))) {
        (true, Some(owner)) => u32::from(owner),
        (true, None) => {
            return fail(format!(
                "whose {}? Write it like `{} {0}`",
                def.name,
                seat_label(&program.checked, 0)
            ));
        }
        (false, _) if words.owner.is_some() => return fail(format!("{} belongs to nobody", def.name)),
        (false, _) => 0,
    };
    let first = cards.first + group * cards.step;
    let mut copies = (first..first + cards.each).map(|card| card as u16);
    let is_free = |card: &u16| !taken.contains(card);
    let free = match words.copy {
        Some(n) if n > copies.len() => {
            return fail(format!("there is no copy {n} of {}: there are {}", def.name, copies.len()));
        }
        Some(n) => copies.clone().nth(n - 1).filter(is_free),
        None => copies.clone().find(is_free),
    };
    match (free, copies.next()) {
        (Some(card), _) => Ok(card),
        (None, Some(card)) => {
            let there = match cards.each {
                1 => String::new(),
                each => format!(" {each} times, and there are no more"),
            };
            fail(format!("{} is listed already{there}", card_text(program, card)))
        }
        (None, None) => fail(format!("there is no {}", def.name)),
    }
}

/// A value as people write it.
pub(in crate::scenario) fn value_text(program: &Program, ty: Type, value: i32) -> String {
    let checked = &program.checked;
    if value == NONE {
        return "nothing".to_owned();
    }
    match ty.base() {
        Base::Decimal => Amount { thousandths: i64::from(value) }.to_string(),
        Base::Bool => (value != 0).to_string(),
        Base::Enum(id) => checked.enums[id.index()].values.get(value as usize).cloned().unwrap_or_default(),
        Base::Card | Base::Kind(_) | Base::Design(_) => card_text(program, value as u16),
        Base::Name(_) => checked.designs[value as usize].name.clone(),
        Base::Player => seat_label(checked, value as u8),
        Base::Spot(spot) => spot_label(checked, spot, value),
        Base::Zone => zone_label(program, value as u16),
        Base::Int | Base::Nothing | Base::Unknown => value.to_string(),
    }
}
