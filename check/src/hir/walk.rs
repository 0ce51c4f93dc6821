//! Traversal and structural comparison of expressions.

use std::mem::discriminant;

use super::part::Inside;
use super::{Expr, ExprKind};
use crate::ids::LocalId;

impl Expr {
    pub fn children(&self) -> Inside<'_> {
        self.kind.operands()
    }

    fn children_mut(&mut self) -> Vec<&mut Expr> {
        self.kind.operands_mut()
    }

    /// Returns the value of a function with these arguments: replaces parameters, and numbers the other
    /// locals from `base`.
    pub(crate) fn called_with(&self, args: &[Expr], base: u16) -> Expr {
        let mut value = self.clone();
        value.put_args(args, base);
        value
    }

    fn put_args(&mut self, args: &[Expr], base: u16) {
        if let ExprKind::Local(id) = &mut self.kind {
            match args.get(id.index()) {
                Some(arg) => *self = arg.clone(),
                None => id.0 = id.0.saturating_add(base),
            }
            return;
        }
        if let Some(local) = self.kind.local_mut() {
            local.0 = local.0.saturating_add(base);
        }
        self.children_mut().into_iter().for_each(|child| child.put_args(args, base));
    }

    pub(crate) fn put_me(&mut self, who: &Expr) {
        if let ExprKind::Me = self.kind {
            *self = who.clone();
            return;
        }
        self.children_mut().into_iter().for_each(|child| child.put_me(who));
    }

    /// Returns a copy in which local `from` is replaced by `to`.
    pub(crate) fn of_local(&self, from: LocalId, to: LocalId) -> Expr {
        let mut value = self.clone();
        value.put_local(from, to);
        value
    }

    fn put_local(&mut self, from: LocalId, to: LocalId) {
        if let ExprKind::Local(id) = &mut self.kind
            && *id == from
        {
            *id = to;
        }
        self.children_mut().into_iter().for_each(|child| child.put_local(from, to));
    }

    pub fn constant(&self) -> Option<i32> {
        if let ExprKind::Const(n) = self.kind { Some(n) } else { None }
    }

    pub fn is_local(&self, local: LocalId) -> bool {
        matches!(self.kind, ExprKind::Local(id) if id == local)
    }

    pub fn reads(&self, locals: std::ops::Range<u16>) -> bool {
        matches!(self.kind, ExprKind::Local(id) if locals.contains(&id.0))
            || self.children().iter().any(|child| child.reads(locals.clone()))
    }
}

/// Compares expressions structurally, ignoring source locations and the slots of candidates.
#[derive(Default)]
pub struct Alike<'a> {
    /// Pairs of corresponding slots, left and right.
    pairs: Vec<(LocalId, LocalId)>,
    /// Counterpart of the left side's `me` on the right, unless it is `me`.
    me: Option<&'a Expr>,
}

/// Returns true if two expressions have the same meaning.
pub fn is_same(a: &Expr, b: &Expr) -> bool {
    Alike::default().is_same(a, b)
}

impl<'a> Alike<'a> {
    /// Creates a comparison in which slot `left` corresponds to slot `right`.
    pub fn with(left: LocalId, right: LocalId) -> Self {
        Self { pairs: vec![(left, right)], me: None }
    }

    /// Creates a comparison in which `me` on the left corresponds to `player` on the right.
    pub(crate) fn as_me(player: &'a Expr) -> Self {
        let me = (!matches!(player.kind, ExprKind::Me)).then_some(player);
        Self { pairs: Vec::new(), me }
    }

    /// Returns true if both have the same meaning.
    pub fn is_same(&mut self, a: &Expr, b: &Expr) -> bool {
        if let (ExprKind::Me, Some(me)) = (&a.kind, self.me) {
            return is_same(me, b);
        }
        if let (ExprKind::Local(left), ExprKind::Local(right)) = (&a.kind, &b.kind) {
            let bound = self.pairs.iter().rev().find(|(l, r)| l == left || r == right);
            return bound.map_or(left == right, |(l, r)| l == left && r == right);
        }
        if discriminant(&a.kind) != discriminant(&b.kind) || a.kind.says() != b.kind.says() {
            return false;
        }
        let known = self.pairs.len();
        self.pairs.extend(a.kind.assigns().zip(b.kind.assigns()));
        let (left, right) = (a.children(), b.children());
        let alike = left.len() == right.len() && left.into_iter().zip(right).all(|(a, b)| self.is_same(a, b));
        self.pairs.truncate(known);
        alike
    }
}
