//! Completes examples from documents, which are parts of rulesets, to whole games.

use crate::cases::{here, read};

/// Returns the sections of a ruleset: name, and texts of the entries, preceded by the text before the first
/// entry.
fn sections(text: &str) -> Vec<(String, Vec<String>)> {
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.split_inclusive('\n').filter(|line| !line.starts_with('#')) {
        let word =
            line.starts_with(|c: char| c.is_ascii_lowercase()).then(|| line.split(':').next().unwrap_or(""));
        match (word, sections.last_mut()) {
            (Some(word), _) => sections.push((word.to_owned(), vec![line.to_owned()])),
            (None, Some((_, entries))) if line.starts_with("  ") && !line.starts_with("   ") => {
                entries.push(line.to_owned())
            }
            (None, Some((_, entries))) => entries.last_mut().expect("a first entry").push_str(line),
            (None, None) => {}
        }
    }
    sections
}

/// Sections with independent entries.
const OF_ENTRIES: &[&str] =
    &["kinds", "zones", "cards", "spots", "options", "enums", "events", "functions", "procedures", "state"];

/// Adds the missing sections to an example.
pub fn in_context(example: &str) -> String {
    let context = read(&here().join("cases/reference/context.yaml"));
    let mut all = sections(&context);
    for (name, entries) in sections(example) {
        match all.iter_mut().find(|(other, _)| *other == name) {
            Some((_, around)) if OF_ENTRIES.contains(&name.as_str()) => put_over(around, entries),
            Some((_, around)) => *around = entries,
            None => all.push((name, entries)),
        }
    }
    all.into_iter().flat_map(|(_, entries)| entries).collect()
}

fn put_over(around: &mut Vec<String>, entries: Vec<String>) {
    let key = |entry: &str| entry.split(':').next().unwrap_or("").to_owned();
    for entry in entries.into_iter().skip(1) {
        match around.iter().skip(1).position(|other| key(other) == key(&entry)) {
            Some(i) => around[i + 1] = entry,
            None => around.push(entry),
        }
    }
}
