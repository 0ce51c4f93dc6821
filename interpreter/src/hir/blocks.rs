//! Blocks of statements, and the one walk through them.

use std::ops::Deref;

use super::part::Part;
use super::print::Printer;
use super::{Expr, Stmt};

/// A block among others that is chosen.
#[derive(Debug, Clone)]
pub struct Mode {
    pub name: String,
    /// What must hold for it to be offered.
    pub guard: Option<Expr>,
    pub stmts: Vec<Stmt>,
}

/// A block of a statement.
pub(crate) struct Block<'a> {
    pub kind: BlockKind,
    pub stmts: &'a [Stmt],
    /// The mode that it is.
    pub mode: Option<&'a Mode>,
}

/// Each kind of block has a type of its own, by which it stands in the rows of statements.
macro_rules! blocks {
    ($($(#[$doc:meta])* $kind:ident: $block:ident;)*) => {
        /// What decides whether a block runs.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum BlockKind {
            /// It is chosen among others.
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

            /// Blocks stand on lines of their own.
            fn words(&self, _: &Printer<'_>) -> String {
                String::new()
            }
        })*
    };
}

blocks! {
    /// It runs if the test holds.
    Then: ThenBlock;
    /// It runs if the test does not hold, and `Then` otherwise.
    Else: ElseBlock;
    /// It runs if whoever is asked says yes.
    May: MayBlock;
    /// It runs again and again, or not at all.
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

/// Every statement of a block and of the blocks inside, in the order written.
pub(crate) fn every<'a>(stmts: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in stmts {
        visit(stmt);
        stmt.kind.blocks().into_iter().for_each(|block| every(block.stmts, visit));
    }
}

/// The first statement of a block or of the blocks inside, in the order written, of which something is so.
pub(crate) fn find<'a>(stmts: &'a [Stmt], wanted: &impl Fn(&Stmt) -> bool) -> Option<&'a Stmt> {
    stmts.iter().find_map(|stmt| {
        if wanted(stmt) {
            return Some(stmt);
        }
        stmt.kind.blocks().into_iter().find_map(|block| find(block.stmts, wanted))
    })
}
