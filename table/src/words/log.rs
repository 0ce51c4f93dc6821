//! Log lines of events.

use std::collections::BTreeSet;

use ludex::{Fact, LogEntry, Seat, Value};

use super::told::players;
use super::{NOTHING, Viewer, Words, capital, fill, typeset};

impl Words<'_> {
    /// Formats a log entry for a reader; `None` for entries that are only for programs.
    pub fn log(&self, entry: &LogEntry, reader: Viewer) -> Option<String> {
        match entry {
            LogEntry::Said { message, facts } => Some(self.in_full().message(&message.name, facts, reader)),
            LogEntry::Began { phase, number, then, .. } if self.rules().messages().next().is_none() => {
                let who = then.as_ref().map(|p| format!(" ({})", self.seat(p.id))).unwrap_or_default();
                Some(format!("{} {number}{who}", self.phase(phase.id)))
            }
            LogEntry::Began { .. } => None,
            LogEntry::Chose(chose) => Some(self.chosen(chose)),
            LogEntry::Scored(row) => (row.number > 0).then(|| self.sheet_line(row)),
        }
    }

    /// Formats log entries with their indentation. Forced choices are grouped below a heading.
    pub fn log_lines(&self, entries: &[LogEntry], reader: Viewer) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        let mut was_forced = false;
        for entry in entries {
            let Some(line) = self.log(entry, reader) else { continue };
            let is_forced = matches!(entry, LogEntry::Chose(chose) if chose.forced);
            if is_forced && !was_forced {
                lines.push((0, self.own.log_forced()));
            }
            lines.push((if is_forced { 2 } else { 0 }, line));
            was_forced = is_forced;
        }
        lines
    }

    fn message(&self, message: &str, facts: &[Fact], reader: Viewer) -> String {
        let named = players(facts);
        let texts = facts.iter().map(|fact| (fact.name.as_str(), self.fact(&fact.value, &named)));
        let texts: Vec<(&str, String)> = texts.collect();
        let reader = reader.and_then(|seat| self.setup.seat(seat));
        let text = self.setup.text_with(self.language, &format!("messages.{message}"), facts, reader);
        match text.map(|text| typeset(&text)) {
            Some(text) => capital(&fill(&text, &texts)),
            None => {
                let facts: Vec<String> =
                    texts.into_iter().map(|(name, text)| format!("{name} {text}")).collect();
                let line = format!("{}: {}", message.replace('_', " "), facts.join(", "));
                capital(line.trim_end_matches([':', ' ']))
            }
        }
    }

    /// Formats a fact. Players in `named` are not repeated as owners.
    pub(super) fn fact(&self, value: &Value, named: &BTreeSet<Seat>) -> String {
        let stranger = |owner: &Seat| !named.contains(owner);
        if let Value::Card(card) = value {
            return self.card(card.id, self.owner(card.id).is_some_and(|owner| stranger(&owner)));
        }
        if let Value::Unseen { kind, owner, place } = value {
            return self.hidden(kind.id, owner.as_ref().map(|owner| owner.id).filter(stranger), *place);
        }
        if let Value::List(values) = value {
            let parts: Vec<String> = values.iter().map(|value| self.fact(value, named)).collect();
            return self.setup.joined(self.language, &parts).unwrap_or_else(|| NOTHING.to_owned());
        }
        if let Value::Hidden = value { NOTHING.to_owned() } else { self.value(value) }
    }
}
