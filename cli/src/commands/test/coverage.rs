//! `ludex test --coverage`: to how much of a ruleset its scenarios, or random games, come; a summary, and a file in LCOV's form.

use std::collections::BTreeMap;
use std::fmt::Write;

use ludex::scenarios::{Coverage, CoverageItem, CoverageKind};

use crate::args::{CoverageBy, TestArgs};
use crate::failure::Outcome;
use crate::files;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{BOLD, DIM, GREEN, Out, YELLOW, clean};

/// The seed of the first random game.
const SEED: u64 = 1;

/// Of random games: no scenario is run.
pub fn by_games(args: &TestArgs, loaded: &Loaded, out: &mut Out) -> Outcome {
    tell(args, &Coverage::of_games(&loaded.ruleset, args.games, SEED), out)?;
    Ok(0)
}

/// The summary, what nobody came to, and the file.
pub fn tell(args: &TestArgs, coverage: &Coverage, out: &mut Out) -> Result<(), crate::failure::Failure> {
    let by = match args.by {
        CoverageBy::Scenarios => plural(coverage.followed as usize, "scenario"),
        CoverageBy::Games => format!("{} with random choices", plural(coverage.followed as usize, "game")),
    };
    out.line(&out.paint(BOLD, &format!("covered by {by}:")))?;
    CoverageKind::ALL.into_iter().try_for_each(|kind| row(coverage, kind, out))?;
    for item in coverage.missed() {
        let place = item.place.as_ref().map_or_else(String::new, |at| format!("{}:{}: ", at.file, at.line));
        let what = if item.place.is_some() { "" } else { singular(item.kind) };
        out.line(&format!("never  {}", clean(&format!("{place}{what}{}", item.name))))?;
    }
    let Some(path) = &args.lcov else { return Ok(()) };
    files::write(path, lcov(coverage)).map_err(|error| files::unwritten(path, error))
}

/// `branches    113 of 120   94.1 %`; nothing of what the ruleset has none of.
fn row(coverage: &Coverage, kind: CoverageKind, out: &mut Out) -> std::io::Result<()> {
    let (all, came) = coverage.count(kind);
    if all == 0 {
        return Ok(());
    }
    let share = came * 1000 / all;
    let share = format!("{:>3}.{} %", share / 10, share % 10);
    let style = if came == all { GREEN } else { YELLOW };
    let counts = out.paint(DIM, &format!("{came:>5} of {all:<5}"));
    out.line(&format!("  {:<10}{counts} {}", several(kind), out.paint(style, &share)))
}

fn several(kind: CoverageKind) -> &'static str {
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

/// Before the name of what has no place; the names of the others say what they are.
fn singular(kind: CoverageKind) -> &'static str {
    match kind {
        CoverageKind::Card => "card ",
        CoverageKind::Option => "option ",
        CoverageKind::Message => "message ",
        CoverageKind::Ability | CoverageKind::Action | CoverageKind::Effect | CoverageKind::Branch => "",
    }
}

/// What LCOV's form says of the effects: those as a whole are functions, the others branches, and a line is that on which one of them begins.
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
            // `-`: nobody came so far as to go there or not
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
