//! Messages that name a choice, by decision.
//!
//! For each decision, these are the messages that the same effect may log about the chosen option. A choice
//! that no message names is logged on a line of its own.
//!
//! The analysis follows the choice through locals and variables of its effect, into procedures, reactions and
//! actions, and out of procedures that return it. It ignores the order of statements: only running the effect
//! shows which of these messages are logged. Each body is walked to a fixpoint, within a budget. Bodies not
//! reached by then contribute no message.

use std::cell::Cell;
use std::collections::BTreeSet;

use ludex_grammar::span::Span;

use super::{Act, Among, Binary, CardMember, Checked, ChoiceDef, Expr, ExprKind, Into, Keyed, Owner};
use super::{Stmt, StmtKind, every};
use crate::ids::*;
use crate::types::{Base, Type};

/// Maximum number of statements and expressions visited for one ruleset.
const BUDGET: usize = 2_000_000;

/// Uses of the choices of a decision within an effect.
#[derive(Debug, Clone, Default)]
pub struct Naming {
    /// Messages that may name a choice.
    pub messages: BTreeSet<MessageId>,
    /// Those that are also sent outside the block of a simultaneous choice, and name the choices of all
    /// players. The others name the choice of the player for whom the block runs.
    pub of_all: BTreeSet<MessageId>,
    /// True if a statement moves the chosen cards themselves.
    pub moves: bool,
}

/// Returns the namings of all decisions, by number.
pub fn namings(checked: &Checked) -> Vec<Naming> {
    let mut namings = vec![Naming::default(); checked.decisions.len()];
    let bodies = Bodies::new(checked);
    let left = Cell::new(BUDGET);
    for (at, (_, stmts)) in bodies.all.iter().enumerate() {
        every(stmts, &mut |stmt| {
            let Some(question) = stmt.kind.question() else { return };
            let naming = &mut namings[question.decision.index()];
            let mut follow = Follow::new(checked, (&bodies, &left), std::mem::take(naming));
            follow.block = (question.among == Among::AtOnce).then_some(stmt.span);
            follow.stmt(at, &stmt.kind);
            *naming = follow.found;
        });
    }
    namings
}

/// All bodies, with an index of those that others run.
struct Bodies<'a> {
    all: Vec<(Owner, &'a [Stmt])>,
    procedures: Vec<usize>,
    /// Indices of handlers by event.
    handlers: Vec<Vec<usize>>,
    /// Indices of actions by window.
    actions: Vec<Vec<usize>>,
}

impl<'a> Bodies<'a> {
    fn new(checked: &'a Checked) -> Self {
        let all: Vec<(Owner, &'a [Stmt])> = checked.bodies().collect();
        let mut bodies = Bodies {
            all,
            procedures: vec![0; checked.procedures.len()],
            handlers: vec![Vec::new(); checked.events.len()],
            actions: vec![Vec::new(); checked.windows.len()],
        };
        for (at, (owner, _)) in bodies.all.iter().enumerate() {
            match owner {
                Owner::Procedure(id) => bodies.procedures[id.index()] = at,
                Owner::Handler(i) => bodies.handlers[checked.handlers[*i].event.index()].push(at),
                Owner::Action(window, _) => bodies.actions[window.index()].push(at),
                Owner::Setup | Owner::Phase(_) | Owner::PhaseEnd(_) | Owner::Snippet(_) => {}
            }
        }
        bodies
    }
}

/// Follows the choices of one decision.
struct Follow<'a, 'b> {
    checked: &'a Checked,
    bodies: &'b Bodies<'a>,
    found: Naming,
    /// True if cards are chosen. A number then names a card only if no other card has the same.
    is_cards: bool,
    is_list: bool,
    /// Variables that were assigned the choice.
    vars: BTreeSet<VarId>,
    /// The simultaneous question with its block.
    block: Option<Span>,
    /// True if the current statement runs only for the player who made the choice.
    is_inside: bool,
    /// Bodies already walked, each with the locals that held the choice, and `is_inside`.
    walked: BTreeSet<(usize, Vec<LocalId>, bool)>,
    left: &'b Cell<usize>,
}

impl<'a, 'b> Follow<'a, 'b> {
    fn new(checked: &'a Checked, (bodies, left): (&'b Bodies<'a>, &'b Cell<usize>), found: Naming) -> Self {
        let (vars, walked) = (BTreeSet::new(), BTreeSet::new());
        let [is_cards, is_list, is_inside] = [false; 3];
        Follow { checked, bodies, found, is_cards, is_list, vars, block: None, is_inside, walked, left }
    }

