//! A ruleset for one number of players and one choice of options.

use std::borrow::Cow;
use std::sync::Arc;

use super::rules::Rules;
use super::{Amount, Named, PhaseId, Ruleset, Seat};
use crate::explain::player;
use crate::program::Program;

/// What a game is played with: a ruleset compiled for a number of players and for options. It never changes, is cheap to copy, and
/// serves any number of games, also on several threads.
#[derive(Debug, Clone)]
pub struct Setup {
    pub(super) ruleset: Ruleset,
    pub(crate) program: Arc<Program>,
}

impl Setup {
    /// The ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// From the fewest to the most that the ruleset allows.
    pub fn players(&self) -> u8 {
        self.program.players
    }

    /// The seats in order, each with its stable label: as the ruleset declares it, else `seat_2`.
    pub fn seats(&self) -> impl Iterator<Item = Named<Seat>> + '_ {
        (0..self.players()).map(|seat| player(&self.program, seat))
    }

    /// The value of each option by name, as a ruleset writes it, in the order of the ruleset.
    pub fn options(&self) -> Vec<(String, String)> {
        crate::game::options_of(&self.program).collect()
    }

    /// What the ruleset defines.
    pub fn rules(&self) -> Rules<'_> {
        Rules(&self.program)
    }

    /// The phases in the order of the ruleset.
    pub fn phases(&self) -> impl Iterator<Item = Named<PhaseId>> + '_ {
        let phases = self.program.checked.phases.iter().enumerate();
        phases.map(|(id, phase)| Named::new(PhaseId::new(id), phase.name.clone()))
    }

    /// How many cards there are, copies counted each.
    pub fn cards(&self) -> usize {
        self.program.layout.cards()
    }

    /// The text of a key (`cards.king.name`) in a language; English where the language lacks it. What options make of it is settled;
    /// facts of messages and the like stand in braces still.
    pub fn text(&self, language: &str, key: &str) -> Option<Cow<'_, str>> {
        self.program.text(language, key)
    }

    /// A score from its cell.
    pub(super) fn points(&self, cell: i64) -> Amount {
        Amount { thousandths: if self.has_decimal_score() { cell } else { cell * 1000 } }
    }

    /// Whether scores are decimals; else they are whole numbers.
    pub fn has_decimal_score(&self) -> bool {
        let total = &self.program.checked.score.total;
        total.as_ref().is_some_and(|total| total.body.ty.base == crate::types::Base::Decimal)
    }
}
