//! The cards of a ruleset as rows of cells with source locations. A template of cards is one row: its key is
//! the ID. Its variables are shown, but can only be changed in the file.

use ludex::diagnostics::FileId;
use ludex::fs::Files;
use ludex::yaml::{self, Node, NodeKind};

/// The cards of a ruleset as a table.
pub struct Sheet {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Map of the cards, and the texts of cards for each language that has any.
    pub cards: Group,
    pub texts: Vec<(String, Group)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    Id,
    Kind,
    /// Variables of a template.
    Each,
    Copies,
    /// A printed field.
    Field {
        name: String,
        holds: Holds,
    },
    /// A text of a card in a language: `name`, `short`, `text`.
    Text {
        language: String,
        key: String,
    },
}

/// Values of a printed field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Value,
    Number,
    Truth,
    /// A set of words: the words with commas between them.
    Words,
}

pub struct Row {
    pub id: String,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    /// A value with a single location.
    Value {
        text: String,
        at: ByteRange,
    },
    /// Content that does not fit in a cell: a text with alternatives, or several values.
    Other {
        at: ByteRange,
    },
    /// Content that can only be changed in the file: the variables of a template.
    Shown {
        text: String,
        at: ByteRange,
    },
}

/// A range of bytes in the file with this index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteRange {
    pub file: usize,
    pub start: usize,
    pub end: usize,
}

/// A map of cards by ID.
pub struct Group {
    pub file: usize,
    /// Keys of the map from the root of the file.
    pub keys: Vec<String>,
    /// The map; `None` if it doesn't exist yet.
    pub map: Option<Node>,
}

/// Keys of the texts that a card can have in each language.
const TEXTS: [&str; 3] = ["name", "short", "text"];

/// Key of a template's variables.
const EACH: &str = "each";

/// Placeholder for content that isn't a single value.
pub const ELSEWHERE: &str = "(in the file)";

/// Returns the languages of a ruleset, each with the index of the file with its texts.
pub fn languages(files: &Files) -> Vec<(usize, String)> {
    let Some(main) = main_of(files) else { return Vec::new() };
    let in_main = Group::at(files, main, &["text"]);
    let in_main = entries(in_main.map.as_ref()).map(|(language, _)| (main, language.to_owned()));
    let own = files.iter().enumerate().filter_map(|(file, (path, _))| {
        let language = path.strip_prefix("text/")?.strip_suffix(".yaml")?;
        Some((file, language.to_owned()))
    });
    in_main.chain(own).collect()
}

/// Returns the index of the main file; a ruleset of one file may have any file name.
pub fn main_of(files: &Files) -> Option<usize> {
    files.iter().position(|(path, _)| path == "ruleset.yaml" || files.len() == 1)
}

impl Column {
    /// Parses the heading of a text column: `en.name`.
    pub fn text(name: &str) -> Option<Column> {
        let (language, key) = name.split_once('.').filter(|(_, key)| TEXTS.contains(key))?;
        Some(Column::Text { language: language.to_owned(), key: key.to_owned() })
    }

    pub fn key(&self) -> &str {
        match self {
            Column::Id => "id",
            Column::Kind => "kind",
            Column::Each => EACH,
            Column::Copies => "copies",
            Column::Field { name: key, .. } | Column::Text { key, .. } => key,
        }
    }

    pub fn name(&self) -> String {
        match self {
            Column::Id => "id".to_owned(),
            Column::Kind => "kind".to_owned(),
            Column::Each => EACH.to_owned(),
            Column::Copies => "copies".to_owned(),
            // a field may have the name of another column
            Column::Field { name, .. } if name == "id" => "field.id".to_owned(),
            Column::Field { name, .. } => name.clone(),
            Column::Text { language, key } => format!("{language}.{key}"),
        }
    }

    pub fn is_text(&self) -> bool {
        matches!(self, Column::Text { .. })
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Column::Copies | Column::Field { holds: Holds::Number, .. })
    }
}

impl Cell {
    pub fn shown(&self) -> &str {
        match self {
            Cell::Empty => "",
            Cell::Value { text, .. } | Cell::Shown { text, .. } => text,
            Cell::Other { .. } => ELSEWHERE,
        }
    }

    fn at(&self) -> Option<ByteRange> {
        match self {
            Cell::Empty => None,
            Cell::Value { at, .. } | Cell::Other { at } | Cell::Shown { at, .. } => Some(*at),
        }
    }
}

impl Group {
    /// Returns the map below some keys of a file.
    fn at(files: &Files, file: usize, keys: &[&str]) -> Group {
        let root = yaml::parse(FileId(0), &files[file].1, &mut Vec::new());
        let map = keys.iter().try_fold(root.as_ref(), |node, key| Some(node?.get(key)));
        let map = map.flatten().filter(|node| node.as_map().is_some()).cloned();
        Group { file, keys: keys.iter().map(|key| (*key).to_owned()).collect(), map }
    }
}

impl Sheet {
    /// Collects the cards of a ruleset that can be read, with these fields and additional text columns, also in
    /// languages without texts. `None` if it has no main file.
    pub fn read(files: &Files, fields: &[Column], more: &[Column]) -> Option<Sheet> {
        let main = main_of(files)?;
        let cards = match files.iter().position(|(path, _)| path == "cards.yaml") {
            Some(file) => Group::at(files, file, &[]),
            None => Group::at(files, main, &["cards"]),
        };
        let mut languages = languages(files);
        for column in more {
            let Column::Text { language, .. } = column else { continue };
            if languages.iter().all(|(_, known)| known != language) {
                languages.push((main, language.clone()));
            }
        }
        let of_language = |(file, language): (usize, String)| {
            let keys: &[&str] = if file == main { &["text", &language, "cards"] } else { &["cards"] };
            let group = Group::at(files, file, keys);
            (language, group)
        };
        let texts = languages.into_iter().map(of_language).collect();
        let mut sheet = Sheet { columns: Vec::new(), rows: Vec::new(), cards, texts };
        sheet.columns = sheet.columns(fields);
        let new = more.iter().filter(|column| !sheet.columns.contains(column)).cloned();
        let new: Vec<Column> = new.collect();
        sheet.columns.extend(new);
        sheet.rows = sheet.rows(files);
        Some(sheet)
    }

