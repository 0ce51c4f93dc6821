//! Type checking of set-up, phases, step conditions, and the score.

use crate::check::types::expr::make;
use crate::check::types::scope::Scope;
use crate::check::types::signatures::add_param;
use crate::check::{Checker, Progress};
use crate::hir::*;
use crate::ids::*;
use crate::language::Noun;
use crate::load::raw::{Name, RawPhase};
use crate::resolve::{Target, Use, flatten};
use crate::types::{Base, Type};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

/// Description of a score expression in error messages.
const SCORE: &str = "a score";

impl Checker<'_> {
    pub(in crate::check) fn setup_and_phases(&mut self) {
        if let Some(setup) = &self.raw.setup {
            let mut scope = Scope { no_me: true, ..Scope::default() };
            let stmts = self.block(&mut scope, setup);
            self.changed().setup = Body { stmts, locals: scope.next, cards: scope.cards };
        }
        let mut phases = Vec::new();
        flatten(&self.raw.phases, None, &mut phases);
        for (raw, parent) in &phases {
            let phase = self.phase(raw, *parent);
            self.changed().phases.push(phase);
        }
        for i in 0..self.out.phases.len() {
            match self.out.phases[i].parent {
                Some(parent) => self.changed().phases[parent.index()].children.push(PhaseId::new(i)),
                None => self.changed().top_phases.push(PhaseId::new(i)),
            }
        }
    }

    fn phase(&mut self, raw: &RawPhase, parent: Option<PhaseId>) -> PhaseDef {
        let mut scope = Scope::default();
        scope.slots(4); // the loop of the phase itself: counter or list
        let repeat = self.phase_repeat(&mut scope, raw);
        let when = raw.when.as_ref().map(|e| self.guard(&mut scope, e));
        let when = match &raw.each {
            Some(query) if query.source.is_none() => self.turn_of_player_in(when, query.span),
            Some(_) | None => when,
        };
        let active =
            raw.active.as_ref().map(|e| self.expr_as(&mut scope, e, Type::PLAYER, "the active player"));
        let body = raw.body.as_ref().map(|b| self.block(&mut scope, b)).unwrap_or_default();
        let end = raw.end.as_ref().map(|b| self.block(&mut scope, b)).unwrap_or_default();
        let until = raw.until.as_ref().map(|e| self.condition(&mut scope, e));
        raw.until.iter().for_each(|e| self.check_literal(e, &[true], "leave it out: the phase runs once"));
        let name = &raw.name.value;
        let event =
            |edge: &str| self.names.events.get(&format!("{name}.{edge}")).copied().unwrap_or(EventId(0));
        PhaseDef {
            name: name.clone(),
            parent,
            when,
            repeat,
            until,
            active,
            body,
            children: Vec::new(),
            end,
            locals: scope.next,
            cards: scope.cards,
            begins: event("begins"),
            ends: event("ends"),
            span: raw.name.span,
        }
    }

    fn phase_repeat(&mut self, scope: &mut Scope, raw: &RawPhase) -> Repeat {
        if let Some(count) = &raw.repeat {
            let count = self.expr_as(scope, count, Type::INT, "the number of iterations");
            self.check_times(&count);
            return Repeat::Times(count);
        }
        if let Some(query) = &raw.each {
            let list = self.query(scope, query);
            if !list.ty.is_unknown() && list.ty != Type::PLAYER.list() {
                let found = self.type_name(list.ty);
                self.report(Diagnostic::new(
                    Code::TypeMismatch,
                    query.span,
                    format!("`each` needs players, but this is {found}"),
                ));
            }
            return Repeat::Each(list);
        }
        if let Some(cond) = &raw.while_ {
            return Repeat::While(self.guard(scope, cond));
        }
        if raw.until.is_some() { Repeat::Forever } else { Repeat::Once }
    }

    pub(in crate::check) fn steps_conditions(&mut self) {
        for i in 0..self.raw.steps.len() {
            for j in 0..self.raw.steps[i].order.len() {
                let Some(cond) = &self.raw.steps[i].order[j].1 else { continue };
                let params = self.out.steps[i].params.clone();
                let mut scope = self.scope_with(&self.raw.steps[i].params, &params);
                let body = self.condition(&mut scope, cond);
                self.changed().steps[i].order[j].1 = Some(Lambda { body, locals: scope.next });
            }
        }
        for steps in &self.out.steps {
            self.events.emitted.extend(steps.order.iter().map(|(event, _)| *event));
        }
    }

    pub(in crate::check) fn score(&mut self) {
        self.changed().score.goal = self.raw.bot.wants;
        self.changed().score.hint =
            self.raw.bot.value.as_ref().map(|value| self.player_lambda(value, "the value of a position"));
        let Some(score) = &self.raw.score else { return };
        self.total();
        let won = score.won.as_ref().map(|won| self.won(won));
        self.changed().score.won = won;
        self.changed().score.lowest = score.lowest;
        let lines =
            score.lines.iter().map(|(name, e)| (name.value.clone(), self.player_lambda(e, SCORE))).collect();
        self.changed().score.lines = lines;
        self.changed().score.ties = score.ties.iter().map(|e| self.player_lambda(e, SCORE)).collect();
        if let Some(sheet) = &score.sheet {
            self.sheet(sheet);
        }
    }

    /// Checks the phase of the score sheet, and says the totals after the set-up and each iteration.
    fn sheet(&mut self, name: &Name) {
        let Some(phase) = self.names.phases.get(&name.value).copied() else {
            let message = format!("there is no phase `{}`", name.value);
            let problem = Diagnostic::new(Code::UnknownName, name.span, message);
            let known: Vec<String> = self.names.phases.keys().cloned().collect();
            return self.not_found(problem.suggest(&name.value, known.iter().map(String::as_str)));
        };
        self.names.draft.refer(name.span, Target::Phase(phase), Use::Reads);
        let ty = self.score_type(name.span);
        let message = MessageId::new(self.out.messages.len());
        let params: Vec<_> = self.out.seats.iter().map(|seat| (seat.clone(), ty)).collect();
        let total = |seat: usize| {
            let player = make(ExprKind::Const(seat as i32), Type::PLAYER, name.span);
            make(ExprKind::Score(Box::new(player)), ty, name.span)
        };
        let kind = StmtKind::Say(message, (0..params.len()).map(total).collect(), false);
        let said = Stmt { kind, span: name.span };
        let out = self.changed();
        out.messages.push(SignatureDef { name: "score sheet".to_owned(), params });
        out.score.sheet = Some(SheetDef { phase, message });
        out.setup.stmts.push(said.clone());
        out.phases[phase.index()].end.push(said);
    }

    /// Checks the statistics computed for each player at the end of a simulated game.
    pub(in crate::check) fn statistics(&mut self) {
        let all = self.raw.statistics.iter();
        let all = all.map(|(name, e)| (name.value.clone(), self.player_lambda(e, "a statistic"))).collect();
        self.changed().statistics = all;
    }

    /// Checks the score on first use.
    fn total(&mut self) {
        let Some(score) = self.raw.score.as_ref().filter(|_| self.typed.score == Progress::Waiting) else {
            return;
        };
        self.typed.score = Progress::Running;
        let total = score.total.as_ref().map(|total| self.player_lambda(total, SCORE));
        self.changed().score.total = total;
        self.typed.score = Progress::Done;
    }

    /// Checks the condition under which `player` has won.
    fn won(&mut self, ast: &ludex_grammar::ast::Expr) -> Lambda {
        let mut scope = Scope { no_me: true, ..Scope::default() };
        add_param(&mut scope, Noun::Player.name(), Type::PLAYER, ast.span);
        let body = self.condition(&mut scope, ast);
        Lambda { body, locals: scope.next }
    }

    /// Checks a number computed for `player`.
    fn player_lambda(&mut self, ast: &ludex_grammar::ast::Expr, what: &str) -> Lambda {
        let mut scope = Scope { no_me: true, ..Scope::default() };
        add_param(&mut scope, Noun::Player.name(), Type::PLAYER, ast.span);
        let body = self.present(&mut scope, ast);
        if !body.ty.is_unknown() && !body.ty.is_number() {
            let found = self.type_name(body.ty);
            self.report(Diagnostic::new(
                Code::TypeMismatch,
                body.span,
                format!("{what} must be a number, but this is {found}"),
            ));
        }
        Lambda { body, locals: scope.next }
    }

    pub(in crate::check) fn score_type(&mut self, span: Span) -> Type {
        self.total();
        if self.typed.score == Progress::Running {
            let problem = Diagnostic::new(Code::EndlessCall, span, "the score needs its own value");
            self.report(problem.help("the parts of the total can't read the score of a player"));
            return Type::UNKNOWN;
        }
        let total = self.out.score.total.as_ref().map(|total| total.body.ty);
        match total {
            Some(ty) if ty.is_unknown() => ty,
            Some(ty) if ty.base() == Base::Decimal => Type::DECIMAL,
            Some(_) | None => Type::INT,
        }
    }
}
