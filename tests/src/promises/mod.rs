//! What the rules of one game promise of every position: `cases/invariants/GAME.yaml`.
//!
//! Conditions and values are expressions of the game's own language, compiled as those of scenarios are. With
//! `each: players` or `each: 12` a promise is made for every number, which stands for `$n`. A promise is one of:
//!
//! | key | what must be so |
//! |---|---|
//! | `holds` | these conditions hold |
//! | `never_falls` | these values are never less than they were |
//! | `settles` | these values do not change once they are there and not 0 |
//! | `changes` | `value` changes only where `only_if` holds; or only where one of the messages of `said` was said, with its condition; or by exactly the sum of what the messages of `by` stand for |
//! | `rises` | `values` rise by no more than `at_most` in a round |
//! | `counts` | the sum of `of` (absent: 1) over these moments is never more than `at_most`, as long as `per` is the same (absent: in a game), for each value of `for_each` |
//! | `follows` | what happened just before is one of these |
//! | `then` | what happens next is one of these |
//!
//! Without more a promise is looked at whenever a decision is put, and at the end. `at` and `not_at` name other moments, `after`
//! what must have happened just before, `when` a condition: elsewhere nothing is promised. Moments are the name of a decision
//! (it is put), `end`, the name of a message (it is said), `turn.begins` (of a phase) and `keep.picked` (of a decision,
//! taken without asking or not). What happened before may also be the word of an option (`take_gold`). At messages their facts
//! are names; of several messages, those that all have.
//!
//! `round` tells one round from the next (0: none has begun); `most_choices` bounds the choices of a game and of a round,
//! those that were not asked included. `secrets` are picks that make no public difference until a message is said.

mod compile;
mod eyes;
mod secret;
mod watch;
mod written;

use crate::inside::*;
use std::collections::BTreeSet;
use std::sync::Arc;

use ludex::machinery::Unchecked;
use ludex::machinery::hir::Checked;
use ludex::machinery::ids::{DecisionId, MessageId, PhaseId};
use ludex::machinery::program::Program;
use ludex::{Game, Ruleset};

use crate::cases::of_game;

pub use watch::{Broken, Watch};

/// Something that happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    Asked(DecisionId),
    End,
    Said(MessageId),
    Began(PhaseId),
    Picked(DecisionId),
}

impl Moment {
    /// The moment of this name.
    fn named(checked: &Checked, name: &str) -> Option<Moment> {
        let decision = |name: &str| checked.decisions.iter().position(|other| other == name);
        if name == "end" {
            return Some(Moment::End);
        }
        if let Some(phase) = name.strip_suffix(".begins") {
            let phase = checked.phases.iter().position(|other| other.name == phase);
            return phase.map(|phase| Moment::Began(PhaseId::unchecked(phase as _)));
        }
        if let Some(name) = name.strip_suffix(".picked") {
            return decision(name).map(|id| Moment::Picked(DecisionId::unchecked(id as _)));
        }
        let message = checked.messages.iter().position(|other| other.name == name);
        let asked = decision(name);
        assert!(message.is_none() || asked.is_none(), "`{name}` is a message and a decision");
        let said = message.map(|id| Moment::Said(MessageId::unchecked(id as _)));
        said.or_else(|| asked.map(|id| Moment::Asked(DecisionId::unchecked(id as _))))
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

/// What happened just before.
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
    /// For each message of `at`: which of its facts are named.
    facts: Vec<(MessageId, Vec<usize>)>,
    what: What,
}

impl Promise {
    /// The values of its names, of all that a message says.
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
    /// The value that is compared with what it was.
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

/// Why a value may change.
enum Why {
    OnlyIf(usize),
    Said(Vec<(MessageId, usize)>),
    By(Vec<(MessageId, usize)>),
}

/// What was picked shows nowhere in public before this is said.
struct Secret {
    says: String,
    picks: DecisionId,
    until: MessageId,
}

/// The promises of a game for a number of players.
pub struct Promises {
    /// The program of the game with their snippets: only games of this program can be watched.
    pub program: Arc<Program>,
    list: Vec<Promise>,
    secrets: Vec<Secret>,
    round: Option<usize>,
    most_in_game: Option<usize>,
    most_in_round: Option<usize>,
}

impl Promises {
    /// Those of a shipped game. A mistake in the file is a panic that shows it.
    pub fn of(ruleset: &Ruleset, players: u8) -> Self {
        compile::compile(ruleset, players, Self::file(ruleset.id()))
    }

    /// Only those that say this.
    pub fn only(ruleset: &Ruleset, players: u8, says: &str) -> Self {
        let mut file = Self::file(ruleset.id());
        file.promises.retain(|promise| promise.says == says);
        file.secrets.retain(|secret| secret.says == says);
        if says != MOST_CHOICES {
            file.most_choices = written::MostChoices::default();
        }
        compile::compile(ruleset, players, file)
    }

    /// What the promises of a game say, in order; no two say the same.
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

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list.len() + self.secrets.len()
    }

    /// A new game of this program.
    pub fn new_game(&self, ruleset: &Ruleset, seed: u64) -> Game {
        let game = Game::new(&setup_of(ruleset, Arc::clone(&self.program)), seed);
        assert!(game.fault().is_none(), "{:?}", game.fault());
        game
    }
}

/// What `most_choices` says.
const MOST_CHOICES: &str = "most_choices";
