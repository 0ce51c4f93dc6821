//! Type checking of decisions: the player, the options, and whether an option always exists.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;
use ludex_grammar::suggest::closest;

use super::Steps;
use crate::check::Checker;
use crate::check::flow::cover::Opened;
use crate::check::flow::facts::{learn, passed};
use crate::check::lints::fixed::fixed;
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::Scope;
use crate::hir::{Among, ByChance, ChoiceDef, ElseBlock, Expr, ExprKind, MayBlock, Mode, Question, Stmt};
use crate::hir::{StmtKind, ThenBlock};
use crate::ids::{DecisionId, LocalId, WindowId};
use crate::language::is_identifier;
use crate::resolve::{Target, Use};
use crate::types::Type;

impl Checker<'_> {
    fn decision(&mut self, label: Option<&ast::Ident>, noun: &str) -> DecisionId {
        let name = label.map_or_else(|| format!("choose_{noun}"), |l| l.name.clone());
        let found = self.names.decisions.get(&name).copied();
        let already = self.names.decisions.len();
        if found.is_none() && already > crate::check::MAX_DECISIONS {
            return DecisionId::new(0);
        }
        if let Some(label) = label.filter(|label| found.is_none() && !is_identifier(&label.name)) {
            let message = format!("`{}` can't name a decision", label.name);
            let help = "a name begins with a lower-case letter and has lower-case letters, digits and `_`";
            self.report(Diagnostic::new(Code::BadName, label.span, message).help(help));
        }
        if found.is_none() && already == crate::check::MAX_DECISIONS {
            let span = label.map_or_else(Span::default, |label| label.span);
            let message = format!("more than {} names of decisions", crate::check::MAX_DECISIONS);
            self.report(Diagnostic::new(Code::FileTooLarge, span, message));
        }
        let id = found.unwrap_or(DecisionId::new(already));
        if let Some(label) = label {
            self.label(id, label);
        }
        self.names.decisions.insert(name, id);
        id
    }

    /// Defines a decision at its first label, and adds references at the others.
    pub(super) fn label(&mut self, id: DecisionId, label: &ast::Ident) {
        let target = Target::Decision(id);
        match self.names.labelled.insert(id) {
            true => self.names.draft.define(target, &label.name, label.span),
            false => self.names.draft.refer(label.span, target, Use::Names),
        }
    }

    /// Checks `let x = me chooses …`, or a choice without a name.
    pub(super) fn choose(
        &mut self,
        scope: &mut Scope,
        name: Option<&ast::Ident>,
        choice: &ast::Choice,
    ) -> StmtKind {
        let pick = self.pick(scope, choice, false);
        let id = match name {
            Some(name) => {
                self.check_local_name(scope, name);
                self.note_local(name.span, pick.ty, self.says_type(&choice.query.noun, pick.ty));
                scope.begin(&name.name, pick.ty, name.span)
            }
            None => scope.slots(1),
        };
        pick.into(scope, id)
    }

    /// Checks a choice by a player or by chance, without assigning the result. With `tested`, the list may be
    /// empty.
    pub(super) fn pick(&mut self, scope: &mut Scope, choice: &ast::Choice, tested: bool) -> Pick {
        if matches!(&choice.chooser.kind, ast::ExprKind::Name(word) if word == "chance") {
            return self.chance(scope, choice, tested);
        }
        let chooser = match self.report_misspelt_chance(scope, &choice.chooser) {
            true => unknown(choice.chooser.span),
            false => self.expr_as(scope, &choice.chooser, Type::PLAYER, "the acting player"),
        };
        self.pick_by(scope, (chooser, Among::Alone), choice, tested)
    }

    pub(super) fn pick_by(
        &mut self,
        scope: &mut Scope,
        (chooser, among): (Expr, Among),
        choice: &ast::Choice,
        tested: bool,
    ) -> Pick {
        let before = self.problems.len();
        if self.is_bare_number(scope, &choice.query) {
            return Pick { ty: Type::UNKNOWN, by: ChoiceSource::Nobody(choice.span) };
        }
        let list = self.query(scope, &choice.query);
        let failed = self.problems.failed_since(before);
        let element = match choice.count {
            Some(_) => self.single(list.ty.element(), choice.query.span),
            None => list.ty.element(),
        };
        let count = choice.count.as_ref().map(|count| {
            let min = self.expr_as(scope, &count.min, Type::INT, "the fewest picks");
            let max = count.max.as_ref().map(|max| self.expr_as(scope, max, Type::INT, "the most picks"));
            self.check_picks((&min, &count.min), max.as_ref().zip(count.max.as_ref()));
            (min, max)
        });
        let can_be_none = matches!(&count, Some((min, Some(_))) if matches!(min.kind, ExprKind::Const(0)));
        if !choice.may && !can_be_none && !failed && !tested {
            self.not_empty(scope, choice, &list);
        }
        let ty = match (&count, choice.may) {
            (Some(_), _) => element.list(),
            (None, true) => element.optional(),
            (None, false) => element,
        };
        let decision = self.decision(choice.label.as_ref(), &choice.query.noun.name);
        self.asks(decision, choice.query.span);
        if !element.is_list() {
            self.offers_values(decision, element.base());
        }
        let (may, secretly, always, openly) = (choice.may, choice.secretly, choice.always, choice.openly);
        let facts = self.told_with(scope, (decision, choice.label.as_ref()), &choice.facts);
        let question = Question {
            chooser,
            may,
            decision,
            facts,
            secretly,
            always,
            insists: always,
            openly,
            end: Span { start: choice.span.end, ..choice.span },
            open: Vec::new(),
            own: Vec::new(),
            among,
        };
        Pick { ty, by: ChoiceSource::Player(Box::new(question), count, list) }
    }

    /// Reports impossible numbers of choices.
    fn check_picks(&mut self, (min, fewest): (&Expr, &ast::Expr), max: Option<(&Expr, &ast::Expr)>) {
        self.check_count(min, "the number of picks");
        let Some((max, most)) = max else { return };
        match fixed(min).zip(fixed(max)) {
            Some((fewest, most)) if fewest > most => {
                let message = format!("at least {fewest} picks, but at most {most}");
                self.report(Diagnostic::new(Code::OutOfRange, max.span, message));
            }
            Some(_) => {}
            None => self.check_range(min, max, (fewest, most)),
        }
    }

    /// Reports a chooser that is an unknown word similar to `chance`. Returns true if it did.
    fn report_misspelt_chance(&mut self, scope: &mut Scope, ast: &ast::Expr) -> bool {
        let ast::ExprKind::Name(word) = &ast.kind else { return false };
        let near = closest(word, ["chance"]).is_some() && self.is_nowhere(scope, ast);
        if near {
            let problem = Diagnostic::new(Code::UnknownName, ast.span, format!("unknown name `{word}`"));
            self.not_found(problem.suggest(word, ["chance"]));
        }
        near
    }

    /// Checks `chance chooses player`: a uniformly random candidate.
    fn chance(&mut self, scope: &mut Scope, choice: &ast::Choice, tested: bool) -> Pick {
        let list = self.query(scope, &choice.query);
        if !tested {
            self.not_empty(scope, choice, &list);
        }
        let asks = choice.secretly || choice.always || choice.openly;
        if choice.may || choice.count.is_some() || asks || choice.label.is_some() {
            self.report(
                Diagnostic::new(Code::BadPlace, choice.span, "chance always chooses exactly one option")
                    .help("write `let x = chance chooses …` with a query and nothing else"),
            );
        }
        Pick { ty: list.ty.element(), by: ChoiceSource::Chance(list) }
    }

    fn not_empty(&mut self, scope: &Scope, choice: &ast::Choice, list: &Expr) {
        if self.is_non_empty(scope, list) {
            return;
        }
        let query = print::query(&choice.query);
        self.report(
            Diagnostic::new(Code::EmptyChoice, choice.query.span, "this choice can be empty")
                .label("there may be nothing to choose from")
                .help(format!(
                    "begin with `if let`, put it inside `if any({query}) {{ … }}`, or write `may choose`"
                )),
        );
    }

    fn question(&mut self, scope: &mut Scope, asked: &ast::Question) -> Question {
        let chooser = self.expr_as(scope, &asked.chooser, Type::PLAYER, "the acting player");
        self.question_to(scope, (chooser, Among::Alone), asked)
    }

    pub(super) fn question_to(
        &mut self,
        scope: &mut Scope,
        (chooser, among): (Expr, Among),
        asked: &ast::Question,
    ) -> Question {
        let decision = self.decision(Some(&asked.label), "");
        Question {
            chooser,
            may: asked.may,
            decision,
            facts: self.told_with(scope, (decision, Some(&asked.label)), &asked.facts),
            secretly: asked.secretly,
            always: asked.always,
            insists: asked.always,
            openly: asked.openly,
            end: asked.end,
            open: Vec::new(),
            own: Vec::new(),
            among,
        }
    }

    pub(super) fn modes(
        &mut self,
        scope: &mut Scope,
        asked: &ast::Question,
        modes: &[ast::Mode],
    ) -> StmtKind {
        let question = self.question(scope, asked);
        let local = scope.slots(1);
        let mut out: Vec<Mode> = Vec::new();
        for mode in modes {
            if out.iter().any(|other| other.name == mode.name.name) {
                self.report(Diagnostic::new(
                    Code::DuplicateName,
                    mode.name.span,
                    format!("duplicate block `{}`", mode.name.name),
                ));
            }
            let mark = scope.mark();
            let guard = mode.guard.as_ref().map(|g| {
                let cond = self.condition(scope, g);
                learn(scope, &cond, true);
                cond
            });
            let stmts = self.block(scope, &mode.body);
            scope.forget(&mark);
            self.offers_mode(question.decision, &mode.name.name, mode.name.span);
            out.push(Mode { name: mode.name.name.clone(), guard, stmts });
        }
        let active = make(ExprKind::Me, Type::PLAYER, asked.label.span);
        let guards: Option<Vec<&Expr>> = out.iter().map(|mode| mode.guard.as_ref()).collect();
        if !asked.may && guards.is_some_and(|guards| !self.one_holds(&scope.facts, &guards, &active)) {
            self.report(
                Diagnostic::new(
                    Code::EmptyChoice,
                    asked.label.span,
                    "every block has a condition, so there may be nothing to choose",
                )
                .help("leave one block without `when`, or write `may choose one`"),
            );
        }
        modes.iter().for_each(|mode| self.unlearn(scope, &mode.body));
        StmtKind::Modes { question, modes: out, local }
    }

    pub(super) fn window(
        &mut self,
        scope: &mut Scope,
        asked: &ast::Question,
        window: &ast::Ident,
        span: Span,
    ) -> Option<StmtKind> {
        let question = self.question(scope, asked);
        let id = self.window_of(&question, window)?;
        if !asked.may {
            let (facts, chooser) = (scope.facts.clone(), question.chooser.clone());
            self.paths.opened.push(Opened { window: id, facts, chooser, span });
        }
        let local = scope.slots(self.action_slots(id));
        Some(StmtKind::Window { question, window: id, local, later: false })
    }

    /// Returns the window whose actions a question offers. Reports an unknown window.
    pub(super) fn window_of(&mut self, question: &Question, window: &ast::Ident) -> Option<WindowId> {
        let Some(id) = self.names.resolve_window(&window.name, window.span) else {
            let known: Vec<String> = self.names.windows.keys().cloned().collect();
            let message = format!("unknown window of actions `{}`", window.name);
            let problem = Diagnostic::new(Code::UnknownProcedure, window.span, message);
            self.not_found(problem.suggest(&window.name, known.iter().map(String::as_str)));
            return None;
        };
        self.offers_window(question.decision, id);
        Some(id)
    }

    /// Returns the number of slots of a window's action and its targets, at least 3.
    pub(super) fn action_slots(&self, window: WindowId) -> u16 {
        let targets = self.raw.windows[window.index()].actions.iter().map(|action| action.targets.len());
        1 + targets.fold(2, usize::max) as u16
    }

    /// Checks `p may keep { … } else { … }`. A local stores whether the answer was yes.
    pub(super) fn may(
        &mut self,
        scope: &mut Scope,
        asked: &ast::Question,
        body: &ast::Block,
        orelse: Option<&ast::Block>,
    ) -> Steps {
        let question = self.question(scope, asked);
        self.check_empty_block(body, asked.label.span);
        self.offers_answers(question.decision);
        let local = scope.slots(1);
        let mut stmts = self.block(scope, body);
        self.unlearn(scope, body);
        let Some(orelse) = orelse else {
            return vec![StmtKind::May { question, body: MayBlock(stmts), local }];
        };
        let accepted = scope.slots(1);
        let set = |yes: bool| {
            let value = make(ExprKind::Const(i32::from(yes)), Type::BOOL, asked.label.span);
            StmtKind::Let(accepted, value)
        };
        stmts.insert(0, Stmt { kind: set(true), span: asked.label.span });
        self.check_empty_block(orelse, asked.label.span);
        let no = self.block(scope, orelse);
        self.unlearn(scope, orelse);
        let yes = make(ExprKind::Local(accepted), Type::BOOL, asked.label.span);
        let test = make(ExprKind::Not(Box::new(yes)), Type::BOOL, asked.label.span);
        let asks = StmtKind::May { question, body: MayBlock(stmts), local };
        vec![set(false), asks, StmtKind::If(test, ThenBlock(no), ElseBlock::default())]
    }
}

