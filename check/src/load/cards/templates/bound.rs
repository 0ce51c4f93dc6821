//! Substitution of variable values into the text of a template's card.
//!
//! Conditions that depend on variables only are evaluated. Thus odd rules such as `hearts == hearts` don't
//! remain in any card.

use std::collections::BTreeMap;

use ludex_grammar::ast::{Expr, ExprKind};
use ludex_grammar::parse;
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::{Node, NodeKind, Pieces, Text};

use super::super::is_ability;
use super::computed::{Computed, TemplateValue};
use super::{EACH, Variable};
use crate::load::raw::Name;
use crate::load::reader::Entry;

/// Locations of variables in a template, computed once for all cards.
pub(super) struct Draft {
    /// Uses in each entry of the template; `None` for entries that are left out.
    entries: Vec<Option<VariableUses>>,
    /// Fields filled by the variable of their name: key and index of the variable.
    filled: Vec<(Name, usize)>,
}

/// Locations of variables in a value.
enum VariableUses {
    /// The value contains no variable, or is not subject to substitution.
    None,
    Copies,
    /// An expression with variables, with offsets into the text.
    Text(Expr),
    /// The values of a map or list.
    Parts(Vec<VariableUses>),
}

pub(super) struct CardVariables<'c> {
    /// Number of copies, if it could be computed.
    pub copies: Option<u32>,
    /// Returns the value of a variable, by index, as it is written.
    pub value: &'c dyn Fn(usize) -> String,
    /// Returns the location of that value.
    pub place: &'c dyn Fn(usize) -> Span,
    /// Returns the index of a variable.
    pub number: &'c dyn Fn(&str) -> Option<usize>,
    pub computed: Computed<'c>,
}

impl Draft {
    pub fn new(node: &Node, variables: &[Variable], fields: &BTreeMap<String, Vec<String>>) -> Draft {
        let entries = node.as_map().unwrap_or_default();
        let uses = entries.iter().map(|(key, value)| match key.value.as_str() {
            EACH => None,
            "copies" => Some(VariableUses::Copies),
            key if key == "kind" || is_ability(key) => Some(VariableUses::None),
            _ => Some(uses(value, variables)),
        });
        let kind = node.get("kind").and_then(Node::as_str).and_then(|kind| fields.get(kind));
        let is_field = |name: &str| kind.is_some_and(|fields| fields.iter().any(|field| field == name));
        let unsaid = |name: &str| node.get(name).is_none();
        let filled = variables.iter().enumerate();
        let filled = filled.filter(|(_, one)| is_field(&one.name.value) && unsaid(&one.name.value));
        Draft { entries: uses.collect(), filled: filled.map(|(i, one)| (one.name.clone(), i)).collect() }
    }

    pub fn bound(&self, node: &Node, at: &CardVariables<'_>) -> Node {
        let entries = node.as_map().unwrap_or_default().iter().zip(&self.entries);
        let entries =
            entries.filter_map(|((key, node), uses)| Some((key.clone(), bound(node, uses.as_ref()?, at))));
        let filled = self.filled.iter().map(|(name, of)| -> Entry {
            let place = Node { span: (at.place)(*of), kind: NodeKind::Null };
            (name.clone(), written(&place, (at.value)(*of)))
        });
        Node { span: node.span, kind: NodeKind::Map(entries.chain(filled).collect()) }
    }
}

fn uses(node: &Node, variables: &[Variable]) -> VariableUses {
    let is_variable = |word: &str| variables.iter().any(|variable| variable.name.value == word);
    match &node.kind {
        NodeKind::Text(text) => {
            let plain = Text::plain(text.value.as_str(), FileId::default(), 0);
            let expr = parse::expr(&plain, &mut Vec::new()).filter(|expr| mentions(expr, &is_variable));
            expr.map_or(VariableUses::None, VariableUses::Text)
        }
        NodeKind::Map(entries) => {
            VariableUses::Parts(entries.iter().map(|(_, value)| uses(value, variables)).collect())
        }
        NodeKind::List(items) => {
            VariableUses::Parts(items.iter().map(|item| uses(item, variables)).collect())
        }
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => VariableUses::None,
    }
}

/// Returns true if an expression contains a variable. In `suit.hearts`, `suit` is an enum.
pub(super) fn mentions(expr: &Expr, is_variable: &dyn Fn(&str) -> bool) -> bool {
    if let ExprKind::Name(word) = &expr.kind {
        return is_variable(word);
    }
    let is_qualified =
        matches!(&expr.kind, ExprKind::Field { base, .. } if matches!(base.kind, ExprKind::Name(_)));
    !is_qualified && expr.children().into_iter().any(|child| mentions(child, is_variable))
}

