//! Sets up the position that `given` describes.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};

use crate::scenario::Failure;
use crate::scenario::run::words::{CardWords, find_card, of_player, owner_in, unknown, zone};
use ludex_check::hir::{Checked, Holder};
use ludex_check::ids::{KindId, ZoneId};
use ludex_check::load::raw::Name;
use ludex_check::load::scenario::{self, Given, GivenZone};
use ludex_check::resolve::Target;
use ludex_run::play::label::{card_text, find_zone, zone_label};
use ludex_run::program::Program;
use ludex_run::state::State;

/// A zone of the position.
struct WantedZone<'g> {
    zone: u16,
    given: &'g GivenZone,
    words: Vec<CardWords<'g>>,
    /// Numbers of arbitrary cards of a kind: `24 playing`.
    some: Vec<(usize, KindId, &'g Spanned<String>)>,
    cards: Vec<u16>,
}

/// Returns the phases from the outermost to the one with this name.
pub(in crate::scenario) fn chain(checked: &Checked, phase: &Name) -> Result<Vec<usize>, Failure> {
    let Some(found) = checked.phases.iter().position(|p| p.name == phase.value) else {
        let names = checked.phases.iter().map(|p| p.name.as_str());
        return Err(unknown("phase", phase, names));
    };
    let mut chain = vec![found];
    let mut at = found;
    while let Some(parent) = checked.phases[at].parent {
        at = parent.index();
        chain.insert(0, at);
    }
    Ok(chain)
}

/// Moves the cards of `zones` to their positions. Displaced cards, and cards outside all zones, go where
/// `rest` says. Returns a warning about a `rest` without effect.
pub(in crate::scenario) fn put_cards(
    program: &Program,
    state: &mut State,
    given: &Given,
) -> Result<Option<Diagnostic>, Failure> {
    let mut wanted = Vec::with_capacity(given.zones.len());
    for zone in &given.zones {
        wanted.push(read(program, zone)?);
    }
    let taken = assign(program, &mut wanted)?;
    let rest = rest(program, &given.rest)?;
    let mut displaced: Vec<(u16, u16, Span)> = Vec::new();
    for want in &wanted {
        for card in state.cards_in(want.zone).filter(|card| !taken.contains(card)) {
            let Some(goes) = rest.get(&kind_of(program, card)) else {
                return Err(nowhere_to_go(program, want, card));
            };
            displaced.push((card, rest_zone(program, goes, &wanted, card, want.zone)?, want.given.zone.span));
        }
    }
    let goes_nowhere = |card: u16| rest.get(&kind_of(program, card)).is_some_and(Rest::is_nowhere);
    let nowhere = |card: &u16| state.cards[usize::from(*card)].zone == 0 && !taken.contains(card);
    for card in (0..program.layout.cards() as u16).filter(nowhere) {
        if goes_nowhere(card) {
            continue;
        }
        if let Some(goes) = rest.get(&kind_of(program, card)) {
            displaced.push((card, rest_zone(program, goes, &wanted, card, 0)?, goes.at));
        }
    }
    let moved: BTreeSet<KindId> = displaced.iter().map(|(card, ..)| kind_of(program, *card)).collect();
    let idle = rest.iter().find(|(kind, goes)| !goes.by_default && !moved.contains(kind));
    let idle = idle.map(|(kind, rest)| {
        let name = &program.checked.kinds[kind.index()].name;
        let message = format!("`rest` does nothing: `zones` or `setup` places every {name}");
        Diagnostic::new(Code::IdleScenario, rest.kind_at, message)
    });
    for want in &wanted {
        let faces = want.words.iter().map(|words| words.up == Some(true)).chain(std::iter::repeat(false));
        for (card, up) in want.cards.iter().zip(faces) {
            state.put(&program.layout, *card, want.zone, up);
        }
    }
    for (card, zone, at) in displaced {
        if zone == 0 {
            state.take_out(&program.layout, card);
            continue;
        }
        state.put(&program.layout, card, zone, false);
        let most = program.layout.zones[usize::from(zone)].max;
        if state.count(zone) > most as usize {
            let message = format!(
                "what is not listed finds no place: {} holds at most {most}",
                zone_label(program, zone)
            );
            return Err(Failure::new(at, message));
        }
    }
    Ok(idle)
}

/// Returns a warning if `rest` moves no card in this state.
pub(in crate::scenario) fn idle_rest(
    program: &Program,
    state: &State,
    given: &Given,
) -> Result<Option<Diagnostic>, Failure> {
    let mut after = state.clone();
    let idle = put_cards(program, &mut after, given)?;
    let moved = state.cards.iter().zip(&after.cards).any(|(before, after)| before.zone != after.zone);
    Ok(idle.filter(|_| !moved))
}

