//! Splits files into blocks of prose: comments, messages, paragraphs and table cells.

/// Kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// First paragraph of a doc comment.
    Doc,
    /// First paragraph of a module's comment.
    Module,
    /// Any other comment, or a later paragraph.
    Comment,
    Message,
    Markdown,
    Cell,
}

/// Item that a doc comment belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Function,
    Type,
    Field,
    None,
}

/// Prose that belongs together, with the line number of each line.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub kind: Kind,
    pub item: Item,
    pub lines: Vec<(usize, String)>,
    /// True if the block is the whole comment.
    pub whole: bool,
    /// True in files that define arguments with clap.
    pub clap: bool,
}

impl Block {
    fn new(kind: Kind, item: Item, lines: Vec<(usize, String)>) -> Self {
        Self { kind, item, lines, whole: true, clap: false }
    }

    pub(super) fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|(_, line)| line.as_str()).collect();
        lines.join(" ").trim().to_owned()
    }
}

/// A piece of Rust source.
enum Piece {
    Comment,
    String,
}

/// Finds comments and string literals: kind, start and end in bytes.
fn pieces(text: &str) -> Vec<(Piece, usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let length = match bytes[at] {
            b'/' if rest.starts_with("//") => {
                let length = rest.find('\n').unwrap_or(rest.len());
                found.push((Piece::Comment, at, at + length));
                length
            }
            b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            b'r' if raw(rest).is_some() && !after_word(bytes, at) => raw(rest).unwrap_or(1),
            b'"' => {
                let length = quoted(rest);
                found.push((Piece::String, at, at + length));
                length
            }
            b'\'' => character(rest),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        at += length;
    }
    found
}

fn after_word(bytes: &[u8], at: usize) -> bool {
    at > 0 && (bytes[at - 1].is_ascii_alphanumeric() && bytes[at - 1] != b'b' || bytes[at - 1] == b'_')
}

/// Length of the raw string that a text begins with.
fn raw(text: &str) -> Option<usize> {
    let hashes = text[1..].bytes().take_while(|byte| *byte == b'#').count();
    let body = text[1 + hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    Some(body.find(&close).map_or(text.len(), |end| 2 + hashes + end + close.len()))
}

fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of a character literal; 1 for the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some(_)) => text[2..].find('\'').filter(|end| *end < 10).map_or(1, |end| {
            let escaped_quote = end == 0;
            if escaped_quote { 4 } else { end + 3 }
        }),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// Cuts the test module at the end of a file away.
fn product(text: &str) -> &str {
    text.find("#[cfg(test)]\nmod ").map_or(text, |at| &text[..at])
}

/// Blocks of a Rust file.
pub(super) fn rust(text: &str) -> Vec<Block> {
    let text = product(text);
    let lines: Vec<&str> = text.split('\n').collect();
    let clap = text.contains("clap");
    let mut reader = Reader { lines, clap, blocks: Vec::new(), run: Vec::new(), kind: Kind::Comment };
    let mut line = 0;
    let mut start = 0;
    for (piece, from, to) in pieces(text) {
        while let Some(end) = text[start..from].find('\n') {
            start += end + 1;
            line += 1;
        }
        let alone = text[start..from].trim().is_empty();
        match piece {
            Piece::Comment => reader.comment(line, &text[from..to], alone),
            Piece::String => reader.string(line, &text[from + 1..(to - 1).max(from + 1)]),
        }
    }
    reader.flush();
    reader.blocks
}

struct Reader<'t> {
    lines: Vec<&'t str>,
    clap: bool,
    blocks: Vec<Block>,
    run: Vec<(usize, String)>,
    kind: Kind,
}

