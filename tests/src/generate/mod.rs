//! Random well-typed rulesets that combine all features of the language.
//!
//! The checker must accept them all (it accepts the first 10,000 seeds). Their rules are meaningless and may
//! fail in play; they only show whether two forms of a program give the same results.
//!
//! - [`world`] and [`declare`]: declarations, drawn first: kinds, cards, zones, variables, properties,
//!   signatures.
//! - [`scope`], [`value`], [`number`], [`condition`], [`query`]: expressions of a required type, with the
//!   names in scope.
//! - [`stmt`], [`choose`], [`verbs`]: effects. [`rules`], [`cards`] and [`text`]: the whole ruleset as YAML.
//! - [`compare`] plays a ruleset with and without passes, [`shrink`] minimises it.
//!
//! Games end: phases have few iterations, loops with tests have a counter, procedures and events lead only to
//! later ones. Rarely there is a trap: an endless loop, lists that double, or a procedure that calls itself
//! too often. In half of the rulesets nothing is hidden; the others use `openly` everywhere, so that no
//! secret is disclosed by mistake.

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

/// Generates the ruleset of a seed, as the text of its one file.
pub fn ruleset(seed: u64) -> String {
    let seed = crate::rulesets::spread(seed);
    let mut dice = dice::Dice::new(seed);
    let world = declare::world(&mut dice, &mut dice::Dice::new(!seed), &mut dice::Dice::new(seed ^ 1));
    rules::write(&world, &mut dice)
}

/// Compiles a ruleset of one file.
pub fn compiled(text: &str) -> Result<Ruleset, Box<Compiled>> {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let compiled = ludex::compile(&files);
    match compiled.ruleset {
        Some(ruleset) => Ok(ruleset),
        None => Err(Box::new(compiled)),
    }
}

/// Stack size: without compiler optimisations, the deepest expressions need more than the default of 2 MiB.
const STACK: usize = 64 << 20;

/// Runs work in a separate thread with a large stack.
pub fn on_a_large_stack<'s, T: Send + 's>(
    scope: &'s std::thread::Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> std::thread::ScopedJoinHandle<'s, T> {
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn_scoped(scope, work).expect("a thread can be made")
}
