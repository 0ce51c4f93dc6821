//! A ratchet for plain English: counts dialect patterns (`tests/prose/patterns.yaml`) in comments, messages and pages. The limits
//! in `tests/prose/limits.yaml` are hits per 1,000 lines of 80 columns for each crate or page; they may only fall.

mod blocks;
mod count;

use std::collections::{BTreeMap, BTreeSet};

use ludex_tests::cases::{files_below, project, read};
use serde::Deserialize;

use blocks::{Block, markdown, phrases, rust};
use count::{Hit, Patterns, Tally};

/// Limit of a crate or page that `limits.yaml` does not name.
const NEW: u32 = 80;

/// Number of hits printed for a crate or page above its limit.
const SHOWN: usize = 20;

/// Folders without prose of the project's own.
const SKIPPED: [&str; 8] =
    ["target", ".git", "node_modules", "tests", "benches", "examples", "snapshots", "cases"];

#[derive(Deserialize)]
struct Limits {
    /// Maximum number of hits per 1,000 lines, by crate or page.
    limits: BTreeMap<String, u32>,
    /// Phrases that are allowed although a pattern matches, each with the reason.
    allowed: BTreeMap<String, String>,
}

/// Returns the crate or page in which the prose of a file is counted, or `None` if the file has none.
fn group(path: &str) -> Option<String> {
    // links, so that a package contains their targets; a page generated from the texts of `cli`
    if path.starts_with("cli/rulesets/") || path.starts_with("cli/guide/") || path == "docs/commands.md" {
        return None;
    }
    if path.starts_with("cli/help/") {
        return Some("cli".to_owned());
    }
    let parts: Vec<&str> = path.split('/').collect();
    let name = *parts.last()?;
    if parts.iter().rev().skip(1).any(|part| SKIPPED.contains(part) || part.starts_with('.') && *part != ".")
    {
        return None;
    }
    if name.ends_with(".rs") && parts.contains(&"src") {
        return Some(parts[0].to_owned());
    }
    if path.ends_with("phrases/en.yaml") {
        return Some("phrases".to_owned());
    }
    if !name.ends_with(".md") || matches!(name, "RULES.md" | "LICENSE.md") {
        return None;
    }
    Some(if parts.contains(&"codes") { "codes".to_owned() } else { path.to_owned() })
}

fn blocks_of(path: &str, text: &str) -> Vec<Block> {
    match path.rsplit_once('.') {
        Some((_, "rs")) => rust(text),
        Some((_, "md")) => markdown(text),
        _ => phrases(text),
    }
}

/// Counts the whole project, each distinct text once.
fn counted(patterns: &Patterns) -> BTreeMap<String, Tally> {
    let root = project();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for path in files_below(&root) {
        let shown =
            path.strip_prefix(&root).expect("inside the project").to_string_lossy().replace('\\', "/");
        let Some(group) = group(&shown) else { continue };
        let blocks = blocks_of(&shown, &read(&path)).into_iter().filter(|block| seen.insert(block.text()));
        let blocks: Vec<Block> = blocks.collect();
        tallies.entry(group).or_default().add(&shown, &blocks, patterns);
    }
    tallies
}

fn shown(hits: &[Hit], patterns: &Patterns) -> String {
    let line = |hit: &Hit| {
        format!("\n    {}:{}: {}: {}", hit.path, hit.line, hit.name, hit.text)
            + &format!("\n        write: {}", patterns.instead(hit.name))
    };
    hits.iter().take(SHOWN).map(line).collect()
}

#[test]
fn prose_has_no_more_dialect_than_its_limits() {
    let root = project().join("tests/prose");
    let limits: Limits = serde_yaml::from_str(&read(&root.join("limits.yaml"))).expect("limits");
    let patterns = Patterns::new(&read(&root.join("patterns.yaml")), limits.allowed.keys());
    let mut found = String::new();
    for (group, tally) in counted(&patterns) {
        let limit = limits.limits.get(&group).copied().unwrap_or(NEW);
        let figure = tally.per_thousand();
        println!("{group}: {figure} of {limit}");
        if figure > limit {
            found += &format!("\n{group}: {figure} hits per 1,000 lines, the limit is {limit}");
            found += &shown(&tally.hits, &patterns);
        }
    }
    assert!(found.is_empty(), "rewrite these phrases, or others in the same crate or page:{found}");
}

#[test]
fn limits_are_only_of_what_exists() {
    let limits: Limits =
        serde_yaml::from_str(&read(&project().join("tests/prose/limits.yaml"))).expect("limits");
    let root = project();
    let groups: BTreeSet<String> = files_below(&root)
        .iter()
        .filter_map(|path| group(&path.strip_prefix(&root).ok()?.to_string_lossy().replace('\\', "/")))
        .collect();
    let gone: Vec<_> = limits.limits.keys().filter(|name| !groups.contains(*name)).collect();
    assert!(gone.is_empty(), "tests/prose/limits.yaml names crates or pages that do not exist: {gone:?}");
}
