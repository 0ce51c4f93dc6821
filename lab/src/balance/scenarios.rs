//! Results and coverage of the scenarios of a game.

use ludex::scenarios::{self, Coverage, CoverageKind};
use schemars::JsonSchema;
use serde::Serialize;

/// Results of the scenarios.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ScenariosReport {
    /// Number of scenarios.
    pub all: usize,
    /// Number of scenarios that passed.
    pub passed: usize,
    /// Parts of the ruleset that they reach, by kind.
    pub coverage: Vec<Reached>,
}

/// Parts of one kind.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Reached {
    /// Kind of the parts.
    pub kind: CoverageKind,
    /// Number of parts of this kind.
    pub all: usize,
    /// Number of parts that a scenario reaches.
    pub reached: usize,
    /// Names of the other parts, without those inside them.
    pub missed: Vec<String>,
}

impl ScenariosReport {
    /// Creates the report from the results of all scenarios.
    pub fn new(report: &scenarios::Report, coverage: &Coverage) -> ScenariosReport {
        let own = || report.results.iter().filter(|result| result.is_own);
        let reached = |kind: CoverageKind| {
            let (all, reached) = coverage.count(kind);
            let missed = coverage.missed().filter(|item| item.kind == kind);
            Reached { kind, all, reached, missed: missed.map(|item| item.name.clone()).collect() }
        };
        ScenariosReport {
            all: own().count(),
            passed: own().filter(|result| result.outcome == scenarios::Outcome::Passed).count(),
            coverage: CoverageKind::ALL.into_iter().map(reached).filter(|of| of.all > 0).collect(),
        }
    }
}
