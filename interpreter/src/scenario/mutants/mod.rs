//! Mutation testing: rulesets with a change at one place. A scenario that tests the place fails on them.
//!
//! | from | changes |
//! |---|---|
//! | effects and expressions (`syntax.rs`) | change numbers by one; exchange `<` and `<=`, `==` and `!=`, `and` and `or`, `+` and `-`, `true` and `false`; omit a conjunct, a `where`, `other`, `from`, `not`, a clause, `secretly`, `always asked`, an `else`, a guard, a statement; exchange `up` and `down`, `top` and `bottom`, `left` and `right`, `me` and the left neighbour, a word and the next of its enum, `first` and `last`, `min` and `max`; make conditions always or never hold; extend a lifetime to the whole game |
//! | the YAML around them (`tree.rs`) | omit an ability, a modifier, `when`, `while`, `until`, `in_play`, …; change numbers by one; exchange `true` and `false`, default values, the visibility of a zone, an order |
//!
//! Texts and layout are not changed: messages, `layout`, `say`, `score: lines:`. Neither are declarations
//! that only guard against mistakes: `holds:` and `max:` of zones, types, numbers of players.

mod edit;
mod roots;
mod syntax;
mod tree;
mod trial;
mod words;

use ludex_grammar::span::FileId;
use ludex_grammar::yaml::{self, Node};

use crate::compile::Compile;
use ludex_check::load::overlay;
use ludex_run::ruleset::{Ruleset, RulesetInternals};

pub use edit::Mutant;
pub use trial::{Fate, MutantTrial};

use edit::Edits;
use words::Alternatives;

/// Files of a ruleset, as path and text.
type Files = Vec<(String, String)>;

/// Returns true if a file contains rules, so mutants are made of it.
fn holds_rules(path: &str) -> bool {
    path.ends_with(".yaml") && (!path.contains('/') || overlay::is_file(path)) && path != "layout.yaml"
}

/// Returns all mutants of a ruleset, without duplicates, in order of files and positions. Unreadable files
/// have no mutants.
pub fn mutants(files: &[(String, String)]) -> Vec<Mutant> {
    let mut all = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| holds_rules(path)) {
        let overlays =
            if overlay::is_file(path) { overlay::with_those_before(files, path) } else { Vec::new() };
        let read = read(files, &overlays, path);
        // parse the file alone, so that only its own nodes are visited
        let parsed = |(ruleset, file)| Some((ruleset, file, yaml::parse(file, text, &mut Vec::new())?));
        let Some((ruleset, file, node)) = read.and_then(parsed) else { continue };
        let mut edits = Edits::new(path, text, file);
        mutate(&mut edits, &ruleset, &node, path);
        all.extend(edits.finish(&node));
    }
    all
}

fn mutate(edits: &mut Edits<'_>, ruleset: &Ruleset, node: &Node, path: &str) {
    let words = Alternatives::collect(ruleset.raw());
    let section = path.strip_suffix(".yaml").filter(|stem| !stem.contains('/') && *stem != "ruleset");
    tree::mutate(edits, &words, section, node);
    let roots = roots::roots(ruleset.raw());
    syntax::mutate(edits, &words, &roots);
}

/// Compiles the ruleset with overlays and returns it with the ID of one of its files.
fn read(files: &[(String, String)], overlays: &[String], path: &str) -> Option<(Ruleset, FileId)> {
    let text = |path: &String| files.iter().find(|(known, _)| known == path).map(|(_, text)| text.clone());
    let overlays: Files =
        overlays.iter().map(|path| (path.clone(), text(path).unwrap_or_default())).collect();
    // an overlay is also among the ruleset's files; the applied copy comes last
    let compiled = Compile::new(files).overlays(&overlays).compile();
    let file = compiled.sources.iter().filter(|(_, source)| source.name == path).last();
    let file = file.map(|(id, _)| id)?;
    Some((compiled.ruleset?, file))
}
