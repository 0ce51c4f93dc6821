//! What the rules of one game promise of every position: `cases/invariants/GAME.yaml`.
//!
//! Conditions and values are expressions of the game's own language, compiled as those of scenarios are. With
//! `each: players` or `each: 12` a promise is made for every number, which stands for `$n`. A promise is one of:
//!
//! | key | what must be so |
//! |---|---|
//! | `holds` | these conditions hold, at every decision and at the end; `at` and `not_at` name decisions, or `end` |
//! | `never_falls` | these values are never less than they were |
//! | `settles` | these values do not change once they are there and not 0 |
//! | `changes` | `value` changes only where `only_if` holds (and where `at` and `not_at` allow it at all) |
//! | `rises` | `values` rise by no more than `at_most` in a round |
//!
//! `round` tells one round from the next (0: none has begun); `most_choices` bounds the choices of a game and of a round.

use std::sync::Arc;

use ludex::check::Snippets;
use ludex::exec::{Machine, Nobody, Workspace};
use ludex::lower::lower;
use ludex::program::{NONE, Program, Snippet};
use ludex::state::State;
use ludex::{Game, Ruleset};
use ludex_grammar::parse;
use ludex_grammar::span::FileId;
use ludex_grammar::yaml::Text;
use serde::Deserialize;

use crate::cases::{here, read};

