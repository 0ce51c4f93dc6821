//! A ruleset for one number of players and one choice of options.

use std::borrow::Cow;
use std::sync::Arc;

use super::rules::Rules;
use super::session::options_of;
use super::values::player;
use super::{Amount, Fact, Named, Value};
use crate::compile::{Ruleset, SetupError, SetupErrorKind};
use crate::ids::{CardId, DesignId, PhaseId, Seat};
use crate::lower::exchanged;
use crate::program::{Program, ToldWith};

/// What a game is played with: a ruleset compiled for a number of players and for options. It never changes, is cheap to copy, and
/// serves any number of games, also on several threads.
#[derive(Debug, Clone)]
pub struct Setup {
    pub(crate) ruleset: Ruleset,
    rules: Rules,
    /// Where chance comes in streams: for each card the one of the other world whose place it has (nothing: all are the same).
    pub(crate) roles: Option<Arc<[u16]>>,
}

impl Ruleset {
    /// Sets it up for a number of players and options given by name; an option that is not given has its default.
    ///
    /// # Errors
    /// A sentence that names what was given and what is allowed: a number of players or a value out of range, an option that there is not, or
    /// more cards, zones or variables than a game can have.
    pub fn setup(&self, players: u8, options: &[(String, String)]) -> Result<Setup, SetupError> {
        Ok(Setup::of(self, self.program(players, options)?))
    }
}

impl Setup {
    /// A program of the ruleset.
    pub(crate) fn of(ruleset: &Ruleset, program: Arc<Program>) -> Setup {
        Setup { ruleset: ruleset.clone(), rules: Rules { program }, roles: None }
    }

    /// One of two worlds, with the roles of its cards.
    pub(super) fn of_world(ruleset: &Ruleset, (program, roles): (Program, Arc<[u16]>)) -> Setup {
        Setup { roles: Some(roles), ..Setup::of(ruleset, Arc::new(program)) }
    }

    /// The same with chance in streams: each shuffle of a zone, each choice of chance and each random choice has numbers of its own,
    /// made from the seed, what it is for and how often there was one. So two games of one seed that differ in a card, or in a choice, have the same
    /// chance but for what the difference makes different, and can be compared as a pair. A game of this seed is another one than without.
    pub fn in_streams(&self) -> Setup {
        Setup { roles: Some(self.roles.clone().unwrap_or_else(|| Arc::from([]))), ..self.clone() }
    }

    /// Two worlds that differ in one card, both with chance in streams: the game as it is, and the same where this card is another one of its
    /// kind from before the set-up on. Shuffles put that one where this one would lie, and all others where they are. In both
    /// worlds cards have numbers of their own, and a copy of the other design that is in neither's game may lie nowhere. Games of such
    /// setups have no record that could be replayed.
    ///
    /// # Errors
    /// The card does not exist, the other is of another kind or the same, or the rules name this card, so that nothing can stand in for it.
    pub fn exchanged(&self, card: CardId, with: DesignId) -> Result<[Setup; 2], SetupError> {
        let layout = &self.program().layout;
        let refused = |kind, message: &str| Err(SetupError::new(kind, message));
        let Some(&design) = layout.design.get(usize::from(card.0)) else {
            return refused(SetupErrorKind::NoSuchCard, "there is no such card");
        };
        let kind = |design: DesignId| self.program().checked.designs.get(design.index()).map(|def| def.kind);
        if DesignId(design) == with || kind(DesignId(design)) != kind(with) {
            return refused(SetupErrorKind::OtherKind, "a card is replaced by another one of its kind");
        }
        let worlds = exchanged(&self.program().checked, self.program(), card.0, with);
        let worlds = worlds.map_err(|error| self.ruleset.lower_error(&error))?;
        Ok(worlds.map(|world| Setup::of_world(&self.ruleset, world)))
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// From the fewest to the most that the ruleset allows.
    pub fn players(&self) -> u8 {
        self.program().players
    }

    /// The seats in order, each with its stable label: as the ruleset declares it, else `seat_2`.
    pub fn seats(&self) -> impl Iterator<Item = Named<Seat>> + '_ {
        (0..self.players()).map(|seat| player(self.program(), seat))
    }

    /// The seat with a number (from 0, clockwise), if that one plays.
    pub fn seat(&self, number: u8) -> Option<Seat> {
        Some(Seat(number)).filter(|seat| self.rules().has_seat(*seat))
    }

    /// The value of each option by name, as a ruleset writes it, in the order of the ruleset.
    pub fn options(&self) -> Vec<(String, String)> {
        options_of(self.program()).collect()
    }

    /// What the ruleset defines.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.rules.program
    }

    /// The phases in the order of the ruleset.
    pub fn phases(&self) -> impl Iterator<Item = Named<PhaseId>> + '_ {
        let phases = self.program().checked.phases.iter().enumerate();
        phases.map(|(id, phase)| Named::new(PhaseId::new(id), phase.name.clone()))
    }

    /// How many cards there are, copies counted each.
    pub fn cards(&self) -> usize {
        self.program().layout.cards()
    }

    /// The text of a key (`cards.king.name`) in a language; English where the language lacks it. What options make of it is settled;
    /// facts of messages and the like stand in braces still.
    pub fn text(&self, language: &str, key: &str) -> Option<Cow<'_, str>> {
        self.program().text(language, key)
    }

    /// The text of a key as somebody reads it who is told these facts: of alternatives the one that fits them, of forms beside a number
    /// the one that the language has for it. The facts themselves stand in braces still.
    pub fn text_with(
        &self,
        language: &str,
        key: &str,
        facts: &[Fact],
        reader: Option<Seat>,
    ) -> Option<Cow<'_, str>> {
        let known = facts.iter().filter_map(|fact| Some((fact.name.as_str(), fact.value.counted()?)));
        let known: Vec<(&str, i32)> = known.collect();
        let told = ToldWith { facts: &known, reader: reader.map(|seat| i32::from(seat.number())) };
        self.program().text_with(language, key, &told)
    }

    /// The same of a text that is told with one value.
    pub fn text_with_value(
        &self,
        language: &str,
        key: &str,
        (name, value): (&str, &Value),
    ) -> Option<Cow<'_, str>> {
        self.text_with(language, key, &[Fact { name: name.to_owned(), value: value.clone() }], None)
    }

    /// Several things one after another, as a language says them (`A, B and C`); of none what the ruleset says there (`lists.none`), if anything.
    pub fn joined(&self, language: &str, parts: &[String]) -> Option<String> {
        self.program().joined(language, parts)
    }

    /// A score from its cell.
    pub(super) fn points(&self, cell: i64) -> Amount {
        Amount { thousandths: if self.has_decimal_score() { cell } else { cell * 1000 } }
    }

    /// Whether scores are decimals; else they are whole numbers.
    pub fn has_decimal_score(&self) -> bool {
        let total = &self.program().checked.score.total;
        total.as_ref().is_some_and(|total| total.body.ty.base() == crate::types::Base::Decimal)
    }
}
