//! Looking through expressions: their parts, and whether two mean the same.

use std::mem::discriminant;

use super::part::Inside;
use super::{Expr, ExprKind};
use crate::ids::LocalId;

impl Expr {
    /// The expressions directly inside.
    pub(crate) fn children(&self) -> Inside<'_> {
        self.kind.operands()
    }

    fn children_mut(&mut self) -> Vec<&mut Expr> {
        self.kind.operands_mut()
    }

    /// The value of a function with these arguments: parameters are replaced, and the other locals get numbers from `base` on.
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

    /// `me` becomes somebody.
    pub(crate) fn put_me(&mut self, who: &Expr) {
        if let ExprKind::Me = self.kind {
            *self = who.clone();
            return;
        }
        self.children_mut().into_iter().for_each(|child| child.put_me(who));
    }

    /// The same of another local.
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

    /// The number that it is, if it is a constant.
    pub(crate) fn constant(&self) -> Option<i32> {
        if let ExprKind::Const(n) = self.kind { Some(n) } else { None }
    }

    /// Whether it is this local.
    pub(crate) fn is_local(&self, local: LocalId) -> bool {
        matches!(self.kind, ExprKind::Local(id) if id == local)
    }

    /// Whether it is computed from one of these locals.
    pub(crate) fn reads(&self, locals: std::ops::Range<u16>) -> bool {
        matches!(self.kind, ExprKind::Local(id) if locals.contains(&id.0))
            || self.children().iter().any(|child| child.reads(locals.clone()))
    }
}

/// Compares expressions by what they mean: places and the slots of candidates make no difference.
#[derive(Default)]
pub(crate) struct Alike<'a> {
    /// Slots on the left and on the right that hold the same.
    pairs: Vec<(LocalId, LocalId)>,
    /// What `me` on the left stands for on the right, if that is not `me`.
    me: Option<&'a Expr>,
}

/// Whether two expressions mean the same.
pub(crate) fn same(a: &Expr, b: &Expr) -> bool {
    Alike::default().same(a, b)
}

impl<'a> Alike<'a> {
    /// A comparison in which this slot on the left is that one on the right.
    pub(crate) fn with(left: LocalId, right: LocalId) -> Self {
        Self { pairs: vec![(left, right)], me: None }
    }

    /// A comparison in which `me` on the left is this player on the right.
    pub(crate) fn as_me(player: &'a Expr) -> Self {
        let me = (!matches!(player.kind, ExprKind::Me)).then_some(player);
        Self { pairs: Vec::new(), me }
    }

    /// Whether both mean the same.
    pub(crate) fn same(&mut self, a: &Expr, b: &Expr) -> bool {
        if let (ExprKind::Me, Some(me)) = (&a.kind, self.me) {
            return same(me, b);
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
        let alike = left.len() == right.len() && left.into_iter().zip(right).all(|(a, b)| self.same(a, b));
        self.pairs.truncate(known);
        alike
    }
}