    /// Follows the choice of a deciding statement in body `at`.
    fn stmt(&mut self, at: usize, kind: &'a StmtKind) {
        if let StmtKind::Choose(local, choice) = kind {
            let ChoiceDef { list, count, .. } = &**choice;
            let element = list.ty.element();
            self.is_list = count.is_some() || element.is_list();
            self.is_cards = innermost(element).is_card();
            self.body(at, BTreeSet::from([*local]));
        } else if let StmtKind::Window { window, .. } = kind {
            self.is_inside = self.block.is_some();
            self.window(*window);
        } else {
            // messages in the chosen block reveal the choice
            kind.blocks().into_iter().for_each(|block| self.says(block.stmts));
        }
    }

    /// Follows the chosen action of a window and its targets.
    fn window(&mut self, window: WindowId) {
        let bodies = self.bodies;
        for at in &bodies.actions[window.index()] {
            let (Owner::Action(_, i), stmts) = bodies.all[*at] else { continue };
            let targets = &self.checked.windows[window.index()].actions[i].targets;
            self.is_cards = targets.iter().any(|target| target.body.ty.element().is_card());
            self.body(*at, (0..targets.len() as u16).map(LocalId).collect());
            if targets.is_empty() {
                self.says(stmts);
            }
        }
    }

    /// Collects all messages in some statements and in the procedures they run.
    fn says(&mut self, stmts: &'a [Stmt]) {
        let mut called = Vec::new();
        self.spend(stmts, &mut |follow, stmt| {
            if let StmtKind::Say(message, ..) = &stmt.kind {
                follow.names_choice(*message);
            }
            if let StmtKind::Do(_, procedure, _) = &stmt.kind {
                called.push(*procedure);
            }
        });
        for procedure in called {
            let at = self.bodies.procedures[procedure.index()];
            if self.walked.insert((at, Vec::new(), self.is_inside)) {
                self.says(self.bodies.all[at].1);
            }
        }
    }

    fn names_choice(&mut self, message: MessageId) {
        self.found.messages.insert(message);
        if !self.is_inside {
            self.found.of_all.insert(message);
        }
    }

