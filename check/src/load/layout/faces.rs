//! The pictures of cards: `layout: { faces: … }`.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::yaml::{Node, NodeKind};

use crate::load::keys::{Form, KeyNames, RecordKeys, may, words as words_of};
use crate::load::names::shorten;
use crate::load::raw::{Colour, Colours, FRAMES, Name, RawFace};
use crate::load::reader::{MAX_ITEMS, Reader};

const FIELDS: Form = Form::OneOrMore(&Form::Name);

static FACE: RecordKeys = RecordKeys::new(
    "a face",
    &[
        may(
            "frame",
            Form::Either(&[Form::Word(|| words_of(FRAMES)), Form::Drawing]),
            "the frame of the card: a shipped one, or an SVG file of the ruleset",
        ),
        may("back", Form::Drawing, "the back of the cards: an SVG file of the ruleset"),
        may("corners", FIELDS, "fields in the upper corners: one, or two"),
        may("line", FIELDS, "fields below the name"),
        may("foot", FIELDS, "fields at the bottom"),
        may("icons", FIELDS, "fields shown as a row of icons"),
        may("art", Form::Picture, "the path of a picture below the ruleset's folder: `art/{id}.png`"),
        may(
            "colour",
            Form::Either(&[Form::Colour, Form::Map(KeyNames::Any, &FIELDS)]),
            "a colour, or colours by the words of a field: `{ by: suit, hearts: red, else: grey }`",
        ),
    ],
);

/// The form of the picture of a kind.
pub(super) const FACE_FORM: Form = Form::Record(&FACE);

/// Reserved keys in a map from words to colours.
const BY: &str = "by";
const ELSE: &str = "else";

/// Allowed extensions of picture files.
const PICTURES: &[&str] = &["png", "jpg", "jpeg"];
/// Allowed extension of frames and backs.
const DRAWINGS: &[&str] = &["svg"];

/// Maximum length of the path of a picture, in bytes.
const LONGEST_PATH: usize = 200;

/// Reads the picture of a kind.
pub(super) fn face(r: &mut Reader, node: &Node) -> RawFace {
    let record = r.record(node, node.span, &FACE);
    let frame = record.get("frame").and_then(|node| frame(r, node));
    let back = record.get("back").and_then(|node| drawing(r, node));
    let mut fields = |key: &str| record.get(key).map_or(Vec::new(), |node| words(r, node));
    let (mut corners, line, foot, icons) =
        (fields("corners"), fields("line"), fields("foot"), fields("icons"));
    if let Some(third) = corners.get(2) {
        r.error(Code::WrongShape, third.span, "a card has two upper corners");
        corners.truncate(2);
    }
    let mut face = RawFace { frame, back, corners, line, foot, icons, ..RawFace::default() };
    face.art = record.get("art").and_then(|node| art(r, node));
    if let Some(node) = record.get("colour") {
        match &node.kind {
            NodeKind::Map(_) => {
                face.colours = colours(r, node);
                face.colour = node.get(ELSE).and_then(|node| colour(r, node));
            }
            NodeKind::Null => {}
            NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) | NodeKind::List(_) => {
                face.colour = colour(r, node);
            }
        }
    }
    face
}

/// Reads one field, or a list of fields.
fn words(r: &mut Reader, node: &Node) -> Vec<Name> {
    let nodes = r.one_or_more(node, "the fields", MAX_ITEMS);
    let words = nodes.iter().filter_map(|node| r.word(node, "a field")).collect();
    r.distinct(words)
}

/// Reads colours by word: `{ by: suit, hearts: red, else: grey }`.
fn colours(r: &mut Reader, node: &Node) -> Option<Colours> {
    let Some(by) = node.get(BY) else {
        r.error(Code::MissingKey, node.span, "colours by word need `by`, the field with the word");
        return None;
    };
    let by = words(r, by);
    let mut colours = Vec::new();
    let is_word = |word: &Name| ![BY, ELSE].contains(&word.value.as_str());
    for (word, node) in r.named(node, "a word", MAX_ITEMS).iter().filter(|(word, _)| is_word(word)) {
        colours.extend(colour(r, node).map(|colour| (word.clone(), colour)));
    }
    Some((by, colours))
}

