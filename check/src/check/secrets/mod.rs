//! Taint analysis: reports hidden information that reaches public texts and variables.
//!
//! A message may contain a card: each reader sees it only as far as they know it. A number, word or truth
//! value is the same for all readers. It must not depend on a hidden card, a secret choice or a private
//! variable if a text or public variable contains it. Nor may a text contain the name of a hidden card.
//!
//! Values have a secrecy ([`value`]), which is computed bottom-up for expressions ([`expr`]). Functions and
//! properties have summaries in terms of their parameters, as do procedures; statements propagate it
//! ([`stmt`]).

mod asked;
mod audience;
mod bearer;
mod blocks;
mod changes;
mod early;
mod expr;
mod flow_state;
mod leaks;
mod open;
mod stmt;
mod tell;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::Checker;
use crate::check::types::order::Named;
use crate::hir::{Act, Checked, Expr, ExprKind, ImplicitCall, Lambda, ModifierDef, Owner, Repeat};
use crate::hir::{Stmt, StmtKind, every, is_same};
use crate::ids::{LocalId, PhaseId, ProcedureId, PropertyId, ZoneId};
use changes::{Effects, zone_of};
use expr::{Reader, Values};
use flow_state::CONTROL;
use leaks::{CalleeSummaries, FromCallers, Passed, ProcedureSummary};
use stmt::Walk;
use tell::Leak;
use value::{Secrecy, Secret, SecretSource, Taint};

/// Maximum number of reported leaks.
const MOST_LEAKS: usize = 1_000;

/// Maximum number of iterations for mutually dependent properties and procedures. After that the last result
/// counts.
const ROUNDS: usize = 16;

impl Checker<'_> {
    /// Reports leaks of hidden information, and finds the players who secretly chose hidden positions.
    ///
    /// Does nothing after other errors, because a wrong statement may have shown a card.
    pub(super) fn secrets(&mut self) {
        if self.problems.failed_since(0) {
            return;
        }
        let order = self.typing_order();
        let out = Arc::make_mut(&mut self.out);
        let values = values(out, &order);
        let calls = out.calls();
        let effects = Effects::compute(out, &calls);
        let actives = actives(out, &calls);
        let (mut elsewhere, of_procedures) = elsewhere(out, (&values, &effects), (&calls, &actives));
        elsewhere.callers = Some(Vec::new());
        let (mut problems, mut leaks, mut hidden) = (Vec::new(), Vec::new(), Vec::new());
        let mut all = Vec::new();
        for owner in out.owners().into_iter().filter(|owner| !matches!(owner, Owner::Procedure(_))) {
            let Some(mut stmts) = out.stmts_mut(owner).map(std::mem::take) else { continue };
            let mut read = Reader::new(out, &values);
            bind_targets(&mut read, owner);
            let mut walk = Walk::new(read, &elsewhere, &effects);
            let at = stmts.first().map_or_else(Span::default, |stmt| stmt.span);
            begins(&mut walk, (owner, at), &actives);
            walk.body(&mut stmts);
            all.push((owner, BodyResult::from_walk(walk)));
            out.stmts_mut(owner).into_iter().for_each(|body| *body = std::mem::take(&mut stmts));
        }
        let passed = (all.iter().map(|(_, found)| (None, found)))
            .chain(of_procedures.iter().enumerate().map(|(i, found)| (Some(i), found)));
        elsewhere.callers = Some(from_callers(out, passed, &elsewhere.shown));
        let again = (0..of_procedures.len()).map(|i| {
            let (_, found) = procedure(out, i, (&values, &effects), (&elsewhere, &actives));
            (Owner::Procedure(ProcedureId::new(i)), found)
        });
        all.extend(again);
        all.sort_by_key(|(owner, _)| {
            matches!(owner, Owner::Procedure(_))
                .then_some(0)
                .or(matches!(owner, Owner::Snippet(_)).then_some(1))
        });
        for (_, found) in all {
            hidden.extend(found.hidden);
            leaks.extend(found.leaks.into_iter().take(MOST_LEAKS.saturating_sub(leaks.len())));
            problems.extend(found.problems);
        }
        problems.extend(tell::problems(leaks, out));
        self.note_hidden(hidden);
        problems.into_iter().for_each(|problem: Diagnostic| self.report(problem));
    }

    /// Finds the players who secretly chose hidden positions in an effect outside the ruleset.
    pub(super) fn choosers(&self, stmts: &mut [Stmt]) {
        let values = Values {
            functions: vec![Secrecy::default(); self.out.functions.len()],
            properties: vec![Secrecy::default(); self.out.properties.len()],
            score: Secrecy::default(),
        };
        let elsewhere = CalleeSummaries { callers: Some(Vec::new()), ..CalleeSummaries::default() };
        Walk::new(Reader::new(&self.out, &values), &elsewhere, &Effects::default()).body(stmts);
    }
}

