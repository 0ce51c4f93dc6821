//! What must hold, and what is said when it does not.

use ludex_grammar::span::Span;

use crate::exec::{Fault, FaultKind, Machine, Nobody, Workspace};
use crate::play::label::{fault_message, zone_label};
use crate::program::{NONE, Snippet};
use crate::scenario::Failure;
use crate::scenario::compiled::{Expectation, Operand};
use crate::scenario::run::one::Run;
use crate::scenario::run::words::value_text;

impl Run<'_> {
    /// All of these hold.
    pub(in crate::scenario) fn expect(&self, expectations: &[Expectation]) -> Result<(), Failure> {
        expectations.iter().try_for_each(|expectation| self.holds(expectation))
    }

    fn holds(&self, expectation: &Expectation) -> Result<(), Failure> {
        let span = expectation.span;
        match self.value(expectation.test) {
            Ok(1) => Ok(()),
            Ok(_) => {
                let part = expectation.parts.iter().find(|part| self.value(part.test) == Ok(0));
                let (at, sides) = part.map_or((span, &[][..]), |part| (part.span, &part.sides));
                Err(self.failed(at, sides))
            }
            Err(fault) => {
                let why = fault_message(&self.program.checked, &fault);
                let message = format!("`{}` has no value: {why}", self.text(span));
                Err(Failure::new(span, message))
            }
        }
    }

    fn failed(&self, span: Span, sides: &[Operand]) -> Failure {
        let failure = Failure::new(span, format!("`{}` does not hold", self.text(span)));
        sides.iter().filter_map(|side| self.side(side)).fold(failure, Failure::detail)
    }

    /// `blue.tally is 9.5`; nothing for what says itself what it is.
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

    /// The value of a snippet in the position, which stays as it is.
    fn value(&self, snippet: usize) -> Result<i32, Fault> {
        let Some(Snippet::Expr(lambda)) = self.program.snippets.get(snippet) else {
            return Err(Fault { kind: FaultKind::Missing, span: Span::default(), row: None });
        };
        let mut state = self.game.state().clone();
        let (mut work, mut nobody) = (Workspace::default(), Nobody);
        let mut machine = Machine::new(self.program, &mut state, &mut work, &mut nobody);
        machine.evaluate(*lambda, &[]).map_err(|kind| machine.fault_at(kind, Span::default()))
    }

    /// A text of the scenario on one line.
    pub(in crate::scenario) fn text(&self, span: Span) -> String {
        self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
