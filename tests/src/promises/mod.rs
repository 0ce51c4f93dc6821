//! Promises: invariants of one game's rules in every position: `cases/invariants/GAME.yaml`.
//!
//! Conditions and values are expressions of the game's language, compiled as in scenarios. With `each:
//! players` or `each: 12` a promise applies to every number, written `$n`. A promise is one of:
//!
//! | key | condition |
//! |---|---|
//! | `holds` | these conditions hold |
//! | `never_falls` | these values never decrease |
//! | `settles` | these values do not change once they exist and are not 0 |
//! | `changes` | `value` changes only if `only_if` holds; or only after one of the messages of `said`, with its condition; or by exactly the sum of the values of the messages of `by` |
//! | `rises` | `values` rise by at most `at_most` in a round |
//! | `counts` | the sum of `of` (default: 1) over these moments is at most `at_most`, as long as `per` is the same (default: in a game), for each value of `for_each` |
//! | `follows` | the preceding event is one of these |
//! | `then` | the next event is one of these |
//!
//! By default, a promise is checked at each decision and at the end. `at` and `not_at` select other moments,
//! `after` the event directly before, `when` a condition. Moments are the name of a decision, `end`, the name
//! of a message, `turn.begins` (of a phase) and `keep.picked` (of a decision, also if taken without asking).
//! Preceding events may also be the word of an option (`take_gold`). At messages their facts are in scope;
//! for several messages, those that all share.
//!
//! `round` is the number of the current round (0 before the first); `most_choices` limits the choices of a
//! game and of a round, including automatic ones. `secrets` are picks that must not be publicly observable
//! until a given message.

mod compile;
mod eyes;
mod secret;
mod watch;
mod written;

use crate::inside::*;
use std::collections::BTreeSet;
use std::sync::Arc;

use ludex::{Game, Ruleset};
use ludex_check::hir::Checked;
use ludex_check::ids::{DecisionId, MessageId, PhaseId};
use ludex_run::program::Program;

use crate::cases::of_game;

pub use watch::{Broken, Watch};

/// An event or a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    Asked(DecisionId),
    End,
    Said(MessageId),
    Began(PhaseId),
    Picked(DecisionId),
}

impl Moment {
    /// Returns the moment with this name.
    fn named(checked: &Checked, name: &str) -> Option<Moment> {
        let decision = |name: &str| checked.decisions.iter().position(|other| other == name);
        if name == "end" {
            return Some(Moment::End);
        }
        if let Some(phase) = name.strip_suffix(".begins") {
            let phase = checked.phases.iter().position(|other| other.name == phase);
            return phase.map(|phase| Moment::Began(PhaseId(phase as _)));
        }
        if let Some(name) = name.strip_suffix(".picked") {
            return decision(name).map(|id| Moment::Picked(DecisionId(id as _)));
        }
        let message = checked.messages.iter().position(|other| other.name == name);
        let asked = decision(name);
        assert!(message.is_none() || asked.is_none(), "`{name}` is a message and a decision");
        let said = message.map(|id| Moment::Said(MessageId(id as _)));
        said.or_else(|| asked.map(|id| Moment::Asked(DecisionId(id as _))))
    }

    fn name(self, checked: &Checked) -> String {
        match self {
            Moment::Asked(id) => checked.decisions[id.index()].clone(),
            Moment::End => "end".to_owned(),
            Moment::Said(id) => checked.messages[id.index()].name.clone(),
            Moment::Began(id) => format!("{}.begins", checked.phases[id.index()].name),
            Moment::Picked(id) => format!("{}.picked", checked.decisions[id.index()]),
        }
    }
}

/// A preceding event.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Before {
    Moment(Moment),
    /// An option with this word was taken.
    Word(String),
}

/// A promise; conditions and values are numbers of snippets.
struct Promise {
    says: String,
    text: String,
    at: Vec<Moment>,
    not_at: Vec<Moment>,
    after: Vec<Before>,
    when: Option<usize>,
    /// For each message of `at`, the facts in scope.
    facts: Vec<(MessageId, Vec<usize>)>,
    what: What,
}

