//! Scenario results as JUnit XML: a suite per file, a case per scenario.

use std::collections::BTreeMap;
use std::fmt::Write;

use ludex::diagnostics::{Diagnostic, Severity};
use ludex::scenarios::{Failure, Outcome as Went, Report, ScenarioResult};

/// Cases of a file, and their counts.
#[derive(Default)]
struct Suite {
    cases: String,
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

/// Returns the report of these scenarios and of unreadable files. It omits durations, so every run gives the
/// same report.
pub fn text(game: &str, report: &Report, wanted: &[&ScenarioResult]) -> String {
    let mut suites: BTreeMap<&str, Suite> = BTreeMap::new();
    for result in wanted {
        suites.entry(&result.file).or_default().scenario(report, result);
    }
    for problem in report.problems.iter().filter(|problem| problem.severity() == Severity::Error) {
        let file = report.sources.get(problem.primary.span.file);
        suites.entry(&file.name).or_default().problem(report, problem);
    }
    let sum = |of: fn(&Suite) -> usize| suites.values().map(of).sum::<usize>();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (tests, failures) = (sum(|one| one.tests), sum(|one| one.failures));
    let counts = counts(tests, failures, sum(|one| one.errors), sum(|one| one.skipped));
    let _ = writeln!(text, "<testsuites name=\"{}\" {counts}>", escaped(game));
    for (file, suite) in &suites {
        suite.write(file, &mut text);
    }
    text + "</testsuites>\n"
}

fn counts(tests: usize, failures: usize, errors: usize, skipped: usize) -> String {
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"")
}

impl Suite {
    fn scenario(&mut self, report: &Report, result: &ScenarioResult) {
        let with = result.variants.join(", ");
        let name =
            if with.is_empty() { result.name.clone() } else { format!("{} (with {with})", result.name) };
        let line = report.sources.line_col(result.span).0;
        self.open(&name, &result.file, line);
        match &result.outcome {
            Went::Passed => {}
            Went::Failed(failure) if !result.is_own => {
                self.skipped += 1;
                let message = format!("differs from the base game: {}", failure.message);
                self.write_result("skipped", &message, &in_full(report, failure));
            }
            Went::Failed(failure) => {
                self.failures += 1;
                self.write_result("failure", &failure.message, &in_full(report, failure));
            }
            Went::DoesNotApply(why) => {
                self.skipped += 1;
                self.write_result("skipped", &why.message, &in_full(report, why));
            }
        }
        self.cases.push_str("    </testcase>\n");
    }

    fn problem(&mut self, report: &Report, problem: &Diagnostic) {
        let span = problem.primary.span;
        self.open("what can't be read", &report.sources.get(span.file).name, report.sources.line_col(span).0);
        self.errors += 1;
        self.write_result("error", &problem.message, &report.sources.place(span));
        self.cases.push_str("    </testcase>\n");
    }

    fn open(&mut self, name: &str, file: &str, line: u32) {
        self.tests += 1;
        let (name, file) = (escaped(name), escaped(file));
        let _ = writeln!(
            self.cases,
            "    <testcase name=\"{name}\" classname=\"{file}\" file=\"{file}\" line=\"{line}\">"
        );
    }

    fn write_result(&mut self, what: &str, message: &str, text: &str) {
        let (message, text) = (escaped(message), escaped(text));
        let _ = writeln!(self.cases, "      <{what} message=\"{message}\">{text}</{what}>");
    }

    fn write(&self, file: &str, text: &mut String) {
        let counts = counts(self.tests, self.failures, self.errors, self.skipped);
        let _ =
            write!(text, "  <testsuite name=\"{}\" {counts}>\n{}  </testsuite>\n", escaped(file), self.cases);
    }
}

/// Formats the source location, the expected and actual values and further details, one per line.
fn in_full(report: &Report, failure: &Failure) -> String {
    let lines: String = failure.lines().iter().map(|line| format!("\n{line}")).collect();
    report.sources.place(failure.span) + &lines
}

/// Escapes a text for XML or HTML, and replaces characters that XML can't represent.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if c.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}
