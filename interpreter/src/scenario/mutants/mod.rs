//! Mutants of a ruleset: its rules with a change at one place. A scenario that proves the place fails on it.
//!
//! | from | what is changed |
//! |---|---|
//! | effects and expressions (`syntax.rs`) | numbers by one, `<` and `<=`, `==` and `!=`, `and` and `or`, `+` and `-`, `true` and `false`; a conjunct, a `where`, `other`, `from`, `not`, a clause, `secretly`, `always asked`, an `else`, a guard, a statement left out; `up` and `down`, `top` and `bottom`, `left` and `right`, `me` and his left neighbour, a word and the next of its enum, `first` and `last`, `min` and `max`; conditions that always or never hold; a lifetime of the whole game |
//! | the YAML around them (`tree.rs`) | an ability, a modifier, `when`, `while`, `until`, `in_play`, … left out; numbers by one, `true` and `false`, another default, who sees a zone; an order exchanged |
//!
//! What is only said or drawn is not changed: texts, `layout`, `say`, `score: lines:`. Nor what only guards against mistakes: `holds:` and `max:` of
//! zones, types, numbers of players.

mod edit;
mod roots;
mod syntax;
mod tree;
mod trial;
mod words;

use ludex_grammar::span::FileId;
use ludex_grammar::yaml::{self, Node};

use crate::compile::{Compile, Ruleset};
use crate::load::overlay;

pub use edit::Mutant;
pub use trial::{Fate, MutantTrial};

use edit::Edits;
use words::Alternatives;

/// Files of a ruleset: path and text.
type Files = Vec<(String, String)>;

/// Whether mutants are made of a file: it holds rules.
fn holds_rules(path: &str) -> bool {
    path.ends_with(".yaml") && (!path.contains('/') || overlay::is_file(path)) && path != "layout.yaml"
}

/// All mutants of a ruleset by file and place, each once; none of a file that can't be read.
pub fn mutants(files: &[(String, String)]) -> Vec<Mutant> {
    let mut all = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| holds_rules(path)) {
        let overlays =
            if overlay::is_file(path) { overlay::with_those_before(files, path) } else { Vec::new() };
        let read = read(files, &overlays, path);
        // a file of its own is parsed again, so that only what stands in it is walked through
        let parsed = |(ruleset, file)| Some((ruleset, file, yaml::parse(file, text, &mut Vec::new())?));
        let Some((ruleset, file, node)) = read.and_then(parsed) else { continue };
        let mut edits = Edits::new(path, text, file);
        mutate(&mut edits, &ruleset, &node, path);
        all.extend(edits.finish(&node));
    }
    all
}

fn mutate(edits: &mut Edits<'_>, ruleset: &Ruleset, node: &Node, path: &str) {
    let words = Alternatives::of(ruleset.as_written());
    let section = path.strip_suffix(".yaml").filter(|stem| !stem.contains('/') && *stem != "ruleset");
    tree::mutate(edits, &words, section, node);
    let roots = roots::roots(ruleset.as_written());
    syntax::mutate(edits, &words, &roots);
}

/// The ruleset with overlays on it, and the number of one of its files.
fn read(files: &[(String, String)], overlays: &[String], path: &str) -> Option<(Ruleset, FileId)> {
    let text = |path: &String| files.iter().find(|(known, _)| known == path).map(|(_, text)| text.clone());
    let overlays: Files =
        overlays.iter().map(|path| (path.clone(), text(path).unwrap_or_default())).collect();
    // the file stands among those of the ruleset too, if it is an overlay: the one that is applied comes later
    let compiled = Compile::new(files).overlays(&overlays).compile();
    let file = compiled.sources.iter().filter(|(_, source)| source.name == path).last();
    let file = file.map(|(id, _)| id)?;
    Some((compiled.ruleset?, file))
}
