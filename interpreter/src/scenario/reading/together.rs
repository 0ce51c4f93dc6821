//! A ruleset, its variants and its scenarios, checked in one go: what does not need each other is done side by side.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ludex_grammar::source::Sources;
use ludex_grammar::span::FileId;

use crate::compile::{Compiled, Parts};
use crate::jobs::{Workers, each};
use crate::scenario::reading::found::{Found, Read, of_file, scenario_files};
use crate::scenario::reading::problems::check_found;

/// What a job of the first round makes.
enum Made {
    Ruleset(Compiled),
    Scenarios(FileId, Read),
}

/// Compiles a ruleset and then, if it has no error, each of its variants, and checks its scenarios; what is wrong with these comes last. The
/// same as [`compile_all`](crate::compile_all) and [`check_all`](crate::scenario::check_all).
pub fn compile_and_check(
    files: &[(String, String)],
    rules: Option<&str>,
    shown: &str,
    workers: Workers<'_>,
) -> Vec<Compiled> {
    let parts = Parts::new(files, &[], |path| format!("{shown}{path}"));
    let (sources, files) = scenario_files(&parts.sources, files, shown);
    let (plain, read) = read(&parts, &sources, files, workers);
    let Some(ruleset) = plain.ruleset.clone() else { return vec![plain] };
    let (variants, found) = (ruleset.variants(), Found::new(&ruleset, sources, read));
    let (sources, problems) = check_found(&ruleset, found, rules, (&variants, workers));
    let variants = variants.iter().map(|paths| ruleset.with_variants(paths));
    let scenarios = Compiled { sources, problems, ruleset: None };
    std::iter::once(plain).chain(variants).chain([scenarios]).collect()
}

/// The ruleset, and what stands in each of the files with scenarios, in order. What takes longest is begun first.
fn read(
    parts: &Parts,
    sources: &Sources,
    mut files: Vec<FileId>,
    workers: Workers<'_>,
) -> (Compiled, Vec<Read>) {
    files.sort_by_key(|file| Reverse(sources.get(*file).text.len()));
    let jobs: Vec<Option<FileId>> = std::iter::once(None).chain(files.into_iter().map(Some)).collect();
    let made = each(workers, &jobs, |file| match file {
        None => Made::Ruleset(parts.clone().compile_first()),
        Some(file) => Made::Scenarios(*file, of_file(sources, *file)),
    });
    let (mut plain, mut read) = (None, BTreeMap::new());
    for made in made {
        match made {
            Made::Ruleset(compiled) => plain = Some(compiled),
            Made::Scenarios(file, scenarios) => drop(read.insert(file, scenarios)),
        }
    }
    (plain.unwrap_or_else(|| parts.clone().compile_first()), read.into_values().collect())
}
