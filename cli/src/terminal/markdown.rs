//! Markdown in a terminal: refills paragraphs, indents lists, and turns wide tables into lists.

use std::io;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::output::{BOLD, CYAN, Out, clean, pad, width};

const GAP: &str = "  ";
const CODE_INDENT: usize = 4;

pub fn print(page: &str, out: &mut Out) -> io::Result<()> {
    let mut printer = Printer::new(out);
    Parser::new_ext(page, Options::ENABLE_TABLES).try_for_each(|event| printer.event(event))?;
    printer.end_text()
}

/// The state between two events of the parser.
struct Printer<'o> {
    out: &'o mut Out,
    /// Text of the current block.
    text: String,
    /// List marker before the next block.
    marker: String,
    indent: usize,
    /// For each open list: the number of the next item, if it is numbered.
    lists: Vec<Option<u64>>,
    /// Widths of the markers of the open items.
    markers: Vec<usize>,
    /// Addresses of the open links.
    links: Vec<String>,
    rows: Vec<Vec<String>>,
    cells: Vec<String>,
    /// True inside a code block.
    is_code: bool,
    /// True inside bold text, where code has no style of its own.
    is_bold: bool,
    /// True before the first block.
    is_first: bool,
}

#[allow(clippy::wildcard_enum_match_arm, reason = "events of the parser that need no output are ignored")]
impl<'o> Printer<'o> {
    fn new(out: &'o mut Out) -> Self {
        Self {
            out,
            text: String::new(),
            marker: String::new(),
            indent: 0,
            lists: Vec::new(),
            markers: Vec::new(),
            links: Vec::new(),
            rows: Vec::new(),
            cells: Vec::new(),
            is_code: false,
            is_bold: false,
            is_first: true,
        }
    }

