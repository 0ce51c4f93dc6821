//! Constants and ranges: what is the same in every position is computed before the game, and a comparison that always comes out the same is decided.
//!
//! Nothing is left out that costs fuel or may fail: what stands beside a constant goes only if it does neither.

use crate::numbers::{Comparison, NONE};
use crate::operators::one_of;
use crate::program::{Cond, CondId, Num, NumId, Operand, Program};

/// Rounds, at most: in each at least one entry becomes simpler, and hardly ever more than three are needed.
const MAX_ROUNDS: usize = 16;

/// The least and the highest value of an expression that can't fail.
type Range = (i32, i32);

pub(super) fn fold(program: &mut Program) {
    for _ in 0..MAX_ROUNDS {
        if !(fold_nums(program) | fold_conds(program)) {
            break;
        }
    }
    let constant =
        |program: &Program, id: NumId| program.constant(id).and_then(NumId::constant).unwrap_or(id);
    for i in 0..program.scans.len() {
        for test in 0..program.scans[i].tests.len() {
            let value = constant(program, program.scans[i].tests[test].value);
            program.scans[i].tests[test].value = value;
        }
        if let Some((table, value)) = program.scans[i].keyed {
            program.scans[i].keyed = Some((table, constant(program, value)));
        }
    }
}

fn fold_nums(program: &mut Program) -> bool {
    let mut changed = false;
    for i in 0..program.nums.len() {
        let node = program.nums[i];
        if matches!(node, Num::Const(_)) {
            continue;
        }
        let simpler = match value(program, node, |id| program.constant(id), |id| program.known(id)) {
            Some(value) => Some(Num::Const(value)),
            None => chosen(program, node),
        };
        if let Some(simpler) = simpler {
            program.nums[i] = simpler;
            changed = true;
        }
    }
    changed
}

fn fold_conds(program: &mut Program) -> bool {
    let mut changed = false;
    for i in 0..program.conds.len() {
        let node = program.conds[i];
        if matches!(node, Cond::Const(_)) {
            continue;
        }
        let simpler = match holds(program, node) {
            Some(holds) => Some(Cond::Const(holds)),
            None => same(program, node).map(|id| program.conds[id.0 as usize]),
        };
        if let Some(simpler) = simpler {
            program.conds[i] = simpler;
            changed = true;
        }
    }
    changed
}

/// The value of an entry, if that follows from what is known of its operands.
pub(super) fn value(
    program: &Program,
    node: Num,
    known: impl Fn(NumId) -> Option<i32>,
    holds: impl Fn(CondId) -> Option<bool>,
) -> Option<i32> {
    let index = |id| known(id).and_then(|value| usize::try_from(value).ok());
    let layout = &program.layout;
    let field = |column: u32, card: usize| (card < layout.cards()).then(|| layout.printed(column, card));
    match node {
        Num::Field(column, card) => field(column, index(card)?),
        Num::FieldOf(column, card) => match known(card)? {
            NONE => Some(NONE),
            card => field(column, usize::try_from(card).ok()?),
        },
        Num::Owner(card) => layout.owner.get(index(card)?).copied(),
        Num::ZoneOf { base, count, of } => one_of(base.into(), 1, count.into(), known(of)?),
        Num::CardZone(zone, card) => {
            layout.card_zones[usize::from(zone)].get(index(card)?).map(|zone| i32::from(*zone))
        }
        Num::CopyOf { first, step, count, of } => one_of(first, step, count.into(), known(of)?),
        Num::Unary(op, a) => op.law(program, known(a)?).ok(),
        Num::Binary(op, a, b) => op.law(known(a)?, known(b)?).ok(),
        Num::Table(lookup, key) => program.row(lookup, known(key)?),
        Num::Default(a, b) => match known(a)? {
            NONE => known(b),
            value => Some(value),
        },
        Num::Chain(_, base, body) => match known(base)? {
            NONE => Some(NONE),
            _ => known(body),
        },
        Num::Let(_, value, body) => known(body).filter(|_| is_sure(program, value)),
        Num::If(cond, a, b) => known(if holds(cond)? { a } else { b }),
        Num::Truth(cond) => holds(cond).map(i32::from),
        Num::Kept(_, a) | Num::Anew(_, _, a) => known(a),
        // these need a position, or cost fuel
        Num::Const(_)
        | Num::Active
        | Num::CellOf(..)
        | Num::CardCell { .. }
        | Num::Property(..)
        | Num::Holder(_)
        | Num::Position(_)
        | Num::Above(_)
        | Num::Below(_)
        | Num::Host(_)
        | Num::SpotOf(..)
        | Num::Top(_)
        | Num::Bottom(_)
        | Num::Size(_)
        | Num::Score(_)
        | Num::Metered(_)
        | Num::Call(..)
        | Num::Count(_)
        | Num::First(_)
        | Num::Last(_)
        | Num::Fold(..)
        | Num::FoldKey(..) => None,
    }
}

/// The branch that is always taken, if it is an entry of its own.
fn chosen(program: &Program, node: Num) -> Option<Num> {
    let Num::If(cond, a, b) = node else { return None };
    program.node(if program.known(cond)? { a } else { b })
}