/// The player that `me` denotes in each called effect; `None` unless all calling phases specify the same
/// player.
type Actives = BTreeMap<ImplicitCall, Option<Expr>>;

fn actives(checked: &Checked, calls: &[(ImplicitCall, ImplicitCall)]) -> Actives {
    let mut all = Actives::new();
    for (owner, stmts) in checked.bodies() {
        if checked.run_as(owner).is_some() {
            continue;
        }
        let phase = if let Owner::Phase(id) | Owner::PhaseEnd(id) = owner { Some(id) } else { None };
        let active = phase.and_then(|id| active(checked, id));
        let mut runs = Vec::new();
        every(stmts, &mut |stmt| runs.extend(checked.runs(&stmt.kind)));
        for to in runs {
            let _ = merge_active(&mut all, to, active);
        }
    }
    let mut is_stable = false;
    while !std::mem::replace(&mut is_stable, true) {
        for (of, to) in calls {
            let Some(active) = all.get(of).cloned() else { continue };
            is_stable &= !merge_active(&mut all, *to, active.as_ref());
        }
    }
    all
}

/// Merges the active player of one more caller. Returns true if the entry changed.
fn merge_active(all: &mut Actives, of: ImplicitCall, active: Option<&Expr>) -> bool {
    let Some(known) = all.get_mut(&of) else {
        all.insert(of, active.cloned());
        return true;
    };
    let differs = known.as_ref().is_some_and(|known| !active.is_some_and(|active| is_same(known, active)));
    if differs {
        *known = None;
    }
    differs
}

/// Returns the active player that a phase or its parent specifies.
fn active(checked: &Checked, phase: PhaseId) -> Option<&Expr> {
    let def = &checked.phases[phase.index()];
    if let Repeat::Each(_) = def.repeat {
        return None;
    }
    def.active.as_ref().or_else(|| active(checked, def.parent?))
}

/// Returns the zones from which some rule shows cards: all zones if a rule doesn't specify the zone.
fn shown(checked: &Checked) -> BTreeSet<ZoneId> {
    let mut shown = BTreeSet::new();
    let mut add = |stmt: &Stmt| {
        let StmtKind::Act(act, _) = &stmt.kind else { return };
        let Act::Show { cards, .. } = &**act else { return };
        match zone_of(cards) {
            Some(zone) => shown.extend([zone]),
            None => shown.extend((0..checked.zones.len()).map(ZoneId::new)),
        }
    };
    checked.bodies().for_each(|(_, stmts)| every(stmts, &mut add));
    shown
}

/// Sets the state at the start of a body: the active player, the control dependences, and the reacting card.
fn begins(walk: &mut Walk<'_>, (owner, at): (Owner, Span), actives: &Actives) {
    let checked = walk.read.checked;
    let active = if let Owner::Phase(id) | Owner::PhaseEnd(id) = owner {
        let control = asked::control_of(checked, walk.read.values, id);
        walk.read.seen.set_decides(CONTROL, control);
        active(checked, id)
    } else {
        checked.run_as(owner).and_then(|of| actives.get(&of)?.as_ref())
    };
    if let Some(active) = active {
        let me = Expr { kind: ExprKind::Me, ..active.clone() };
        walk.read.seen.equate(&me, active);
    }
    if let Owner::Handler(i) = owner {
        walk.reacts(&checked.handlers[i], at);
    }
}

/// Binds the targets of an action to the secrecy of their candidates' faces.
fn bind_targets(read: &mut Reader<'_>, owner: Owner) {
    let Owner::Action(window, i) = owner else { return };
    let action = &read.checked.windows[window.index()].actions[i];
    for (i, target) in action.targets.iter().enumerate() {
        let Secrecy { mut face, place, .. } = read.secrecy(&target.body);
        // showing the zone later does not reveal which of its cards was chosen, perhaps secretly
        face.secrets.iter_mut().for_each(Secret::lose_zone);
        let local = LocalId(i as u16);
        read.bind(local, Secrecy { face, place, ..Secrecy::default() }.of_local(local));
    }
}