    fn event(&mut self, event: Event<'_>) -> io::Result<()> {
        match event {
            Event::Start(tag) => return self.start(tag),
            Event::End(tag) => return self.end(tag),
            Event::Rule => {
                self.begin_block()?;
                self.text = "-".repeat(self.out.width.min(20));
                return self.end_text();
            }
            Event::Text(text) => self.inline(&text),
            Event::Code(code) if self.out.color && !self.is_bold => {
                self.text += &self.out.paint(CYAN, &clean(&code));
            }
            Event::Code(code) => self.inline(&format!("`{code}`")),
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            Event::InlineHtml(tag) if !tag.starts_with("<a ") && &*tag != "</a>" => self.inline(&tag),
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, tag: Tag<'_>) -> io::Result<()> {
        match tag {
            Tag::Heading { level, .. } => {
                self.begin_block()?;
                self.bold(true);
                self.text += &format!("{} ", "#".repeat(level as usize));
            }
            Tag::Paragraph | Tag::Table(_) => self.begin_block()?,
            Tag::CodeBlock(_) => {
                self.begin_block()?;
                self.is_code = true;
            }
            Tag::List(first) => {
                self.end_text()?;
                if self.lists.is_empty() {
                    self.begin_block()?;
                }
                self.lists.push(first);
            }
            Tag::Item => self.begin_item()?,
            Tag::BlockQuote(_) => self.indent += GAP.len(),
            Tag::Strong => self.bold(true),
            Tag::Link { dest_url, .. } => self.links.push(dest_url.to_string()),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, tag: TagEnd) -> io::Result<()> {
        match tag {
            TagEnd::Heading(_) => {
                self.bold(false);
                self.end_text()?;
            }
            TagEnd::Paragraph => self.end_text()?,
            TagEnd::CodeBlock => self.end_code()?,
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Item => {
                self.end_text()?;
                self.indent -= self.markers.pop().unwrap_or(0);
            }
            TagEnd::BlockQuote(_) => self.indent -= GAP.len(),
            TagEnd::Strong => self.bold(false),
            TagEnd::Link => {
                let address = self.links.pop().filter(|address| address.starts_with("http"));
                self.text.extend(address.map(|address| format!(" ({})", clean(&address))));
            }
            TagEnd::TableCell => self.cells.push(std::mem::take(&mut self.text)),
            TagEnd::TableHead | TagEnd::TableRow => self.rows.push(std::mem::take(&mut self.cells)),
            TagEnd::Table => table(&std::mem::take(&mut self.rows), self.out)?,
            _ => {}
        }
        Ok(())
    }

    fn inline(&mut self, text: &str) {
        let lines: Vec<_> = text.lines().map(clean).collect();
        // an item such as `a. text` has a line of its own
        if !self.is_code && is_lettered(text) && self.text.ends_with(' ') {
            self.text.pop();
            self.text.push('\n');
        }
        self.text += &lines.join("\n");
        if text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn bold(&mut self, is_bold: bool) {
        self.is_bold = is_bold;
        if self.out.color {
            self.text += &if is_bold { format!("{BOLD}") } else { format!("{BOLD:#}") };
        }
    }

    /// Prints an empty line between blocks.
    fn begin_block(&mut self) -> io::Result<()> {
        self.end_text()?;
        let is_first = std::mem::replace(&mut self.is_first, false);
        if is_first || !self.marker.is_empty() { Ok(()) } else { self.out.line("") }
    }

    fn begin_item(&mut self) -> io::Result<()> {
        self.end_text()?;
        self.marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            Some(None) | None => "- ".to_owned(),
        };
        self.markers.push(self.marker.len());
        self.indent += self.marker.len();
        Ok(())
    }

    /// Prints the text of the current block.
    fn end_text(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return Ok(());
        }
        for line in text.lines() {
            let marker = std::mem::take(&mut self.marker);
            let lead = " ".repeat(self.indent - marker.len());
            let hang = if is_lettered(line) { 3 } else { 0 };
            self.out.wrapped(&format!("{lead}{marker}{line}"), self.indent + hang)?;
        }
        Ok(())
    }

    /// Prints a code block, without line wrapping.
    fn end_code(&mut self) -> io::Result<()> {
        self.is_code = false;
        let lead = " ".repeat(self.indent + CODE_INDENT);
        let text = std::mem::take(&mut self.text);
        text.lines().try_for_each(|line| self.out.line(format!("{lead}{line}").trim_end()))
    }
}

/// Returns true for an item that Markdown has no list for: `a. text`.
fn is_lettered(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_lowercase()) && chars.as_str().starts_with(". ")
}

/// Prints a table in columns if it fits, or as a list.
fn table(rows: &[Vec<String>], out: &mut Out) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |n: usize| rows.iter().filter_map(|row| row.get(n)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|n| widest(n).unwrap_or(0)).collect();
    let total = widths.iter().sum::<usize>() + GAP.len() * columns.saturating_sub(1);
    if total <= out.width { in_columns(rows, &widths, out) } else { as_list(rows, out) }
}

fn in_columns(rows: &[Vec<String>], widths: &[usize], out: &mut Out) -> io::Result<()> {
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, column)| pad(cell, *column)).collect();
        let line = cells.join(GAP);
        let line = line.trim_end();
        if number == 0 { out.line(&out.paint(BOLD, line))? } else { out.line(line)? }
    }
    Ok(())
}

/// Prints each row as a list: the first cell, then the other cells with their column headings. Two columns
/// become one line per row.
fn as_list(rows: &[Vec<String>], out: &mut Out) -> io::Result<()> {
    let Some((heads, rows)) = rows.split_first() else { return Ok(()) };
    for row in rows {
        if let ([name, value], 2) = (row.as_slice(), heads.len()) {
            out.wrapped(&format!("{}: {value}", out.paint(BOLD, name)), 4)?;
            continue;
        }
        for (n, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let head = heads.get(n).map_or("", String::as_str);
            let named = if head.is_empty() { cell.clone() } else { format!("{head}: {cell}") };
            let line = if n == 0 { out.paint(BOLD, &named) } else { format!("  {named}") };
            out.wrapped(&line, 4)?;
        }
    }
    Ok(())
}
