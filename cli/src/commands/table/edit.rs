//! Changes of single values in YAML; all other text stays byte for byte.

use std::collections::BTreeMap;
use std::ops::Range;

use ludex::fs::Files;
use ludex::yaml::{Entries, Node, scalar};

use super::sheet::{ByteRange, Cell, Column, Group, Row, Sheet};

/// A replacement of a part of a file.
struct Change {
    file: usize,
    start: usize,
    end: usize,
    text: String,
}

/// Collected changes, applied together.
pub struct Edits<'a> {
    files: &'a Files,
    sheet: &'a Sheet,
    changes: Vec<Change>,
    /// New entries by file, inserted after the changes.
    entries: BTreeMap<usize, Entries>,
}

/// A change requested by a table.
#[derive(Clone)]
pub enum Wanted<'a> {
    /// A new value for a card that exists.
    Value { row: &'a Row, column: usize, value: String },
    /// A new card, with a value for each column.
    Card { id: String, values: Vec<String> },
}

/// Reason why a cell can't take a value.
pub type Refused = String;

const NO_TEMPLATE: &str = "only a template has variables: its id has braces";

const NO_PLACE: &str = "has a form in which it can't be put; write it there by hand";

impl<'a> Edits<'a> {
    pub fn new(files: &'a Files, sheet: &'a Sheet) -> Self {
        Self { files, sheet, changes: Vec::new(), entries: BTreeMap::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.entries.is_empty()
    }

    pub fn made(mut self) -> Result<Files, Refused> {
        let mut files = self.files.clone();
        // from the end backwards, so that earlier positions stay valid
        self.changes.sort_by_key(|change| std::cmp::Reverse((change.file, change.start)));
        for change in self.changes {
            let text = &mut files[change.file].1;
            let line_end = crate::files::line_end(text);
            text.replace_range(change.start..change.end, &change.text.replace('\n', line_end));
        }
        for (file, entries) in self.entries {
            let (path, text) = &mut files[file];
            *text = entries.put_into(text).ok_or_else(|| format!("{path} {NO_PLACE}"))?;
        }
        Ok(files)
    }

    /// Adds a requested change.
    ///
    /// # Errors
    /// The name of the column that rejects the value, and the reason.
    pub fn apply(&mut self, wanted: &Wanted<'_>) -> Result<(), (String, Refused)> {
        match wanted {
            Wanted::Value { row, column, value } => {
                let sheet = self.sheet;
                self.set(row, *column, value).map_err(|why| (sheet.columns[*column].name(), why))
            }
            Wanted::Card { id, values } => self.add(id, values).map_err(|(column, why)| (column.name(), why)),
        }
    }

    /// Sets a cell of an existing card to a new value.
    fn set(&mut self, row: &Row, column: usize, value: &str) -> Result<(), Refused> {
        match &row.cells[column] {
            Cell::Other { at } => {
                let has = match &self.sheet.columns[column] {
                    Column::Text { .. } => "alternatives",
                    Column::Id
                    | Column::Kind
                    | Column::Each
                    | Column::Copies
                    | Column::Field(_)
                    | Column::Words(_) => "several values",
                };
                Err(format!("the present value has {has}; change it at {}", self.place(*at)))
            }
            Cell::Shown { at, .. } => {
                Err(format!("the variables of a template are changed at {}", self.place(*at)))
            }
            Cell::Empty if self.sheet.columns[column] == Column::Each => Err(NO_TEMPLATE.to_owned()),
            Cell::Value { .. } if value.is_empty() => self.take_away(row, column),
            Cell::Value { at, .. } => {
                let flow = self.is_in_flow(row, column);
                let text = written(&self.sheet.columns[column], value, flow);
                let end = at.start + self.files[at.file].1[at.start..at.end].trim_end().len();
                self.changes.push(Change { file: at.file, start: at.start, end, text });
                Ok(())
            }
            Cell::Empty => self.put(row, column, value),
        }
    }

    /// Formats a location: `cards.yaml:12`.
    fn place(&self, at: ByteRange) -> String {
        let (path, text) = &self.files[at.file];
        format!("{path}:{}", text[..at.start].matches('\n').count() + 1)
    }

    fn add(&mut self, id: &str, values: &[String]) -> Result<(), (&'a Column, Refused)> {
        let sheet = self.sheet;
        let mut entries: Vec<(&Group, Vec<String>)> = vec![(&sheet.cards, Vec::new())];
        for (column, value) in sheet.columns.iter().zip(values).filter(|(_, value)| !value.is_empty()) {
            if *column == Column::Each {
                return Err((column, NO_TEMPLATE.to_owned()));
            }
            let Some(group) = self.group_of(column).filter(|_| *column != Column::Id) else { continue };
            let entry = format!("{}: {}", column.key(), written(column, value, true));
            match entries.iter_mut().find(|(known, _)| std::ptr::eq(*known, group)) {
                Some((_, entries)) => entries.push(entry),
                None => entries.push((group, vec![entry])),
            }
        }
        let kind = sheet.columns.iter().zip(values).find(|(column, _)| **column == Column::Kind);
        if let Some((column, _)) = kind.filter(|(_, value)| value.is_empty()) {
            return Err((column, "a new card needs its kind".to_owned()));
        }
        let is_there = |group: &Group| group.map.as_ref().is_some_and(|map| map.get(id).is_some());
        for (group, entries) in entries {
            // the texts of a card may exist before the card
            match is_there(group) {
                true => {
                    return Err((&sheet.columns[0], format!("{} has texts of it", self.files[group.file].0)));
                }
                false => self
                    .put_at(group, &[id], format!("{{ {} }}", entries.join(", ")))
                    .map_err(|why| (&sheet.columns[0], why))?,
            }
        }
        Ok(())
    }

    /// Returns the file, and the map or single value, that holds a card's values of a column.
    fn home(&self, row: &Row, column: usize) -> (usize, Option<&'a Node>) {
        let group = self.group_of(&self.sheet.columns[column]);
        group.map_or((0, None), |group| (group.file, group.map.as_ref().and_then(|map| map.get(&row.id))))
    }

    fn is_flow(&self, file: usize, map: &Node) -> bool {
        self.files[file].1[map.span.start as usize..].starts_with('{')
    }

    fn is_in_flow(&self, row: &Row, column: usize) -> bool {
        let (file, home) = self.home(row, column);
        let outer = home.is_some_and(|home| self.is_flow(file, home));
        // a single text in a map of cards written on one line
        outer
            || self
                .group_of(&self.sheet.columns[column])
                .is_some_and(|group| group.map.as_ref().is_some_and(|map| self.is_flow(file, map)))
    }

    fn group_of(&self, column: &Column) -> Option<&'a Group> {
        match column {
            Column::Text { language, .. } => {
                self.sheet.texts.iter().find(|(known, _)| known == language).map(|(_, group)| group)
            }
            Column::Id
            | Column::Kind
            | Column::Each
            | Column::Copies
            | Column::Field(_)
            | Column::Words(_) => Some(&self.sheet.cards),
        }
    }

