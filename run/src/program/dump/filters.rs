//! Prints the parts that filters were split into.

use std::fmt::Write;

use super::{cond, list, num};
use crate::program::{Key, Program, Scan, SetId, SetOp, SetTable, Test};

/// Prints each filter that does more than evaluate its condition, with its parts in order of testing.
pub(super) fn filters(program: &Program, out: &mut String) {
    for scan in &program.scans {
        let parts = parts(program, scan);
        if !parts.is_empty() {
            let rest = scan.rest.map(|rest| format!("rest {}", cond(program, rest)));
            let parts: Vec<String> = parts.into_iter().chain(rest).collect();
            let _ =
                writeln!(out, "filter ${} in {}: {}", scan.slot, list(program, scan.of), parts.join("; "));
        }
    }
}

fn parts(program: &Program, scan: &Scan) -> Vec<String> {
    let mask = scan.mask.map(|mask| format!("mask {}", cards(program, mask)));
    let keyed = scan.keyed.map(|(table, value)| {
        let SetTable { column, low, count, .. } = table;
        format!(
            "key {} of {low}..{} == {}",
            field(program, column),
            low + count as i32 - 1,
            num(program, value)
        )
    });
    let sets = (!scan.joined.is_empty()).then(|| format!("sets {}", joined(program, scan)));
    let mut parts: Vec<String> = mask.into_iter().chain(keyed).chain(sets).collect();
    parts.extend(scan.tests.iter().map(|test| format!("test {}", column_test(program, test))));
    parts
}

/// Formats the set operations of a filter: stored in postfix, printed in infix notation.
fn joined(program: &Program, scan: &Scan) -> String {
    let (mut stack, mut lets): (Vec<String>, String) = Default::default();
    for op in &scan.joined {
        let mut last = || stack.pop().unwrap_or_default();
        let words = match *op {
            SetOp::Known(set) => cards(program, set),
            SetOp::Same(of, value) => format!("{} == {}", num(program, of.of), num(program, value)),
            SetOp::Less(of, value) => format!("{} < {}", num(program, of.of), num(program, value)),
            SetOp::AtMost(of, value) => format!("{} <= {}", num(program, of.of), num(program, value)),
            SetOp::Card(card) => format!("card {}", num(program, card)),
            SetOp::Zone(zone) => format!("in {}", num(program, zone)),
            SetOp::Let(slot, value) => {
                let _ = write!(lets, "${slot} := {}; ", num(program, value));
                continue;
            }
            SetOp::Not => format!("not ({})", last()),
            SetOp::And | SetOp::Or => {
                let (b, a) = (last(), last());
                let word = if *op == SetOp::And { "and" } else { "or" };
                format!("({a} {word} {b})")
            }
        };
        stack.push(std::mem::take(&mut lets) + &words);
    }
    stack.concat()
}

/// Lists the numbers of the cards of a set.
fn cards(program: &Program, mask: SetId) -> String {
    let words = &program.sets[mask.0 as usize..][..program.layout.words];
    let has = |card: &usize| words[card / 64] >> (card % 64) & 1 == 1;
    let numbers = (0..words.len() * 64).filter(has).map(|card| card.to_string());
    format!("[{}]", numbers.collect::<Vec<_>>().join(" "))
}

/// Formats a column of a candidate.
pub(super) fn key(program: &Program, key: Key) -> String {
    match key {
        Key::Itself => "itself".to_owned(),
        Key::Field(column) => field(program, column).to_owned(),
        Key::Cell { at, .. } => format!("[{at} + itself]"),
        Key::CellAtField(at, column) => format!("[{at} + {}]", field(program, column)),
        Key::CellAtSpot(at, spot) => {
            format!("[{at} + its {}]", program.checked.spots[usize::from(spot)].name)
        }
    }
}

fn column_test(program: &Program, test: &Test) -> String {
    let key = key(program, test.key);
    let op = test.op.symbol();
    format!("{key} {op} {}", num(program, test.value))
}

/// Returns the name of the field of a column.
fn field(program: &Program, column: u32) -> &str {
    super::column(program, column)
}
