//! The elements, attributes and values that an untrusted drawing may contain.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::card::Picture;

/// Elements that are kept.
pub const ELEMENTS: [&str; 16] = [
    "circle",
    "clipPath",
    "defs",
    "ellipse",
    "g",
    "image",
    "line",
    "linearGradient",
    "path",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "text",
    "tspan",
];
/// Elements that are left out without a message.
pub const SILENT: [&str; 3] = ["title", "desc", "metadata"];
/// Attributes with numbers.
pub const NUMBERS: [&str; 31] = [
    "cx",
    "cy",
    "d",
    "dx",
    "dy",
    "fill-opacity",
    "font-size",
    "fx",
    "fy",
    "gradientTransform",
    "height",
    "letter-spacing",
    "offset",
    "opacity",
    "points",
    "r",
    "rx",
    "ry",
    "stop-opacity",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
];
/// Attributes with words and colours.
pub const WORDS: [&str; 18] = [
    "clip-path",
    "clip-rule",
    "clipPathUnits",
    "fill",
    "fill-rule",
    "font-family",
    "font-style",
    "font-weight",
    "gradientUnits",
    "id",
    "preserveAspectRatio",
    "spreadMethod",
    "stop-color",
    "stroke",
    "stroke-linecap",
    "stroke-linejoin",
    "text-anchor",
    "visibility",
];
pub const LAST_NUMBER: &str = "y2";
pub const HREF: &str = "href";

/// Largest number in a drawing.
pub const LARGEST: f64 = 100_000.0;
/// Maximum length of an attribute with numbers, and of other attributes, in bytes.
const LONGEST: (usize, usize) = (50_000, 300);

/// Suggests a replacement for an element.
pub fn instead(name: &str) -> &'static str {
    match name {
        "use" => ": unlink the clone in the editor",
        "style" => ": save styles as attributes",
        "filter" | "mask" | "pattern" => ": turn it into paths or a picture in the editor",
        _ => "",
    }
}

pub fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

/// Returns the reason why an attribute with numbers is refused.
pub fn wrong_numbers(value: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || ".,+-%()#".contains(c);
    if value.len() > LONGEST.0 {
        return Some(format!("has more than {} bytes", LONGEST.0));
    }
    if !value.chars().all(plain) {
        return Some("has a character that no number has".to_owned());
    }
    let numbers = value.split(|c: char| !(c.is_ascii_digit() || "eE.".contains(c)));
    let large = numbers.filter_map(|n| n.parse::<f64>().ok()).find(|n| *n > LARGEST)?;
    Some(format!("has the number {large:e}, and the largest is {LARGEST}"))
}

/// Returns the reason why an attribute with words is refused. A reference may lead to the file itself only.
pub fn wrong_word(value: &str) -> Option<String> {
    let plain = |c: char| c.is_alphanumeric() || " .,+-%()#'\"_".contains(c);
    if value.len() > LONGEST.1 {
        return Some(format!("has more than {} bytes", LONGEST.1));
    }
    let inside = value.split_once("url(").map(|(_, rest)| rest.split(')').next().unwrap_or_default());
    let is_own = inside.is_none_or(|id| id.strip_prefix('#').is_some_and(is_id));
    if !is_own || value.matches("url(").count() > 1 {
        return Some("leads out of the file: a frame loads nothing".to_owned());
    }
    (!value.chars().all(plain)).then(|| "has a character that is not allowed".to_owned())
}

/// Returns true for an embedded PNG or JPEG picture.
pub fn embedded(value: &str) -> bool {
    let data = ["data:image/png;base64,", "data:image/jpeg;base64,"]
        .iter()
        .find_map(|begin| value.strip_prefix(begin));
    let Some(data) = data.filter(|data| data.len() <= 6 << 20) else { return false };
    let data: String = data.split_ascii_whitespace().collect();
    STANDARD.decode(data).is_ok_and(|bytes| Picture::read(bytes).is_ok())
}
