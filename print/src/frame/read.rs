//! Reads an untrusted SVG file. Elements and attributes that are not in the tables are left out or refused, so
//! the result can't run, load or follow anything.

use roxmltree::{Attribute, Document, Node, ParsingOptions};

use super::allowed::{
    ELEMENTS, HREF, LARGEST, LAST_NUMBER, NUMBERS, SILENT, WORDS, embedded, instead, is_id, wrong_numbers,
    wrong_word,
};
use super::{Area, Condition, Frame, Ink, Part, Refused, Shape, Tone};
use crate::measure::Align;

const MOST_NODES: u32 = 20_000;
const DEEPEST: usize = 32;
/// Smallest and largest side of a card in millimetres.
const SIDES: (f64, f64) = (20.0, 200.0);
/// Maximum number of messages about a file.
const MOST_REFUSED: usize = 10;
/// Maximum number of other shapes that are kept for suggestions.
const MOST_SHAPES: usize = 200;
/// Radius of the corners of a card in millimetres.
const CORNER: f64 = 3.0;
/// Millimetres per inch.
const INCH: f64 = 25.4;
/// Rectangle that is the finished card; by default, the whole page.
const TRIM: &str = "trim";
/// Rectangle that shows the designer where texts may be.
const SAFE: &str = "safe";

/// Properties by name: attributes, or the entries of `style`.
type Properties<'a> = Vec<(&'a str, &'a str)>;

pub fn read(text: &str, is_box: Option<&dyn Fn(&str) -> bool>) -> Result<Frame, Vec<Refused>> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        vec![Refused { line: error.pos().row, message: format!("is no readable SVG: {error}") }]
    })?;
    let mut reader = Reader {
        document: &document,
        is_box,
        refused: Vec::new(),
        boxes: Vec::new(),
        shapes: Vec::new(),
        families: Vec::new(),
        trim: [0.0; 4],
        margin: None,
    };
    let frame = reader.frame();
    match frame.filter(|_| reader.refused.is_empty()) {
        Some(frame) => {
            let Reader { boxes, shapes, families, .. } = reader;
            Ok(Frame { boxes, shapes, families, ..frame })
        }
        None => Err(reader.refused),
    }
}

struct Reader<'d> {
    document: &'d Document<'d>,
    is_box: Option<&'d dyn Fn(&str) -> bool>,
    refused: Vec<Refused>,
    boxes: Vec<String>,
    shapes: Vec<Shape>,
    families: Vec<String>,
    /// The finished card in units.
    trim: [f64; 4],
    /// Smallest distance of a text from the edge in millimetres.
    margin: Option<f64>,
}

impl<'d> Reader<'d> {
    fn refuse(&mut self, at: usize, message: impl Into<String>) {
        if self.refused.len() < MOST_REFUSED {
            self.refused.push(Refused { line: self.document.text_pos_at(at).row, message: message.into() });
        }
    }

    fn frame(&mut self) -> Option<Frame> {
        let root = self.document.root_element();
        let at = root.range().start;
        if root.tag_name().name() != "svg" {
            self.refuse(at, "the root element is not `svg`");
            return None;
        }
        let numbers =
            |text: &str| text.split([' ', ',']).filter_map(|n| n.parse().ok()).collect::<Vec<f64>>();
        let page = root.attribute("viewBox").map(numbers);
        let length = |name| root.attribute(name).and_then(millimetres);
        let (wide, high) = (length("width"), length("height"));
        let page = match page.as_deref() {
            Some([x, y, width, height]) if *width > 0.0 && *height > 0.0 => [*x, *y, *width, *height],
            Some(_) | None => [0.0, 0.0, wide.unwrap_or(0.0), high.unwrap_or(0.0)],
        };
        let unit = wide.map_or(INCH / 96.0, |wide| wide / page[2]);
        let trim = self.named(TRIM).and_then(rectangle).unwrap_or(page);
        let size = (trim[2] * unit, trim[3] * unit);
        let fits = |side: &f64| (SIDES.0..=SIDES.1).contains(side);
        if self.is_box.is_some() && ![size.0, size.1].iter().all(fits) {
            let message = format!(
                "the card is {:.0} × {:.0} mm: give `width` and `height` of `svg` in mm, each from 20 to 200",
                size.0, size.1
            );
            self.refuse(at, message);
            return None;
        }
        self.trim = trim;
        let corner = self.named(TRIM).and_then(|rect| number(rect, "rx")).map_or(CORNER, |rx| rx * unit);
        let properties = self.properties(root);
        let root_attributes = self.kept(root, &properties, &[]);
        let parts = self.parts(root, (1, unit));
        Some(Frame {
            size,
            safe: self.margin.unwrap_or(0.0),
            unit,
            origin: (trim[0], trim[1]),
            corner,
            root: root_attributes.into_iter().filter(|(name, _)| !is_geometry(name)).collect(),
            parts,
            boxes: Vec::new(),
            shapes: Vec::new(),
            families: Vec::new(),
        })
    }