impl Promise {
    /// Returns the facts in scope, from all facts of a message.
    fn facts_at(&self, moment: Moment, values: &[i32]) -> Vec<i32> {
        let Moment::Said(id) = moment else { return Vec::new() };
        let named = self.facts.iter().find(|(message, _)| *message == id);
        named.map_or_else(Vec::new, |(_, at)| at.iter().map(|i| values[*i]).collect())
    }
}

enum What {
    Holds(usize),
    NeverFalls(usize),
    Settles(usize),
    Changes(usize, Why),
    Rises(usize, i32),
    Counts { of: Option<usize>, per: Option<usize>, for_each: Option<usize>, at_most: usize },
    Follows(Vec<Before>),
    Then(Vec<Moment>),
}

impl What {
    /// Returns the compared value.
    fn measured(&self) -> Option<usize> {
        match self {
            What::NeverFalls(value)
            | What::Settles(value)
            | What::Changes(value, _)
            | What::Rises(value, _) => Some(*value),
            What::Holds(_) | What::Counts { .. } | What::Follows(_) | What::Then(_) => None,
        }
    }
}

/// Reason for which a value may change.
enum Why {
    OnlyIf(usize),
    Said(Vec<(MessageId, usize)>),
    By(Vec<(MessageId, usize)>),
}

/// A pick that must not be publicly observable before a message.
struct Secret {
    says: String,
    picks: DecisionId,
    until: MessageId,
}

/// The promises of a game for a number of players.
pub struct Promises {
    /// Program of the game with the snippets; only games of this program can be checked.
    pub program: Arc<Program>,
    list: Vec<Promise>,
    secrets: Vec<Secret>,
    round: Option<usize>,
    most_in_game: Option<usize>,
    most_in_round: Option<usize>,
}

impl Promises {
    /// Loads the promises of a shipped game. Panics if the file is invalid.
    pub fn load(ruleset: &Ruleset, players: u8) -> Self {
        compile::compile(ruleset, players, Self::file(ruleset.id()))
    }

    /// Loads only the promises with this name.
    pub fn only(ruleset: &Ruleset, players: u8, says: &str) -> Self {
        let mut file = Self::file(ruleset.id());
        file.promises.retain(|promise| promise.says == says);
        file.secrets.retain(|secret| secret.says == says);
        if says != MOST_CHOICES {
            file.most_choices = written::MostChoices::default();
        }
        compile::compile(ruleset, players, file)
    }

    /// Returns the names of a game's promises, in order, without duplicates.
    pub fn all(id: &str) -> Vec<String> {
        let file = Self::file(id);
        let secrets = file.secrets.into_iter().map(|secret| secret.says);
        let bounds = [file.most_choices.game, file.most_choices.round];
        let bounded = bounds.iter().any(Option::is_some).then(|| MOST_CHOICES.to_owned());
        let mut all: Vec<String> = file.promises.into_iter().map(|promise| promise.says).collect();
        all.extend(secrets.chain(bounded));
        let distinct: BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len(), "{id}: two promises say the same");
        all
    }

    fn file(id: &str) -> written::File {
        let path = format!("tests/cases/invariants/{id}.yaml");
        serde_yaml::from_str(&of_game(&path)).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    /// Returns the number of promises.
    pub fn count(&self) -> usize {
        self.list.len() + self.secrets.len()
    }

    /// Creates a game of this program.
    pub fn new_game(&self, ruleset: &Ruleset, seed: u64) -> Game {
        let game = Game::new(&setup_of(ruleset, Arc::clone(&self.program)), seed);
        assert!(game.fault().is_none(), "{:?}", game.fault());
        game
    }
}

/// Name of the promise of `most_choices`.
const MOST_CHOICES: &str = "most_choices";