/// Reads a colour, such as `red` or `"#b3262e"`.
pub(super) fn colour(r: &mut Reader, node: &Node) -> Option<Colour> {
    let word = r.word(node, "a colour")?;
    let found = Colour::read(&word.value);
    if found.is_none() {
        let message = format!("expected a colour, found `{}`", shorten(&word.value));
        let names: Vec<&str> = Colour::NAMED.iter().map(|(name, _)| *name).collect();
        let problem = Diagnostic::new(Code::WrongShape, word.span, message);
        let near = ludex_grammar::suggest::closest(&word.value, names.iter().copied());
        r.report(match near {
            Some(_) => problem.suggest(&word.value, names),
            None => problem.help(format!("a colour is \"#rrggbb\" or one of {}", names.join(", "))),
        });
    }
    found
}

/// Reads a frame: the name of a shipped one, or the path of an SVG file.
fn frame(r: &mut Reader, node: &Node) -> Option<String> {
    match node.as_text().filter(|text| text.value.contains(['.', '/'])) {
        Some(_) => drawing(r, node).map(|path| path.value),
        None => r.keyword(node, "a frame", FRAMES).map(str::to_owned),
    }
}

/// Reads the path of an SVG file.
fn drawing(r: &mut Reader, node: &Node) -> Option<Name> {
    let text = r.scalar(node, "the path of an SVG file")?;
    let brace = text.value.contains('{').then(|| "it has no placeholders".to_owned());
    if let Some(why) = wrong_path(&text.value, DRAWINGS).or(brace) {
        let message = format!("`{}` is not a path of an SVG file: {why}", shorten(&text.value));
        let help = "a path is relative to the folder of the ruleset: `frames/ship.svg`";
        r.report(Diagnostic::new(Code::WrongShape, node.span, message).help(help));
        return None;
    }
    Some(Name::new(text.into_owned().value, node.span))
}

/// Reads the path of a picture, such as `art/{id}.png`, and the names in braces. The path must stay below the
/// ruleset's folder.
fn art(r: &mut Reader, node: &Node) -> Option<(String, Vec<Name>)> {
    let text = r.scalar(node, "the path of a picture")?;
    if let Some(why) = wrong_path(&text.value, PICTURES) {
        let message = format!("`{}` is not a path of a picture: {why}", shorten(&text.value));
        let help = "a path is relative to the folder of the ruleset: `art/{id}.png`";
        r.report(Diagnostic::new(Code::WrongShape, node.span, message).help(help));
        return None;
    }
    let opened = text.value.match_indices('{').map(|(at, _)| at + 1);
    let names = opened.filter_map(|from| {
        let to = from + text.value[from..].find('}')?;
        Some(Name::new(text.value[from..to].to_owned(), text.span(from, to)))
    });
    let names = names.collect();
    Some((text.into_owned().value, names))
}

/// Returns the reason why a path is invalid, if it is.
fn wrong_path(path: &str, endings: &[&str]) -> Option<String> {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let plain = |c: char| c.is_alphanumeric() || " /._-{}".contains(c);
    let odd = path.chars().find(|c| !plain(*c));
    if path.len() > LONGEST_PATH {
        Some(format!("it has more than {LONGEST_PATH} bytes"))
    } else if let Some(odd) = odd {
        Some(format!("it has the character {odd:?}"))
    } else if path.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        Some("no part of it is empty or begins with a point".to_owned())
    } else if path.matches('{').count() != path.matches('}').count() {
        Some("a brace is open".to_owned())
    } else if !endings.contains(&ending.as_str()) {
        let dotted: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
        let (last, others) = dotted.split_last()?;
        let before = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
        Some(format!("it ends with {before}{last}"))
    } else {
        None
    }
}
