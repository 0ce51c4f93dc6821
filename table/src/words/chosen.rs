//! Log lines of choices without a message of the ruleset.

use std::collections::BTreeSet;

use ludex::rules::{HolderAt, Sees};
use ludex::{Choice, Chose, Moved, Seat, Value, ZoneAt};

use super::{NOTHING, Words, capital, open};

impl Words<'_> {
    /// Formats a choice: `Bo plays Seven of Hearts`.
    pub(super) fn chosen(&self, chose: &Chose) -> String {
        let (who, decision) = (capital(&self.seat(chose.seat.id)), chose.decision.name.as_str());
        let own = |word: &str| self.get(&format!("choices.{decision}.{word}")).map(|text| open(&text));
        let answer = |text: String| self.own.log_answers(&who, self.prompt(decision), text);
        match &chose.choice {
            Choice::Pick(value @ (Value::Int(_) | Value::Decimal(_) | Value::Bool(_))) => {
                answer(self.value(value))
            }
            Choice::Pick(value) => self.picked(chose, &who, self.parts(value, chose.seat.id)),
            Choice::Decline => match own("decline") {
                Some(text) => self.label(&who, &text),
                None => answer(self.own.decline()),
            },
            Choice::Answer(yes) => match own(if *yes { "yes" } else { "no" }) {
                Some(text) => self.label(&who, &text),
                None => answer(capital(&if *yes { self.own.yes() } else { self.own.no() })),
            },
            Choice::Mode(name) => {
                let text = own(name).unwrap_or_else(|| capital(&name.replace('_', " ")));
                self.label(&who, &text)
            }
            Choice::Action { action, targets } => {
                let text = own(&action.name).or_else(|| self.get(&format!("actions.{}", action.name)));
                let text = text.unwrap_or_else(|| capital(&action.name.replace('_', " ")));
                let targets: Vec<String> =
                    targets.iter().map(|target| self.parts(target, chose.seat.id)).collect();
                let text = if targets.is_empty() { text } else { self.label(&text, &targets.join(", ")) };
                self.label(&who, &text)
            }
            Choice::Done => self.label(&who, &self.own.done()),
        }
    }

    /// Formats the chosen items; equal ones are combined, with their number.
    fn parts(&self, value: &Value, who: Seat) -> String {
        let named = BTreeSet::from([who]);
        let Value::List(values) = value else { return self.fact(value, &named) };
        let mut parts: Vec<(String, usize)> = Vec::new();
        for part in values.iter().map(|value| self.fact(value, &named)) {
            match parts.last_mut().filter(|(last, _)| *last == part) {
                Some((_, times)) => *times += 1,
                None => parts.push((part, 1)),
            }
        }
        let part = |(part, times)| if times > 1 { format!("{part} ×{times}") } else { part };
        let parts: Vec<String> = parts.into_iter().map(part).collect();
        self.setup.joined(self.language, &parts).unwrap_or_else(|| NOTHING.to_owned())
    }

    /// Formats a choice with the movement of the card between zones.
    fn picked(&self, chose: &Chose, who: &str, what: String) -> String {
        let places = |moved: &Moved| Some((self.place(moved.from.id)?, self.place(moved.to.id)?));
        let Some(((from, from_hidden, left), (to, to_hidden, came))) = chose.moved.as_ref().and_then(places)
        else {
            return self.own.log_chooses(who, what);
        };
        let (from_own, to_own) = [left, came].map(|at| at == HolderAt::Seat(chose.seat.id)).into();
        match (left, came) {
            (_, HolderAt::Seat(other)) if from_own && !to_own => {
                self.own.log_gives(who, self.seat(other), what)
            }
            (HolderAt::Seat(other), _) if to_own && !from_own => {
                self.own.log_takes_from(who, what, self.seat(other))
            }
            (HolderAt::Spot(spot), _) if to_own => self.own.log_takes_from(who, what, self.spot(spot)),
            _ if to_own && !from_own => self.own.log_takes_from(who, what, from),
            _ if from_own && to_own && from_hidden && !to_hidden => self.own.log_plays(who, what),
            (_, HolderAt::Spot(spot)) if from_own && !to_hidden => {
                self.own.log_plays_at(who, what, self.spot(spot))
            }
            _ if from_own && from_hidden && !to_hidden => self.own.log_plays_at(who, what, to),
            (_, HolderAt::Spot(spot)) => self.own.log_moves(who, what, format!("{}, {to}", self.spot(spot))),
            _ => self.own.log_moves(who, what, to),
        }
    }

    /// Returns the name of a zone, true if some players can't see its cards, and its holder.
    fn place(&self, zone: ZoneAt) -> Option<(String, bool, HolderAt)> {
        let (def, holder) = self.rules().zone_at(zone)?;
        let is_open = matches!(def.sees, Sees::All | Sees::ByFace);
        Some((self.zone_at(zone), !is_open, holder))
    }
}
