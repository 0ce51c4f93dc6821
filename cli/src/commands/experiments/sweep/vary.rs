//! Parses `--vary`: a name and its values.

use std::ops::Range;

use ludex_lab::sweep::Parameter;

use crate::commands::experiments::report::grouped;
use crate::failure::Failure;

const MOST: u64 = 256;
/// Section whose names are options; all other names need an overlay.
const OPTIONS: &str = "options";
/// Names for the number of players, which isn't part of the rules.
const PLAYERS: [&str; 3] = ["players", "seats", "game.players"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariedParameter {
    pub typed: String,
    /// Location of each word of the name in `typed`.
    pub words: Vec<Range<usize>>,
    /// Values as written in rules.
    pub values: Vec<String>,
    /// Location of each value, or of its range, in `typed`.
    pub places: Vec<Range<usize>>,
}

impl VariedParameter {
    /// Parses an argument such as `options.rounds=1..5`. `options` are the option names of the ruleset.
    pub fn parse(typed: &str, options: &[String]) -> Result<VariedParameter, Failure> {
        let wrong = |why: String| Failure::Usage(format!("--vary {typed}: {why}"));
        let (name, values) = typed.split_once('=').ok_or_else(|| wrong(shape()))?;
        let words = words(name);
        if options.iter().any(|option| option == name) {
            return Err(wrong(format!("for the option write --vary {OPTIONS}.{typed}; {}", shape())));
        }
        if PLAYERS.contains(&name) {
            return Err(wrong("the number of players is varied as players=2..5".to_owned()));
        }
        if words.len() < 2 || (&name[words[0].clone()] == OPTIONS && words.len() > 2) {
            return Err(wrong(shape()));
        }
        let plain = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        if let Some(word) = words.iter().map(|at| &name[at.clone()]).find(|word| !plain(word)) {
            return Err(wrong(format!("`{word}` is not a name")));
        }
        let (values, places) = all_values(values, name.len() + 1).map_err(wrong)?.into_iter().unzip();
        Ok(VariedParameter { typed: typed.to_owned(), words, values, places })
    }

    pub fn name(&self) -> &str {
        &self.typed[..self.words.last().map_or(0, |word| word.end)]
    }

    pub fn word(&self, at: usize) -> &str {
        &self.typed[self.words[at].clone()]
    }

    /// Returns the name of the option, or `None` for another parameter.
    pub fn option(&self) -> Option<&str> {
        (self.word(0) == OPTIONS).then(|| self.word(1))
    }

    /// Converts to the parameter of a sweep plan.
    pub fn parameter(&self) -> Parameter {
        Parameter { name: self.name().to_owned(), values: self.values.clone() }
    }
}

/// Parses all arguments for a ruleset with these options. Fails if they can't be combined.
pub fn parse_all(typed: &[String], options: &[String]) -> Result<Vec<VariedParameter>, Failure> {
    let all: Vec<VariedParameter> =
        typed.iter().map(|typed| VariedParameter::parse(typed, options)).collect::<Result<_, _>>()?;
    for (i, vary) in all.iter().enumerate() {
        if all[..i].iter().any(|other| other.name() == vary.name()) {
            return Err(Failure::Usage(format!("`{}` is varied twice", vary.name())));
        }
    }
    let sizes: Vec<String> = all.iter().map(|vary| vary.values.len().to_string()).collect();
    let points = all.iter().fold(1_u64, |n, vary| n.saturating_mul(vary.values.len() as u64));
    if points > MOST {
        let sizes = if sizes.len() > 1 { format!(" ({})", sizes.join(" × ")) } else { String::new() };
        let message = format!("that is {} points{sizes}; a sweep has at most {MOST}", grouped(points));
        return Err(Failure::Usage(message));
    }
    Ok(all)
}

fn shape() -> String {
    "it takes options.NAME=VALUES, cards.ID.FIELD=VALUES or players=NUMBERS, with VALUES as 6..10, 16..24/2 or a,b,c"
        .to_owned()
}

/// Returns the locations of the words of a name.
fn words(name: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let word = |word: &str| {
        let start = at;
        at += word.len() + 1;
        start..start + word.len()
    };
    name.split('.').map(word).collect()
}

/// Parses a list of values that starts at `start`. Each value has its own location, or that of its range.
fn all_values(text: &str, mut start: usize) -> Result<Vec<(String, Range<usize>)>, String> {
    let mut values: Vec<(String, Range<usize>)> = Vec::new();
    for part in text.split(',') {
        let place = start..start + part.len();
        start = place.end + 1;
        let found = match part.split_once("..") {
            Some((from, rest)) => range(from, rest)?,
            None => vec![value(part)?.to_owned()],
        };
        for value in found {
            if values.iter().any(|(other, _)| *other == value) {
                return Err(format!("{value} is there twice"));
            }
            values.push((value, place.clone()));
        }
    }
    Ok(values)
}

/// Checks that a value is a plain number or word. An overlay would need quotes for anything else.
fn value(text: &str) -> Result<&str, String> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    if text.is_empty() || !text.chars().all(plain) {
        return Err(format!("`{text}` is not a value; {}", shape()));
    }
    Ok(text)
}

