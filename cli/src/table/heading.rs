//! The title line: where in the game we are.

use ludex::machinery::hir::{Repeat, Shown};
use ludex::machinery::ids::{PhaseId, VarId};
use ludex::machinery::load::raw::Shape;

use super::line::loose;
use super::{SEPARATOR, Table};
use crate::output::{BOLD, paint, width, wrap};
use crate::text::capital;

impl Table<'_> {
    /// `── Round 2 of 6 · Turn of Anna ─────`, in as many lines as it takes.
    pub fn headline(&self) -> Vec<String> {
        let parts = match &self.layout().heading {
            Some(shown) => {
                let phases = self.game.phases();
                shown.iter().filter_map(|shown| self.heading(*shown, &phases)).collect()
            }
            None => self.every_phase(),
        };
        let title = if parts.is_empty() { self.words.title() } else { parts.join(SEPARATOR) };
        let mut lines: Vec<String> =
            wrap(&format!("── {title}"), self.width - 1, 3).iter().map(|line| loose(line)).collect();
        if let Some(last) = lines.last_mut() {
            let rest = self.width.min(80).saturating_sub(width(last) + 1);
            *last = format!("{last} {}", "─".repeat(rest));
        }
        lines.iter().map(|line| paint(self.color, BOLD, line)).collect()
    }

    fn every_phase(&self) -> Vec<String> {
        let phases = &self.words.ruleset.checked.phases;
        let texts = self.words.ruleset.languages().next().is_some();
        let named = |p: &usize| !texts || self.words.get(&format!("phases.{}", phases[*p].name)).is_some();
        let begun = |p: usize| Some(PhaseId::new(p)).map(|id| (id, self.number(id))).filter(|(_, n)| *n > 0);
        let begun = (0..phases.len()).filter(named).filter_map(begun);
        begun.map(|(p, n)| format!("{} {n}", capital(&self.words.phase(p)))).collect()
    }

    /// The number of a phase's iteration.
    fn number(&self, phase: PhaseId) -> i32 {
        let counter = self.words.program.phases[phase.index()].counter as usize;
        self.view.cells.get(counter).copied().unwrap_or(0)
    }

    fn heading(&self, shown: Shown, phases: &[PhaseId]) -> Option<String> {
        match shown {
            Shown::Phase(id) => phases.contains(&id).then(|| self.phase(id))?,
            Shown::Var(id) => self.game_variable(id),
            Shown::Zone(_) | Shown::Spot(_) => None,
        }
    }

    fn game_variable(&self, id: VarId) -> Option<String> {
        Some(capital(&self.variable(id, 0, Shape::Value)?.paint(false)))
    }

    /// `Round 2 of 6`; only the name of a phase that is not counted. Nothing if its text names the active player and there is
    /// none.
    fn phase(&self, id: PhaseId) -> Option<String> {
        let def = &self.words.ruleset.checked.phases[id.index()];
        let number = self.number(id);
        let number = match (&def.repeat, self.game.repeats(id)) {
            (_, Some(1)) | (Repeat::Each(_), _) => None,
            (Repeat::Once, _) if def.until.is_none() => None,
            (_, Some(of)) => Some(self.words.own.number_of(number, of)),
            _ => Some(number.to_string()),
        };
        if let Some(text) = self.words.get(&format!("layout.{}", def.name)) {
            let player = self.view.active.map(|p| self.words.seat(p));
            if player.is_none() && text.contains("{player}") {
                return None;
            }
            let facts = [("number", number.unwrap_or_default()), ("player", player.unwrap_or_default())];
            return Some(capital(crate::text::fill(&text, &facts).trim()));
        }
        let name = capital(&self.words.phase(id));
        Some(number.map_or(name.clone(), |number| format!("{name} {number}")))
    }
}
