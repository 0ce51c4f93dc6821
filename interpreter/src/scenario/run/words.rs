//! Parses and formats the words of scenarios: cards, seats, zones and values.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::{Span, Spanned};

use crate::scenario::Failure;
use ludex_check::hir::{Checked, Holder};
use ludex_check::language::Function;
use ludex_check::resolve::Target;
use ludex_check::types::{Base, Type};
use ludex_run::play::Amount;
use ludex_run::play::label::{card_text, find_zone, seat_label, spot_label, zone_label};
use ludex_run::program::{NONE, Program};

/// A card in the notation of scenarios: `[owner] id [up|down] [#copy]`. In views, `hidden` replaces the ID.
pub(in crate::scenario) struct CardWords<'t> {
    pub text: &'t Spanned<String>,
    /// The owner, if specified.
    pub owner: Option<u8>,
    /// The card design; `None` if hidden.
    pub design: Option<usize>,
    /// The face, if specified: true if face up.
    pub up: Option<bool>,
    /// Number of the copy, counted from 1, if specified.
    pub copy: Option<usize>,
}

impl<'t> CardWords<'t> {
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
                let seat = seat(program, owner, text.span);
                card.owner = Some(seat.map_err(|unknown| match how_written(&program.checked, text) {
                    Some(help) => not_a_card(text).detail(help),
                    None => unknown,
                })?);
                id
            }
            _ => {
                let help = how_written(&program.checked, text);
                return Err(
                    not_a_card(text).detail(help.unwrap_or_else(|| "write it like `blue ace up`".to_owned()))
                );
            }
        };
        if *id != "hidden" {
            card.design = Some(design(&program.checked, id, text.span)?);
        }
        Ok(card)
    }
}

/// Reports an unknown word of this kind, with a suggestion.
pub(in crate::scenario) fn unknown<'k>(
    what: &str,
    word: &Spanned<String>,
    known: impl IntoIterator<Item = &'k str>,
) -> Failure {
    let message = format!("there is no {what} `{}`", word.value);
    Diagnostic::new(Code::UnknownName, word.span, message).suggest(&word.value, known).into()
}

fn not_a_card(text: &Spanned<String>) -> Failure {
    Failure::new(text.span, format!("`{}` is not a card", text.value))
}

/// Explains how to write several cards, a copy, or a card with a name of several words.
fn how_written(checked: &Checked, text: &Spanned<String>) -> Option<String> {
    const MOST: usize = 8;
    let words: Vec<&str> =
        text.value.split([' ', '×', '*']).filter(|word| !matches!(*word, "" | "x")).collect();
    let number = |word: &str| word.trim_matches('x').parse::<usize>().ok().filter(|n| (1..=MOST).contains(n));
    match words.as_slice() {
        [card, n] if text.value.split(' ').count() == 2 && n.parse::<usize>().is_ok() => {
            Some(format!("write the number of the copy after `#`: `{card}#{n}`"))
        }
        [n, card] | [card, n] if number(n).is_some() => {
            let cards = vec![*card; number(n).unwrap_or(1)].join(", ");
            Some(format!("list a card once for each copy: write `{cards}`"))
        }
        _ => in_one_word(checked, &text.value).map(|one| format!("did you mean `{one}`?")),
    }
}

/// Returns the card whose ID consists of the words of a text, joined with underscores.
pub(in crate::scenario) fn in_one_word<'c>(checked: &'c Checked, text: &str) -> Option<&'c str> {
    let one = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join("_");
    checked.designs.iter().map(|design| design.name.as_str()).find(|name| *name == one)
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
        let problem = Diagnostic::new(Code::UnknownName, at, format!("no player is called `{id}`"));
        match not_at_table(program, id) {
            Some(help) => problem.help(help).into(),
            None => problem.suggest(id, seats.map(String::as_str)).into(),
        }
    })
}

/// Explains how to add a seat that only larger tables have.
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
        if let Some(meant) = zone_meant(program, &label.value) {
            let message = format!("there is no zone `{}`", label.value);
            let problem = Diagnostic::new(Code::UnknownName, label.span, message);
            return problem.instead(&meant, Applicability::Maybe).into();
        }
        unknown("zone", label, all.iter().map(String::as_str)).because_of(holder(program, &label.value))
    })
}

