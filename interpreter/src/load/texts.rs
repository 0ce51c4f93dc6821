//! `text/*.yaml` or `text:`: nested maps of texts, flattened to dotted keys.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use super::names::shorten;
use super::raw::{Name, RawTexts};
use super::reader::{MAX_CARDS, Reader};

/// Most texts in one language.
const MAX_TEXTS: usize = 4 * MAX_CARDS;

/// Most bytes of one dotted key.
const LONGEST_KEY: usize = 256;

/// Most bytes of one text.
const LONGEST_TEXT: usize = 2_000;

/// One language; `at` is where it is said that a text is missing.
pub(super) fn texts(r: &mut Reader, language: &str, at: Span, node: &Node) -> RawTexts {
    let mut entries = Vec::new();
    flatten(r, "", node, &mut entries);
    RawTexts { language: language.to_owned(), entries, span: at }
}

fn flatten(r: &mut Reader, prefix: &str, node: &Node, texts: &mut Vec<(Name, Spanned<String>)>) {
    for (key, value) in r.entries(node, "a map of texts", MAX_CARDS) {
        if !is_word(&key.value) {
            let message = format!("`{}` can't be the key of a text", shorten(&key.value));
            let help = "a key is one word; where a point would stand, nest a map";
            r.report(Diagnostic::new(Code::BadName, key.span, message).help(help));
            continue;
        }
        if prefix.len() + key.value.len() >= LONGEST_KEY {
            r.error(Code::BadName, key.span, format!("the key of a text has more than {LONGEST_KEY} bytes"));
            continue;
        }
        let path = if prefix.is_empty() { key.value.clone() } else { format!("{prefix}.{}", key.value) };
        if matches!(value.kind, NodeKind::Map(_)) {
            flatten(r, &path, value, texts);
        } else if texts.len() == MAX_TEXTS {
            r.error(Code::FileTooLarge, key.span, format!("more than {MAX_TEXTS} texts"));
            return;
        } else if let Some(text) = r.string(value, "a text") {
            if text.value.len() > LONGEST_TEXT {
                let message = format!(
                    "a text has {} bytes, more than the {LONGEST_TEXT} that are read",
                    text.value.len()
                );
                r.error(Code::FileTooLarge, key.span, message);
                continue;
            }
            texts.push((Name::new(path, key.span), text));
        }
    }
}

fn is_word(key: &str) -> bool {
    !key.is_empty() && !key.contains(|c: char| c == '.' || c.is_whitespace())
}
