//! Linear code as text.

use std::fmt::Write;

use super::{Linear, NO, NOWHERE, Op, Target, Then, VALUE, YES};

/// Each line, and where it goes on if that is not the next line.
pub fn dump(code: &Linear) -> String {
    let mut out = String::new();
    if code.copies_opening {
        out.push_str("what comes before the first chance is done once\n");
    }
    for (at, line) in code.lines.iter().enumerate() {
        let _ = write!(out, "{at:5}  {}", words(line.op));
        if jumps(line.op) {
            let _ = write!(out, " to {}", place(line.to));
        }
        if line.next != at as Target + 1 && line.next != NOWHERE {
            let _ = write!(out, ", then {}", place(line.next));
        }
        out.push('\n');
    }
    out
}

/// Whether a line goes on at one of two places.
fn jumps(op: Op) -> bool {
    matches!(
        op,
        Op::Value(_, _, Then::Within { .. })
            | Op::Const(_, Then::Within { .. })
            | Op::Test(..)
            | Op::Kept(_)
            | Op::Any(_)
            | Op::TreeTest(_)
            | Op::ForNext(_)
            | Op::RepeatNext(_)
    )
}

fn place(to: Target) -> String {
    match to {
        VALUE => "its value".to_owned(),
        YES => "yes".to_owned(),
        NO => "no".to_owned(),
        to => to.to_string(),
    }
}

fn words(op: Op) -> String {
    if let Op::Value(value, source, then) = op {
        return format!("{value:?} of {source:?}{}", after(then));
    }
    if let Op::Const(value, then) = op {
        return format!("Const({value}){}", after(then));
    }
    if let Op::Test(test, source) = op {
        return format!("if {test:?} of {source:?}");
    }
    format!("{op:?}")
}

fn after(then: Then) -> String {
    match then {
        Then::Next => String::new(),
        Then::Let(slot) => format!(", let ${slot}"),
        Then::Store(at) => format!(", store [{at}]"),
        Then::Within { low, span } => {
            format!(", if in {low}..{}", i64::from(low) + i64::from(span))
        }
    }
}
