//! Decisions of several players: `any player p may …` and `each player p chooses …`.
//!
//! `any` asks players in turn until one does not decline. `each` asks all before any choice takes effect.
//! Both are desugared to loops, decisions and tests.

use ludex_grammar::ast::{self, PutTo};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use super::asked::is_there;
use super::{Steps, can_leave, changes};
use crate::check::Checker;
use crate::check::flow::facts::passed;
use crate::check::types::expr::make;
use crate::check::types::scope::Scope;
use crate::hir::{Among, ElseBlock, Expr, ExprKind, LoopBlock, MayBlock, Picked, Stmt, StmtKind};
use crate::hir::{ThenBlock, Together};
use crate::ids::LocalId;
use crate::types::Type;

/// A statement with decisions of several players.
pub(super) struct Asking<'a> {
    pub stmt: &'a ast::Stmt,
    /// True if all players decide before any choice takes effect.
    pub together: bool,
    pub players: &'a ast::Query,
    pub asked: &'a PutTo,
    /// True if it is repeated until all players pass.
    pub until: bool,
    pub body: Option<&'a ast::Block>,
}

/// Locals of such a statement.
#[derive(Clone, Copy)]
struct Locals {
    /// The acting player of each decision.
    who: LocalId,
    /// The choice; for an action, followed by its targets.
    pick: LocalId,
    /// True after an answer; for simultaneous decisions, the list of players.
    state: LocalId,
    /// The loop variable.
    asking: LocalId,
}

/// A decision put to a player.
struct Put {
    /// The statement with the decision, without its consequences.
    asks: StmtKind,
    /// Type of the choice, optional unless there are several.
    ty: Type,
    picked: Picked,
    list: Option<Expr>,
}

