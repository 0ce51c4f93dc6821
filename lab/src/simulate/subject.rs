//! What was played, by name: what a report says beside its sums, and what parts of a run must have in common.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Plan;

/// What was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its rules with all overlays, as 16 hexadecimal digits.
    pub fingerprint: String,
    /// How many play.
    pub players: u8,
    /// Options as given.
    pub options: BTreeMap<String, String>,
    /// Variants by id.
    pub variants: Vec<String>,
    /// Overlays as given.
    pub overlays: Vec<String>,
    /// Games in all.
    pub games: u64,
    /// The seed of all.
    pub seed: u64,
    /// The bots as they are listed.
    pub bots: Vec<String>,
    /// The seats were turned.
    pub rotate: bool,
    /// Every position was looked at.
    pub detail: bool,
    /// The seats by name.
    pub seats: Vec<String>,
    /// The phases by name.
    pub phases: Vec<String>,
    /// The statistics of the ruleset by name.
    pub statistics: Vec<String>,
    /// Scores are decimals.
    pub decimal: bool,
    /// What is counted by number, if every position was looked at.
    pub names: Option<Names>,
}

/// The names of what is counted by number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The cards as printed.
    pub cards: Vec<String>,
    /// The decisions.
    pub decisions: Vec<String>,
    /// The actions.
    pub actions: Vec<String>,
    /// The messages.
    pub messages: Vec<String>,
}

/// What a person wrote to say what is to be played.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// Options.
    pub options: Vec<(String, String)>,
    /// Variants by id.
    pub variants: Vec<String>,
    /// Overlays.
    pub overlays: Vec<String>,
    /// The git revision of the files, if they are not those of now.
    pub revision: Option<String>,
}

impl Subject {
    /// What a plan plays.
    pub fn new(plan: &Plan<'_>, written: Written) -> Subject {
        let setup = plan.setup;
        Subject {
            ruleset: setup.ruleset().id().to_owned(),
            fingerprint: format!("{:016x}", setup.ruleset().fingerprint()),
            players: setup.players(),
            options: written.options.into_iter().collect(),
            variants: written.variants,
            overlays: written.overlays,
            games: plan.games(),
            seed: plan.seed,
            bots: plan.bots.iter().map(ToString::to_string).collect(),
            rotate: plan.rotate,
            detail: plan.looks(),
            seats: setup.seats().map(|seat| seat.name).collect(),
            phases: setup.phases().map(|phase| phase.name).collect(),
            statistics: setup.rules().statistics().map(str::to_owned).collect(),
            decimal: setup.has_decimal_score(),
            names: plan.looks().then(|| Names::new(plan)),
        }
    }

    /// The first thing in which another run differs, with what it is here and there.
    pub fn differs(&self, other: &Subject) -> Option<(&'static str, String, String)> {
        let of = |subject: &Subject| {
            let Subject { variants, overlays, bots, .. } = subject;
            let options: Vec<String> = subject.options.iter().map(|(o, v)| format!("{o}={v}")).collect();
            [
                ("ruleset", subject.ruleset.clone()),
                ("variants", listed(variants)),
                ("overlays", listed(overlays)),
                ("options", listed(&options)),
                ("rules", subject.fingerprint.clone()),
                ("statistics", listed(&subject.statistics)),
                ("players", subject.players.to_string()),
                ("seed", subject.seed.to_string()),
                ("games", subject.games.to_string()),
                ("bots", listed(bots)),
                ("rotate", subject.rotate.to_string()),
                ("detail", subject.detail.to_string()),
            ]
        };
        let both = of(self).into_iter().zip(of(other));
        let mut different = both.filter(|((_, a), (_, b))| a != b);
        different.next().map(|((what, a), (_, b))| (what, a, b))
    }
}

fn listed(words: &[String]) -> String {
    if words.is_empty() { "none".to_owned() } else { words.join(",") }
}

impl Names {
    fn new(plan: &Plan<'_>) -> Names {
        let rules = plan.setup.rules();
        Names {
            cards: rules.designs().map(|design| design.name.to_owned()).collect(),
            decisions: rules.decisions().map(|decision| decision.name).collect(),
            actions: rules.actions().map(|action| action.name.to_owned()).collect(),
            messages: rules.messages().map(str::to_owned).collect(),
        }
    }
}
