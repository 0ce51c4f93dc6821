//! A draft scenario: its parts, and its reduction to the necessary parts.

use std::fmt::Write as _;

/// Maximum number of runs to shorten a scenario.
const TRIES: usize = 800;

/// A part that a scenario may not need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Option(String, String),
    Zone(String, Vec<String>),
    /// A kind, and the zone for its unlisted cards.
    Rest(String, String),
    /// A statement in `set`.
    Set(String),
    Seed(u64),
    /// Label of a choice.
    Pick(String),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    pub players: u8,
    pub variants: Vec<String>,
    /// Phase in which play resumes; `None` for a new game.
    pub phase: Option<String>,
    pub parts: Vec<Part>,
    /// Steps after the choices, as written.
    pub steps: Vec<String>,
    pub expect: Vec<String>,
}

impl Draft {
    /// Returns the number of parts plus the number of cards in zones.
    pub fn size(&self) -> usize {
        let of = |part: &Part| if let Part::Zone(_, cards) = part { 1 + cards.len() } else { 1 };
        self.parts.iter().map(of).sum()
    }

    /// Removes unnecessary parts, then unnecessary cards in each zone, until nothing more can be removed. The
    /// result still satisfies `is_good`.
    pub fn shrunk(mut self, is_good: impl Fn(&Draft) -> bool) -> Draft {
        let mut tries = TRIES;
        loop {
            let before = self.size();
            let parts = std::mem::take(&mut self.parts);
            let with = |parts: &[Part]| Draft { parts: parts.to_vec(), ..self.clone() };
            let parts = less(parts, &mut tries, |parts| is_good(&with(parts)));
            self.parts = parts;
            for at in 0..self.parts.len() {
                let Part::Zone(zone, cards) = self.parts[at].clone() else { continue };
                let with = |cards: &[String]| {
                    let mut parts = self.parts.clone();
                    parts[at] = Part::Zone(zone.clone(), cards.to_vec());
                    Draft { parts, ..self.clone() }
                };
                let cards = less(cards, &mut tries, |cards| is_good(&with(cards)));
                self.parts[at] = Part::Zone(zone, cards);
            }
            if self.size() == before || tries == 0 {
                return self;
            }
        }
    }

    /// Returns the text of a scenario file with this scenario only.
    pub fn text(&self, remark: &str) -> String {
        let mut text = format!(
            "# {remark}\nscenarios:\n  - name: {}\n    players: {}\n",
            quoted(&self.name),
            self.players
        );
        let list = |words: &[String]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ");
        for part in &self.parts {
            if let Part::Seed(seed) = part {
                let _ = writeln!(text, "    seed: {seed}");
            }
        }
        if !self.variants.is_empty() {
            let _ = writeln!(text, "    variants: [{}]", list(&self.variants));
        }
        let options = self.collect_parts(|part| {
            let Part::Option(name, value) = part else { return None };
            Some(format!("{name}: {value}"))
        });
        if !options.is_empty() {
            let _ = writeln!(text, "    options: {{ {} }}", options.join(", "));
        }
        self.given(&mut text);
        let picks =
            self.collect_parts(|part| if let Part::Pick(label) = part { Some(quoted(label)) } else { None });
        text += "    play:\n";
        for picks in picks.chunks(8) {
            let _ = writeln!(text, "      - do: [{}]", picks.join(", "));
        }
        self.steps.iter().for_each(|step| {
            let _ = writeln!(text, "      - {step}");
        });
        if !self.expect.is_empty() {
            text += "    expect:\n";
        }
        self.expect.iter().for_each(|holds| {
            let _ = writeln!(text, "      - {holds}");
        });
        text
    }

    fn collect_parts(&self, written: impl Fn(&Part) -> Option<String>) -> Vec<String> {
        self.parts.iter().filter_map(written).collect()
    }

    /// Appends the initial position.
    fn given(&self, text: &mut String) {
        let Some(phase) = &self.phase else { return };
        text.push_str("    given:\n");
        let zones = self.collect_parts(|part| {
            let Part::Zone(zone, cards) = part else { return None };
            let cards: Vec<String> = cards.iter().map(|card| quoted(card)).collect();
            Some(format!("        {}: [{}]\n", quoted(zone), cards.join(", ")))
        });
        if !zones.is_empty() {
            let _ = write!(text, "      zones:\n{}", zones.concat());
        }
        let rest = self.collect_parts(|part| {
            let Part::Rest(kind, zone) = part else { return None };
            Some(format!("{kind}: {zone}"))
        });
        if !rest.is_empty() {
            let _ = writeln!(text, "      rest: {{ {} }}", rest.join(", "));
        }
        let set = self.collect_parts(|part| {
            let Part::Set(statement) = part else { return None };
            Some(format!("        {statement}\n"))
        });
        if !set.is_empty() {
            let _ = write!(text, "      set: |\n{}", set.concat());
        }
        let _ = writeln!(text, "      phase: {phase}");
    }
}

/// Reduces a list while the rest satisfies `is_good`. Removes pieces starting from the end, with sizes halved
/// down to single items, similar to delta debugging. Each test uses one of `tries`.
fn less<T: Clone>(mut all: Vec<T>, tries: &mut usize, is_good: impl Fn(&[T]) -> bool) -> Vec<T> {
    let mut size = all.len();
    while size > 0 {
        let mut end = all.len();
        while end > 0 && *tries > 0 {
            let start = end.saturating_sub(size);
            let mut rest = all.clone();
            rest.drain(start..end);
            *tries -= 1;
            if is_good(&rest) {
                all = rest;
            }
            end = start;
        }
        size /= 2;
    }
    all
}

/// Quotes a word if YAML would not read it as text.
pub fn quoted(word: &str) -> String {
    let plain = word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_. ".contains(c))
        && !word.ends_with(' ');
    let is_truth =
        ["yes", "no", "true", "false", "on", "off", "null", "y", "n"].contains(&word.to_lowercase().as_str());
    if plain && !is_truth { word.to_owned() } else { serde_json::to_string(word).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_left() {
        let parts: Vec<Part> = (0..20).map(|n| Part::Set(n.to_string())).collect();
        let needed = [Part::Set("3".into()), Part::Set("17".into())];
        let draft = Draft { parts, ..Draft::default() };
        let shrunk = draft.shrunk(|draft| needed.iter().all(|part| draft.parts.contains(part)));
        assert_eq!(shrunk.parts, needed);
    }

    #[test]
    fn cards_that_are_not_needed_leave_their_zones() {
        let cards = |n: usize| (0..n).map(|n| format!("card_{n}")).collect::<Vec<_>>();
        let parts = vec![Part::Zone("deck".into(), cards(60)), Part::Zone("hand".into(), cards(5))];
        let draft = Draft { parts, ..Draft::default() };
        let shrunk = draft.shrunk(|draft| match draft.parts.as_slice() {
            [Part::Zone(zone, cards), ..] => zone == "deck" && cards.iter().any(|card| card == "card_40"),
            _ => false,
        });
        assert_eq!(shrunk.parts, [Part::Zone("deck".into(), vec!["card_40".into()])]);
        assert_eq!(shrunk.size(), 2);
    }

    #[test]
    fn words_are_texts() {
        for (word, written) in
            [("blue king", "blue king"), ("3", "\"3\""), ("no", "\"no\""), ("coin#2", "\"coin#2\"")]
        {
            assert_eq!(quoted(word), written);
        }
    }
}