    /// Inserts a value that did not exist.
    fn put(&mut self, row: &Row, column: usize, value: &str) -> Result<(), Refused> {
        let (file, home) = self.home(row, column);
        let group = self.group_of(&self.sheet.columns[column]).ok_or("there is no file for it")?;
        let in_block = home.is_some_and(|home| home.as_map().is_some() && !self.is_flow(file, home));
        let text = written(&self.sheet.columns[column], value, !in_block);
        self.put_at(group, &[&row.id, self.sheet.columns[column].key()], text)
    }

    /// Adds an entry below the map of a group. Fails if there is no position for it.
    fn put_at(&mut self, group: &Group, below: &[&str], value: String) -> Result<(), Refused> {
        let parts = || group.keys.iter().map(String::as_str).chain(below.iter().copied());
        let (path, text) = &self.files[group.file];
        let braces = empty_braces(group, text);
        let mut opened = text.clone();
        braces.iter().for_each(|range| opened.replace_range(range.clone(), ""));
        let mut alone = Entries::default();
        alone.add_at(parts(), value.clone(), "");
        if alone.put_into(&opened).is_none() {
            return Err(format!("{path} {NO_PLACE}"));
        }
        let is_new = |at: usize| !self.changes.iter().any(|one| (one.file, one.start) == (group.file, at));
        if let Some(Range { start, end }) = braces.filter(|range| is_new(range.start)) {
            self.changes.push(Change { file: group.file, start, end, text: String::new() });
        }
        self.entries.entry(group.file).or_default().add_at(parts(), value, "");
        Ok(())
    }

    fn take_away(&mut self, row: &Row, column: usize) -> Result<(), Refused> {
        let key = self.sheet.columns[column].key();
        let (file, home) = self.home(row, column);
        let text = &self.files[file].1;
        let home = home.ok_or("it stands nowhere")?;
        if matches!(self.sheet.columns[column], Column::Id | Column::Kind) {
            return Err("a card has one".to_owned());
        }
        let Some((name, value)) = home.entry(key) else {
            return Err(format!(
                "it is the only entry of its key; remove it from {} by hand",
                self.files[file].0
            ));
        };
        let (start, end) = (name.span.start as usize, value.span.end as usize);
        let end = start + text[start..end].trim_end().len();
        let (start, end) = if self.is_flow(file, home) {
            let behind = text[end..].trim_start();
            match behind.strip_prefix(',') {
                Some(rest) => (start, text.len() - rest.trim_start().len()),
                None => (text[..start].trim_end().trim_end_matches(',').len(), end),
            }
        } else {
            let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
            (line, end + text[end..].find('\n').map_or(text.len() - end, |at| at + 1))
        };
        self.changes.push(Change { file, start, end, text: String::new() });
        Ok(())
    }
}

/// Formats a value for its column. Words of a set may have commas, semicolons or spaces between them.
fn written(column: &Column, value: &str, flow: bool) -> String {
    if let Column::Words(_) = column {
        let words = value.split([',', ';', ' ', '\n']).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(|word| scalar(word, true, true)).collect();
        return format!("[{}]", words.join(", "));
    }
    scalar(value, flow, matches!(column, Column::Text { .. }))
}

/// Returns the range of the braces in `cards: {}` on a line of its own. Without them each new card gets its
/// own line.
fn empty_braces(group: &Group, text: &str) -> Option<Range<usize>> {
    let map = group.map.as_ref().filter(|map| map.as_map().is_some_and(<[_]>::is_empty))?;
    let start = map.span.start as usize;
    let end = start + text[start..].find('}')? + 1;
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let key = group.keys.last()?;
    (text[line..start].trim().strip_suffix(':') == Some(key)).then(|| text[..start].trim_end().len()..end)
}
