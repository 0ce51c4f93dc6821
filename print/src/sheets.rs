//! Sheets of several cards to print and cut, and a gallery of all cards.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::card::{Deck, mm};
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
}

/// Smallest distance of a finished card from the edge of the paper, where printers at home leave a margin.
const EDGE: f64 = 4.0;
/// Length of a cutting mark, and its distance from the cards.
const MARK: f64 = 4.0;
const GAP: f64 = 1.2;
/// Distance of a mark between cards from the finished card.
const INNER_GAP: f64 = 0.6;

/// A page to print, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintPage {
    /// The drawing of the whole page.
    pub svg: String,
    /// Width and height of the page.
    pub size: (f64, f64),
    /// Width of the bleed around the finished card; 0 for a sheet.
    pub bleed: f64,
}

impl PrintPage {
    pub(super) fn of_card(svg: String, (width, height): (f64, f64), bleed: f64) -> PrintPage {
        PrintPage { svg, size: (width + 2.0 * bleed, height + 2.0 * bleed), bleed }
    }
}

/// The cards of some decks on sheets of paper.
#[derive(Debug, Clone, Copy)]
pub struct Sheets<'a> {
    /// Title of the page.
    pub title: &'a str,
    /// Language of the cards.
    pub language: &'a str,
    /// The decks, in their order.
    pub decks: &'a [Deck],
    /// Format of the paper.
    pub paper: Paper,
    /// True if each sheet is followed by one with the backs of its cards, mirrored for duplex printing along
    /// the long edge.
    pub backs: bool,
    /// Width of the bleed around each card; it shrinks if fewer cards would fit on a sheet.
    pub bleed: f64,
}

/// Positions of cards of one size on the paper.
#[derive(Debug, Clone, Copy)]
struct Grid {
    paper: Paper,
    size: (f64, f64),
    bleed: f64,
    columns: usize,
    rows: usize,
}

/// One side of a sheet: the symbols at its positions.
struct Side {
    grid: Grid,
    cards: Vec<(usize, String)>,
}

impl Grid {
    fn new(paper: Paper, size: (f64, f64), bleed: f64) -> Grid {
        let count = |whole: f64, part: f64| (((whole - 2.0 * EDGE) / part) as usize).max(1);
        let (columns, rows) = (count(paper.width, size.0), count(paper.height, size.1));
        let room = |whole: f64, part: f64, count: usize| {
            let gaps = (count - 1).max(1) as f64;
            ((whole - 2.0 * EDGE - count as f64 * part) / gaps / 2.0).max(0.0)
        };
        let most = room(paper.width, size.0, columns).min(room(paper.height, size.1, rows));
        Grid { paper, size, bleed: bleed.min(most), columns, rows }
    }

    /// Returns the upper left corner of the finished card at a position.
    fn at(&self, place: usize) -> (f64, f64) {
        let (wide, high) = (self.size.0 + 2.0 * self.bleed, self.size.1 + 2.0 * self.bleed);
        let left = (self.paper.width - self.columns as f64 * wide) / 2.0 + self.bleed;
        let top = (self.paper.height - self.rows as f64 * high) / 2.0 + self.bleed;
        (left + (place % self.columns) as f64 * wide, top + (place / self.columns) as f64 * high)
    }

    /// Returns the mirrored position for the back of a card.
    fn turned(&self, place: usize) -> usize {
        place / self.columns * self.columns + (self.columns - 1 - place % self.columns)
    }

    /// Draws the cutting marks: around the sheet, or between cards with a bleed.
    fn marks(&self) -> Markup {
        let (outer, inner) = if self.bleed > INNER_GAP { (INNER_GAP, self.bleed) } else { (GAP, GAP + MARK) };
        let mut path = String::new();
        let mut line = |x: f64, y: f64, across: f64, down: f64| {
            path.push_str(&format!("M{} {}l{} {}", mm(x), mm(y), mm(across), mm(down)));
        };
        let length = inner - outer;
        for place in 0..self.columns * self.rows {
            let ((left, top), (width, height)) = (self.at(place), self.size);
            let (column, row) = (place % self.columns, place / self.columns);
            for x in [left, left + width] {
                if self.bleed > INNER_GAP || row == 0 {
                    line(x, top - outer, 0.0, -length);
                }
                if self.bleed > INNER_GAP || row + 1 == self.rows {
                    line(x, top + height + outer, 0.0, length);
                }
            }
            for y in [top, top + height] {
                if self.bleed > INNER_GAP || column == 0 {
                    line(left - outer, y, -length, 0.0);
                }
                if self.bleed > INNER_GAP || column + 1 == self.columns {
                    line(left + width + outer, y, length, 0.0);
                }
            }
        }
        html! { path d=(path) stroke="#000000" stroke-width=".2" fill="none" {} }
    }
}

