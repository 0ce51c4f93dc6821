//! Evaluates expectations and explains those that fail.

use ludex_grammar::diagnostic::Suggestion;
use ludex_grammar::span::Span;

use crate::scenario::Failure;
use crate::scenario::compiled::{Clause, ConditionForm, Expectation, Operand};
use crate::scenario::run::one::Run;
use crate::scenario::run::update::suggested;
use crate::scenario::run::words::value_text;
use ludex_run::exec::{Fault, FaultKind, Machine, NoObserver, Workspace};
use ludex_run::play::GameInternals;
use ludex_run::play::label::{fault_message, zone_label};
use ludex_run::program::{NONE, Snippet};

impl Run<'_> {
    /// Fails with the first of these expectations that does not hold.
    pub(in crate::scenario) fn expect(&self, expectations: &[Expectation]) -> Result<(), Failure> {
        expectations.iter().try_for_each(|expectation| self.holds(expectation))
    }

    /// Returns all of these expectations that do not hold.
    pub(in crate::scenario) fn unmet(&self, expectations: &[Expectation]) -> Vec<Failure> {
        expectations.iter().flat_map(|expectation| self.unmet_parts(expectation)).collect()
    }

    fn holds(&self, expectation: &Expectation) -> Result<(), Failure> {
        self.unmet_parts(expectation).into_iter().next().map_or(Ok(()), Err)
    }

    /// Returns the parts of a condition that do not hold, or the whole condition if no single part fails.
    fn unmet_parts(&self, expectation: &Expectation) -> Vec<Failure> {
        let span = expectation.span;
        match self.value(expectation.test) {
            Ok(1) => Vec::new(),
            Ok(_) => {
                let parts = expectation.parts.iter().filter(|part| self.value(part.test) == Ok(0));
                let failed: Vec<Failure> = parts.map(|part| self.failed(part)).collect();
                if failed.is_empty() { vec![self.does_not_hold(span)] } else { failed }
            }
            Err(fault) => {
                let why = fault_message(&self.program.checked, &fault);
                vec![Failure::new(span, format!("`{}` has no value: {why}", self.text(span)))]
            }
        }
    }

    fn does_not_hold(&self, span: Span) -> Failure {
        Failure::new(span, format!("`{}` does not hold", self.text(span)))
    }

    fn failed(&self, part: &Clause) -> Failure {
        let failure = self.does_not_hold(part.span);
        let sides: Vec<String> = part.sides.iter().filter_map(|side| self.side(side)).collect();
        let update = self.update_of(part);
        if sides.is_empty() && update.is_none() {
            return failure;
        }
        let actual =
            if sides.is_empty() { "the condition does not hold".to_owned() } else { sides.join(", ") };
        failure.differs(self.text(part.span), actual).update(update)
    }

    /// Returns the change that makes a condition hold: the actual value in `a == 3`, or the negation of a
    /// test.
    fn update_of(&self, part: &Clause) -> Option<Suggestion> {
        match &part.says {
            ConditionForm::Equal => {
                let [left, right] = part.sides.as_slice() else { return None };
                let words = [left, right]
                    .map(|side| Some(value_text(self.program, side.ty, self.value(side.value).ok()?)));
                let [Some(left_words), Some(right_words)] = words else { return None };
                let is_value = [(left, &left_words), (right, &right_words)]
                    .map(|(side, words)| self.text(side.span) == *words);
                match is_value {
                    [true, false] => Some(suggested(left.span, right_words)),
                    [false, true] => Some(suggested(right.span, left_words)),
                    [true, true] | [false, false] => None,
                }
            }
            ConditionForm::Holds(change) => Some(change.clone()),
            ConditionForm::Other => None,
        }
    }

    /// Formats an operand as `blue.tally is 9.5`; `None` if the text already is the value.
    fn side(&self, side: &Operand) -> Option<String> {
        let text = self.text(side.span);
        let value = self.value(side.value).ok()?;
        let mut words = value_text(self.program, side.ty, value);
        if side.ty.is_card() && value != NONE {
            words.push_str(&self.place(value as usize));
        }
        (words != text).then(|| format!("`{text}` is {words}"))
    }

    fn place(&self, card: usize) -> String {
        let state = self.game.state();
        let face = if state.cards[card].up { "up" } else { "down" };
        match state.cards[card].zone {
            0 => " (nowhere)".to_owned(),
            zone => format!(" (face {face} in {})", zone_label(self.program, zone)),
        }
    }

    /// Evaluates a snippet on a copy of the position.
    fn value(&self, snippet: usize) -> Result<i32, Fault> {
        let Some(Snippet::Expr(lambda)) = self.program.snippets.get(snippet) else {
            return Err(Fault { kind: FaultKind::Missing, span: Span::default(), about: None });
        };
        let mut state = self.game.state().clone();
        let (mut work, mut nobody) = (Workspace::default(), NoObserver);
        let mut machine = Machine::new(self.program, &mut state, &mut work, &mut nobody);
        machine.evaluate(*lambda, &[]).map_err(|kind| machine.fault_at(kind, Span::default()))
    }

    /// Returns a text of the scenario on a single line.
    pub(in crate::scenario) fn text(&self, span: Span) -> String {
        self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
