//! What people see, as written: the layout of the table and texts.

use std::sync::Arc;

use ludex_grammar::ast::Expr;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::Node;

use super::{CardFrame, Colour, Name, PluralForm, Said, Shape};

/// `layout: { heading: [round], middle: { stock: row }, player: { coins: value } }`
#[derive(Debug, Clone, Default)]
pub struct RawLayout {
    /// `heading:` phases and variables in the title line, if it says so.
    pub heading: Option<Vec<Name>>,
    /// `middle:` what lies before everybody.
    pub middle: Vec<RawShown>,
    /// `player:` what lies before each player.
    pub player: Vec<RawShown>,
    /// `spots:` what lies at each.
    pub spots: Vec<(Name, Vec<RawShown>)>,
    /// `cards:` the fields that stand on the cards of a kind.
    pub cards: Vec<(Name, Vec<Name>)>,
    /// `faces:` what the pictures of the cards of a kind look like.
    pub faces: Vec<(Name, RawFace)>,
    /// `log:` the decisions whose picks have no line of their own in the log.
    pub log: RawLog,
}

/// `log:` of a layout.
#[derive(Debug, Clone, Default)]
pub struct RawLog {
    /// True for `log: none`.
    pub is_none: bool,
    /// The decisions of `log: { DECISION: none }`.
    pub without: Vec<Name>,
}

impl RawLayout {
    /// All that is computed.
    pub fn computed(&self) -> impl Iterator<Item = &RawShown> {
        let spots = self.spots.iter().flat_map(|(_, list)| list);
        self.middle.iter().chain(&self.player).chain(spots).filter(|shown| shown.is.is_some())
    }
}

/// The fields whose words decide, and the colour of each word.
pub type Colours = (Vec<Name>, Vec<(Name, Colour)>);

/// `{ frame: banner, corners: [cost], colour: { by: suit, hearts: red } }`
#[derive(Debug, Clone, Default)]
pub struct RawFace {
    /// `frame:` absent: the usual one.
    pub frame: CardFrame,
    /// `corners:` fields in the upper corners, at most two.
    pub corners: Vec<Name>,
    /// `line:` fields below the name.
    pub line: Vec<Name>,
    /// `foot:` fields at the foot.
    pub foot: Vec<Name>,
    /// `art:` a path below the ruleset's folder, with what stands in braces.
    pub art: Option<(String, Vec<Name>)>,
    /// `colour:` of all cards of the kind, or of those without a word that has one.
    pub colour: Option<Colour>,
    /// `colour: { by: … }` fields, and colours of their words.
    pub colours: Option<Colours>,
}

/// `hand: list`
#[derive(Debug, Clone)]
pub struct RawShown {
    /// A zone, spot or variable, or what is computed.
    pub name: Name,
    /// How it is drawn.
    pub shape: Spanned<Shape>,
    /// `sorted:` fields by which its cards stand, the first one first.
    pub sorted: Vec<Name>,
    /// `is:` what is computed; the name is its own then.
    pub is: Option<Expr>,
}

/// One language.
#[derive(Debug, Clone)]
pub struct RawTexts {
    /// `en`, `fr` …, from the file's name.
    pub language: String,
    /// Dotted key (`cards.king.name`) and text, in the order written.
    pub entries: Vec<(Said, RawText)>,
    /// What may be the name of something the texts below it are about: `cards.king`, `enums.suit.red`; the place is that of
    /// the last word.
    pub keys: Vec<Said>,
    /// The file, for messages about it as a whole.
    pub span: Span,
    /// What they were read from.
    pub node: Arc<Node>,
}

/// What people read in one place: the first alternative whose condition over options holds, else the last.
#[derive(Debug, Clone)]
pub struct RawText {
    /// Alternatives with their conditions, in order.
    pub cases: Vec<(RawCase, Said)>,
    /// The one without a condition.
    pub last: Said,
    /// Words in braces, as far as it is known where they stand: not in a text with other names by `rename`.
    pub words: Vec<Name>,
}

/// When an alternative of a text is shown.
#[derive(Debug, Clone)]
pub enum RawCase {
    /// `when:` over options and facts.
    When(Expr),
    /// `you:` to whom this fact is.
    You(Name),
    /// `plural:` where the language has this form for the number.
    Plural(Name, PluralForm),
}

impl RawText {
    /// All that it may say.
    pub fn all(&self) -> impl Iterator<Item = &Said> {
        self.cases.iter().map(|(_, text)| text).chain([&self.last])
    }

    /// It is a place for a text that is still to be written.
    pub fn is_blank(&self) -> bool {
        self.all().all(|said| said.value.is_empty())
    }
}
