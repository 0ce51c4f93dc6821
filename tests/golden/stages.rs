//! Results of the stages of compilation: checked form, program and mutants, each with the ruleset.

use ludex_tests::inside::*;
use std::fmt::Write;

use ludex_run::lower::{Passes, lower_by};
use ludex_tests::cases::{Case, snapshot};
use ludex_tests::mutants::mutants;
use ludex_tests::rulesets::compile_case;

/// `cases/checked`: names and types.
pub fn checked(case: &Case) {
    let ruleset = compile_case(&case.files());
    page("checked", case, &ludex_check::hir::print::print(ruleset.checked()));
}

/// `cases/program`: instructions, expressions, and the parts of filters. `# players: 3` sets the number of
/// players.
pub fn program(case: &Case) {
    let ruleset = compile_case(&case.files());
    let program = ruleset.program(case.players(), &[]).expect("it compiles");
    page("program", case, &ludex_run::program::dump(&program));
}

/// `cases/passes`: the program lowered without the passes and with them.
pub fn passes(case: &Case) {
    let ruleset = compile_case(&case.files());
    let options = ruleset.option_values(case.players(), &[]).expect("the defaults fit");
    let listing = |passes: Passes| {
        let program = lower_by(ruleset.checked(), case.players(), &options, passes).expect("it compiles");
        ludex_run::program::dump(&program)
    };
    let both = format!("{}\n--- with all passes\n{}", listing(Passes::NONE), listing(Passes::ALL));
    page("passes", case, &both);
}

/// `cases/mutated`: changes one place at a time.
pub fn mutated(case: &Case) {
    let mut list = String::new();
    for mutant in mutants(&case.files()) {
        let _ = writeln!(list, "{}:{}: {}", mutant.file, mutant.line, mutant.id);
    }
    let text = format!("{}\n--- mutants\n{list}", case.text.trim_end());
    snapshot("mutated", case.stem(), &text);
}

/// Formats a case and its result.
fn page(stage: &str, case: &Case, product: &str) {
    snapshot(stage, case.stem(), &format!("{}\n--- {stage}\n{product}", case.text.trim_end()));
}
