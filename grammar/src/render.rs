//! Renders diagnostics in the style of rustc.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::{Source, Sources};
use crate::span::{FileId, Span};

/// Default and minimum width in columns.
const WIDTH: usize = 100;
const NARROWEST: usize = 40;

/// Style of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// True for ANSI colours.
    pub color: bool,
    /// Width of the terminal in columns. Longer source lines are trimmed around the marked part.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, width: WIDTH }
    }
}

/// Renders all diagnostics in order, separated by empty lines.
pub fn render(sources: &Sources, problems: &[Diagnostic], style: Style) -> String {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(style.width.max(NARROWEST));
    let mut out = String::new();
    for problem in problems {
        out.push_str(renderer.render(&[report(sources, problem)]).trim_end());
        out.push_str("\n\n");
    }
    out
}

fn report<'a>(sources: &'a Sources, problem: &'a Diagnostic) -> Group<'a> {
    let level = match problem.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(harmless(&problem.message)).id(problem.code.as_str());
    let mut group = title.elements(excerpts(sources, problem));
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(harmless(help)));
    }
    group
}

/// Replaces control characters other than line breaks, and marks of writing direction, in a text that may
/// quote a file. The renderer does this in source lines and titles, but not in labels and help texts.
fn harmless(text: &str) -> Cow<'_, str> {
    if text.contains(is_control) { text.chars().map(sign).collect::<String>().into() } else { text.into() }
}

fn is_control(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && c != '\n')
}

/// Returns the symbol for a control character (`␛`), as in the renderer, or the replacement character for a
/// mark of direction.
fn sign(c: char) -> char {
    match c {
        _ if !is_control(c) => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        _ => '\u{fffd}',
    }
}

/// Returns one excerpt per file: that of the primary label first, the others in order of occurrence.
fn excerpts<'a>(sources: &'a Sources, problem: &'a Diagnostic) -> Vec<Snippet<'a, Annotation<'a>>> {
    let mut files = vec![problem.primary.span.file];
    for label in &problem.others {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files.into_iter().filter_map(|file| excerpt(sources, file, problem)).collect()
}

fn excerpt<'a>(
    sources: &'a Sources,
    file: FileId,
    problem: &'a Diagnostic,
) -> Option<Snippet<'a, Annotation<'a>>> {
    let (_, source) = sources.iter().find(|(id, _)| *id == file)?;
    let primary = Some((AnnotationKind::Primary, &problem.primary));
    let others = problem.others.iter().map(|label| (AnnotationKind::Context, label));
    let labels: Vec<_> =
        primary.into_iter().chain(others).filter(|(_, label)| label.span.file == file).collect();
    let cut = window(&source.text, labels.iter().map(|(_, label)| label.span));
    let (line, _) = sources.line_col(Span::new(file, cut.start, cut.start));
    let annotations = labels.iter().map(|(kind, label)| annotation(source, &cut, *kind, label));
    let snippet =
        Snippet::source(&source.text[cut.clone()]).path(source.name.as_str()).line_start(line as usize);
    Some(snippet.annotations(annotations))
}

/// Returns the range of the lines that contain the spans. Avoids scanning a large file for each diagnostic.
fn window(text: &str, spans: impl Iterator<Item = Span>) -> Range<usize> {
    let ranges: Vec<Range<usize>> = spans.map(|span| bounds(text, span)).collect();
    let first = ranges.iter().map(|r| r.start).min().unwrap_or(0);
    let last = ranges.iter().map(|r| r.end).max().unwrap_or(0);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
    start..end
}

fn annotation<'a>(
    source: &Source,
    cut: &Range<usize>,
    kind: AnnotationKind,
    label: &'a Label,
) -> Annotation<'a> {
    let range = bounds(&source.text, label.span);
    let annotation = kind.span(range.start - cut.start..range.end - cut.start);
    match label.text.as_str() {
        "" => annotation,
        text => annotation.label(harmless(text)),
    }
}

/// Returns a span as a range of whole characters inside the text, without trailing line breaks. A span of
/// several lines is truncated after the first.
fn bounds(text: &str, span: Span) -> Range<usize> {
    let start = floor(text, span.start as usize);
    let end = ceil(text, span.end as usize).max(start);
    let marked = text[start..end].lines().next().unwrap_or("");
    let many = text[start..end].trim_end().contains('\n');
    let end = if many { start + marked.trim_end().len() } else { start + text[start..end].trim_end().len() };
    start..end
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

fn ceil(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(text.len())
}
