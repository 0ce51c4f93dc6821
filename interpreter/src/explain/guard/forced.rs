//! Finds decisions with a single option, if all players can see that.

use super::nothing;
use crate::explain::eval::Explainer;
use crate::explain::explainer;
use crate::explain::known::{Items, Val};
use ludex_check::hir::{ActionDef, ChoiceDef, Lambda, Mode, StmtKind};
use ludex_check::ids::{LocalId, WindowId};
use ludex_run::play::{Game, Viewer};

/// Returns true if all players can see that the decision has only one option, and the ruleset does not say
/// `always asked`.
///
/// Such a choice can be made without a question: the pause for an answer would disclose nothing. The result
/// is the same at all positions in the information set of any player.
pub fn is_forced(game: &Game) -> bool {
    game.options() == 1 && explainer(game, Viewer::Public).sees_one_option(game).unwrap_or(false)
}

impl<'a> Explainer<'a> {
    /// Returns `None` if this viewer can't know the number of options.
    fn sees_one_option(&mut self, game: &Game) -> Option<bool> {
        let stmt = self.waiting()?;
        let question = stmt.kind.question().filter(|question| !question.insists)?;
        let options = if let StmtKind::Choose(_, choice) = &stmt.kind {
            self.candidates(choice)
        } else if let StmtKind::Modes { modes, .. } = &stmt.kind {
            modes.iter().map(|mode| self.mode_options(mode)).sum()
        } else if let StmtKind::Window { window, .. } = stmt.kind {
            self.me = game.deciding().map(|seat| seat.0);
            self.action_options(window)
        } else {
            None
        };
        // without an option, the player may only decline
        options.map(|options| options == 0 || options == 1 && !question.may)
    }

    fn candidates(&mut self, choice: &'a ChoiceDef) -> Option<usize> {
        let items = self.list(&choice.list).ok().filter(|items| !items.uncertain)?;
        let one = choice.count.is_none() && !choice.question.may && self.are_copies(&items);
        choice.count.is_none().then_some(if one { 1 } else { items.items.len() })
    }

    /// Returns true for several cards that all players know. Because only one option is offered, they are
    /// copies of one card.
    fn are_copies(&self, items: &Items) -> bool {
        let card = |item: &Val| match item {
            Val::Is(n) => usize::try_from(*n).ok(),
            Val::At(_) | Val::Hidden => None,
        };
        let has_no_variables = |card: usize| {
            let kind = self.program.layout.kind.get(card);
            kind.is_some_and(|kind| self.program.layout.card_vars[usize::from(*kind)].is_empty())
        };
        items.items.len() > 1 && items.items.iter().all(|item| card(item).is_some_and(has_no_variables))
    }

    fn mode_options(&mut self, mode: &'a Mode) -> Option<usize> {
        let Some(guard) = &mode.guard else { return Some(1) };
        self.perhaps(|me| me.eval(guard)).holds().map(usize::from)
    }

    fn action_options(&mut self, window: WindowId) -> Option<usize> {
        let actions = &self.checked.windows[window.index()].actions;
        let options = |action: &'a ActionDef| {
            let locals = action.targets.iter().chain(&action.when).map(|lambda| lambda.locals).max();
            let frame = Lambda { body: nothing(), locals: locals.unwrap_or(0) };
            self.within(&frame, [], |me| Ok(me.target_options(action, 0))).ok()?
        };
        actions.iter().map(options).sum()
    }

    /// Returns the number of combinations of the targets from index `at` on.
    fn target_options(&mut self, action: &'a ActionDef, at: usize) -> Option<usize> {
        let Some(list) = action.targets.get(at) else {
            let Some(when) = &action.when else { return Some(1) };
            return self.perhaps(|me| me.eval(&when.body)).holds().map(usize::from);
        };
        let items = self.list(&list.body).ok().filter(|items| !items.uncertain)?;
        let option = |item| {
            self.set_local(LocalId(at as u16), item);
            self.target_options(action, at + 1)
        };
        items.items.into_iter().map(option).sum()
    }
}