/// Computes the summaries of functions, properties and scores by iterating to a fixpoint.
fn values(checked: &Checked, order: &[Named]) -> Values {
    let mut values = Values {
        functions: vec![Secrecy::default(); checked.functions.len()],
        properties: vec![Secrecy::default(); checked.properties.len()],
        score: Secrecy::default(),
    };
    let mut modifiers: BTreeMap<PropertyId, Vec<&ModifierDef>> = BTreeMap::new();
    for modifier in &checked.modifiers {
        modifiers.entry(modifier.property).or_default().push(modifier);
    }
    for _ in 0..ROUNDS {
        let mut is_stable = true;
        for named in order {
            let (new, old) = match named {
                Named::Function(id) => {
                    let def = &checked.functions[id.index()];
                    (lambda(checked, &values, &def.body, def.params.len()), &mut values.functions[id.index()])
                }
                Named::Property(id) => {
                    (property(checked, &values, *id, modifiers.get(id)), &mut values.properties[id.index()])
                }
            };
            is_stable &= new.is_same(old);
            *old = new;
        }
        let total = checked.score.total.as_ref();
        values.score = total.map(|total| lambda(checked, &values, total, 1)).unwrap_or_default();
        if is_stable {
            break;
        }
    }
    values
}

fn lambda(checked: &Checked, values: &Values, lambda: &Lambda, params: usize) -> Secrecy {
    Reader::with_params(checked, values, params).secrecy(&lambda.body)
}

/// Returns the secrecy of a property: its base joined with its modifiers. Its parameter is the card.
fn property(
    checked: &Checked,
    values: &Values,
    id: PropertyId,
    modifiers: Option<&Vec<&ModifierDef>>,
) -> Secrecy {
    let base = lambda(checked, values, &checked.properties[id.index()].base, 1);
    modifiers
        .into_iter()
        .flatten()
        .fold(base, |all, modifier| all.or(&bearer::modified(checked, values, modifier)))
}

#[derive(Default)]
struct BodyResult {
    leaks: Vec<Leak>,
    problems: Vec<Diagnostic>,
    /// Statements that assign hidden information to a local.
    hidden: Vec<Span>,
    passed: Vec<Passed>,
}

impl BodyResult {
    fn from_walk(walk: Walk<'_>) -> Self {
        Self { leaks: walk.leaks, problems: walk.problems, hidden: walk.hidden, passed: walk.passed }
    }
}

/// Computes the summaries of procedures and events, and the results for procedures.
///
/// Procedures are analysed after their callees, and again if the summary of a callee changed. Without a
/// fixpoint after the maximum number of iterations, return values are assumed to be hidden.
fn elsewhere(
    checked: &mut Checked,
    (values, effects): (&Values, &Effects),
    (calls, actives): (&[(ImplicitCall, ImplicitCall)], &Actives),
) -> (CalleeSummaries, Vec<BodyResult>) {
    let mut known = CalleeSummaries {
        procedures: vec![ProcedureSummary::default(); checked.procedures.len()],
        events: vec![Secrecy::default(); checked.events.len()],
        questions: asked::questions(checked),
        shown: shown(checked),
        callers: None,
    };
    let mut found: Vec<BodyResult> = checked.procedures.iter().map(|_| BodyResult::default()).collect();
    let mut callees = vec![Vec::new(); checked.procedures.len()];
    for call in calls {
        if let (ImplicitCall::Procedure(of), ImplicitCall::Procedure(to)) = call {
            callees[of.index()].push(to.index());
        }
    }
    let order = callees_first(&callees);
    let mut is_open = vec![true; order.len()];
    for _ in 0..ROUNDS {
        for &i in &order {
            if !std::mem::take(&mut is_open[i]) {
                continue;
            }
            let new;
            (new, found[i]) = procedure(checked, i, (values, effects), (&known, actives));
            if !known.procedures[i].is_same(&new) {
                let callers = callees.iter().zip(&mut is_open).filter(|(callees, _)| callees.contains(&i));
                callers.for_each(|(_, is_open)| *is_open = true);
            }
            known.procedures[i] = new;
        }
        if !put_into_facts(checked, (values, effects), &mut known) {
            is_open.fill(true);
        } else if !is_open.contains(&true) {
            return (known, found);
        }
    }
    for (def, found) in checked.procedures.iter().zip(&mut known.procedures) {
        let at = def.body.stmts.first().map(|stmt| stmt.span).filter(|_| def.gives.is_some());
        found.gives = at.map_or_else(Secrecy::default, |at| {
            let hidden = Taint::secret(at, SecretSource::Card(None));
            Secrecy { face: hidden.clone(), ..Secrecy::from_taint(hidden) }
        });
    }
    let found =
        (0..order.len()).map(|i| procedure(checked, i, (values, effects), (&known, actives)).1).collect();
    (known, found)
}

