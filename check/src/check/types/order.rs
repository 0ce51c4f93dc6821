//! Topological order for type checking functions and properties: dependencies first.
//!
//! Functions are checked on first use, which is recursive. The order replaces deep recursion by a loop.
//!
//! Types are not known yet, so a word may denote the function or any property of that name. Superfluous
//! dependencies are harmless.

use std::collections::BTreeMap;

use ludex_grammar::ast;

use crate::check::Checker;
use crate::ids::{FunctionId, PropertyId};
use crate::load::raw::RawComputed;
use crate::resolve::each_word;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Named {
    Function(FunctionId),
    Property(PropertyId),
}

impl Checker<'_> {
    /// Returns functions and properties in topological order, except within cycles.
    pub(in crate::check) fn typing_order(&self) -> Vec<Named> {
        let all = self.functions_and_properties();
        let mut meant: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, (_, name, _)) in all.iter().enumerate() {
            meant.entry(name).or_default().push(i);
        }
        let mentioned = |i: usize| -> Vec<usize> {
            let mut found = Vec::new();
            for value in &all[i].2 {
                each_word(value, &mut |word| found.extend(meant.get(word).into_iter().flatten()));
            }
            found
        };
        in_order(all.len(), mentioned).into_iter().map(|i| all[i].0).collect()
    }

    fn functions_and_properties(&self) -> Vec<(Named, &str, Vec<&ast::Expr>)> {
        let functions = self.raw.functions.iter().enumerate();
        let functions = functions
            .map(|(i, f)| (Named::Function(FunctionId::new(i)), f.name.value.as_str(), values_in(&f.body)));
        let properties = self.raw.kinds.iter().flat_map(|kind| &kind.properties).enumerate();
        let properties = properties
            .map(|(i, p)| (Named::Property(PropertyId::new(i)), p.name.value.as_str(), vec![&p.base]));
        functions.chain(properties).collect()
    }
}

/// Returns the expressions in the body of a function.
fn values_in(body: &RawComputed) -> Vec<&ast::Expr> {
    let block = match body {
        RawComputed::Expr(expr) => return vec![expr],
        RawComputed::Lines(block) => block,
    };
    let mut values = Vec::new();
    block.every(&mut |stmt| {
        if let ast::StmtKind::Let { value, .. }
        | ast::StmtKind::If { cond: value, .. }
        | ast::StmtKind::Give { value: ast::Whole::Expr(value) }
        | ast::StmtKind::IfAsked {
            asked: ast::Asked::Let { value: ast::Whole::Expr(value), .. }, ..
        } = &stmt.kind
        {
            values.push(value);
        }
    });
    values
}

/// Returns `count` nodes in depth-first postorder.
fn in_order(count: usize, leads_to: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; count];
    for start in 0..count {
        // each entry: a node and its unvisited successors
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            open.push((start, leads_to(start)));
        }
        while let Some((node, rest)) = open.last_mut() {
            match rest.pop() {
                Some(next) if !seen[next] => {
                    seen[next] = true;
                    open.push((next, leads_to(next)));
                }
                Some(_) => {}
                None => {
                    order.push(*node);
                    open.pop();
                }
            }
        }
    }
    order
}
