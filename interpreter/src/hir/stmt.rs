//! The statements of a checked ruleset: one row for each kind, from which come its operands, the local that takes a value, its
//! blocks and what decides whether they run, the question that it asks, and how it is printed.

use ludex_grammar::span::Span;

use super::blocks::{Block, BlockKind, ElseBlock, LoopBlock, MayBlock, Mode, ThenBlock};
use super::part::{Inside, Part, Worded};
use super::print::Printer;
use super::{Act, ByChance, ChoiceDef, Expr, Into, Keyed, Picked, Question, Runs, Together};
use crate::ids::*;
use crate::types::Type;

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// A change of a position.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Writes<'s> {
    /// A variable takes this value.
    Var(VarId, &'s Expr),
    /// The number of a phase's iteration is set.
    Number,
    /// Cards or zones change.
    Act(&'s Act),
}

rows! {
    /// The statements.
    StmtKind, printed by printer with the type ty;
    /// The part of a position that it changes itself, without its blocks and what it runs.
    column writes: Writes<'_>;

    // what gives a local or a variable a value
    value_stmts {
        /// A local takes a value.
        Let(local: LocalId, value: Expr) "{local}: {of} = {value}", of = printer.ty(value.ty);
        /// Chance picks one of a list.
        Random(local: ByChance, list: Expr) "{local} = chance chooses from {list}";
        /// A decision; the pick goes into the local.
        Choose(local: LocalId, choice: Box<ChoiceDef>) "{local} = {choice}";
        /// A step of asking several players at once; the locals are the pick, who is asked, and the candidate of the loop that asks them.
        Together(step: Together, picked: Picked, locals: Vec<Expr>) "{step} {picked} {locals}";
        /// Sets a variable, or one of its values; perhaps openly: then all may know the value.
        Set(var: VarId, of: Option<Expr>, key: Keyed, value: Expr, openly: bool) "{of}{var}{key} = {value}"
            => Writes::Var(*var, value);
        /// Sets the number of a phase's iteration (positions of scenarios).
        SetNumber(phase: PhaseId, value: Expr) "{phase}.number = {value}" => Writes::Number;
    }

    // what does something to cards, runs another effect, or tells of something
    acting_stmts {
        /// Does something to cards or zones; perhaps openly: then all may know how many cards it is and where they go.
        Act(act: Box<Act>, openly: bool) "{act}{openly}" => Writes::Act(act);
        /// Runs a procedure; perhaps a local takes what it gives.
        Do(into: Into, procedure: ProcedureId, args: Vec<Expr>) "{into}do {procedure}({args})";
        /// The action that a player has picked before.
        Action(chooser: Expr, window: WindowId, pick: Expr) "{chooser} does {window} {pick}";
        /// An event; perhaps a local takes what reactions have made of a fact.
        Emit(into: Into, event: EventId, args: Vec<Expr>) "{into}emit {event}({args})";
        /// A list of steps.
        Run(steps: StepsId, args: Vec<Expr>) "run {steps}({args})";
        /// Leaves a procedure, or the lines of a function, with a value.
        Give(value: Expr) "give {value}";
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
            /// It is picked only; it runs later.
            later: bool,
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
        /// For each of a list; the local holds the candidate, the three after it belong to the loop.
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
    /// The blocks directly inside, in the order in which they are written.
    pub(crate) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        self.each(&mut |field| field.blocks(&mut blocks));
        blocks
    }

    /// The blocks directly inside, to be changed.
    pub(crate) fn blocks_mut(&mut self) -> Vec<(BlockKind, &mut Vec<Stmt>)> {
        let mut blocks = Vec::new();
        self.each_mut(&mut |field| field.blocks_mut(&mut blocks));
        blocks
    }

    /// Who is asked, if somebody is.
    pub(crate) fn question(&self) -> Option<&Question> {
        let mut question = None;
        self.each(&mut |field| question = question.or(field.question()));
        question
    }

    /// What runs with it, or later, and stands elsewhere.
    pub(crate) fn runs(&self) -> Option<Runs> {
        let mut runs = None;
        self.each(&mut |field| runs = runs.or(field.runs()));
        runs
    }
}