/// Returns the intended zone if its holder is missing, or is in the wrong place.
fn zone_meant(program: &Program, label: &str) -> Option<String> {
    let Some((owner, name)) = label.split_once('.') else { return of_player(program, label) };
    let number = owner.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().ok();
    let seat = number.filter(|_| owner.starts_with(Function::Seat.name()));
    let seat = seat.and_then(|n| program.checked.seats.get(n.checked_sub(1)?));
    let meant = seat.map_or_else(|| format!("{name}.{owner}"), |seat| format!("{seat}.{name}"));
    find_zone(program, &meant).map(|_| meant)
}

/// Returns the first player's zone of this name, with the player's name.
pub(in crate::scenario) fn of_player(program: &Program, zone: &str) -> Option<String> {
    let label = format!("{}.{zone}", seat_label(&program.checked, 0));
    find_zone(program, &label).map(|_| label)
}

/// Returns the kind of spot named as the holder of a zone, such as `column_3.lane`. Too few spots of that
/// kind may be declared.
fn holder(program: &Program, label: &str) -> Option<Target> {
    let (spot, name) = label.split_once('.')?;
    let zone = program.checked.zones.iter().find(|zone| zone.name == name)?;
    let Holder::Spot(id) = zone.holder else { return None };
    let number = spot.strip_prefix(program.checked.spots[id.index()].name.as_str())?.strip_prefix('_')?;
    number.parse::<u32>().ok().map(|_| Target::Spot(id))
}

/// Returns the default owner of a card in a zone: the zone's player, or the owner of the card that has the
/// zone.
pub(in crate::scenario) fn owner_in(program: &Program, zone: u16) -> Option<u8> {
    let info = &program.layout.zones[usize::from(zone)];
    let owner = if info.on_card { program.layout.owner[info.holder as usize] } else { info.player };
    u8::try_from(owner).ok()
}

/// Finds the card that a text names in a zone. Without a number, it is the first copy that is not taken.
pub(in crate::scenario) fn find_card(
    program: &Program,
    words: &CardWords<'_>,
    zone: u16,
    taken: &BTreeSet<u16>,
) -> Result<u16, Failure> {
    let fail = |message: String| Err(Failure::new(words.text.span, message));
    let mut copies = all_copies(program, words, zone)?;
    let each = copies.len();
    let is_free = |card: &u16| !taken.contains(card);
    let free = match words.copy {
        Some(n) => copies.clone().nth(n - 1).filter(is_free),
        None => copies.clone().find(is_free),
    };
    match (free, copies.next()) {
        (Some(card), _) => Ok(card),
        (None, Some(card)) => {
            let card = card_text(program, card);
            fail(match (words.copy, each) {
                (Some(n), 2..) => format!("{card}#{n} is listed already"),
                (_, 0 | 1) => format!("{card} is listed already"),
                (None, each) => format!("{card} is listed already {each} times, and there are no more"),
            })
        }
        (None, None) => fail(format!("there is no {}", words.text.value)),
    }
}

/// Returns the copies of a card that a text may stand for in a zone.
pub(in crate::scenario) fn copies_of(
    program: &Program,
    words: &CardWords<'_>,
    zone: u16,
) -> Result<Range<u16>, Failure> {
    let copies = all_copies(program, words, zone)?;
    Ok(words.copy.map_or(copies.clone(), |n| {
        let first = copies.start + (n - 1) as u16;
        first..first + 1
    }))
}

/// Returns all copies of the card that a text names. Checks that the number of a copy, if any, exists.
fn all_copies(program: &Program, words: &CardWords<'_>, zone: u16) -> Result<Range<u16>, Failure> {
    let fail = |message: String| Err(Failure::new(words.text.span, message));
    let Some(design) = words.design else { return fail("the name of the card is missing".to_owned()) };
    let def = &program.checked.designs[design];
    let cards = program.layout.designs[design];
    let per_player = program.checked.kinds[def.kind.index()].per_player;
    let group = match (per_player, words.owner.or_else(|| owner_in(program, zone))) {
        (true, Some(owner)) => u32::from(owner),
        (true, None) => {
            return fail(format!(
                "the owner of {} is missing: write it like `{} {0}`",
                def.name,
                seat_label(&program.checked, 0)
            ));
        }
        (false, _) if words.owner.is_some() => return fail(format!("{} has no owner", def.name)),
        (false, _) => 0,
    };
    let first = cards.first + group * cards.step;
    match words.copy {
        Some(n) if n > cards.each as usize => {
            fail(format!("there is no copy {n} of {}: there are {}", def.name, cards.each))
        }
        Some(_) | None => Ok(first as u16..(first + cards.each) as u16),
    }
}

/// Formats a value in the notation of scenarios.
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
