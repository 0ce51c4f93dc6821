//! Reading of scalars with text in the effect language, and of declarations.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ludex_grammar::ast::{Block, Expr, ExprKind, FieldDecl, Query, TypeExpr, VarDecl};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::parse;
use ludex_grammar::span::FileId;
use ludex_grammar::yaml::{Node, NodeKind, Text};

use super::super::keys::{Form, KeyNames, RecordKeys, may, needs, words};
use super::super::names::check_parameter;
use super::super::raw::{RawComputed, RawParam, RawVar};
use super::{MAX_ITEMS, MAX_PARAMS, Reader};

const SEEN_BY: &[(&str, bool)] = &[("all", false), ("owner", true)];

static VARIABLE: RecordKeys = RecordKeys::new(
    "a variable",
    &[
        needs("is", Form::Variable, "its type, first value and lifetime: `int = 0 for game`"),
        may("sees", Form::Word(|| words(SEEN_BY)), "`owner`: only the player who has the variable"),
        may("in", Form::Range, "its range, which all players know"),
    ],
);

/// The form of variables: `state: { v: int = 0 for game }`.
pub(in super::super) const VARIABLES: Form =
    Form::Map(KeyNames::New, &Form::Either(&[Form::Variable, Form::Record(&VARIABLE)]));

/// The form of parameters: `with: { card: influence }`.
pub(in super::super) const PARAMS: Form = Form::Map(KeyNames::New, &Form::Type);

/// Cache of parsed texts by location. A section is read again for each variant that changes it.
type Once<T> = Mutex<BTreeMap<(FileId, u32), (Text, T)>>;

/// Cache of the trees of texts without errors, by start location.
#[derive(Debug, Default)]
pub(in super::super) struct Trees {
    exprs: Once<Expr>,
    effects: Once<Block>,
}

/// Returns the cached tree of a text, or parses and stores it.
fn once<T: Clone>(known: &Once<T>, text: &Text, parse: impl FnOnce() -> Option<T>) -> Option<T> {
    let place = (text.file, text.pieces.first().map_or(0, |(_, at)| *at));
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, tree)) = lock().get(&place).filter(|(known, _)| known == text) {
        return Some(tree.clone());
    }
    let tree = parse()?;
    lock().insert(place, (text.clone(), tree.clone()));
    Some(tree)
}

impl Reader<'_> {
    pub fn expr(&mut self, node: &Node) -> Option<Expr> {
        if let Some(number) = written_number(node) {
            return Some(Expr { kind: ExprKind::Int(number), span: node.span });
        }
        if let NodeKind::List(_) = node.kind {
            let problem =
                Diagnostic::new(Code::WrongShape, node.span, "expected an expression, found a list");
            self.report(problem.help("put an expression that begins with `[` in quotes"));
            return None;
        }
        let text = self.scalar(node, "an expression")?;
        let trees = Arc::clone(&self.trees);
        once(&trees.exprs, &text, || parse::expr(&text, self.problems))
    }

    /// Reads the body of a function: an expression or statements.
    pub fn computed(&mut self, node: &Node) -> Option<RawComputed> {
        if written_number(node).is_none()
            && let NodeKind::Text(text) = &node.kind
            && parse::is_lines(text)
        {
            return self.effect(node).map(RawComputed::Lines);
        }
        self.expr(node).map(RawComputed::Expr)
    }

    /// Reads an effect, leaving out statements with errors.
    pub fn effect(&mut self, node: &Node) -> Option<Block> {
        let text = self.scalar(node, "an effect")?;
        let trees = Arc::clone(&self.trees);
        let mut partial = None;
        let whole = once(&trees.effects, &text, || {
            let mut read = parse::partial_effect(&text, self.problems);
            if read.holes.is_empty() {
                return Some(read.block);
            }
            self.holes.append(&mut read.holes);
            partial = Some(read.block);
            None
        });
        whole.or(partial)
    }

    /// Reads an effect, or returns `None` if it contains an error.
    pub fn whole_effect(&mut self, node: &Node) -> Option<Block> {
        let text = self.scalar(node, "an effect")?;
        parse::effect(&text, self.problems)
    }

    pub fn query(&mut self, node: &Node) -> Option<Query> {
        let text = self.scalar(node, "a query")?;
        parse::query(&text, self.problems)
    }

    pub fn type_expr(&mut self, node: &Node) -> Option<TypeExpr> {
        let text = self.scalar(node, "a type")?;
        parse::type_expr(&text, self.problems)
    }

    pub fn field_decl(&mut self, node: &Node) -> Option<FieldDecl> {
        let text = self.scalar(node, "a type, and a default as in `int = 0`")?;
        parse::field_decl(&text, self.problems)
    }

    pub fn var_decl(&mut self, node: &Node) -> Option<VarDecl> {
        let text = self.scalar(node, "a type and a lifetime, as in `int = 0 for game`")?;
        parse::var_decl(&text, self.problems)
    }

    /// Reads variables: `state: { v: int = 0 for game }`.
    pub fn variables(&mut self, node: Option<&Node>) -> Vec<RawVar> {
        let Some(node) = node else { return Vec::new() };
        self.definitions(node, "a variable", MAX_ITEMS, |r, name, node| {
            if !matches!(node.kind, NodeKind::Map(_)) {
                let decl = r.var_decl(node)?;
                return Some(RawVar { name, decl, owner_sees: None, within: None });
            }
            let record = r.record(node, name.span, &VARIABLE);
            let sees = record.get("sees").and_then(|node| {
                let owner = r.keyword(node, "`all` or `owner`", SEEN_BY)?;
                owner.then_some(node.span)
            });
            let within = record.get("in").map(|node| r.range(node, "the range").unwrap_or((0, 0)));
            let decl = record.get("is").and_then(|node| r.var_decl(node))?;
            Some(RawVar { name, decl, owner_sees: sees, within })
        })
    }

    /// Reads parameters or facts: `with: { card: influence }`.
    pub fn params(&mut self, node: Option<&Node>, what: &'static str) -> Vec<RawParam> {
        let mut params = Vec::new();
        let Some(node) = node else { return params };
        for (name, ty) in self.defined(node, what, MAX_PARAMS) {
            check_parameter(self, name, what);
            params.push(RawParam { name: name.clone(), ty: self.type_expr(ty), changing: false });
        }
        params
    }

    /// Reads the facts of an event: `{ victim: player, amount: changing int }`.
    pub fn facts(&mut self, node: &Node) -> Vec<RawParam> {
        let mut facts = Vec::new();
        for (name, ty) in self.defined(node, "a fact", MAX_PARAMS) {
            check_parameter(self, name, "a fact");
            let Some(text) = self.scalar(ty, "a type") else { continue };
            let rest = text.value.strip_prefix(CHANGING).filter(|rest| rest.starts_with(' '));
            let written =
                rest.map(|rest| Text { value: " ".repeat(CHANGING.len()) + rest, ..(*text).clone() });
            let changing = written.is_some();
            let ty = parse::type_expr(written.as_ref().unwrap_or(&text), self.problems);
            facts.push(RawParam { name: name.clone(), ty, changing });
        }
        facts
    }
}

/// Prefix of the type of a fact that reactions may change.
const CHANGING: &str = "changing";

/// Returns a number that YAML has parsed. Most fields of cards are numbers, which thus skip the parser.
fn written_number(node: &Node) -> Option<i64> {
    node.as_int().filter(|number| *number >= 0)
}
