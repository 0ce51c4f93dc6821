//! Where scenarios stand: in `scenarios/*.yaml`, and in overlays beside what they change.

use std::sync::Arc;

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::source::Sources;
use ludex_grammar::span::FileId;
use ludex_grammar::yaml::{self, Node};

use crate::game::Ruleset;
use crate::load::overlay;
use crate::load::scenario::{RawScenario, is_file, of_overlay, scenarios};

/// The scenarios of a ruleset.
pub(super) struct Found {
    /// The texts of the ruleset and of the scenarios.
    pub sources: Sources,
    /// In order of files and of scenarios in them; those of overlays come last.
    pub raw: Vec<RawScenario>,
    /// What could not be read.
    pub problems: Vec<Diagnostic>,
}

/// Reads the scenarios among some files of a ruleset, those of the overlays on it, and those of its variants.
pub(super) fn find(ruleset: &Arc<Ruleset>, files: &[(String, String)], shown: &str) -> Found {
    let mut found = Found { sources: (*ruleset.sources).clone(), raw: Vec::new(), problems: Vec::new() };
    for (path, text) in files.iter().filter(|(path, _)| is_file(path)) {
        let file = found.sources.add(format!("{shown}{path}"), text.as_str());
        let read = yaml::partial(file, text, &|key| key == "scenarios", &mut found.problems);
        // they are not missing where they can't be read
        let lost = |node: &Node| !read.holes.is_empty() && node.get("scenarios").is_none();
        if let Some(node) = read.node.filter(|node| !lost(node)) {
            found.raw.extend(scenarios(file, &node, &mut found.problems));
        }
    }
    let (on, others) = ruleset.overlay_files();
    on.into_iter().for_each(|file| found.overlay(ruleset, file, false));
    others.into_iter().for_each(|file| found.overlay(ruleset, file, true));
    found
}

impl Found {
    /// The scenarios of an overlay; with `named` they are about the ruleset with this variant of it.
    fn overlay(&mut self, ruleset: &Ruleset, file: FileId, named: bool) {
        let text = &ruleset.sources.get(file).text;
        let known = ruleset.shipped().nodes.get(&file).cloned();
        // what can't be read at all is told where the overlay is applied
        let node = known.or_else(|| yaml::parse(file, text, &mut Vec::new()));
        let Some(node) = node.filter(brings_scenarios) else { return };
        let id = overlay::of_document(&node).map(|header| header.id);
        self.raw.extend(of_overlay(file, &node, id.as_deref().filter(|_| named), &mut self.problems));
    }
}

fn brings_scenarios(node: &Node) -> bool {
    node.get("scenarios").is_some() || node.get("defaults").is_some()
}
