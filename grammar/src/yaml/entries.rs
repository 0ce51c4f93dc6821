//! Inserts entries into the maps of a hand-written file, without other changes.

use std::collections::BTreeMap;

use super::write::{closing, scalar};
use super::{Node, NodeKind, parse};
use crate::span::FileId;

/// Byte order mark that some editors write at the start of UTF-8 files.
const MARK: char = '\u{feff}';

/// Maximum length of a comment in characters.
const COMMENT: usize = 80;

/// Entries to be inserted, as a tree by the parts of their keys.
///
/// ```
/// let mut entries = ludex_grammar::yaml::Entries::default();
/// entries.add("cards.king.name", "King", "le roi");
/// let new = entries.put_into("cards: { ace: { name: Ace } }\n");
/// assert_eq!(new.as_deref(), Some("cards: { ace: { name: Ace }, king: { name: King } }\n"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Entries {
    /// Value of this key, with a comment that is written if the value has its own line.
    value: Option<(String, String)>,
    below: BTreeMap<String, Entries>,
    /// Nested keys in the order of insertion.
    order: Vec<String>,
}

/// Returns the key for the main text of an item with parts: its name, the question of a decision, or the text
/// of a rule.
fn own_key<'k>(key: &str, own: &'k str) -> &'k str {
    match key {
        "rules" => "text",
        "choices" => "prompt",
        _ => own,
    }
}

impl Entries {
    /// Adds a value, in YAML syntax, for a dotted key. The comment may be empty. A value for a map is
    /// inserted as its `name`, below `rules` as its `text`, below `choices` as its `prompt`. New keys keep
    /// their order.
    pub fn add(&mut self, key: &str, value: impl Into<String>, comment: impl Into<String>) {
        self.add_at(key.split('.'), value, comment);
    }

    /// Like [`add`](Self::add), for a key given by its parts, which may contain dots.
    pub fn add_at<'k>(
        &mut self,
        parts: impl IntoIterator<Item = &'k str>,
        value: impl Into<String>,
        comment: impl Into<String>,
    ) {
        let place = parts.into_iter().fold(self, Entries::at);
        place.value = Some((value.into(), comment.into()));
    }

    /// Returns the entries below a key, creating them if necessary.
    fn at(&mut self, key: &str) -> &mut Entries {
        if !self.below.contains_key(key) {
            self.order.push(key.to_owned());
        }
        self.below.entry(key.to_owned()).or_default()
    }

    fn put(&mut self, key: &str, entries: Entries) {
        *self.at(key) = entries;
    }

    fn with_value(value: Option<(String, String)>) -> Entries {
        Entries { value, ..Entries::default() }
    }

    fn iter(&self) -> impl Iterator<Item = (&String, &Entries)> {
        self.order.iter().filter_map(|key| self.below.get_key_value(key))
    }

    /// Returns a text with these entries inserted. Existing empty entries are kept. Returns `None` if an
    /// entry can't be inserted.
    pub fn put_into(&self, old: &str) -> Option<String> {
        if let Some(old) = old.strip_prefix(MARK) {
            return Some(format!("{MARK}{}", self.put_into(old)?));
        }
        let root = parse(FileId(0), old, &mut Vec::new())?;
        let mut inserts = Vec::new();
        put(old, &root, self, "name", &mut inserts)?;
        // insert from the end; at equal positions, the inner entry was found first and is put first
        inserts.reverse();
        inserts.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        let line_end = if old.contains("\r\n") { "\r\n" } else { "\n" };
        let mut new = old.to_owned();
        for (at, text) in inserts {
            new.insert_str(at, &text.replace('\n', line_end));
        }
        let new = format!("{}{line_end}", if old.is_empty() { new.trim() } else { new.trim_end() });
        let read = parse(FileId(0), &new, &mut Vec::new())?;
        contains_all(&read, self, "name").then_some(new)
    }

    /// Returns the entries with values of maps moved to their main keys.
    fn filled(&self, own: &str) -> Entries {
        if self.below.is_empty() {
            return self.clone();
        }
        let mut filled = Entries::default();
        if self.value.is_some() {
            filled.put(own, Entries::with_value(self.value.clone()));
        }
        self.iter().for_each(|(key, entries)| filled.put(key, entries.filled(own_key(key, own))));
        filled
    }
}