    /// Visits each statement while the budget lasts.
    fn spend(&mut self, stmts: &'a [Stmt], look: &mut impl FnMut(&mut Self, &'a Stmt)) {
        every(stmts, &mut |stmt| {
            if self.pays() {
                look(self, stmt);
            }
        });
    }

    /// Takes one unit from the budget; returns false if it is empty.
    fn pays(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    /// Follows a body in which some locals hold the choice. Returns true if the body returns the choice.
    fn body(&mut self, at: usize, mut locals: BTreeSet<LocalId>) -> bool {
        let is_inside = self.is_inside;
        let held = locals.iter().copied().collect();
        if self.left.get() == 0 || !self.walked.insert((at, held, is_inside)) {
            return false;
        }
        let (owner, stmts) = self.bodies.all[at];
        let mut gives = false;
        loop {
            let before = (locals.len(), self.vars.len());
            self.spend(stmts, &mut |follow, stmt| {
                follow.is_inside = is_inside || follow.block.is_some_and(|block| block.covers(stmt.span));
                gives |= follow.follow(&stmt.kind, &mut locals);
            });
            self.is_inside = is_inside;
            if (locals.len(), self.vars.len()) == before || self.left.get() == 0 {
                break;
            }
        }
        if let (true, Owner::Procedure(procedure)) = (gives, owner) {
            self.given(procedure);
        }
        gives
    }

    /// Continues at the calls of a procedure that returns the choice.
    fn given(&mut self, procedure: ProcedureId) {
        for (at, (_, stmts)) in self.bodies.all.iter().enumerate() {
            let mut takes = BTreeSet::new();
            self.spend(stmts, &mut |_, stmt| {
                if let StmtKind::Do(Into(Some(local)), called, _) = &stmt.kind
                    && *called == procedure
                {
                    takes.insert(*local);
                }
            });
            if !takes.is_empty() {
                self.body(at, takes);
            }
        }
    }

    /// Follows one statement. Returns true if it returns the choice.
    fn follow(&mut self, kind: &'a StmtKind, locals: &mut BTreeSet<LocalId>) -> bool {
        if let StmtKind::Let(local, value) | StmtKind::For(local, value, _) = kind {
            locals.extend(self.carries(value, locals).then_some(*local));
        } else if let StmtKind::Set(var, _, Keyed(_), value, _) = kind {
            self.vars.extend(self.carries(value, locals).then_some(*var));
        } else if let StmtKind::Say(message, args, _) = kind {
            let is_named = args.iter().any(|arg| self.carries(arg, locals));
            if is_named {
                self.names_choice(*message);
            }
        } else if let StmtKind::Act(act, _) = kind {
            let moved = if let Act::Move { cards, .. } = &**act { Some(cards) } else { None };
            self.found.moves |= moved.is_some_and(|cards| self.is_pick(cards, locals));
        } else if let StmtKind::Do(Into(into), procedure, args) = kind {
            let called = self.bodies.procedures[procedure.index()];
            let gives = self.calls(called, args, 0, locals);
            locals.extend(into.filter(|_| gives));
        } else if let StmtKind::Emit(_, event, args) = kind {
            self.emits(*event, args, locals);
        } else if let StmtKind::Run(steps, args) = kind {
            let order = &self.checked.steps[steps.index()].order;
            order.iter().for_each(|(event, _)| self.emits(*event, args, locals));
        }
        matches!(kind, StmtKind::Give(value) if self.carries(value, locals))
    }

    /// Follows the reactions to an event; their first local is the card that has the ability.
    fn emits(&mut self, event: EventId, args: &'a [Expr], locals: &BTreeSet<LocalId>) {
        let bodies = self.bodies;
        for at in &bodies.handlers[event.index()] {
            self.calls(*at, args, 1, locals);
        }
    }

    /// Follows a body that is run with arguments; `first` is its first parameter. Returns true if it returns
    /// the choice.
    fn calls(&mut self, at: usize, args: &'a [Expr], first: u16, locals: &BTreeSet<LocalId>) -> bool {
        let params = args.iter().zip(first..).filter(|(arg, _)| self.carries(arg, locals));
        let params: BTreeSet<LocalId> = params.map(|(_, param)| LocalId(param)).collect();
        !params.is_empty() && self.body(at, params)
    }

    /// Returns true if an expression is the choice itself.
    fn is_pick(&self, expr: &Expr, locals: &BTreeSet<LocalId>) -> bool {
        if let ExprKind::GameVar(var) | ExprKind::VarOf(var, _) = &expr.kind {
            return self.vars.contains(var);
        }
        matches!(&expr.kind, ExprKind::Local(local) if locals.contains(local))
    }

    /// Returns true if the value of an expression reveals the choice to a reader.
    fn carries(&self, expr: &Expr, locals: &BTreeSet<LocalId>) -> bool {
        if self.is_pick(expr, locals) {
            return true;
        }
        if !self.pays() || !self.names(expr) {
            return false;
        }
        if let ExprKind::Chain(local, base, body) = &expr.kind {
            let mut inside = locals.clone();
            inside.extend(self.carries(base, locals).then_some(*local));
            return self.carries(body, &inside);
        }
        // the condition of an `if` reveals nothing about the value of a branch
        let from = usize::from(matches!(expr.kind, ExprKind::If(..)));
        expr.children().iter().skip(from).any(|child| self.carries(child, locals))
    }

    /// Returns true if an expression may identify one of its operands.
    fn names(&self, expr: &Expr) -> bool {
        if let ExprKind::Field(field, _) = &expr.kind {
            return !self.is_cards || self.identifies(*field);
        }
        if let ExprKind::Card(member, _) = &expr.kind {
            return *member == CardMember::Name;
        }
        if let ExprKind::Binary(op, ..) = &expr.kind {
            return !self.is_cards || *op == Binary::Add;
        }
        if matches!(expr.kind, ExprKind::Count(_)) {
            return self.is_list;
        }
        let is_other =
            matches!(expr.kind, ExprKind::VarOf(..) | ExprKind::Property(..) | ExprKind::ZoneOf(..));
        let is_either = matches!(expr.kind, ExprKind::If(..) | ExprKind::Default(..) | ExprKind::Chain(..));
        is_either || !(is_other || self.is_cards && is_number(expr.ty))
    }

    /// Returns true if all cards of the field's kind have different printed values.
    fn identifies(&self, field: FieldId) -> bool {
        let kind = self.checked.fields[field.index()].kind;
        let designs = self.checked.designs.iter().filter(|design| design.kind == kind);
        let mut met = BTreeSet::new();
        designs
            .map(|design| design.fields.iter().find(|(printed, _)| *printed == field))
            .all(|printed| met.insert(printed.and_then(|(_, value)| value.constant())))
    }
}

/// Returns the element type of nested lists, or the type itself.
fn innermost(ty: Type) -> Type {
    if ty.is_list() { innermost(ty.present().element()) } else { ty }
}

fn is_number(ty: Type) -> bool {
    matches!(ty.base(), Base::Int | Base::Decimal | Base::Bool)
}
