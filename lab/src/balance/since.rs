//! Differences between the reports of two revisions of a game.

use schemars::JsonSchema;
use serde::Serialize;

use super::cards::difference;
use super::report::{NumberReport, Report};
use crate::stats::Interval;

/// Differences from an earlier revision.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Since {
    /// The revision.
    pub revision: String,
    /// Players of the earlier report.
    pub who: String,
    /// Figures of both reports, certain differences first.
    pub changes: Vec<Change>,
    /// IDs of cards that only the earlier game has.
    pub removed: Vec<String>,
    /// IDs of cards that only the current game has.
    pub added: Vec<String>,
}

/// A figure before and now.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Change {
    /// The figure.
    #[serde(flatten)]
    pub of: Figure,
    /// Value of the earlier revision.
    pub before: f64,
    /// Current value.
    pub now: f64,
    /// Interval of `now` less `before`.
    pub interval: Interval,
}

/// A figure that two reports have in common.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(tag = "figure", rename_all = "snake_case")]
pub enum Figure {
    /// Share of the victories of a seat, in percent.
    Seat {
        /// Number of players.
        players: u8,
        /// Number of the seat, from 1.
        seat: u8,
    },
    /// Mean number of decisions in a game.
    Decisions,
    /// Impact of a card.
    Card {
        /// ID of the card.
        id: String,
    },
}

impl Change {
    fn new(of: Figure, before: (f64, Interval), now: (f64, Interval)) -> Change {
        Change { of, before: before.0, now: now.0, interval: difference(before, now) }
    }

    /// Returns true if the interval excludes 0.
    pub fn is_shown(&self) -> bool {
        self.interval[0] > 0.0 || self.interval[1] < 0.0
    }

    fn sure(&self) -> f64 {
        self.interval[0].max(-self.interval[1])
    }
}

impl Since {
    /// Compares the current report with that of an earlier revision.
    pub fn new(revision: &str, before: &Report, now: &Report) -> Since {
        let (old, new) = (figures(before), figures(now));
        let common = new.iter().filter_map(|(of, value)| {
            let (_, earlier) = old.iter().find(|(known, _)| known == of)?;
            Some(Change::new(of.clone(), *earlier, *value))
        });
        let mut changes: Vec<Change> = common.collect();
        changes.sort_by(|a, b| b.sure().total_cmp(&a.sure()));
        let only = |one: &Report, other: &Report| {
            let is_new = |id: &&String| !other.cards.iter().any(|card| card.id == **id);
            one.cards.iter().map(|card| &card.id).filter(is_new).cloned().collect()
        };
        Since {
            revision: revision.to_owned(),
            who: before.who.clone(),
            changes,
            removed: only(before, now),
            added: only(now, before),
        }
    }
}

fn figures(report: &Report) -> Vec<(Figure, (f64, Interval))> {
    let is_known = |number: &&NumberReport| number.equal.is_some() && number.games > 0;
    let seats = report.numbers.iter().filter(is_known).flat_map(|number| {
        number.seats.iter().filter_map(|seat| {
            let of = Figure::Seat { players: number.players, seat: seat.seat };
            Some((of, (100.0 * seat.share, seat.interval?.map(|end| 100.0 * end))))
        })
    });
    let length = report
        .length
        .iter()
        .filter_map(|length| Some((Figure::Decisions, (length.decisions, length.interval?))));
    let cards = report
        .cards
        .iter()
        .filter_map(|card| Some((Figure::Card { id: card.id.clone() }, (card.impact?, card.interval?))));
    seats.chain(length).chain(cards).collect()
}
