//! Random rulesets that are well typed: of what the language has as much as can be, in any combination, and nothing that the checker refuses (of the
//! first 10,000 seeds it refuses none; one that it does is a mistake of the generator). What
//! such a ruleset does means nothing, and its rules may well fail in play. They show whether two ways to run a program are one, and have nothing else to offer.
//!
//! - [`world`] and [`declare`]: what a ruleset declares is drawn first: kinds, cards, zones, variables, properties, signatures.
//! - [`scope`], [`value`], [`number`], [`condition`], [`query`]: expressions are written by the type that is wanted and what may be named there.
//! - [`stmt`], [`choose`], [`verbs`]: effects. [`rules`], [`cards`] and [`text`]: all of it as YAML.
//! - [`compare`] plays a ruleset lowered with passes and without, [`shrink`] makes it smaller.
//!
//! That it ends is seen to: a phase has a few iterations, a loop that tests has a counter, procedures and events lead to later ones only. But
//! seldom there is a trap: a loop without end, lists that double, a procedure that calls itself too often.
//! In half of the rulesets nothing is hidden; in the others whatever is said or set is said or set `openly`, so that no secret gets out by mistake.

mod cards;
mod choose;
pub mod compare;
mod condition;
mod declare;
mod dice;
mod lists;
mod number;
mod query;
mod rules;
mod scope;
pub mod shrink;
mod stmt;
mod text;
mod value;
mod verbs;
mod world;

use ludex::Compiled;
use ludex::Ruleset;

/// The ruleset of a seed, as the text of its one file.
pub fn ruleset(seed: u64) -> String {
    let mut dice = dice::Dice::new(crate::rulesets::spread(seed));
    let world = declare::world(&mut dice, &mut dice::Dice::new(!crate::rulesets::spread(seed)));
    rules::write(&world, &mut dice)
}

/// A ruleset of one file, or what is wrong with it.
pub fn compiled(text: &str) -> Result<Ruleset, Box<Compiled>> {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let compiled = ludex::compile(&files);
    match compiled.ruleset {
        Some(ruleset) => Ok(ruleset),
        None => Err(Box::new(compiled)),
    }
}

/// Without the optimiser of the compiler, as tests are built, the deepest expressions need more than the two megabytes of a thread.
const STACK: usize = 64 << 20;

/// Does something in a thread of its own.
pub fn on_a_large_stack<'s, T: Send + 's>(
    scope: &'s std::thread::Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> std::thread::ScopedJoinHandle<'s, T> {
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn_scoped(scope, work).expect("a thread can be made")
}
