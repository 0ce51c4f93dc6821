//! Type checking of verb statements, driven by the table of verbs.

mod cards;
mod clauses;

use ludex_grammar::ast::{self, Clause, ClauseKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::Span;
use ludex_grammar::words::{Keyword, openings};

use crate::check::Checker;
use crate::check::types::scope::Scope;
use crate::check::types::stmt::Steps;
use crate::foreign::Foreign;
use crate::hir::{Act, Expr, Into, StmtKind};
use crate::ids::ProcedureId;
use crate::language::{GAME, Verb};
use crate::resolve::Names;
use crate::types::Type;
pub(super) use clauses::Clauses;
use clauses::takes;

/// Returns the span of the ` and ` between two operands: `deck and hand`.
fn joined(what: &ast::Expr) -> Option<Span> {
    let ast::ExprKind::Binary { op: ast::BinaryOp::And, left, right } = &what.kind else { return None };
    Some(Span { start: left.span.end, end: right.span.start, ..left.span })
}

impl Checker<'_> {
    pub(in crate::check) fn verb(
        &mut self,
        scope: &mut Scope,
        word: &ast::Ident,
        what: Option<&ast::Expr>,
        clauses: &[Clause],
        span: Span,
    ) -> Steps {
        let Some(verb) = Verb::find(&word.name) else {
            self.unknown_verb(word, what.is_some(), clauses);
            if let Some(ast::Expr { kind: ast::ExprKind::Name(name), .. }) = what {
                scope.find(name).into_iter().for_each(|local| local.used = true);
            }
            self.operands_of_unknown_verb(scope, clauses);
            return Steps::new();
        };
        if let (Verb::Swap, [], Some(place)) = (verb, clauses, what.and_then(joined)) {
            let problem =
                Diagnostic::new(Code::BadClause, place, format!("`{}` lacks `with …`", verb.name()));
            let problem = problem.help(format!("write `{}`", verb.form()));
            self.report(problem.replace(place, " with ", Applicability::Safe));
            return Steps::new();
        }
        let Some(clauses) = self.sort_clauses(verb, word, what, clauses) else { return Steps::new() };
        let Some(what) = what else {
            self.bad_clause(verb, span, format!("`{}` needs something to act on", verb.name()));
            return Steps::new();
        };
        if verb == Verb::Eliminate {
            return self.eliminate(scope, what, &clauses, span);
        }
        Vec::from_iter(self.verb_with(scope, verb, what, &clauses))
    }

    fn unknown_verb(&mut self, word: &ast::Ident, acts: bool, clauses: &[Clause]) {
        let fits = |verb: &&Verb| clauses.iter().all(|clause| takes(**verb, &clause.kind));
        let openings = openings().filter(|word| !acts || *word != Keyword::Stop.word());
        let known = Verb::ALL.iter().filter(fits).map(|v| v.name()).chain(openings);
        let message = format!("unknown verb `{}`", word.name);
        let problem = Diagnostic::new(Code::UnknownVerb, word.span, message).suggest(&word.name, known);
        let (name, names) = (&word.name, &self.names);
        let named = match () {
            () if !clauses.is_empty() => None,
            () if names.procedures.contains_key(name) => Some(Verb::Do),
            () if names.events.contains_key(name) => Some(Verb::Emit),
            () if names.messages.contains_key(name) => Some(Verb::Say),
            () => None,
        };
        let help = match (named, Foreign::Verb.find(name)) {
            (Some(verb), _) => Some(format!("write `{} {name}(…)`", verb.name())),
            (None, Some(stop)) if stop == Keyword::Stop.word() => {
                Some(format!("write `{stop}`: it leaves the effect; `give` leaves it with a value"))
            }
            _ if name == Keyword::Give.word() => {
                Some("use `move` for cards; `give` ends a procedure".to_owned())
            }
            (None, Some(meant)) => Some(format!("did you mean `{meant}`?")),
            (None, None) if Foreign::VerbHelp.find(name).is_some() => {
                Foreign::VerbHelp.find(name).map(str::to_owned)
            }
            _ if problem.help.is_none() => {
                let verbs: Vec<&str> = Verb::ALL.iter().map(|v| v.name()).collect();
                Some(format!("the verbs are: {}", verbs.join(", ")))
            }
            _ => None,
        };
        self.not_found(match help {
            Some(help) => problem.help(help),
            None => problem,
        });
    }

    /// Checks the operands of an unknown verb, which may contain errors too.
    fn operands_of_unknown_verb(&mut self, scope: &mut Scope, clauses: &[Clause]) {
        for clause in clauses {
            if let ClauseKind::To(e)
            | ClauseKind::From(e)
            | ClauseKind::With(e)
            | ClauseKind::For(e)
            | ClauseKind::AtPlace { number: e, .. }
            | ClauseKind::Unseen(e) = &clause.kind
            {
                self.expr(scope, e);
            }
        }
    }

    fn bad_clause(&mut self, verb: Verb, span: Span, message: String) {
        self.report(Diagnostic::new(Code::BadClause, span, message).help(format!("write `{}`", verb.form())));
    }

    fn verb_with(
        &mut self,
        scope: &mut Scope,
        verb: Verb,
        what: &ast::Expr,
        clauses: &Clauses<'_>,
    ) -> Option<StmtKind> {
        let act = match verb {
            Verb::Move => self.move_cards(scope, what, clauses)?,
            Verb::Turn => {
                let cards = self.cards_operand(scope, what);
                Act::Turn { cards, up: clauses.face_up == Some(true) }
            }
            Verb::Draw => self.draw(scope, what, clauses)?,
            Verb::Shuffle => Act::Shuffle { zone: self.expr_as(scope, what, Type::ZONE, "what is shuffled") },
            Verb::Swap => self.swap(scope, what, clauses.with?),
            Verb::Show => {
                let cards = self.cards_operand(scope, what);
                Act::Show { cards, players: self.audience(scope, clauses.to?) }
            }
            Verb::Exclude => {
                let cards = self.cards_operand(scope, what);
                self.exclude(scope, cards, clauses.from?)
            }
            Verb::Eliminate => return None,
            Verb::Do => return self.do_procedure(scope, what),
            Verb::Emit => return self.only_emit(scope, what, what.span),
            Verb::Run => return self.run(scope, what),
            Verb::Say => return self.say(scope, what, clauses.openly),
            Verb::End => return self.end_game(what),
        };
        Some(StmtKind::Act(Box::new(act), clauses.openly))
    }

    /// Checks `exclude` from a zone, or from the position of one card.
    fn exclude(&mut self, scope: &mut Scope, cards: Expr, from: &ast::Expr) -> Act {
        let from = self.present(scope, from);
        if from.ty.is_card() && !from.ty.is_list() {
            return Act::ExcludeAt { cards, place: from };
        }
        Act::Exclude { cards, zone: self.coerce(from, Type::ZONE, "the zone without these cards") }
    }

    fn end_game(&mut self, what: &ast::Expr) -> Option<StmtKind> {
        if matches!(&what.kind, ast::ExprKind::Name(word) if word == GAME) {
            return Some(StmtKind::EndGame);
        }
        let problem = Diagnostic::new(Code::BadClause, what.span, "only the game can be ended");
        let help = "write `end game`; to end a turn or a phase, leave its effect with `stop`";
        self.report(problem.help(help));
        None
    }

    /// Returns the name and arguments after a verb.
    fn named<'e>(&mut self, verb: Verb, what: &'e ast::Expr) -> Option<(ast::Ident, &'e [ast::Expr])> {
        if let ast::ExprKind::Call { name, args } = &what.kind {
            return Some((name.clone(), args));
        }
        if let ast::ExprKind::Name(word) = &what.kind {
            return Some((ast::Ident { name: word.clone(), span: what.span }, &[]));
        }
        self.bad_clause(verb, what.span, format!("`{}` needs a name", verb.name()));
        None
    }

    fn do_procedure(&mut self, scope: &mut Scope, what: &ast::Expr) -> Option<StmtKind> {
        let (id, args) = self.called_procedure(scope, what)?;
        Some(StmtKind::Do(Into(None), id, args))
    }

    /// Checks the procedure and arguments after `do`.
    pub(in crate::check) fn called_procedure(
        &mut self,
        scope: &mut Scope,
        what: &ast::Expr,
    ) -> Option<(ProcedureId, Vec<Expr>)> {
        let (name, args) = self.named(Verb::Do, what)?;
        let found = self.names.resolve_procedure(&name.name, name.span);
        let what = (Code::UnknownProcedure, "procedure");
        let id = found
            .or_else(|| self.unknown_in(&name, what, |names| names.procedures.keys().cloned().collect()))?;
        let params = self.out.procedures[id.index()].params.clone();
        Some((id, self.arguments(scope, &name, &params, args)))
    }

    /// Checks an `emit` statement, whose result is unused.
    fn only_emit(&mut self, scope: &mut Scope, what: &ast::Expr, span: Span) -> Option<StmtKind> {
        let (id, args) = self.emit(scope, what)?;
        let def = &self.out.events[id.index()];
        if let Some(fact) = def.changing {
            let (name, fact) = (&def.name, &def.params[fact].0);
            let message = format!("the value of `{fact}` after reactions is not used");
            let help = format!("write `let {fact} = emit {name}(…)`, and use the result");
            self.report(Diagnostic::new(Code::DoesNothing, span, message).help(help));
        }
        Some(StmtKind::Emit(Into(None), id, args))
    }

    pub(in crate::check) fn emit(
        &mut self,
        scope: &mut Scope,
        what: &ast::Expr,
    ) -> Option<(crate::ids::EventId, Vec<Expr>)> {
        let (name, args) = self.named(Verb::Emit, what)?;
        let id = self.event(&name.name, name.span)?;
        self.events.emitted.insert(id);
        let params = self.out.events[id.index()].params.clone();
        Some((id, self.arguments(scope, &name, &params, args)))
    }

    fn run(&mut self, scope: &mut Scope, what: &ast::Expr) -> Option<StmtKind> {
        let (name, args) = self.named(Verb::Run, what)?;
        let found = self.names.resolve_steps(&name.name, name.span);
        let what = (Code::UnknownEvent, "list of steps");
        let id =
            found.or_else(|| self.unknown_in(&name, what, |names| names.steps.keys().cloned().collect()))?;
        let params = self.out.steps[id.index()].params.clone();
        Some(StmtKind::Run(id, self.arguments(scope, &name, &params, args)))
    }

    fn say(&mut self, scope: &mut Scope, what: &ast::Expr, openly: bool) -> Option<StmtKind> {
        let (name, args) = self.named(Verb::Say, what)?;
        let found = self.names.resolve_message(&name.name, name.span);
        let what = (Code::UnknownName, "message");
        let id = found
            .or_else(|| self.unknown_in(&name, what, |names| names.messages.keys().cloned().collect()))?;
        let params = self.out.messages[id.index()].params.clone();
        let args = self.arguments(scope, &name, &params, args);
        Some(StmtKind::Say(id, args, openly))
    }

    /// Reports an unknown name after a verb.
    fn unknown_in<T>(
        &mut self,
        name: &ast::Ident,
        (code, what): (Code, &str),
        known: impl Fn(&Names) -> Vec<String>,
    ) -> Option<T> {
        let problem = Diagnostic::new(code, name.span, format!("unknown {what} `{}`", name.name));
        let known = known(&self.names);
        self.not_found(problem.suggest(&name.name, known.iter().map(String::as_str)));
        None
    }

    /// Looks up an event by name.
    pub(in crate::check) fn event(&mut self, key: &str, span: Span) -> Option<crate::ids::EventId> {
        let found = self.names.resolve_event(key, span);
        if found.is_none() {
            let known: Vec<String> = self.names.events.keys().cloned().collect();
            let message = format!("unknown event `{key}`");
            let problem = Diagnostic::new(Code::UnknownEvent, span, message);
            self.not_found(problem.suggest(key, known.iter().map(String::as_str)));
        }
        found
    }
}
