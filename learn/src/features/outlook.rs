//! Features of the [outlook](ludex_bots::outlook) of a decision, in games with hands that are hidden from their
//! holders.

use super::keys::{Keys, Name, Number, Sum};
use super::seat_observation::SeatObservation;
use super::traits::{Cards, Traits};
use ludex_bots::outlook::{OptionOutlook, Outlook, has_hidden_hands, numbers};
use ludex_run::belief::Beliefs;
use ludex_run::program::Program;

/// Factor of expectations, so that a point of score has a range of its own among larger and smaller ones.
const SCALE: i64 = 16;

/// Features of the outlook.
#[derive(Debug)]
pub(super) struct OutlookFeatures {
    /// The possible designs of the card that an option names, by their share.
    designs: Cards,
    /// The expected changes of an option that names a hidden card.
    changes: Vec<Number>,
    /// By declared zone: the probability that the zone has a copy of that card.
    copies: Vec<Number>,
    /// By relation: what each player can expect of a hidden card, now and after an option.
    best: Vec<Number>,
    then: Vec<Number>,
    /// Changes of what others expect, of cards that are good and of others.
    truths: Number,
    errors: Number,
}

/// The outlook of a decision, with the cards in sight.
#[derive(Debug, Clone, Default)]
pub(super) struct DecisionOutlook {
    outlook: Outlook,
    /// By declared zone and design: true if the seat sees such a card there.
    seen: Vec<bool>,
}

impl OutlookFeatures {
    /// Returns `None` for games without such hands.
    pub fn new(keys: &mut Keys, program: &Program, traits: &Traits) -> Option<Self> {
        if !has_hidden_hands(program) {
            return None;
        }
        let name = Name::new("outlook");
        let mut number = |name: Name| Number::new(keys, &name);
        let changes = ["score"].into_iter().chain(numbers(program).map(|(word, _)| word));
        let changes = changes.map(|word| number(name.then("change").then(word))).collect();
        let zones = program.checked.zones.iter();
        let copies = zones.map(|zone| number(name.then("copy").then(&zone.name))).collect();
        let players = i64::from(program.players);
        let best = (0..players).map(|n| number(name.then("best").number(n))).collect();
        let then = (0..players).map(|n| number(name.then("then").number(n))).collect();
        let (truths, errors) = (number(name.then("truths")), number(name.then("errors")));
        let designs = Cards::new(keys, &name.then("design"), traits, |_| true);
        Some(Self { designs, changes, copies, best, then, truths, errors })
    }

    /// Adds the features of the position.
    pub fn add(&self, look: &SeatObservation<'_>, sum: &mut Sum, decision: &DecisionOutlook) {
        add_by_relation(&self.best, look, sum, &decision.outlook.best);
    }

    /// Adds the features of an option, given its number.
    pub fn add_option(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        decision: &DecisionOutlook,
        option: usize,
    ) {
        let Some(outlook) = decision.outlook.options.get(option) else { return };
        if outlook.designs.is_empty() {
            add_by_relation(&self.then, look, sum, &outlook.best);
            self.truths.add_thousandths(sum, outlook.truths * SCALE);
            self.errors.add_thousandths(sum, outlook.errors * SCALE);
        } else {
            self.add_hidden(traits, sum, decision, outlook);
        }
    }

    fn add_hidden(
        &self,
        traits: &Traits,
        sum: &mut Sum,
        decision: &DecisionOutlook,
        outlook: &OptionOutlook,
    ) {
        let whole: u32 = outlook.designs.iter().map(|(_, count)| count).sum();
        for (design, count) in &outlook.designs {
            self.designs.add_part(traits, sum, *design, [*count as i32, whole as i32]);
        }
        for (rows, change) in self.changes.iter().zip(outlook.changes) {
            rows.add_thousandths(sum, change * SCALE);
        }
        let seen = decision.seen.chunks(traits.printed.len().max(1));
        for (rows, seen) in self.copies.iter().zip(seen) {
            let there = outlook.designs.iter().filter(|(design, _)| seen[*design as usize]);
            let count: u32 = there.map(|(_, count)| count).sum();
            rows.add_thousandths(sum, i64::from(count) * 1000 * SCALE / i64::from(whole));
        }
    }
}

fn add_by_relation(rows: &[Number], look: &SeatObservation<'_>, sum: &mut Sum, of_seat: &[i64]) {
    for (seat, value) in (0..).zip(of_seat) {
        let relation = look.relation(seat).unwrap_or(0) as usize;
        rows[relation].add_thousandths(sum, value * SCALE);
    }
}

impl DecisionOutlook {
    /// Computes the outlook of the pending decision, for the seat that decides; none without beliefs.
    pub fn look(&mut self, look: &SeatObservation<'_>, beliefs: Option<&Beliefs>) {
        let (program, state) = (look.program, look.state);
        self.outlook.clear();
        let Some(beliefs) = beliefs else { return };
        self.outlook.look(program, state, beliefs, look.seat);
        let designs = program.checked.designs.len();
        self.seen.clear();
        self.seen.resize(designs * program.checked.zones.len(), false);
        let cards = (0..state.cards.len() as u16).filter(|card| look.knows(*card));
        for (card, zone) in cards.filter_map(|card| Some((card, state.zone_of(card)?))) {
            let zone = program.layout.zones[usize::from(zone)].def.index();
            self.seen[zone * designs + program.layout.design[usize::from(card)] as usize] = true;
        }
    }
}
