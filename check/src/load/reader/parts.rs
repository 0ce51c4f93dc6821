//! Effects with named parts, `do: { pay: …, draw: … }`, and insertions `before KEY` and `after KEY`.
//!
//! Overlays make the insertions. Each part becomes a procedure, and the effect runs them in order. Hence
//! `stop` leaves only a part, locals end with it, and the following parts run regardless.

use ludex_grammar::ast::{Block, Expr, ExprKind, Ident, Stmt, StmtKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;
use ludex_grammar::yaml::{Node, NodeKind};

use super::super::names::{check_form, shorten};
use super::super::raw::{Name, RawParam, RawProcedure};
use super::{Entry, MAX_ITEMS, Reader, Record};

/// Prefixes of keys for effects before and after another one.
pub(in super::super) const BEFORE: &str = "before ";
pub(in super::super) const AFTER: &str = "after ";

/// Returns the key that `before KEY` or `after KEY` refers to.
pub(in super::super) fn beside(key: &str) -> Option<&str> {
    key.strip_prefix(BEFORE).or_else(|| key.strip_prefix(AFTER)).map(str::trim_start)
}

/// The owner of an effect: the prefix for names of its parts, and their parameters.
pub(in super::super) struct Owner<'o> {
    /// Path of the effect, such as `turn.do`.
    pub path: String,
    pub params: &'o [RawParam],
    /// For a reaction: the event, whose facts are passed to the parts as well. The checker adds them.
    pub reacts_to: Option<&'o Name>,
    /// True if the effect returns a value, which excludes parts.
    pub gives: bool,
}

impl Owner<'_> {
    /// Creates an owner whose parts have no parameters.
    pub fn new(path: String) -> Self {
        Self { path, params: &[], reacts_to: None, gives: false }
    }
}

impl Reader<'_> {
    /// Reads the effect below a key of a record, with the effects before and after it.
    pub fn effects(&mut self, record: &Record<'_>, key: &'static str, owner: &Owner<'_>) -> Option<Block> {
        let main = record.get(key)?;
        let (before, after) = (around(record.entries(), BEFORE, key), around(record.entries(), AFTER, key));
        if before.is_empty() && after.is_empty() && main.as_map().is_none() {
            return self.effect(main);
        }
        let mut parts = before;
        match main.as_map() {
            Some(entries) => parts.extend(self.in_order(main, entries)),
            None => {
                let place = Span::new(main.span.file, main.span.start as usize, main.span.start as usize);
                parts.push((Name::new(key.to_owned(), place), main.clone()));
            }
        }
        parts.extend(after);
        self.parts_of(main.span, parts, owner)
    }

    /// Reads an effect that is a whole section.
    pub fn section_of_parts(&mut self, node: &Node, owner: &Owner<'_>) -> Option<Block> {
        let Some(entries) = node.as_map() else { return self.effect(node) };
        // an overlay has inserted effects around the whole section
        let has_around = entries.iter().any(|(key, _)| beside(&key.value) == Some(&owner.path));
        let whole = entries.iter().find(|(key, _)| has_around && key.value == owner.path);
        let Some((key, main)) = whole else {
            let parts = self.in_order(node, entries);
            return self.parts_of(node.span, parts, owner);
        };
        let mut parts = around(entries, BEFORE, &owner.path);
        match main.as_map() {
            Some(inner) => parts.extend(self.in_order(main, inner)),
            None => parts.push((key.clone(), main.clone())),
        }
        parts.extend(around(entries, AFTER, &owner.path));
        self.parts_of(node.span, parts, owner)
    }

    /// Returns the parts of a map, each with the effects before and after it.
    fn in_order(&mut self, map: &Node, entries: &[Entry]) -> Vec<Entry> {
        let mut parts = Vec::new();
        if entries.is_empty() {
            self.error(Code::DoesNothing, map.span, "an effect without parts does nothing");
        }
        for (key, node) in entries.iter().take(MAX_ITEMS) {
            match beside(&key.value) {
                Some(of) if entries.iter().any(|(part, _)| part.value == of) => {}
                Some(of) => {
                    let known = entries.iter().map(|(part, _)| part.value.as_str());
                    let known = known.filter(|part| beside(part).is_none());
                    let message = format!("there is no part `{}` here", shorten(of));
                    let problem = Diagnostic::new(Code::PatchMatchesNothing, key.span, message);
                    self.report(problem.suggest(of, known));
                }
                None => {
                    check_form(self, key, "a part");
                    parts.extend(around(entries, BEFORE, &key.value));
                    parts.push((key.clone(), node.clone()));
                    parts.extend(around(entries, AFTER, &key.value));
                }
            }
        }
        parts
    }

    /// Creates an effect that runs its parts in order.
    fn parts_of(&mut self, span: Span, parts: Vec<Entry>, owner: &Owner<'_>) -> Option<Block> {
        if owner.gives {
            let message = "a procedure that gives a value can't have parts";
            let problem =
                Diagnostic::new(Code::BadPlace, parts.first().map_or(span, |(key, _)| key.span), message);
            self.report(problem.help("add effects before or after it to its callers"));
            let read = parts.iter().filter_map(|(_, node)| self.effect(node));
            let stmts = read.flat_map(|part| part.stmts).collect();
            return Some(Block { stmts, span });
        }
        let mut stmts = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for (key, node) in parts {
            let Some(body) = self.effect(&node) else { continue };
            let plain = format!("{}.{}", owner.path, key.value);
            let same = names.iter().filter(|name| **name == plain).count();
            names.push(plain.clone());
            // parts inserted by several overlays are numbered
            let name = if same == 0 { plain } else { format!("{plain} {}", same + 1) };
            // parts of a reaction get the facts of the event from the checker
            let given: &[RawParam] = if owner.reacts_to.is_some() { &[] } else { owner.params };
            stmts.push(done(&name, key.span, given));
            self.parts.push(RawProcedure {
                name: Name::new(name, key.span),
                params: owner.params.to_vec(),
                gives: None,
                body,
                is_part: true,
                reacts_to: owner.reacts_to.cloned(),
            });
        }
        Some(Block { stmts, span })
    }
}

/// Returns the effects before or after a key: a single one, or one for each overlay.
fn around(entries: &[Entry], word: &str, of: &str) -> Vec<Entry> {
    let is_it = |key: &str| key.strip_prefix(word).is_some_and(|rest| rest.trim_start() == of);
    let Some((key, node)) = entries.iter().find(|(key, _)| is_it(&key.value)) else { return Vec::new() };
    match &node.kind {
        NodeKind::List(items) => items.iter().map(|item| (key.clone(), item.clone())).collect(),
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) | NodeKind::Map(_) => {
            vec![(key.clone(), node.clone())]
        }
    }
}

/// Creates the statement `do PART(…)`.
fn done(name: &str, span: Span, params: &[RawParam]) -> Stmt {
    // the arguments aren't in the text
    let at = Span::new(span.file, span.start as usize, span.start as usize);
    let given = params.iter().map(|param| Expr { kind: ExprKind::Name(param.name.value.clone()), span: at });
    let call = ExprKind::Call { name: Ident { name: name.to_owned(), span }, args: given.collect() };
    let verb = Ident { name: crate::language::Verb::Do.name().to_owned(), span };
    let what = Some(Expr { kind: call, span });
    Stmt { kind: StmtKind::Verb { verb, what, clauses: Vec::new() }, span }
}
