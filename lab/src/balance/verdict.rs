//! Findings: statements about a game that its figures support.

use schemars::JsonSchema;
use serde::Serialize;

use super::cards::BalanceCard;
use super::report::{NumberReport, Report, SeatShare};
use super::skill::SkillReport;
use crate::stats::Interval;

/// A statement with its figures. Shares are in percent.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum Finding {
    /// No game was played to its end.
    NoGame,
    /// A seat wins more or less than an equal share.
    SeatApart {
        /// Number of players.
        players: u8,
        /// Number of the seat, from 1.
        seat: u8,
        /// True if it wins more, false if less.
        is_more: bool,
        /// Share of the victories.
        share: f64,
        /// Interval of the share, valid for all seats and numbers of players together.
        interval: Interval,
        /// Share of equal seats.
        equal: f64,
    },
    /// No seat wins more or less for certain.
    SeatsAlike {
        /// Number of players with the largest share.
        players: u8,
        /// Seat with the largest share, from 1.
        seat: u8,
        /// Its share of the victories.
        share: f64,
        /// Interval of the share, valid for all seats and numbers of players together.
        interval: Interval,
        /// Share of equal seats.
        equal: f64,
    },
    /// The players win or lose together, or each alone.
    Together {
        /// Number of players.
        players: u8,
        /// Share of games that all players won.
        share: f64,
        /// 95 % interval of the share; `null` with few deals.
        interval: Option<Interval>,
    },
    /// Length of a game.
    Length {
        /// Number of players.
        players: u8,
        /// Mean number of decisions.
        decisions: f64,
        /// 95 % interval of the mean; `null` with few games.
        interval: Option<Interval>,
        /// Assumed seconds for a decision.
        seconds: f64,
        /// Mean length in minutes.
        minutes: f64,
    },
    /// Cards with the most and the least certain impact.
    Cards {
        /// Card that helps its player most, of those with a certain effect.
        strongest: Option<Side>,
        /// Card that hurts its player most, of those with a certain effect.
        weakest: Option<Side>,
        /// Number of measured cards.
        measured: usize,
        /// Number of cards whose interval excludes 0.
        certain: usize,
    },
    /// No card was measured.
    NoCard,
    /// Cards and options that the strongest players never use.
    Unused {
        /// Kinds with several cards, none of which they moved or picked.
        kinds: Vec<String>,
        /// IDs of cards of other kinds that they neither moved nor picked.
        cards: Vec<String>,
        /// IDs of other cards that they were often offered and never took.
        never_chosen: Vec<String>,
        /// Number of options without cards that they were often offered and never took.
        options: usize,
        /// Their games.
        games: u64,
    },
    /// The better player wins more than an equal share.
    Skill {
        /// The better player.
        bot: String,
        /// The weaker player.
        against: String,
        /// Share of the victories of the better player.
        share: f64,
        /// 95 % interval of the share.
        interval: Interval,
        /// Share of an equal player.
        equal: f64,
        /// Share of games that a coin decides in a duel as even as this one.
        coin: f64,
        /// Games after which the better player is ahead with 95 %.
        games: Option<u64>,
        /// Share of the result that chance explains; `null` if not measured.
        luck: Option<f64>,
        /// 95 % interval of the share that chance explains.
        luck_interval: Option<Interval>,
    },
    /// The better player has no certain advantage.
    NoSkill {
        /// The better player.
        bot: String,
        /// The weaker player.
        against: String,
        /// Share of the victories of the better player.
        share: f64,
        /// 95 % interval of the share; `null` with few deals.
        interval: Option<Interval>,
        /// Share of an equal player.
        equal: f64,
    },
}

/// A card with its impact.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Side {
    /// ID of the card.
    pub id: String,
    /// Impact with the strongest players.
    pub impact: f64,
    /// Interval of the impact, valid for all cards together.
    pub interval: Interval,
}

/// Returns the findings of a report: seats, length, cards, unused parts, skill and luck.
pub(super) fn verdict(report: &Report) -> Vec<Finding> {
    if report.strongest.finished == 0 {
        return vec![Finding::NoGame];
    }
    let seats = together(report).or_else(|| seats(report));
    let all = [seats, length(report), Some(cards(report)), Some(unused(report)), skill(report)];
    all.into_iter().flatten().collect()
}

fn together(report: &Report) -> Option<Finding> {
    let of = &report.strongest;
    of.is_together().then(|| Finding::Together {
        players: of.head.players,
        share: 100.0 * of.all_won,
        interval: of.seats.first().and_then(|seat| seat.results.ci95).map(percent),
    })
}