    fn named(&self, id: &str) -> Option<Node<'d, 'd>> {
        self.document.descendants().find(|node| node.attribute("id") == Some(id))
    }

    fn parts(&mut self, node: Node<'d, 'd>, (depth, unit): (usize, f64)) -> Vec<Part> {
        let is_text = matches!(node.tag_name().name(), "text" | "tspan");
        let mut parts = Vec::new();
        for child in node.children() {
            if let Some(text) = child.text().filter(|_| child.is_text() && is_text) {
                parts.push(Part::Text(crate::plain(text).split_whitespace().collect::<Vec<_>>().join(" ")));
            } else if child.is_pi() {
                self.refuse(child.range().start, "processing instructions are not allowed");
            } else if child.is_element() {
                parts.extend(self.element(child, (depth, unit)));
            }
        }
        parts
    }

    fn element(&mut self, node: Node<'d, 'd>, (depth, unit): (usize, f64)) -> Option<Part> {
        let (at, name) = (node.range().start, node.tag_name().name());
        let own = node.tag_name().namespace().is_none_or(|space| space.ends_with("/2000/svg"));
        // editors keep their settings in elements of their own
        if !own || SILENT.contains(&name) || [TRIM, SAFE].contains(&node.attribute("id").unwrap_or_default())
        {
            return None;
        }
        let Some(tag) = ELEMENTS.iter().find(|known| **known == name) else {
            self.refuse(at, format!("`<{}>` is not allowed in a frame{}", crate::plain(name), instead(name)));
            return None;
        };
        if depth > DEEPEST {
            self.refuse(at, format!("elements are nested more than {DEEPEST} deep"));
            return None;
        }
        let properties = self.properties(node);
        if has(&properties, "display", "none") {
            return None;
        }
        let id = node.attribute("id").unwrap_or_default();
        let name = id.split('.').next().unwrap_or_default();
        if *tag == "rect" && self.is_box.is_some_and(|is_box| is_box(name)) {
            return self.area(node, name, &properties, unit);
        }
        if !id.is_empty() && self.shapes.len() < MOST_SHAPES {
            let line = self.document.text_pos_at(at).row;
            self.shapes.push(Shape { id: crate::plain(id), tag, line });
        }
        let tones = tones(&properties);
        let skipped: Vec<&str> = tones.iter().map(|(name, _)| *name).collect();
        let attributes = self.kept(node, &properties, &skipped);
        self.note_font(&properties);
        let scale = get(&properties, "transform").map_or(1.0, scale);
        let parts = self.parts(node, (depth + 1, unit * scale));
        Some(Part::Element {
            tag,
            attributes,
            tones,
            when: (*tag == "g").then(|| condition(name)).flatten(),
            parts,
        })
    }

    fn note_font(&mut self, properties: &Properties<'_>) {
        let family = get(properties, "font-family").and_then(first_family);
        if let Some(family) = family.filter(|family| !self.families.contains(family)) {
            self.families.push(family);
        }
    }

