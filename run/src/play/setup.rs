//! A ruleset for one number of players and one choice of options.

use std::borrow::Cow;
use std::sync::Arc;

use super::rules::Rules;
use super::session::options_of;
use super::values::player;
use super::{Amount, Fact, Named, Value};
use crate::lower::exchanged;
use crate::program::{Program, ToldWith};
use crate::ruleset::{Ruleset, SetupError, SetupErrorKind};
use ludex_check::ids::{CardId, DesignId, PhaseId, Seat};

/// A ruleset compiled for a number of players and for options. It is immutable, cheap to clone, and serves
/// any number of games, also on several threads.
#[derive(Debug, Clone)]
pub struct Setup {
    pub(crate) ruleset: Ruleset,
    rules: Rules,
    /// With chance in streams: for each card, the card of the other world whose role it has; empty if each
    /// has its own.
    pub(crate) roles: Option<Arc<[u16]>>,
}

impl Ruleset {
    /// Compiles the ruleset for a number of players, and for options given by name. Other options have their
    /// defaults.
    ///
    /// # Errors
    /// A message with the given and the allowed values. Causes are a number of players or a value out of
    /// range, an unknown option, or too many cards, zones or variables.
    pub fn setup(&self, players: u8, options: &[(String, String)]) -> Result<Setup, SetupError> {
        Ok(Setup::new(self, self.program(players, options)?))
    }
}

impl Setup {
    pub(crate) fn new(ruleset: &Ruleset, program: Arc<Program>) -> Setup {
        Setup { ruleset: ruleset.clone(), rules: Rules { program }, roles: None }
    }

    /// Creates the setup of one of two worlds, with the roles of its cards.
    pub(super) fn of_world(ruleset: &Ruleset, (program, roles): (Program, Arc<[u16]>)) -> Setup {
        Setup { roles: Some(roles), ..Setup::new(ruleset, Arc::new(program)) }
    }

    /// Returns this setup with chance in streams. Each shuffle of a zone and each random choice, of the rules
    /// or of a player, has its own numbers. They are derived from the seed, its purpose and its count. So two
    /// games of one seed that differ in a card or a choice share all random numbers that the difference does
    /// not affect. They can be compared as a pair. The same seed gives another game than without streams.
    pub fn in_streams(&self) -> Setup {
        Setup { roles: Some(self.roles.clone().unwrap_or_else(|| Arc::from([]))), ..self.clone() }
    }

    /// Returns two worlds that differ in one card, both with chance in streams. One is the unmodified game;
    /// the other has this card replaced by another of its kind from before the set-up on. Shuffles put the
    /// replacement where the original would be, and leave the others unchanged. Both worlds use their own
    /// card numbers, and a copy of the other design that is in neither game may be in no zone. Games of these
    /// setups cannot be replayed from a record.
    ///
    /// # Errors
    /// The card does not exist, the other design is of another kind or the same, or the rules name this card.
    pub fn exchanged(&self, card: CardId, with: DesignId) -> Result<[Setup; 2], SetupError> {
        let layout = &self.program().layout;
        let refused = |kind, message: &str| Err(SetupError::new(kind, message));
        let Some(&design) = layout.design.get(usize::from(card.0)) else {
            return refused(SetupErrorKind::NoSuchCard, "there is no such card");
        };
        let kind = |design: DesignId| self.program().checked.designs.get(design.index()).map(|def| def.kind);
        if DesignId(design) == with || kind(DesignId(design)) != kind(with) {
            return refused(
                SetupErrorKind::OtherKind,
                "a card can only be replaced by another card of its kind",
            );
        }
        let worlds = exchanged(&self.program().checked, self.program(), card.0, with);
        let worlds = worlds.map_err(|error| self.ruleset.lower_error(&error))?;
        Ok(worlds.map(|world| Setup::of_world(&self.ruleset, world)))
    }

    /// Returns the ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Returns the number of players, within the limits of the ruleset.
    pub fn players(&self) -> u8 {
        self.program().players
    }

    /// Returns the seats in order, each with its stable label: as declared in the ruleset, otherwise
    /// `seat_2`.
    pub fn seats(&self) -> impl Iterator<Item = Named<Seat>> + '_ {
        (0..self.players()).map(|seat| player(self.program(), seat))
    }

    /// Returns the seat with a number (from 0, clockwise), if it is in the game.
    pub fn seat(&self, number: u8) -> Option<Seat> {
        Some(Seat(number)).filter(|seat| self.rules().has_seat(*seat))
    }

    /// Returns the value of each option by name, as written in a ruleset, in the order of the ruleset.
    pub fn options(&self) -> Vec<(String, String)> {
        options_of(self.program()).collect()
    }

    /// Returns the definitions of the ruleset.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.rules.program
    }

    /// Returns the phases in the order of the ruleset.
    pub fn phases(&self) -> impl Iterator<Item = Named<PhaseId>> + '_ {
        let phases = self.program().checked.phases.iter().enumerate();
        phases.map(|(id, phase)| Named::new(PhaseId::new(id), phase.name.clone()))
    }

    /// Returns the number of cards, counting each copy.
    pub fn cards(&self) -> usize {
        self.program().layout.cards()
    }

    /// Returns the text of a key (`cards.king.name`) in a language, in English if the language lacks it.
    /// Options are applied; facts of messages remain as placeholders in braces.
    pub fn text(&self, language: &str, key: &str) -> Option<Cow<'_, str>> {
        self.program().text(language, key)
    }

    /// Returns the text of a key for a reader with these facts: selects the matching alternative and the
    /// plural form of the language. The facts themselves remain as placeholders in braces.
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

    /// Like [`text_with`](Self::text_with), with a single value.
    pub fn text_with_value(
        &self,
        language: &str,
        key: &str,
        (name, value): (&str, &Value),
    ) -> Option<Cow<'_, str>> {
        self.text_with(language, key, &[Fact { name: name.to_owned(), value: value.clone() }], None)
    }

    /// Joins several items by the rules of a language (`A, B and C`). For no items, returns the ruleset's
    /// text `lists.none`, if any.
    pub fn joined(&self, language: &str, parts: &[String]) -> Option<String> {
        self.program().joined(language, parts)
    }

    /// Converts a cell to a score.
    pub(super) fn points(&self, cell: i64) -> Amount {
        Amount { thousandths: if self.has_decimal_score() { cell } else { cell * 1000 } }
    }

    /// Returns true if scores are decimals; otherwise they are integers.
    pub fn has_decimal_score(&self) -> bool {
        let total = &self.program().checked.score.total;
        total.as_ref().is_some_and(|total| total.body.ty.base() == ludex_check::types::Base::Decimal)
    }
}