fn percent(interval: Interval) -> Interval {
    interval.map(|end| 100.0 * end)
}

/// A seat with its number of players, equal share and interval.
type Placed<'r> = (&'r NumberReport, &'r SeatShare, f64, Interval);

/// Returns the seat that is most certainly apart from an equal share, with the usual number of players if there
/// is one, and rather ahead than behind. Otherwise returns the seat with the largest advantage, preferably with the usual
/// number of players, and the first of equal ones.
fn seats(report: &Report) -> Option<Finding> {
    let played = report.numbers.iter().filter(|number| number.games > 0);
    let all = played.flat_map(|number| number.seats.iter().map(move |seat| (number, seat)));
    let all = all.filter_map(|(number, seat)| Some((number, seat, number.equal?, seat.interval?)));
    let all: Vec<Placed<'_>> = all.collect();
    let sure = |(_, _, equal, [low, high]): &Placed<'_>| (low - equal).max(equal - high);
    let ahead = |(_, seat, equal, _): &Placed<'_>| seat.share - equal;
    let is_usual = |(number, ..): &Placed<'_>| number.players == report.head.players;
    let apart = all.iter().filter(|seat| sure(seat) > 0.0);
    let rank = |of: &Placed<'_>| (is_usual(of), ahead(of) > 0.0);
    let order = |a: &&Placed<'_>, b: &&Placed<'_>| rank(a).cmp(&rank(b)).then(sure(a).total_cmp(&sure(b)));
    let apart = apart.max_by(order);
    let alike =
        |a: &&Placed<'_>, b: &&Placed<'_>| is_usual(a).cmp(&is_usual(b)).then(ahead(a).total_cmp(&ahead(b)));
    let (number, seat, equal, interval) = *apart.or(all.iter().rev().max_by(alike))?;
    let (players, share, is_more) = (number.players, 100.0 * seat.share, seat.share > equal);
    let (seat, interval, equal) = (seat.seat, percent(interval), 100.0 * equal);
    Some(match apart {
        Some(_) => Finding::SeatApart { players, seat, is_more, share, interval, equal },
        None => Finding::SeatsAlike { players, seat, share, interval, equal },
    })
}

fn length(report: &Report) -> Option<Finding> {
    let length = report.length.as_ref()?;
    Some(Finding::Length {
        players: report.head.players,
        decisions: length.decisions,
        interval: length.interval,
        seconds: length.seconds,
        minutes: length.minutes,
    })
}

fn cards(report: &Report) -> Finding {
    let side = |card: &BalanceCard| {
        Some(Side { id: card.id.clone(), impact: card.impact?, interval: card.interval? })
    };
    let all: Vec<Side> = report.cards.iter().filter_map(side).collect();
    let gain = |of: &Side| report.gain(of.impact, of.interval);
    let by_gain = |a: &&Side, b: &&Side| gain(a).0.total_cmp(&gain(b).0);
    let strongest = all.iter().filter(|of| gain(of).1[0] > 0.0).max_by(by_gain).cloned();
    let weakest = all.iter().filter(|of| gain(of).1[1] < 0.0).min_by(by_gain).cloned();
    let certain = all.iter().filter(|of| of.interval[0] > 0.0 || of.interval[1] < 0.0).count();
    match all.len() {
        0 => Finding::NoCard,
        measured => Finding::Cards { strongest, weakest, measured, certain },
    }
}

fn unused(report: &Report) -> Finding {
    let never = report.cards.iter().filter(|card| card.is_never_chosen());
    Finding::Unused {
        kinds: report.unused_kinds.clone(),
        cards: report.unused_cards.clone(),
        never_chosen: never.map(|card| card.id.clone()).collect(),
        options: report.ignored_options.len(),
        games: report.strongest.finished,
    }
}

/// Returns the finding of the match against the strongest of the weaker players.
fn skill(report: &Report) -> Option<Finding> {
    let skill: &SkillReport = report.skill.last()?;
    let (bot, against) = (skill.bot.clone(), skill.against.clone());
    let (share, equal) = (100.0 * skill.share, 100.0 / f64::from(skill.sides));
    let interval = skill.interval.map(percent);
    match interval.filter(|_| skill.is_shown()) {
        None => Some(Finding::NoSkill { bot, against, share, interval, equal }),
        Some(interval) => Some(Finding::Skill {
            bot,
            against,
            share,
            interval,
            equal,
            coin: 100.0 * skill.coin,
            games: skill.games_until_ahead,
            luck: report.luck.as_ref().map(|luck| 100.0 * luck.share),
            luck_interval: report.luck.as_ref().map(|luck| percent(luck.interval)),
        }),
    }
}