impl Checker<'_> {
    pub(super) fn asking(&mut self, scope: &mut Scope, asking: &Asking<'_>) -> Steps {
        if asking.until {
            self.unlearn_stmt(scope, asking.stmt);
        }
        self.check_asking(asking);
        let list = self.asked_players(scope, asking.players);
        let mark = scope.mark();
        let at = Locals {
            who: scope.slots(1),
            pick: scope.slots(self.pick_slots(asking.asked)),
            state: scope.slots(1),
            asking: scope.slots(4),
        };
        if let Some(binder) = &asking.players.binder {
            self.check_local_name(scope, binder);
            self.note_local(binder.span, Type::PLAYER, true);
            scope.bind(at.who, &binder.name, Type::PLAYER, binder.span);
        }
        passed(scope, &list, at.who);
        let steps = match self.put_to(scope, asking, at) {
            Some(put) if asking.together => self.at_once(scope, asking, (list, put), at),
            Some(put) => self.in_turn(scope, asking, (list, put), at),
            None => {
                asking.body.iter().for_each(|body| drop(self.block(scope, body)));
                Vec::new()
            }
        };
        scope.end(&mark);
        steps
    }

    fn pick_slots(&self, asked: &PutTo) -> u16 {
        let PutTo::Window { window, .. } = asked else { return 3 };
        self.names.windows.get(&window.name).map_or(3, |id| self.action_slots(*id))
    }

    /// Reports combinations that the two forms don't support.
    fn check_asking(&mut self, asking: &Asking<'_>) {
        let must = match asking.asked {
            PutTo::Pick(choice) => !choice.may,
            PutTo::Window { question, .. } => !question.may,
            PutTo::Yes(_) => false,
        };
        let place = asking.players.span;
        if asking.together && asking.until {
            let problem = Diagnostic::new(
                Code::BadPlace,
                asking.stmt.span,
                "all players decide simultaneously, and only once",
            );
            self.report(problem.help("leave `until all pass` out, or write a loop around it"));
        }
        if must && !asking.together {
            let problem =
                Diagnostic::new(Code::BadPlace, place, "`any` is only for choices that can be declined");
            self.report(
                problem.help("write `may choose`; use `each` or `for` for choices that can't be declined"),
            );
        }
        let acts = matches!(asking.asked, PutTo::Window { .. });
        if asking.body.is_none() && !acts {
            let problem = Diagnostic::new(Code::DoesNothing, asking.stmt.span, "the answer has no effect");
            self.report(problem.help("add a block with its effect: `{ … }`"));
        } else if asking.until && !acts && !asking.body.is_some_and(|body| changes(body) || can_leave(body)) {
            let message = "nothing in this block changes the question";
            let problem = Diagnostic::new(Code::DoesNothing, place, message);
            self.report(
                problem.help(
                    "the question is repeated after each answer until all decline: change the question, or leave the block",
                ),
            );
        }
    }

    fn asked_players(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        let list = self.query(scope, query);
        let element = list.ty.element();
        if element != Type::PLAYER && !list.ty.is_unknown() {
            let found = self.type_name(element);
            let message = format!("expected players, found {found}");
            let problem = Diagnostic::new(Code::TypeMismatch, query.span, message);
            self.report(problem.help("name players: `any player p where … may …`"));
        }
        list
    }

    fn put_to(&mut self, scope: &mut Scope, asking: &Asking<'_>, at: Locals) -> Option<Put> {
        let among = if asking.together { Among::AtOnce } else { Among::InTurn };
        let chooser = (make(ExprKind::Local(at.who), Type::PLAYER, asking.players.span), among);
        match asking.asked {
            PutTo::Pick(choice) => {
                let pick = self.pick_by(scope, chooser, choice, true);
                let (ty, list) = (pick.ty.present(), pick.list().cloned());
                let asks = pick.into(scope, at.pick);
                scope.holds(at.pick, ty);
                if let Some(binder) = &choice.query.binder {
                    self.check_local_name(scope, binder);
                    self.note_local(binder.span, ty, self.says_type(&choice.query.noun, ty));
                    scope.bind(at.pick, &binder.name, ty, binder.span);
                }
                let ty = if choice.count.is_some() { ty } else { ty.optional() };
                Some(Put { asks, ty, picked: Picked::Value, list })
            }
            PutTo::Window { question, window } => {
                let question = self.question_to(scope, chooser, question);
                let id = self.window_of(&question, window)?;
                let asks = StmtKind::Window { question, window: id, local: at.pick, later: true };
                Some(Put { asks, ty: Type::INT.optional(), picked: Picked::Action(id), list: None })
            }
            PutTo::Yes(question) => {
                let question = self.question_to(scope, chooser, question);
                self.offers_answers(question.decision);
                let asks = StmtKind::May { question, body: MayBlock::default(), local: at.pick };
                Some(Put { asks, ty: Type::BOOL.optional(), picked: Picked::Value, list: None })
            }
        }
    }

    /// Builds the steps of `any`: the first player who does not decline acts; `until` repeats it.
    fn in_turn(
        &mut self,
        scope: &mut Scope,
        asking: &Asking<'_>,
        (list, put): (Expr, Put),
        at: Locals,
    ) -> Steps {
        let build = Build { asking, at };
        let answered = |answered: bool| StmtKind::Let(at.state, build.truth(answered));
        let done = make(ExprKind::Local(at.state), Type::BOOL, asking.stmt.span);
        let mut asks = vec![build.turn_of_next()];
        asks.extend(build.asks(put.asks, put.ty, answered(true)));
        let not = make(ExprKind::Not(Box::new(done.clone())), Type::BOOL, asking.stmt.span);
        let round = build.on(not, build.all(asks));
        let acts = self.acts(scope, build, put.picked);
        let mut steps = vec![answered(false), StmtKind::For(at.asking, list, build.rounds(vec![round]))];
        steps.extend((!acts.is_empty()).then(|| build.on(done.clone(), acts)));
        if asking.until {
            return vec![answered(true), StmtKind::While(done, build.rounds(steps))];
        }
        steps
    }

    /// Builds the steps of `each`: all players decide, and then all choices take effect.
    fn at_once(
        &mut self,
        scope: &mut Scope,
        asking: &Asking<'_>,
        (list, put): (Expr, Put),
        at: Locals,
    ) -> Steps {
        let build = Build { asking, at };
        let span = asking.stmt.span;
        let locals = [(at.pick, put.ty), (at.who, Type::PLAYER), (at.asking, Type::PLAYER)];
        let together = |step: Together| {
            let locals = locals.iter().map(|(id, ty)| make(ExprKind::Local(*id), *ty, span));
            StmtKind::Together(step, put.picked, locals.collect())
        };
        let players = make(ExprKind::Local(at.state), Type::PLAYER.list(), span);
        let mut asks = vec![build.turn_of_next()];
        asks.extend(build.asks(put.asks, put.ty, together(Together::Keep)));
        let mut steps = vec![
            StmtKind::Let(at.state, list),
            together(Together::Begin),
            StmtKind::For(at.asking, players.clone(), build.rounds(asks)),
            together(Together::Tell),
        ];
        if let (Some(list), Some(body)) = (&put.list, asking.body) {
            self.check_apart(scope, list, body);
        }
        // a block may invalidate facts about the next player's choice
        self.unlearn_stmt(scope, asking.stmt);
        let acts = self.acts(scope, build, put.picked);
        if !acts.is_empty() {
            let acts = build.on(build.is_there(put.ty), acts);
            let round = vec![build.turn_of_next(), together(Together::Take), acts];
            steps.push(StmtKind::For(at.asking, players, build.rounds(round)));
        }
        steps
    }

    /// Builds the consequences of an answer: the action, then the block.
    fn acts(&mut self, scope: &mut Scope, build: Build<'_>, picked: Picked) -> Vec<Stmt> {
        let (at, stmt) = (build.at, build.asking.stmt);
        let mut acts = Vec::new();
        if let Picked::Action(window) = picked {
            let local = |id: LocalId, ty: Type| make(ExprKind::Local(id), ty, stmt.span);
            acts.push(build.at(StmtKind::Action(
                local(at.who, Type::PLAYER),
                window,
                local(at.pick, Type::INT),
            )));
            self.unlearn_stmt(scope, stmt);
        }
        acts.extend(build.asking.body.into_iter().flat_map(|body| self.block(scope, body)));
        acts
    }
}

