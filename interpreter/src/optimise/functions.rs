//! Functions for constants: a call some of whose arguments are constants gets a copy of the function in which they stand for the parameters, so that
//! what follows from them is known. A small function is part of its caller anyway (`lower/inline.rs`); these are the larger ones.
//!
//! Arguments are passed on as before and a copy costs what the function costs, so fuel and frames are the same.

use std::collections::BTreeMap;

use crate::ids::FunctionId;
use crate::program::{Lambda, Num, NumId, Program, Special};

/// Copies, at most.
const MAX_COPIES: usize = 256;
/// Entries of a function that is copied, at most.
const MAX_ENTRIES: usize = 512;

/// A function, and by parameter the constant that it is called with.
type Row = (FunctionId, Vec<Option<i32>>);

pub(super) fn specialise(program: &mut Program) {
    let mut made: BTreeMap<Row, Option<FunctionId>> = BTreeMap::new();
    for i in 0..program.nums.len() {
        let Num::Call(function, args) = program.nums[i] else { continue };
        let constant = |id: &u32| program.constant(NumId(*id));
        let row: Row = (function, program.args_of(args).iter().map(constant).collect());
        if row.1.iter().all(Option::is_none) {
            continue;
        }
        let known = made.get(&row).copied();
        let copy = known.unwrap_or_else(|| special(program, &row));
        made.insert(row, copy);
        program.nums[i] = Num::Call(copy.unwrap_or(function), args);
    }
}

/// The copy of a function for a row of constants, if there is a reason for one.
fn special(program: &mut Program, (function, args): &Row) -> Option<FunctionId> {
    let lambda = program.functions[function.index()];
    let parts = program.parts_of_num(lambda.body);
    let read = (0..).zip(args).filter(|(slot, _)| parts.read.contains(slot));
    let constants: BTreeMap<u16, NumId> =
        read.filter_map(|(slot, value)| Some((slot, NumId::constant((*value)?)?))).collect();
    if constants.is_empty() || parts.entries > MAX_ENTRIES || program.special.len() >= MAX_COPIES {
        return None;
    }
    let body = program.copy_with(lambda.body, &constants);
    program.functions.push(Lambda { body, ..lambda });
    program.special.push(Special { of: *function, args: args.clone() });
    Some(FunctionId::new(program.functions.len() - 1))
}
