//! Facts of decisions: values that prompts display to the acting player.
//!
//! They don't affect the game. A fact that the player may not know is displayed as hidden.

use std::collections::BTreeSet;

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::check::texts::offered::DecisionFact;
use crate::check::types::expr::unknown;
use crate::check::types::scope::Scope;
use crate::hir::{Expr, ToldFact};
use crate::ids::DecisionId;
use crate::language::{Fixed, is_identifier};
use crate::resolve::{Target, Use};
use crate::types::Base;

/// Maximum number of facts of a decision.
const MAX_FACTS: usize = 32;

impl Checker<'_> {
    /// Checks the facts of a decision. They must have the same names and types in each statement with this
    /// decision.
    pub(super) fn told_with(
        &mut self,
        scope: &mut Scope,
        (decision, label): (DecisionId, Option<&ast::Ident>),
        facts: &[ast::Fact],
    ) -> Vec<ToldFact> {
        let (mut told, mut known): (Vec<ToldFact>, Vec<DecisionFact>) = (Vec::new(), Vec::new());
        if let Some(fact) = facts.get(MAX_FACTS) {
            let message = format!("more than {MAX_FACTS} facts of one decision");
            self.report(Diagnostic::new(Code::FileTooLarge, fact.name.span, message));
        }
        for fact in facts.iter().take(MAX_FACTS) {
            let (name, place) = (&fact.name.name, fact.name.span);
            if let Some(first) = known.iter().find(|other| other.name == *name) {
                let message = format!("duplicate fact `{name}`");
                let problem = Diagnostic::new(Code::DuplicateName, place, message);
                self.report(problem.label("here again").other(first.place, "first here"));
                continue;
            }
            // a local is a fact under its own name
            let local = scope.find(name).filter(|_| fact.is_bare()).map(|local| local.span);
            let value = self.expr(scope, &fact.value);
            let value = self.tellable(value);
            if local.is_none() {
                self.check_fact_name(fact);
            }
            let place = local.unwrap_or(place);
            known.push(DecisionFact { name: name.clone(), ty: value.ty, place });
            told.push(ToldFact { name: name.clone(), value, open: Vec::new() });
        }
        if let Some(label) = label {
            self.tells(decision, label, known, facts);
        }
        told
    }

    /// Checks that a text can display a value: one value, or the elements of a flat list.
    pub(in crate::check) fn tellable(&mut self, value: Expr) -> Expr {
        let nested = value.ty.is_list() && value.ty.element().is_list();
        if value.ty.base() != Base::Zone && !nested {
            return value;
        }
        let message = format!("a text can't show {}", self.type_name(value.ty));
        let problem = Diagnostic::new(Code::ListForOne, value.span, message);
        let help = match nested {
            true => "use one of the lists, or their number: `count(…)`",
            false => "use its cards (`card in me.hand`), or their number (`count(…)`)",
        };
        self.report(problem.help(help));
        unknown(value.span)
    }

    /// Reports a name that texts could not use.
    fn check_fact_name(&mut self, fact: &ast::Fact) {
        let (name, place) = (&fact.name.name, fact.name.span);
        if Fixed::find(name).is_some() {
            let message = format!("`{name}` has a fixed meaning");
            let problem = Diagnostic::new(Code::BadName, place, message);
            self.report(problem.help(format!("give the fact another name, as in `who: {name}`")));
        } else if !is_identifier(name) {
            let message = format!("`{name}` can't name a fact");
            let help = "a name begins with a lower-case letter and has lower-case letters, digits and `_`";
            self.report(Diagnostic::new(Code::BadName, place, message).help(help));
        } else if let Some(first) = self.global_in_reach(name, place).filter(|_| !fact.is_bare()) {
            let message = format!("`{name}` is already a name here");
            let problem = Diagnostic::new(Code::HiddenName, place, message).other(first, "the other one");
            self.report(problem.help("give the fact another name"));
        }
    }

    /// Declares the facts at the first statement with a decision, and checks the others against it.
    fn tells(
        &mut self,
        decision: DecisionId,
        label: &ast::Ident,
        mut known: Vec<DecisionFact>,
        facts: &[ast::Fact],
    ) {
        let Some((first_place, first)) = self.offered.entry(decision).or_default().told.take() else {
            for fact in &known {
                // a local is defined by its own statement
                if facts.iter().any(|written| written.name.span == fact.place) {
                    self.names.draft.define(Target::Local(fact.place), &fact.name, fact.place);
                }
            }
            self.offered.entry(decision).or_default().told = Some((label.span, known));
            return;
        };
        let names = |facts: &[DecisionFact]| -> BTreeSet<String> {
            facts.iter().map(|fact| fact.name.clone()).collect()
        };
        if names(&first) != names(&known) {
            let message = format!("`{}` has other facts at its first use", label.name);
            let problem = Diagnostic::new(Code::WrongArguments, label.span, message);
            let problem = problem.other(first_place, listed(&first));
            self.report(problem.help("give it the same facts, or another name"));
        }
        let mut told = first;
        for fact in &mut told {
            let Some(here) = known.iter_mut().find(|here| here.name == fact.name) else { continue };
            self.names.draft.refer(here.place, Target::Local(fact.place), Use::Names);
            match self.join(fact.ty, here.ty) {
                Some(ty) => fact.ty = ty,
                None => {
                    let (one, other) = (self.type_name(fact.ty), self.type_name(here.ty));
                    let message = format!("`{}` is {one} at its first use, but {other} here", fact.name);
                    let problem = Diagnostic::new(Code::TypeMismatch, here.place, message);
                    self.report(problem.other(fact.place, "first here"));
                }
            }
        }
        self.offered.entry(decision).or_default().told = Some((first_place, told));
    }
}

/// Formats the facts of a decision in another statement.
fn listed(facts: &[DecisionFact]) -> String {
    let names: Vec<&str> = facts.iter().map(|fact| fact.name.as_str()).collect();
    match names.is_empty() {
        true => "here it has no facts".to_owned(),
        false => format!("here it has `{}`", names.join("`, `")),
    }
}
