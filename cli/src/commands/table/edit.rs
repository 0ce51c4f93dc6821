//! Changes of single values in YAML; all else stays byte for byte.

use ludex::fs::Files;
use ludex::yaml::{Node, NodeKind};

use super::sheet::{At, Cell, Column, EACH, Group, Row, Sheet, is_template};
use ludex::yaml::{closing, scalar};

/// A text for a place in a file.
struct Change {
    file: usize,
    start: usize,
    end: usize,
    text: String,
}

/// Changes that are gathered, and made at once.
pub struct Edits<'a> {
    files: &'a Files,
    sheet: &'a Sheet,
    changes: Vec<Change>,
}

/// Why a cell can't take a value.
pub type Refused = String;

/// Why a card has no variables.
const NO_TEMPLATE: &str = "only a template has variables: its id has braces";

impl<'a> Edits<'a> {
    pub fn new(files: &'a Files, sheet: &'a Sheet) -> Self {
        Self { files, sheet, changes: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The files with all changes.
    pub fn made(mut self) -> Files {
        let mut files = self.files.clone();
        // from the end on, so that places before stay; of several at one place the first comes to stand first
        self.changes.reverse();
        self.changes.sort_by_key(|change| std::cmp::Reverse((change.file, change.start)));
        for change in self.changes {
            let text = &mut files[change.file].1;
            let line_end = crate::files::line_end(text);
            text.replace_range(change.start..change.end, &change.text.replace('\n', line_end));
        }
        files
    }

    /// Another value for a cell of a card that there is.
    pub fn set(&mut self, row: &Row, column: usize, value: &str) -> Result<(), Refused> {
        match &row.cells[column] {
            Cell::Other { at } => {
                let has = match &self.sheet.columns[column] {
                    Column::Text { .. } => "alternatives",
                    Column::Id | Column::Kind | Column::Each | Column::Copies | Column::Field(_) => {
                        "several values"
                    }
                };
                Err(format!("what stands there has {has}; change it at {}", self.place(*at)))
            }
            Cell::Shown { at, .. } => {
                Err(format!("the variables of a template are changed at {}", self.place(*at)))
            }
            Cell::Empty if self.sheet.columns[column] == Column::Each => Err(NO_TEMPLATE.to_owned()),
            Cell::Value { .. } if value.is_empty() => self.take_away(row, column),
            Cell::Value { at, .. } => {
                let flow = self.is_in_flow(row, column);
                let text = self.written(column, value, flow);
                let end = at.start + self.files[at.file].1[at.start..at.end].trim_end().len();
                self.changes.push(Change { file: at.file, start: at.start, end, text });
                Ok(())
            }
            Cell::Empty => self.put(row, column, value),
        }
    }

    /// `cards.yaml:12`
    fn place(&self, at: At) -> String {
        let (path, text) = &self.files[at.file];
        format!("{path}:{}", text[..at.start].matches('\n').count() + 1)
    }

    /// A card that there was not.
    pub fn add(&mut self, id: &str, values: &[String]) -> Result<(), Refused> {
        let mut fields = Vec::new();
        let mut texts: Vec<(&str, Vec<String>)> = Vec::new();
        for (column, value) in self.sheet.columns.iter().zip(values).filter(|(_, value)| !value.is_empty()) {
            let text = scalar(value, true, matches!(column, Column::Text { .. }));
            match column {
                Column::Id => {}
                Column::Each => return Err(NO_TEMPLATE.to_owned()),
                Column::Kind => fields.push(format!("kind: {text}")),
                Column::Copies => fields.push(format!("copies: {text}")),
                Column::Field(name) => fields.push(format!("{name}: {text}")),
                Column::Text { language, key } => {
                    let entry = format!("{key}: {text}");
                    match texts.iter_mut().find(|(known, _)| known == language) {
                        Some((_, entries)) => entries.push(entry),
                        None => texts.push((language, vec![entry])),
                    }
                }
            }
        }
        if !fields.iter().any(|field| field.starts_with("kind: ")) {
            return Err("a new card needs its kind".to_owned());
        }
        let sheet = self.sheet;
        self.append(&sheet.cards, id, &fields);
        for (language, entries) in texts {
            let group = sheet.texts.iter().find(|(known, _)| known == language);
            group.into_iter().for_each(|(_, group)| self.append(group, id, &entries));
        }
        Ok(())
    }

    /// A value as it is written in its place.
    fn written(&self, column: usize, value: &str, flow: bool) -> String {
        scalar(value, flow, matches!(self.sheet.columns[column], Column::Text { .. }))
    }

    /// The map in which a card's values of a column stand: the file, and the map or the single value.
    fn home(&self, row: &Row, column: usize) -> (usize, Option<&'a Node>) {
        let of = |group: &'a Group| (group.file, group.map.as_ref().and_then(|map| map.get(&row.id)));
        match &self.sheet.columns[column] {
            Column::Text { language, .. } => {
                let group = self.sheet.texts.iter().find(|(known, _)| known == language);
                group.map_or((0, None), |(_, group)| of(group))
            }
            Column::Id | Column::Kind | Column::Each | Column::Copies | Column::Field(_) => {
                of(&self.sheet.cards)
            }
        }
    }

    fn key(&self, column: usize) -> String {
        match &self.sheet.columns[column] {
            Column::Id => "id".to_owned(),
            Column::Kind => "kind".to_owned(),
            Column::Each => EACH.to_owned(),
            Column::Copies => "copies".to_owned(),
            Column::Field(name) => name.clone(),
            Column::Text { key, .. } => key.clone(),
        }
    }

    fn is_flow(&self, file: usize, map: &Node) -> bool {
        self.files[file].1[map.span.start as usize..].starts_with('{')
    }

    fn is_in_flow(&self, row: &Row, column: usize) -> bool {
        let (file, home) = self.home(row, column);
        let outer = home.is_some_and(|home| self.is_flow(file, home));
        // a single text in a map of cards that stands on one line
        outer
            || self
                .group_of(column)
                .is_some_and(|group| group.map.as_ref().is_some_and(|map| self.is_flow(file, map)))
    }

    fn group_of(&self, column: usize) -> Option<&'a Group> {
        match &self.sheet.columns[column] {
            Column::Text { language, .. } => {
                self.sheet.texts.iter().find(|(known, _)| known == language).map(|(_, group)| group)
            }
            Column::Id | Column::Kind | Column::Each | Column::Copies | Column::Field(_) => {
                Some(&self.sheet.cards)
            }
        }
    }

    /// A value where none stands.
    fn put(&mut self, row: &Row, column: usize, value: &str) -> Result<(), Refused> {
        let key = self.key(column);
        let (file, home) = self.home(row, column);
        let text = &self.files[file].1;
        let Some(home) = home else {
            let entry = format!("{key}: {}", self.written(column, value, true));
            let group = self.group_of(column).ok_or("there is no file for it")?;
            self.append(group, &row.id, &[entry]);
            return Ok(());
        };
        let start = home.span.start as usize;
        if self.is_flow(file, home) {
            let close = closing(text, start).ok_or("the bracket of the card is not closed")?;
            let inside = text[..close].trim_end();
            let comma = if inside.ends_with('{') { " " } else { ", " };
            let space = if inside.len() == close { " " } else { "" };
            let new = format!("{comma}{key}: {}{space}", self.written(column, value, true));
            self.changes.push(Change { file, start: inside.len(), end: inside.len(), text: new });
            return Ok(());
        }
        let single = home.as_map().into_iter().flatten().rfind(|(_, value)| {
            let (start, end) = (value.span.start as usize, value.span.end as usize);
            !text[start..end].trim_end().contains('\n')
                && !matches!(value.kind, NodeKind::Map(_) | NodeKind::List(_))
        });
        let (first, value_before) = single.ok_or("the card has no line behind which it could stand")?;
        let first = first.span.start as usize;
        let indent = first - text[..first].rfind('\n').map_or(0, |at| at + 1);
        let at = value_before.span.end as usize;
        let at = at + text[at..].find(['\n', '\r']).unwrap_or(text.len() - at);
        let new = format!("\n{}{key}: {}", " ".repeat(indent), self.written(column, value, false));
        self.changes.push(Change { file, start: at, end: at, text: new });
        Ok(())
    }

    /// A key and its value, gone.
    fn take_away(&mut self, row: &Row, column: usize) -> Result<(), Refused> {
        let key = self.key(column);
        let (file, home) = self.home(row, column);
        let text = &self.files[file].1;
        let home = home.ok_or("it stands nowhere")?;
        if matches!(self.sheet.columns[column], Column::Id | Column::Kind) {
            return Err("a card has one".to_owned());
        }
        let Some((name, value)) = home.entry(&key) else {
            return Err(format!(
                "it is all that is said of it; take it out of {} by hand",
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

    /// An entry at the end of a map of cards.
    fn append(&mut self, group: &Group, id: &str, entries: &[String]) {
        let text = &self.files[group.file].1;
        let key = if is_template(id) { format!("\"{id}\"") } else { id.to_owned() };
        let entry = format!("{key}: {{ {} }}", entries.join(", "));
        let last = group.map.as_ref().and_then(Node::as_map).and_then(<[_]>::last);
        let Some((map, (key, value))) = group.map.as_ref().zip(last) else {
            let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            let at = text.len();
            let new = format!("{gap}cards:\n  {entry}\n");
            self.changes.push(Change { file: group.file, start: at, end: at, text: new });
            return;
        };
        if self.is_flow(group.file, map) {
            let close = closing(text, map.span.start as usize).unwrap_or(map.span.end as usize);
            let at = text[..close].trim_end().len();
            self.changes.push(Change { file: group.file, start: at, end: at, text: format!(", {entry}") });
            return;
        }
        let start = key.span.start as usize;
        let indent = start - text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = start + text[start..value.span.end as usize].trim_end().len();
        let end = end + text[end..].find('\n').unwrap_or(text.len() - end);
        let end = text[..end].trim_end_matches('\r').len();
        let new = format!("\n{}{entry}", " ".repeat(indent));
        self.changes.push(Change { file: group.file, start: end, end, text: new });
    }
}