/// Checks a position without set-up.
pub(in crate::scenario) fn check_position(program: &Program, given: &Given) -> Result<(), Failure> {
    let mut wanted = given.zones.iter().map(|zone| read(program, zone)).collect::<Result<Vec<_>, _>>()?;
    assign(program, &mut wanted)?;
    rest(program, &given.rest).map(drop)
}

fn read<'g>(program: &Program, given: &'g GivenZone) -> Result<WantedZone<'g>, Failure> {
    let zone = zone(program, &given.zone)?;
    let mut words = Vec::with_capacity(given.cards.len());
    let mut some = Vec::new();
    for text in &given.cards {
        if let Some((count, kind)) = so_many(&program.checked, &text.value) {
            some.push((count, kind, text));
            continue;
        }
        let card = CardWords::read(program, text)?;
        if card.design.is_none() {
            return Err(Failure::new(text.span, "a position names all its cards; `hidden` is for views"));
        }
        words.push(card);
    }
    let most = program.layout.zones[usize::from(zone)].max;
    let listed = some.iter().fold(words.len(), |sum, (count, ..)| sum.saturating_add(*count));
    if listed > most as usize {
        let message = format!("{} holds at most {most}", zone_label(program, zone));
        let def = program.layout.zones[usize::from(zone)].def;
        return Err(Failure::new(given.zone.span, message).because_of(Some(Target::Zone(def))));
    }
    Ok(WantedZone { zone, given, words, some, cards: Vec::new() })
}

