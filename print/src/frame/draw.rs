//! Draws the parts of a frame with the contents of its boxes.

use std::fmt::Write as _;

use super::fit::{ART, ICONS, Look, holds};
use super::{Area, Frame, Ink, Part, Tone};
use crate::card::{Contents, mm};
use crate::fonts::Font;
use crate::ink::hex;
use crate::measure::{Align, FONTS, LINE, Line, SetText, width};
use crate::plain;
use crate::rich::{Span, Style};

/// Maximum number of lines of a text that is centred.
const FEW: usize = 4;
/// Space around an icon of the row, relative to its size.
const GAP: f64 = 0.15;

/// Names and values of the attributes of an element.
type Attributes<'a> = &'a [(&'static str, String)];

impl Look {
    /// Renders a complete SVG file: the finished card with its rounded corners, or a square one with a bleed.
    pub fn file(&self, contents: &Contents, bleed: f64) -> String {
        let (width, height) = self.size();
        let (width, height) = (width + 2.0 * bleed, height + 2.0 * bleed);
        let name = contents.texts.get("name").unwrap_or(&contents.id);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"{} {} {} {}\" font-family=\"{FONTS}\">\n<title>{}</title>\n",
            mm(width),
            mm(height),
            mm(-bleed),
            mm(-bleed),
            mm(width),
            mm(height),
            escaped(&plain(name))
        );
        if !self.fonts().is_empty() {
            let _ = writeln!(out, "<style>{}</style>", self.font_rules());
        }
        out.push_str(&self.drawing(contents, bleed));
        out + "</svg>\n"
    }

    /// Renders the drawing, in millimetres from the upper left corner of the finished card.
    pub fn drawing(&self, contents: &Contents, bleed: f64) -> String {
        let mut out = String::new();
        let ((width, height), corner) = (self.size(), mm(self.frame.corner));
        if bleed > 0.0 {
            out.push_str("<g>\n");
        } else {
            let _ = writeln!(
                out,
                "<clipPath id=\"{0}trim\"><rect width=\"{1}\" height=\"{2}\" rx=\"{corner}\"/></clipPath>\n<g clip-path=\"url(#{0}trim)\">",
                self.prefix,
                mm(width),
                mm(height)
            );
        }
        let (across, down) = self.scale();
        let unit = self.frame.unit;
        let moved = format!(
            "scale({} {}) translate({} {})",
            factor(unit * across),
            factor(unit * down),
            mm(-self.frame.origin.0),
            mm(-self.frame.origin.1)
        );
        let moved = Some(moved).filter(|moved| moved != "scale(1 1) translate(0 0)");
        let _ = write!(out, "<g color=\"{}\"", hex(contents.colour));
        moved.iter().for_each(|moved| attribute(&mut out, "transform", moved));
        self.frame.root.iter().for_each(|(name, value)| attribute(&mut out, name, value));
        out.push_str(">\n");
        let paint = |tone: Tone| tone.paint(contents.colour, contents.owner);
        Filling { look: self, contents: Some(contents), prefix: &self.prefix, paint: &paint }
            .parts(&self.frame.parts, &mut out);
        out + "</g>\n</g>\n"
    }
}

/// Formats a factor with at most four decimal places.
fn factor(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn attribute(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, " {name}=\"{}\"", escaped(value));
}

/// Escapes a text for content and attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The drawing of a card, or of an icon if there are no contents.
struct Filling<'a> {
    look: &'a Look,
    contents: Option<&'a Contents>,
    prefix: &'a str,
    paint: &'a dyn Fn(Tone) -> String,
}

