//! Stacked shuffles: cards that a scenario puts on top of a zone at its next shuffle.

use std::collections::BTreeSet;
use std::ops::Range;

use ludex_grammar::span::Span;

use crate::scenario::Failure;
use crate::scenario::run::one::Run;
use crate::scenario::run::position::fits;
use crate::scenario::run::words::{CardWords, copies_of, find_card, zone};
use ludex_check::load::scenario::GivenZone;
use ludex_run::play::GameInternals;
use ludex_run::play::label::zone_label;
use ludex_run::program::Program;
use ludex_run::state::{Stack, Stacks};

/// Source locations of a stack.
pub(in crate::scenario) struct Stacked {
    zone: Span,
    cards: Vec<Span>,
}

impl Stacked {
    fn from_zone(given: &GivenZone) -> Self {
        Self { zone: given.zone.span, cards: given.cards.iter().map(|card| card.span).collect() }
    }
}

/// Checks a stack, except the position of its cards at the shuffle.
pub(in crate::scenario) fn check_stack(program: &Program, given: &GivenZone) -> Result<(), Failure> {
    read(program, given).map(drop)
}

/// Adds stacks for the next shuffles.
pub(in crate::scenario) fn add_stacks(
    program: &Program,
    (stacks, places): (&mut Option<Box<Stacks>>, &mut Vec<Stacked>),
    given: &[GivenZone],
) -> Result<(), Failure> {
    for given in given {
        let (zone, cards) = read(program, given)?;
        stacks.get_or_insert_default().add(Stack { number: places.len(), zone, places: cards });
        places.push(Stacked::from_zone(given));
    }
    Ok(())
}

/// Returns the zone and, for each position from the top, the range of cards of which one will be put in it.
fn read(program: &Program, given: &GivenZone) -> Result<(u16, Vec<Range<u16>>), Failure> {
    let zone = zone(program, &given.zone)?;
    let def = program.layout.zones[usize::from(zone)].def;
    if !program.checked.zones[def.index()].ordered {
        let message =
            format!("the cards of {} have no order, so no shuffle can be stacked", given.zone.value);
        let name = &program.checked.zones[def.index()].name;
        let failure = Failure::new(given.zone.span, message);
        return Err(
            failure.detail(format!("a zone has one with `ordered: true`: `{name}: {{ …, ordered: true }}`"))
        );
    }
    let (mut taken, mut places) = (BTreeSet::new(), Vec::with_capacity(given.cards.len()));
    for text in &given.cards {
        let words = CardWords::read(program, text)?;
        if words.up.is_some() {
            return Err(Failure::new(text.span, "a shuffle turns no card: leave out `up` and `down`"));
        }
        let card = find_card(program, &words, zone, &taken)?;
        fits(program, card, zone, text.span)?;
        taken.insert(card);
        places.push(copies_of(program, &words, zone)?);
    }
    Ok((zone, places))
}

impl Run<'_> {
    /// Stacks the next shuffles of zones.
    pub(in crate::scenario) fn stack(&mut self, given: &[GivenZone]) -> Result<(), Failure> {
        add_stacks(self.program, (self.game.stacks(), &mut self.stacked), given)
    }

    /// Fails if a card of a stack was not in the zone at its shuffle.
    pub(in crate::scenario) fn check_stacks(&mut self) -> Result<(), Failure> {
        let Some(absent) = self.game.stacks().as_ref().and_then(|stacks| stacks.absent()) else {
            return Ok(());
        };
        let (number, place, zone) = (absent.number, absent.place, absent.zone);
        let places = &self.stacked[number];
        let shuffled = self.sources.slice(places.zone);
        let card = self.sources.slice(places.cards[place]);
        let failure =
            Failure::new(places.cards[place], format!("{card} is not in {shuffled} when it is shuffled"));
        let was = (zone != 0).then(|| format!("it is in {}", zone_label(self.program, zone)));
        Err(was.into_iter().fold(failure, Failure::detail))
    }

    /// Fails if no shuffle used one of the stacks. Later shuffles are random.
    pub(in crate::scenario) fn end_stacks(&mut self) -> Result<(), Failure> {
        let Some(stacks) = self.game.stacks().take() else { return Ok(()) };
        let Some(unused) = stacks.unused() else { return Ok(()) };
        let at = self.stacked[unused.number].zone;
        Err(Failure::new(at, format!("{} is not shuffled after this", self.sources.slice(at))))
    }
}