/// Collects the insertions of entries into a map.
fn put(
    old: &str,
    map: &Node,
    entries: &Entries,
    own: &str,
    inserts: &mut Vec<(usize, String)>,
) -> Option<()> {
    let mut added = Entries::default();
    if entries.value.is_some() && map.get(own).is_none() {
        added.put(own, Entries::with_value(entries.value.clone()));
    }
    for (key, entry) in entries.iter() {
        let own = own_key(key, own);
        match map.get(key) {
            Some(inner) if matches!(inner.kind, NodeKind::Map(_)) => put(old, inner, entry, own, inserts)?,
            Some(inner) if matches!(inner.kind, NodeKind::Null) && !entry.below.is_empty() => {
                inserts.push(below_empty(old, map, key, &entry.filled(own))?);
            }
            // an empty text counts as an existing entry
            Some(inner) if entry.below.is_empty() && is_empty(inner) => {}
            Some(inner) if entry.value.is_none() => inserts.extend(beside(old, inner, own, entry)?),
            Some(_) => return None,
            None => added.put(key, entry.filled(own)),
        }
    }
    if added.below.is_empty() {
        return Some(());
    }
    let end = map.span.end as usize;
    match map.as_map().and_then(<[_]>::first) {
        _ if old[map.span.start as usize..].starts_with('{') => {
            let close = closing(old, map.span.start as usize)?;
            let inside = old[..close].trim_end();
            let comma = if inside.ends_with('{') { " " } else { ", " };
            let space = if inside.len() == close { " " } else { "" };
            let text = format!("{comma}{}{space}", flow(&added));
            inserts.push((inside.len(), text));
        }
        Some((first, _)) => {
            let start = first.span.start as usize;
            let indent = start - old[..start].rfind('\n').map_or(0, |at| at + 1);
            let line = old[end..].split('\n').next().unwrap_or_default();
            inserts.push((end + line.trim_end_matches('\r').len(), below(&added, indent)));
        }
        None => inserts.push((old.trim_end().len(), below(&added, 0))),
    }
    Some(())
}

/// Returns the lines below a key of a block map that has no value, and their position.
fn below_empty(old: &str, map: &Node, key: &str, entries: &Entries) -> Option<(usize, String)> {
    if old[map.span.start as usize..].starts_with('{') {
        return None;
    }
    let start = map.entry(key)?.0.span.start as usize;
    let indent = start - old[..start].rfind('\n').map_or(0, |at| at + 1);
    let line = old[start..].split('\n').next().unwrap_or_default();
    Some((start + line.trim_end_matches('\r').len(), below(entries, indent + 2)))
}

fn is_empty(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(text) => text.value.is_empty(),
        NodeKind::List(items) => items.iter().all(is_empty),
        NodeKind::Map(entries) => {
            let mut texts =
                entries.iter().filter(|(key, _)| !matches!(key.value.as_str(), "when" | "you" | "plural"));
            texts.all(|(_, text)| is_empty(text))
        }
        NodeKind::Int(_) | NodeKind::Bool(_) | NodeKind::Null => false,
    }
}

/// Turns a plain value into a map with further entries: `King` becomes `{ name: King, text: "" }`. Returns
/// `None` if the value is not valid inside braces.
fn beside(old: &str, alone: &Node, own: &str, entries: &Entries) -> Option<[(usize, String); 2]> {
    let (start, end) = (alone.span.start as usize, alone.span.end as usize);
    let written = old.get(start..end)?;
    let text = alone.as_str()?;
    let is_quoted = written.starts_with(['"', '\'']) && !written.contains('\n');
    if entries.below.contains_key(own) || !is_quoted && scalar(text, true, true) != written {
        return None;
    }
    Some([(start, format!("{{ {own}: ")), (end, format!(", {} }}", flow(entries)))])
}

/// Returns the lines to insert after a line.
fn below(entries: &Entries, indent: usize) -> String {
    let mut lines = Vec::new();
    block(entries, indent, &mut lines);
    lines.iter().map(|line| format!("\n{line}")).collect()
}

fn block(entries: &Entries, indent: usize, lines: &mut Vec<String>) {
    for (key, entry) in entries.iter() {
        let begin = format!("{}{}:", " ".repeat(indent), word(key));
        lines.push(match &entry.value {
            Some((value, comment)) if comment.is_empty() => format!("{begin} {value}"),
            Some((value, comment)) => format!("{begin} {value}    # {}", in_line(comment)),
            None => begin,
        });
        block(entry, indent + 2, lines);
    }
}

fn flow(entries: &Entries) -> String {
    let entry = |(key, entry): (&String, &Entries)| match &entry.value {
        Some((value, _)) => format!("{}: {value}", word(key)),
        None => format!("{}: {{ {} }}", word(key), flow(entry)),
    };
    entries.iter().map(entry).collect::<Vec<_>>().join(", ")
}

/// Returns a key, in quotes if necessary.
fn word(key: &str) -> String {
    let plain = key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if plain && scalar(key, true, true) == key {
        key.to_owned()
    } else {
        format!("'{}'", key.replace('\'', "''"))
    }
}

/// Returns the start of a text on a single line.
fn in_line(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    if line.chars().count() <= COMMENT {
        return line;
    }
    line.chars().take(COMMENT - 1).chain(['…']).collect()
}

fn contains_all(map: &Node, entries: &Entries, own: &str) -> bool {
    entries.below.iter().all(|(key, entry)| {
        let own = own_key(key, own);
        let whole = entry.value.as_ref().is_none_or(|(value, _)| value.starts_with('{'));
        map.get(key).is_some_and(|node| match node.kind {
            NodeKind::Map(_) => (whole || node.get(own).is_some()) && contains_all(node, entry, own),
            NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) | NodeKind::List(_) => {
                entry.below.is_empty()
            }
        })
    })
}
