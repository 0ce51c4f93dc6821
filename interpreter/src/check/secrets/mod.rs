//! Hidden facts must not reach what everybody reads.
//!
//! A message may name a card: each reader sees it as far as that reader knows it. A number, word or truth that is computed from a card that not
//! everybody sees, from a secret pick or from a variable that its player alone sees is the same for all readers, so it can't stand in a text
//! or in a variable that all see; nor can such a card be meant by name.
//!
//! Secrecy is a property of values ([`value`]), found for every expression from its parts ([`expr`]), through functions and
//! properties by what their values are computed from, and through statements and procedures ([`stmt`]).

mod expr;
mod seen;
mod stmt;
mod tell;
#[cfg(test)]
mod tests;
mod value;

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_grammar::diagnostic::Diagnostic;

use super::Checker;
use crate::check::types::order::Named;
use crate::hir::{ActionDef, Checked, Lambda, ModifierDef, Owner, Stmt};
use crate::ids::{LocalId, PropertyId};
use expr::{Reader, Values};
use stmt::{Called, Procedure, Walk};
use value::{Secrecy, Taint, Why};

/// Most problems that are told.
const MOST_PROBLEMS: usize = 1_000;

/// How often properties and procedures are looked at anew because of others that they depend on; in the end what is found counts.
const ROUNDS: usize = 16;

impl Checker<'_> {
    /// Reports hidden facts that reach what everybody reads, and finds who has chosen a place out of sight.
    ///
    /// Where something is wrong that may have shown a card, nothing is said of what would follow.
    pub(super) fn secrets(&mut self) {
        if self.failed_since(0) {
            return;
        }
        let order = self.typing_order();
        let out = Arc::make_mut(&mut self.out);
        let values = values(out, &order);
        let called = called(out, &values);
        let (mut problems, mut hidden) = (Vec::new(), Vec::new());
        for owner in out.owners() {
            let Some(mut stmts) = out.stmts_mut(owner).map(std::mem::take) else { continue };
            let mut read = Reader::new(out, &values);
            if let Owner::Action(window, i) = owner {
                bind_targets(&mut read, &out.windows[window.index()].actions[i]);
            }
            let mut walk = Walk::new(read, &called);
            walk.body(&mut stmts);
            hidden.append(&mut walk.hidden);
            problems.extend(walk.problems.drain(..).take(MOST_PROBLEMS.saturating_sub(problems.len())));
            out.stmts_mut(owner).into_iter().for_each(|body| *body = std::mem::take(&mut stmts));
        }
        self.note_hidden(hidden);
        problems.into_iter().for_each(|problem: Diagnostic| self.report(problem));
    }

    /// Finds who has chosen a place out of sight in an effect that is no part of the ruleset.
    pub(super) fn choosers(&self, stmts: &mut [Stmt]) {
        let values = Values {
            functions: vec![Secrecy::default(); self.out.functions.len()],
            properties: vec![Secrecy::default(); self.out.properties.len()],
            score: Secrecy::default(),
        };
        Walk::new(Reader::new(&self.out, &values), &Called::default()).body(stmts);
    }
}

/// What is on the faces of the cards that an action may be given.
fn bind_targets(read: &mut Reader<'_>, action: &ActionDef) {
    for (i, target) in action.targets.iter().enumerate() {
        let face = read.of(&target.body).face;
        read.bind(LocalId(i as u16), Secrecy { face, ..Secrecy::default() });
    }
}

/// The secrecy of functions, properties and scores.
fn values(checked: &Checked, order: &[Named]) -> Values {
    let mut values = Values {
        functions: vec![Secrecy::default(); checked.functions.len()],
        properties: vec![Secrecy::default(); checked.properties.len()],
        score: Secrecy::default(),
    };
    let mut modifiers: BTreeMap<PropertyId, Vec<&ModifierDef>> = BTreeMap::new();
    for modifier in &checked.modifiers {
        modifiers.entry(modifier.property).or_default().push(modifier);
    }
    for _ in 0..ROUNDS {
        let mut is_stable = true;
        for named in order {
            let (new, old) = match named {
                Named::Function(id) => {
                    let def = &checked.functions[id.index()];
                    (lambda(checked, &values, &def.body, def.params.len()), &mut values.functions[id.index()])
                }
                Named::Property(id) => {
                    (property(checked, &values, *id, modifiers.get(id)), &mut values.properties[id.index()])
                }
            };
            is_stable &= new.same(old);
            *old = new;
        }
        let total = checked.score.total.as_ref();
        values.score = total.map(|total| lambda(checked, &values, total, 1)).unwrap_or_default();
        if is_stable {
            break;
        }
    }
    values
}

