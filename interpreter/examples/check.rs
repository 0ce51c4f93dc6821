//! Checks the ruleset in a folder and prints its problems.
//!
//! `cargo run -p ludex --features fs --example check -- rulesets/kabale`

use std::error::Error;
use std::path::Path;

use ludex::diagnostics::{Style, render};

/// Returns the messages about a ruleset, and true if it can be played.
pub fn check(folder: &Path) -> Result<(String, bool), Box<dyn Error>> {
    let compiled = ludex::Compile::folder(folder)?.compile();
    let mut text = render(&compiled.sources, &compiled.problems, Style::default());
    if let Some(ruleset) = &compiled.ruleset {
        let players = ruleset.players();
        text += &format!("{}: {} to {} players\n", ruleset.id(), players.start(), players.end());
        // scenarios are tests of the ruleset, in files of its folder
        let files = ludex::fs::read_folder(folder)?;
        let report = ludex::scenarios::run_all(ruleset, &files, "");
        text += &format!("{} of {} scenarios passed\n", report.passed(), report.results.len());
    }
    Ok((text, !compiled.has_errors()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder")?;
    let (text, good) = check(Path::new(&folder))?;
    print!("{text}");
    if good { Ok(()) } else { Err("this ruleset can't be played".into()) }
}
