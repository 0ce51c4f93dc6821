//! Reports cards named too early, and prompts with facts unknown to the acting player.

use std::collections::BTreeSet;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use super::changes::zone_id;
use super::stmt::Walk;
use super::value::{Certainty, Secret, SecretSource};
use crate::hir::{Checked, Expr, ExprKind, Question, is_same};
use crate::ids::ZoneId;
use crate::load::raw::Sees;

/// Maximum number of named cards tracked per state.
const MOST_EARLY: usize = 32;

impl Walk<'_> {
    /// Records the cards that a message names before all players see them.
    pub(super) fn names_early(&mut self, args: &[Expr]) {
        for card in args.iter().filter(|arg| arg.ty.has_cards()) {
            let face = self.read.secrecy(card).face;
            let certain = face.secrets.iter().any(|secret| secret.doubt.is_none());
            let is_hidden = certain || face.params & self.callers.hidden != 0;
            let early = &mut self.read.seen.early;
            if is_hidden && early.len() < MOST_EARLY {
                early.push((card.clone(), self.here));
            }
        }
    }

    /// Reports messages that named these cards, because all players see them only from here on.
    pub(super) fn reveals(&mut self, cards: &Expr, known: Certainty) {
        if known != Certainty::Yes || self.read.seen.early.is_empty() {
            return;
        }
        if let ExprKind::Concat(a, b) = &cards.kind {
            self.reveals(a, known);
            return self.reveals(b, known);
        }
        let early = std::mem::take(&mut self.read.seen.early);
        let (told, left): (Vec<_>, Vec<_>) = early.into_iter().partition(|(card, _)| is_same(card, cards));
        self.read.seen.early = left;
        for (card, say) in told {
            // already reported for another path
            let is_known = self.problems.iter().any(|known| known.primary.span == card.span);
            if is_known || say == self.here {
                continue;
            }
            let problem = Diagnostic::new(
                Code::NamedEarly,
                card.span,
                "the message names a card before all players see it",
            )
            .label("other players read `a card`")
            .other(self.here, "all players see it from here on")
            .help("write the message after that line");
            self.problems.push(problem);
        }
    }

    /// Reports facts of a decision that the acting player can't know.
    pub(super) fn unknown_facts(&mut self, question: &Question) {
        if self.elsewhere.callers.is_none() {
            return;
        }
        let who = &question.chooser;
        for fact in question.facts.iter().filter(|fact| !fact.value.ty.has_cards()) {
            let of = self.as_seen_by(who, |walk| walk.read.secrecy(&fact.value));
            let of = of.value.and(&of.there);
            let hides = |secret: &Secret| secret.doubt.is_none() && self.hides_fact(secret, who);
            let passed = of.params & self.callers.unseen != 0;
            if passed || of.secrets.iter().any(hides) || self.reads_others(&fact.value, who) {
                let message = format!("the acting player can't know `{}`", fact.name);
                let problem = Diagnostic::new(Code::UnknownFact, fact.value.span, message)
                    .label("the prompt shows `?` here")
                    .help("use what the acting player sees, or show them the card first");
                self.problems.push(problem);
            }
        }
    }

    /// Returns true if a player can't know a secret: the player doesn't see it, and no rule shows cards of
    /// its zone.
    fn hides_fact(&self, secret: &Secret, who: &Expr) -> bool {
        let is_shown = |zone: &Expr| zone_id(zone).is_some_and(|id| self.elsewhere.shown.contains(&id));
        match &secret.why {
            SecretSource::Card(_) if secret.since_call => false,
            SecretSource::Card(Some(zone)) => {
                self.hides_from(zone, who) && !is_shown(zone) && !self.knows(who, secret)
            }
            SecretSource::Picked(_) | SecretSource::Owners(_) => !self.knows(who, secret),
            SecretSource::Card(None) | SecretSource::Place => false,
        }
    }

    /// Returns true if a value reads a private variable of another player.
    fn reads_others(&self, value: &Expr, who: &Expr) -> bool {
        if let ExprKind::VarOf(var, of) = &value.kind
            && self.read.checked.vars[var.index()].owner_sees
        {
            return !self.read.seen.is_same_player(of, who);
        }
        value.children().into_iter().any(|part| self.reads_others(part, who))
    }
}

/// Returns true for the contents of a zone that no player sees and from which no rule shows a card.
pub(super) fn is_unseen(checked: &Checked, secret: &Secret, shown: &BTreeSet<ZoneId>) -> bool {
    let id = secret.zone().and_then(|zone| zone_id(zone)).filter(|id| !shown.contains(id));
    id.is_some_and(|id| checked.zones[id.index()].sees == Sees::Nobody)
}
