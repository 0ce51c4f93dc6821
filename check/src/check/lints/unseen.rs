//! Reports abilities that may work in a zone where some player can't see the card, and backs that show what is
//! in such a zone.

use ludex_grammar::ast::{Block, StmtKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::review::Review;
use crate::ids::KindId;
use crate::load::raw::RawAbility;
use crate::model::{Sees, Subject};

impl Review<'_> {
    /// Warns of reactions of kinds without `in_play`, if a kind has both public and hidden zones.
    pub(in crate::check) fn abilities_out_of_sight(&mut self) {
        let mut found = Vec::new();
        for (i, kind) in self.raw.kinds.iter().enumerate() {
            if !kind.in_play.is_empty() || kind.active.is_some() {
                continue;
            }
            let Some((hidden, open)) = self.hidden_and_open(KindId::new(i)) else { continue };
            let Some(place) = self.first_reaction(KindId::new(i)) else { continue };
            let message =
                format!("this also happens while the card is in `{hidden}`, which not all players see");
            let problem = Diagnostic::new(Code::WorksUnseen, place, message);
            let help = format!(
                "say where cards of the kind work: `kinds: {{ {}: {{ in_play: [{open}] }} }}`",
                kind.name.value
            );
            found.push(problem.help(help));
        }
        found.into_iter().for_each(|problem| self.report(problem));
    }

    /// Warns of backs that differ in a zone that not all players see. Each `back` is reported once.
    pub(in crate::check) fn backs_out_of_sight(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        for (number, zone) in self.out.zones.iter().enumerate().filter(|(_, zone)| zone.sees != Sees::All) {
            let differ = |one: KindId, other: KindId| self.out.back(one) != self.out.back(other);
            let pairs =
                zone.holds.iter().flat_map(|kind| zone.holds.iter().map(move |other| (*kind, *other)));
            for (kind, other) in pairs.filter(|(kind, other)| kind > other && differ(*kind, *other)) {
                let mut ways = [(kind, other), (other, kind)].into_iter();
                let own = ways.find_map(|(kind, other)| Some((kind, other, self.back_of(kind)?)));
                let Some((kind, other, place)) = own else { continue };
                if found.iter().any(|problem| problem.primary.span == place) {
                    continue;
                }
                let (kind, other) = (&self.out.kinds[kind.index()].name, &self.out.kinds[other.index()].name);
                let message = format!("the backs show which cards in `{}` have the kind `{kind}`", zone.name);
                let problem = Diagnostic::new(Code::BacksDiffer, place, message)
                    .label(format!("another back than that of `{other}`"))
                    .other(self.raw.zones[number].name.span, "not all players see the cards here");
                let why = "players know it from the backs";
                found.push(problem.help(format!(
                    "give both kinds the same back; if it is intended: `allow: {{ W0728: {why} }}`"
                )));
            }
        }
        found.into_iter().for_each(|problem| self.report(problem));
    }

    /// Returns the place of a kind's own back.
    fn back_of(&self, kind: KindId) -> Option<Span> {
        let name = &self.out.kinds[kind.index()].name;
        let (_, face) = self.raw.layout.faces.iter().find(|(of, _)| of.value == *name)?;
        face.back.as_ref().map(|path| path.span)
    }

    /// Returns a hidden and a public zone of a kind.
    fn hidden_and_open(&self, kind: KindId) -> Option<(&str, &str)> {
        let holding = || self.out.zones.iter().filter(|zone| zone.holds.contains(&kind));
        let hidden = holding().find(|zone| matches!(zone.sees, Sees::Nobody | Sees::Owner | Sees::Others))?;
        let open = holding().find(|zone| zone.sees == Sees::All)?;
        Some((&hidden.name, &open.name))
    }

    /// Returns the first reaction of a kind or its cards that is neither about the card itself nor restricted
    /// to zones.
    fn first_reaction(&self, kind: KindId) -> Option<Span> {
        let of_kind = self.raw.kinds[kind.index()].abilities.iter();
        let cards = self.raw.cards.iter().zip(&self.designs.kinds).filter(|(_, of)| **of == Some(kind));
        let mut all = of_kind.chain(cards.flat_map(|(card, _)| &card.abilities));
        all.find_map(|ability| {
            let RawAbility::On { event, any, in_play: None, when: None, body, .. } = ability else {
                return None;
            };
            let id = self.names.events.get(&event.value)?;
            let reacts = match self.out.events[id.index()].subject {
                Subject::Card => *any,
                Subject::Player | Subject::None => true,
                Subject::Spot(_) => false,
            };
            (reacts && !asks_where(body) && !self.raw.is_in_library(event.span)).then_some(event.span)
        })
    }
}

/// Returns true if the whole effect depends on the card's zone or face.
fn asks_where(body: &Block) -> bool {
    body.stmts.iter().all(|stmt| {
        let StmtKind::If { cond, orelse: None, .. } = &stmt.kind else { return false };
        let cond = print::expr(cond);
        ["self is in", "self is face", "self.zone"].iter().any(|test| cond.contains(test))
    })
}
