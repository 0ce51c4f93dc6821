//! All bodies of statements of a checked ruleset, for analyses of the whole ruleset.

use super::{Checked, Expr, Lambda, Repeat, Snippet, Stmt};
use crate::ids::{KindId, PhaseId, ProcedureId, WindowId};
use crate::types::KeyType;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    Setup,
    /// An ability that reacts to an event, by index in [`Checked::handlers`].
    Handler(usize),
    /// An action of a window, by index in the window.
    Action(WindowId, usize),
    /// The statements at the start of each iteration of a phase.
    Phase(PhaseId),
    /// The statements at the end of each iteration of a phase.
    PhaseEnd(PhaseId),
    Procedure(ProcedureId),
    /// An effect of a scenario, by index in [`Checked::snippets`].
    Snippet(usize),
}

impl Checked {
    /// Returns the names of all cards of a kind, or of all cards, in the order of the card list.
    pub fn names_of(&self, kind: Option<KindId>) -> Vec<i32> {
        let all = (0..).zip(&self.designs);
        all.filter(|(_, def)| kind.is_none_or(|kind| def.kind == kind)).map(|(name, _)| name).collect()
    }

    /// Returns the number of values of a keyed value, for given numbers of players and spots.
    pub fn how_many(&self, key: KeyType, players: u8, spots: &[u16]) -> u32 {
        match key {
            KeyType::Enum(id) => self.enums[id.index()].values.len() as u32,
            KeyType::Player => players.into(),
            KeyType::Spot(id) => spots[id.index()].into(),
            KeyType::Range(least, most) => (i32::from(most) - i32::from(least) + 1).max(0) as u32,
        }
    }

    /// Returns the owners of all bodies, including empty ones.
    pub fn owners(&self) -> Vec<Owner> {
        let handlers = (0..self.handlers.len()).map(Owner::Handler);
        let actions = self.windows.iter().enumerate().flat_map(|(i, window)| {
            (0..window.actions.len()).map(move |action| Owner::Action(WindowId::new(i), action))
        });
        let phases = (0..self.phases.len())
            .flat_map(|i| [Owner::Phase(PhaseId::new(i)), Owner::PhaseEnd(PhaseId::new(i))]);
        let procedures = (0..self.procedures.len()).map(|i| Owner::Procedure(ProcedureId::new(i)));
        let snippets = (0..self.snippets.len()).map(Owner::Snippet);
        let first = std::iter::once(Owner::Setup);
        first.chain(handlers).chain(actions).chain(phases).chain(procedures).chain(snippets).collect()
    }

    pub fn bodies(&self) -> impl Iterator<Item = (Owner, &[Stmt])> {
        self.owners().into_iter().map(|owner| (owner, self.stmts(owner)))
    }

    fn stmts(&self, owner: Owner) -> &[Stmt] {
        match owner {
            Owner::Setup => &self.setup.stmts,
            Owner::Handler(i) => &self.handlers[i].body.stmts,
            Owner::Action(window, i) => &self.windows[window.index()].actions[i].body.stmts,
            Owner::Phase(id) => &self.phases[id.index()].body,
            Owner::PhaseEnd(id) => &self.phases[id.index()].end,
            Owner::Procedure(id) => &self.procedures[id.index()].body.stmts,
            Owner::Snippet(i) => match &self.snippets[i] {
                Snippet::Effect(body) => &body.stmts,
                Snippet::Expr(_) => &[],
            },
        }
    }

    /// Returns the statements of a body mutably; `None` for a snippet that is an expression.
    pub(crate) fn stmts_mut(&mut self, owner: Owner) -> Option<&mut Vec<Stmt>> {
        match owner {
            Owner::Setup => Some(&mut self.setup.stmts),
            Owner::Handler(i) => Some(&mut self.handlers[i].body.stmts),
            Owner::Action(window, i) => Some(&mut self.windows[window.index()].actions[i].body.stmts),
            Owner::Phase(id) => Some(&mut self.phases[id.index()].body),
            Owner::PhaseEnd(id) => Some(&mut self.phases[id.index()].end),
            Owner::Procedure(id) => Some(&mut self.procedures[id.index()].body.stmts),
            Owner::Snippet(i) => match &mut self.snippets[i] {
                Snippet::Effect(body) => Some(&mut body.stmts),
                Snippet::Expr(_) => None,
            },
        }
    }

    /// Returns the expressions outside all bodies: printed values, computed values, conditions, repetitions
    /// of phases, and scores.
    pub fn values(&self) -> Vec<&Expr> {
        let mut lambdas: Vec<&Lambda> = self.kinds.iter().filter_map(|kind| kind.active.as_ref()).collect();
        lambdas.extend(self.handlers.iter().filter_map(|handler| handler.when.as_ref()));
        lambdas.extend(self.properties.iter().map(|property| &property.base));
        lambdas.extend(self.functions.iter().map(|function| &function.body));
        let actions = self.windows.iter().flat_map(|window| &window.actions);
        for action in actions {
            lambdas.extend(action.targets.iter().chain(&action.when));
            lambdas.extend(action.shows.iter().map(|(_, value)| value));
        }
        for modifier in &self.modifiers {
            lambdas.extend(modifier.applies.iter().chain(&modifier.condition).chain([&modifier.value]));
        }
        lambdas
            .extend(self.steps.iter().flat_map(|steps| &steps.order).filter_map(|(_, when)| when.as_ref()));
        let score = &self.score;
        lambdas.extend(score.total.iter().chain(&score.won).chain(&score.ties).chain(&score.hint));
        lambdas.extend(score.lines.iter().chain(&self.statistics).map(|(_, value)| value));
        lambdas.extend(self.layout.computed.iter().map(|def| &def.value));
        let mut values: Vec<&Expr> = lambdas.into_iter().map(|lambda| &lambda.body).collect();
        values.extend(self.designs.iter().flat_map(|design| &design.fields).map(|(_, value)| value));
        values.extend(self.vars.iter().filter_map(|var| var.init.as_ref()));
        for phase in &self.phases {
            values.extend(phase.when.iter().chain(&phase.until).chain(&phase.active));
            match &phase.repeat {
                Repeat::Times(value) | Repeat::While(value) | Repeat::Each(value) => values.push(value),
                Repeat::Once | Repeat::Forever => {}
            }
        }
        values
    }
}
