//! Parts shared by all reports: the game, its changes, and timing.

use std::collections::BTreeMap;

use ludex::{Ruleset, Setup};
use ludex_bots::policy::PolicySpec;
use ludex_bots::{BotSpec, goal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::stats::FEWEST_GROUPS;

/// Changes of a ruleset on the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(default)]
pub struct Changes {
    /// Values of the options, as given.
    pub options: BTreeMap<String, String>,
    /// IDs of the variants, as given.
    pub variants: Vec<String>,
    /// Files of the overlays, as given.
    pub overlays: Vec<String>,
}

impl Changes {
    /// Formats each option as `name=value`.
    pub fn set(&self) -> impl Iterator<Item = String> {
        self.options.iter().map(|(option, value)| format!("{option}={value}"))
    }

    /// Returns variants, then overlays.
    pub fn overlaid(&self) -> impl Iterator<Item = &String> {
        self.variants.iter().chain(&self.overlays)
    }

    /// Returns the named values that must be equal in all parts of a run.
    pub(crate) fn rows(&self) -> [(&'static str, String); 3] {
        let options: Vec<String> = self.set().collect();
        [
            ("variants", comma_list(&self.variants)),
            ("overlays", comma_list(&self.overlays)),
            ("options", comma_list(&options)),
        ]
    }

    /// Returns variants, overlays and options.
    pub fn all(&self) -> impl Iterator<Item = String> {
        self.overlaid().cloned().chain(self.set())
    }
}

/// The game that a report is about.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Head {
    /// ID of the ruleset.
    pub ruleset: String,
    /// Fingerprint of the rules with all variants and overlays, as 16 hexadecimal digits; absent if they differ between points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Number of players.
    pub players: u8,
    /// Options, variants and overlays.
    #[serde(flatten)]
    pub changes: Changes,
    /// Program, seeds and weights.
    #[serde(flatten)]
    pub made: Made,
}

impl Head {
    /// Creates the head for a setup and its bots.
    pub fn new(setup: &Setup, changes: Changes, bots: &[BotSpec]) -> Head {
        Head::for_ruleset(setup.ruleset(), setup.players(), changes, Made::new(bots, setup))
    }

    /// Creates the head for a ruleset and a number of players.
    pub fn for_ruleset(ruleset: &Ruleset, players: u8, changes: Changes, made: Made) -> Head {
        let fingerprint = Some(fingerprint(ruleset));
        Head { ruleset: ruleset.id().to_owned(), fingerprint, players, changes, made }
    }

    /// Appends the fingerprint of the rules to a name of the game.
    pub fn with_fingerprint(&self, name: &str) -> String {
        let fingerprint = self.fingerprint.as_ref().map(|digits| format!(" ({digits})"));
        format!("{name}{}", fingerprint.unwrap_or_default())
    }
}

/// Version of the derivation of game, chance and choice seeds from an experiment's seed. Incremented when the
/// same seed produces different games.
pub const SEED_SCHEME: u32 = 1;

/// Program, seeds and weights that produced a result.
#[derive(Debug, Clone, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Made {
    /// Version of Ludex; empty in parts of versions that did not record it.
    #[serde(default)]
    pub program: String,
    /// Number of the procedure that derives games from seeds. It increases when the same seed gives other games.
    #[serde(default)]
    pub seed_scheme: u32,
    /// Bots with trained weights, once for each set of weights.
    #[serde(default)]
    pub learned: Vec<Learned>,
}

/// A bot with trained weights.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Learned {
    /// Name in the list of bots.
    pub bot: String,
    /// Hash of the weights, as `ludex train` prints it.
    pub weights: String,
    /// Games of the training.
    #[serde(default)]
    pub games: u64,
    /// Seed of the training.
    #[serde(default)]
    pub seed: u64,
    /// Weight of the entropy bonus of the training, in percent of the usual one: with less, the policy explored less.
    #[serde(default)]
    pub entropy: u16,
    /// Difference between this game and the game of the training; `null` without one.
    pub differs: Option<String>,
    /// Results of one seat with these weights, measured after the training.
    pub strength: Vec<MeasuredStrength>,
    /// Equal share of the victories in those games, in millionths.
    pub equal_share: u32,
}