impl Reader<'_> {
    fn comment(&mut self, line: usize, text: &str, alone: bool) {
        let kind = match text {
            _ if text.starts_with("//!") => Kind::Module,
            _ if text.starts_with("///") && !text.starts_with("////") => Kind::Doc,
            _ => Kind::Comment,
        };
        let body = text.trim_start_matches('/').trim_start_matches('!');
        let follows = self.run.last().is_some_and(|(last, _)| *last == line);
        if !alone || kind != self.kind || !follows {
            self.flush();
        }
        self.kind = kind;
        self.run.push((line + 1, body.strip_prefix(' ').unwrap_or(body).to_owned()));
        if !alone {
            self.flush();
        }
    }

    fn string(&mut self, line: usize, text: &str) {
        self.flush();
        let joined: String = text.split("\\\n").map(|part| part.trim_start().to_owned() + " ").collect();
        let joined = if text.contains("\\\n") { joined } else { text.to_owned() };
        if is_prose(&joined) {
            let plain =
                joined.replace("\\n", " ").replace("\\t", " ").replace("\\\"", " ").replace("\\'", " ");
            self.blocks.push(Block::new(Kind::Message, Item::None, vec![(line + 1, plain)]));
        }
    }

    fn flush(&mut self) {
        let run = std::mem::take(&mut self.run);
        let Some((last, _)) = run.last() else { return };
        let item = if self.kind == Kind::Doc { owner(&self.lines, *last) } else { Item::None };
        let mut blocks = paragraphs(self.kind, item, &run);
        let whole = blocks.len() == 1;
        blocks.iter_mut().for_each(|block| (block.whole, block.clap) = (whole, self.clap));
        self.blocks.append(&mut blocks);
    }
}

/// Returns true if a string literal is a message for people.
fn is_prose(text: &str) -> bool {
    let code = ["::", "=>", "</", "||", ": {"].iter().any(|sign| text.contains(sign));
    let start = text.trim_start().starts_with(['<', '{', '[', '#']);
    let words = outside(outside(text.to_owned(), '{', '}'), '`', '`');
    let word = |word: &&str| word.len() >= 2 && word.starts_with(|c: char| c.is_ascii_alphabetic());
    let count = words.split(|c: char| !c.is_ascii_alphabetic() && c != '\'').filter(word).count();
    count >= 4 && !code && !start && !text.trim_end().ends_with(';')
}

/// Replaces text between two signs by a space.
fn outside(text: String, open: char, close: char) -> String {
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(open) {
        let Some(end) = rest[at + 1..].find(close) else { break };
        out += &rest[..at];
        out.push(' ');
        rest = &rest[at + 1 + end + 1..];
    }
    out + rest
}

