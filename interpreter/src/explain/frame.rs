//! Reads the operands of a statement that is about to run, for a viewer who sees all cards.
//!
//! Values come with their explanations, and queries with their candidates.

use ludex_grammar::source::Sources;
use schemars::JsonSchema;
use serde::Serialize;

use super::eval::{Explainer, Res, Spent};
use super::known::{Val, ViewerContext};
use super::running::Running;
use super::tree::Explanation;
use ludex_check::hir::{Expr, ExprKind, Owner, Stmt};
use ludex_check::ids::VarId;
use ludex_run::play::{Place, Value};
use ludex_run::program::Program;
use ludex_run::state::State;

/// Maximum number of candidates reported for a query.
const MOST_CANDIDATES: usize = 200;

/// A query, its candidates, and those that passed its test.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Queried {
    /// Source location of the query.
    pub place: Option<Place>,
    /// Candidates in order, at most two hundred.
    pub candidates: Vec<Value>,
    /// Candidates that passed the test.
    pub kept: Vec<Value>,
}

/// Value of an evaluated expression.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// The value, or one value per element of a list.
    pub values: Vec<Value>,
    /// Explanations of the values it read.
    pub because: Vec<Explanation>,
    /// Queries inside the expression.
    pub queries: Vec<Queried>,
}

/// The content and holder of a variable.
pub(crate) struct Held {
    /// The holder, unless the game is the holder.
    pub of: Option<Value>,
    /// The key, if the variable has one value per key.
    pub key: Option<Value>,
    /// The value before the statement runs.
    pub was: Value,
}

/// Reads expressions in the innermost frame of a position.
pub(crate) struct FrameReader<'a> {
    explainer: Explainer<'a>,
}

impl<'a> FrameReader<'a> {
    /// Creates a reader for the body that runs in that frame. `spent` is the cost of earlier readings.
    pub fn new(
        (program, sources, state): (&'a Program, &'a Sources, &'a State),
        (owner, stmts): (Owner, &'a [Stmt]),
        spent: Spent,
    ) -> Option<Self> {
        let frame = state.frames.len().checked_sub(1)?;
        let mut explainer = Explainer::new(ViewerContext { program, state, viewer: None }, sources);
        explainer.continue_from(spent);
        explainer.run_in(Running { frame, owner, stmts, at: None });
        Some(Self { explainer })
    }

    /// Returns the cost so far.
    pub fn spent(&self) -> Spent {
        self.explainer.spent()
    }

    /// Reads an expression at the current position.
    pub fn read(&mut self, expr: &'a Expr) -> Reading {
        let mut reading = Reading { queries: self.queries(expr), ..Reading::default() };
        if expr.ty.is_list() {
            reading.values = self.list(expr);
            return reading;
        }
        let (value, because) = self.explainer.attempt(|me| me.eval(expr));
        reading.values = vec![self.to_value(value, expr)];
        reading.because = because;
        reading
    }

    /// Reads operands for their explanations and queries, without their values.
    pub fn operands(&mut self, operands: Vec<&'a Expr>) -> Reading {
        let mut all = Reading::default();
        for operand in operands {
            let one = self.read(operand);
            all.because.extend(one.because);
            all.queries.extend(one.queries);
        }
        all
    }

    /// Reads the content and holder of a variable.
    pub fn variable(&mut self, id: VarId, of: Option<&'a Expr>, key: Option<&'a Expr>) -> Held {
        let def = &self.explainer.checked.vars[id.index()];
        let holder = of.map_or(Ok(Val::Is(0)), |of| self.explainer.attempt(|me| me.eval(of)).0);
        let which = key.map(|key| self.explainer.attempt(|me| me.eval(key)).0);
        let number = match which {
            Some(which) => which.and_then(|key| self.explainer.key_number(def.per, key)),
            None => Ok(Some(0)),
        };
        let held = match number {
            Ok(None) => Ok(Val::Hidden),
            Ok(Some(n)) => holder.and_then(|holder| self.explainer.variable_at(id, holder, n)),
            Err(kind) => Err(kind),
        };
        let was = held.map_or_else(fault, |value| self.explainer.shown(value, def.ty));
        let key = key.zip(which).map(|(key, which)| self.to_value(which, key));
        Held { of: of.map(|of| self.to_value(holder, of)), key, was }
    }

    fn to_value(&self, value: Res, expr: &Expr) -> Value {
        value.map_or_else(fault, |value| self.explainer.shown(value, expr.ty))
    }

    fn list(&mut self, expr: &'a Expr) -> Vec<Value> {
        let ty = expr.ty.element();
        match self.explainer.attempt_list(expr) {
            Ok(items) => {
                let items = items.items.into_iter().take(MOST_CANDIDATES);
                items.map(|item| self.explainer.shown(item, ty)).collect()
            }
            Err(kind) => vec![fault(kind)],
        }
    }

    fn queries(&mut self, expr: &'a Expr) -> Vec<Queried> {
        let mut filters = Vec::new();
        filters_of(expr, &mut filters);
        let sources = self.explainer.sources;
        filters
            .into_iter()
            .map(|(filter, list)| Queried {
                place: Place::new(sources, filter.span),
                candidates: self.list(list),
                kept: self.list(filter),
            })
            .collect()
    }
}

fn fault(kind: ludex_check::fault::FaultKind) -> Value {
    Value::Fault(kind.message().to_owned())
}

/// Collects the outermost queries of an expression, each with the list that it filters. Skips queries that
/// depend on an element of another query.
fn filters_of<'a>(expr: &'a Expr, found: &mut Vec<(&'a Expr, &'a Expr)>) {
    if let ExprKind::Filter { list, .. } = &expr.kind {
        found.push((expr, list));
    } else if let ExprKind::Fold(_, _, _, list) | ExprKind::Chain(_, list, _) = &expr.kind {
        filters_of(list, found);
    } else {
        expr.children().into_iter().for_each(|child| filters_of(child, found));
    }
}
