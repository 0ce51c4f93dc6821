//! Reports code without effect.
//!
//! Examples are empty blocks, literal tests, swaps of an item with itself, modifiers that add 0, and
//! comparisons with values that no card prints.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::lints::fixed::fixed;
use crate::hir::{Binary, Comparison, Expr, ExprKind, is_same, print};
use crate::ids::FieldId;
use crate::load::raw::ModifierOp;
use crate::types::Base;

/// Maximum number of printed values that a message lists.
const MOST_LISTED: usize = 6;

impl Checker<'_> {
    fn does_nothing(&mut self, span: Span, message: &str, help: &str) {
        self.report(Diagnostic::new(Code::DoesNothing, span, message).help(help));
    }

    /// Warns of a statement with an empty block. `span` is its condition or list.
    pub(in crate::check) fn check_empty_block(&mut self, block: &ast::Block, span: Span) {
        if block.stmts.is_empty() && self.raw.holes.is_empty() {
            self.does_nothing(span, "the block is empty", "add a statement, or leave this out");
        }
    }

    /// Warns of the empty blocks of an `if`.
    pub(in crate::check) fn check_empty_branches(
        &mut self,
        then: &ast::Block,
        orelse: Option<&ast::Block>,
        cond: Span,
    ) {
        // the blocks may contain unreadable statements
        if !self.raw.holes.is_empty() {
            return;
        }
        match orelse {
            Some(block) if then.stmts.is_empty() && !block.stmts.is_empty() => {
                let help = "write `if not …` with the other block alone";
                self.does_nothing(cond, "nothing happens if this holds: the block is empty", help);
            }
            Some(block) if block.stmts.is_empty() && !then.stmts.is_empty() => {
                self.does_nothing(block.span, "this `else` is empty", "leave it out, or add a statement");
            }
            Some(_) | None => self.check_empty_block(then, cond),
        }
    }

    /// Warns of a literal test whose value makes it pointless.
    pub(in crate::check) fn check_literal(&mut self, test: &ast::Expr, pointless: &[bool], help: &str) {
        let ast::ExprKind::Bool(value) = test.kind else { return };
        if pointless.contains(&value) && self.is_held_to_use(test.span) {
            let message = format!("this {} holds", if value { "always" } else { "never" });
            self.report(Diagnostic::new(Code::TestAlwaysKnown, test.span, message).help(help));
        }
    }

    /// Returns false for rules beneath an overlay, which may have made them idle.
    fn is_held_to_use(&self, span: Span) -> bool {
        self.raw.overlays.is_empty() || self.raw.overlays.contains(&span.file)
    }

    /// Warns of a swap or move between an item and itself.
    pub(in crate::check) fn check_same_place(&mut self, a: &Expr, b: &Expr, done: &str) {
        if !a.ty.is_unknown() && is_same(a, b) {
            self.does_nothing(
                b.span,
                &format!("this is {done} itself"),
                "name another item, or leave this out",
            );
        }
    }

    /// Warns of a modifier that changes no value.
    pub(in crate::check) fn check_modifies(&mut self, op: ModifierOp, operand: &Expr) {
        let idle = match op {
            ModifierOp::Add => Some(0),
            ModifierOp::Multiply => Some(1),
            ModifierOp::Set | ModifierOp::AtLeast | ModifierOp::AtMost => None,
        };
        if idle.is_some() && idle == operand.constant().filter(|n| *n != 1 || fixed(operand).is_some()) {
            self.does_nothing(
                operand.span,
                "this changes no value",
                "leave the ability out, or change its number",
            );
        }
    }

    /// Warns of a comparison of a printed field that has the same result for all cards.
    pub(in crate::check) fn check_printed_values(&mut self, op: Comparison, l: &Expr, r: &Expr, span: Span) {
        let (field, op, value) = match (&l.kind, &r.kind) {
            (ExprKind::Field(field, _), ExprKind::Const(n)) => (*field, op, *n),
            (ExprKind::Const(n), ExprKind::Field(field, _)) => (*field, op.flipped(), *n),
            _ => return,
        };
        if self.wanted.lacking.is_some() || !self.is_held_to_use(span) {
            return;
        }
        let Some(printed) = self.printed_words(field).filter(|printed| !printed.is_empty()) else { return };
        let holds = printed.iter().filter(|n| op.holds(**n, value)).count();
        let known = match op {
            Comparison::Ne => holds == printed.len(),
            Comparison::Eq | Comparison::Lt | Comparison::Le | Comparison::Gt | Comparison::Ge => holds == 0,
        };
        if known {
            self.no_card_prints(field, op, &printed, span);
        }
    }

    fn no_card_prints(&mut self, field: FieldId, op: Comparison, printed: &[i32], span: Span) {
        let def = &self.out.fields[field.index()];
        let always = if op == Comparison::Ne { "always" } else { "never" };
        let values = printed.iter().take(MOST_LISTED).filter_map(|n| print::constant(&self.out, *n, def.ty));
        let mut values = values.collect::<Vec<_>>().join(", ");
        if printed.len() > MOST_LISTED {
            values.push_str(", …");
        }
        let label = format!("cards have `{}`: {values}", def.text_name());
        let problem = Diagnostic::new(Code::TestAlwaysKnown, span, format!("this {always} holds"));
        self.report(problem.label(label).help("compare with a value that a card has"));
    }
}

/// Removes additions of 0 and multiplications by 1 from a value.
pub(super) fn without_idle(value: &Expr) -> &Expr {
    let ExprKind::Binary(op, a, b) = &value.kind else { return value };
    let idle = match op {
        Binary::Add | Binary::Sub => 0,
        Binary::Mul | Binary::Div => 1,
        Binary::Mod | Binary::Min | Binary::Max => return value,
        Binary::PlaceAt(_) | Binary::Toward(_) | Binary::Distance(_) => return value,
    };
    let whole = value.ty.base() == Base::Int;
    if whole && fixed(b) == Some(idle) { without_idle(a) } else { value }
}
