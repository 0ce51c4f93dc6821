//! Card frames: positions of name, corners, picture and text.

use ludex::rules::{CardFrame, Colour};
use maud::{Markup, html};

use super::card::{Align, BORDER, CardFace, Fitted, HEIGHT, WIDTH, around, lines, mm};
use super::ink::{INK, LARGE, SOFT, apart, hex, letters, on, rule, tint};
use super::measure::{LINE, Room, SetText, Weight, set, width};
use super::plain;

/// Distance between the edge of the card and its texts.
const MARGIN: f64 = 4.5;
/// Width of texts.
const INSIDE: f64 = WIDTH - 2.0 * MARGIN;
/// Smallest and largest font size of a text.
const SMALLEST: f64 = 1.5;
const LARGEST: f64 = 4.4;
/// Heights of a picture, with the minimum font size of the text below it. The first that fits is used,
/// otherwise the last.
const WITH_TEXT: [(f64, f64); 6] =
    [(46.0, 4.0), (40.0, 3.7), (34.0, 3.2), (28.0, 2.9), (22.0, 2.7), (16.0, 2.7)];
/// Maximum number of lines of a centred text.
const FEW: usize = 4;
/// Points per millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// Vertical position of the foot.
const FOOT: f64 = 82.2;
/// Height of the line below the name.
const LINE_HEIGHT: f64 = 4.4;
/// Height of a corner.
const CORNER: f64 = 9.5;