/// Assigns a card to each text, numbered copies first. Returns all assigned cards.
fn assign(program: &Program, wanted: &mut [WantedZone<'_>]) -> Result<BTreeSet<u16>, Failure> {
    let mut taken = BTreeSet::new();
    let mut found: BTreeMap<(usize, usize), u16> = BTreeMap::new();
    for numbered in [true, false] {
        for (z, want) in wanted.iter().enumerate() {
            for (c, words) in want.words.iter().enumerate().filter(|(_, w)| w.copy.is_some() == numbered) {
                let card = find_card(program, words, want.zone, &taken)?;
                fits(program, card, want.zone, words.text.span)?;
                taken.insert(card);
                found.insert((z, c), card);
            }
        }
    }
    for ((z, _), card) in found {
        wanted[z].cards.push(card);
    }
    for want in wanted {
        for (count, kind, text) in &want.some {
            let cards = left_of_kind(program, want.zone, *kind, &taken);
            if cards.len() < *count {
                let name = &program.checked.kinds[kind.index()].name;
                let message = format!("only {} {name} are left", cards.len());
                return Err(Failure::new(text.span, message));
            }
            for card in &cards[..*count] {
                fits(program, *card, want.zone, text.span)?;
                taken.insert(*card);
                want.cards.push(*card);
            }
        }
    }
    Ok(taken)
}

/// Parses a number followed by a kind.
fn so_many(checked: &Checked, text: &str) -> Option<(usize, KindId)> {
    let (count, kind) = text.split_once(' ')?;
    let kind = checked.kinds.iter().position(|known| known.name == kind)?;
    Some((count.parse().ok()?, KindId::new(kind)))
}

/// Returns the unassigned cards of a kind that may be in a zone, in the order of the card list.
fn left_of_kind(program: &Program, zone: u16, kind: KindId, taken: &BTreeSet<u16>) -> Vec<u16> {
    let owner = owner_in(program, zone).filter(|_| program.checked.kinds[kind.index()].per_player);
    let is_left = |card: &u16| {
        let fits = owner.is_none_or(|owner| program.layout.owner[usize::from(*card)] == i32::from(owner));
        kind_of(program, *card) == kind && fits && !taken.contains(card)
    };
    (0..program.layout.cards() as u16).filter(is_left).collect()
}

pub(in crate::scenario) fn fits(program: &Program, card: u16, zone: u16, at: Span) -> Result<(), Failure> {
    let kind = usize::from(program.layout.kind[usize::from(card)]);
    if program.layout.holds[kind][program.layout.zones[usize::from(zone)].def.index()] {
        return Ok(());
    }
    Err(Failure::new(at, format!("{} can't be in {}", card_text(program, card), zone_label(program, zone))))
}

/// Destination of the unlisted cards of a kind.
struct Rest {
    place: RestPlace,
    /// Span of the zone's name.
    at: Span,
    /// Span of the kind's name.
    kind_at: Span,
    below: bool,
    by_default: bool,
}

impl Rest {
    fn is_nowhere(&self) -> bool {
        matches!(self.place, RestPlace::Nowhere)
    }
}

/// The place of all cards before set-up.
const NOWHERE: &str = "nowhere";

enum RestPlace {
    /// This zone, for all cards.
    One(u16),
    /// The zone of the card's owner.
    Owners(ZoneId),
    /// Out of the game.
    Nowhere,
}

fn kind_of(program: &Program, card: u16) -> KindId {
    KindId(program.layout.kind[usize::from(card)])
}

fn rest(program: &Program, given: &[scenario::Rest]) -> Result<BTreeMap<KindId, Rest>, Failure> {
    let mut rest = BTreeMap::new();
    for written in given {
        let id = kind_named(program, written)?;
        let place = rest_named(program, &written.zone, id)?;
        let (at, kind_at) = (written.zone.span, written.kind.span);
        let (below, by_default) = (written.below, written.by_default);
        rest.insert(id, Rest { place, at, kind_at, below, by_default });
    }
    Ok(rest)
}

fn kind_named(program: &Program, written: &scenario::Rest) -> Result<KindId, Failure> {
    let kinds = &program.checked.kinds;
    let named = |name: &Name| kinds.iter().position(|kind| kind.name == name.value).map(KindId::new);
    let Some(found) = named(&written.kind) else {
        let (kind, zone) = (&written.kind, &written.zone);
        if named(zone).is_some() && find_zone(program, &kind.value).is_some() {
            let message = format!("`{}` is not a kind", kind.value);
            let problem = Diagnostic::new(Code::UnknownName, kind.span, message);
            return Err(problem
                .help(format!("the kind comes first: write `{}: {}`", zone.value, kind.value))
                .into());
        }
        return Err(unknown("kind", kind, kinds.iter().map(|kind| kind.name.as_str())));
    };
    Ok(found)
}

fn rest_named(program: &Program, zone: &Name, kind: KindId) -> Result<RestPlace, Failure> {
    let zones = &program.checked.zones;
    let declared = zones.iter().position(|z| z.name == zone.value).map(ZoneId::new);
    let one = find_zone(program, &zone.value);
    let per_player = program.checked.kinds[kind.index()].per_player;
    match (one, declared) {
        (Some(one), _) => Ok(RestPlace::One(one)),
        (None, Some(def))
            if zones[def.index()].per.is_none()
                && zones[def.index()].holder == Holder::Player
                && per_player =>
        {
            Ok(RestPlace::Owners(def))
        }
        (None, Some(_)) => {
            let failure =
                Failure::new(zone.span, format!("there are several zones `{}`: name the owner", zone.value));
            let whose = of_player(program, &zone.value).map(|zone| format!("write `{zone}`"));
            Err(whose.into_iter().fold(failure, Failure::detail))
        }
        (None, None) if zone.value == NOWHERE => Ok(RestPlace::Nowhere),
        (None, None) => Err(unknown("zone", zone, zones.iter().map(|z| z.name.as_str()))),
    }
}

fn nowhere_to_go(program: &Program, from: &WantedZone<'_>, card: u16) -> Failure {
    let name = &program.checked.kinds[kind_of(program, card).index()].name;
    let (card, zone) = (card_text(program, card), zone_label(program, from.zone));
    let failure = Failure::new(from.given.zone.span, format!("{card} lies in {zone} and is not listed"));
    failure.detail(format!("say where it goes: `rest: {{ {name}: ZONE }}`"))
}

/// Returns the destination of an unlisted card from another zone, or from outside all zones.
fn rest_zone(
    program: &Program,
    rest: &Rest,
    wanted: &[WantedZone<'_>],
    card: u16,
    from: u16,
) -> Result<u16, Failure> {
    let zone = match rest.place {
        RestPlace::One(zone) => zone,
        RestPlace::Nowhere => return Ok(0),
        RestPlace::Owners(def) => {
            let owner = program.layout.owner[usize::from(card)].max(0);
            program.layout.zone_range[def.index()].0 + owner as u16
        }
    };
    let listed = wanted.iter().find(|want| want.zone == from);
    let at = listed.map_or(rest.at, |want| want.given.zone.span);
    fits(program, card, zone, at)?;
    if !rest.below && wanted.iter().any(|want| want.zone == zone) {
        let (card, to) = (card_text(program, card), zone_label(program, zone));
        let from = if from == 0 { "nowhere".to_owned() } else { format!("in {}", zone_label(program, from)) };
        let message = format!("{card} lies {from} and is not listed, and {to} holds only what is listed");
        let failure = Failure::new(at, message);
        return Err(failure.detail("`rest: { KIND: below ZONE }` puts them below those that are listed"));
    }
    Ok(zone)
}
