//! Reports zones that never receive a card.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::acts::Act;
use crate::check::lints::unused::is_in;
use crate::check::review::Review;
use crate::hir::{Expr, ExprKind, StmtKind, every};
use crate::ids::ZoneId;
use crate::resolve::Target;

impl Review<'_> {
    /// Warns of zones that rules read and no rule fills: before set-up, all zones are empty. An empty set-up
    /// suppresses the warning, because the ruleset is incomplete.
    pub(in crate::check) fn zones_without_arrivals(&mut self, read: &[Target]) {
        if self.raw.setup.as_ref().is_none_or(|setup| setup.stmts.is_empty()) {
            return;
        }
        let mut filled = vec![false; self.out.zones.len()];
        self.mark_filled(&mut filled);
        for (i, zone) in self.raw.zones.iter().enumerate() {
            if filled[i] || !is_in(read, Target::Zone(ZoneId::new(i))) {
                continue;
            }
            let message = format!("no rule puts a card into `{}`", zone.name.value);
            let problem = Diagnostic::new(Code::NothingArrives, zone.name.span, message);
            self.report(
                problem.help("move cards there in `setup`, where each game begins, or leave the zone out"),
            );
        }
    }

    /// Marks the zones that may receive cards: those that are named other than for reading.
    fn mark_filled(&self, filled: &mut [bool]) {
        for (_, body) in self.out.bodies() {
            every(body, &mut |stmt| arrivals(&stmt.kind, filled));
        }
        // a function, for example, may return the destination of a move
        self.out.values().into_iter().for_each(|value| named(value, filled));
    }
}

/// Marks the zones that a statement may fill.
fn arrivals(stmt: &StmtKind, filled: &mut [bool]) {
    let StmtKind::Act(act, _) = stmt else {
        return stmt.operands().into_iter().for_each(|operand| named(operand, filled));
    };
    match &**act {
        Act::Move { cards, to, .. } => [cards, to].into_iter().for_each(|operand| named(operand, filled)),
        Act::Draw { count, to, .. } => [count, to].into_iter().for_each(|operand| named(operand, filled)),
        Act::SwapZones { zone, with } => [zone, with].into_iter().for_each(|operand| named(operand, filled)),
        Act::Turn { .. }
        | Act::Shuffle { .. }
        | Act::SwapCards { .. }
        | Act::Show { .. }
        | Act::Exclude { .. }
        | Act::ExcludeAt { .. } => {}
    }
}

/// Marks the zones that an expression names other than for reading their cards.
fn named(expr: &Expr, filled: &mut [bool]) {
    let looks = matches!(expr.kind, ExprKind::ZoneCards(_) | ExprKind::Top(_) | ExprKind::Bottom(_));
    for child in expr.children() {
        match child.named_zone().filter(|_| looks) {
            Some(zone) => [zone.holder, zone.key].into_iter().flatten().for_each(|of| named(of, filled)),
            None => named(child, filled),
        }
    }
    if let Some(zone) = expr.named_zone() {
        filled[zone.id.index()] = true;
    }
}
