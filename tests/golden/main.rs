//! One test for each file of `cases/`, named after it: `cargo test -p ludex-tests --test golden
//! diagnostics::E0301-zone`.
//!
//! The result of a case is in a file of the same name in `snapshots/`. A new case is a new file, without Rust
//! code.

mod analysis;
mod diagnostics;
mod editor;
mod pages;
mod play;
mod references;
mod sessions;
mod stages;
mod syntax;
mod workbook;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use ludex_tests::cases::{Case, cases, snapshots_without_a_case};

/// Test of a case.
type Test = fn(&Case);

/// Test of each folder of cases.
const KINDS: [(&str, Test); 14] = [
    ("analysis", analysis::at_cursors),
    ("lsp", editor::answers),
    ("syntax", syntax::spelling),
    ("limits", syntax::limit),
    ("diagnostics", diagnostics::messages),
    ("checked", stages::checked),
    ("references", references::references),
    ("program", stages::program),
    ("passes", stages::passes),
    ("exec", play::played),
    ("faults", play::failed),
    ("mutated", stages::mutated),
    ("html", pages::drawn),
    ("cli", sessions::printed),
];

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let trials = KINDS.into_iter().flat_map(|(folder, test)| trials(folder, test)).collect();
    libtest_mimic::run(&args, trials).exit_code()
}

/// Returns the tests of a folder, and a test that each of its snapshots has a case.
fn trials(folder: &'static str, test: Test) -> Vec<Trial> {
    let of_case = |case: Case| {
        Trial::test(format!("{folder}::{}", case.stem()), move || {
            test(&case);
            Ok(())
        })
    };
    let mut trials: Vec<Trial> = cases(folder).into_iter().map(of_case).collect();
    trials.push(Trial::test(format!("{folder}::each-snapshot-has-a-case"), move || {
        let lone = snapshots_without_a_case(folder);
        if lone.is_empty() { Ok(()) } else { Err(format!("no case: {lone:?}").into()) }
    }));
    trials
}
