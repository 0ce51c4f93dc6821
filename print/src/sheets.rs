//! Sheets of nine cards to print and cut.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::card::{Deck, HEIGHT, WIDTH, mm};
use super::measure::FONTS;
use super::{plain, policy};

/// Paper format. All lengths are in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// Common name of the format, such as `a4`.
    pub name: &'static str,
    width: f64,
    height: f64,
}

impl Paper {
    /// 210 × 297 mm.
    pub const A4: Paper = Paper { name: "a4", width: 210.0, height: 297.0 };
    /// 8.5 × 11 inches.
    pub const LETTER: Paper = Paper { name: "letter", width: 215.9, height: 279.4 };

    /// Returns the size in CSS notation.
    pub(super) fn size(self) -> String {
        format!("{}mm {}mm", mm(self.width), mm(self.height))
    }

    fn left(self) -> f64 {
        (self.width - COLUMNS as f64 * WIDTH) / 2.0
    }

    fn top(self) -> f64 {
        (self.height - ROWS as f64 * HEIGHT) / 2.0
    }
}

const COLUMNS: usize = 3;
const ROWS: usize = 3;
const CARDS: usize = COLUMNS * ROWS;
/// Length of a cutting mark, and its distance from the cards.
const MARK: f64 = 4.0;
const GAP: f64 = 1.2;

/// Renders a page with all sheets, including all copies of each card.
///
/// With `backs`, each sheet is followed by one with the backs of its cards, mirrored for duplex printing
/// along the long edge.
pub fn sheets(title: &str, language: &str, decks: &[Deck], paper: Paper, backs: bool) -> String {
    let style = style(paper);
    let cards: Vec<(String, usize)> =
        decks.iter().enumerate().flat_map(|(d, deck)| places(d, deck)).collect();
    let markup = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(&style, None));
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (plain(title)) }
                style { (PreEscaped(&style)) }
            }
            body {
                (stock(decks, backs))
                @for cards in cards.chunks(CARDS) {
                    (sheet(paper, cards.iter().enumerate().map(|(n, (card, _))| (n, card.clone()))))
                    @if backs { (sheet(paper, cards.iter().enumerate().map(|(n, (_, deck))| (turned(n), format!("b{deck}"))))) }
                }
            }
        }
    };
    markup.into_string() + "\n"
}

/// Returns the drawing and the deck of each card, repeated for its copies.
fn places(d: usize, deck: &Deck) -> impl Iterator<Item = (String, usize)> {
    let cards = deck.cards.iter().enumerate();
    cards.flat_map(move |(n, (_, copies))| std::iter::repeat_n((format!("c{d}-{n}"), d), *copies as usize))
}

/// Returns the mirrored position for the back of a card.
fn turned(place: usize) -> usize {
    place / COLUMNS * COLUMNS + (COLUMNS - 1 - place % COLUMNS)
}

/// Renders each card and back once, as symbols for the sheets.
fn stock(decks: &[Deck], backs: bool) -> Markup {
    html! {
        svg.stock width="0" height="0" {
            @for (d, deck) in decks.iter().enumerate() {
                @for (n, (face, _)) in deck.cards.iter().enumerate() {
                    symbol id=(format!("c{d}-{n}")) viewBox="0 0 63 88" { (face.drawn().0) }
                }
                @if backs { symbol id=(format!("b{d}")) viewBox="0 0 63 88" { (deck.back.drawn()) } }
            }
        }
    }
}

fn sheet(paper: Paper, cards: impl Iterator<Item = (usize, String)>) -> Markup {
    let (left, top) = (paper.left(), paper.top());
    html! {
        section.sheet {
            // a referenced symbol inherits the font from its place of use
            svg viewBox=(format!("0 0 {} {}", mm(paper.width), mm(paper.height))) font-family=(FONTS) {
                (marks(paper))
                @for (place, card) in cards {
                    use href=(format!("#{card}")) x=(mm(left + (place % COLUMNS) as f64 * WIDTH))
                        y=(mm(top + (place / COLUMNS) as f64 * HEIGHT)) width=(mm(WIDTH)) height=(mm(HEIGHT)) {}
                }
            }
        }
    }
}

/// Renders the cutting marks.
fn marks(paper: Paper) -> Markup {
    let (left, top) = (paper.left(), paper.top());
    let (right, bottom) = (paper.width - left, paper.height - top);
    let upright = (0..=COLUMNS).map(|n| left + n as f64 * WIDTH);
    let level = (0..=ROWS).map(|n| top + n as f64 * HEIGHT);
    let upright = upright.map(|x| {
        let (above, below) = (top - GAP, bottom + GAP);
        format!("M{0} {1}v-{mark}M{0} {2}v{mark}", mm(x), mm(above), mm(below), mark = mm(MARK))
    });
    let level = level.map(|y| {
        let (before, after) = (left - GAP, right + GAP);
        format!("M{1} {0}h-{mark}M{2} {0}h{mark}", mm(y), mm(before), mm(after), mark = mm(MARK))
    });
    let path: String = upright.chain(level).collect();
    html! { path d=(path) stroke="#000000" stroke-width=".2" fill="none" {} }
}

fn style(paper: Paper) -> String {
    let (size, width) = (paper.size(), mm(paper.width));
    // slightly less than the paper, so that rounding never adds an empty page
    let less = mm(paper.height - 0.4);
    format!(
        "@page {{ size: {size}; margin: 0; }}
body {{ margin: 0; background: #d9dce0; }}
.stock {{ position: absolute; }}
.sheet {{ background: #ffffff; max-width: {width}mm; margin: 4mm auto; }}
.sheet svg {{ display: block; width: 100%; height: auto; }}
@media print {{
  body {{ background: none; }}
  .sheet {{ margin: 0; width: {width}mm; height: {less}mm; overflow: hidden; break-after: page; print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
  .sheet:last-child {{ break-after: auto; }}
}}
"
    )
}