/// Whether a condition holds, if that is fixed.
fn holds(program: &Program, node: Cond) -> Option<bool> {
    let known = |id| program.known(id);
    let card = |id| program.constant(id).and_then(|card| usize::try_from(card).ok());
    let layout = &program.layout;
    match node {
        Cond::Is(a) => compare(program, Comparison::Eq, a, NumId::constant(1)?),
        Cond::Not(a) => known(a).map(|holds| !holds),
        Cond::And(a, b) => either(program, a, b, false),
        Cond::Or(a, b) => either(program, a, b, true),
        Cond::Let(_, value, cond) => known(cond).filter(|_| is_sure(program, value)),
        Cond::Kept(_, cond) => known(cond),
        Cond::Eq(a, b) => compare(program, Comparison::Eq, a, b),
        Cond::Ne(a, b) => compare(program, Comparison::Ne, a, b),
        Cond::Lt(a, b) => compare(program, Comparison::Lt, a, b),
        Cond::Le(a, b) => compare(program, Comparison::Le, a, b),
        Cond::Exists(a) => compare(program, Comparison::Ne, a, NumId::NOTHING),
        Cond::IsKind(kind, of) => layout.kind.get(card(of)?).map(|has| *has == kind),
        Cond::IsDesign(design, of) => layout.design.get(card(of)?).map(|has| *has == design),
        Cond::Const(_)
        | Cond::Metered(_)
        | Cond::HasCards(_)
        | Cond::FaceUp(_)
        | Cond::InZone(..)
        | Cond::InList(..)
        | Cond::Any(_) => None,
    }
}

/// Whether two conditions come out as one of them alone decides.
fn either(program: &Program, a: CondId, b: CondId, decides: bool) -> Option<bool> {
    match (program.known(a), program.known(b)) {
        (Some(a), _) if a == decides => Some(decides),
        (_, Some(b)) if b == decides && is_sure_cond(program, a) => Some(decides),
        (Some(_), Some(b)) => Some(b),
        (_, _) => None,
    }
}

/// The condition that says the same.
fn same(program: &Program, node: Cond) -> Option<CondId> {
    if let Cond::And(a, b) | Cond::Or(a, b) = node {
        // one that leaves it to the other; one that decides it does not free the other from its cost
        let open = matches!(node, Cond::And(..));
        let leaves = |id| program.known(id) == Some(open);
        return if leaves(a) { Some(b) } else { leaves(b).then_some(a) };
    }
    let Cond::Not(a) = node else { return None };
    if let Cond::Not(inner) = program.conds[a.0 as usize] { Some(inner) } else { None }
}

/// How a comparison comes out for all values that its sides can have.
fn compare(program: &Program, how: Comparison, a: NumId, b: NumId) -> Option<bool> {
    let ((a_low, a_high), (b_low, b_high)) = (range(program, a)?, range(program, b)?);
    let ends = [(a_low, b_high), (a_high, b_low)].map(|(a, b)| how.holds(a, b));
    let apart = a_high < b_low || b_high < a_low;
    let fixed = a_low == a_high && b_low == b_high;
    let one = match how {
        // what lies apart is never the same, and two constants are or are not
        Comparison::Eq | Comparison::Ne => apart || fixed,
        Comparison::Lt | Comparison::Le | Comparison::Gt | Comparison::Ge => ends[0] == ends[1],
    };
    one.then_some(ends[0])
}

/// The values that an expression can have, if it costs nothing and can't fail.
fn range(program: &Program, id: NumId) -> Option<Range> {
    if let Some(value) = program.constant(id) {
        return Some((value, value));
    }
    let of = |id| range(program, id).filter(|(low, _)| *low != NONE);
    let node = program.node(id)?;
    if let Num::Size(zone) = node {
        return program.constant(zone).filter(|zone| *zone >= 0).map(|_| (0, program.layout.cards() as i32));
    }
    if let Num::Truth(cond) = node {
        return is_sure_cond(program, cond).then_some((0, 1));
    }
    let Num::Binary(op, a, b) = node else { return None };
    let ends = |id| of(id).map(|(low, high)| (Some(i64::from(low)), Some(i64::from(high))));
    let (low, high) = op.bounds(ends(a)?, ends(b)?);
    let cell = |n: i64| i32::try_from(n).ok().filter(|n| *n != NONE);
    Some((cell(low?)?, cell(high?)?))
}

/// Whether an expression costs no fuel and can't fail, in any position.
pub(super) fn is_sure(program: &Program, id: NumId) -> bool {
    match id.operand() {
        Operand::Slot(_) | Operand::Const(_) | Operand::Cell(_) | Operand::Nothing => true,
        Operand::Me => false,
        Operand::Node(i) => {
            matches!(program.nums[i], Num::Const(_) | Num::Active) || range(program, id).is_some()
        }
    }
}

fn is_sure_cond(program: &Program, id: CondId) -> bool {
    let both = |a, b| is_sure(program, a) && is_sure(program, b);
    match program.conds[id.0 as usize] {
        Cond::Const(_) => true,
        Cond::Is(a) | Cond::Exists(a) => is_sure(program, a),
        Cond::Not(a) => is_sure_cond(program, a),
        Cond::And(a, b) | Cond::Or(a, b) => is_sure_cond(program, a) && is_sure_cond(program, b),
        Cond::Eq(a, b) | Cond::Ne(a, b) | Cond::Lt(a, b) | Cond::Le(a, b) => both(a, b),
        Cond::HasCards(zone) => program.constant(zone).is_some_and(|zone| zone >= 0),
        Cond::Metered(_)
        | Cond::Kept(..)
        | Cond::Let(..)
        | Cond::FaceUp(_)
        | Cond::IsKind(..)
        | Cond::IsDesign(..)
        | Cond::InZone(..)
        | Cond::InList(..)
        | Cond::Any(_) => false,
    }
}
