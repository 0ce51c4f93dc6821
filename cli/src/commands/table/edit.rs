//! Changes of single values in YAML; all other text stays byte for byte.

use std::collections::BTreeMap;
use std::ops::Range;

use ludex::fs::Files;
use ludex::yaml::{Entries, Node, NodeKind, scalar};

use super::sheet::{ByteRange, Cell, Column, Group, Holds, Row, Sheet};

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
    removals: Vec<Removal<'a>>,
    /// New entries by file, inserted after the changes.
    entries: BTreeMap<usize, Entries>,
    /// A comment line of the file with the cards: how it begins and continues.
    line: Option<(&'static str, String)>,
}

/// An entry to be removed from its map.
struct Removal<'a> {
    file: usize,
    map: &'a Node,
    key: String,
}

/// A change requested by a table.
#[derive(Clone)]
pub enum Wanted<'a> {
    /// A new value for a card that exists.
    Value { row: &'a Row, column: usize, value: String },
    /// A new card, with a value for each column.
    Card { id: String, values: Vec<String> },
    /// A card without a row, to be deleted with its texts.
    Gone { row: &'a Row },
}

/// Reason why a cell can't take a value.
pub type Refused = String;

const NO_TEMPLATE: &str = "only a template has variables: its id has braces";

const NO_PLACE: &str = "can't be changed in its present form; edit it by hand";

impl<'a> Edits<'a> {
    pub fn new(files: &'a Files, sheet: &'a Sheet) -> Self {
        Self { files, sheet, changes: Vec::new(), removals: Vec::new(), entries: BTreeMap::new(), line: None }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.removals.is_empty() && self.entries.is_empty() && self.line.is_none()
    }

    /// Sets a comment line of the file with the cards. It replaces a line that begins in the same way.
    pub fn set_line(&mut self, beginning: &'static str, rest: String) {
        self.line = Some((beginning, rest));
    }

    pub fn made(mut self) -> Result<Files, Refused> {
        let mut files = self.files.clone();
        self.cut();
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
        if let Some((beginning, rest)) = self.line {
            let text = &mut files[self.sheet.cards.file].1;
            *text = with_line(text, beginning, &rest);
        }
        Ok(files)
    }

    /// Turns the removals into changes, all of a map together.
    fn cut(&mut self) {
        while let Some(Removal { file, map, key }) = self.removals.pop() {
            let is_same = |other: &mut Removal<'_>| other.file == file && std::ptr::eq(other.map, map);
            let others = self.removals.extract_if(.., is_same).map(|other| other.key);
            let keys: Vec<String> = others.chain([key]).collect();
            let text = &self.files[file].1;
            let change = |(range, text): (Range<usize>, &str)| Change {
                file,
                start: range.start,
                end: range.end,
                text: text.to_owned(),
            };
            self.changes.extend(cuts(text, map, &keys).into_iter().map(change));
        }
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
            Wanted::Gone { row } => {
                self.delete(&row.id);
                Ok(())
            }
        }
    }

    /// Sets a cell of an existing card to a new value.
    fn set(&mut self, row: &Row, column: usize, value: &str) -> Result<(), Refused> {
        match &row.cells[column] {
            Cell::Other { at } => {
                let is_text = self.sheet.columns[column].is_text();
                let has = if is_text { "alternatives" } else { "several values" };
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
                    return Err((
                        &sheet.columns[0],
                        format!("{} already has texts for it", self.files[group.file].0),
                    ));
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
            Column::Id | Column::Kind | Column::Each | Column::Copies | Column::Field { .. } => {
                Some(&self.sheet.cards)
            }
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
        let map = home.ok_or("the card is in no file")?;
        if matches!(self.sheet.columns[column], Column::Id | Column::Kind) {
            return Err("this column can't be empty".to_owned());
        }
        if map.entry(key).is_none() {
            return Err(format!(
                "it is the only entry of its key; remove it from {} by hand",
                self.files[file].0
            ));
        }
        self.removals.push(Removal { file, map, key: key.to_owned() });
        Ok(())
    }

    /// Removes a card and its texts in all languages.
    fn delete(&mut self, id: &str) {
        let groups =
            std::iter::once(&self.sheet.cards).chain(self.sheet.texts.iter().map(|(_, group)| group));
        let maps = groups.filter_map(|group| Some((group.file, group.map.as_ref()?)));
        let holding = maps.filter(|(_, map)| map.get(id).is_some());
        self.removals.extend(holding.map(|(file, map)| Removal { file, map, key: id.to_owned() }));
    }
}

/// Returns the ranges of entries of a map, with their replacements.
fn cuts(text: &str, map: &Node, keys: &[String]) -> Vec<(Range<usize>, &'static str)> {
    let entries = map.as_map().unwrap_or_default();
    let is_removed = |at: usize| keys.contains(&entries[at].0.value);
    let start = |at: usize| entries[at].0.span.start as usize;
    let end = |at: usize| entry_end(text, entries[at].0.span.end as usize, &entries[at].1);
    let Some(kept) = (0..entries.len()).rfind(|at| !is_removed(*at)) else {
        let (first, last) = (map.span.start as usize, end_of(text, map));
        return vec![(first..last, "{}")];
    };
    let removed = (0..entries.len()).filter(|at| is_removed(*at));
    if !text[map.span.start as usize..].starts_with('{') {
        let line = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
        let next_line = |at: usize| text[at..].find('\n').map_or(text.len(), |next| at + next + 1);
        return removed.map(|at| (line(start(at))..next_line(end(at)), "")).collect();
    }
    let mut cuts: Vec<_> = removed.filter(|at| *at < kept).map(|at| (start(at)..start(at + 1), "")).collect();
    if kept + 1 < entries.len() {
        cuts.push((end(kept)..end(entries.len() - 1), ""));
    }
    cuts
}

fn entry_end(text: &str, key: usize, value: &Node) -> usize {
    let end = if matches!(value.kind, NodeKind::Null) { 0 } else { end_of(text, value) };
    end.max(key)
}

/// Returns the end of a value. The range of a value on several lines includes comments after it.
fn end_of(text: &str, node: &Node) -> usize {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let is_flow = text[start..].starts_with(['{', '[']);
    let inner = match &node.kind {
        NodeKind::Map(entries) if !is_flow => {
            entries.last().map(|(key, value)| entry_end(text, key.span.end as usize, value))
        }
        NodeKind::List(items) if !is_flow => items.last().map(|item| end_of(text, item)),
        NodeKind::Map(_)
        | NodeKind::List(_)
        | NodeKind::Null
        | NodeKind::Text(_)
        | NodeKind::Int(_)
        | NodeKind::Bool(_) => None,
    };
    inner.unwrap_or_else(|| start + text[start..end].trim_end().len())
}

/// Sets the comment line with this beginning: replaces it, or inserts it after the line of the schema.
fn with_line(text: &str, beginning: &str, rest: &str) -> String {
    let end = crate::files::line_end(text);
    let line = format!("{beginning}{rest}{end}");
    let mark = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let mut lines: Vec<&str> = text[mark.len()..].split_inclusive('\n').collect();
    if let Some(old) = lines.iter_mut().find(|old| old.starts_with(beginning)) {
        *old = &line;
    } else {
        let is_first = lines.first().is_some_and(|first| first.contains("$schema="));
        lines.insert(usize::from(is_first), &line);
    }
    mark.to_owned() + &lines.concat()
}

/// Formats a value for its column. Words of a set may have commas, semicolons or spaces between them.
fn written(column: &Column, value: &str, flow: bool) -> String {
    if let Column::Field { holds: Holds::Words, .. } = column {
        let words = value.split([',', ';', ' ', '\n']).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(|word| scalar(word, true, true)).collect();
        return format!("[{}]", words.join(", "));
    }
    scalar(value, flow, column.is_text())
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