/// Computes what callers pass to each procedure, directly or from their own parameters.
fn from_callers<'f>(
    checked: &Checked,
    bodies: impl Iterator<Item = (Option<usize>, &'f BodyResult)>,
    shown: &BTreeSet<ZoneId>,
) -> Vec<FromCallers> {
    let mut all = vec![FromCallers { open: u128::MAX, ..FromCallers::default() }; checked.procedures.len()];
    let calls: Vec<(Option<usize>, &Passed)> =
        bodies.flat_map(|(of, found)| found.passed.iter().map(move |passed| (of, passed))).collect();
    let mut is_stable = false;
    while !std::mem::replace(&mut is_stable, true) {
        for (of, Passed { to, args }) in &calls {
            let own = of.map_or_else(FromCallers::default, |of| all[of]);
            let mut passed = all[to.index()];
            for (i, arg) in args.iter().enumerate() {
                for (part, taint) in arg.parts() {
                    let bit = Taint::param(i, part).params;
                    let certain = || taint.secrets.iter().filter(|secret| secret.doubt.is_none());
                    let unseen = |secret: &Secret| early::is_unseen(checked, secret, shown);
                    if !taint.is_known(own.open) {
                        passed.open &= !bit;
                    }
                    if certain().next().is_some() || taint.params & own.hidden != 0 {
                        passed.hidden |= bit;
                    }
                    if certain().any(unseen) || taint.params & own.unseen != 0 {
                        passed.unseen |= bit;
                    }
                }
            }
            is_stable &= passed == std::mem::replace(&mut all[to.index()], passed);
        }
    }
    all
}

/// Analyses a procedure with its callers' arguments.
fn procedure(
    checked: &mut Checked,
    i: usize,
    (values, effects): (&Values, &Effects),
    (known, actives): (&CalleeSummaries, &Actives),
) -> (ProcedureSummary, BodyResult) {
    let mut body = std::mem::take(&mut checked.procedures[i].body);
    let params = &checked.procedures[i].params;
    let mut walk = Walk::new(Reader::of_procedure(checked, values, params.len()), known, effects);
    walk.callers = known.callers.as_ref().and_then(|all| all.get(i)).copied().unwrap_or_default();
    begins(&mut walk, (Owner::Procedure(ProcedureId::new(i)), Span::default()), actives);
    let does = walk.procedure(&mut body.stmts, params);
    let found = BodyResult::from_walk(walk);
    checked.procedures[i].body = body;
    (does, found)
}

/// Returns the indices in postorder: callees first, except within cycles.
fn callees_first(calls: &[Vec<usize>]) -> Vec<usize> {
    let (mut order, mut seen) = (Vec::new(), vec![false; calls.len()]);
    for start in 0..calls.len() {
        let mut open = vec![(start, false)];
        while let Some((i, is_done)) = open.pop() {
            if is_done {
                order.push(i);
            } else if !std::mem::replace(&mut seen[i], true) {
                open.push((i, true));
                open.extend(calls[i].iter().filter(|callee| !seen[**callee]).map(|callee| (*callee, false)));
            }
        }
    }
    order
}

/// Joins the values that reactions may assign to facts. Returns true if nothing changed.
fn put_into_facts(
    checked: &mut Checked,
    (values, effects): (&Values, &Effects),
    known: &mut CalleeSummaries,
) -> bool {
    let mut is_stable = true;
    for i in 0..checked.handlers.len() {
        let event = checked.handlers[i].event.index();
        let Some(fact) = checked.events[event].changing else { continue };
        let mut body = std::mem::take(&mut checked.handlers[i].body);
        let mut walk = Walk::new(Reader::new(checked, values), known, effects);
        let at = body.stmts.first().map_or_else(Span::default, |stmt| stmt.span);
        walk.reacts(&checked.handlers[i], at);
        walk.fact = Some((LocalId(fact as u16 + 1), Secrecy::default()));
        walk.body(&mut body.stmts);
        // locals of the reaction have no meaning in other bodies
        let put = walk.fact.take().map(|(_, put)| put).unwrap_or_default().with(&[], &[]);
        checked.handlers[i].body = body;
        let both = known.events[event].clone().or(&put);
        is_stable &= both.is_same(&known.events[event]);
        known.events[event] = both;
    }
    is_stable
}
