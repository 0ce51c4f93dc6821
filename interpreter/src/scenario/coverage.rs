//! Coverage: counts the items of a ruleset that scenarios or games reach.

use std::collections::BTreeMap;

use ludex_grammar::source::Sources;
use schemars::JsonSchema;
use serde::Serialize;

use super::follow::{Follower, ScenarioObserver};
use crate::trace::TracedAction;
use ludex_run::play::{Chooser, Game, GameInternals, Place, Region, RegionKind, Setup, SetupInternals};
use ludex_run::ruleset::Ruleset;
use ludex_run::state::State;

/// Kind of a counted item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CoverageKind {
    /// A card as printed; reached if it moved after set-up.
    Card,
    /// A reaction of a card; reached if it ran.
    Ability,
    /// An action; reached if it was taken.
    Action,
    /// A procedure, or the effect of a phase; reached if it ran.
    Effect,
    /// A conditionally executed block; reached if it ran.
    Branch,
    /// An option of the ruleset; reached if it had another value than its default.
    Option,
    /// A message; reached if it was logged.
    Message,
}

impl CoverageKind {
    /// All kinds, in the order of reports.
    pub const ALL: [CoverageKind; 7] =
        [Self::Card, Self::Ability, Self::Action, Self::Effect, Self::Branch, Self::Option, Self::Message];

    fn from_region(region: RegionKind) -> CoverageKind {
        match region {
            RegionKind::Procedure | RegionKind::Phase => Self::Effect,
            RegionKind::Action => Self::Action,
            RegionKind::Reaction => Self::Ability,
            RegionKind::Then | RegionKind::Else | RegionKind::Mode | RegionKind::May | RegionKind::Loop => {
                Self::Branch
            }
            // of another crate; clippy names a kind that is missing above
            _ => Self::Branch,
        }
    }
}

/// An item of a ruleset, with its count.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct CoverageItem {
    /// Kind of the item.
    pub kind: CoverageKind,
    /// Name, or the beginning of its statement.
    pub name: String,
    /// Beginning of its effect; `null` without an effect.
    pub place: Option<Place>,
    /// Number of scenarios or games that reached it.
    pub count: u64,
    /// True if an item around it was never reached.
    pub hidden: bool,
}

/// Items of a ruleset and of the variants named by its scenarios, with counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Coverage {
    /// Scenarios that passed, or games.
    pub followed: u64,
    /// Items by kind, in source order.
    pub items: Vec<CoverageItem>,
}

impl Coverage {
    /// Measures the coverage of `games` random games for each number of players, with default options. Games
    /// with a failed rule don't count.
    pub fn of_games(ruleset: &Ruleset, games: u64, seed: u64) -> Coverage {
        let mut counted = Counted::default();
        counted.add_rules(ruleset);
        for setup in ruleset.players().filter_map(|players| ruleset.setup(players, &[]).ok()) {
            let mut follower = Follower::new(&setup);
            (0..games).for_each(|game| follower.game(seed.wrapping_add(game)));
            counted.add(&follower);
        }
        counted.finish()
    }

    /// Returns the number of items of a kind, and the number of those that were reached.
    pub fn count(&self, kind: CoverageKind) -> (usize, usize) {
        let of_kind = || self.items.iter().filter(|item| item.kind == kind);
        (of_kind().count(), of_kind().filter(|item| item.count > 0).count())
    }

    /// Returns the items that were not reached, without those inside other unreached items.
    pub fn missed(&self) -> impl Iterator<Item = &CoverageItem> {
        self.items.iter().filter(|item| item.count == 0 && !item.hidden)
    }
}

/// Identifies an item in a ruleset and its variants: kind, file, line, column and name.
type Key = (CoverageKind, String, u32, u32, String);

#[derive(Debug, Default)]
struct Entry {
    place: Option<Place>,
    inside: Option<Key>,
    count: u64,
}

/// Sums coverage over scenarios or games.
#[derive(Debug, Default)]
pub(super) struct Counted {
    followed: u64,
    entries: BTreeMap<Key, Entry>,
}

impl Counted {
    /// Adds all items of a ruleset with a count of zero.
    pub fn add_rules(&mut self, ruleset: &Ruleset) {
        self.regions(ruleset.sources(), &ruleset.regions(), &[]);
        if let Ok(setup) = ruleset.setup(*ruleset.players().start(), &[]) {
            self.names(&setup, &[], &[], 0);
        }
    }

    /// Adds the counts of one setting.
    pub fn add(&mut self, follower: &Follower) {
        self.followed += follower.count;
        let sources = follower.setup.ruleset().sources();
        self.regions(sources, follower.trace().regions(), &follower.regions);
        self.names(&follower.setup, &follower.cards, &follower.messages, follower.count);
    }

    fn regions(&mut self, sources: &Sources, regions: &[Region], counts: &[u64]) {
        let keys: Vec<Key> = regions.iter().map(|region| key(sources, region)).collect();
        for (at, region) in regions.iter().enumerate() {
            let entry = self.entries.entry(keys[at].clone()).or_default();
            entry.place = Place::new(sources, region.place);
            entry.inside = region.inside.map(|outer| keys[outer].clone());
            entry.count += counts.get(at).copied().unwrap_or(0);
        }
    }

    fn names(&mut self, setup: &Setup, cards: &[u64], messages: &[u64], followed: u64) {
        let (rules, count) =
            (setup.rules(), |counts: &[u64], at: usize| counts.get(at).copied().unwrap_or(0));
        for (at, design) in rules.designs().enumerate() {
            self.name(CoverageKind::Card, design.name, count(cards, at));
        }
        for (at, message) in rules.messages().enumerate() {
            self.name(CoverageKind::Message, message, count(messages, at));
        }
        for (option, (_, value)) in rules.options().zip(setup.options()) {
            self.name(CoverageKind::Option, option.name, if value == option.default { 0 } else { followed });
        }
    }

    fn name(&mut self, kind: CoverageKind, name: &str, count: u64) {
        self.entries.entry((kind, String::new(), 0, 0, name.to_owned())).or_default().count += count;
    }

    pub fn finish(self) -> Coverage {
        let came = |key: &Key| self.entries.get(key).is_none_or(|entry| entry.count > 0);
        let item = |(key, entry): (&Key, &Entry)| CoverageItem {
            kind: key.0,
            name: key.4.clone(),
            place: entry.place.clone(),
            count: entry.count,
            hidden: entry.inside.as_ref().is_some_and(|outer| !came(outer)),
        };
        Coverage { followed: self.followed, items: self.entries.iter().map(item).collect() }
    }
}

fn key(sources: &Sources, region: &Region) -> Key {
    let (line, column) = sources.line_col(region.place);
    let file = sources.get(region.place.file).name.clone();
    (CoverageKind::from_region(region.kind), file, line, column, region.kind.describe(&region.text))
}

impl Follower {
    /// Plays a random game and counts its coverage.
    fn game(&mut self, seed: u64) {
        let setup = self.setup.clone();
        let (mut choices, mut game) = (Chooser::new(seed), Game::new(&setup, seed));
        self.begin();
        self.follow(setup.program(), &State::new(setup.program(), seed), &TracedAction::Start);
        while game.options() > 0 {
            let option = game.draw(&mut choices);
            self.follow(setup.program(), game.state(), &TracedAction::Choose(option));
            if game.apply(option).is_err() {
                return;
            }
            self.moved(&game, 0);
        }
        if game.fault().is_none() {
            self.passed(&game);
        }
    }
}
