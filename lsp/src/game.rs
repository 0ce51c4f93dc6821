//! A game in the editor: its current files and their analysis.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use ludex::analysis::Analysis;
use ludex::diagnostics::{FileId, Span};

use crate::protocol::{Location, Position, Range, TextEdit};
use crate::random::Play;
use crate::stored::Stored;
use crate::text::{Encoding, Text};
use crate::uri;

/// Files of a game with their analysis, computed on first use.
pub struct Game {
    /// URI of its folder, or of its only file.
    root: String,
    single: bool,
    encoding: Encoding,
    files: BTreeMap<String, Text>,
    /// Analysis of the rules only, which is faster.
    rules: OnceCell<Analysis>,
    whole: OnceCell<Analysis>,
    /// Stored results for the ruleset.
    pub stored: Stored,
    /// Random games of the current text, started after the whole analysis.
    pub play: Option<Play>,
}

/// File name of a single-file ruleset.
const SINGLE: &str = "ruleset.yaml";

impl Game {
    /// Creates a game from a folder, or from a single file with the URI `root`.
    pub fn new(root: String, single: bool, files: Vec<(String, String)>, encoding: Encoding) -> Game {
        let files = files.into_iter().map(|(path, text)| (path, Text::new(text))).collect();
        let (rules, whole) = (OnceCell::new(), OnceCell::new());
        Game { root, single, encoding, files, rules, whole, stored: Stored::default(), play: None }
    }

    pub fn is_single(&self) -> bool {
        self.single
    }

    /// Returns the full analysis, with variants and scenarios.
    pub fn whole(&self) -> &Analysis {
        // rules with errors have no further analysis
        let all = self.rules.get().filter(|rules| rules.has_errors());
        all.unwrap_or_else(|| self.whole.get_or_init(|| Analysis::new(&self.given(), "")))
    }

    /// Returns the analysis of the rules, or the full analysis if it is available.
    pub fn rules(&self) -> &Analysis {
        self.whole.get().unwrap_or_else(|| self.rules.get_or_init(|| Analysis::of_rules(&self.given(), "")))
    }

    /// Returns true if the game has variants or scenarios.
    pub fn has_more(&self) -> bool {
        self.files.keys().any(|path| is_more(path))
    }

    pub fn given(&self) -> Vec<(String, String)> {
        self.files.iter().map(|(path, text)| (path.clone(), text.text.clone())).collect()
    }

    /// Replaces or removes the text of a file. Returns true if that is a change.
    pub fn put(&mut self, path: &str, text: Option<String>) -> bool {
        let same = self.files.get(path).map(|file| &file.text) == text.as_ref();
        if !same {
            self.rules.take();
            self.whole.take();
            self.play = None;
            match text {
                Some(text) => drop(self.files.insert(path.to_owned(), Text::new(text))),
                None => drop(self.files.remove(path)),
            }
        }
        !same
    }

    /// Returns the path of a file within the game.
    pub fn path(&self, address: &str) -> Option<String> {
        if self.single {
            return (uri::decoded(address) == uri::decoded(&self.root)).then(|| SINGLE.to_owned());
        }
        uri::path_below(&self.root, address)
    }

    pub fn uri(&self, path: &str) -> String {
        if self.single { self.root.clone() } else { uri::below(&self.root, path) }
    }

    pub fn text(&self, path: &str) -> Option<&Text> {
        self.files.get(path)
    }

    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Converts a range to byte offsets.
    pub fn bytes_of(&self, text: &Text, range: Range) -> (usize, usize) {
        (text.byte(range.start, self.encoding), text.byte(range.end, self.encoding))
    }

    /// Returns a single edit that turns the text of a file into `new`, without the common start and end.
    pub fn change(&self, path: &str, new: &str) -> TextEdit {
        let empty = Text::new(String::new());
        let text = self.files.get(path).unwrap_or(&empty);
        let old = text.text.as_str();
        let same = |pairs: &mut dyn Iterator<Item = (char, char)>| {
            pairs.take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum::<usize>()
        };
        let start = same(&mut old.chars().zip(new.chars()));
        let end = same(&mut old[start..].chars().rev().zip(new[start..].chars().rev()));
        TextEdit {
            range: text.range((start, old.len() - end), self.encoding),
            new_text: new[start..new.len() - end].to_owned(),
        }
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns a location for a request. `whole` selects the full analysis, for requests on variants,
    /// scenarios or all files.
    pub fn place(&self, path: &str, at: Position, whole: bool) -> Option<Place<'_>> {
        let text = self.files.get(path)?;
        let known = if whole || is_more(path) { self.whole() } else { self.rules() };
        let file = known.file(path)?;
        Some(Place {
            game: self,
            known,
            path: path.to_owned(),
            text,
            file,
            byte: text.byte(at, self.encoding),
        })
    }

    /// Converts byte offsets to a range.
    pub fn range_in(&self, text: &Text, place: (usize, usize)) -> Range {
        text.range(place, self.encoding)
    }

    /// Returns the path and range of a span.
    pub fn range(&self, known: &Analysis, span: Span) -> Option<(&str, Range)> {
        let (_, source) = known.sources().iter().find(|(id, _)| *id == span.file)?;
        let (path, text) = self.files.get_key_value(&source.name)?;
        Some((path, text.range((span.start as usize, span.end as usize), self.encoding)))
    }

    pub fn location(&self, known: &Analysis, span: Span) -> Option<Location> {
        let (path, range) = self.range(known, span)?;
        Some(Location { uri: self.uri(path), range })
    }

    /// Returns edits that insert the same text at several locations, by URI.
    pub fn edits(&self, known: &Analysis, places: &[Span], text: &str) -> BTreeMap<String, Vec<TextEdit>> {
        let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        for Location { uri, range } in places.iter().filter_map(|span| self.location(known, *span)) {
            edits.entry(uri).or_default().push(TextEdit { range, new_text: text.to_owned() });
        }
        edits
    }
}

/// Returns true if a file belongs to the scenarios or variants.
pub fn is_more(path: &str) -> bool {
    path.starts_with("scenarios/") || path.starts_with("variants/")
}

/// A location in a file of a game.
pub struct Place<'g> {
    pub game: &'g Game,
    pub known: &'g Analysis,
    pub path: String,
    pub text: &'g Text,
    pub file: FileId,
    pub byte: usize,
}

impl Place<'_> {
    /// Returns the start and end of the word that touches the location.
    pub fn word(&self) -> (usize, usize) {
        let text = &self.text.text;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let start = self.byte
            - text[..self.byte].chars().rev().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
        let end = self.byte
            + text[self.byte..].chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
        (start, end)
    }

    /// Returns the text before the word on its line.
    pub fn before(&self) -> &str {
        let (start, _) = self.word();
        let before = &self.text.text[..start];
        &before[before.rfind('\n').map_or(0, |at| at + 1)..]
    }

    pub fn range(&self, place: (usize, usize)) -> Range {
        self.text.range(place, self.game.encoding)
    }
}
