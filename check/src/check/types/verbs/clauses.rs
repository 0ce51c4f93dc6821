//! Clauses of verb statements: reports unsupported, repeated and missing clauses.

use ludex_grammar::ast::{self, Clause, ClauseKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::language::{Verb, VerbClauses};

/// Clauses of a statement by type.
#[derive(Default)]
pub(in crate::check::types) struct Clauses<'a> {
    pub to: Option<&'a ast::Expr>,
    pub from: Option<&'a ast::Expr>,
    pub with: Option<&'a ast::Expr>,
    pub place: Option<&'a ClauseKind>,
    pub face_up: Option<bool>,
    pub among: Option<&'a ast::Expr>,
    pub these: Option<&'a ast::Query>,
    pub lasts: Option<&'a ast::Expr>,
    pub openly: bool,
}

impl Checker<'_> {
    pub(super) fn sort_clauses<'a>(
        &mut self,
        verb: Verb,
        word: &ast::Ident,
        what: Option<&ast::Expr>,
        clauses: &'a [Clause],
    ) -> Option<Clauses<'a>> {
        let mut sorted = Clauses::default();
        let mut ok = true;
        for clause in clauses {
            let twice = match &clause.kind {
                ClauseKind::To(e) => sorted.to.replace(e).is_some(),
                ClauseKind::From(e) => sorted.from.replace(e).is_some(),
                ClauseKind::With(e) => sorted.with.replace(e).is_some(),
                ClauseKind::These(query) => sorted.these.replace(query).is_some(),
                ClauseKind::Unseen(e) => sorted.among.replace(e).is_some(),
                ClauseKind::FaceUp => sorted.face_up.replace(true).is_some(),
                ClauseKind::FaceDown => sorted.face_up.replace(false).is_some(),
                ClauseKind::Openly => std::mem::replace(&mut sorted.openly, true),
                ClauseKind::For(e) => sorted.lasts.replace(e).is_some(),
                ClauseKind::Above(_)
                | ClauseKind::Below(_)
                | ClauseKind::AtTop
                | ClauseKind::AtBottom
                | ClauseKind::AtPlace { .. } => sorted.place.replace(&clause.kind).is_some(),
            };
            let alone = matches!(clause.kind, ClauseKind::From(_)) && sorted.these.is_none();
            let taken = takes(verb, &clause.kind) && (!alone || verb.takes().contains(&VerbClauses::From));
            if alone && !taken && verb.takes().contains(&VerbClauses::These) {
                let message = format!("`{}` takes `from` after a number and a noun", verb.name());
                let problem = Diagnostic::new(Code::BadClause, clause.span, message);
                let help = if what.is_some_and(|what| matches!(what.kind, ast::ExprKind::Int(_))) {
                    "add a noun, as in `2 card from …`; `draw 2 from …` takes the top cards"
                } else {
                    "leave out `from` for a given card; `2 card from …` takes two cards, `card in …` all"
                };
                self.report(problem.help(help));
                ok = false;
            } else if !taken || twice {
                let why = if twice { "says this twice" } else { "does not take this" };
                self.bad_clause(verb, clause.span, format!("`{}` {why}", verb.name()));
                ok = false;
            }
        }
        let lacking = verb.takes().iter().find_map(|takes| match takes {
            VerbClauses::To if sorted.to.is_none() => Some("`to …`"),
            VerbClauses::From if sorted.from.is_none() => Some("`from …`"),
            VerbClauses::With if sorted.with.is_none() => Some("`with …`"),
            VerbClauses::MustFace if sorted.face_up.is_none() => Some("`face up` or `face down`"),
            VerbClauses::To | VerbClauses::From | VerbClauses::With | VerbClauses::MustFace => None,
            VerbClauses::Place
            | VerbClauses::Face
            | VerbClauses::Unseen
            | VerbClauses::These
            | VerbClauses::For
            | VerbClauses::Openly => None,
        });
        if let (Some(lacking), true) = (lacking, ok) {
            self.bad_clause(verb, word.span, format!("`{}` lacks {lacking}", verb.name()));
            ok = false;
        }
        ok.then_some(sorted)
    }
}

/// Returns true if a verb supports this type of clause.
pub(super) fn takes(verb: Verb, clause: &ClauseKind) -> bool {
    let has = |takes: VerbClauses| verb.takes().contains(&takes);
    match clause {
        ClauseKind::To(_) => has(VerbClauses::To),
        ClauseKind::From(_) => has(VerbClauses::From) || has(VerbClauses::These),
        ClauseKind::With(_) => has(VerbClauses::With),
        ClauseKind::These(_) => has(VerbClauses::These),
        ClauseKind::Unseen(_) => has(VerbClauses::Unseen),
        ClauseKind::Openly => has(VerbClauses::Openly),
        ClauseKind::FaceUp | ClauseKind::FaceDown => has(VerbClauses::Face) || has(VerbClauses::MustFace),
        ClauseKind::For(_) => has(VerbClauses::For),
        ClauseKind::Above(_)
        | ClauseKind::Below(_)
        | ClauseKind::AtTop
        | ClauseKind::AtBottom
        | ClauseKind::AtPlace { .. } => has(VerbClauses::Place),
    }
}
