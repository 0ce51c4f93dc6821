//! Title line with the current phases of the game.

use ludex::rules::{Shape, Shown};
use ludex::{PhaseId, VarId};

use super::line::loose;
use super::{SEPARATOR, Table};
use crate::terminal::output::{BOLD, paint, width, wrap};
use ludex_table::words::capital;

impl Table<'_> {
    /// Draws the title, wrapped if necessary: `── Round 2 of 6 · Turn of Anna ─────`.
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
        let texts = self.words.setup.ruleset().languages().next().is_some();
        let named = |name: &str| !texts || self.words.get(&format!("phases.{name}")).is_some();
        let now = self.game.phases();
        let begun = self.view.phases.iter().filter(|phase| now.contains(&phase.phase.id));
        let begun = begun.filter(|phase| named(&phase.phase.name));
        begun.map(|p| format!("{} {}", capital(&self.words.phase(p.phase.id)), p.number)).collect()
    }

    /// Returns the number of a phase's current iteration.
    fn number(&self, phase: PhaseId) -> i32 {
        let begun = self.view.phases.iter().find(|begun| begun.phase.id == phase);
        begun.map_or(0, |begun| begun.number)
    }

    fn heading(&self, shown: Shown, phases: &[PhaseId]) -> Option<String> {
        match shown {
            Shown::Phase(id) => phases.contains(&id).then(|| self.phase(id))?,
            Shown::Var(id) => self.game_variable(id),
            Shown::Zone(_) | Shown::Spot(_) | Shown::Computed(_) => None,
        }
    }

    fn game_variable(&self, id: VarId) -> Option<String> {
        Some(capital(&self.variable(id, 0, Shape::Value)?.paint(false)))
    }

    /// Formats a phase: `Round 2 of 6`, or only the name if it isn't counted. Returns `None` if its text
    /// names the active player but no player is active.
    fn phase(&self, id: PhaseId) -> Option<String> {
        let def = self.rules().phase(id)?;
        let number = self.number(id);
        let number = match def.repeats {
            Some(1) => None,
            _ if !def.is_counted => None,
            Some(of) => Some(self.words.own.number_of(number, of)),
            None => Some(number.to_string()),
        };
        if let Some(text) = self.words.get(&format!("layout.{}", def.name)) {
            let player = self.view.active.as_ref().map(|player| self.words.seat(player.id));
            if player.is_none() && text.contains("{player}") {
                return None;
            }
            let facts = [("number", number.unwrap_or_default()), ("player", player.unwrap_or_default())];
            return Some(capital(ludex_table::words::fill(&text, &facts).trim()));
        }
        let name = capital(&self.words.phase(id));
        Some(number.map_or(name.clone(), |number| format!("{name} {number}")))
    }
}
