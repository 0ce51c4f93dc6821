//! Explains why a player wins, or would win if the game ended now.

use crate::explain::eval::{Explainer, FrameLocal, Res};
use crate::explain::known::Val;
use crate::explain::tree::{Explanation, Subject};
use ludex_check::hir::Lambda;
use ludex_check::types::Type;
use ludex_run::play::{Named, Place, Value, eliminations};

impl<'a> Explainer<'a> {
    /// Explains whether a player wins at the current position.
    pub fn won_node(&mut self, player: u8) -> Explanation {
        match &self.checked.score.won {
            Some(won) => self.said_node(won, player),
            None => self.best_node(player),
        }
    }

    /// Explains victory by the ruleset's condition. If it is false for the player, their partners are
    /// checked.
    fn said_node(&mut self, won: &'a Lambda, player: u8) -> Explanation {
        let mut own = self.said_of(won, player);
        if own.value != Value::Bool(false) {
            return own;
        }
        let others = (0..self.program.players).filter(|other| *other != player);
        let partners: Vec<u8> = others.filter(|other| self.side(player) >> other & 1 != 0).collect();
        let mut said: Vec<Explanation> =
            partners.into_iter().map(|partner| self.said_of(won, partner)).collect();
        if let Some(at) = said.iter().position(|partner| partner.value == Value::Bool(true)) {
            return Explanation { value: Value::Bool(true), children: vec![said.swap_remove(at)], ..own };
        }
        if let Some(partner) = said.iter().find(|partner| partner.value != Value::Bool(false)) {
            own.value = partner.value.clone();
        }
        own.children.append(&mut said);
        own
    }

    /// Evaluates the ruleset's victory condition for one player.
    fn said_of(&mut self, won: &'a Lambda, player: u8) -> Explanation {
        let what = Subject::Won(self.shown(Val::Is(i32::from(player)), Type::PLAYER));
        self.explain(what, won.body.ty, won.body.span, |me| me.call(won, seat(player)))
    }

    /// Explains victory by the best score, with tie-breakers among equals. The children are the player's own
    /// score and those of the winners. A score that the viewer can't know hides the result.
    fn best_node(&mut self, player: u8) -> Explanation {
        let def = &self.checked.score;
        let what = Subject::Won(self.shown(Val::Is(i32::from(player)), Type::PLAYER));
        let place = def.total.as_ref().and_then(|total| Place::new(self.sources, total.body.span));
        let mut scores: Vec<Explanation> =
            (0..usize::from(self.program.players)).map(|seat| self.bare(seat)).collect();
        let last = self.last_in();
        if !last.contains(&usize::from(player)) {
            scores[usize::from(player)].children.extend(self.out(player));
        }
        let mut of_last: Vec<usize> = (0..last.len()).collect();
        let mut unknown = among(&mut of_last, last.iter().map(|seat| (&scores[*seat].value, def.lowest)));
        let mut best: Vec<usize> = of_last.iter().map(|at| last[*at]).collect();
        for tie in &def.ties {
            if unknown.is_some() || best.len() < 2 {
                break;
            }
            let parts: Vec<Explanation> = best.iter().map(|seat| self.tie(tie, *seat)).collect();
            let equals = best.clone();
            let mut of_equals: Vec<usize> = (0..parts.len()).collect();
            unknown = among(&mut of_equals, parts.iter().map(|part| (&part.value, false)));
            best = of_equals.iter().map(|at| equals[*at]).collect();
            equals.into_iter().zip(parts).for_each(|(seat, part)| scores[seat].children.push(part));
        }
        let side = self.side(player);
        let wins = best.iter().any(|seat| side >> seat & 1 != 0);
        let hidden = unknown.is_some();
        let value = unknown.unwrap_or(Value::Bool(wins));
        let numbered = scores.into_iter().enumerate();
        let (own, others): (Vec<_>, Vec<_>) = numbered.partition(|(seat, _)| *seat == usize::from(player));
        let others = others.into_iter().filter(|(seat, _)| hidden || best.contains(seat));
        let children = own.into_iter().chain(others).map(|(_, score)| score).collect();
        Explanation { what, value, place, children }
    }

    /// Returns the players who are not eliminated; if all are, those who left last.
    fn last_in(&self) -> Vec<usize> {
        let left: Vec<i32> = eliminations(self.program, self.eyes.state).collect();
        let most = left.iter().max().copied();
        (0..usize::from(self.program.players)).filter(|seat| left.get(*seat).copied() == most).collect()
    }

    /// Returns the node of a player's elimination.
    fn out(&mut self, player: u8) -> Option<Explanation> {
        let id = self.checked.elimination?.out;
        let variable = Named::new(id, self.checked.vars[id.index()].name.clone());
        let of = Some(self.shown(Val::Is(i32::from(player)), Type::PLAYER));
        let what = Subject::Variable { variable, of, key: None };
        Some(Explanation { what, value: Value::Bool(true), place: None, children: Vec::new() })
    }

    /// Returns a score without its inputs.
    fn bare(&mut self, player: usize) -> Explanation {
        let total = self.checked.score.total.as_ref();
        let player = u8::try_from(player).unwrap_or(u8::MAX);
        let what = Subject::Score(self.shown(Val::Is(i32::from(player)), Type::PLAYER));
        let value = total.map_or(Value::Int(0), |total| self.number_of(total, player));
        let place = total.and_then(|total| Place::new(self.sources, total.body.span));
        Explanation { what, value, place, children: Vec::new() }
    }

    /// Evaluates a tie-breaker for one of the tied players.
    fn tie(&mut self, tie: &'a Lambda, player: usize) -> Explanation {
        let value = self.number_of(tie, u8::try_from(player).unwrap_or(u8::MAX));
        let place = Place::new(self.sources, tie.body.span);
        Explanation { what: Subject::Expression, value, place, children: Vec::new() }
    }

    /// Evaluates a number for a player without recording.
    fn number_of(&mut self, of: &'a Lambda, player: u8) -> Value {
        let mark = self.mark();
        let value: Res = self.call(of, seat(player));
        if value.is_err() {
            self.back_to(&mark);
            self.by_place = false;
        }
        value.map_or_else(
            |kind| Value::Fault(kind.message().to_owned()),
            |value| self.shown(value, of.body.ty),
        )
    }

    /// Returns the players who win together with a player, including that player, as a set of seats.
    fn side(&self, player: u8) -> u16 {
        let alone = 1_u16.checked_shl(player.into()).unwrap_or_default();
        let team = self.program.layout.teams.iter().find(|team| **team & alone != 0);
        team.copied().unwrap_or(alone)
    }
}

/// Creates the frame of an expression about a player.
fn seat(player: u8) -> [FrameLocal; 1] {
    [FrameLocal::One(Val::Is(i32::from(player)))]
}

/// Retains the best of these values, or the lowest if `lowest` is set. Returns the first value that is not a
/// number.
fn among<'v>(best: &mut Vec<usize>, values: impl Iterator<Item = (&'v Value, bool)>) -> Option<Value> {
    let worth = |(value, lowest): (&Value, bool)| {
        value.thousandths().map(|n| if lowest { -n } else { n }).ok_or_else(|| value.clone())
    };
    let worths: Result<Vec<i64>, Value> = values.map(worth).collect();
    let worths = match worths {
        Ok(worths) => worths,
        Err(value) => return Some(value),
    };
    let most = worths.iter().max().copied();
    best.retain(|at| worths.get(*at).copied() == most);
    None
}
