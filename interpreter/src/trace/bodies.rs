//! Maps instructions to their statements and bodies.

use std::collections::BTreeMap;

use ludex_grammar::span::Span;

use ludex_check::hir::{Bearer, Checked, Owner, Stmt, StmtKind, every};
use ludex_run::program::{Instr, Pc, Program};

/// A statement and its body.
#[derive(Clone, Copy)]
pub(super) struct LocatedStmt<'a> {
    pub owner: Owner,
    /// All statements of the body.
    pub stmts: &'a [Stmt],
    pub stmt: &'a Stmt,
}

/// The statements of a program by source location.
pub(super) struct Bodies<'a> {
    program: &'a Program,
    by_place: BTreeMap<Span, LocatedStmt<'a>>,
    /// Statements by instruction, for source lines that contain several statements.
    by_instr: BTreeMap<Pc, LocatedStmt<'a>>,
}

impl<'a> Bodies<'a> {
    pub fn new(program: &'a Program) -> Self {
        let mut lines: BTreeMap<Span, Vec<LocatedStmt<'a>>> = BTreeMap::new();
        for (owner, stmts) in program.checked.bodies() {
            every(stmts, &mut |stmt| {
                lines.entry(stmt.span).or_default().push(LocatedStmt { owner, stmts, stmt })
            });
        }
        let by_place = lines.iter().filter_map(|(span, line)| Some((*span, *line.first()?))).collect();
        lines.retain(|_, line| line.len() > 1);
        Self { program, by_place, by_instr: in_lines(program, lines) }
    }

    /// Returns the statement of an instruction; `None` for instructions between phases.
    pub fn at(&self, pc: Pc) -> Option<LocatedStmt<'a>> {
        let by_place = || self.by_place.get(self.program.spans.get(pc as usize)?);
        self.by_instr.get(&pc).or_else(by_place).copied()
    }

    /// Describes the running body for display: `phase turn`, `action build`, `on revealed (ace)`.
    pub fn describe(&self, pc: Pc) -> Option<String> {
        describe_owner(&self.program.checked, self.at(pc)?.owner)
    }
}

/// Maps the instructions of these lines to statements. Both have the same order.
fn in_lines<'a>(
    program: &Program,
    lines: BTreeMap<Span, Vec<LocatedStmt<'a>>>,
) -> BTreeMap<Pc, LocatedStmt<'a>> {
    let mut reached: BTreeMap<Span, usize> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for (pc, (instr, span)) in program.code.iter().zip(&program.spans).enumerate() {
        let Some(line) = lines.get(span) else { continue };
        let from = reached.entry(*span).or_default();
        let next = line.iter().skip(*from).position(|stands| begins(&stands.stmt.kind, *instr));
        let at = next.map_or(from.saturating_sub(1), |next| *from + next);
        *from = at + 1;
        found.extend(line.get(at).map(|stands| (pc as Pc, *stands)));
    }
    found
}

/// Returns true if a statement of this kind begins with the instruction or is implemented by it.
fn begins(kind: &StmtKind, instr: Instr) -> bool {
    matches!(
        (kind, instr),
        (StmtKind::Let(..), Instr::Let(..))
            | (StmtKind::If(..) | StmtKind::While(..), Instr::Unless(..))
            | (StmtKind::Choose(..) | StmtKind::Window { .. } | StmtKind::May { .. }, Instr::Choose(..))
            | (StmtKind::For(..), Instr::ForStart(..))
            | (StmtKind::Action(..), Instr::Let(..))
            | (StmtKind::Together(..), Instr::Together(..))
            | (StmtKind::Random(..), Instr::Random(..))
            | (StmtKind::Do(..), Instr::Call(..))
            | (StmtKind::Set(..), Instr::Store(..) | Instr::StoreOf(..))
            | (StmtKind::Give(_), Instr::Give(..))
    )
}

fn describe_owner(checked: &Checked, owner: Owner) -> Option<String> {
    match owner {
        Owner::Setup => Some("setup".to_owned()),
        Owner::Handler(i) => {
            let handler = &checked.handlers[i];
            let bearer = match handler.bearer {
                Bearer::Kind(kind) => &checked.kinds[kind.index()].name,
                Bearer::Design(design) => &checked.designs[design.index()].name,
            };
            Some(format!("on {} ({bearer})", checked.events[handler.event.index()].name))
        }
        Owner::Action(window, i) => {
            Some(format!("action {}", checked.windows[window.index()].actions[i].name))
        }
        Owner::Phase(id) | Owner::PhaseEnd(id) => Some(format!("phase {}", checked.phases[id.index()].name)),
        Owner::Procedure(id) => Some(format!("procedure {}", checked.procedures[id.index()].name)),
        Owner::Snippet(_) => None,
    }
}