/// A file of promises.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    round: Option<String>,
    #[serde(default)]
    most_choices: MostChoices,
    promises: Vec<WrittenPromise>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct MostChoices {
    game: Option<String>,
    round: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPromise {
    says: String,
    each: Option<String>,
    #[serde(default)]
    at: Vec<String>,
    #[serde(default)]
    not_at: Vec<String>,
    #[serde(default)]
    holds: Vec<String>,
    #[serde(default)]
    never_falls: Vec<String>,
    #[serde(default)]
    settles: Vec<String>,
    changes: Option<Changes>,
    rises: Option<Rises>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Changes {
    value: String,
    only_if: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rises {
    at_most: i32,
    values: Vec<String>,
}

/// A promise as numbers of snippets.
struct Promise {
    says: String,
    text: String,
    at: Vec<String>,
    not_at: Vec<String>,
    what: What,
}

enum What {
    Holds(usize),
    NeverFalls(usize),
    Settles(usize),
    Changes(usize, usize),
    Rises(usize, i32),
}

/// The promises of a game for a number of players.
pub struct Promises {
    /// The program of the game with their snippets: only games of this program can be watched.
    pub program: Arc<Program>,
    list: Vec<Promise>,
    round: Option<usize>,
    most_in_game: Option<usize>,
    most_in_round: Option<usize>,
}

impl Promises {
    /// Those of a shipped game. A mistake in the file is a panic that shows it.
    pub fn of(ruleset: &Ruleset, players: u8) -> Self {
        let path = here().join(format!("cases/invariants/{}.yaml", ruleset.id()));
        let written: Written =
            serde_yaml::from_str(&read(&path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut compiler = Compiler { snippets: Snippets::new(&ruleset.raw), list: Vec::new() };
        let bounds = [&written.round, &written.most_choices.game, &written.most_choices.round];
        let [round, most_in_game, most_in_round] =
            bounds.map(|text| text.as_ref().map(|text| compiler.value(text)));
        for promise in &written.promises {
            let each = match promise.each.as_deref() {
                None => 1,
                Some("players") => usize::from(players),
                Some(number) => number.parse().expect("`each` is `players` or a number"),
            };
            (1..=each).for_each(|n| compiler.promise(promise, n));
        }
        let checked = Arc::new(compiler.snippets.finish());
        let options = ruleset.option_values(players, &[]).expect("the defaults");
        let program = lower(&checked, players, &options).unwrap_or_else(|e| panic!("{e:?}"));
        Self { program: Arc::new(program), list: compiler.list, round, most_in_game, most_in_round }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// A new game of this program.
    pub fn new_game(&self, ruleset: &Arc<Ruleset>, seed: u64) -> Game {
        let game = Game::with_program(ruleset, Arc::clone(&self.program), seed);
        assert!(game.fault().is_none(), "{:?}", game.fault());
        game
    }
}

/// Texts to snippets.
struct Compiler<'r> {
    snippets: Snippets<'r>,
    list: Vec<Promise>,
}

impl Compiler<'_> {
    fn promise(&mut self, written: &WrittenPromise, n: usize) {
        let of = |text: &String| text.replace("$n", &n.to_string());
        let before = self.list.len();
        for text in written.holds.iter().map(of) {
            let what = What::Holds(self.condition(&text));
            self.add(written, text, what);
        }
        for text in written.never_falls.iter().map(of) {
            let what = What::NeverFalls(self.value(&text));
            self.add(written, text, what);
        }
        for text in written.settles.iter().map(of) {
            let what = What::Settles(self.value(&text));
            self.add(written, text, what);
        }
        if let Some(changes) = &written.changes {
            let text = of(&changes.value);
            let what = What::Changes(self.value(&text), self.condition(&of(&changes.only_if)));
            self.add(written, text, what);
        }
        if let Some(rises) = &written.rises {
            for text in rises.values.iter().map(of) {
                let what = What::Rises(self.value(&text), rises.at_most);
                self.add(written, text, what);
            }
        }
        assert!(self.list.len() > before, "`{}` promises nothing", written.says);
    }

    fn add(&mut self, written: &WrittenPromise, text: String, what: What) {
        let (says, at, not_at) = (written.says.clone(), written.at.clone(), written.not_at.clone());
        self.list.push(Promise { says, text, at, not_at, what });
    }

    fn condition(&mut self, text: &str) -> usize {
        let tree = tree(text);
        self.snippets.condition(&tree).unwrap_or_else(|problems| panic!("`{text}`: {problems:?}"))
    }

    fn value(&mut self, text: &str) -> usize {
        let tree = tree(text);
        let number = self.snippets.value(&tree).map(|(number, _)| number);
        number.unwrap_or_else(|| panic!("`{text}` is not one value: {:?}", self.snippets.condition(&tree)))
    }
}

fn tree(text: &str) -> ludex_grammar::ast::Expr {
    let mut problems = Vec::new();
    let tree = parse::expr(&Text::plain(text, FileId(0), 0), &mut problems);
    tree.unwrap_or_else(|| panic!("`{text}`: {problems:?}"))
}

/// Who looks at one game, from its first decision on.
pub struct Watch<'p> {
    promises: &'p Promises,
    state: State,
    work: Workspace,
    /// Of each promise: the value before this position, and when the round began.
    values: Vec<[i32; 2]>,
    round: i32,
    /// Choices when the round began.
    began: usize,
    fresh: bool,
}

impl<'p> Watch<'p> {
    /// Has seen nothing yet.
    pub fn new(promises: &'p Promises) -> Self {
        Self {
            promises,
            state: State::new(&promises.program, 0),
            work: Workspace::default(),
            values: vec![[0; 2]; promises.list.len()],
            round: 0,
            began: 0,
            fresh: true,
        }
    }

    /// Looks at the next position: panics if a promise is broken.
    pub fn look(&mut self, game: &Game) {
        self.state.clone_from(game.state());
        let at = game.decision().map_or("end", |decision| decision.name);
        for i in 0..self.promises.list.len() {
            self.promise(i, at);
        }
        self.choices(game);
        let round = self.promises.round.map_or(0, |round| self.value(round));
        if self.fresh || round != self.round {
            (self.round, self.began, self.fresh) = (round, game.choices(), false);
            self.values.iter_mut().for_each(|values| values[1] = values[0]);
        }
    }

    fn promise(&mut self, i: usize, at: &str) {
        let promise = &self.promises.list[i];
        let named = |list: &[String]| list.iter().any(|name| name == at);
        let counts = (promise.at.is_empty() || named(&promise.at)) && !named(&promise.not_at);
        let [before, began] = self.values[i];
        let (now, kept) = match promise.what {
            What::Holds(test) => (0, !counts || self.value(test) == 1),
            What::NeverFalls(value) => {
                let now = self.value(value);
                (now, self.fresh || now >= before)
            }
            What::Settles(value) => {
                let now = self.value(value);
                (now, before == 0 || before == NONE || now == before)
            }
            What::Changes(value, only_if) => {
                let now = self.value(value);
                (now, self.fresh || !counts || now == before || self.value(only_if) == 1)
            }
            What::Rises(value, at_most) => {
                let now = self.value(value);
                (now, self.fresh || self.round == 0 || now - began <= at_most)
            }
        };
        let (says, text) = (&promise.says, &promise.text);
        assert!(
            kept,
            "{says}: `{text}` at `{at}` (now {now}, before {before}, when the round began {began})"
        );
        self.values[i][0] = now;
    }

    fn choices(&mut self, game: &Game) {
        let made = game.choices();
        if let Some(most) = self.promises.most_in_game.map(|most| self.value(most)) {
            assert!(made <= most as usize, "{made} choices in a game of at most {most}");
        }
        if let Some(most) = self.promises.most_in_round.map(|most| self.value(most)) {
            let made = made - self.began;
            assert!(self.round == 0 || made <= most as usize, "{made} choices in a round of at most {most}");
        }
    }

    /// The value of a snippet, which leaves the position as it is.
    fn value(&mut self, snippet: usize) -> i32 {
        let program = &self.promises.program;
        let Snippet::Expr(lambda) = program.snippets[snippet] else { panic!("an expression") };
        let value = Machine::new(program, &mut self.state, &mut self.work, &mut Nobody).evaluate(lambda, &[]);
        value.unwrap_or_else(|fault| panic!("a promise has no value: {}", fault.message()))
    }
}
