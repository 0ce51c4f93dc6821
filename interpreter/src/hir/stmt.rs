//! The statements of a checked ruleset: one row for each kind, from which come its operands, the local that takes a value, its
//! blocks and what decides whether they run, the question that it asks, and how it is printed.

use ludex_grammar::span::Span;

use super::blocks::{Block, BlockKind, ElseBlock, LoopBlock, MayBlock, Mode, ThenBlock};
use super::part::{Part, Worded};
use super::print::Printer;
use super::{Act, ByChance, ChoiceDef, Expr, Question};
use crate::ids::*;

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// A row is a kind with its fields, in the order in which they are written, and the words of its first line, in which a field stands
/// by its name; what else stands there is given after them. What a field is to a walk follows from its type (`hir/part.rs`). Each
/// family of kinds becomes a macro that is the pattern of all of them.
macro_rules! stmts {
    (printed by $printer:ident;
     $($family:ident { $(
        $(#[$doc:meta])*
        $kind:ident $(($($part:ident: $part_ty:ty),*))? $({$($(#[$what:meta])* $field:ident: $field_ty:ty,)*})?
            $words:literal $(, $also:ident = $value:expr)*;
     )* })*) => {
        /// The statements.
        #[derive(Debug, Clone)]
        pub enum StmtKind {
            $($($(#[$doc])* $kind $(($($part_ty),*))? $({$($(#[$what])* $field: $field_ty,)*})?,)*)*
        }

        impl StmtKind {
            fn fields(&self) -> Vec<&dyn Part> {
                match self {
                    $($(StmtKind::$kind $(($($part),*))? $({$($field),*})? => {
                        vec![$($($part as &dyn Part,)*)? $($($field as &dyn Part,)*)?]
                    })*)*
                }
            }

            fn fields_mut(&mut self) -> Vec<&mut dyn Part> {
                match self {
                    $($(StmtKind::$kind $(($($part),*))? $({$($field),*})? => {
                        vec![$($($part as &mut dyn Part,)*)? $($($field as &mut dyn Part,)*)?]
                    })*)*
                }
            }

            /// Its first line as it is printed.
            #[allow(unused_variables, reason = "not all that stands in a statement is printed there")]
            pub(super) fn words(&self, $printer: &Printer<'_>) -> String {
                match self {
                    $($(StmtKind::$kind $(($($part),*))? $({$($field),*})? => {
                        $(let $also = $value;)*
                        $($(let $part = Worded($printer, $part);)*)?
                        $($(let $field = Worded($printer, $field);)*)?
                        format!($words)
                    })*)*
                }
            }
        }

        $(#[allow(unused_macros, reason = "not each family is looked at alone")]
        macro_rules! $family {
            () => { $(StmtKind::$kind { .. })|* };
        })*

        #[allow(unused_imports, reason = "not each family is looked at alone")]
        pub(crate) use {$($family),*};
    };
}

stmts! {
    printed by printer;

    // what gives a local or a variable a value
    value_stmts {
        /// A local takes a value; a list takes two slots.
        Let(local: LocalId, value: Expr) "{local}: {ty} = {value}", ty = printer.ty(value.ty);
        /// Chance picks one of a list.
        Random(local: ByChance, list: Expr) "{local} = chance chooses from {list}";
        /// A decision; the pick goes into the local (a list: two slots, and a third one for the executor).
        Choose(local: LocalId, choice: Box<ChoiceDef>) "{local} = {choice}";
        /// Sets a variable; perhaps openly: then all may know the value.
        Set(var: VarId, of: Option<Expr>, value: Expr, openly: bool) "{of}{var} = {value}";
        /// Sets the number of a phase's iteration (positions of scenarios).
        SetNumber(phase: PhaseId, value: Expr) "{phase}.number = {value}";
    }

    // what does something to cards, runs another effect, or tells of something
    acting_stmts {
        /// Does something to cards or zones.
        Act(act: Box<Act>) "{act}";
        /// Runs a procedure.
        Do(procedure: ProcedureId, args: Vec<Expr>) "do {procedure}({args})";
        /// An event.
        Emit(event: EventId, args: Vec<Expr>) "emit {event}({args})";
        /// A list of steps.
        Run(steps: StepsId, args: Vec<Expr>) "run {steps}({args})";
        /// A line of the log; perhaps openly: then all may know its facts, and know its cards from then on.
        Say(message: MessageId, args: Vec<Expr>, openly: bool) "say {message}({args}){openly}";
    }

    // what decides which statements run
    control_stmts {
        /// A choice of blocks; the local takes the index.
        Modes {
            /// Who is asked.
            question: Question,
            /// What is chosen from.
            modes: Vec<Mode>,
            /// Where the pick goes.
            local: LocalId,
        } "{local} = {asked}", asked = printer.asked(question, "one");
        /// One of the actions of a window; three slots: action and targets.
        Window {
            /// Who is asked.
            question: Question,
            /// Which window.
            window: WindowId,
            /// Where the pick goes.
            local: LocalId,
        } "{local} = {asked}", asked = printer.asked(question, &format!("one of {}", Worded(printer, window)));
        /// A yes/no question.
        May {
            /// Who is asked.
            question: Question,
            /// On yes.
            body: MayBlock,
            /// Where the answer goes.
            local: LocalId,
        } "{local} = {chooser} may {question}", chooser = printer.expr(&question.chooser);
        /// Branches.
        If(test: Expr, yes: ThenBlock, no: ElseBlock) "if {test}";
        /// For each of a list; the local holds the candidate, the two (three) after it belong to the loop.
        For(local: LocalId, list: Expr, body: LoopBlock) "for {local} in {list}";
        /// While.
        While(test: Expr, body: LoopBlock) "while {test}";
        /// So many times; the local counts.
        Repeat(local: LocalId, count: Expr, body: LoopBlock) "repeat {local} {count}";
        /// Leaves the effect.
        Stop "stop";
        /// The game is over.
        EndGame "end game";
    }
}

impl StmtKind {
    /// The expressions directly inside, in the order in which they are written, but for the guards of modes.
    pub(crate) fn operands(&self) -> Vec<&Expr> {
        let mut operands = Vec::new();
        self.fields().into_iter().for_each(|field| field.parts(&mut operands));
        operands
    }

    /// The blocks directly inside, in the order in which they are written.
    pub(crate) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        self.fields().into_iter().for_each(|field| field.blocks(&mut blocks));
        blocks
    }

    /// The blocks directly inside, to be changed.
    pub(crate) fn blocks_mut(&mut self) -> Vec<(BlockKind, &mut Vec<Stmt>)> {
        let mut blocks = Vec::new();
        self.fields_mut().into_iter().for_each(|field| field.blocks_mut(&mut blocks));
        blocks
    }

    /// The local that takes a value here: a new one, or one that may have had another value before.
    pub(crate) fn assigns(&self) -> Option<LocalId> {
        self.fields().into_iter().find_map(Part::local)
    }

    /// Whether chance says which value the local takes.
    pub(crate) fn is_by_chance(&self) -> bool {
        self.fields().into_iter().any(Part::is_by_chance)
    }

    /// Who is asked, if somebody is.
    pub(crate) fn question(&self) -> Option<&Question> {
        self.fields().into_iter().find_map(Part::question)
    }

    /// Whether effects that stand elsewhere may run.
    pub(crate) fn runs_others(&self) -> bool {
        self.fields().into_iter().any(Part::runs_others)
    }
}