fn bound(node: &Node, uses: &VariableUses, at: &CardVariables<'_>) -> Node {
    match (uses, &node.kind) {
        (VariableUses::Copies, _) => match at.copies {
            Some(copies) => Node { span: node.span, kind: NodeKind::Int(copies.into()) },
            // an expression that can't be computed was reported
            None if node.as_int().is_none() => Node { span: node.span, kind: NodeKind::Int(1) },
            None => node.clone(),
        },
        (VariableUses::Text(expr), NodeKind::Text(text)) => {
            let mut filled = Filled { at, text, value: String::new(), pieces: Vec::new(), whole: true };
            filled.expr(expr);
            filled.node(node)
        }
        (VariableUses::Parts(inner), NodeKind::Map(entries)) => {
            let entries = entries.iter().zip(inner);
            let entries = entries.map(|((key, node), uses)| (key.clone(), bound(node, uses, at)));
            Node { span: node.span, kind: NodeKind::Map(entries.collect()) }
        }
        (VariableUses::Parts(inner), NodeKind::List(items)) => {
            let mut words: Vec<Node> = Vec::new();
            for (item, uses) in items.iter().zip(inner) {
                let item = bound(item, uses, at);
                // a set has the word of two variables once
                let is_there =
                    words.iter().any(|word| word.as_str().is_some_and(|it| Some(it) == item.as_str()));
                if !is_there || matches!(uses, VariableUses::None) {
                    words.push(item);
                }
            }
            Node { span: node.span, kind: NodeKind::List(words) }
        }
        (VariableUses::None | VariableUses::Text(_) | VariableUses::Parts(_), _) => node.clone(),
    }
}

/// Returns a node with this value at the location of `at`.
fn written(at: &Node, value: String) -> Node {
    let kind = match value.parse() {
        Ok(number) => NodeKind::Int(number),
        Err(_) => {
            // the replacement has the span of the original text
            let pieces = Pieces::from(vec![(0, at.span.start), (u32::MAX, at.span.end)]);
            NodeKind::Text(Text { value, pieces, file: at.span.file, head: None })
        }
    };
    Node { span: at.span, kind }
}

/// An expression with substituted variables. Copied parts keep their own locations.
struct Filled<'c> {
    at: &'c CardVariables<'c>,
    text: &'c Text,
    value: String,
    pieces: Vec<(u32, u32)>,
    /// True until text is copied: so far, the value consists of substitutes only.
    whole: bool,
}

impl Filled<'_> {
    fn expr(&mut self, expr: &Expr) {
        let (from, to) = (expr.span.start as usize, expr.span.end as usize);
        let is_variable = |word: &str| (self.at.number)(word).is_some();
        if !mentions(expr, &is_variable) {
            return self.copy(from, to);
        }
        if let ExprKind::Name(word) = &expr.kind
            && let Some(of) = (self.at.number)(word)
        {
            return self.put(from, &(self.at.value)(of));
        }
        match self.at.computed.value(expr) {
            Ok(TemplateValue::Number(number)) if number < 0 => return self.put(from, &format!("({number})")),
            Ok(TemplateValue::Number(number)) => return self.put(from, &number.to_string()),
            Ok(TemplateValue::Holds(holds)) => return self.put(from, &holds.to_string()),
            Ok(TemplateValue::Word(_)) | Err(_) => {}
        }
        if let ExprKind::If { cond, then, orelse } = &expr.kind
            && let Ok(holds) = self.at.computed.holds(cond)
        {
            return self.expr(if holds { then } else { orelse });
        }
        let mut done = from;
        for child in expr.children() {
            self.copy(done, child.span.start as usize);
            self.expr(child);
            done = child.span.end as usize;
        }
        self.copy(done, to);
    }

    fn copy(&mut self, from: usize, to: usize) {
        if from < to {
            self.whole = false;
            self.begin(from);
            self.value.push_str(&self.text.value[from..to]);
        }
    }

    fn put(&mut self, at: usize, value: &str) {
        self.begin(at);
        self.value.push_str(value);
    }

    fn begin(&mut self, at: usize) {
        self.pieces.push((self.value.len() as u32, self.text.span(at, at).start));
    }

    fn node(mut self, node: &Node) -> Node {
        if self.whole {
            return written(node, self.value.trim_matches(['(', ')']).to_owned());
        }
        self.pieces.push((u32::MAX, self.text.whole().end));
        // pieces ascend in the file and in the value: an omitted branch is between two of them
        let text = Text { value: self.value, pieces: self.pieces.into(), file: self.text.file, head: None };
        Node { span: node.span, kind: NodeKind::Text(text) }
    }
}
