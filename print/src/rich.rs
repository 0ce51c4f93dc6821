//! Texts of cards with bold, italic, line breaks, lists and icons.
//!
//! `**bold**` and `*italic*` are written as in Markdown; a line that begins with `- ` is an item of a list, and
//! `{icon:sword}` an icon.

use ludex::rules::ICON;

/// Look of a part of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    pub is_bold: bool,
    pub is_italic: bool,
}

/// A part of a text in one style, or an icon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub style: Style,
    /// The text, or the name of the icon.
    pub text: String,
    pub is_icon: bool,
}

/// A line as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paragraph {
    pub is_item: bool,
    pub spans: Vec<Span>,
}

const ITEM: &str = "- ";

/// Reads a text; empty lines are left out.
pub fn paragraphs(text: &str, style: Style) -> Vec<Paragraph> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let read = |line: &str| match line.strip_prefix(ITEM) {
        Some(item) => Paragraph { is_item: true, spans: spans(item, style) },
        None => Paragraph { is_item: false, spans: spans(line, style) },
    };
    lines.map(read).collect()
}

/// Returns a text without marks, with the names of its icons.
pub fn unmarked(text: &str) -> String {
    let line =
        |line: &str| spans(line, Style::default()).into_iter().map(|span| span.text).collect::<String>();
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the names of the icons in a text.
pub fn icons(text: &str) -> Vec<String> {
    let spans = text.lines().flat_map(|line| spans(line, Style::default()));
    spans.filter(|span| span.is_icon).map(|span| span.text).collect()
}

fn spans(line: &str, base: Style) -> Vec<Span> {
    let (mut found, mut rest, mut style) = (Vec::new(), line, Style::default());
    let with = |style: Style| Style {
        is_bold: base.is_bold || style.is_bold,
        is_italic: base.is_italic || style.is_italic,
    };
    let mut text = String::new();
    while let Some(at) = rest.find(['*', '{']) {
        text.push_str(&rest[..at]);
        let before = line[..line.len() - rest.len() + at].chars().next_back();
        rest = &rest[at..];
        if let Some((name, tail)) = icon(rest) {
            end(&mut text, with(style), &mut found);
            found.push(Span { style: with(style), text: name.to_owned(), is_icon: true });
            rest = tail;
            continue;
        }
        let mark = if rest.starts_with("**") { "**" } else { &rest[..1] };
        let is_open = if mark == "**" { style.is_bold } else { style.is_italic };
        let tail = &rest[mark.len()..];
        if mark == "{" || !turns(mark, is_open, before, tail) {
            text.push_str(mark);
        } else {
            end(&mut text, with(style), &mut found);
            let turned = if mark == "**" { &mut style.is_bold } else { &mut style.is_italic };
            *turned = !*turned;
        }
        rest = tail;
    }
    text.push_str(rest);
    end(&mut text, with(style), &mut found);
    found
}

fn end(text: &mut String, style: Style, found: &mut Vec<Span>) {
    if !text.is_empty() {
        found.push(Span { style, text: std::mem::take(text), is_icon: false });
    }
}

fn icon(rest: &str) -> Option<(&str, &str)> {
    let (name, tail) = rest.strip_prefix('{')?.strip_prefix(ICON)?.split_once('}')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, tail))
}

/// Returns true if a mark begins or ends a style: it touches the words inside, is not within a word (`2*3`), and
/// has a counterpart.
fn turns(mark: &str, is_open: bool, before: Option<char>, tail: &str) -> bool {
    if is_open {
        return before.is_some_and(|c| !c.is_whitespace());
    }
    let is_free = before.is_none_or(|c| !c.is_alphanumeric());
    is_free && tail.starts_with(|c: char| !c.is_whitespace() && c != '*') && tail.contains(mark)
}
