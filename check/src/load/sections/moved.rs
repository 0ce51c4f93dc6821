//! Recovery from wrong indentation of sections or their entries.
//!
//! Each section is read as intended, with a single message.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Spanned;
use ludex_grammar::yaml::{Node, NodeKind};

use super::{RECORDS, is_section};
use crate::load::names::shorten;
use crate::load::reader::Reader;

type Entries = Vec<(Spanned<String>, Node)>;

/// Sections that have keys of the same names as sections.
const OTHERS: &[&str] = &["text", "layout", "setup", "variant", "format"];

/// Restores the sections of the main file. Sections `elsewhere` have files of their own.
pub(super) fn in_order(r: &mut Reader, entries: Entries, elsewhere: &[String]) -> Entries {
    let mut out: Entries = Vec::with_capacity(entries.len());
    let names = entries.iter().map(|(key, _)| key.value.clone());
    let names: Vec<String> = names.chain(elsewhere.iter().cloned()).collect();
    let mut left = entries.into_iter().peekable();
    while let Some((key, content)) = left.next() {
        let empty = content.is_null() && is_section(&key.value) && !RECORDS.contains(&key.value.as_str());
        if empty && left.peek().is_some_and(|(next, _)| is_stray(&next.value)) {
            let mut own: Entries = Vec::new();
            while let Some(entry) = left.next_if(|(next, _)| is_stray(&next.value)) {
                own.push(entry);
            }
            not_indented(r, &key, &own[0].0);
            let span = own[0].0.span.to(own[own.len() - 1].1.span);
            out.push((key, Node { kind: NodeKind::Map(own), span }));
            continue;
        }
        let mut current = (key, content);
        while let Some(next) = split(r, &mut current, &names) {
            out.push(std::mem::replace(&mut current, next));
        }
        out.push(current);
    }
    out
}

/// Returns true for the key of an entry that belongs to a section.
fn is_stray(name: &str) -> bool {
    !is_section(name) && name != "text" && name != "format"
}

fn not_indented(r: &mut Reader, section: &Spanned<String>, first: &Spanned<String>) {
    let message = format!("the entries of `{}` are not indented", section.value);
    let problem = Diagnostic::new(Code::UnknownKey, first.span, message).other(section.span, "this is empty");
    r.report(problem.help("indent the entries of a section by two spaces"));
}

/// Splits off the first section among the entries of another section. If it is empty, it takes the entries
/// after it.
fn split(
    r: &mut Reader,
    (key, content): &mut (Spanned<String>, Node),
    names: &[String],
) -> Option<(Spanned<String>, Node)> {
    if OTHERS.contains(&key.value.as_str()) {
        return None;
    }
    let NodeKind::Map(entries) = &mut content.kind else { return None };
    let is_lost = |(name, node): &(Spanned<String>, Node)| {
        let lost = is_section(&name.value) && !names.contains(&name.value) && name.value != key.value;
        lost && (node.is_null() || holds_entries(node))
    };
    let at = entries.iter().position(is_lost)?;
    // reading the ruleset both ways decides whether this is intended
    r.indented = true;
    if !r.moves_sections {
        return None;
    }
    let mut rest = entries.split_off(at);
    let (name, own) = rest.remove(0);
    let problem = Diagnostic::new(
        Code::UnknownKey,
        name.span,
        format!("`{}` is a section and is indented", name.value),
    );
    r.report(
        problem
            .other(key.span, format!("so it would belong to `{}`", shorten(&key.value)))
            .help("a section begins in the first column"),
    );
    match own.is_null() && !rest.is_empty() {
        true => {
            let span = rest[0].0.span.to(rest[rest.len() - 1].1.span);
            Some((name, Node { kind: NodeKind::Map(rest), span }))
        }
        false => {
            // entries after it at the same level belong to neither section and stay there
            entries.extend(rest);
            Some((name, own))
        }
    }
}

/// Returns true if a value has the shape of a section: a map of maps, of lists or of texts of several lines.
fn holds_entries(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Map(entries) => {
            entries.iter().any(|(_, node)| matches!(node.kind, NodeKind::Map(_) | NodeKind::List(_)))
        }
        NodeKind::Text(text) => text.value.contains('\n'),
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::List(_) => false,
    }
}