    /// Returns the attributes and the entries of `style`, which take precedence. Refuses event attributes and
    /// links.
    fn properties(&mut self, node: Node<'d, 'd>) -> Properties<'d> {
        let mut found: Properties<'d> = Vec::new();
        for attribute in node.attributes() {
            let name = attribute.name();
            if name.to_ascii_lowercase().starts_with("on") {
                self.refuse(
                    attribute.range().start,
                    format!("`{}` is not allowed: a frame runs nothing", crate::plain(name)),
                );
            } else if name == HREF {
                found.extend(self.href(node, &attribute).map(|value| (HREF, value)));
            } else if attribute.namespace().is_none() && name != "style" {
                found.push((name, attribute.value()));
            }
        }
        let style = node.attribute("style").unwrap_or_default();
        let entries = style.split(';').filter_map(|entry| entry.split_once(':'));
        for (name, value) in entries.map(|(name, value)| (name.trim(), value.trim())) {
            found.retain(|(known, _)| *known != name);
            found.push((name, value));
        }
        found
    }

    /// Returns a link if it leads to a gradient of the file, or is a picture in the file.
    fn href(&mut self, node: Node<'d, 'd>, attribute: &Attribute<'d, 'd>) -> Option<&'d str> {
        let value = attribute.value();
        let is_own = match node.tag_name().name() {
            "linearGradient" | "radialGradient" => value.strip_prefix('#').is_some_and(is_id),
            "image" => embedded(value),
            _ => false,
        };
        if !is_own {
            let message = "a link is not allowed: a frame loads nothing; a picture is embedded as PNG or JPEG of at most 4 MiB";
            self.refuse(attribute.range().start, message);
        }
        is_own.then_some(value)
    }

    /// Returns the properties in the tables, except those in `skipped`.
    fn kept(
        &mut self,
        node: Node<'d, 'd>,
        properties: &Properties<'d>,
        skipped: &[&str],
    ) -> Vec<(&'static str, String)> {
        let is_target = matches!(node.tag_name().name(), "linearGradient" | "radialGradient" | "clipPath");
        let mut kept = Vec::new();
        for (name, value) in properties.iter().filter(|(name, _)| !skipped.contains(name)) {
            let numbers = NUMBERS.iter().chain([&LAST_NUMBER]).find(|known| *known == name);
            let word = WORDS.iter().find(|known| *known == name && (is_target || **known != "id"));
            let wrong = match (numbers, word) {
                (Some(_), _) => wrong_numbers(value),
                (None, Some(_)) => wrong_word(value),
                (None, None) => None,
            };
            match (wrong, numbers.or(word)) {
                (Some(wrong), _) => self.refuse(node.range().start, format!("`{name}` {wrong}")),
                (None, Some(name)) => kept.push((*name, (*value).to_owned())),
                (None, None) if *name == HREF => kept.push((HREF, (*value).to_owned())),
                (None, None) => {}
            }
        }
        kept
    }

    fn area(
        &mut self,
        node: Node<'d, 'd>,
        name: &str,
        properties: &Properties<'d>,
        unit: f64,
    ) -> Option<Part> {
        let (at, transform) = (node.range().start, get(properties, "transform"));
        let unit = unit * transform.map_or(1.0, scale);
        let Some([x, y, width, height]) =
            rectangle(node).filter(|[.., w, h]| w * unit >= 1.0 && h * unit >= 1.0)
        else {
            self.refuse(at, format!("the box `{name}` is smaller than 1 mm"));
            return None;
        };
        if let Some(wrong) = transform.and_then(wrong_numbers) {
            self.refuse(at, format!("`transform` {wrong}"));
        }
        if !self.boxes.iter().any(|known| known == name) {
            self.boxes.push(name.to_owned());
        }
        self.note_font(properties);
        // a box that is moved by a group counts where it is written
        if name != "art" && node.ancestors().all(|node| !node.has_attribute("transform")) {
            let [left, top, wide, high] = self.trim;
            let sides = [x - left, y - top, left + wide - x - width, top + high - y - height];
            let least = sides.into_iter().fold(f64::MAX, f64::min) * unit;
            self.margin = Some(self.margin.map_or(least, |margin| margin.min(least)));
        }
        let fill =
            get(properties, "fill").filter(|fill| wrong_word(fill).is_none() && !fill.contains("url("));
        let tone = tones(properties).into_iter().find(|(name, _)| *name == "fill");
        let ink = match (tone, fill) {
            (Some((_, tone)), _) => Ink::Tone(tone),
            (None, Some(fill)) if fill != "none" => Ink::Said(fill.to_owned()),
            (None, Some(_) | None) => Ink::Said(crate::ink::INK.to_owned()),
        };
        let aligned = ["data-align", "text-align", "text-anchor"].iter().find_map(|key| get(properties, key));
        let upright = ["data-valign", "vertical-align", "dominant-baseline"]
            .iter()
            .find_map(|key| get(properties, key));
        let usual = if name == "text" { Align::Start } else { Align::Middle };
        let size =
            get(properties, "font-size").and_then(|size| size.trim_end_matches("px").parse::<f64>().ok());
        Some(Part::Area(Box::new(Area {
            name: name.to_owned(),
            x,
            y,
            width,
            height,
            unit,
            radius: number(node, "rx").unwrap_or(0.0) * unit,
            transform: transform.map(str::to_owned),
            align: aligned.and_then(Align::find).or((name != "text").then_some(Align::Middle)),
            upright: upright.and_then(Align::find).unwrap_or(usual),
            ink,
            family: get(properties, "font-family").and_then(first_family),
            is_bold: get(properties, "font-weight")
                .is_some_and(|w| w == "bold" || w.parse().is_ok_and(|w: u32| w >= 600)),
            is_italic: has(properties, "font-style", "italic"),
            most: size.map(|size| size * unit).filter(|size| *size > 0.0),
            is_whole: get(properties, "preserveAspectRatio").is_some_and(|fit| fit.contains("meet")),
        })))
    }
}

