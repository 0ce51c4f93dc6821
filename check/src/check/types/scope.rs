//! Scope of a body: locals, candidates of queries, `self`, and facts.

use std::rc::Rc;

use ludex_grammar::span::Span;

use crate::hir::Expr;
use crate::ids::LocalId;
use crate::types::Type;

/// A condition with its known truth value.
#[derive(Debug)]
pub(in crate::check) struct Fact {
    pub cond: Expr,
    /// True if the condition holds, false if its negation does.
    pub holds: bool,
}

#[derive(Debug, Clone)]
pub struct Local {
    /// Name of the local; `it` for an unnamed candidate.
    pub name: String,
    pub id: LocalId,
    pub ty: Type,
    pub span: Span,
    /// True if any expression reads it.
    pub used: bool,
    /// True if `let` introduced it. Only such locals can be set.
    pub begins: bool,
}

/// Meaning of `give` in a body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GiveMeaning {
    /// An error: the body is neither a procedure nor a function.
    #[default]
    Nowhere,
    /// An error: the procedure declares no return type.
    Nothing,
    Procedure(Type),
    /// A part of a reaction. Every exit returns the current value of the event's changing fact.
    Part(LocalId, Type),
    /// A pure function, with the type of its return values so far.
    Function(Option<Type>),
}

/// Names and facts in a body.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Locals in order of definition.
    pub locals: Vec<Local>,
    /// Next free slot.
    pub next: u16,
    /// Candidates of the enclosing queries, innermost last.
    pub candidates: Vec<(LocalId, Type)>,
    /// Facts from enclosing tests.
    pub facts: Vec<Rc<Fact>>,
    /// Facts about candidates at the time when their list was filtered. Used for warnings only.
    pub filters: Vec<Rc<Fact>>,
    /// Slots that hold one card.
    pub cards: Vec<u16>,
    pub gives: GiveMeaning,
    /// True if `me` is not available.
    pub no_me: bool,
    /// True if the body is evaluated before a game, where errors are reported for each number of players.
    pub fixed: bool,
    /// True in scenarios, where seats and numbered spots are names.
    pub table_names: bool,
    /// True if the effect sets up a position, so that phase numbers can be set.
    pub makes_position: bool,
    /// Span of the action's body, if the scope is one. Tests repeated after the guard may be intended
    /// safeguards, so they are not reported.
    pub guarded: Option<Span>,
}

/// A saved state of a scope.
pub struct Mark {
    locals: usize,
    facts: Vec<Rc<Fact>>,
}

impl Scope {
    /// Allocates consecutive slots.
    pub fn slots(&mut self, count: u16) -> LocalId {
        let id = LocalId(self.next);
        self.next = self.next.saturating_add(count);
        id
    }

    pub fn local(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let id = self.slots(1);
        self.holds(id, ty);
        self.locals.push(Local { name: name.to_owned(), id, ty, span, used: false, begins: false });
        id
    }

    /// Names a reserved slot.
    pub fn name(&mut self, id: LocalId, name: &str, ty: Type, span: Span) {
        self.locals.push(Local { name: name.to_owned(), id, ty, span, used: false, begins: false });
    }

    pub fn begin(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let id = self.local(name, ty, span);
        if let Some(local) = self.locals.last_mut() {
            local.begins = true;
        }
        id
    }

    /// Adds a local in a reserved slot; it may remain unread.
    pub fn bind(&mut self, id: LocalId, name: &str, ty: Type, span: Span) {
        self.holds(id, ty);
        self.locals.push(Local { name: name.to_owned(), id, ty, span, used: true, begins: false });
    }

    /// Records a slot that holds a card.
    pub fn holds(&mut self, id: LocalId, ty: Type) {
        if ty.is_card() && !ty.is_list() {
            self.cards.push(id.0);
        }
    }

    /// Returns the innermost local with this name.
    pub fn find(&mut self, name: &str) -> Option<&mut Local> {
        self.locals.iter_mut().rev().find(|l| l.name == name)
    }

    /// Saves the state at the start of a block.
    pub fn mark(&self) -> Mark {
        Mark { locals: self.locals.len(), facts: self.facts.clone() }
    }

    /// Restores the facts of the mark, including those removed in the meantime.
    pub fn forget(&mut self, mark: &Mark) {
        self.facts.clone_from(&mark.facts);
    }

    /// Ends a block: removes its locals and facts.
    pub fn end(&mut self, mark: &Mark) -> Vec<Local> {
        self.forget(mark);
        self.locals.split_off(mark.locals)
    }

    /// Removes facts about the previous value of a reassigned local.
    pub fn assigned(&mut self, local: LocalId) {
        let holds = |fact: &Rc<Fact>| !fact.cond.reads(local.0..local.0 + 1);
        self.facts.retain(holds);
        self.filters.retain(holds);
    }
}
