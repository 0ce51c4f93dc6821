//! `ludex test --coverage`: measures how much of a ruleset its scenarios or random games reach. Output is a
//! summary, an LCOV file, or a page.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use ludex::scenarios::{Coverage, CoverageItem, CoverageKind};

use super::{html, json};
use crate::args::{CoverageBy, TestArgs};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{BOLD, DIM, GREEN, Out, YELLOW, clean};

const SEED: u64 = 1;

/// Measures the coverage of random games, without scenarios.
pub fn by_games(args: &TestArgs, loaded: &Loaded, out: &mut Out) -> Outcome {
    let coverage = Coverage::of_games(&loaded.ruleset, args.games, SEED);
    if args.json {
        json::print(args, loaded, None, Some(&coverage), out)?;
    } else {
        print(args, &coverage, out)?;
    }
    write(args, loaded, &coverage)?;
    Ok(0)
}

/// Prints the summary and the items never reached.
pub fn print(args: &TestArgs, coverage: &Coverage, out: &mut Out) -> Result<(), Failure> {
    out.line(&out.paint(BOLD, &format!("covered by {}:", by(args, coverage))))?;
    CoverageKind::ALL.into_iter().try_for_each(|kind| row(coverage, kind, out))?;
    for item in coverage.missed() {
        let place = item.place.as_ref().map_or_else(String::new, |at| format!("{}:{}: ", at.file, at.line));
        let what = if item.place.is_some() { "" } else { singular(item.kind) };
        out.line(&format!("never  {}", clean(&format!("{place}{what}{}", item.name))))?;
    }
    Ok(())
}

/// Describes the source of the coverage: scenarios or random games.
fn by(args: &TestArgs, coverage: &Coverage) -> String {
    let n = coverage.followed as usize;
    match args.by {
        CoverageBy::Scenarios => plural(n, "scenario"),
        CoverageBy::Games => format!("{} with random choices", plural(n, "game")),
    }
}

pub fn write(args: &TestArgs, loaded: &Loaded, coverage: &Coverage) -> Result<(), Failure> {
    let put = |path: &PathBuf, text: String| {
        files::write(path, text).map_err(|error| files::unwritten(path, error))
    };
    if let Some(path) = &args.lcov {
        put(path, lcov(coverage))?;
    }
    let Some(path) = &args.html else { return Ok(()) };
    put(path, html::page(&loaded.ruleset, coverage, &by(args, coverage)))
}

/// Prints a row such as `branches    113 of 120   94.1 %`, unless the ruleset has no such items.
fn row(coverage: &Coverage, kind: CoverageKind, out: &mut Out) -> std::io::Result<()> {
    let (all, came) = coverage.count(kind);
    if all == 0 {
        return Ok(());
    }
    let share = format!("{:>7}", share(came, all));
    let style = if came == all { GREEN } else { YELLOW };
    let counts = out.paint(DIM, &format!("{came:>5} of {all:<5}"));
    out.line(&format!("  {:<10}{counts} {}", several(kind), out.paint(style, &share)))
}

/// Formats a percentage: `94.1 %`.
pub fn share(came: usize, all: usize) -> String {
    let tenths = (came * 1000).checked_div(all).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

pub fn several(kind: CoverageKind) -> &'static str {
    match kind {
        CoverageKind::Card => "cards",
        CoverageKind::Ability => "abilities",
        CoverageKind::Action => "actions",
        CoverageKind::Effect => "effects",
        CoverageKind::Branch => "branches",
        CoverageKind::Option => "options",
        CoverageKind::Message => "messages",
    }
}

/// Returns the prefix for the names of items without a source location. Other names are clear without it.
pub fn singular(kind: CoverageKind) -> &'static str {
    match kind {
        CoverageKind::Card => "card ",
        CoverageKind::Option => "option ",
        CoverageKind::Message => "message ",
        CoverageKind::Ability | CoverageKind::Action | CoverageKind::Effect | CoverageKind::Branch => "",
    }
}

/// Returns the coverage of effects in LCOV format. Whole effects are functions, parts of effects are
/// branches, and only lines at which one of them begins count.
fn lcov(coverage: &Coverage) -> String {
    let mut files: BTreeMap<&str, Vec<(u32, &CoverageItem)>> = BTreeMap::new();
    for item in &coverage.items {
        if let Some(place) = &item.place {
            files.entry(&place.file).or_default().push((place.line, item));
        }
    }
    let mut text = String::new();
    for (file, items) in &mut files {
        items.sort_by_key(|(line, _)| *line);
        record(file, items, &mut text);
    }
    text
}

fn record(file: &str, items: &[(u32, &CoverageItem)], text: &mut String) {
    let is_branch = |item: &CoverageItem| item.kind == CoverageKind::Branch;
    let mut lines: BTreeMap<u32, u64> = BTreeMap::new();
    let mut branches: BTreeMap<u32, usize> = BTreeMap::new();
    let (mut functions, mut ways) = (String::new(), String::new());
    for (line, item) in items {
        let most = lines.entry(*line).or_default();
        *most = item.count.max(*most);
        if is_branch(item) {
            let number = branches.entry(*line).or_default();
            // `-`: the branch condition was never evaluated
            let taken = if item.hidden { "-".to_owned() } else { item.count.to_string() };
            let _ = writeln!(ways, "BRDA:{line},0,{number},{taken}");
            *number += 1;
        } else {
            let name = clean(&item.name).replace(',', ";");
            let _ = writeln!(functions, "FN:{line},{name}:{line}\nFNDA:{},{name}:{line}", item.count);
        }
    }
    let count = |wanted: bool, came: bool| {
        items.iter().filter(|(_, item)| is_branch(item) == wanted && (!came || item.count > 0)).count()
    };
    let _ = write!(
        text,
        "TN:\nSF:{}\n{functions}FNF:{}\nFNH:{}\n",
        clean(file),
        count(false, false),
        count(false, true)
    );
    let _ = write!(text, "{ways}BRF:{}\nBRH:{}\n", count(true, false), count(true, true));
    for (line, hits) in &lines {
        let _ = writeln!(text, "DA:{line},{hits}");
    }
    let hit = lines.values().filter(|hits| **hits > 0).count();
    let _ = write!(text, "LF:{}\nLH:{hit}\nend_of_record\n", lines.len());
}