/// Share of the victories of one seat against a bot in all other seats, in millionths.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MeasuredStrength {
    /// Bot of the other seats.
    pub against: String,
    /// Number of games.
    pub games: u32,
    /// Share of the victories with its 95 % interval: low, share, high, in millionths.
    pub share: [u32; 3],
}

impl Made {
    /// Describes bots that play a setup.
    pub fn new(bots: &[BotSpec], setup: &Setup) -> Made {
        Made::for_bots([(bots, setup, "")])
    }

    /// Describes bots in several setups. Each setup has a name for use in a sentence.
    pub fn for_bots<'a>(games: impl IntoIterator<Item = (&'a [BotSpec], &'a Setup, &'a str)>) -> Made {
        let mut learned: Vec<Learned> = Vec::new();
        for (bots, setup, name) in games {
            for found in bots.iter().filter_map(|bot| Learned::new(bot, setup, name)) {
                let is_same =
                    |known: &&mut Learned| (&known.bot, &known.weights) == (&found.bot, &found.weights);
                match learned.iter_mut().find(is_same) {
                    Some(known) => known.differs = known.differs.take().or(found.differs),
                    None => learned.push(found),
                }
            }
        }
        Made { program: env!("CARGO_PKG_VERSION").to_owned(), seed_scheme: SEED_SCHEME, learned }
    }

    /// Returns true if the program version was recorded. Older versions wrote parts without it.
    pub(crate) fn is_recorded(&self) -> bool {
        !self.program.is_empty()
    }

    /// Returns the named values that must be equal in all parts of a run.
    pub(crate) fn rows(&self) -> [(&'static str, String); 3] {
        let weights = self.learned.iter().map(|learned| format!("{} {}", learned.bot, learned.weights));
        let weights: Vec<String> = weights.collect();
        [
            ("Ludex", self.program.clone()),
            ("seed scheme", self.seed_scheme.to_string()),
            ("weights", comma_list(&weights)),
        ]
    }
}

/// Returns the policy weights of a bot, if any.
fn policy(bot: &BotSpec) -> Option<&PolicySpec> {
    if let BotSpec::Policy(policy) | BotSpec::Guided(_, policy) = bot { Some(policy) } else { None }
}

impl Learned {
    /// Returns `None` for a bot without weights. `name` is the setup's name in a sentence, or empty for a
    /// single setup.
    fn new(bot: &BotSpec, setup: &Setup, name: &str) -> Option<Learned> {
        let weights = policy(bot)?.policy();
        let about = weights.about();
        let strength = about.strength.iter().map(|of| MeasuredStrength {
            against: of.against.clone(),
            games: of.games,
            share: of.share,
        });
        let differs = about.differs(setup);
        Some(Learned {
            bot: bot.to_string(),
            weights: format!("{:016x}", weights.hash()),
            games: about.games,
            seed: about.seed,
            entropy: about.entropy,
            differs: if name.is_empty() { differs } else { differs.map(|why| format!("for {name}: {why}")) },
            strength: strength.collect(),
            equal_share: 1_000_000 / u32::from(about.players.max(1)),
        })
    }

    /// Describes the weights: `Weights of policy: 96.5 % of the victories against random, 26.0 % against
    /// greedy:4 (an equal share is 50.0 %)`.
    pub fn sentence(&self) -> String {
        let percent = |millionths: u32| format!("{:.1} %", f64::from(millionths) / 1e4);
        let of = |of: &MeasuredStrength| format!("{} against {}", percent(of.share[1]), of.against);
        let strength: Vec<String> = self.strength.iter().map(of).collect();
        let strength = match strength.as_slice() {
            [] => "their strength was not measured".to_owned(),
            [first, rest @ ..] => {
                let first = first.replacen(" against", " of the victories against", 1);
                let all: Vec<String> = [first].into_iter().chain(rest.iter().cloned()).collect();
                format!("measured {} (an equal share is {})", all.join(", "), percent(self.equal_share))
            }
        };
        let differs = self.differs.as_ref().map_or_else(String::new, |differs| format!("; {differs}"));
        format!("Weights of {}: {strength}{differs}", self.bot)
    }
}

/// Returns the fingerprint of the rules as 16 hexadecimal digits.
pub(crate) fn fingerprint(ruleset: &Ruleset) -> String {
    format!("{:016x}", ruleset.fingerprint())
}