/// A choice that is not assigned yet.
pub(super) struct Pick {
    pub ty: Type,
    by: ChoiceSource,
}

/// The source of a choice: the chooser and the candidates.
enum ChoiceSource {
    /// A player, with minimum and maximum number of choices.
    Player(Box<Question>, Option<(Expr, Option<Expr>)>, Expr),
    Chance(Expr),
    /// Placeholder after a reported error.
    Nobody(Span),
}

impl Pick {
    /// Returns the list that is non-empty exactly if there is a choice; `None` for optional and multiple
    /// choices.
    pub fn list_before(&self) -> Option<&Expr> {
        match &self.by {
            ChoiceSource::Player(question, count, list) => (!question.may && count.is_none()).then_some(list),
            ChoiceSource::Chance(list) => Some(list),
            ChoiceSource::Nobody(_) => None,
        }
    }

    pub fn list(&self) -> Option<&Expr> {
        match &self.by {
            ChoiceSource::Player(_, _, list) | ChoiceSource::Chance(list) => Some(list),
            ChoiceSource::Nobody(_) => None,
        }
    }

    /// Returns the statement that assigns the choice to a local.
    pub fn into(self, scope: &mut Scope, id: LocalId) -> StmtKind {
        match self.by {
            ChoiceSource::Player(question, count, list) => {
                if !self.ty.is_list() && !list.reads(id.0..id.0 + 1) {
                    passed(scope, &list, id);
                }
                StmtKind::Choose(id, Box::new(ChoiceDef { question: *question, list, count }))
            }
            ChoiceSource::Chance(list) => StmtKind::Random(ByChance(id), list),
            ChoiceSource::Nobody(span) => StmtKind::Let(id, unknown(span)),
        }
    }
}
