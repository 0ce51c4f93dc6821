//! Sentences about why an option is unavailable.

use ludex::why::{Candidate, Explanation, Reason, Subject, WhyNot};
use ludex::{DecisionId, Named, Place, Value};

use super::{Words, capital};
use crate::names::short;
use crate::offers::Offers;
use crate::typeset::clean;

/// Maximum number of candidates explained individually.
const MOST_CANDIDATES: usize = 8;

/// A line, and the indentation of its continuations.
pub type Line = (usize, String);

impl Words<'_> {
    pub fn action_name(&self, name: &str) -> String {
        let text = self.get(&format!("actions.{name}"));
        let short = text.map(|text| short(&text).to_owned());
        short.filter(|short| !short.is_empty()).unwrap_or_else(|| capital(&name.replace('_', " ")))
    }

    /// Explains why something is unavailable, in lines.
    pub fn why_not(&self, name: &str, answer: &WhyNot, offers: &Offers) -> Vec<Line> {
        let own = self.own;
        let text = match answer {
            WhyNot::Over => own.why_not_over(),
            WhyNot::Waits { player, decision } => {
                own.why_not_waits(self.seat(player.id), prompt(self, decision))
            }
            WhyNot::Offered(options) => own.why_not_offered(name, offers.keys(options)),
            WhyNot::Elsewhere { decision, others } => match others.first() {
                Some(other) if other.id != decision.id => {
                    own.why_not_elsewhere(name, prompt(self, decision), prompt(self, other))
                }
                _ => own.why_not_here(name, prompt(self, decision)),
            },
            WhyNot::Refused(ways) => {
                return ways.iter().flat_map(|way| refused(self, name, way, ways.len())).collect();
            }
        };
        vec![(0, text)]
    }
}

fn prompt(words: &Words<'_>, decision: &Named<DecisionId>) -> String {
    words.prompt(&decision.name)
}

/// Formats a source location.
pub fn place_text(place: &Place) -> String {
    format!("({}:{})", clean(&place.file), place.line)
}

fn refused(words: &Words<'_>, asked: &str, way: &Candidate, ways: usize) -> Vec<Line> {
    let action = way.action.as_ref().map(|action| words.action_name(&action.name));
    let target = way.target.as_ref().map(|target| words.value(target));
    let name = match (action, target) {
        (Some(action), Some(target)) => words.label(&action, &target),
        (Some(action), None) if ways > 1 => words.label(&action, asked),
        (Some(name), None) | (None, Some(name)) => name,
        (None, None) => asked.to_owned(),
    };
    let action = way.action.as_ref().map(|action| action.name.as_str());
    if let Some(text) = words.own_reason(action, &way.reason) {
        return vec![(0, words.label(&name, &text))];
    }
    let mut lines = vec![(0, reason(words, &name, &way.reason))];
    if let Reason::Nothing { candidates, .. } = &way.reason {
        for candidate in candidates.iter().take(MOST_CANDIDATES) {
            let name = candidate.target.as_ref().map(|target| words.value(target)).unwrap_or_default();
            lines.push((4, format!("  {}", briefly(words, &name, &candidate.reason))));
        }
        if candidates.len() > MOST_CANDIDATES {
            lines.push((4, "  …".to_owned()));
        }
    }
    lines
}

/// Formats a reason as a sentence.
fn reason(words: &Words<'_>, name: &str, reason: &Reason) -> String {
    let own = words.own;
    match reason {
        Reason::Fails { test, sides } => {
            let (written, place) = written(test);
            match facts(words, test, sides) {
                Some(facts) => own.why_not_but(name, written, facts, place),
                None => own.why_not_needs(name, written, place),
            }
        }
        Reason::Hidden(place) => {
            let place = place.as_ref().map(place_text).unwrap_or_default();
            own.why_not_hidden(name, place).trim_end().to_owned()
        }
        Reason::NotAmong(place) => own.why_not_among(name, clean(&place.text), place_text(place)),
        Reason::Nothing { list, .. } => {
            let written = list.as_ref().map(|list| clean(&list.text)).unwrap_or_default();
            own.why_not_nothing(name, written, list.as_ref().map(place_text).unwrap_or_default())
        }
        Reason::Picked => own.why_not_picked(name),
        Reason::PassedOver => own.why_not_passed(name),
        Reason::Fault(message) => words.label(name, &own.why_fault(message)),
    }
}

/// Formats the reason for one of several candidates.
fn briefly(words: &Words<'_>, name: &str, reason: &Reason) -> String {
    let Reason::Fails { test, sides } = reason else { return self::reason(words, name, reason) };
    let facts = facts(words, test, sides);
    let facts = facts.unwrap_or_else(|| format!("`{}`: {}", written(test).0, words.own.no()));
    words.label(name, &facts)
}

fn written(test: &Explanation) -> (String, String) {
    let place = test.place.as_ref();
    (place.map(|place| clean(&place.text)).unwrap_or_default(), place.map(place_text).unwrap_or_default())
}

/// Formats the facts of a failed test: `cost is 5 and me.gold is 3`. These are the sides of the test, or else
/// the results of its functions.
fn facts(words: &Words<'_>, test: &Explanation, sides: &[Explanation]) -> Option<String> {
    let mut facts: Vec<String> = Vec::new();
    let read = if sides.is_empty() { test.children.as_slice() } else { sides };
    for side in read.iter().take(4) {
        let Some(place) = &side.place else { continue };
        // a test that is a single value only repeats that it fails
        if side.value == Value::Bool(false) && Some(place.span) == test.place.as_ref().map(|place| place.span)
        {
            continue;
        }
        let name = if let Subject::Function { function, arguments } = &side.what {
            let arguments: Vec<String> = arguments.iter().map(|value| words.value(value)).collect();
            format!("{}({})", function.name, arguments.join(", "))
        } else {
            clean(&place.text)
        };
        facts.push(words.own.why_is(format!("`{name}`"), words.value(&side.value)));
    }
    let last = facts.pop()?;
    Some(if facts.is_empty() { last } else { words.own.why_and(facts.join(", "), last) })
}
