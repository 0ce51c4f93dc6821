//! What is in reach inside one body: locals, the candidate of a query, `self`, and what tests have shown.

use std::rc::Rc;

use ludex_grammar::span::Span;

use crate::hir::Expr;
use crate::ids::LocalId;
use crate::types::Type;

/// A condition, and whether it holds.
#[derive(Debug)]
pub(in crate::check) struct Fact {
    /// The condition.
    pub cond: Expr,
    /// Whether it holds.
    pub holds: bool,
}

#[derive(Debug, Clone)]
pub struct Local {
    /// Its name; a candidate without a name is `it`.
    pub name: String,
    /// Its slot.
    pub id: LocalId,
    pub ty: Type,
    /// Where it is defined.
    pub span: Span,
    /// Whether anything read it.
    pub used: bool,
    /// Where `let` gave it its first value, if that is how it was made: only such a local can be set.
    pub begins: bool,
}

/// What `give` means in a body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Gives {
    /// It can't stand in what is neither procedure nor function …
    #[default]
    Nowhere,
    /// … nor in a procedure that does not say what it gives.
    Nothing,
    /// A procedure gives a value of this type.
    Procedure(Type),
    /// A part of what a card does on an event gives what has become of the fact that it may change, however it is left.
    Part(LocalId, Type),
    /// A function computes and changes nothing. What it gives so far is of this type.
    Function(Option<Type>),
}

/// Names and facts inside one body.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// In order of definition.
    pub locals: Vec<Local>,
    /// Next free slot.
    pub next: u16,
    /// Candidates of the queries around, innermost last.
    pub candidates: Vec<(LocalId, Type)>,
    /// What tests have shown.
    pub facts: Vec<Rc<Fact>>,
    /// What filters have shown of the candidates that passed them when they were listed; for warnings alone.
    pub filters: Vec<Rc<Fact>>,
    /// Slots that hold one card.
    pub cards: Vec<u16>,
    /// What `give` means.
    pub gives: Gives,
    /// Whether `me` may be used.
    pub no_me: bool,
    /// It is computed before a game, where what can't be is told for each number of players.
    pub fixed: bool,
    /// Seats and numbered spots are names here (scenarios).
    pub table_names: bool,
    /// The effect makes a position: numbers of phases can be set.
    pub makes_position: bool,
    /// The body of an action, whose guard has tested something before: a second test in it may well be meant as a safeguard.
    pub guarded: Option<Span>,
}

/// A mark to go back to.
pub struct Mark {
    locals: usize,
    facts: Vec<Rc<Fact>>,
}

impl Scope {
    /// A fresh slot (or several in a row).
    pub fn slots(&mut self, count: u16) -> LocalId {
        let id = LocalId(self.next);
        self.next = self.next.saturating_add(count);
        id
    }

    /// A new local.
    pub fn local(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let id = self.slots(1);
        self.holds(id, ty);
        self.locals.push(Local { name: name.to_owned(), id, ty, span, used: false, begins: false });
        id
    }

    /// A name for a slot that was kept for it.
    pub fn name(&mut self, id: LocalId, name: &str, ty: Type, span: Span) {
        self.locals.push(Local { name: name.to_owned(), id, ty, span, used: false, begins: false });
    }

    /// A new local that can be set.
    pub fn begin(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let id = self.local(name, ty, span);
        if let Some(local) = self.locals.last_mut() {
            local.begins = true;
        }
        id
    }

    /// A local in a slot that was kept for it; it need not be read.
    pub fn bind(&mut self, id: LocalId, name: &str, ty: Type, span: Span) {
        self.holds(id, ty);
        self.locals.push(Local { name: name.to_owned(), id, ty, span, used: true, begins: false });
    }

    /// Remembers that a slot holds a card.
    pub fn holds(&mut self, id: LocalId, ty: Type) {
        if ty.is_card() && !ty.is_list() {
            self.cards.push(id.0);
        }
    }

    /// The innermost local with this name.
    pub fn find(&mut self, name: &str) -> Option<&mut Local> {
        self.locals.iter_mut().rev().find(|l| l.name == name)
    }

    /// Where a block begins.
    pub fn mark(&self) -> Mark {
        Mark { locals: self.locals.len(), facts: self.facts.clone() }
    }

    /// The facts are those of the mark again: what was learned since is forgotten, what a branch of its own forgot is not.
    pub fn forget(&mut self, mark: &Mark) {
        self.facts.clone_from(&mark.facts);
    }

    /// Ends a block: its locals go, and the facts learned in it.
    pub fn end(&mut self, mark: &Mark) -> Vec<Local> {
        self.forget(mark);
        self.locals.split_off(mark.locals)
    }

    /// A local takes another value: what was shown of the one before no longer holds.
    pub fn assigned(&mut self, local: LocalId) {
        let holds = |fact: &Rc<Fact>| !fact.cond.reads(local.0..local.0 + 1);
        self.facts.retain(holds);
        self.filters.retain(holds);
    }
}
