//! Declarations of variables: holder, lifetime and visibility.

use ludex_grammar::ast::Ident;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use super::zones::key_of;
use crate::check::Checker;
use crate::hir::*;
use crate::ids::*;
use crate::language::GAME;
use crate::load::raw::{RawVar, RawZone, Sees};
use crate::resolve::{MemberSymbol, Symbol, Target, Use};
use crate::types::{Base, Type};

impl Checker<'_> {
    pub(super) fn variables(&mut self) {
        let raw = self.raw;
        for var in &raw.game_state {
            self.variable_declared(var, Holder::Game);
        }
        for var in &raw.player_state {
            self.variable_declared(var, Holder::Player);
        }
        for (i, spot) in raw.spots.iter().enumerate() {
            for var in &spot.state {
                self.variable_declared(var, Holder::Spot(SpotId::new(i)));
            }
        }
        for (i, kind) in raw.kinds.iter().enumerate() {
            for var in &kind.state {
                self.variable_declared(var, Holder::Kind(KindId::new(i)));
            }
        }
    }

    fn variable_declared(&mut self, var: &RawVar, holder: Holder) {
        let id = VarId::new(self.out.vars.len());
        let (ty, per) = self.names.resolve_kept(&var.decl.ty, &mut self.problems);
        if ty.is_list() {
            self.problems.push(
                Diagnostic::new(Code::ListForOne, var.decl.ty.name.span, "a variable can't be a list")
                    .help("use a zone for cards, or a bool on each player, spot or card"),
            );
        }
        if !ty.is_list()
            && !ty.is_optional()
            && var.decl.init.is_none()
            && (ty.is_card() || ty.base().is_name() || ty.base() == Base::Zone)
        {
            self.problems.push(
                Diagnostic::new(
                    Code::MissingValue,
                    var.decl.ty.name.span,
                    "a card variable is missing at first",
                )
                .help("add `?` to the type: the card may be missing"),
            );
        }
        let lifetime = self.lifetime(&var.decl.lifetime, holder);
        let within = self.owners_variable(var, holder, ty);
        self.changed().vars.push(VarDef {
            owner_sees: var.owner_sees.is_some(),
            within,
            name: var.name.value.clone(),
            holder,
            ty,
            per,
            init: None,
            lifetime,
        });
        match key_of(holder) {
            None => self.names.define_global(&var.name, Symbol::Var(id), &mut self.problems),
            Some(key) => self.names.define_member(key, &var.name, MemberSymbol::Var(id), &mut self.problems),
        }
    }

    /// Returns the lifetime of a variable. A phase takes precedence over a zone of the same name.
    pub(in crate::check::types) fn lifetime(&mut self, word: &Ident, holder: Holder) -> Lifetime {
        let name = word.name.as_str();
        if name == GAME {
            return Lifetime::Game;
        }
        if let Some(id) = self.names.phases.get(name).copied() {
            self.names.draft.refer(word.span, Target::Phase(id), Use::Reads);
            return Lifetime::Phase(id);
        }
        if let Some(zone) = self.raw.zones.iter().position(|zone| zone.name.value == name).map(ZoneId::new) {
            self.names.draft.refer(word.span, Target::Zone(zone), Use::Reads);
            return if self.lasts_in(zone, word, holder) { Lifetime::Zone(zone) } else { Lifetime::Game };
        }
        let zones = self.raw.zones.iter().map(|zone| zone.name.value.as_str());
        let zones = zones.filter(|_| matches!(holder, Holder::Kind(_)));
        let known: Vec<&str> =
            self.names.phases.keys().map(String::as_str).chain([GAME]).chain(zones).collect();
        let message = format!(
            "a variable lasts for the game or a phase, a variable of a card also for a zone, but not for `{name}`"
        );
        let problem = Diagnostic::new(Code::UnknownName, word.span, message);
        let problem = problem.suggest(name, known);
        self.not_found(problem);
        Lifetime::Game
    }

    /// Returns true if a variable may last while its card is in a zone.
    ///
    /// All players see such a variable, so it would distinguish hidden cards. The zone must therefore be
    /// public, or have a public order.
    fn lasts_in(&mut self, zone: ZoneId, word: &Ident, holder: Holder) -> bool {
        let raw = self.raw;
        let (zone, name) = (&raw.zones[zone.index()], &word.name);
        let Holder::Kind(kind) = holder else {
            let message = format!("only a variable of a card can last for the zone `{name}`");
            let problem = Diagnostic::new(Code::BadPlace, word.span, message);
            self.problems.push(problem.help("here a variable lasts for the game or a phase"));
            return false;
        };
        let kind = &raw.kinds[kind.index()].name.value;
        if !zone.holds.iter().any(|held| held.value == *kind) {
            let holds = |zone: &&RawZone| zone.holds.iter().any(|held| held.value == *kind);
            let zones: Vec<String> =
                raw.zones.iter().filter(holds).map(|zone| format!("`{}`", zone.name.value)).collect();
            let message = format!("`{name}` can't contain `{kind}`");
            let problem = Diagnostic::new(Code::BadPlace, word.span, message);
            let problem = problem.other(zone.name.span, "its kinds are declared here");
            self.problems.push(match zones.is_empty() {
                true => problem,
                false => problem.help(format!("zones that can contain it: {}", zones.join(", "))),
            });
            return false;
        }
        if zone.sees != Sees::All && !zone.ordered {
            let message = format!(
                "all players see this variable, so it would distinguish the hidden cards of `{name}`"
            );
            let problem = Diagnostic::new(Code::BadPlace, word.span, message);
            let problem = problem.other(zone.name.span, "the zone has no order");
            self.problems.push(
                problem.help(
                    "add `ordered: true` to the zone, so that all players see the position of each card",
                ),
            );
            return false;
        }
        true
    }

    /// Checks a variable that only its player sees, and returns its range, which other players must consider.
    fn owners_variable(&mut self, var: &RawVar, holder: Holder, ty: Type) -> (i32, i32) {
        let number = ty.base() == Base::Int && !ty.is_list();
        let (least, most) = var.within.unwrap_or((0, 0));
        let Some(span) = var.owner_sees else {
            if var.within.is_some() {
                let problem = Diagnostic::new(
                    Code::DoesNothing,
                    var.name.span,
                    "`in` is for numbers that only their player sees",
                );
                self.problems.push(problem.help("add `sees: owner`, or leave it out"));
            }
            return (0, 0);
        };
        if holder != Holder::Player {
            let problem =
                Diagnostic::new(Code::WrongShape, span, "only a variable of each player has an owner");
            self.problems.push(problem.help("put it below `state: { player: … }`"));
        } else if ty.base() == Base::Decimal {
            let problem =
                Diagnostic::new(Code::WrongShape, span, "a decimal can't be visible to its player only");
            self.problems.push(problem.help("let it be an int, of tenths perhaps"));
        } else if number && var.within.is_none() {
            let message = "a number that only its player sees needs a range, which all players know";
            let problem = Diagnostic::new(Code::MissingKey, span, message);
            self.problems
                .push(problem.help("add a range: `{ is: int = 0 for round, sees: owner, in: 0..10 }`"));
        } else if !number && var.within.is_some() {
            self.problems.push(Diagnostic::new(Code::WrongShape, span, "only a number can have a range"));
        }
        let cell = |n: i64| i32::try_from(n).ok().filter(|n| *n != i32::MIN);
        cell(least).zip(cell(most)).unwrap_or_else(|| {
            let message = "numbers go from -2,147,483,647 to 2,147,483,647";
            self.problems.push(Diagnostic::new(Code::OutOfRange, span, message));
            (0, 0)
        })
    }
}
