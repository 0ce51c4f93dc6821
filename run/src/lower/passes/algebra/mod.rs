//! Set algebra for filters: `hue == me.hue or wild`, `not (rank == lead.rank)`, cards of a zone among those
//! of another.
//!
//! The leading parts of a filter become set operations; tests that cannot fail may remain after them. Values
//! are computed once, before the first candidate. If that fails, the filter is tested as written, candidate
//! by candidate, so faults are unaffected.

mod sets;

use crate::program::{Cond, Key, List, Operand, Program, Scan, Test, simple_lists};
use ludex_check::numbers::Comparison;
use sets::Joining;
pub(crate) use sets::Tables;

/// Maximum number of arena entries of a filter under analysis. Each part is analysed separately, so time
/// grows with the square.
const MAX_ENTRIES: usize = 256;

/// Converts parts of a filter to set operations, if possible.
pub(crate) fn join(program: &mut Program, tables: &mut Tables, scan: &mut Scan) {
    let entries = scan.rest.map_or(0, |rest| program.parts_of_cond(rest).entries);
    if program.layout.words == 0 || entries > MAX_ENTRIES {
        return;
    }
    let named = match program.lists[scan.of.0 as usize] {
        List::Zone(_) => None,
        List::Cards(cards) => Some(cards.iter().map(|card| card as i32).collect::<Vec<_>>()),
        List::Fixed(at, len) => Some(program.fixed[at as usize..(at + len) as usize].to_vec()),
        simple_lists!()
        | List::Upto(_)
        | List::Prefix(..)
        | List::Concat(..)
        | List::Scan(_)
        | List::Without(..)
        | List::Reversed(_)
        | List::Subsets(..)
        | List::Switch(..)
        | List::By(..) => return,
    };
    let mut joining = Joining::new(program, tables, scan.slot);
    if let Some(left) = left(&mut joining, scan, named.is_some()) {
        *scan = Scan { joined: joining.ops.into(), ..left };
        scan.among = named.map(|cards| (program.add_set(&cards), cards.len() as u32));
    }
}

/// Returns the filter without the parts that become set operations.
fn left(joining: &mut Joining<'_>, scan: &Scan, named: bool) -> Option<Scan> {
    let mut left = scan.clone();
    if let Some((table, value)) = scan.keyed.filter(|_| named) {
        let of = joining.field(table.column);
        joining.part(|joining| joining.compared(Comparison::Eq, of, value)).then_some(())?;
        left.keyed = None;
    }
    let mut parts = Vec::new();
    scan.rest.iter().for_each(|rest| joining.program.conjuncts(*rest, &mut parts));
    let (tests, all) = tests(joining, &scan.tests);
    let joined = if all {
        parts.iter().take_while(|part| joining.part(|joining| joining.cond(**part))).count()
    } else {
        0
    };
    if (joined == 0 && !named) || joining.ops.is_empty() {
        return None;
    }
    left.tests = tests;
    if joined > 0 {
        left.rest = parts.drain(joined..).reduce(|a, b| joining.program.add_cond(Cond::And(a, b)));
    }
    Some(left)
}

/// Converts tests of columns. Returns the remaining tests, and true if later parts may be converted, because
/// none of these can fail.
fn tests(joining: &mut Joining<'_>, tests: &[Test]) -> (Box<[Test]>, bool) {
    let (mut left, mut open) = (Vec::new(), true);
    for &test in tests {
        if open && joining.part(|joining| joining.test(test)) {
            continue;
        }
        open &= is_sound(joining.program, test);
        left.push(test);
    }
    (left.into(), open)
}

/// Returns true if a test cannot fail.
fn is_sound(program: &Program, Test { key, value, .. }: Test) -> bool {
    let all_have = match key {
        Key::Itself | Key::Field(_) => true,
        Key::Cell { first, count, .. } => first == 0 && count as usize >= program.layout.cards(),
        Key::CellAtField(..) | Key::CellAtSpot(..) => false,
    };
    all_have
        && matches!(
            value.operand(),
            Operand::Slot(_) | Operand::Const(_) | Operand::Cell(_) | Operand::Nothing
        )
}