/// Returns the goal of the bots, or `None` if all are random.
pub(crate) fn wanted(setup: &Setup, bots: &[BotSpec]) -> Option<String> {
    bots.iter().any(|bot| *bot != BotSpec::Random).then(|| goal(setup).word().to_owned())
}

/// Describes the bots and their goal, the strength of trained weights, and the consequences for the results:
/// `random players: results of the rules, not of skilled play`.
pub fn who_played(bots: &[String], wants: Option<&str>, made: &Made) -> String {
    let mut named: Vec<&str> = Vec::new();
    for bot in bots.iter().map(String::as_str).filter(|bot| *bot != RANDOM) {
        if !named.contains(&bot) {
            named.push(bot);
        }
    }
    if named.is_empty() {
        return "random players: results of the rules, not of skilled play".to_owned();
    }
    let also = if bots.iter().any(|bot| bot == RANDOM) { "random players and " } else { "" };
    let wants = wants.map_or_else(String::new, |wants| format!(", for {wants}"));
    let names = named.join(", ");
    let mut said =
        vec![format!("{also}bots ({names}{wants}): how these bots play; people may play otherwise")];
    let sentences: Vec<String> = made.learned.iter().map(Learned::sentence).collect();
    for (i, sentence) in
        sentences.iter().enumerate().filter(|(i, sentence)| !sentences[..*i].contains(sentence))
    {
        let trainings = sentences.iter().filter(|same| *same == sentence).count();
        let other = if i > 0 { "other " } else { "" };
        let of = if trainings > 1 { format!("{trainings} {other}trainings of ") } else { String::new() };
        said.push(sentence.replacen("Weights of ", &format!("Weights of {of}"), 1));
    }
    said.join(". ")
}

/// Formats a list as `a,b`, or `none`.
pub(crate) fn comma_list(words: &[String]) -> String {
    if words.is_empty() { "none".to_owned() } else { words.join(",") }
}

/// Returns the first named value in which two runs differ, with both values.
pub(crate) fn first_difference(
    rows: impl IntoIterator<Item = (&'static str, String)>,
    others: impl IntoIterator<Item = (&'static str, String)>,
) -> Option<(&'static str, String, String)> {
    let mut both = rows.into_iter().zip(others);
    both.find(|((_, a), (_, b))| a != b).map(|((what, a), (_, b))| (what, a, b))
}

/// Returns the names of bots.
pub(crate) fn listed(bots: &[BotSpec]) -> Vec<String> {
    bots.iter().map(ToString::to_string).collect()
}

/// Name of the random player.
const RANDOM: &str = "random";

/// Threads and elapsed time, which differ between runs.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Timing {
    /// Number of threads; absent with `--no-timing`.
    pub jobs: u64,
    /// Elapsed time in seconds; absent with `--no-timing`.
    pub elapsed_s: f64,
}

/// Formats `20 games`, or `20 games of 4 deals` if there are fewer deals than games.
pub fn of_deals(games: u64, deals: u64) -> String {
    let counted = |n, what: &str| format!("{} {what}{}", grouped(n), if n == 1 { "" } else { "s" });
    let of = if deals < games { format!(" of {}", counted(deals, "deal")) } else { String::new() };
    counted(games, "game") + &of
}

/// Returns the reason if intervals are missing because of too few deals, and a remedy. `games` is the number
/// of games per deal.
pub(crate) fn too_few(deals: u64, games: u64) -> Option<String> {
    let enough = FEWEST_GROUPS.saturating_mul(games);
    (deals < FEWEST_GROUPS).then(|| {
        format!("clustered intervals require at least {FEWEST_GROUPS} deals: set at least --games {enough}")
    })
}

/// Formats an integer with separators: `1,234,567`.
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
        let names = |bots: &[&str]| bots.iter().map(|bot| (*bot).to_owned()).collect::<Vec<_>>();
        let said = |bots: &[&str]| who_played(&names(bots), None, &Made::default());
        assert_eq!(said(&["random", "random"]), "random players: results of the rules, not of skilled play");
        assert!(said(&["greedy:4", "greedy:4"]).starts_with("bots (greedy:4): "));
        let both = said(&["random", "search:50", "search"]);
        assert!(both.starts_with("random players and bots (search:50, search): "), "{both}");
    }
}