#[derive(Debug, Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Area {
    fn middle(self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// Renders a card and returns the result of fitting its text.
pub fn draw(face: &CardFace) -> (Markup, Fitted) {
    let body = match face.frame {
        CardFrame::Plain => plain_frame(face),
        CardFrame::Banner => banner(face),
        CardFrame::Split => split(face),
    };
    let markup = html! {
        rect width=(mm(WIDTH)) height=(mm(HEIGHT)) rx="3" fill="#ffffff" {}
        (body.markup)
        (foot(face))
        (border(face))
    };
    let fitted = Fitted {
        points: body.text.as_ref().map_or(LARGEST, |text| text.size) * POINTS,
        is_cut: body.text.is_some_and(|text| text.is_cut) || body.is_cut,
    };
    (markup, fitted)
}

/// Result of drawing a frame.
struct Drawn {
    markup: Markup,
    text: Option<SetText>,
    /// True if the name was truncated.
    is_cut: bool,
}

/// Renders the border above the content: in the colour of the owner, or of the card; thin if the frame is
/// plain.
fn border(face: &CardFace) -> Markup {
    let ring = "M3 0h57a3 3 0 0 1 3 3v82a3 3 0 0 1-3 3h-57a3 3 0 0 1-3-3v-82a3 3 0 0 1 3-3z\
                M3.5 1.5a2 2 0 0 0-2 2v81a2 2 0 0 0 2 2h56a2 2 0 0 0 2-2v-81a2 2 0 0 0-2-2z";
    match (face.frame, &face.owner) {
        (CardFrame::Plain, None) => html! {
            rect x="1.5" y="1.5" width="60" height="85" rx="2" fill="none" stroke=(rule(face.colour)) stroke-width=".7" {}
        },
        (CardFrame::Plain | CardFrame::Banner | CardFrame::Split, owner) => {
            let colour = owner.as_ref().map_or(face.colour, |(_, colour)| *colour);
            html! { path d=(ring) fill=(rule(colour)) fill-rule="evenodd" {} }
        }
    }
}

/// Renders the foot: fields on the left, the owner on the right.
fn foot(face: &CardFace) -> Markup {
    let place = |width| Room { width, height: 3.4, weight: Weight::Normal, sizes: (2.5, 1.4) };
    let owner = face.owner.as_ref().map(|(name, _)| set(&plain(name), place(16.0)));
    let room = if owner.is_some() { INSIDE - 17.0 } else { INSIDE };
    let fields = set(&plain(&face.foot), place(room));
    html! {
        (lines(&fields, (MARGIN, FOOT), Align::Start, SOFT))
        @if let Some(owner) = owner { (lines(&owner, (WIDTH - MARGIN, FOOT), Align::End, SOFT)) }
    }
}

/// Returns the lower end of the text: above the foot, if there is any.
fn bottom(face: &CardFace) -> f64 {
    if face.foot.is_empty() && face.owner.is_none() { HEIGHT - MARGIN } else { FOOT - 0.6 }
}

/// Renders the upper part in the colour of the card, down to a height; the border covers its edges.
fn band(to: f64, colour: Colour) -> Markup {
    let path = format!("M.8 3.4a2.6 2.6 0 0 1 2.6-2.6h56.2a2.6 2.6 0 0 1 2.6 2.6v{}h-61.4z", mm(to - 3.4));
    html! { path d=(path) fill=(hex(colour)) {} }
}

/// Renders a corner with its text: white, with a coloured outline, and as wide as necessary.
fn corner(text: &str, face: &CardFace, right: bool) -> (Markup, f64) {
    let text = plain(text);
    let natural = width(&text, 5.4, Weight::Bold) + 3.0;
    let wide = natural.clamp(CORNER, 17.0);
    let place = Room { width: wide - 2.0, height: CORNER - 1.0, weight: Weight::Bold, sizes: (5.4, 1.8) };
    let text = set(&text, place);
    let x = if right { WIDTH - 3.2 - wide } else { 3.2 };
    let markup = html! {
        rect x=(mm(x)) y="3.2" width=(mm(wide)) height=(mm(CORNER)) rx=(mm(CORNER / 2.0)) fill="#ffffff"
            stroke=(rule(face.colour)) stroke-width=".5" {}
        (around(&text, (x + wide / 2.0, 3.2 + CORNER / 2.0), Align::Middle, INK))
    };
    (markup, wide)
}

/// Renders both corners and returns the range between them.
fn corners(face: &CardFace, shown: &[String]) -> (Markup, (f64, f64)) {
    let drawn: Vec<(Markup, f64)> =
        shown.iter().take(2).enumerate().map(|(n, text)| corner(text, face, n == 1)).collect();
    let from = drawn.first().map_or(MARGIN, |(_, wide)| 3.2 + wide + 1.2);
    let to = drawn.get(1).map_or(WIDTH - MARGIN, |(_, wide)| WIDTH - 3.2 - wide - 1.2);
    (html! { @for (markup, _) in &drawn { (markup) } }, (from, to))
}

/// Sets the name on one line if it is large enough there, otherwise on two.
fn name(face: &CardFace, wide: f64) -> SetText {
    let name = plain(&face.name);
    let place = |height, sizes| Room { width: wide, height, weight: Weight::Bold, sizes };
    let one = set(&name, place(4.8 * LINE, (4.8, 3.4)));
    if one.lines.len() == 1 && !one.is_cut {
        return one;
    }
    set(&name, place(10.4, (3.9, 1.6)))
}

/// Renders the line below the name and returns its height.
fn line(face: &CardFace, top: f64) -> (Markup, f64) {
    if face.line.is_empty() {
        return (html! {}, 0.0);
    }
    let place = Room { width: INSIDE, height: 4.0, weight: Weight::Normal, sizes: (3.0, 1.6) };
    let text = set(&plain(&face.line), place);
    (lines(&text, (WIDTH / 2.0, top), Align::Middle, &letters(face.colour)), LINE_HEIGHT)
}

/// Renders the picture of the card, clipped to its area.
fn art(face: &CardFace, area: Area) -> Option<Markup> {
    let art = face.art.as_ref()?;
    // a nested SVG clips its content
    Some(html! {
        svg x=(mm(area.x)) y=(mm(area.y)) width=(mm(area.width)) height=(mm(area.height)) {
            image width=(mm(area.width)) height=(mm(area.height)) preserveAspectRatio="xMidYMid slice" href=(art.uri()) {}
        }
    })
}

/// Returns the short name if it is a single word.
fn sign(face: &CardFace) -> Option<&str> {
    Some(face.short.as_str()).filter(|short| !short.is_empty() && !short.contains(char::is_whitespace))
}

/// Renders the emblem of a card without a picture: the short name, the first corner, or the first letter.
fn emblem(face: &CardFace, (middle, wide, high): ((f64, f64), f64, f64), ink: &str) -> Markup {
    let corner = || face.corners.first().cloned();
    let first = || face.name.chars().find(|c| c.is_alphanumeric()).map(|c| c.to_uppercase().to_string());
    let text = sign(face).map(str::to_owned).or_else(corner).or_else(first).unwrap_or_default();
    let most = (high * 0.62).max(4.0);
    let place = Room { width: wide, height: most * LINE, weight: Weight::Bold, sizes: (most, 2.0) };
    around(&set(&plain(&text), place), middle, Align::Middle, ink)
}

/// Sets the text from `top` to the foot, with a maximum font size.
fn body(face: &CardFace, top: f64, largest: f64) -> Option<SetText> {
    let text = plain(&face.text);
    if text.trim().is_empty() {
        return None;
    }
    let height = bottom(face) - top;
    Some(set(&text, Room { width: INSIDE, height, weight: Weight::Normal, sizes: (largest, SMALLEST) }))
}

/// Sets the text below a picture and returns both the text and the chosen height of the picture.
fn beside(face: &CardFace, top: f64, heights: &[(f64, f64)]) -> (Option<SetText>, f64) {
    let at = |height: f64| body(face, if height > 0.0 { top + height + 1.6 } else { top }, LARGEST);
    let tried = heights.iter().map(|(height, least)| (at(*height), *height, *least));
    let large = |(text, _, least): &(Option<SetText>, f64, f64)| {
        text.as_ref().is_none_or(|text| text.size >= *least && !text.is_cut)
    };
    let found = tried.into_iter().find(large).map(|(text, height, _)| (text, height));
    let last = heights.last().map_or(0.0, |(height, _)| *height);
    found.unwrap_or_else(|| (at(last), last))
}

/// Renders the text of a card: a short one centred, a longer one left-aligned.
fn render_text(text: Option<&SetText>, top: f64) -> Markup {
    html! {
        @if let Some(text) = text {
            @if text.lines.len() <= FEW { (lines(text, (WIDTH / 2.0, top), Align::Middle, INK)) }
            @else { (lines(text, (MARGIN, top), Align::Start, INK)) }
        }
    }
}

/// Draws the plain frame: white, name and corners at the top, and a picture only if the card has one.
fn plain_frame(face: &CardFace) -> Drawn {
    let (corners, (from, to)) = corners(face, &face.corners);
    let name = name(face, to - from);
    let (line, line_height) = line(face, 14.6);
    let top = 15.2 + line_height;
    let heights: &[(f64, f64)] = if face.art.is_some() { &WITH_TEXT } else { &[(0.0, 0.0)] };
    let (text, height) = beside(face, top, heights);
    let area = Area { x: MARGIN, y: top, width: INSIDE, height };
    // a text alone is vertically centred
    let room = bottom(face) - top;
    let text_top = match (&text, height > 0.0) {
        (Some(text), false) => top + ((room - text.height()) / 2.0).clamp(0.0, 14.0),
        (Some(_) | None, _) => top + height + 1.6,
    };
    let bare = text.is_none() && face.art.is_none();
    let markup = html! {
        (corners)
        (around(&name, ((from + to) / 2.0, 8.0), Align::Middle, INK))
        (line)
        @if height > 0.0 { @if let Some(art) = art(face, area) { (art) } }
        @if bare { (emblem(face, ((WIDTH / 2.0, top + room / 2.0), 50.0, 40.0), &letters(face.colour))) }
        (render_text(text.as_ref(), text_top))
    };
    Drawn { markup, is_cut: name.is_cut, text }
}

/// Draws the banner frame: the name on a coloured band; below it a picture, or an emblem on a tinted area.
fn banner(face: &CardFace) -> Drawn {
    let (corners, (from, to)) = corners(face, &face.corners);
    let name = name(face, to - from);
    let (line, line_height) = line(face, 15.4);
    let top = 15.8 + line_height;
    let mut heights = WITH_TEXT.to_vec();
    if face.text.trim().is_empty() {
        heights = vec![(bottom(face) - top, 0.0)];
    } else if face.art.is_none() {
        heights.push((0.0, 0.0));
    }
    let (text, height) = beside(face, top, &heights);
    let area = Area { x: MARGIN, y: top, width: INSIDE, height };
    let markup = html! {
        (band(14.5, face.colour))
        (corners)
        (around(&name, ((from + to) / 2.0, 8.0), Align::Middle, on(face.colour)))
        (line)
        @if height > 0.0 { (panel(face, area)) }
        (render_text(text.as_ref(), top + if height > 0.0 { height + 1.6 } else { 0.0 }))
    };
    Drawn { markup, is_cut: name.is_cut, text }
}

/// Renders a picture, or a tinted area with the emblem.
fn panel(face: &CardFace, area: Area) -> Markup {
    art(face, area).unwrap_or_else(|| {
        let ground = tint(face.colour, 14);
        let ink = hex(apart(tint(face.colour, 60), ground, LARGE));
        html! {
            rect x=(mm(area.x)) y=(mm(area.y)) width=(mm(area.width)) height=(mm(area.height)) rx="1" fill=(hex(ground)) {}
            (emblem(face, (area.middle(), area.width - 4.0, area.height.min(42.0)), &ink))
        }
    })
}

/// Lower ends of the upper half of a split card, with the minimum font size of the text below it.
const HALVES: [(f64, f64); 5] = [(52.0, 4.0), (46.0, 3.7), (40.0, 3.2), (32.0, 2.8), (24.0, 0.0)];

/// Draws the split frame: the upper half is a picture, or coloured with an emblem; name and text are below.
fn split(face: &CardFace) -> Drawn {
    let name = name(face, INSIDE);
    let below = 2.8 + name.height() + if face.line.is_empty() { 0.0 } else { LINE_HEIGHT };
    let halves = HALVES.map(|(half, least)| (half + below - 1.6, least));
    let (text, height) = beside(face, 0.0, &halves);
    let half = height - below + 1.6;
    let (line, _) = line(face, half + 1.8 + name.height());
    let area = Area { x: BORDER, y: BORDER, width: WIDTH - 2.0 * BORDER, height: half - BORDER };
    let upper = match art(face, area) {
        Some(art) => html! { (art) (corners(face, &face.corners).0) },
        None => html! {
            (band(half, face.colour))
            (emblem(face, (area.middle(), 50.0, area.height), on(face.colour)))
            // the corner shown as the emblem is not repeated
            @if sign(face).is_some() { (corners(face, &face.corners).0) }
            @else if let Some(text) = face.corners.get(1) { (corner(text, face, true).0) }
        },
    };
    let markup = html! {
        (upper)
        (lines(&name, (WIDTH / 2.0, half + 1.2), Align::Middle, INK))
        (line)
        (render_text(text.as_ref(), half + below))
    };
    Drawn { markup, is_cut: name.is_cut, text }
}