impl Sheets<'_> {
    /// Renders a page for browsers with all sheets, including all copies of each card.
    pub fn html(&self) -> String {
        let style = self.style();
        let markup = html! {
            (DOCTYPE)
            html lang=(self.language) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy(&style, None));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (plain(self.title)) }
                    style { (PreEscaped(&style)) }
                }
                body {
                    svg.stock width="0" height="0" { (self.symbols(|_| true)) }
                    @for side in self.sides() { section.sheet { (self.sheet(&side, None)) } }
                }
            }
        };
        markup.into_string() + "\n"
    }

    /// Draws each side of each sheet as a page of its own.
    pub fn pages(&self) -> Vec<PrintPage> {
        let page = |side: Side| PrintPage {
            svg: self
                .sheet(&side, Some(self.symbols(|id| side.cards.iter().any(|(_, used)| used == id))))
                .into_string(),
            size: (self.paper.width, self.paper.height),
            bleed: 0.0,
        };
        self.sides().into_iter().map(page).collect()
    }

    /// Returns the sides in the order of printing. A sheet holds cards of one size.
    fn sides(&self) -> Vec<Side> {
        let mut cards: Vec<(String, usize)> = Vec::new();
        for (d, deck) in self.decks.iter().enumerate() {
            let copies = deck.cards.iter().enumerate();
            cards.extend(copies.flat_map(|(n, (_, copies))| {
                std::iter::repeat_n((format!("c{d}-{n}"), d), *copies as usize)
            }));
        }
        let size = |d: usize| self.decks[d].look.size();
        let runs = cards.chunk_by(|(_, one), (_, other)| size(*one) == size(*other));
        let mut sides = Vec::new();
        for run in runs {
            let grid = Grid::new(self.paper, size(run[0].1), self.bleed);
            for cards in run.chunks(grid.columns * grid.rows) {
                let fronts = cards.iter().enumerate().map(|(n, (card, _))| (n, card.clone()));
                sides.push(Side { grid, cards: fronts.collect() });
                if self.backs {
                    let backs =
                        cards.iter().enumerate().map(|(n, (_, deck))| (grid.turned(n), format!("b{deck}")));
                    sides.push(Side { grid, cards: backs.collect() });
                }
            }
        }
        sides
    }

    /// Renders cards and backs once each, as symbols.
    fn symbols(&self, is_used: impl Fn(&str) -> bool) -> Markup {
        let mut drawn = String::new();
        for (d, deck) in self.decks.iter().enumerate() {
            let bleed = Grid::new(self.paper, deck.look.size(), self.bleed).bleed;
            let (width, height) = deck.look.size();
            let page = [-bleed, -bleed, width + 2.0 * bleed, height + 2.0 * bleed].map(mm).join(" ");
            let mut symbol = |id: String, drawing: &dyn Fn() -> String| {
                if is_used(&id) {
                    drawn.push_str(&format!(
                        "<symbol id=\"{id}\" viewBox=\"{page}\">\n{}</symbol>\n",
                        drawing()
                    ));
                }
            };
            for (n, (face, _)) in deck.cards.iter().enumerate() {
                symbol(format!("c{d}-{n}"), &|| deck.look.drawing(&face.contents(), bleed));
            }
            if self.backs {
                symbol(format!("b{d}"), &|| deck.back_look.drawing(&deck.back.contents(), bleed));
            }
        }
        PreEscaped(drawn)
    }

    fn sheet(&self, side: &Side, symbols: Option<Markup>) -> Markup {
        let grid = &side.grid;
        let (wide, high) = (grid.size.0 + 2.0 * grid.bleed, grid.size.1 + 2.0 * grid.bleed);
        let at = |place: usize| {
            let (x, y) = grid.at(place);
            (mm(x - grid.bleed), mm(y - grid.bleed))
        };
        let page = format!("0 0 {} {}", mm(self.paper.width), mm(self.paper.height));
        html! {
            // a referenced symbol inherits the font from its place of use
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(page) font-family=(FONTS) {
                @if let Some(symbols) = symbols { (symbols) }
                @if grid.bleed <= INNER_GAP { (grid.marks()) }
                @for (place, card) in &side.cards {
                    use href=(format!("#{card}")) x=(at(*place).0) y=(at(*place).1) width=(mm(wide)) height=(mm(high)) {}
                }
                @if grid.bleed > INNER_GAP { (grid.marks()) }
            }
        }
    }

    fn style(&self) -> String {
        let (size, width) = (self.paper.size(), mm(self.paper.width));
        // slightly less than the paper, so that rounding never adds an empty page
        let less = mm(self.paper.height - 0.4);
        let fonts = font_rules(self.decks);
        format!(
            "{fonts}@page {{ size: {size}; margin: 0; }}
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
}

/// Returns the rules of all fonts, each once.
fn font_rules(decks: &[Deck]) -> String {
    let mut rules: Vec<String> = decks.iter().map(|deck| deck.look.font_rules()).collect();
    rules.sort_unstable();
    rules.dedup();
    rules.concat()
}

const GALLERY: &str = "body { margin: 2rem; font-family: system-ui, sans-serif; background: #eceef1; color: #1c1e21; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1.5rem; padding: 0; list-style: none; }
li > svg { width: 100%; height: auto; filter: drop-shadow(0 1px 3px #0006); }
";

/// Renders a page with the front of each card and the back of each deck.
pub fn gallery(title: &str, language: &str, decks: &[Deck]) -> String {
    let style = format!("{}{GALLERY}", font_rules(decks));
    let fronts = |deck: &Deck| deck.cards.iter().map(|(face, _)| deck.front(face, 0.0)).collect::<Vec<_>>();
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
                h1 { (plain(title)) }
                @for deck in decks {
                    h2 { (plain(&deck.back.name)) }
                    ul {
                        @for front in fronts(deck) { li { (PreEscaped(front)) } }
                        li { (PreEscaped(deck.reverse(0.0))) }
                    }
                }
            }
        }
    };
    markup.into_string() + "\n"
}
