//! `ludex test --store`: results and coverage of the scenarios, stored for editors.

use std::collections::BTreeMap;

use ludex::scenarios::{Coverage, Report, Summary};
use ludex::{JSON_VERSION, Place};
use ludex_lsp::text_hash;
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::experiments::report;
use crate::sources::rulesets::Loaded;

/// Paths in it are those below the folder of the ruleset.
#[derive(JsonSchema, Serialize)]
pub struct Stored<'a> {
    /// Version of the document: 1.
    version: u32,
    /// ID of the ruleset.
    ruleset: &'a str,
    /// Fingerprint of the rules, as 16 hexadecimal digits.
    fingerprint: String,
    /// Hash of each file by its path in the folder (FNV-1a, 16 hexadecimal digits).
    files: BTreeMap<&'a str, String>,
    /// Results of the scenarios, with paths in the folder.
    report: Summary,
    /// Coverage by the scenarios that passed.
    coverage: Coverage,
}

pub fn json(loaded: &Loaded, report: &Report, coverage: &Coverage) -> String {
    let (mut summary, mut coverage) = (report.summary(), coverage.clone());
    let shown = loaded.reference.prefix();
    let shorten = |file: &mut String| {
        if let Some(path) = file.strip_prefix(&shown) {
            *file = path.to_owned();
        }
    };
    let of_place = |place: &mut Option<Place>| place.iter_mut().for_each(|place| shorten(&mut place.file));
    summary.scenarios.iter_mut().for_each(|scenario| shorten(&mut scenario.file));
    let failures = summary.scenarios.iter_mut().filter_map(|scenario| scenario.failure.as_mut());
    failures.chain(&mut summary.unreadable).for_each(|told| of_place(&mut told.place));
    coverage.items.iter_mut().for_each(|item| of_place(&mut item.place));
    report::json(&Stored {
        version: JSON_VERSION,
        ruleset: loaded.ruleset.id(),
        fingerprint: format!("{:016x}", loaded.ruleset.fingerprint()),
        files: loaded.files.iter().map(|(path, text)| (path.as_str(), text_hash(text))).collect(),
        report: summary,
        coverage,
    })
}
