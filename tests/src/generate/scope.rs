//! Names in scope: locals, candidates of queries, and computed values.

use super::world::{Signature, Ty};

/// A local, a parameter, or the candidate of a query.
#[derive(Debug, Clone)]
pub struct Local {
    pub name: String,
    pub ty: Ty,
    /// True if it may be missing.
    pub optional: bool,
    /// True if it is a list of these.
    pub list: bool,
    /// True if `set` may change it.
    pub begins: bool,
    /// True if it is an outer `it`.
    pub hidden: bool,
}

impl Local {
    /// Creates a local that is never missing.
    pub fn new(name: impl Into<String>, ty: Ty) -> Self {
        Self { name: name.into(), ty, optional: false, list: false, begins: false, hidden: false }
    }
}

/// Names in scope.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    pub locals: Vec<Local>,
    /// Type and name of the innermost candidate: its members need no prefix.
    pub candidate: Option<(Ty, String)>,
    /// True if a player is active.
    pub me: bool,
    /// True if queries may exclude the card itself (`other`).
    pub this: bool,
    /// Exclusive maximum rank of computed values.
    pub computed: usize,
    /// Minimum rank of procedures and events.
    pub above: usize,
    /// True if scores may be read.
    pub score: bool,
    /// True if windows may be offered.
    pub windows: bool,
    /// The enclosing procedure, if it returns a value.
    pub gives: Option<Signature>,
    /// Number of enclosing loops.
    pub loops: usize,
}

/// Rank above those of all computed values.
pub const ALL: usize = 1_000;

impl Scope {
    /// Creates the scope of an effect, with or without an active player.
    pub fn effect(me: bool) -> Self {
        Self { me, computed: ALL, score: true, ..Self::default() }
    }

    /// Creates the scope of a value that may use computed values of a lower rank.
    pub fn value(me: bool, computed: usize) -> Self {
        Self { me, computed, ..Self::default() }
    }

    /// Adds a local.
    pub fn with(mut self, name: impl Into<String>, ty: Ty) -> Self {
        self.locals.push(Local::new(name, ty));
        self
    }

    /// Adds parameters.
    pub fn with_all(mut self, params: &[(String, Ty)]) -> Self {
        self.locals.extend(params.iter().map(|(name, ty)| Local::new(name, *ty)));
        self
    }

    /// Adds the parameters of a function or a procedure.
    pub fn with_params(self, of: &Signature) -> Self {
        let mut scope = self.with_all(&of.params);
        let list = |(name, ty): &(String, Ty)| Local { list: true, ..Local::new(name, *ty) };
        scope.locals.extend(of.list.iter().map(list));
        scope
    }

    /// Adds `self` for an ability of a card of a kind.
    pub fn with_self(self, kind: usize) -> Self {
        Self { this: true, ..self.with("self", Ty::Card(Some(kind))) }
    }

    /// Hides each `it` before a new one.
    pub fn hide_it(&mut self) {
        self.locals.iter_mut().filter(|local| local.name == "it").for_each(|local| local.hidden = true);
    }
}
