//! Blocks of statements, and traversal of all statements inside them.

use std::ops::Deref;

use super::part::Part;
use super::print::Printer;
use super::{Expr, Stmt};

/// A block offered as an option among others.
#[derive(Debug, Clone)]
pub struct Mode {
    pub name: String,
    /// Condition for the mode to be offered.
    pub guard: Option<Expr>,
    pub stmts: Vec<Stmt>,
}

pub struct Block<'a> {
    pub kind: BlockKind,
    pub stmts: &'a [Stmt],
    pub mode: Option<&'a Mode>,
}

/// Defines one type for each kind of block, which is used in the rows of statements.
macro_rules! blocks {
    ($($(#[$doc:meta])* $kind:ident: $block:ident;)*) => {
        /// The condition for a block to run.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum BlockKind {
            /// Runs if chosen among other blocks.
            Mode,
            $($(#[$doc])* $kind,)*
        }

        $($(#[$doc])*
        #[derive(Debug, Clone, Default)]
        pub struct $block(pub Vec<Stmt>);

        impl Deref for $block {
            type Target = [Stmt];

            fn deref(&self) -> &[Stmt] {
                &self.0
            }
        }

        impl Part for $block {
            fn blocks<'a>(&'a self, blocks: &mut Vec<Block<'a>>) {
                blocks.push(Block { kind: BlockKind::$kind, stmts: &self.0, mode: None });
            }

            fn blocks_mut<'a>(&'a mut self, blocks: &mut Vec<(BlockKind, &'a mut Vec<Stmt>)>) {
                blocks.push((BlockKind::$kind, &mut self.0));
            }

            /// Returns an empty string: blocks are printed on lines of their own.
            fn words(&self, _: &Printer<'_>) -> String {
                String::new()
            }
        })*
    };
}

blocks! {
    /// Block that runs if the test holds.
    Then: ThenBlock;
    /// Block that runs if the test fails.
    Else: ElseBlock;
    /// Block that runs if the acting player answers yes.
    May: MayBlock;
    /// Block that runs any number of times.
    Loop: LoopBlock;
}

impl Part for Vec<Mode> {
    fn blocks<'a>(&'a self, blocks: &mut Vec<Block<'a>>) {
        let modes = self.iter();
        blocks.extend(modes.map(|mode| Block {
            kind: BlockKind::Mode,
            stmts: &mode.stmts,
            mode: Some(mode),
        }));
    }

    fn blocks_mut<'a>(&'a mut self, blocks: &mut Vec<(BlockKind, &'a mut Vec<Stmt>)>) {
        blocks.extend(self.iter_mut().map(|mode| (BlockKind::Mode, &mut mode.stmts)));
    }

    fn words(&self, _: &Printer<'_>) -> String {
        String::new()
    }
}

/// Visits every statement of a block and its nested blocks, in source order.
pub fn every<'a>(stmts: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in stmts {
        visit(stmt);
        stmt.kind.blocks().into_iter().for_each(|block| every(block.stmts, visit));
    }
}

/// Returns the first statement for which `wanted` holds, in source order, including nested blocks.
pub fn find<'a>(stmts: &'a [Stmt], wanted: &impl Fn(&Stmt) -> bool) -> Option<&'a Stmt> {
    stmts.iter().find_map(|stmt| {
        if wanted(stmt) {
            return Some(stmt);
        }
        stmt.kind.blocks().into_iter().find_map(|block| find(block.stmts, wanted))
    })
}
