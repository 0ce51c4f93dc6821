//! Report of a ladder, with intervals and with shares from 0 to 1.

use schemars::JsonSchema;
use serde::Serialize;

use super::{LadderPlan, Match, Played};
use crate::Objective;
use crate::add_up::AddUp;
use crate::report::{Changes, Head, Timing, listed, too_few, wanted, who_played};
use crate::simulate::{Forfeits, SeatSums, Stopped, Sums};
use crate::stats::{Interval, elo};

/// Maximum number of failed games that are reported.
const TOLD: usize = 20;

/// Report of a ladder.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct LadderReport {
    /// Version of the document: 1.
    pub version: u32,
    /// The game.
    #[serde(flatten)]
    pub head: Head,
    /// Measure of tables and pages; the report has both.
    pub by: Objective,
    /// Seed of the run. All matches play the same deals.
    pub seed: u64,
    /// Games played to their end, in all matches.
    pub games: u64,
    /// Description of the players, as in a simulation.
    pub who: String,
    /// Number of teams or players, which gives an equal share; `null` if the rules decide for each player who has won.
    pub sides: Option<u8>,
    /// True if sides are teams.
    pub has_teams: bool,
    /// The bots, the weakest first.
    pub rungs: Vec<RungReport>,
    /// Games in which a rule failed. They are not counted elsewhere.
    pub failed: u64,
    /// The first failed games of each match.
    pub faults: Vec<FaultReport>,
    /// Games that a program lost by forfeit, in all matches; absent without one.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
    /// Elapsed time.
    #[serde(flatten)]
    pub timing: Option<Timing>,
}

/// A bot and its matches.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct RungReport {
    /// Name of the bot.
    pub bot: String,
    /// Match against the bot below; `null` if it was not played.
    pub below: Option<MatchReport>,
    /// Match against `random`; `null` if it was not played.
    pub random: Option<MatchReport>,
    /// Match of the bot against itself; `null` if it was not played.
    pub mirror: Option<MirrorReport>,
}

/// A match of a bot against another bot.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct MatchReport {
    /// The other bot, which has all seats but one.
    pub against: String,
    /// Number of games: each deal from each seat.
    pub games: u64,
    /// Number of distinct deals.
    pub deals: u64,
    /// Share of the victories: each of `k` winners has `1/k`.
    pub win_share: f64,
    /// 95 % interval of `win_share`; `null` with fewer than eight deals.
    pub ci95: Option<Interval>,
    /// Score less the mean of the other scores, in points, averaged over games.
    pub lead: f64,
    /// 95 % interval of `lead`; `null` with fewer than eight deals.
    pub lead95: Option<Interval>,
    /// Difference in Elo; `null` if it won always or never.
    pub elo: Option<f64>,
    /// 95 % interval of `elo`; an end is `null` if it is infinite.
    pub elo95: Option<[Option<f64>; 2]>,
}

/// A bot that plays all seats.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct MirrorReport {
    /// Number of games.
    pub games: u64,
    /// Results by seat.
    pub seats: Vec<LadderSeat>,
}

/// A seat.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct LadderSeat {
    /// Number of the seat, from 1.
    pub seat: usize,
    /// Name of the seat.
    pub name: String,
    /// Share of the victories.
    pub win_share: f64,
    /// 95 % interval of `win_share`; `null` with fewer than eight deals.
    pub ci95: Option<Interval>,
    /// Score less the mean of the other scores, in points, averaged over games.
    pub lead: f64,
    /// 95 % interval of `lead`; `null` with fewer than eight deals.
    pub lead95: Option<Interval>,
}

/// A game in which a rule failed.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FaultReport {
    /// Bot of one seat.
    pub bot: String,
    /// Bot of the other seats.
    pub against: String,
    /// Names of the bots, by seat.
    pub seats: Vec<String>,
    /// Location and reason of the failure.
    #[serde(flatten)]
    pub fault: Stopped,
}