fn get<'a>(properties: &Properties<'a>, name: &str) -> Option<&'a str> {
    properties.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

fn has(properties: &Properties<'_>, name: &str, value: &str) -> bool {
    get(properties, name) == Some(value)
}

/// Reads a condition such as `with-cost` or `with-text-over-200`.
fn condition(id: &str) -> Option<Condition> {
    let (holds, rest) = match id.strip_prefix("without-") {
        Some(rest) => (false, rest),
        None => (true, id.strip_prefix("with-")?),
    };
    let over = rest.rsplit_once("-over-").and_then(|(name, over)| Some((name, over.parse().ok()?)));
    let (name, over) = over.unwrap_or((rest, 0));
    Some(Condition { holds, name: name.to_owned(), over })
}

/// Returns the fill and the stroke that follow the colour of the card.
fn tones(properties: &Properties<'_>) -> Vec<(&'static str, Tone)> {
    let of = |name: &'static str, data: &str| {
        let current = || has(properties, name, "currentColor").then_some(Tone::Colour);
        Some((name, get(properties, data).and_then(Tone::find).or_else(current)?))
    };
    [("fill", "data-fill"), ("stroke", "data-stroke"), ("stop-color", "data-stop")]
        .into_iter()
        .filter_map(|(name, data)| of(name, data))
        .collect()
}

fn is_geometry(name: &str) -> bool {
    ["x", "y", "width", "height", "transform", "preserveAspectRatio"].contains(&name)
}

fn rectangle(node: Node<'_, '_>) -> Option<[f64; 4]> {
    let at = |name| number(node, name);
    Some([at("x").unwrap_or(0.0), at("y").unwrap_or(0.0), at("width")?, at("height")?])
}

fn number(node: Node<'_, '_>, name: &str) -> Option<f64> {
    let value: f64 = node.attribute(name)?.trim().trim_end_matches("px").parse().ok()?;
    (value.abs() <= LARGEST).then_some(value)
}

/// Reads a length with a unit in millimetres.
fn millimetres(text: &str) -> Option<f64> {
    let end = text.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor = match unit {
        "mm" => 1.0,
        "cm" => 10.0,
        "in" => INCH,
        "pt" => INCH / 72.0,
        "" | "px" => INCH / 96.0,
        _ => return None,
    };
    number.trim().parse::<f64>().ok().map(|number| number * factor).filter(|length| *length > 0.0)
}

/// Returns the scale of a transformation: the square root of its change of area.
fn scale(transform: &str) -> f64 {
    let calls = transform.split(')').filter_map(|call| call.split_once('('));
    let factor = calls.map(|(name, inside)| {
        let n: Vec<f64> = inside.split([' ', ',']).filter_map(|n| n.parse().ok()).collect();
        match (name.trim().trim_start_matches(',').trim(), n.as_slice()) {
            ("scale", [x]) => x * x,
            ("scale", [x, y]) => x * y,
            ("matrix", [a, b, c, d, ..]) => a * d - b * c,
            _ => 1.0,
        }
    });
    factor.product::<f64>().abs().sqrt()
}

/// Returns the first family of a list of fonts.
fn first_family(fonts: &str) -> Option<String> {
    let first = fonts.split(',').next()?.trim().trim_matches(['\'', '"']);
    let is_plain = first.chars().all(|c| c.is_alphanumeric() || " -_".contains(c));
    (!first.is_empty() && is_plain).then(|| first.to_owned())
}
