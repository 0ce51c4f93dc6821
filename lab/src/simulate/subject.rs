//! Names and settings of a simulation, which all parts of a run must share.

use ludex::rules::TeamDef;
use serde::{Deserialize, Serialize};

use super::SimulatePlan;
use super::branches::{Nested, branches};
use crate::experiment::Experiment as _;
use crate::report::{Changes, Head, comma_list, first_difference, listed, wanted};

/// Setup of a simulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The game.
    #[serde(flatten)]
    pub head: Head,
    /// Total number of games.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Bots, in the order of the list.
    pub bots: Vec<String>,
    /// Goal of the search-based bots; absent without such bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wants: Option<String>,
    /// Number of games per deal: one for each rotation of the seats, or 1.
    pub turns: u64,
    /// True if every position was analysed.
    pub detail: bool,
    /// Names of the seats.
    pub seats: Vec<String>,
    /// Teams; absent without teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Team>,
    /// True if the rules decide for each player who has won.
    #[serde(default)]
    pub won_is_said: bool,
    /// Names of the phases.
    pub phases: Vec<String>,
    /// Names of the statistics of the ruleset.
    pub statistics: Vec<String>,
    /// True if scores are decimals.
    pub decimal: bool,
    /// Names of the items in the detailed sums; `null` unless every position was analysed.
    pub names: Option<Names>,
}

/// Names of items that are counted by index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// IDs of the cards as printed.
    pub cards: Vec<String>,
    /// Names of the decisions.
    pub decisions: Vec<String>,
    /// Names of the actions.
    pub actions: Vec<String>,
    /// Names of the messages.
    pub messages: Vec<String>,
    /// Branches of effects.
    pub branches: Vec<Nested>,
}

impl Subject {
    /// Creates the subject of a plan.
    pub fn new(plan: &SimulatePlan<'_>, changes: Changes) -> Subject {
        let setup = plan.setup;
        Subject {
            head: Head::new(setup, changes, &plan.run.bots),
            games: plan.games(),
            seed: plan.run.seed,
            bots: listed(&plan.run.bots),
            wants: wanted(setup, &plan.run.bots),
            turns: plan.turns(),
            detail: plan.run.inspects_positions(),
            seats: setup.seats().map(|seat| seat.name).collect(),
            teams: setup.rules().teams().map(Team::new).collect(),
            won_is_said: setup.rules().has_winner_rule(),
            phases: setup.phases().map(|phase| phase.name).collect(),
            statistics: setup.rules().statistics().map(str::to_owned).collect(),
            decimal: setup.has_decimal_score(),
            names: plan.run.inspects_positions().then(|| Names::new(plan)),
        }
    }

    /// Returns the number of games per deal for a bot of the list. Each of the bot's seats counts separately,
    /// except that a team counts once.
    pub(super) fn trials_of(&self, bot: usize) -> u64 {
        if !self.teams.is_empty() {
            return self.turns;
        }
        let players = u64::from(self.head.players);
        let entry = |seat: u64, turn: u64| (((seat + turn) % players) as usize).min(self.bots.len() - 1);
        let has = |seat: u64, turn: u64| self.bots[entry(seat, turn)] == self.bots[bot];
        (0..self.turns).map(|turn| (0..players).filter(|seat| has(*seat, turn)).count() as u64).sum()
    }

    /// Returns the first difference between two runs, with both values.
    pub fn differs(&self, other: &Subject) -> Option<(&'static str, String, String)> {
        let of = |subject: &Subject| {
            let Subject { head, bots, .. } = subject;
            let game = [
                ("ruleset", head.ruleset.clone()),
                ("rules", head.fingerprint.clone().unwrap_or_default()),
                ("statistics", comma_list(&subject.statistics)),
                ("players", head.players.to_string()),
                ("seed", subject.seed.to_string()),
                ("games", subject.games.to_string()),
                ("bots", comma_list(bots)),
                ("turns of the seats", subject.turns.to_string()),
                ("detail", subject.detail.to_string()),
            ];
            let [ruleset, rest @ ..] = game;
            [ruleset].into_iter().chain(head.changes.rows()).chain(rest).chain(head.made.rows())
        };
        first_difference(of(self), of(other))
    }
}

impl Names {
    fn new(plan: &SimulatePlan<'_>) -> Names {
        let rules = plan.setup.rules();
        Names {
            cards: rules.designs().map(|design| design.name.to_owned()).collect(),
            decisions: rules.decisions().map(|decision| decision.name).collect(),
            actions: rules.actions().map(|action| action.name.to_owned()).collect(),
            messages: rules.messages().map(str::to_owned).collect(),
            branches: branches(plan.setup),
        }
    }
}

/// A team and its seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// Label of the team.
    pub name: String,
    /// Numbers of the seats, from 1.
    pub seats: Vec<u8>,
}

impl Team {
    fn new(team: TeamDef) -> Team {
        Team { name: team.name, seats: team.seats.iter().map(|seat| seat.number() + 1).collect() }
    }
}
