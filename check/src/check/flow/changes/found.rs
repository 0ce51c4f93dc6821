//! Collects the direct changes and calls of statements from the syntax tree.

use ludex_grammar::ast::{BinaryOp, Block, Clause, ClauseKind, Expr as Ast, ExprKind as AstKind};
use ludex_grammar::ast::{Part, PutTo, Stmt, StmtKind, Wait};

use super::{Called, Changes, Zones};
use crate::check::Checker;
use crate::check::types::scope::Scope;
use crate::language::{Function, Member, Verb};
use crate::load::raw::RawRuleset;

/// Changes and calls found in a text.
pub(super) struct Found<'s, 'r, 't> {
    raw: &'r RawRuleset,
    /// Scope for looking up locals; `None` in callees.
    scope: Option<(&'s Scope, &'s Checker<'r>)>,
    pub changes: Changes<'t>,
    pub called: Vec<Called>,
    /// Names of assigned variables that may be locals.
    pub set: Vec<&'t str>,
}

impl<'s, 'r: 't, 't> Found<'s, 'r, 't> {
    pub fn new(raw: &'r RawRuleset, scope: Option<(&'s Scope, &'s Checker<'r>)>) -> Self {
        Self { raw, scope, changes: Changes::default(), called: Vec::new(), set: Vec::new() }
    }

    pub fn block(&mut self, block: &'t Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    pub fn stmt(&mut self, stmt: &'t Stmt) {
        for part in stmt.kind.parts() {
            if let Part::Wait(wait) = part {
                self.wait(wait);
            }
        }
        if let StmtKind::Set { target, .. } | StmtKind::SetWait { target, .. } = &stmt.kind {
            self.set(target);
        }
        if let StmtKind::Window { window, .. }
        | StmtKind::Asking { asked: PutTo::Window { window, .. }, .. } = &stmt.kind
        {
            self.called.push(Called::Window(window.name.clone()));
        }
        if let StmtKind::Verb { verb, what, clauses } = &stmt.kind {
            self.verb(&verb.name, what.as_ref(), clauses);
        }
        stmt.kind.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn wait(&mut self, wait: &Wait) {
        match wait {
            Wait::Choice(_) => {}
            Wait::Do(called) => self.call(Called::Procedure, &called.call),
            Wait::Emit(called) => self.call(Called::Event, &called.call),
        }
    }

    fn call(&mut self, called: fn(String) -> Called, what: &Ast) {
        if let AstKind::Call { name, .. } = &what.kind {
            self.called.push(called(name.name.clone()));
        } else if let Some(name) = dotted(what) {
            self.called.push(called(name));
        }
    }

    fn set(&mut self, target: &'t Ast) {
        let Some(name) = last_word(target) else { return };
        if matches!(target.kind, AstKind::Name(_)) {
            self.set.push(name);
        }
        self.changes.numbers |= name == Member::PhaseNumber.name();
        self.changes.vars.insert(name);
    }

    fn verb(&mut self, verb: &str, what: Option<&Ast>, clauses: &[Clause]) {
        let (Some(verb), Some(what)) = (Verb::find(verb), what) else { return };
        match verb {
            Verb::Move | Verb::Draw => self.moved(what, clauses),
            Verb::Shuffle => {
                let zone = self.zone(what);
                self.changes.left.add(zone);
            }
            Verb::Swap => {
                self.changes.faces = true;
                for cards in [Some(what), clauses.iter().find_map(with)].into_iter().flatten() {
                    let mut zones = Zones::default();
                    self.cards(cards, &mut zones);
                    self.changes.left.join(&zones);
                    self.changes.entered.join(&zones);
                }
            }
            Verb::Turn => self.changes.faces = true,
            Verb::Eliminate => drop(self.changes.vars.insert(Member::Out.name())),
            Verb::Do => self.call(Called::Procedure, what),
            Verb::Emit => self.call(Called::Event, what),
            Verb::Run => self.call(Called::Steps, what),
            Verb::Show | Verb::Exclude | Verb::Say | Verb::End => {}
        }
    }

    fn moved(&mut self, what: &Ast, clauses: &[Clause]) {
        let mut from = false;
        for clause in clauses {
            if let ClauseKind::To(zone) = &clause.kind {
                let zone = self.zone(zone);
                self.changes.entered.add(zone);
            }
            if let ClauseKind::From(zone) = &clause.kind {
                from = true;
                let zone = self.zone(zone);
                self.changes.left.add(zone);
            }
            self.changes.faces |= matches!(clause.kind, ClauseKind::FaceUp | ClauseKind::FaceDown);
        }
        if !from {
            let mut zones = Zones::default();
            self.cards(what, &mut zones);
            self.changes.left.join(&zones);
        }
    }

    /// Returns the name of a zone, if the expression names one.
    fn zone(&self, zone: &Ast) -> Option<&'r str> {
        let word = last_word(zone)?;
        self.raw.zones.iter().find(|zone| zone.name.value == word).map(|zone| zone.name.value.as_str())
    }

    /// Adds the zones that may contain the cards.
    fn cards(&self, what: &Ast, zones: &mut Zones<'t>) {
        if let AstKind::Query(query) = &what.kind
            && let Some(source) = &query.source
        {
            return self.cards(source, zones);
        }
        if let AstKind::Binary { op: BinaryOp::Add, left, right } = &what.kind {
            self.cards(left, zones);
            return self.cards(right, zones);
        }
        if let AstKind::Call { name, args } = &what.kind
            && let Some(Function::Top | Function::First | Function::Last) = Function::find(&name.name)
            && let Some(list) = args.last()
        {
            return self.cards(list, zones);
        }
        if let AstKind::Field { base, name, .. } = &what.kind
            && is_end(&name.name)
            && let Some(zone) = self.zone(base)
        {
            return zones.add(Some(zone));
        }
        if let AstKind::Name(word) = &what.kind
            && let Some(kind) = self.kind_of(word)
        {
            return self.of_kind(kind, zones);
        }
        zones.add(self.zone(what));
    }

    /// Returns the kind of the card in a local, if known.
    fn kind_of(&self, local: &str) -> Option<&'s str> {
        let (scope, checker) = self.scope?;
        let local = scope.locals.iter().rev().find(|known| known.name == local)?;
        let kind = checker.kind_of(local.ty.base())?;
        Some(&checker.out.kinds[kind.index()].name)
    }

    /// Adds the zones that may contain cards of a kind.
    fn of_kind(&self, kind: &str, zones: &mut Zones<'t>) {
        let holds = self.raw.zones.iter().filter(|zone| zone.holds.iter().any(|held| held.value == kind));
        holds.for_each(|zone| zones.add(Some(&zone.name.value)));
    }
}

fn is_end(member: &str) -> bool {
    member == Member::Top.name() || member == Member::Bottom.name()
}

fn with(clause: &Clause) -> Option<&Ast> {
    if let ClauseKind::With(what) = &clause.kind { Some(what) } else { None }
}

/// Returns the dotted name `event` or `steps.step`.
fn dotted(what: &Ast) -> Option<String> {
    if let AstKind::Field { base, name, .. } = &what.kind {
        return Some(format!("{}.{}", dotted(base)?, name.name));
    }
    if let AstKind::Name(word) = &what.kind { Some(word.clone()) } else { None }
}

/// Returns the word of a name, or the last one of `a.b` and `a.b[c]`.
fn last_word(of: &Ast) -> Option<&str> {
    if let AstKind::Index { base, .. } = &of.kind {
        return last_word(base);
    }
    if let AstKind::Field { name, .. } = &of.kind {
        return Some(&name.name);
    }
    if let AstKind::Name(word) = &of.kind { Some(word) } else { None }
}
