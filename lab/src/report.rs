//! What all reports have in common: which game was played, what was changed in it, and how long it took.

use std::collections::BTreeMap;

use ludex::bots::{BotSpec, goal};
use ludex::{Ruleset, Setup};
use serde::{Deserialize, Serialize};

use crate::stats::FEWEST_GROUPS;

/// What a person changed in a ruleset.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    /// Options as given.
    pub options: BTreeMap<String, String>,
    /// Variants by id.
    pub variants: Vec<String>,
    /// Overlays as given.
    pub overlays: Vec<String>,
}

impl Changes {
    /// `name=value` of each option.
    pub fn set(&self) -> impl Iterator<Item = String> {
        self.options.iter().map(|(option, value)| format!("{option}={value}"))
    }

    /// Variants, then overlays.
    pub fn overlaid(&self) -> impl Iterator<Item = &String> {
        self.variants.iter().chain(&self.overlays)
    }

    /// Variants, overlays and options.
    pub fn all(&self) -> impl Iterator<Item = String> {
        self.overlaid().cloned().chain(self.set())
    }
}

/// The game that a report is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its rules with all overlays, as 16 hexadecimal digits; nothing where they are not the same throughout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// How many play.
    pub players: u8,
    /// What was changed in it.
    #[serde(flatten)]
    pub changes: Changes,
}

impl Head {
    /// That of a setup.
    pub fn new(setup: &Setup, changes: Changes) -> Head {
        Head::of(setup.ruleset(), setup.players(), changes)
    }

    /// That of a ruleset which so many play.
    pub fn of(ruleset: &Ruleset, players: u8, changes: Changes) -> Head {
        let fingerprint = Some(fingerprint(ruleset));
        Head { ruleset: ruleset.id().to_owned(), fingerprint, players, changes }
    }

    /// A name of the game with the fingerprint of its rules.
    pub fn with_fingerprint(&self, name: &str) -> String {
        let fingerprint = self.fingerprint.as_ref().map(|digits| format!(" ({digits})"));
        format!("{name}{}", fingerprint.unwrap_or_default())
    }
}

/// The rules of a ruleset, as 16 hexadecimal digits.
pub(crate) fn fingerprint(ruleset: &Ruleset) -> String {
    format!("{:016x}", ruleset.fingerprint())
}

/// What bots play for, if one of them thinks.
pub(crate) fn wanted(setup: &Setup, bots: &[BotSpec]) -> Option<String> {
    bots.iter().any(|bot| *bot != BotSpec::Random).then(|| goal(setup).word().to_owned())
}

/// Who played and for what, and what that means for what was found: `random players: what the rules do, not what people do`.
pub fn who_played(bots: &[String], wants: Option<&str>) -> String {
    let mut thinking: Vec<&str> = Vec::new();
    for bot in bots.iter().map(String::as_str).filter(|bot| *bot != RANDOM) {
        if !thinking.contains(&bot) {
            thinking.push(bot);
        }
    }
    let (random, mut names) = (bots.iter().any(|bot| bot == RANDOM), thinking.join(", "));
    if let Some(wants) = wants {
        names += &format!(", for {wants}");
    }
    match (thinking.is_empty(), random) {
        (true, _) => "random players: what the rules do, not what people do".to_owned(),
        (false, false) => {
            format!("players that think ({names}): what these make of the rules; people may play otherwise")
        }
        (false, true) => format!(
            "random players and such that think ({names}): what these make of the rules; people may play otherwise"
        ),
    }
}

/// Bots as they are called.
pub(crate) fn listed(bots: &[BotSpec]) -> Vec<String> {
    bots.iter().map(ToString::to_string).collect()
}

/// The bot that takes any option.
const RANDOM: &str = "random";

/// How long it took: what differs from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// Threads that played.
    pub jobs: u64,
    /// Seconds.
    pub elapsed_s: f64,
}

/// `20 games`, or where these are fewer deals `20 games of 4 deals`.
pub fn of_deals(games: u64, deals: u64) -> String {
    let counted = |n, what: &str| format!("{} {what}{}", grouped(n), if n == 1 { "" } else { "s" });
    let of = if deals < games { format!(" of {}", counted(deals, "deal")) } else { String::new() };
    counted(games, "game") + &of
}

/// Why intervals are left out where there are so few deals of so many games each, and what to do.
pub(crate) fn too_few(deals: u64, games: u64) -> Option<String> {
    let enough = FEWEST_GROUPS.saturating_mul(games);
    (deals < FEWEST_GROUPS).then(|| {
        format!("intervals of games that belong together want {FEWEST_GROUPS} deals: give at least --games {enough}")
    })
}

/// `1,234,567`
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_who_played_and_what_that_means() {
        let said =
            |bots: &[&str]| who_played(&bots.iter().map(|bot| (*bot).to_owned()).collect::<Vec<_>>(), None);
        assert_eq!(said(&["random", "random"]), "random players: what the rules do, not what people do");
        assert!(said(&["greedy:4", "greedy:4"]).starts_with("players that think (greedy:4): "));
        let both = said(&["random", "search:50", "search"]);
        assert!(both.starts_with("random players and such that think (search:50, search): "), "{both}");
    }
}
