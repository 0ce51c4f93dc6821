//! Checks the headers of overlays: their keys, their ids, and their relations to each other.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span, Spanned};
use ludex_grammar::suggest::closest;
use ludex_grammar::yaml::Node;

use super::header::{self, Header, Shipped, Unknown, header, of_document, way};
use super::keys;
use crate::load::keys::{Form, KeyNames, RecordKeys, may, needs};
use crate::load::names;
use crate::load::reader::{MAX_ITEMS, Reader};

pub(in crate::load) static HEADER: RecordKeys = RecordKeys::new(
    "a variant",
    &[
        needs("id", Form::Name, "its id, for `--variant ID`"),
        needs("of", Form::Name, "the ID of the game that it changes"),
        may("title", Form::Map(KeyNames::Any, &Form::Line), "its name, by language"),
        may("about", Form::Map(KeyNames::Any, &Form::Line), "a description of its changes, by language"),
        may("with", Form::List(&Form::Name), "the overlays that it requires"),
        may("after", Form::List(&Form::Name), "the overlays that must come before it, if they are used"),
        may("conflicts", Form::List(&Form::Name), "the overlays with which it can't be combined"),
    ],
);

/// Checks the header and returns the id. `known` are the variants of the ruleset, `applied` the ids of the
/// overlays applied before.
pub(super) fn check_header(
    r: &mut Reader,
    (sources, file): (&Sources, FileId),
    entries: &[(Spanned<String>, Node)],
    (known, applied): (&[(String, Header)], &[String]),
) -> Option<String> {
    let Some((key, variant)) = entries.iter().find(|(key, _)| key.value == "variant") else {
        let is_meant = |(key, _): &(Spanned<String>, Node)| closest(&key.value, keys()) == Some("variant");
        // a misspelt key is reported as unknown
        if !r.may_be_defined("variant") && !entries.iter().any(is_meant) {
            let message = "an overlay needs `variant: { id: …, of: … }`";
            r.error(Code::MissingKey, Span::new(file, 0, 0), message);
        }
        return None;
    };
    let record = r.record(variant, key.span, &HEADER);
    for node in ["title", "about"].into_iter().filter_map(|key| record.get(key)) {
        for (_, text) in r.entries(node, "a text by language", MAX_ITEMS) {
            r.string(text, "a text");
        }
    }
    let id = record.get("id").and_then(|node| r.word(node, "the id of the variant"));
    let _ = record.get("of").and_then(|node| r.word(node, "the id of the game it changes"));
    let id = id?;
    names::check_form(r, &id, "a variant");
    let Spanned { value: id, span } = id;
    let same: Vec<&str> = known.iter().filter(|(_, h)| h.id == id).map(|(path, _)| path.as_str()).collect();
    // a variant named after its file has priority for its id
    let is_its_own = |path: &&str| header::stem(path) == id;
    let name = header::stem(&sources.get(file).name);
    if same.len() > 1 && (name != id || !same.iter().any(is_its_own)) {
        let message = format!("{} variants have the id `{id}`: {}", same.len(), same.join(", "));
        let problem = Diagnostic::new(Code::DuplicateName, span, message);
        r.report(if name == id {
            problem
        } else {
            problem.help(format!("did you mean `{name}`, as the file is called?"))
        });
    }
    if let Some(node) = record.get("with") {
        for before in r.words(node, "variants", "the id of a variant") {
            if !applied.contains(&before.value) {
                r.report(not_before(&id, &before, known));
            }
        }
    }
    Some(id)
}

pub(super) fn ids(sources: &Sources, shipped: &Shipped, overlays: &[FileId]) -> Vec<Option<String>> {
    let id = |file: &FileId| match shipped.nodes.get(file) {
        Some(node) => of_document(node).map(|header| header.id),
        None => header(&sources.get(*file).text).map(|header| header.id),
    };
    overlays.iter().map(id).collect()
}

/// Reports overlays that conflict with an overlay, and those that should come before it but come later.
pub(super) fn check_others(
    r: &mut Reader,
    entries: &[(Spanned<String>, Node)],
    number: usize,
    ids: &[Option<String>],
) {
    let variant = entries.iter().find(|(key, _)| key.value == "variant").map(|(_, node)| node);
    let Some(own) = ids.get(number).and_then(Option::as_deref) else { return };
    let place = |id: &str| ids.iter().position(|other| other.as_deref() == Some(id));
    let named = |r: &mut Reader, key: &str| {
        let node = variant.and_then(|variant| variant.get(key));
        node.map(|node| r.words(node, "overlays", "the id of an overlay")).unwrap_or_default()
    };
    for other in named(r, "conflicts").iter().filter(|other| place(&other.value).is_some()) {
        let message = format!("`{own}` can't be combined with `{}`", other.value);
        r.report(Diagnostic::new(Code::PatchConflict, other.span, message).help("leave one of them out"));
    }
    for other in named(r, "after").iter().filter(|other| place(&other.value) > Some(number)) {
        let message = format!("`{own}` must come after `{}`", other.value);
        let help = format!("give `{}` first", other.value);
        r.report(Diagnostic::new(Code::VariantOrder, other.span, message).help(help));
    }
}

/// Creates the error for a variant that doesn't come before one that is built on it.
fn not_before(id: &str, before: &Spanned<String>, known: &[(String, Header)]) -> Diagnostic {
    if let Some(circle) = way(known, &before.value, id, &mut Vec::new()) {
        let message = format!("the variants {id} → {} require each other", circle.join(" → "));
        return Diagnostic::new(Code::VariantOrder, before.span, message)
            .help("take one of them out of the `with:` of another");
    }
    if known.iter().any(|(_, header)| header.id == before.value) {
        let message = format!("`{id}` requires `{}`, which does not come before it", before.value);
        return Diagnostic::new(Code::VariantOrder, before.span, message);
    }
    let unknown = Unknown::new(&before.value, known);
    Diagnostic::new(Code::UnknownName, before.span, unknown.message()).help(unknown.help())
}
