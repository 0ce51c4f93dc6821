//! What a simulation says of what needs a look at every position.

use serde::Serialize;

use super::branches::{Branch, never};
use super::detail::{CardSums, ChoiceSums, DetailSums};
use super::report::Spread;
use super::subject::Names;
use crate::stats::{CONFIDENCE, Contrast, Interval, bonferroni};

/// What needs a look at every position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DetailReport {
    /// Who led; nothing if scores can't be counted before the end.
    pub lead: Option<LeadReport>,
    /// What never happened.
    pub never: Never,
    /// The confidence of each interval below: so many of them hold together in 95 of 100 runs.
    pub confidence: f64,
    /// By decision and option.
    pub choices: Vec<ChoiceRow>,
    /// By card as printed.
    pub cards: Vec<CardRow>,
}

/// Who led.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LeadReport {
    /// Games in which it could be counted.
    pub games: u64,
    /// How often another player than before had the most points alone.
    pub changes: Spread,
    /// After which part of the choices those who won had the most points for good.
    pub decided: Spread,
}

/// What never happened, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Never {
    /// Cards that neither moved after the set-up nor were picked.
    pub cards: Vec<String>,
    /// Actions that nobody took.
    pub actions: Vec<String>,
    /// Decisions that nobody was asked for.
    pub decisions: Vec<String>,
    /// Messages that were not said.
    pub messages: Vec<String>,
    /// Branches of effects that did not run.
    pub branches: Vec<Branch>,
}

/// How often those won for whom something was so.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Row {
    /// Seats in games for which it was so.
    pub games: u64,
    /// The share of them that won.
    pub win_rate: f64,
    /// Its interval; nothing if there are too few deals for one.
    pub interval: Option<Interval>,
    /// The others, if there are any.
    pub others: Option<Others>,
}

/// Those for whom something was not so.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Others {
    /// Seats in games.
    pub games: u64,
    /// The share of them that won.
    pub win_rate: f64,
    /// By how much those win more for whom it was so.
    pub difference: f64,
    /// The interval of that; nothing if there are too few deals for one.
    pub interval: Option<Interval>,
}

/// An option of a decision.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChoiceRow {
    /// The decision.
    pub decision: String,
    /// The option.
    pub option: String,
    /// Decisions that offered it beside another.
    pub offered: u64,
    /// Those in which it was picked.
    pub picked: u64,
    /// Seats that picked it in a game, against those that could have and did not.
    #[serde(flatten)]
    pub row: Option<Row>,
}

/// A card as printed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardRow {
    /// Its id.
    pub id: String,
    /// Games in which it moved after the set-up.
    pub moved: u64,
    /// Games in which somebody played it: from where its player alone sees it to where all do.
    pub played_in: u64,
    /// How often it was picked.
    pub chosen: u64,
    /// Decisions in which an option beside another named it …
    pub offered: u64,
    /// … and those of which such an option was taken.
    pub picked: u64,
    /// Those who drew it, against those who did not.
    pub drawn: Option<Row>,
    /// Those who played it.
    pub played: Option<Row>,
    /// Those who held it at the end.
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

/// How many rows have an interval.
fn questions(sums: &DetailSums) -> usize {
    let options = sums.choices.iter().flat_map(|all| all.values()).filter(|one| one.with.games > 0).count();
    let cards = sums.cards.iter().flat_map(|card| [card.drawn, card.played, card.held]);
    options + cards.filter(|seen| seen.games > 0).count()
}

impl Row {
    /// Nothing of what was never so.
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
            changes: Spread::of(&lead.changes, 1.0),
            decided: Spread::of(&lead.decided, 1000.0),
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
