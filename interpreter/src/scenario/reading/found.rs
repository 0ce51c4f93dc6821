//! Finds scenarios in `scenarios/*.yaml`, and in overlays next to their changes.

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::source::Sources;
use ludex_grammar::span::FileId;
use ludex_grammar::yaml::{self, Node};

use ludex_check::jobs::{Workers, map_parallel, one_by_one};
use ludex_check::load::overlay;
use ludex_check::load::scenario::{RawScenario, is_file, of_overlay, scenarios};
use ludex_run::ruleset::{Ruleset, RulesetInternals};

/// The scenarios of a ruleset.
pub(in crate::scenario) struct Found {
    /// Texts of the ruleset and the scenarios.
    pub sources: Sources,
    /// Scenarios in order of files; those of overlays are last.
    pub raw: Vec<RawScenario>,
    /// Problems of unreadable scenarios.
    pub problems: Vec<Diagnostic>,
}

/// Reads the scenarios in these files of a ruleset, and those of its overlays and variants.
pub(in crate::scenario) fn find(ruleset: &Ruleset, files: &[(String, String)], shown: &str) -> Found {
    find_by(ruleset, files, shown, &one_by_one)
}

/// Like [`find`], but reads the files in parallel.
pub(in crate::scenario) fn find_by(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    workers: Workers<'_>,
) -> Found {
    let (sources, files) = scenario_files(ruleset.sources(), files, |path| format!("{shown}{path}"));
    let read = map_parallel(workers, &files, |file| of_file(&sources, *file));
    Found::new(ruleset, sources, read)
}

/// Adds the files that contain scenarios to the texts of a ruleset, and returns their IDs.
pub(in crate::scenario) fn scenario_files(
    sources: &Sources,
    files: &[(String, String)],
    shown: impl Fn(&str) -> String,
) -> (Sources, Vec<FileId>) {
    let mut sources = sources.clone();
    let files = files.iter().filter(|(path, _)| is_file(path));
    let files = files.map(|(path, text)| sources.add(shown(path), text.as_str())).collect();
    (sources, files)
}

/// Scenarios, and the problems of unreadable ones.
pub(in crate::scenario) type Read = (Vec<RawScenario>, Vec<Diagnostic>);

pub(in crate::scenario) fn of_file(sources: &Sources, file: FileId) -> Read {
    let mut problems = Vec::new();
    let read = yaml::partial(file, &sources.get(file).text, &|key| key == "scenarios", &mut problems);
    // unreadable scenarios are not reported as missing
    let lost = |node: &Node| !read.holes.is_empty() && node.get("scenarios").is_none_or(Node::is_null);
    let node = read.node.filter(|node| !lost(node));
    let found = node.map(|node| scenarios(file, &node, &mut problems));
    (found.unwrap_or_default(), problems)
}

impl Found {
    /// Collects the scenarios of files and overlays.
    pub(in crate::scenario) fn new(ruleset: &Ruleset, sources: Sources, read: Vec<Read>) -> Found {
        let mut found = Found { sources, raw: Vec::new(), problems: Vec::new() };
        for (raw, problems) in read {
            found.raw.extend(raw);
            found.problems.extend(problems);
        }
        let (on, others) = ruleset.overlay_files();
        on.into_iter().for_each(|file| found.overlay(ruleset, file, false));
        others.into_iter().for_each(|file| found.overlay(ruleset, file, true));
        found
    }

    /// Adds the scenarios of an overlay. With `named`, they test the ruleset with this variant.
    fn overlay(&mut self, ruleset: &Ruleset, file: FileId, named: bool) {
        let text = &ruleset.sources().get(file).text;
        let known = ruleset.shipped().nodes.get(&file).cloned();
        // an unreadable overlay is reported where it is applied
        let node = known.or_else(|| yaml::parse(file, text, &mut Vec::new()));
        let Some(node) = node.filter(brings_scenarios) else { return };
        let id = overlay::of_document(&node).map(|header| header.id);
        self.raw.extend(of_overlay(file, &node, id.as_deref().filter(|_| named), &mut self.problems));
    }
}

fn brings_scenarios(node: &Node) -> bool {
    node.get("scenarios").is_some() || node.get("defaults").is_some()
}