impl Filling<'_> {
    fn parts(&self, parts: &[Part], out: &mut String) {
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(&escaped(text)),
                Part::Area(area) => {
                    self.contents.into_iter().for_each(|contents| self.area(area, contents, out));
                }
                Part::Element { tag, attributes, tones, when, parts } => {
                    let shown = self.contents.is_none_or(|contents| holds(when.as_ref(), contents));
                    if shown {
                        self.element((tag, attributes, tones), parts, out);
                    }
                }
            }
        }
    }

    fn element(
        &self,
        (tag, attributes, tones): (&str, Attributes<'_>, &[(&'static str, Tone)]),
        parts: &[Part],
        out: &mut String,
    ) {
        let _ = write!(out, "<{tag}");
        for (name, value) in attributes {
            let prefix = self.prefix;
            attribute(
                out,
                name,
                &match *name {
                    "id" => format!("{prefix}{value}"),
                    "href" if value.starts_with('#') => format!("#{prefix}{}", &value[1..]),
                    _ => value.replace("url(#", &format!("url(#{prefix}")),
                },
            );
        }
        tones.iter().for_each(|(name, tone)| attribute(out, name, &(self.paint)(*tone)));
        let end = if tag == "tspan" { "" } else { "\n" };
        if parts.is_empty() {
            let _ = write!(out, "/>{end}");
            return;
        }
        out.push_str(if matches!(tag, "text" | "tspan") { ">" } else { ">\n" });
        self.parts(parts, out);
        let _ = write!(out, "</{tag}>{end}");
    }

    fn area(&self, area: &Area, contents: &Contents, out: &mut String) {
        let (across, down) = self.look.scale();
        // inside, lengths are in millimetres, and letters are never stretched
        let (wide, high) = (area.unit * across, area.unit * down);
        let scale = format!("scale({} {})", factor(1.0 / wide), factor(1.0 / high));
        let scale = Some(scale).filter(|scale| scale != "scale(1 1)");
        let transform: Vec<&str> = area.transform.as_deref().into_iter().chain(scale.as_deref()).collect();
        if !transform.is_empty() {
            out.push_str("<g");
            attribute(out, "transform", &transform.join(" "));
            out.push_str(">\n");
        }
        let place = Place {
            x: area.x * wide,
            y: area.y * high,
            width: area.width * wide,
            height: area.height * high,
        };
        match area.name.as_str() {
            ART => self.art(area, place, contents, out),
            ICONS => self.row(area, place, contents, out),
            name => {
                if let Some(text) = contents.texts.get(name) {
                    self.text(area, place, &self.look.set(area, text), out);
                }
            }
        }
        out.push_str(if transform.is_empty() { "" } else { "</g>\n" });
    }

    fn ink(&self, area: &Area) -> String {
        match &area.ink {
            Ink::Tone(tone) => (self.paint)(*tone),
            Ink::Said(colour) => colour.clone(),
        }
    }

    fn art(&self, area: &Area, place: Place, contents: &Contents, out: &mut String) {
        let Some(art) = &contents.art else { return };
        let (width, height) = (mm(place.width), mm(place.height));
        let fit = if area.is_whole { "meet" } else { "slice" };
        // a nested SVG clips its content
        let _ = writeln!(
            out,
            "<svg x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"><image width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"xMidYMid {fit}\" href=\"{}\"/></svg>",
            mm(place.x),
            mm(place.y),
            art.uri()
        );
    }

    fn row(&self, area: &Area, place: Place, contents: &Contents, out: &mut String) {
        let icons: Vec<&Frame> = contents.icons.iter().filter_map(|name| self.look.icons.get(name)).collect();
        let count = icons.len().max(1) as f64;
        let size = place.height.min(place.width / (count * (1.0 + GAP)));
        let step = size * (1.0 + GAP);
        let from =
            place.x + area.align.unwrap_or(Align::Middle).before(place.width - count * step + size * GAP);
        let ink = self.ink(area);
        for (number, icon) in icons.into_iter().enumerate() {
            let at = (from + number as f64 * step, place.y + (place.height - size) / 2.0);
            self.icon(icon, at, size, &ink, out);
        }
    }

    /// Draws an icon in a square, in one colour unless it has its own.
    fn icon(&self, icon: &Frame, (x, y): (f64, f64), size: f64, ink: &str, out: &mut String) {
        let (width, height) = (icon.size.0 / icon.unit, icon.size.1 / icon.unit);
        let _ = write!(
            out,
            "<svg x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" viewBox=\"{3} {4} {5} {6}\"",
            mm(x),
            mm(y),
            mm(size),
            mm(icon.origin.0),
            mm(icon.origin.1),
            mm(width),
            mm(height)
        );
        attribute(out, "color", ink);
        icon.root.iter().for_each(|(name, value)| attribute(out, name, value));
        out.push_str(">\n");
        let paint = |_: Tone| ink.to_owned();
        Filling { contents: None, paint: &paint, ..*self }.parts(&icon.parts, out);
        out.push_str("</svg>\n");
    }

    fn text(&self, area: &Area, place: Place, text: &SetText, out: &mut String) {
        let is_list = text.lines.iter().any(|line| line.is_item);
        let usual = if text.lines.len() <= FEW && !is_list { Align::Middle } else { Align::Start };
        let letters = Letters {
            size: text.size,
            align: area.align.filter(|_| !is_list).unwrap_or(usual),
            font: self.look.font(area.family.as_ref()),
            family: area.family.as_deref(),
            ink: &self.ink(area),
        };
        let top = place.y + area.upright.before(place.height - text.height());
        for (number, line) in text.lines.iter().enumerate() {
            let base = top + (number as f64 * LINE + 0.95) * text.size;
            self.line(&letters, line, (place, base), out);
        }
    }

    fn line(&self, letters: &Letters<'_>, line: &Line, (place, base): (Place, f64), out: &mut String) {
        let size = letters.size;
        let (x, room) = (place.x + line.indent(size), place.width - line.indent(size));
        if line.has_bullet {
            let bullet = Span { style: Style::default(), text: "•".to_owned(), is_icon: false };
            letters.spans(&[bullet], (place.x, base), Align::Start, None, out);
        }
        if !line.spans.iter().any(|span| span.is_icon) {
            letters.spans(&line.spans, (x + letters.align.before(room), base), letters.align, None, out);
            return;
        }
        // next to icons, texts get the width that they are expected to have
        let wide = |span: &Span| width(span, size, letters.font, false);
        let mut x = x + letters.align.before(room - line.spans.iter().map(wide).sum::<f64>());
        for span in &line.spans {
            match (span.is_icon, self.look.icons.get(&span.text)) {
                (true, Some(icon)) => {
                    let at = (x + 0.075 * size, base - 0.82 * size);
                    self.icon(icon, at, size, letters.ink, out);
                }
                (true, None) => {}
                (false, _) => {
                    let inner = Span { text: span.text.trim().to_owned(), ..span.clone() };
                    let begin = span.text.len() - span.text.trim_start().len();
                    let blank = Span { text: span.text[..begin].to_owned(), ..span.clone() };
                    letters.spans(
                        std::slice::from_ref(&inner),
                        (x + wide(&blank), base),
                        Align::Start,
                        Some(wide(&inner)),
                        out,
                    );
                }
            }
            x += wide(span);
        }
    }
}

