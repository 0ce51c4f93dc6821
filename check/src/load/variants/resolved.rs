//! Prints a ruleset with its overlays applied as YAML, with the origin of each line.

use std::fmt::Write;

use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::{self, Node, NodeKind};

/// Minimum column of the origins.
const ORIGIN_COLUMN: usize = 72;

/// Prints the sections and texts as YAML with the origin of each line. The result is a ruleset in one file.
pub fn print(sources: &Sources, files: &[(String, FileId)], overlays: &[FileId]) -> String {
    print_resolved(sources, files, &crate::load::resolved(sources, files, overlays))
}

/// Like `print`, for sections and texts that were read before.
pub(in crate::load) fn print_resolved(
    sources: &Sources,
    files: &[(String, FileId)],
    resolved: &crate::load::Resolved,
) -> String {
    let mut printer = Printer { sources, effects: true, out: String::new() };
    printer.line(0, "format: 1", format_span(sources, files));
    for (name, at, node) in &resolved.sections {
        printer.entry(0, name, begins(*at, node), node);
    }
    if let Some((_, at, node)) = resolved.texts.first() {
        printer.line(0, "text:", begins(*at, node));
    }
    printer.effects = false;
    for (language, at, node) in &resolved.texts {
        printer.entry(1, &quoted(language), begins(*at, node), node);
    }
    printer.out
}

/// Returns the start of a section: its key, or the first line after the comments in a file of its own.
fn begins(at: Span, node: &Node) -> Span {
    if at.end == 0 { node.span } else { at }
}

fn format_span(sources: &Sources, files: &[(String, FileId)]) -> Span {
    let main = files.iter().find(|(path, _)| path == "ruleset.yaml").map(|(_, file)| *file);
    let node = main.and_then(|file| yaml::parse(file, &sources.get(file).text, &mut Vec::new()));
    node.and_then(|node| node.get("format").map(|format| format.span)).unwrap_or_default()
}

struct Printer<'a> {
    sources: &'a Sources,
    /// True while texts of several lines are effects, where an origin is a comment.
    effects: bool,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str, span: Span) {
        let line = format!("{}{text}", "  ".repeat(depth));
        let place = self.sources.place(span);
        let place = place.rsplit_once(':').map_or(place.as_str(), |(line, _)| line);
        let _ = writeln!(self.out, "{line:<ORIGIN_COLUMN$}  # {place}");
    }

    fn entry(&mut self, depth: usize, key: &str, at: Span, node: &Node) {
        match &node.kind {
            NodeKind::Map(entries) if !entries.is_empty() => {
                self.line(depth, &format!("{key}:"), at);
                for (key, value) in entries {
                    self.entry(depth + 1, &quoted(&key.value), key.span, value);
                }
            }
            NodeKind::List(items) if items.iter().any(|i| matches!(i.kind, NodeKind::Map(_))) => {
                self.line(depth, &format!("{key}:"), at);
                for item in items {
                    self.line(depth + 1, &format!("- {}", flow(item)), item.span);
                }
            }
            NodeKind::Text(text) if self.effects && text.value.trim_end().contains('\n') => {
                self.line(depth, &format!("{key}: |"), at);
                for (offset, line) in lines_with_offsets(&text.value) {
                    // `#` begins a comment in an effect too
                    self.line(depth + 1, line, text.span(offset, offset + line.len()));
                }
            }
            NodeKind::Null => self.line(depth, &format!("{key}: ~"), at),
            NodeKind::Text(text) if !self.effects => {
                self.line(depth, &format!("{key}: {}", quoted(&text.value)), node.span);
            }
            NodeKind::Text(_)
            | NodeKind::Int(_)
            | NodeKind::Bool(_)
            | NodeKind::List(_)
            | NodeKind::Map(_) => self.line(depth, &format!("{key}: {}", flow(node)), node.span),
        }
    }
}

fn lines_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = offset;
        offset += line.len();
        (at, line.trim_end_matches('\n'))
    })
}

/// Prints a node on one line.
fn flow(node: &Node) -> String {
    match &node.kind {
        NodeKind::Null => "~".to_owned(),
        NodeKind::Bool(b) => b.to_string(),
        NodeKind::Int(n) => n.to_string(),
        NodeKind::Text(text) => quoted(text.value.trim_end_matches('\n')),
        NodeKind::List(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        NodeKind::Map(entries) => {
            let entries =
                entries.iter().map(|(key, value)| format!("{}: {}", quoted(&key.value), flow(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Prints a text as a scalar: plain if it reads back unchanged, otherwise in double quotes.
fn quoted(text: &str) -> String {
    let plain = text.chars().next().is_some_and(|c| c.is_ascii_alphabetic())
        && text.chars().all(|c| {
            c.is_alphanumeric()
                || matches!(c, ' ' | '_' | '.' | '(' | ')' | '+' | '*' | '<' | '>' | '=' | '-')
        })
        && !text.ends_with(' ')
        && !matches!(text, "true" | "false" | "null" | "yes" | "no");
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let number =
        unsigned.split_once('.').map_or(digits(unsigned), |(whole, part)| digits(whole) && digits(part));
    if plain || number { text.to_owned() } else { escaped(text) }
}

/// Prints a text in double quotes, on one line.
fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}
