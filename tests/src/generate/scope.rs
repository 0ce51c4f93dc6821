//! What may be named where something is written: locals, candidates of queries, and what is computed.

use super::world::{Signature, Ty};

/// A local, a parameter, or the candidate of a query.
#[derive(Debug, Clone)]
pub struct Local {
    pub name: String,
    pub ty: Ty,
    /// It may be missing.
    pub optional: bool,
    /// It is a list of these.
    pub list: bool,
    /// `set` may give it another value.
    pub begins: bool,
    /// `it`, where another `it` stands nearer.
    pub hidden: bool,
}

impl Local {
    /// One that is there.
    pub fn new(name: impl Into<String>, ty: Ty) -> Self {
        Self { name: name.into(), ty, optional: false, list: false, begins: false, hidden: false }
    }
}

/// What may be named.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    pub locals: Vec<Local>,
    /// The type of the innermost candidate and its name: its members may stand alone.
    pub candidate: Option<(Ty, String)>,
    /// Somebody is active.
    pub me: bool,
    /// There may be `self` for `other`.
    pub this: bool,
    /// Only what is computed and has a smaller rank.
    pub computed: usize,
    /// Only procedures and events of a larger rank.
    pub above: usize,
    /// The score of a player may be read.
    pub score: bool,
    /// Windows of actions may be offered.
    pub windows: bool,
    /// The procedure, if it gives something.
    pub gives: Option<Signature>,
    /// Loops around.
    pub loops: usize,
}

/// All that is computed may be used.
pub const ALL: usize = 1_000;

impl Scope {
    /// An effect where somebody is active, or not.
    pub fn effect(me: bool) -> Self {
        Self { me, computed: ALL, score: true, ..Self::default() }
    }

    /// A value that may use what is computed and has a smaller rank.
    pub fn value(me: bool, computed: usize) -> Self {
        Self { me, computed, ..Self::default() }
    }

    /// The same with a local more.
    pub fn with(mut self, name: impl Into<String>, ty: Ty) -> Self {
        self.locals.push(Local::new(name, ty));
        self
    }

    /// The same with parameters.
    pub fn with_all(mut self, params: &[(String, Ty)]) -> Self {
        self.locals.extend(params.iter().map(|(name, ty)| Local::new(name, *ty)));
        self
    }

    /// The same with the parameters of a function or a procedure.
    pub fn with_params(self, of: &Signature) -> Self {
        let mut scope = self.with_all(&of.params);
        let list = |(name, ty): &(String, Ty)| Local { list: true, ..Local::new(name, *ty) };
        scope.locals.extend(of.list.iter().map(list));
        scope
    }

    /// The same in an ability of a card of a kind.
    pub fn with_self(self, kind: usize) -> Self {
        Self { this: true, ..self.with("self", Ty::Card(Some(kind))) }
    }

    /// A new `it` hides the others.
    pub fn hide_it(&mut self) {
        self.locals.iter_mut().filter(|local| local.name == "it").for_each(|local| local.hidden = true);
    }
}