    fn columns(&self, fields: &[Column]) -> Vec<Column> {
        // a field of that name already has a column
        let templates = entries(self.cards.map.as_ref()).any(|(id, _)| is_template(id));
        let each = (templates && fields.iter().all(|field| field.key() != EACH)).then_some(Column::Each);
        let head = [Column::Id, Column::Kind].into_iter().chain(each).chain([Column::Copies]);
        let mut columns: Vec<Column> = head.chain(fields.iter().cloned()).collect();
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
                let at = key.map(|span| ByteRange {
                    file: self.cards.file,
                    start: span.start as usize,
                    end: span.end as usize,
                });
                at.map_or(Cell::Empty, |at| Cell::Value { text: id.to_owned(), at })
            }
            Column::Kind => of(self.cards.file, card.get("kind")),
            Column::Each => variables(files, self.cards.file, card),
            Column::Copies => of(self.cards.file, card.get("copies")),
            Column::Field { name, holds: Holds::Words } => words(files, self.cards.file, card.get(name)),
            Column::Field { name, .. } => of(self.cards.file, card.get(name)),
            Column::Text { language, key } => {
                let Some((_, group)) = self.texts.iter().find(|(known, _)| known == language) else {
                    return Cell::Empty;
                };
                let Some(text) = group.map.as_ref().and_then(|map| map.get(id)) else { return Cell::Empty };
                // a text without keys is the name
                let node =
                    if text.as_map().is_some() { text.get(key) } else { (key == "name").then_some(text) };
                of(group.file, node)
            }
        }
    }

    /// Returns the cell that contains a location. Other locations in the entry of a card belong to its ID.
    pub fn cell_at(&self, place: ByteRange) -> Option<(&Row, &Column)> {
        let holds = |at: ByteRange| at.file == place.file && at.start <= place.start && place.end <= at.end;
        self.rows.iter().find_map(|row| {
            let in_cell = |cell: &Cell| cell.at().is_some_and(holds);
            let column = row.cells.iter().position(in_cell);
            let column = column.or_else(|| self.spans(&row.id).any(holds).then_some(0))?;
            Some((row, &self.columns[column]))
        })
    }

    /// Returns the locations of the entries of a card, among the cards and among the texts of each language.
    fn spans(&self, id: &str) -> impl Iterator<Item = ByteRange> {
        let groups = std::iter::once(&self.cards).chain(self.texts.iter().map(|(_, group)| group));
        groups.filter_map(move |group| {
            let (key, value) = group.map.as_ref()?.entry(id)?;
            Some(ByteRange {
                file: group.file,
                start: key.span.start as usize,
                end: (value.span.end as usize).max(key.span.end as usize),
            })
        })
    }
}

impl Row {
    pub fn is_template(&self) -> bool {
        is_template(&self.id)
    }

    /// Returns true for a template that may generate a card with this ID.
    pub fn may_make(&self, id: &str) -> bool {
        let mut pieces =
            self.id.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, text)| text));
        let Some(mut rest) = pieces.next().and_then(|first| id.strip_prefix(first)) else { return false };
        let mut pieces = pieces.peekable();
        let is_template = pieces.peek().is_some();
        while let Some(piece) = pieces.next() {
            // a value has at least one letter
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

/// Returns true for the key of a template: `"{suit}_{rank}"`.
pub fn is_template(id: &str) -> bool {
    id.contains(['{', '}'])
}

/// Formats the variables of a template on one line.
fn variables(files: &Files, file: usize, card: &Node) -> Cell {
    let Some(each) = card.get(EACH) else { return Cell::Empty };
    let written = |node: &Node| {
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let text = files[file].1.get(start..end).unwrap_or_default();
        text.lines().map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
    };
    let variable = |(name, node): (&str, &Node)| format!("{name}: {}", written(node));
    let text = entries(Some(each)).map(variable).collect::<Vec<_>>().join(", ");
    let at = ByteRange { file, start: each.span.start as usize, end: each.span.end as usize };
    Cell::Shown { text, at }
}

/// Formats the words of a set. Other forms, and elements that aren't words, stay in the file.
fn words(files: &Files, file: usize, node: Option<&Node>) -> Cell {
    let Some(node) = node else { return Cell::Empty };
    let Some(items) = node.as_list() else { return cell(files, file, node) };
    let at = ByteRange { file, start: node.span.start as usize, end: node.span.end as usize };
    let words: Option<Vec<&str>> = items.iter().map(Node::as_str).collect();
    words.map_or(Cell::Other { at }, |words| Cell::Value { text: words.join(", "), at })
}

fn entries(map: Option<&Node>) -> impl Iterator<Item = (&str, &Node)> {
    let entries = map.and_then(Node::as_map).unwrap_or_default();
    entries.iter().map(|(key, node)| (key.value.as_str(), node))
}

fn cell(files: &Files, file: usize, node: &Node) -> Cell {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let at = ByteRange { file, start, end };
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
