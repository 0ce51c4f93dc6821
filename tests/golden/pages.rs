//! The table as HTML.

use ludex::{Game, Viewer};
use ludex_table::html::{Frame, body};
use ludex_table::words::Words;
use ludex_tests::cases::{Case, snapshot};
use ludex_tests::rulesets::compile_case;

/// Elements without an end tag.
const VOID: [&str; 4] = ["<input", "<img", "<br", "<meta"];

/// `cases/html`: a game and the choices made (`# picks: king, no`). The snapshot is the page without its bar,
/// as the acting player sees it, or a spectator (`# viewer: public`), one element a line.
pub fn drawn(case: &Case) {
    let ruleset = compile_case(&case.files());
    let seed = case.note("seed").map_or(1, |n| n.parse().expect("a seed"));
    let setup = ruleset.setup(case.players(), &[]).expect("a setup");
    let mut game = Game::new(&setup, seed);
    for label in case.note("picks").unwrap_or_default().split(", ").filter(|label| !label.is_empty()) {
        let decision = game.host().decision().expect("a decision");
        let labels: Vec<&str> = decision.options.iter().map(|option| option.label.as_str()).collect();
        let index = decision.find(label).unwrap_or_else(|| panic!("{label}: {labels:?}"));
        game.apply(index).expect("no fault");
    }
    let seat = game.deciding().map_or(Viewer::Public, Viewer::Seat);
    let viewer = if case.note("viewer").is_some() { Viewer::Public } else { seat };
    let words = Words::new(&setup, "en");
    let frame =
        Frame { with: case.note("with"), ..Frame::new(words, viewer, "/t/a/s/0", game.choices(), &[]) };
    let page = body(&game, &frame);
    let page = page.split_once("<div class=\"tablepage\">").expect("a table").1;
    snapshot("html", case.stem(), &format!("{}\n--- page\n{}", case.text.trim_end(), lines(page)));
}

/// Writes one element a line, indented by its depth. An element that contains only text is one line.
fn lines(page: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    let mut parts = parts(page).into_iter().peekable();
    while let Some(part) = parts.next() {
        if part.starts_with("</") {
            depth = depth.saturating_sub(1);
        }
        out.push_str(&"  ".repeat(depth));
        out.push_str(part);
        let opens = part.starts_with('<') && !part.starts_with("</");
        if opens && !VOID.iter().any(|void| part.starts_with(void)) {
            let text = parts.next_if(|next| !next.starts_with('<')).unwrap_or_default();
            out.push_str(text);
            match parts.next_if(|next| next.starts_with("</")) {
                Some(end) => out.push_str(end),
                None => depth += 1,
            }
        }
        out.push('\n');
    }
    out
}

/// Returns the texts of a page, one row of a table or other block a line, without style and pictures.
pub fn texts(page: &str) -> String {
    const BLOCKS: [&str; 8] = ["</title", "</h1", "</h2", "</p", "</tr", "</dd", "</figcaption", "</pre"];
    let mut out = String::new();
    let mut hidden = "";
    for part in parts(page) {
        let opened = ["<style", "<svg"].into_iter().find(|tag| part.starts_with(tag));
        match opened {
            Some(tag) => hidden = tag,
            None if !hidden.is_empty() => {
                if part.strip_prefix("</").is_some_and(|tag| tag.starts_with(&hidden[1..])) {
                    hidden = "";
                }
            }
            None if BLOCKS.iter().any(|tag| part.starts_with(tag)) => out.push('\n'),
            None if part.starts_with("</td") || part == "</th>" => out.push_str(" | "),
            None if part.starts_with("</dt") => out.push_str(": "),
            None if part.starts_with("</span") => out.push(' '),
            None if part.starts_with('<') => {}
            None => out.push_str(part),
        }
    }
    let lines = out.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// Splits a page into tags and texts.
fn parts(page: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = page;
    while !rest.is_empty() {
        let end = match rest.starts_with('<') {
            true => rest.find('>').map(|at| at + 1),
            false => rest.find('<'),
        };
        let (part, left) = rest.split_at(end.unwrap_or(rest.len()));
        if !part.trim().is_empty() {
            parts.push(part);
        }
        rest = left;
    }
    parts
}
