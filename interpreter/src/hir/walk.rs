//! Looking through expressions: their parts, and whether two mean the same.

use std::mem::discriminant;

use super::{Bearer, Expr, ExprKind, read_kinds, test_kinds};
use crate::ids::LocalId;

/// The parts of an expression, to look at or to change.
macro_rules! parts {
    ($kind:expr, $deref:ident, $iter:ident, [$($mut:tt)?]) => {{
        let (first, second, third) = match $kind {
            ExprKind::Const(_)
            | ExprKind::Nothing
            | ExprKind::Players
            | ExprKind::Option(_)
            | ExprKind::Local(_)
            | ExprKind::Me
            | ExprKind::GameVar(_)
            | ExprKind::GameZone(_)
            | ExprKind::PhaseNumber(_)
            | ExprKind::AllCards(_)
            | ExprKind::AllWords(_) => (None, None, None),
            ExprKind::Call(_, args) => return Vec::from_iter(args.$iter()),
            ExprKind::AllPlayers(from) | ExprKind::AllSpots(_, from) => (from.$deref(), None, None),
            ExprKind::VarOf(_, a)
            | ExprKind::Field(_, a)
            | ExprKind::Property(_, a)
            | ExprKind::ZoneOf(_, a)
            | ExprKind::Card(_, a)
            | ExprKind::SpotOf(_, a)
            | ExprKind::Player(_, a)
            | ExprKind::SpotNumber(a)
            | ExprKind::SpotStep(_, _, a)
            | ExprKind::Top(a)
            | ExprKind::Bottom(a)
            | ExprKind::Table(_, a)
            | ExprKind::SpotAt(_, a)
            | ExprKind::SeatAt(a)
            | ExprKind::CardAt(_, a)
            | ExprKind::Neg(a)
            | ExprKind::Scale(a)
            | ExprKind::Not(a)
            | ExprKind::Exists(a)
            | ExprKind::FaceUp(a)
            | ExprKind::IsKind(_, a)
            | ExprKind::IsDesign(_, a)
            | ExprKind::Count(a)
            | ExprKind::Any(a)
            | ExprKind::First(a)
            | ExprKind::Last(a)
            | ExprKind::ZoneCards(a)
            | ExprKind::CardsBelow(a)
            | ExprKind::CardsAbove(a) => (Some(&$($mut)? **a), None, None),
            ExprKind::Arith(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Default(a, b)
            | ExprKind::Chain(_, a, b)
            | ExprKind::IsIn(a, b)
            | ExprKind::Fold(_, _, a, b)
            | ExprKind::Range(a, b)
            | ExprKind::Prefix(a, b)
            | ExprKind::Concat(a, b)
            | ExprKind::Filter { list: a, test: b, .. } => (Some(&$($mut)? **a), Some(&$($mut)? **b), None),
            ExprKind::If(a, b, c) => (Some(&$($mut)? **a), Some(&$($mut)? **b), Some(&$($mut)? **c)),
        };
        Vec::from_iter([first, second, third].into_iter().flatten())
    }};
}

/// The local that a kind of expression binds while one of its parts is evaluated.
macro_rules! bound {
    ($kind:expr) => {
        match $kind {
            ExprKind::Filter { local, .. } | ExprKind::Fold(_, local, ..) | ExprKind::Chain(local, ..) => {
                Some(local)
            }
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Call(..)
            | ExprKind::Neg(_)
            | ExprKind::Arith(..)
            | ExprKind::Scale(_)
            | ExprKind::If(..)
            | ExprKind::Default(..)
            | ExprKind::Count(_)
            | ExprKind::First(_)
            | ExprKind::Last(_)
            | ExprKind::ZoneCards(_)
            | ExprKind::AllCards(_)
            | ExprKind::AllPlayers(_)
            | ExprKind::AllWords(_)
            | ExprKind::AllSpots(..)
            | ExprKind::Range(..)
            | ExprKind::Prefix(..)
            | ExprKind::CardsBelow(_)
            | ExprKind::CardsAbove(_)
            | ExprKind::Concat(..)
            | read_kinds!()
            | test_kinds!() => None,
        }
    };
}

impl Expr {
    /// The expressions directly inside.
    pub(crate) fn children(&self) -> Vec<&Expr> {
        parts!(&self.kind, as_deref, iter, [])
    }

    fn children_mut(&mut self) -> Vec<&mut Expr> {
        parts!(&mut self.kind, as_deref_mut, iter_mut, [mut])
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
        if let Some(local) = self.binds_mut() {
            local.0 = local.0.saturating_add(base);
        }
        self.children_mut().into_iter().for_each(|child| child.put_args(args, base));
    }

    fn binds_mut(&mut self) -> Option<&mut LocalId> {
        bound!(&mut self.kind)
    }

    /// The local that holds a candidate, or the base of `?.`, while a part is evaluated.
    fn binds(&self) -> Option<LocalId> {
        bound!(&self.kind).copied()
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
        if discriminant(&a.kind) != discriminant(&b.kind) || ids(&a.kind) != ids(&b.kind) {
            return false;
        }
        let known = self.pairs.len();
        self.pairs.extend(a.binds().zip(b.binds()));
        let (left, right) = (a.children(), b.children());
        let alike = left.len() == right.len() && left.into_iter().zip(right).all(|(a, b)| self.same(a, b));
        self.pairs.truncate(known);
        alike
    }
}

/// What an expression says beside its parts and its locals.
fn ids(kind: &ExprKind) -> [i64; 2] {
    match kind {
        ExprKind::Const(n) | ExprKind::AllWords(n) => [i64::from(*n), 0],
        ExprKind::Option(id) => [id.index() as i64, 0],
        ExprKind::GameVar(id) | ExprKind::VarOf(id, _) => [id.index() as i64, 0],
        ExprKind::Field(id, _) => [id.index() as i64, 0],
        ExprKind::Property(id, _) => [id.index() as i64, 0],
        ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _) => [id.index() as i64, 0],
        ExprKind::Card(member, _) => [*member as i64, 0],
        ExprKind::Player(member, _) => [*member as i64, 0],
        ExprKind::SpotOf(id, _) | ExprKind::SpotAt(id, _) => [id.index() as i64, 0],
        ExprKind::AllSpots(id, from) => [id.index() as i64, i64::from(from.is_some())],
        ExprKind::AllPlayers(from) => [i64::from(from.is_some()), 0],
        ExprKind::SpotStep(id, step, _) => [id.index() as i64, i64::from(*step)],
        ExprKind::PhaseNumber(id) => [id.index() as i64, 0],
        ExprKind::Table(id, _) => [id.index() as i64, 0],
        ExprKind::CardAt(id, _) | ExprKind::IsDesign(id, _) => [id.index() as i64, 0],
        ExprKind::Call(id, _) => [id.index() as i64, 0],
        ExprKind::IsKind(id, _) => [id.index() as i64, 0],
        ExprKind::Arith(op, ..) => [*op as i64, 0],
        ExprKind::Compare(op, ..) => [*op as i64, 0],
        ExprKind::Fold(fold, ..) => [*fold as i64, 0],
        ExprKind::AllCards(None) => [-1, 0],
        ExprKind::AllCards(Some(Bearer::Kind(id))) => [id.index() as i64, 1],
        ExprKind::AllCards(Some(Bearer::Design(id))) => [id.index() as i64, 2],
        ExprKind::Nothing
        | ExprKind::Players
        | ExprKind::Local(_)
        | ExprKind::Me
        | ExprKind::SpotNumber(_)
        | ExprKind::Top(_)
        | ExprKind::Bottom(_)
        | ExprKind::SeatAt(_)
        | ExprKind::Neg(_)
        | ExprKind::Scale(_)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Not(_)
        | ExprKind::If(..)
        | ExprKind::Default(..)
        | ExprKind::Exists(_)
        | ExprKind::Chain(..)
        | ExprKind::FaceUp(_)
        | ExprKind::IsIn(..)
        | ExprKind::Count(_)
        | ExprKind::Any(_)
        | ExprKind::First(_)
        | ExprKind::Last(_)
        | ExprKind::ZoneCards(_)
        | ExprKind::Range(..)
        | ExprKind::Prefix(..)
        | ExprKind::CardsBelow(_)
        | ExprKind::CardsAbove(_)
        | ExprKind::Concat(..)
        | ExprKind::Filter { .. } => [0, 0],
    }
}
