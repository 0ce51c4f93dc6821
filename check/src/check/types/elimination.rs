//! Elimination of players: the statement `eliminate`, and the queries that pass over eliminated players.
//!
//! Both are desugared to variables of players, conditions and loops. A ruleset without `eliminate` has none of
//! them.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::stmt::Steps;
use super::verbs::Clauses;
use crate::check::Checker;
use crate::check::types::expr::{computed, make};
use crate::check::types::scope::Scope;
use crate::hir::{Binary, Elimination, Expr, ExprKind, Holder, Keyed, Lifetime, LoopBlock, Stmt, StmtKind};
use crate::hir::{Unary, VarDef};
use crate::ids::{LocalId, VarId};
use crate::language::{ALL, GAME, Member, Noun};
use crate::types::Type;

impl Checker<'_> {
    /// Declares the variables that record eliminations, if the rules contain any.
    pub(super) fn elimination(&mut self) {
        let Some(first) = &self.raw.eliminates else { return };
        let lifetime = self.lifetime(&first.lifetime, Holder::Player);
        let out = self.variable_of_players(Member::Out.name(), Type::BOOL, lifetime);
        let order = self.variable_of_players("order of leaving", Type::INT, lifetime);
        self.changed().elimination = Some(Elimination { out, order });
    }

    fn variable_of_players(&mut self, name: &str, ty: Type, lifetime: Lifetime) -> VarId {
        let id = VarId::new(self.out.vars.len());
        self.changed().vars.push(VarDef {
            name: name.to_owned(),
            holder: Holder::Player,
            ty,
            per: None,
            init: None,
            lifetime,
            owner_sees: false,
            within: (0, 0),
        });
        id
    }

    /// Checks `eliminate WHOM`: a loop over the players who are still in. All of them leave together.
    pub(super) fn eliminate(
        &mut self,
        scope: &mut Scope,
        what: &ast::Expr,
        clauses: &Clauses<'_>,
        span: Span,
    ) -> Steps {
        let whom = self.players_operand(scope, what, "the players to eliminate");
        self.check_lifetime(clauses.lasts, span);
        let Some(Elimination { out, order }) = self.out.elimination else {
            self.nobody_eliminated(span);
            return Vec::new();
        };
        if whom.ty.is_unknown() {
            return Vec::new();
        }
        let whom = if whom.ty.is_list() {
            whom
        } else {
            make(ExprKind::Items(vec![whom]), Type::PLAYER.list(), what.span)
        };
        let whom = self.still_in(scope, whom);
        let (number, who) = (scope.slots(1), scope.slots(4));
        let set = |var: VarId, value: Expr, openly: bool| {
            let who = make(ExprKind::Local(who), Type::PLAYER, what.span);
            let kind = StmtKind::Set(var, Some(who), Keyed(None), value, openly);
            Stmt { kind, span }
        };
        let number_of = make(ExprKind::Local(number), Type::INT, span);
        let truth = make(ExprKind::Const(1), Type::BOOL, span);
        let body = LoopBlock(vec![set(order, number_of, true), set(out, truth, clauses.openly)]);
        vec![StmtKind::Let(number, self.next_to_leave(scope, span)), StmtKind::For(who, whom, body)]
    }

    /// Returns the number of the next elimination: one more than the players who are out.
    fn next_to_leave(&self, scope: &mut Scope, span: Span) -> Expr {
        let all = make(ExprKind::AllPlayers(None), Type::PLAYER.list(), span);
        let out = self.filtered_by(scope, all, |out| out);
        let count = make(ExprKind::Count(Box::new(out)), Type::INT, span);
        let one = make(ExprKind::Const(1), Type::INT, span);
        make(ExprKind::Binary(Binary::Add, Box::new(count), Box::new(one)), Type::INT, span)
    }

    /// Checks that an elimination lasts as long as all others.
    fn check_lifetime(&mut self, lasts: Option<&ast::Expr>, stmt: Span) {
        let Some(first) = &self.raw.eliminates else { return };
        let (name, span) = match lasts.map(|lasts| (&lasts.kind, lasts.span)) {
            None => (GAME, stmt),
            Some((ast::ExprKind::Name(name), span)) => (name.as_str(), span),
            Some((_, span)) => ("", span),
        };
        let lasts = &first.lifetime.name;
        if name == lasts {
            return;
        }
        let message = "all eliminations must last for the same time";
        let problem = Diagnostic::new(Code::BadClause, span, message);
        let problem = problem.other(first.span, format!("this one lasts for `{lasts}`"));
        self.report(
            problem.help(format!("write `for {lasts}`, or use a variable of players for the other time")),
        );
    }

    /// Reports an elimination in a scenario of a ruleset whose rules eliminate nobody.
    fn nobody_eliminated(&mut self, span: Span) {
        let problem = Diagnostic::new(Code::BadPlace, span, "the rules eliminate no player");
        self.report(problem.help("a scenario may use `eliminate` if an effect of the rules does"));
    }

    /// Returns the players of a list who are not eliminated.
    pub(super) fn still_in(&self, scope: &mut Scope, players: Expr) -> Expr {
        let not = |out: Expr| {
            let span = out.span;
            make(ExprKind::Not(Box::new(out)), Type::BOOL, span)
        };
        self.filtered_by(scope, players, not)
    }

    /// Filters players by a test of whether they are out; without eliminations it returns the list.
    fn filtered_by(&self, scope: &mut Scope, list: Expr, test: impl Fn(Expr) -> Expr) -> Expr {
        let Some(Elimination { out, .. }) = self.out.elimination else { return list };
        let (local, ty, span) = (scope.slots(1), list.ty, list.span);
        let it = make(ExprKind::Local(local), Type::PLAYER, span);
        let test = Box::new(test(make(ExprKind::VarOf(out, Box::new(it)), Type::BOOL, span)));
        make(ExprKind::Filter { local, list: Box::new(list), test }, ty, span)
    }

    /// Returns true if a list contains all players who are not eliminated.
    pub(in crate::check) fn is_everyone_in(&self, list: &Expr) -> bool {
        if let ExprKind::AllPlayers(_) = list.kind {
            return true;
        }
        let ExprKind::Filter { local, list, test } = &list.kind else { return false };
        let ExprKind::Not(test) = &test.kind else { return false };
        matches!(list.kind, ExprKind::AllPlayers(_)) && self.is_out(test, *local)
    }

    /// Returns true if an expression tests whether the player of a local is eliminated.
    fn is_out(&self, test: &Expr, local: LocalId) -> bool {
        let ExprKind::VarOf(var, of) = &test.kind else { return false };
        of.is_local(local) && self.out.elimination.is_some_and(|elimination| elimination.out == *var)
    }

    /// Returns the condition `not me.out` for a turn, and another condition.
    pub(super) fn turn_of_player_in(&self, when: Option<Expr>, span: Span) -> Option<Expr> {
        let Some(Elimination { out, .. }) = self.out.elimination else { return when };
        let me = make(ExprKind::Me, Type::PLAYER, span);
        let out = make(ExprKind::VarOf(out, Box::new(me)), Type::BOOL, span);
        let is_in = make(ExprKind::Not(Box::new(out)), Type::BOOL, span);
        let Some(when) = when else { return Some(is_in) };
        let kind = ExprKind::And(Box::new(is_in), Box::new(when));
        Some(make(kind, Type::BOOL, span))
    }

    /// Returns the next player to the left or right who is not eliminated: the player, if there is no other,
    /// and the first player, if all are out.
    pub(super) fn player_beside(&self, scope: &mut Scope, side: Unary, of: Expr, span: Span) -> Expr {
        if self.out.elimination.is_none() {
            return computed(side, of, span);
        }
        let is_left = side == Unary::Left;
        let from = if is_left { computed(side, of, span) } else { of };
        let all = make(ExprKind::AllPlayers(Some(Box::new(from))), Type::PLAYER.list(), span);
        let list = Box::new(self.still_in(scope, all));
        let kind = if is_left { ExprKind::First(list) } else { ExprKind::Last(list) };
        let found = make(kind, Type::PLAYER.optional(), span);
        let first = make(ExprKind::Const(0), Type::PLAYER, span);
        make(ExprKind::Default(Box::new(found), Box::new(first)), Type::PLAYER, span)
    }

    /// Warns of a query that tests for eliminated players, but passes over them.
    pub(super) fn check_passed_over(&mut self, query: &ast::Query, list: &Expr, local: LocalId, test: &Expr) {
        if self.out.elimination.is_none() || query.source.is_some() || !self.is_everyone_in(list) {
            return;
        }
        let Some(place) = self.out_in(test, local) else { return };
        let player = Noun::Player.name();
        let message = format!(
            "`{player}` passes over eliminated players, so `{}` is always false here",
            Member::Out.name()
        );
        let problem = Diagnostic::new(Code::TestAlwaysKnown, place, message);
        self.report(
            problem.help(format!("write `{player} in {ALL}` for all players, or leave the test out")),
        );
    }

    fn out_in(&self, test: &Expr, local: LocalId) -> Option<Span> {
        if self.is_out(test, local) {
            return Some(test.span);
        }
        test.children().into_iter().find_map(|part| self.out_in(part, local))
    }
}
