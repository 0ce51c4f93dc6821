//! The cards of a ruleset as rows: what stands in each cell, and where in the files. A template of cards is one row, as it is written: its key is the id,
//! and its variables are shown, but not changed there.

use ludex::diagnostics::FileId;
use ludex::fs::Files;
use ludex::yaml::{self, Node, NodeKind};

/// All that a table has.
pub struct Sheet {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Where the cards stand, and for each language its texts of cards, if it has any.
    pub cards: Group,
    pub texts: Vec<(String, Group)>,
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    Id,
    Kind,
    /// The variables of a template.
    Each,
    Copies,
    /// A printed field.
    Field(String),
    /// What a card is called or explained by in a language: `name`, `short`, `text`.
    Text {
        language: String,
        key: String,
    },
}

/// A card, or a template of cards.
pub struct Row {
    pub id: String,
    /// By column.
    pub cells: Vec<Cell>,
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    /// A value in one place.
    Value {
        text: String,
        at: At,
    },
    /// What is written in a way that no cell holds: a text with alternatives, a value for each of several words.
    Other {
        at: At,
    },
    /// What is shown, but changed in the file: the variables of a template.
    Shown {
        text: String,
        at: At,
    },
}

/// A place in a file: its number, and bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    pub file: usize,
    pub start: usize,
    pub end: usize,
}

/// A map of cards, by id.
pub struct Group {
    pub file: usize,
    /// The map; nothing if it is not there yet.
    pub map: Option<Node>,
}

/// What a text of a card can be.
const TEXTS: [&str; 3] = ["name", "short", "text"];

/// The key of a template's variables.
pub const EACH: &str = "each";

/// What stands in a cell that holds no single value.
pub const ELSEWHERE: &str = "(in the file)";

impl Column {
    /// As it stands in the first line.
    pub fn name(&self) -> String {
        match self {
            Column::Id => "id".to_owned(),
            Column::Kind => "kind".to_owned(),
            Column::Each => EACH.to_owned(),
            Column::Copies => "copies".to_owned(),
            // a field may have the name of another column
            Column::Field(name) if name == "id" => "field.id".to_owned(),
            Column::Field(name) => name.clone(),
            Column::Text { language, key } => format!("{language}.{key}"),
        }
    }
}

impl Cell {
    /// As it stands in a table.
    pub fn shown(&self) -> &str {
        match self {
            Cell::Empty => "",
            Cell::Value { text, .. } | Cell::Shown { text, .. } => text,
            Cell::Other { .. } => ELSEWHERE,
        }
    }

    fn at(&self) -> Option<At> {
        match self {
            Cell::Empty => None,
            Cell::Value { at, .. } | Cell::Other { at } | Cell::Shown { at, .. } => Some(*at),
        }
    }
}

impl Sheet {
    /// The cards of a ruleset that can be read, with these fields. Nothing if it has no cards.
    pub fn of(files: &Files, fields: &[String]) -> Option<Sheet> {
        let file = |name: &str| files.iter().position(|(path, _)| path == name);
        let read = |file: usize| yaml::parse(FileId(0), &files[file].1, &mut Vec::new());
        let cards = match file("cards.yaml") {
            Some(file) => Group { file, map: read(file) },
            None => {
                let file = files.iter().position(|(path, _)| is_main(path, files))?;
                Group { file, map: Some(read(file)?.get("cards")?.clone()) }
            }
        };
        let texts = (0..files.len()).filter_map(|file| {
            let language = files[file].0.strip_prefix("text/")?.strip_suffix(".yaml")?;
            let map = read(file).and_then(|root| root.get("cards").cloned());
            Some((language.to_owned(), Group { file, map }))
        });
        let mut sheet = Sheet { columns: Vec::new(), rows: Vec::new(), cards, texts: texts.collect() };
        sheet.columns = sheet.columns(fields);
        sheet.rows = sheet.rows(files);
        Some(sheet)
    }

    fn columns(&self, fields: &[String]) -> Vec<Column> {
        // a field of that name has a column anyway
        let templates = entries(self.cards.map.as_ref()).any(|(id, _)| is_template(id));
        let each = (templates && fields.iter().all(|field| field != EACH)).then_some(Column::Each);
        let fields = fields.iter().map(|field| Column::Field(field.clone()));
        let head = [Column::Id, Column::Kind].into_iter().chain(each).chain([Column::Copies]);
        let mut columns: Vec<Column> = head.chain(fields).collect();
        for (language, group) in &self.texts {
            let has = |key: &str| entries(group.map.as_ref()).any(|(_, node)| node.get(key).is_some());
            let there = TEXTS.into_iter().filter(|key| *key == "name" || has(key));
            columns.extend(there.map(|key| Column::Text { language: language.clone(), key: key.to_owned() }));
        }
        columns
    }

    fn rows(&self, files: &Files) -> Vec<Row> {
        let row = |(id, card): (&str, &Node)| {
            let cells = self.columns.iter().map(|column| self.cell(files, id, card, column)).collect();
            Row { id: id.to_owned(), cells }
        };
        entries(self.cards.map.as_ref()).map(row).collect()
    }

