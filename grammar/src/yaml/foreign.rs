//! Foreign content in YAML: merge markers, comments of other languages, confusable characters.
//!
//! It is blanked byte by byte in a copy of the text, so the rest is parsed at its original location.

use std::ops::Range;

use super::lines::Line;
use crate::codes::Code;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::span::{FileId, Span};
use crate::suggest::odd::odd;

/// Starts of the lines that `git merge` writes.
const MARKS: [&str; 3] = ["<<<<<<< ", "=======", ">>>>>>> "];

/// Starts of comments in other languages.
const COMMENTS: [&str; 2] = ["//", "/*"];

/// Returns false for texts with nothing foreign in them, which most are.
fn may_be_foreign(text: &str) -> bool {
    !text.is_ascii() || COMMENTS.iter().chain(&MARKS).any(|sign| text.contains(sign))
}

/// Removes foreign content near a parse error from a text, and returns diagnostics for it.
pub(super) fn without_foreign(file: FileId, text: &mut String, at: usize) -> Vec<Diagnostic> {
    if !may_be_foreign(text) {
        return Vec::new();
    }
    let merged = merges(file, text);
    if !merged.is_empty() {
        return merged;
    }
    let line = Line::at(text, at);
    let before = Line::all(text, 0..line.start).next_back();
    let near = [Some(line), before].into_iter().flatten();
    let near: Vec<(usize, String)> = near.map(|line| (line.start, line.text.to_owned())).collect();
    for (start, line) in near {
        let comment = comment(file, text, start, &line);
        if comment.is_some() {
            return comment.into_iter().collect();
        }
        let found = characters(file, text, start, &line);
        if found.is_some() {
            return found.into_iter().collect();
        }
    }
    Vec::new()
}

/// Replaces a part of a text by spaces, except line breaks.
fn blank(text: &mut String, part: Range<usize>) {
    let blanks: String =
        text[part.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(part, &blanks);
}

/// Reports unresolved merges, and removes their markers and second versions.
fn merges(file: FileId, text: &mut String) -> Vec<Diagnostic> {
    let [begin, middle, end] = MARKS;
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = line_with(text, from, begin) {
        let second = line_with(text, start, middle).or_else(|| line_with(text, start, end));
        let last = line_with(text, second.unwrap_or(start), end).unwrap_or(start);
        let first_end = start + Line::at(text, start).text.len();
        from = last + Line::at(text, last).text.len();
        let problem = Diagnostic::new(
            Code::YamlSyntax,
            Span::new(file, start, first_end),
            "a merge is not resolved here",
        );
        found.push(problem.help(
            "keep one of the two versions, and delete the lines with `<<<<<<<`, `=======` and `>>>>>>>`",
        ));
        blank(text, start..first_end);
        blank(text, second.unwrap_or(from).min(from)..from);
    }
    found
}

/// Returns the next line that starts with a marker.
fn line_with(text: &str, from: usize, mark: &str) -> Option<usize> {
    let lines = text.get(from..)?.split_inclusive('\n').scan(from, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    });
    let mut lines = lines.filter(|(at, _)| *at == 0 || text.as_bytes()[at - 1] == b'\n');
    lines.find(|(_, line)| line.starts_with(mark)).map(|(at, _)| at)
}

/// Returns the characters of a line that are outside quotes.
fn unquoted(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut open = None;
    let mut before = ' ';
    line.char_indices().filter(move |(_, c)| {
        let opens = matches!(c, '"' | '\'') && matches!(before, ' ' | '[' | '{' | ',' | '(');
        let inside = open.is_some();
        match open {
            Some(quote) if quote == *c => open = None,
            None if opens => open = Some(*c),
            Some(_) | None => {}
        }
        before = *c;
        !inside
    })
}

fn comment(file: FileId, text: &mut String, start: usize, line: &str) -> Option<Diagnostic> {
    let begins = |at: usize| at == 0 || line[..at].ends_with(' ');
    let is_comment = |at: usize| begins(at) && COMMENTS.iter().any(|sign| line[at..].starts_with(sign));
    let (at, _) = unquoted(line).find(|(at, _)| is_comment(*at))?;
    let sign = &line[at..at + 2];
    let span = Span::new(file, start + at, start + at + 2);
    blank(text, start + at..start + line.len());
    let problem = Diagnostic::new(Code::YamlSyntax, span, format!("`{sign}` begins no comment"));
    Some(problem.replace(span, "#", Applicability::Safe).help("a comment begins with `#`"))
}

/// Reports and replaces the odd characters of a line that are outside quotes and comments.
fn characters(file: FileId, text: &mut String, start: usize, line: &str) -> Option<Diagnostic> {
    let code = Line { start, text: line }.content().len() + line.len() - line.trim_start_matches(' ').len();
    let outside: Vec<usize> = unquoted(&line[..code.min(line.len())]).map(|(at, _)| at).collect();
    let all: Vec<_> = odd(line).filter(|odd| outside.contains(&odd.at)).collect();
    let first = all.first()?;
    let at = |range: Range<usize>| start + range.start..start + range.end;
    for odd in &all {
        // keeps the byte length, so all later offsets stay valid
        let meant = odd.meant().replace('\n', " ");
        let width = odd.written.len_utf8();
        let filled = format!("{meant:width$}");
        if filled.len() == width {
            text.replace_range(at(odd.range()), &filled);
        }
    }
    let span = |range: Range<usize>| Span::new(file, start + range.start, start + range.end);
    let message = format!("a character is {}", first.described());
    let mut problem =
        first.blamed(Diagnostic::new(Code::YamlSyntax, span(first.range()), message), span(first.range()));
    for other in &all[1..] {
        problem = problem.replace(span(other.range()), other.meant(), Applicability::Safe);
    }
    let meant = first.meant();
    Some(problem.help(match meant.trim() {
        "" => "it can't be seen in most editors: delete it, or write a plain space".to_owned(),
        meant => format!("write `{meant}`"),
    }))
}