fn lambda(checked: &Checked, values: &Values, lambda: &Lambda, params: usize) -> Secrecy {
    Reader::with_params(checked, values, params).of(&lambda.body)
}

/// What a property is computed from: its base, and what modifies it. Its parameter is the card.
fn property(
    checked: &Checked,
    values: &Values,
    id: PropertyId,
    modifiers: Option<&Vec<&ModifierDef>>,
) -> Secrecy {
    let base = lambda(checked, values, &checked.properties[id.index()].base, 1);
    modifiers.into_iter().flatten().fold(base, |all, modifier| all.or(&modified(checked, values, modifier)))
}

/// What a modifier makes of a property. Of the card that has the ability nothing is known but where it is the card itself.
fn modified(checked: &Checked, values: &Values, modifier: &ModifierDef) -> Secrecy {
    let mut reader = Reader::new(checked, values);
    let bearer = if modifier.applies.is_some() { Secrecy::default() } else { Secrecy::param(0) };
    reader.bind(LocalId(0), bearer);
    let condition = modifier.condition.as_ref().map(|test| reader.of(&test.body).value).unwrap_or_default();
    reader.bind(LocalId(1), Secrecy::param(0));
    let applies = modifier.applies.as_ref().map(|test| reader.of(&test.body).value).unwrap_or_default();
    reader.of(&modifier.value.body).by(&condition).by(&applies)
}

/// What each procedure does with its arguments, and what it gives; what reactions put into facts. Rounds go up and down, so that chains of calls are short either way;
/// where many are not enough, what is given is taken to be hidden.
fn called(checked: &mut Checked, values: &Values) -> Called {
    let mut called = Called {
        procedures: vec![Procedure::default(); checked.procedures.len()],
        events: vec![Secrecy::default(); checked.events.len()],
    };
    for round in 0..ROUNDS {
        let mut is_stable = put_into_facts(checked, values, &mut called);
        let procedures = called.procedures.len();
        for i in 0..procedures {
            let i = if round % 2 == 0 { i } else { procedures - 1 - i };
            let mut body = std::mem::take(&mut checked.procedures[i].body);
            let params = checked.procedures[i].params.len();
            let read = Reader::with_params(checked, values, params);
            let found = Walk::new(read, &called).procedure(&mut body.stmts, params);
            checked.procedures[i].body = body;
            let old = &called.procedures[i];
            is_stable &= old.sinks.len() == found.sinks.len() && old.shows == found.shows;
            is_stable &= old.gives.same(&found.gives) && old.asks == found.asks;
            called.procedures[i] = found;
        }
        if is_stable {
            return called;
        }
    }
    for (def, found) in checked.procedures.iter().zip(&mut called.procedures) {
        let at = def.body.stmts.first().map(|stmt| stmt.span).filter(|_| def.gives.is_some());
        found.gives = at.map_or_else(Secrecy::default, |at| {
            let hidden = Taint::secret(at, Why::Card(None));
            Secrecy { face: hidden.clone(), ..Secrecy::of(hidden) }
        });
    }
    called
}

/// Joins what reactions put into facts that they may change; says whether nothing new was found.
fn put_into_facts(checked: &mut Checked, values: &Values, called: &mut Called) -> bool {
    let mut is_stable = true;
    for i in 0..checked.handlers.len() {
        let event = checked.handlers[i].event.index();
        let Some(fact) = checked.events[event].changing else { continue };
        let mut body = std::mem::take(&mut checked.handlers[i].body);
        let mut walk = Walk::new(Reader::new(checked, values), called);
        walk.fact = Some((LocalId(fact as u16 + 1), Secrecy::default()));
        walk.body(&mut body.stmts);
        let put = walk.fact.take().map(|(_, put)| put).unwrap_or_default();
        checked.handlers[i].body = body;
        let both = called.events[event].clone().or(&put);
        is_stable &= both.same(&called.events[event]);
        called.events[event] = both;
    }
    is_stable
}