    fn cell(&self, files: &Files, id: &str, card: &Node, column: &Column) -> Cell {
        let of = |file: usize, node: Option<&Node>| node.map_or(Cell::Empty, |node| cell(files, file, node));
        match column {
            Column::Id => {
                let key = self.cards.map.as_ref().and_then(|map| map.entry(id)).map(|(key, _)| key.span);
                let at = key.map(|span| At {
                    file: self.cards.file,
                    start: span.start as usize,
                    end: span.end as usize,
                });
                at.map_or(Cell::Empty, |at| Cell::Value { text: id.to_owned(), at })
            }
            Column::Kind => of(self.cards.file, card.get("kind")),
            Column::Each => variables(files, self.cards.file, card),
            Column::Copies => of(self.cards.file, card.get("copies")),
            Column::Field(name) => of(self.cards.file, card.get(name)),
            Column::Text { language, key } => {
                let Some((_, group)) = self.texts.iter().find(|(known, _)| known == language) else {
                    return Cell::Empty;
                };
                let Some(text) = group.map.as_ref().and_then(|map| map.get(id)) else { return Cell::Empty };
                // a text alone is the name
                let node =
                    if text.as_map().is_some() { text.get(key) } else { (key == "name").then_some(text) };
                of(group.file, node)
            }
        }
    }

    /// The cell in which a place lies: its row, and its column.
    pub fn cell_at(&self, file: usize, (start, end): (usize, usize)) -> Option<(&Row, &Column)> {
        self.rows.iter().find_map(|row| {
            let holds = |cell: &Cell| {
                cell.at().is_some_and(|at| at.file == file && at.start <= start && end <= at.end)
            };
            let column = row.cells.iter().position(holds)?;
            Some((row, &self.columns[column]))
        })
    }
}

impl Row {
    /// Whether it is a template.
    pub fn is_template(&self) -> bool {
        is_template(&self.id)
    }

    /// Whether it is a template that may have made a card of this id.
    pub fn may_make(&self, id: &str) -> bool {
        let mut pieces =
            self.id.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, text)| text));
        let Some(mut rest) = pieces.next().and_then(|first| id.strip_prefix(first)) else { return false };
        let mut pieces = pieces.peekable();
        let is_template = pieces.peek().is_some();
        while let Some(piece) = pieces.next() {
            // a value has a letter at least
            let Some(behind) = rest.get(1..) else { return false };
            if pieces.peek().is_none() {
                return behind.ends_with(piece);
            }
            let Some(at) = behind.find(piece) else { return false };
            rest = &behind[at + piece.len()..];
        }
        is_template && rest.is_empty()
    }
}

/// Whether a key is that of a template: `"{suit}_{rank}"`.
pub fn is_template(id: &str) -> bool {
    id.contains(['{', '}'])
}

/// The variables of a template in one line.
fn variables(files: &Files, file: usize, card: &Node) -> Cell {
    let Some(each) = card.get(EACH) else { return Cell::Empty };
    let written = |node: &Node| {
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let text = files[file].1.get(start..end).unwrap_or_default();
        text.lines().map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
    };
    let variable = |(name, node): (&str, &Node)| format!("{name}: {}", written(node));
    let text = entries(Some(each)).map(variable).collect::<Vec<_>>().join(", ");
    let at = At { file, start: each.span.start as usize, end: each.span.end as usize };
    Cell::Shown { text, at }
}

/// Whether a file is the ruleset's own: a ruleset of one file has whatever name.
fn is_main(path: &str, files: &Files) -> bool {
    path == "ruleset.yaml" || files.len() == 1
}

/// The keys of a map of cards, and what they are.
fn entries(map: Option<&Node>) -> impl Iterator<Item = (&str, &Node)> {
    let entries = map.and_then(Node::as_map).unwrap_or_default();
    entries.iter().map(|(key, node)| (key.value.as_str(), node))
}

fn cell(files: &Files, file: usize, node: &Node) -> Cell {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let at = At { file, start, end };
    match &node.kind {
        NodeKind::Null => Cell::Empty,
        NodeKind::Text(text) => Cell::Value { text: text.value.clone(), at },
        NodeKind::Int(_) | NodeKind::Bool(_) => {
            let text = files[file].1.get(start..end).unwrap_or_default().trim().to_owned();
            Cell::Value { text, at }
        }
        NodeKind::List(_) | NodeKind::Map(_) => Cell::Other { at },
    }
}

#[cfg(test)]
mod tests {
    use super::Row;

    #[test]
    fn a_template_makes_what_its_key_may_stand_for() {
        let row = |id: &str| Row { id: id.to_owned(), cells: Vec::new() };
        let cards = row("{face}_of_{suit}");
        let made = ["queen_of_spades", "two_of_a_of_b", "_of_spades", "queen_of_", "queen_of", "of"];
        assert_eq!(made.map(|id| cards.may_make(id)), [true, true, false, false, false, false]);
        let wild = row("wild_{n}");
        assert_eq!(
            ["wild_5", "wild_", "wild", "a_wild_5"].map(|id| wild.may_make(id)),
            [true, false, false, false]
        );
        assert!(row("{a}{b}x").may_make("12x") && !row("{a}{b}x").may_make("1x"));
        assert!(!row("king").may_make("king"), "a card makes none");
    }
}
