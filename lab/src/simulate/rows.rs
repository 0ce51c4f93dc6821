//! Report of the detailed statistics of a simulation.

use schemars::JsonSchema;
use serde::Serialize;

use super::branches::{Branch, never};
use super::detail::{CardSums, ChoiceSums, DetailSums};
use super::report::Spread;
use super::subject::Names;
use crate::stats::{CONFIDENCE, Contrast, Interval, bonferroni};

/// Results that need every position.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct DetailReport {
    /// Changes of the lead; `null` if scores can't be computed before the end.
    pub lead: Option<LeadReport>,
    /// Items that occurred in no game.
    pub never: Never,
    /// Confidence of each interval in `choices` and `cards`: all hold together in 95 of 100 runs.
    pub confidence: f64,
    /// Results by decision and option. A card counts by its design, a player as oneself or another, an action without its targets.
    pub choices: Vec<ChoiceRow>,
    /// Results by design of a card.
    pub cards: Vec<CardRow>,
}

/// Statistics of the lead.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct LeadReport {
    /// Games in which scores could be computed at every decision.
    pub games: u64,
    /// Number of times that another player took the sole lead.
    pub changes: Spread,
    /// Part of the choices after which the winners led for good.
    pub decided: Spread,
}

/// Items that occurred in no game, by name.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Never {
    /// Cards that neither moved after the set-up nor were picked.
    pub cards: Vec<String>,
    /// Actions that no player took.
    pub actions: Vec<String>,
    /// Decisions that no player had.
    pub decisions: Vec<String>,
    /// Messages that were never logged.
    pub messages: Vec<String>,
    /// Branches of effects that no game ran, in the order of the text; of nested branches the outermost.
    pub branches: Vec<Branch>,
}

/// Win rate of the seats with a property.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Row {
    /// Seats with the property, each counted once for each game.
    pub games: u64,
    /// Share of them that won; a shared victory counts fully.
    pub win_rate: f64,
    /// Interval of `win_rate`; `null` with fewer than eight deals, if a deal has several such seats.
    pub interval: Option<Interval>,
    /// Seats without the property; `null` if all have it. The difference is an observation, not a causal effect.
    pub others: Option<Others>,
}

/// Seats without a property, for comparison.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Others {
    /// Seats without the property, each counted once for each game.
    pub games: u64,
    /// Share of them that won.
    pub win_rate: f64,
    /// Win rate with the property less that without.
    pub difference: f64,
    /// Interval of `difference`; `null` with fewer than eight deals.
    pub interval: Option<Interval>,
}

/// An option of a decision.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct ChoiceRow {
    /// Name of the decision.
    pub decision: String,
    /// Name of the option.
    pub option: String,
    /// Decisions that offered it together with another option.
    pub offered: u64,
    /// Decisions in which it was picked.
    pub picked: u64,
    /// Seats that picked it in a game, compared with those that could have and did not; absent if no seat picked it.
    #[serde(flatten)]
    pub row: Option<Row>,
}

/// A card as printed.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct CardRow {
    /// ID of the card.
    pub id: String,
    /// Games in which it moved after the set-up.
    pub moved: u64,
    /// Games in which it left a player's hand face up: played, discarded or shown.
    pub played_in: u64,
    /// Number of times that it was picked.
    pub chosen: u64,
    /// Decisions in which one of several options named it.
    pub offered: u64,
    /// Decisions in which such an option was taken.
    pub picked: u64,
    /// Seats that drew it into a zone that only its player sees; `null` if none did.
    pub drawn: Option<Row>,
    /// Seats that moved it from such a zone to a visible one; `null` if none did.
    pub played: Option<Row>,
    /// Seats that held it at the end; `null` if none did.
    pub held: Option<Row>,
}

impl DetailReport {
    pub(super) fn new(names: &Names, sums: &DetailSums) -> DetailReport {
        let questions = questions(sums);
        let confidence = bonferroni(CONFIDENCE, questions);
        let options = names.decisions.iter().zip(&sums.choices);
        let options = options.flat_map(|(decision, all)| all.iter().map(move |one| (decision, one)));
        let cards = names.cards.iter().zip(&sums.cards);
        DetailReport {
            lead: LeadReport::new(sums),
            never: Never::new(names, sums),
            confidence,
            choices: options.map(|(decision, one)| ChoiceRow::new(decision, one, confidence)).collect(),
            cards: cards.map(|(id, card)| CardRow::new(id, card, confidence)).collect(),
        }
    }
}

/// Returns the number of rows that have an interval.
fn questions(sums: &DetailSums) -> usize {
    let options = sums.choices.iter().flat_map(|all| all.values()).filter(|one| one.with.games > 0).count();
    let cards = sums.cards.iter().flat_map(|card| [card.drawn, card.played, card.held]);
    options + cards.filter(|seen| seen.games > 0).count()
}

impl Row {
    /// Creates a row, or returns `None` if the property never occurred.
    fn new(deals: &Contrast, confidence: f64) -> Option<Row> {
        let Contrast { with, without, .. } = deals;
        let others = || Others {
            games: without.trials,
            win_rate: without.share(),
            difference: deals.difference(),
            interval: deals.interval(confidence),
        };
        (with.trials > 0).then(|| Row {
            games: with.trials,
            win_rate: with.share(),
            interval: with.interval(confidence),
            others: (without.trials > 0).then(others),
        })
    }
}

impl ChoiceRow {
    fn new(decision: &str, (option, sums): (&String, &ChoiceSums), confidence: f64) -> ChoiceRow {
        ChoiceRow {
            decision: decision.to_owned(),
            option: option.clone(),
            offered: sums.offered,
            picked: sums.picked,
            row: Row::new(&sums.deals, confidence),
        }
    }
}

impl CardRow {
    fn new(id: &str, sums: &CardSums, confidence: f64) -> CardRow {
        let [drawn, played, held] = sums.deals.each_ref().map(|deals| Row::new(deals, confidence));
        CardRow {
            id: id.to_owned(),
            moved: sums.moved,
            played_in: sums.played_in,
            chosen: sums.chosen,
            offered: sums.offered,
            picked: sums.picked,
            drawn,
            played,
            held,
        }
    }
}

impl LeadReport {
    fn new(sums: &DetailSums) -> Option<LeadReport> {
        let lead = &sums.lead;
        (lead.changes.all.n > 0).then(|| LeadReport {
            games: lead.changes.all.n,
            changes: Spread::from_grouped(&lead.changes, 1.0),
            decided: Spread::from_grouped(&lead.decided, 1000.0),
        })
    }
}

impl Never {
    fn new(names: &Names, sums: &DetailSums) -> Never {
        let of = |names: &[String], counts: &[u64]| -> Vec<String> {
            let never = names.iter().zip(counts).filter(|(_, count)| **count == 0);
            never.map(|(name, _)| name.clone()).collect()
        };
        let cards: Vec<u64> = sums.cards.iter().map(|card| card.moved + card.chosen).collect();
        Never {
            cards: of(&names.cards, &cards),
            actions: of(&names.actions, &sums.actions),
            decisions: of(&names.decisions, &sums.asked),
            messages: of(&names.messages, &sums.messages),
            branches: never(&names.branches, &sums.branches),
        }
    }
}