/// Expands `16..24` or `16..24/2`. Both ends are included, the upper one only if a step meets it.
fn range(from: &str, rest: &str) -> Result<Vec<String>, String> {
    let (to, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let number =
        |text: &str| thousandths(text).ok_or_else(|| format!("`{text}` is not a number; {}", shape()));
    let (first, last, step) = (number(from)?, number(to)?, number(step)?);
    if step <= 0 {
        return Err("a step is above 0".to_owned());
    }
    if first > last {
        return Err(format!("there is nothing from {from} up to {to}"));
    }
    let count = (last - first) / step + 1;
    if count as u64 > MOST {
        return Err(format!("that is {} values; a sweep has at most {MOST} points", grouped(count as u64)));
    }
    Ok((0..count).map(|i| written(first + i * step)).collect())
}

/// Parses an exact number in thousandths, with at most nine digits before and three after the point.
fn thousandths(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || !all_digits(part) || whole.len() > 9 || part.len() > 3 {
        return None;
    }
    let part: i64 = format!("{part:0<3}").parse().ok()?;
    Some(sign * (whole.parse::<i64>().ok()? * 1000 + part))
}

fn written(thousandths: i64) -> String {
    let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.unsigned_abs());
    let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        match all_values(text, 0) {
            Ok(values) => values.into_iter().map(|(value, _)| value).collect(),
            Err(why) => vec![why],
        }
    }

    #[test]
    fn ranges_have_both_ends_and_are_exact() {
        assert_eq!(values("6..9"), ["6", "7", "8", "9"]);
        assert_eq!(values("16..21/2"), ["16", "18", "20"]);
        assert_eq!(values("9..10/0.5"), ["9", "9.5", "10"]);
        assert_eq!(values("-1..1,7,low"), ["-1", "0", "1", "7", "low"]);
        assert_eq!(values("0..0.3/0.1"), ["0", "0.1", "0.2", "0.3"]);
    }

    #[test]
    fn what_is_no_list_of_values_is_told() {
        for (text, why) in [
            ("5..1", "there is nothing from 5 up to 1"),
            ("1..5/0", "a step is above 0"),
            ("1,2,1", "1 is there twice"),
            ("1..1000000000/0.001", "`1000000000` is not a number"),
            ("0..999999999/0.001", "that is 999,999,999,001 values"),
            ("", "`` is not a value"),
            ("a: b", "`a: b` is not a value"),
            ("1...5", "`.5` is not a number"),
        ] {
            let found = values(text);
            assert!(found[0].starts_with(why), "{text}: {found:?}");
        }
    }

    /// Advice names only what there is.
    #[test]
    fn a_name_without_a_section_is_advised_to_be_an_option_if_it_is_one() {
        let options = ["rounds".to_owned()];
        let why = |typed: &str| match VariedParameter::parse(typed, &options) {
            Err(Failure::Usage(why)) => why,
            other => panic!("{typed}: {other:?}"),
        };
        assert!(why("rounds=1..5").contains("for the option write --vary options.rounds=1..5"));
        assert!(!why("turns=1..5").contains("options.turns"));
        for typed in ["seats=2..4", "game.players=2..4"] {
            assert!(why(typed).contains("players=2..5"), "{}", why(typed));
            assert!(!why(typed).contains("options."), "{}", why(typed));
        }
    }

    #[test]
    fn the_words_of_a_name_stand_where_they_were_typed() {
        let vary = VariedParameter::parse("cards.king.value=16..17", &[]).expect("it is fine");
        assert_eq!((vary.name(), vary.words.len(), vary.option()), ("cards.king.value", 3, None));
        assert_eq!((vary.word(1), vary.words[1].clone()), ("king", 6..10));
        assert_eq!((&vary.values[1], vary.places[1].clone()), (&"17".to_owned(), 17..23));
        assert_eq!(
            VariedParameter::parse("options.rounds=1", &[]).expect("it is fine").option(),
            Some("rounds")
        );
        for bad in ["options.rounds", "rounds=1..5", "options.a.b=1", "cards..value=1", "cards.a b.value=1"] {
            assert!(VariedParameter::parse(bad, &[]).is_err(), "{bad}");
        }
    }
}
