//! Checks a ruleset, its variants and its scenarios in one pass, with independent jobs in parallel.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ludex_grammar::source::Sources;
use ludex_grammar::span::FileId;

use crate::compile::Compile;
use crate::scenario::reading::found::{Found, Read, of_file, scenario_files};
use crate::scenario::reading::index::of_found;
use crate::scenario::reading::problems::check_found;
use ludex_check::jobs::{Workers, map_parallel};
use ludex_check::resolve::Index;
use ludex_run::ruleset::{Compiled, Parts, Ruleset, RulesetInternals};

/// Result of a job in the first round.
enum FirstRoundResult {
    Ruleset(Compiled),
    Scenarios(FileId, Read),
}

impl Compile<'_> {
    /// Like [`Compile::compile_all`], but also checks the scenarios, whose problems come last. Uses one
    /// thread per worker.
    pub fn compile_and_check(&self) -> Vec<Compiled> {
        self.compile_and(|_, _| ()).0
    }

    /// Like [`compile_and_check`](Self::compile_and_check), but also returns the [index](of_found) of the
    /// ruleset and its scenarios, if the ruleset has no error.
    pub(crate) fn compile_and_index(&self) -> (Vec<Compiled>, Vec<Index>) {
        let (compiled, indices) = self.compile_and(of_found);
        (compiled, indices.unwrap_or_default())
    }

    /// Compiles and checks, and calls `look` with the ruleset and its scenarios.
    fn compile_and<T>(&self, look: impl FnOnce(&Ruleset, &Found) -> T) -> (Vec<Compiled>, Option<T>) {
        let (parts, workers) = (self.plain(), self.workers);
        let (sources, files) = scenario_files(&parts.sources, &self.files, |path| self.name_of(path));
        let (plain, read) = read(&parts, &sources, files, workers);
        let Some(ruleset) = plain.ruleset.clone() else { return (vec![plain], None) };
        let (variants, found) = (ruleset.variants(), Found::new(&ruleset, sources, read));
        let seen = look(&ruleset, &found);
        let (sources, problems) = check_found(&ruleset, found, self.rules, (&variants, workers));
        let variants = variants.iter().map(|paths| ruleset.with_variants(paths));
        let scenarios = Compiled { sources, problems, ruleset: None };
        (std::iter::once(plain).chain(variants).chain([scenarios]).collect(), Some(seen))
    }
}

/// Compiles the ruleset and reads the scenario files, in order. The largest jobs start first.
fn read(
    parts: &Parts,
    sources: &Sources,
    mut files: Vec<FileId>,
    workers: Workers<'_>,
) -> (Compiled, Vec<Read>) {
    files.sort_by_key(|file| Reverse(sources.get(*file).text.len()));
    let jobs: Vec<Option<FileId>> = std::iter::once(None).chain(files.into_iter().map(Some)).collect();
    let made = map_parallel(workers, &jobs, |file| match file {
        None => FirstRoundResult::Ruleset(parts.clone().compile_first()),
        Some(file) => FirstRoundResult::Scenarios(*file, of_file(sources, *file)),
    });
    let (mut plain, mut read) = (None, BTreeMap::new());
    for made in made {
        match made {
            FirstRoundResult::Ruleset(compiled) => plain = Some(compiled),
            FirstRoundResult::Scenarios(file, scenarios) => drop(read.insert(file, scenarios)),
        }
    }
    (plain.unwrap_or_else(|| parts.clone().compile_first()), read.into_values().collect())
}
