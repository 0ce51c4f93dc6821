//! Reports unread parameters and unused words of enums.

use std::cell::LazyCell;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::lints::unused::is_in;
use crate::check::review::Review;
use crate::hir::{Checked, Expr, ExprKind, every};
use crate::ids::EnumId;
use crate::load::raw::RawParam;
use crate::resolve::{Target, Use};
use crate::types::Base;

impl Review<'_> {
    /// Warns of parameters of functions and procedures that their bodies do not read. Bodies replaced by an
    /// overlay are exempt.
    pub(in crate::check) fn unread_parameters(&mut self, read: &[Target]) {
        let functions = self.raw.functions.iter().map(|f| (&f.params, f.body.span(), "function", &f.name));
        let procedures = self
            .raw
            .procedures
            .iter()
            .filter(|p| !p.is_part)
            .map(|p| (&p.params, p.body.span, "procedure", &p.name));
        let unread = |param: &&RawParam, body: Span| {
            let is_read = is_in(read, Target::Local(param.name.span));
            !is_read && body.file == param.name.span.file
        };
        let found: Vec<Diagnostic> = functions
            .chain(procedures)
            .flat_map(|(params, body, what, name)| {
                let unread = params.iter().filter(move |param| unread(param, body));
                unread.map(move |param| {
                    let message = format!("the {what} `{}` does not read `{}`", name.value, param.name.value);
                    let problem = Diagnostic::new(Code::Unused, param.name.span, message);
                    problem.help("leave it out, also where it is called")
                })
            })
            .collect();
        found.into_iter().for_each(|problem| self.report(problem));
    }

    /// Warns of words that no card and no rule mentions, unless a rule iterates over all words. The first
    /// word is exempt as the initial value of variables.
    pub(in crate::check) fn unread_words(&mut self) {
        let is_word = |target: Target| matches!(target, Target::EnumWord(..));
        let used = self.names.draft.used(&[Use::Reads, Use::Writes, Use::Names], is_word);
        let gone_through = LazyCell::new(|| gone_through(self.out));
        let mut found = Vec::new();
        for (i, def) in self.raw.enums.iter().enumerate() {
            let id = EnumId::new(i);
            let known = self.out.enums.get(i).is_some_and(|known| known.name == def.name.value);
            if !known || def.of_grid {
                continue;
            }
            let is_used = |word: usize| is_in(&used, Target::EnumWord(id, word as u16));
            // an entirely unused enum is reported already
            if !(0..def.values.len()).any(is_used) {
                continue;
            }
            let unread = def.values.iter().enumerate().skip(1).filter(|(word, _)| !is_used(*word));
            let unread = unread.filter(|_| !gone_through.contains(&id));
            found.extend(unread.map(|(_, word)| {
                let message = format!("nothing uses the word `{}` of `{}`", word.value, def.name.value);
                Diagnostic::new(Code::Unused, word.span, message).help("leave it out, or use it")
            }));
        }
        found.into_iter().for_each(|problem| self.report(problem));
    }
}

/// Returns the enums whose words a rule iterates over.
fn gone_through(checked: &Checked) -> Vec<EnumId> {
    let mut found = Vec::new();
    for expr in checked.values() {
        note_words(expr, &mut found);
    }
    for (_, body) in checked.bodies() {
        every(body, &mut |stmt| {
            stmt.kind.operands().into_iter().for_each(|expr| note_words(expr, &mut found))
        });
    }
    found
}

fn note_words(expr: &Expr, found: &mut Vec<EnumId>) {
    if let (ExprKind::AllWords(_), Base::Enum(id)) = (&expr.kind, expr.ty.element().base()) {
        found.push(id);
    }
    expr.children().into_iter().for_each(|child| note_words(child, found));
}