/// A rectangle in millimetres.
#[derive(Debug, Clone, Copy)]
struct Place {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Look of the lines of a text.
struct Letters<'a> {
    size: f64,
    align: Align,
    font: Option<&'a Font>,
    family: Option<&'a str>,
    ink: &'a str,
}

impl Letters<'_> {
    fn spans(
        &self,
        spans: &[Span],
        (x, base): (f64, f64),
        align: Align,
        length: Option<f64>,
        out: &mut String,
    ) {
        if spans.iter().all(|span| span.text.is_empty()) {
            return;
        }
        let _ = write!(out, "<text x=\"{}\" y=\"{}\" font-size=\"{}\"", mm(x), mm(base), mm(self.size));
        if let Some(family) = self.family {
            attribute(out, "font-family", &format!("'{family}', {FONTS}"));
        }
        align.word().iter().for_each(|word| attribute(out, "text-anchor", word));
        length.iter().for_each(|length| attribute(out, "textLength", &mm(*length)));
        if let [span] = spans {
            style(span.style, out);
            attribute(out, "fill", self.ink);
            let _ = writeln!(out, ">{}</text>", escaped(&span.text));
            return;
        }
        attribute(out, "fill", self.ink);
        // blanks between the parts count
        out.push_str(" xml:space=\"preserve\">");
        for span in spans {
            out.push_str("<tspan");
            style(span.style, out);
            let _ = write!(out, ">{}</tspan>", escaped(&span.text));
        }
        out.push_str("</text>\n");
    }
}

fn style(style: Style, out: &mut String) {
    if style.is_bold {
        attribute(out, "font-weight", "bold");
    }
    if style.is_italic {
        attribute(out, "font-style", "italic");
    }
}
