//! Layout of texts in terminal columns. Texts may be painted: escape sequences have no width.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthChar;

pub fn width(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// Cuts a text to a width, with an ellipsis. The text must not be painted.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

pub fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Wraps a text between words, and within words longer than a line. Keeps leading blanks; indents all lines
/// except the first.
pub fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let words = text.trim_start_matches(' ');
    let (lead, indent) = (&text[..text.len() - words.len()], " ".repeat(indent));
    let options = Options::new(columns)
        .initial_indent(lead)
        .subsequent_indent(&indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(words, options).into_iter().map(String::from).collect()
}
