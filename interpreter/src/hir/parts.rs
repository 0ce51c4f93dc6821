//! Looking through statements: the one walk that everything else uses.

use super::{Act, Checked, ChoiceDef, Expr, Question, Snippet, Stmt, StmtKind};
use crate::acts::Visit;
use crate::ids::LocalId;

/// What stands directly inside a statement.
#[derive(Default)]
pub(crate) struct Parts<'a> {
    /// Its expressions, in the order in which they are written.
    pub exprs: Vec<&'a Expr>,
    pub blocks: Vec<&'a [Stmt]>,
    /// The local that takes what it computes, or is told.
    pub local: Option<LocalId>,
}

impl<'a> Parts<'a> {
    fn of(exprs: impl IntoIterator<Item = &'a Expr>) -> Self {
        Self { exprs: exprs.into_iter().collect(), ..Self::default() }
    }

    fn and(mut self, exprs: impl IntoIterator<Item = &'a Expr>) -> Self {
        self.exprs.extend(exprs);
        self
    }

    fn block(mut self, block: &'a [Stmt]) -> Self {
        self.blocks.push(block);
        self
    }

    fn into(self, local: LocalId) -> Self {
        Self { local: Some(local), ..self }
    }
}

/// The operands of an act, each of which is an expression.
impl<'a> Visit<'a, Expr, Expr, Expr> for Parts<'a> {
    type One = ();
    type Several = ();
    type List = ();

    fn one(&mut self, operand: &'a Expr) {
        self.exprs.push(operand);
    }

    fn several(&mut self, operand: &'a Expr) {
        self.exprs.push(operand);
    }

    fn list(&mut self, operand: &'a Expr) {
        self.exprs.push(operand);
    }
}

fn act(act: &Act) -> Parts<'_> {
    let mut parts = Parts::default();
    act.visit(&mut parts);
    parts
}

fn choice(choice: &ChoiceDef) -> Parts<'_> {
    let count = choice.count.iter().flat_map(|(min, max)| [min].into_iter().chain(max));
    Parts::of([&choice.chooser]).and(count).and([&choice.list])
}

fn question(question: &Question) -> Parts<'_> {
    Parts::of([&question.chooser])
}

impl Stmt {
    pub(crate) fn parts(&self) -> Parts<'_> {
        match &self.kind {
            StmtKind::Let(local, a) | StmtKind::Random(local, a) => Parts::of([a]).into(*local),
            StmtKind::Choose(local, def) => choice(def).into(*local),
            StmtKind::Modes { question: asked, modes, local } => {
                let parts = question(asked).and(modes.iter().filter_map(|(_, guard, _)| guard.as_ref()));
                modes.iter().fold(parts, |parts, (_, _, body)| parts.block(body)).into(*local)
            }
            StmtKind::Window { question: asked, local, .. } => question(asked).into(*local),
            StmtKind::May { question: asked, body, local } => question(asked).block(body).into(*local),
            StmtKind::Set(_, of, value, _) => Parts::of(of).and([value]),
            StmtKind::SetNumber(_, a) => Parts::of([a]),
            StmtKind::If(test, yes, no) => Parts::of([test]).block(yes).block(no),
            StmtKind::For(local, a, body) | StmtKind::Repeat(local, a, body) => {
                Parts::of([a]).block(body).into(*local)
            }
            StmtKind::While(test, body) => Parts::of([test]).block(body),
            StmtKind::Act(done) => act(done),
            StmtKind::Do(_, args)
            | StmtKind::Emit(_, args)
            | StmtKind::Run(_, args)
            | StmtKind::Say(_, args, _) => Parts::of(args),
            StmtKind::Stop | StmtKind::EndGame => Parts::default(),
        }
    }
}

impl Checked {
    /// All effects, those of scenarios included.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &[Stmt]> {
        let procedures = self.procedures.iter().map(|def| &*def.body.stmts);
        let handlers = self.handlers.iter().map(|def| &*def.body.stmts);
        let actions = self.windows.iter().flat_map(|window| &window.actions);
        let actions = actions.map(|action| &*action.body.stmts);
        let phases = self.phases.iter().flat_map(|phase| [&*phase.body, &*phase.end]);
        let snippets = self.snippets.iter().filter_map(|snippet| match snippet {
            Snippet::Effect(body) => Some(&*body.stmts),
            Snippet::Expr(_) => None,
        });
        [&*self.setup.stmts]
            .into_iter()
            .chain(procedures)
            .chain(handlers)
            .chain(actions)
            .chain(phases)
            .chain(snippets)
    }
}

/// Every statement of a block and of the blocks inside, in the order written.
pub(crate) fn every<'a>(stmts: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in stmts {
        visit(stmt);
        stmt.parts().blocks.into_iter().for_each(|block| every(block, visit));
    }
}

/// The first statement of a block or of the blocks inside, in the order written, of which something is so.
pub(crate) fn find<'a>(stmts: &'a [Stmt], wanted: &impl Fn(&Stmt) -> bool) -> Option<&'a Stmt> {
    stmts.iter().find_map(|stmt| {
        if wanted(stmt) {
            return Some(stmt);
        }
        stmt.parts().blocks.into_iter().find_map(|block| find(block, wanted))
    })
}
