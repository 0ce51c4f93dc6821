//! Display data as written: the layout of the table, and texts.

use std::sync::Arc;

use ludex_grammar::ast::Expr;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::Node;

use super::{Colour, Name, PluralForm, Shape, SharedText, TableArea};

/// Section `layout: { heading: [round], middle: { stock: row }, player: { coins: value } }`.
#[derive(Debug, Clone, Default)]
pub struct RawLayout {
    /// `heading:` phases and variables in the title line, if specified.
    pub heading: Option<Vec<Name>>,
    /// `middle:` shared part of the table.
    pub middle: Vec<RawShown>,
    /// `player:` part in front of each player.
    pub player: Vec<RawShown>,
    /// `spots:` items shown at each spot.
    pub spots: Vec<(Name, Vec<RawShown>)>,
    /// `cards:` fields shown on the cards of a kind.
    pub cards: Vec<(Name, Vec<Name>)>,
    /// `faces:` pictures of the cards of a kind.
    pub faces: Vec<(Name, RawFace)>,
    /// `log:` decisions whose choices are not logged.
    pub log: RawLog,
    /// `seats:` colours and signs of players.
    pub seats: Vec<(Name, RawSeatLook)>,
    /// `show:` items shown next to the prompts of decisions.
    pub show: Vec<(Name, Vec<Name>)>,
}

/// Colour and sign of a player: `{ colour: blue, sign: ● }`.
#[derive(Debug, Clone, Default)]
pub struct RawSeatLook {
    /// `colour:` of the player.
    pub colour: Option<Colour>,
    /// `sign:` one character.
    pub sign: Option<String>,
}

/// The key `log:` of a layout.
#[derive(Debug, Clone, Default)]
pub struct RawLog {
    /// True for `log: none`.
    pub is_none: bool,
    /// The decisions of `log: { DECISION: none }`.
    pub without: Vec<Name>,
}

impl RawLayout {
    pub fn computed(&self) -> impl Iterator<Item = &RawShown> {
        let spots = self.spots.iter().flat_map(|(_, list)| list);
        self.middle.iter().chain(&self.player).chain(spots).filter(|shown| shown.is.is_some())
    }
}

/// Fields that select the colour, and the colour of each word.
pub type Colours = (Vec<Name>, Vec<(Name, Colour)>);

/// A picture: `{ frame: banner, corners: [cost], colour: { by: suit, hearts: red } }`.
#[derive(Debug, Clone, Default)]
pub struct RawFace {
    /// `frame:` a shipped frame, or the path of an SVG file.
    pub frame: Option<String>,
    /// `back:` the path of an SVG file.
    pub back: Option<Name>,
    /// `icons:` fields shown as a row of icons.
    pub icons: Vec<Name>,
    /// `corners:` fields in the upper corners, at most two.
    pub corners: Vec<Name>,
    /// `line:` fields below the name.
    pub line: Vec<Name>,
    /// `foot:` fields at the bottom.
    pub foot: Vec<Name>,
    /// `art:` a path below the ruleset's folder, with the names in its braces.
    pub art: Option<(String, Vec<Name>)>,
    /// `colour:` of all cards of the kind, or of those without a coloured word.
    pub colour: Option<Colour>,
    /// `colour: { by: … }` fields, and colours of their words.
    pub colours: Option<Colours>,
}

/// An item of the table with its shape: `hand: list`.
#[derive(Debug, Clone)]
pub struct RawShown {
    /// Name of a zone, spot, variable, or computed value.
    pub name: Name,
    pub shape: Spanned<Shape>,
    /// `sorted:` fields by which the cards are sorted, in order of priority.
    pub sorted: Vec<Name>,
    /// `at:` area of the table, unless it is that of the list.
    pub area: Option<Spanned<TableArea>>,
    /// `is:` expression of a computed value, which `name` then defines.
    pub is: Option<Expr>,
}

#[derive(Debug, Clone)]
pub struct RawTexts {
    /// `en`, `fr` …, from the file's name.
    pub language: String,
    /// Pairs of dotted key (`cards.king.name`) and text, in source order.
    pub entries: Vec<(SharedText, RawText)>,
    /// Keys that may name the subject of the texts below them, such as `cards.king` or `enums.suit.red`. The
    /// location is that of the last word.
    pub keys: Vec<SharedText>,
    /// The file, for messages about the whole file.
    pub span: Span,
    /// The node from which the texts were read.
    pub node: Arc<Node>,
}

/// A text: the first alternative whose condition holds, otherwise the last.
#[derive(Debug, Clone)]
pub struct RawText {
    /// Alternatives with their conditions, in order.
    pub cases: Vec<(RawCase, SharedText)>,
    /// The alternative without a condition.
    pub last: SharedText,
    /// Words in braces with known locations; empty for a text changed by `rename`.
    pub words: Vec<Name>,
}

/// Condition for an alternative of a text.
#[derive(Debug, Clone)]
pub enum RawCase {
    /// `when:` over options and facts.
    When(Expr),
    /// `you:` the reader is the player in this fact.
    You(Name),
    /// `plural:` the number has this form in the language.
    Plural(Name, PluralForm),
}

impl RawText {
    pub fn all(&self) -> impl Iterator<Item = &SharedText> {
        self.cases.iter().map(|(_, text)| text).chain([&self.last])
    }

    /// Returns true for a placeholder whose text is still to be written.
    pub fn is_blank(&self) -> bool {
        self.all().all(|said| said.value.is_empty())
    }
}
