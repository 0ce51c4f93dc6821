//! Functions for constants: a call some of whose arguments are constants gets a copy of the function in which they stand for the parameters, so that
//! what follows from them is known. A small function is part of its caller anyway (`lower/inline.rs`); these are the larger ones.
//!
//! Arguments are passed on as before and a copy costs what the function costs, so fuel and frames are the same.

use std::collections::BTreeMap;

use crate::ids::FunctionId;
use crate::program::{Args, Num, NumId, Program, Special};

/// Copies, at most.
const MAX_COPIES: usize = 256;
/// Entries of a function that is copied, at most.
const MAX_ENTRIES: usize = 512;

pub(super) fn specialise(program: &mut Program) {
    let mut made = BTreeMap::new();
    for i in 0..program.nums.len() {
        let Num::Call(function, args) = program.nums[i] else { continue };
        if let Some(copy) = special(program, function, args, &mut made) {
            program.nums[i] = Num::Call(copy, args);
        }
    }
}

/// The copy of a function for the constants of a call, if there is a reason for one.
fn special(
    program: &mut Program,
    function: FunctionId,
    args: Args,
    made: &mut BTreeMap<(FunctionId, Vec<Option<i32>>), FunctionId>,
) -> Option<FunctionId> {
    let constant = |id: &u32| program.constant(NumId(*id));
    let args: Vec<Option<i32>> = program.args_of(args).iter().map(constant).collect();
    if let Some(copy) = made.get(&(function, args.clone())) {
        return Some(*copy);
    }
    let lambda = program.functions[function.index()];
    let parts = program.parts_of_num(lambda.body);
    let mut constants = BTreeMap::new();
    for (slot, value) in args.iter().enumerate() {
        let (slot, id) = (slot as u16, value.and_then(NumId::constant));
        if let Some(id) = id.filter(|_| parts.read.contains(&slot)) {
            constants.insert(slot, id);
        }
    }
    if constants.is_empty() || parts.entries > MAX_ENTRIES || program.special.len() >= MAX_COPIES {
        return None;
    }
    let body = program.copy_with(lambda.body, &constants);
    program.functions.push(crate::program::Lambda { body, ..lambda });
    program.special.push(Special { of: function, args: args.clone() });
    let copy = FunctionId::new(program.functions.len() - 1);
    made.insert((function, args), copy);
    Some(copy)
}
