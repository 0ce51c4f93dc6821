//! Random mistakes.

use ludex_tests::rulesets::Picks;

use super::Files;

/// Fragments of YAML and effects, and invalid ones.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ": ",
    "- ",
    "|",
    "\n",
    "\n  ",
    "\t",
    "\"",
    "'",
    "#",
    ",",
    "&a ",
    "*a",
    "!!int ",
    "..",
    "?",
    "é",
    "\u{202e}",
    "\u{1b}[31m",
    "\u{0}",
    "999999999999",
    "-1",
    "0",
    "0.5",
    "self",
    "me",
    "nothing",
    "where",
    "format: 2",
];

/// Changes one to three bytes of one file. Returns its path and all files.
pub fn bytes(game: &Files, picks: &mut Picks) -> (String, Files) {
    changed(
        game,
        picks,
        |_| true,
        |text, picks| {
            for _ in 0..1 + picks.below(3) {
                *text = change_bytes(text, picks);
            }
        },
    )
}

/// Replaces one or two words of a rules file with others of their type.
pub fn words(game: &Files, picks: &mut Picks) -> (String, Files) {
    let rules = |path: &str| !path.contains('/') && path != "layout.yaml";
    changed(game, picks, rules, |text, picks| {
        for _ in 0..1 + picks.below(2) {
            *text = change_words(text, picks);
        }
    })
}

fn changed(
    game: &Files,
    picks: &mut Picks,
    wanted: impl Fn(&str) -> bool,
    change: impl Fn(&mut String, &mut Picks),
) -> (String, Files) {
    let mut files = game.clone();
    let chosen: Vec<usize> = (0..files.len()).filter(|i| wanted(&files[*i].0)).collect();
    let (path, text) = &mut files[chosen[picks.below(chosen.len())]];
    let path = path.clone();
    change(text, picks);
    (path, files)
}

/// Returns a position between two characters.
fn place(text: &str, picks: &mut Picks) -> usize {
    let mut at = picks.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn change_bytes(text: &str, picks: &mut Picks) -> String {
    let at = place(text, picks);
    let near = |picks: &mut Picks| place(&text[at..], picks).min(40);
    let mut end = at + near(picks);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let (before, piece, after) = (&text[..at], &text[at..end], &text[end..]);
    match picks.below(6) {
        0 => format!("{before}{}{piece}{after}", PIECES[picks.below(PIECES.len())]),
        1 => format!("{before}{after}"),
        2 => format!("{before}{piece}{piece}{after}"),
        3 => before.to_owned(),
        4 => {
            let there = place(after, picks);
            format!("{before}{}{piece}{}", &after[..there], &after[there..])
        }
        _ => format!("{before}{}{after}", PIECES[picks.below(PIECES.len())]),
    }
}

/// Returns the type of a word: name, number, or sign.
fn sort(word: &str) -> usize {
    match word.chars().next() {
        Some(c) if c.is_alphabetic() || c == '_' => 0,
        Some(c) if c.is_ascii_digit() => 1,
        _ => 2,
    }
}

/// Returns the ranges of the words of a text, without blanks, line ends and comments.
fn words_of(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut comment = false;
    while let Some((start, c)) = chars.next() {
        comment = c == '#' || (comment && c != '\n');
        if comment || c.is_whitespace() {
            continue;
        }
        let mut end = start + c.len_utf8();
        if c.is_alphanumeric() || c == '_' {
            while let Some((at, next)) = chars.next_if(|(_, next)| next.is_alphanumeric() || *next == '_') {
                end = at + next.len_utf8();
            }
        }
        words.push((start, end));
    }
    words
}

fn change_words(text: &str, picks: &mut Picks) -> String {
    let words = words_of(text);
    // prefers numbers and signs: such mistakes often pass `check`
    let wanted = picks.below(3);
    let chosen: Vec<_> = words.iter().filter(|(a, b)| sort(&text[*a..*b]) == wanted).collect();
    let Some(&&(start, end)) = chosen.get(picks.below(chosen.len())) else { return text.to_owned() };
    let (before, word, after) = (&text[..start], &text[start..end], &text[end..]);
    let alike: Vec<&str> = chosen.iter().map(|(a, b)| &text[*a..*b]).collect();
    match picks.below(8) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{word} {word}{after}"),
        _ => format!("{before}{}{after}", alike[picks.below(alike.len())]),
    }
}
