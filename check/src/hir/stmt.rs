//! Statements of a checked ruleset.
//!
//! Each kind is a row that defines its operands, assigned local, blocks with their conditions, question, and
//! printed form.

use ludex_grammar::span::Span;

use super::blocks::{Block, BlockKind, ElseBlock, LoopBlock, MayBlock, Mode, ThenBlock};
use super::part::{Inside, Part, Worded};
use super::print::Printer;
use super::{Act, ByChance, ChoiceDef, Expr, ImplicitCall, Into, Keyed, Picked, Question, Together};
use crate::ids::*;
use crate::types::Type;

/// A statement with its source location.
#[derive(Debug, Clone)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// A change of a position.
#[derive(Debug, Clone, Copy)]
pub enum Writes<'s> {
    /// Assignment of this value to a variable.
    Var(VarId, &'s Expr),
    /// Assignment of the iteration number of a phase.
    Number,
    /// An act on cards or zones.
    Act(&'s Act),
}

rows! {
    StmtKind, printed by printer with the type ty;
    /// The part of a position that it changes itself, without its blocks and the effects it runs.
    column writes: Writes<'_>;

    // statements that assign a local or a variable
    value_stmts {
        Let(local: LocalId, value: Expr) "{local}: {of} = {value}", of = printer.ty(value.ty);
        /// Assigns a random element of a list to a local.
        Random(local: ByChance, list: Expr) "{local} = chance chooses from {list}";
        /// A decision; the choice is assigned to the local.
        Choose(local: LocalId, choice: Box<ChoiceDef>) "{local} = {choice}";
        /// A step of asking several players simultaneously. The locals are the choice, the player, and the
        /// candidate of the loop over the players.
        Together(step: Together, picked: Picked, locals: Vec<Expr>) "{step} {picked} {locals}";
        /// Assigns a variable, or one entry of it. With `openly`, all players may know the value.
        Set(var: VarId, of: Option<Expr>, key: Keyed, value: Expr, openly: bool) "{of}{var}{key} = {value}"
            => Writes::Var(*var, value);
        /// Sets the number of a phase's iteration, for the positions of scenarios.
        SetNumber(phase: PhaseId, value: Expr) "{phase}.number = {value}" => Writes::Number;
    }

    // statements that act on cards, run another effect, or log a message
    acting_stmts {
        /// An act on cards or zones. With `openly`, all players may know the number and destination of the
        /// cards.
        Act(act: Box<Act>, openly: bool) "{act}{openly}" => Writes::Act(act);
        /// Runs a procedure, and assigns its return value to a local if given.
        Do(into: Into, procedure: ProcedureId, args: Vec<Expr>) "{into}do {procedure}({args})";
        /// Runs the action that a player chose before.
        Action(chooser: Expr, window: WindowId, pick: Expr) "{chooser} does {window} {pick}";
        /// Fires an event, and assigns the changed fact to a local if given.
        Emit(into: Into, event: EventId, args: Vec<Expr>) "{into}emit {event}({args})";
        Run(steps: StepsId, args: Vec<Expr>) "run {steps}({args})";
        /// Returns a value from a procedure or the lines of a function.
        Give(value: Expr) "give {value}";
        /// Logs a message. With `openly`, all players may know its facts, and know its cards from then on.
        Say(message: MessageId, args: Vec<Expr>, openly: bool) "say {message}({args}){openly}";
    }

    // statements that decide which others run
    control_stmts {
        /// A choice between blocks; their index is assigned to the local.
        Modes {
            question: Question,
            modes: Vec<Mode>,
            local: LocalId,
        } "{local} = {asked}", asked = printer.asked(question, "one");
        /// A choice between the actions of a window; three slots hold the action and targets.
        Window {
            question: Question,
            window: WindowId,
            /// First local for the choice.
            local: LocalId,
            /// True if the action is only chosen now and runs later.
            later: bool,
        } "{local} = {asked}", asked = printer.asked(question, &format!("one of {}", Worded(printer, window)));
        May {
            question: Question,
            body: MayBlock,
            local: LocalId,
        } "{local} = {chooser} may {question}", chooser = printer.expr(&question.chooser);
        If(test: Expr, yes: ThenBlock, no: ElseBlock) "if {test}";
        /// A loop over a list. The local holds the candidate; the next three belong to the loop.
        For(local: LocalId, list: Expr, body: LoopBlock) "for {local} in {list}";
        While(test: Expr, body: LoopBlock) "while {test}";
        /// A loop with a number of iterations, which the local counts.
        Repeat(local: LocalId, count: Expr, body: LoopBlock) "repeat {local} {count}";
        Stop "stop";
        EndGame "end game";
    }
}

impl StmtKind {
    /// Returns the direct blocks, in source order.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        self.each(&mut |field| field.blocks(&mut blocks));
        blocks
    }

    /// Returns the direct blocks, mutably.
    pub(crate) fn blocks_mut(&mut self) -> Vec<(BlockKind, &mut Vec<Stmt>)> {
        let mut blocks = Vec::new();
        self.each_mut(&mut |field| field.blocks_mut(&mut blocks));
        blocks
    }

    /// Returns the question that the statement asks, if any.
    pub fn question(&self) -> Option<&Question> {
        let mut question = None;
        self.each(&mut |field| question = question.or(field.question()));
        question
    }

    /// Returns the effect outside the statement that it runs, now or later.
    pub fn runs(&self) -> Option<ImplicitCall> {
        let mut runs = None;
        self.each(&mut |field| runs = runs.or(field.runs()));
        runs
    }
}
