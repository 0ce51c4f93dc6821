//! Problems of a ruleset as JSON (`docs/json.md`).

use ludex::JSON_VERSION;
use ludex::analysis::Problem;
use ludex::diagnostics::Severity;
use ludex::fs::ReadError;
use ludex::{Compiled, Ruleset};
use schemars::JsonSchema;
use serde::Serialize;

/// JSON output of `ludex check`.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Report {
    /// Version of the document: 1.
    version: u32,
    /// ID of the ruleset; `null` if there are errors.
    ruleset: Option<String>,
    /// Number of problems that are errors.
    errors: usize,
    /// Number of problems that are warnings.
    warnings: usize,
    /// All problems of the ruleset and its variants, each once.
    problems: Vec<Problem>,
}

impl Report {
    pub fn new(checked: &[Compiled]) -> Report {
        let all = checked.iter().flat_map(|one| one.problems.iter().map(move |found| (one, found)));
        let problems: Vec<Problem> = all.map(|(one, found)| Problem::new(&one.sources, found)).collect();
        let count = |severity| {
            checked.iter().flat_map(|one| &one.problems).filter(|p| p.severity() == severity).count()
        };
        Report {
            version: JSON_VERSION,
            ruleset: checked.first().and_then(|one| one.ruleset.as_ref()).map(Ruleset::id).map(str::to_owned),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            problems,
        }
    }

    pub fn unreadable(error: &ReadError) -> Report {
        let code = error.code.map_or("", |code| code.as_str());
        let problems = vec![Problem::unreadable(code, &error.path, &error.message)];
        Report { version: JSON_VERSION, ruleset: None, errors: 1, warnings: 0, problems }
    }
}