/// Finds the item below a doc comment that ends at a line (from 1).
fn owner(lines: &[&str], after: usize) -> Item {
    let mut depth = 0i32;
    for line in lines.iter().skip(after).take(40).map(|line| line.trim()) {
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        if depth != 0 || line.starts_with("#[") {
            depth += line.matches('[').count() as i32 - line.matches(']').count() as i32;
            continue;
        }
        let words = ["pub", "default", "const", "async", "unsafe", "extern", "\"C\""];
        let visible =
            line.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")).map_or(line, |(_, rest)| rest);
        let first = visible.split(' ').find(|word| !words.contains(word)).unwrap_or("");
        let constant = visible.trim_start_matches("pub ").starts_with("const ") && first != "fn";
        let types = ["struct", "enum", "trait", "type", "union", "macro_rules!", "mod", "static"];
        return match first {
            "fn" => Item::Function,
            _ if constant || types.contains(&first) || first.starts_with("impl") => Item::Type,
            _ => Item::Field,
        };
    }
    Item::Field
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// The text of a list item without its sign.
fn list_item(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (digits.len() < line.len()).then(|| digits.strip_prefix(". ")).flatten();
    ["- ", "* ", "+ "].iter().find_map(|sign| line.strip_prefix(sign)).or(numbered)
}

/// Returns true for licences, links alone, and lines of signs.
fn is_legal(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = ["copyright", "spdx", "licence", "license", "permission is hereby", "clippy::", "rustfmt"];
    let signs = text.trim_start().chars().take(4).filter(|c| "-=*#~/".contains(*c)).count() == 4;
    let link = text.split_whitespace().last().is_some_and(|word| word.starts_with("http"));
    signs || link || words.iter().any(|word| lower.contains(word))
}

/// Collects the lines of a paragraph.
struct Paragraphs {
    blocks: Vec<Block>,
    part: Vec<(usize, String)>,
    first: bool,
}

impl Paragraphs {
    fn close(&mut self, kind: Kind, item: Item) {
        let part = std::mem::take(&mut self.part);
        let kind = if self.first { kind } else { Kind::Comment };
        let block = Block::new(kind, item, part);
        if !block.text().is_empty() && !is_legal(&block.text()) {
            self.blocks.push(block);
            self.first = false;
        }
    }
}

/// Splits a comment at blank lines, headings, lists and code.
fn paragraphs(kind: Kind, item: Item, run: &[(usize, String)]) -> Vec<Block> {
    let mut out = Paragraphs { blocks: Vec::new(), part: Vec::new(), first: true };
    let mut code = false;
    for (number, line) in run {
        let bare = line.trim();
        if is_fence(bare) {
            out.close(kind, item);
            code = !code;
        } else if code
            || bare.is_empty()
            || bare.starts_with('|')
            || bare.starts_with("# ")
            || line.starts_with("    ")
        {
            out.close(kind, item);
        } else if let Some(text) = list_item(bare) {
            out.close(kind, item);
            out.part = vec![(*number, text.to_owned())];
            out.first = false;
        } else {
            out.part.push((*number, bare.to_owned()));
        }
    }
    out.close(kind, item);
    out.blocks
}

/// Blocks of a Markdown page: paragraphs, list items and cells.
pub(super) fn markdown(text: &str) -> Vec<Block> {
    let mut out = Paragraphs { blocks: Vec::new(), part: Vec::new(), first: false };
    let mut code = false;
    let rule = |line: &str| line.chars().all(|c| "-=|: ".contains(c));
    for (number, line) in text.split('\n').enumerate().map(|(n, line)| (n + 1, line)) {
        let bare = line.trim();
        if is_fence(bare) {
            page_paragraph(&mut out);
            code = !code;
        } else if code || line.starts_with("    ") && out.part.is_empty() {
        } else if bare.is_empty() || bare.starts_with(['<', '#']) || rule(bare) || is_legal(bare) {
            page_paragraph(&mut out);
        } else if bare.starts_with('|') {
            page_paragraph(&mut out);
            cells(bare, number, &mut out.blocks);
        } else if let Some(text) = list_item(bare) {
            page_paragraph(&mut out);
            out.part = vec![(number, text.to_owned())];
        } else {
            out.part.push((number, bare.to_owned()));
        }
    }
    page_paragraph(&mut out);
    out.blocks
}

fn page_paragraph(out: &mut Paragraphs) {
    let part = std::mem::take(&mut out.part);
    if !part.is_empty() {
        out.blocks.push(Block::new(Kind::Markdown, Item::None, part));
    }
}

/// Adds the cells of a row that contain at least three words.
fn cells(row: &str, number: usize, blocks: &mut Vec<Block>) {
    let row = row.trim_matches('|').replace("\\|", "/");
    for cell in row.split('|') {
        let words = cell.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() >= 2).count();
        if words >= 3 {
            blocks.push(Block::new(Kind::Cell, Item::None, vec![(number, cell.trim().to_owned())]));
        }
    }
}

/// Blocks of a phrase file: the values.
pub(super) fn phrases(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (number, line) in text.split('\n').enumerate() {
        let bare = line.trim();
        let value = bare.strip_prefix('#').or_else(|| bare.split_once(": ").map(|(_, value)| value));
        let value = value.unwrap_or("").trim().trim_matches('"');
        if value.split_whitespace().count() > 2 {
            blocks.push(Block::new(Kind::Message, Item::None, vec![(number + 1, value.to_owned())]));
        }
    }
    blocks
}
