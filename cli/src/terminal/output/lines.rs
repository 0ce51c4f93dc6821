//! Texts in columns of the terminal. They may be painted: escape sequences take no column.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthChar;

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// The text, cut to so many columns with an ellipsis; it must not be painted yet.
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

/// The text followed by blanks up to so many columns.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Blanks and then the text, so that it ends at so many columns.
pub fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Breaks a text between words, and a word that is longer than a line; leading blanks stay, all lines but the first are
/// indented.
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