/// Builder for the desugared statements.
#[derive(Clone, Copy)]
struct Build<'a> {
    asking: &'a Asking<'a>,
    at: Locals,
}

impl Build<'_> {
    fn at(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.asking.stmt.span }
    }

    fn all(&self, kinds: Vec<StmtKind>) -> Vec<Stmt> {
        kinds.into_iter().map(|kind| self.at(kind)).collect()
    }

    fn truth(&self, value: bool) -> Expr {
        make(ExprKind::Const(i32::from(value)), Type::BOOL, self.asking.stmt.span)
    }

    fn on(&self, test: Expr, yes: Vec<Stmt>) -> StmtKind {
        StmtKind::If(test, ThenBlock(yes), ElseBlock::default())
    }

    fn rounds(&self, steps: Vec<StmtKind>) -> LoopBlock {
        LoopBlock(self.all(steps))
    }

    /// Assigns the loop variable to the player's local.
    fn turn_of_next(&self) -> StmtKind {
        let candidate = make(ExprKind::Local(self.at.asking), Type::PLAYER, self.asking.stmt.span);
        StmtKind::Let(self.at.who, candidate)
    }

    /// Returns a test for the presence of a choice.
    fn is_there(&self, ty: Type) -> Expr {
        is_there(self.at.pick, ty, self.asking.stmt.span)
    }

    /// Builds the decision, and the step taken immediately unless it is declined.
    fn asks(&self, asks: StmtKind, ty: Type, then: StmtKind) -> Vec<StmtKind> {
        let then = self.all(vec![then]);
        if let StmtKind::May { question, local, .. } = asks {
            return vec![StmtKind::May { question, body: MayBlock(then), local }];
        }
        vec![asks, self.on(self.is_there(ty), then)]
    }
}