impl LadderReport {
    /// Creates the report of a run. `changes` lists the changes to the ruleset.
    pub fn new(
        plan: &LadderPlan<'_>,
        changes: Changes,
        played: &Played,
        timing: Option<Timing>,
    ) -> LadderReport {
        let matches = || plan.matches().into_iter().zip(&played.sums);
        let sums = || played.sums.iter();
        let head = Head::new(plan.setup, changes, plan.rungs());
        let wants = wanted(plan.setup, plan.rungs());
        LadderReport {
            version: ludex::JSON_VERSION,
            who: who_played(&listed(plan.rungs()), wants.as_deref(), &head.made),
            head,
            by: plan.run.by,
            seed: plan.run.seed,
            games: sums().map(|sums| sums.finished()).sum(),
            sides: plan.contested(),
            has_teams: plan.setup.rules().teams().next().is_some(),
            rungs: (0..plan.rungs().len()).map(|rung| RungReport::new(plan, rung, played)).collect(),
            failed: sums().map(|sums| sums.failed).sum(),
            faults: matches().flat_map(|(of, sums)| faults(plan, of, sums)).take(TOLD).collect(),
            forfeits: sums().fold(Forfeits::default(), |mut all, sums| {
                all.add_up(sums.forfeits.clone());
                all
            }),
            timing,
        }
    }
}

impl LadderReport {
    /// Returns the reason if intervals are missing because of too few deals, and a remedy.
    pub fn left_out_intervals(&self) -> Option<String> {
        let matches =
            |rung: &RungReport| [&rung.below, &rung.random].into_iter().flatten().map(|m| m.deals).min();
        let fewest = self.rungs.iter().filter_map(matches).min();
        too_few(fewest?, u64::from(self.sides.unwrap_or(self.head.players)))
    }
}

impl RungReport {
    fn new(plan: &LadderPlan<'_>, rung: usize, played: &Played) -> RungReport {
        let sums_of = |wanted: Match| {
            let mut matches = plan.matches().into_iter().zip(&played.sums);
            matches.find(|(of, _)| *of == wanted).map(|(_, sums)| sums)
        };
        let against = |other: usize| {
            sums_of(Match::Against(rung, other)).and_then(|sums| MatchReport::new(plan, other, sums))
        };
        RungReport {
            bot: plan.rungs()[rung].to_string(),
            below: rung.checked_sub(1).and_then(against),
            random: against(0),
            mirror: sums_of(Match::Mirror(rung)).and_then(|sums| MirrorReport::new(plan, sums)),
        }
    }
}

impl MatchReport {
    /// Returns `None` unless a deal was played in all rotations.
    fn new(plan: &LadderPlan<'_>, other: usize, sums: &Sums) -> Option<MatchReport> {
        let sides = plan.sides();
        let one = sums.bots.first().filter(|one| one.shares.n > 0)?;
        let (win_share, ci95) = one.win_share(u64::from(sides));
        let (lead, lead95) = one.points_ahead(plan.setup);
        Some(MatchReport {
            against: plan.rungs()[other].to_string(),
            games: one.shares.n * u64::from(sides),
            deals: one.shares.n,
            win_share,
            ci95,
            lead,
            lead95,
            elo: plan.contested().and_then(|sides| elo(win_share, sides)),
            elo95: ci95.zip(plan.contested()).map(|(ends, sides)| ends.map(|end| elo(end, sides))),
        })
    }
}

impl MirrorReport {
    fn new(plan: &LadderPlan<'_>, sums: &Sums) -> Option<MirrorReport> {
        let games = sums.seats.first()?.shares.n;
        let seat = |(i, (sums, name)): (usize, (&SeatSums, String))| {
            let (win_share, ci95) = sums.win_share(1);
            let (lead, lead95) = sums.points_ahead(plan.setup);
            LadderSeat { seat: i + 1, name, win_share, ci95, lead, lead95 }
        };
        let seats = sums.seats.iter().zip(plan.setup.seats().map(|seat| seat.name)).enumerate().map(seat);
        (games > 0).then(|| MirrorReport { games, seats: seats.collect() })
    }
}

fn faults(plan: &LadderPlan<'_>, of: Match, sums: &Sums) -> impl Iterator<Item = FaultReport> {
    let (bot, against) = match of {
        Match::Against(one, other) => (one, other),
        Match::Mirror(rung) => (rung, rung),
    };
    sums.faults.iter().map(move |fault| FaultReport {
        bot: plan.rungs()[bot].to_string(),
        against: plan.rungs()[against].to_string(),
        seats: plan.seated(of, fault.turn).iter().map(ToString::to_string).collect(),
        fault: fault.clone(),
    })
}
