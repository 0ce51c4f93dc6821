//! Targets for a point, such as `seat spread < 2 %`.

use std::fmt;

use ludex::Setup;
use ludex::diagnostics::closest;

use crate::stats::Interval;

/// Measure of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Largest win share of a seat less the smallest, in percentage points.
    SeatSpread,
    /// Win share of a seat, counted from 0, in percentage points.
    Seat(usize),
    /// Number of decisions with two or more options per game.
    Decisions,
    /// Mean score of all seats, or of one.
    Score(Option<usize>),
    /// Number of times that a phase starts per game. Holds the index of the phase.
    Length(usize),
}

/// Relation between a measure and a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Relation {
    /// Less: `<`.
    Below,
    /// Less or equal: `<=`.
    AtMost,
    /// Greater: `>`.
    Above,
    /// Greater or equal: `>=`.
    AtLeast,
    /// Approximately equal: `=`. Holds the maximum distance.
    Within(f64),
}

/// A target for a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// Measure of the point.
    pub measure: Measure,
    /// Relation between measure and value.
    pub relation: Relation,
    /// Value to compare with.
    pub value: f64,
    text: String,
}

/// Default tolerance of `=`.
pub(super) const NEAR: f64 = 1.0;

/// Operators and their relations, longer ones first.
const SIGNS: [(&str, Relation); 5] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("<", Relation::Below),
    (">", Relation::Above),
    ("=", Relation::Within(NEAR)),
];

/// Measures as written in a target.
const MEASURES: [&str; 7] =
    ["seat spread", "seat N", "decisions", "score", "score of seat N", "length", "length of PHASE"];

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Measure {
    /// Returns true if the measure is a share in percentage points.
    pub fn is_share(self) -> bool {
        match self {
            Self::SeatSpread | Self::Seat(_) => true,
            Self::Decisions | Self::Score(_) | Self::Length(_) => false,
        }
    }

    fn parse(text: &str, setup: &Setup) -> Result<Measure, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["seat", "spread"] => Ok(Self::SeatSpread),
            ["seat", number] if is_number(number) => seat(number, setup).map(Self::Seat),
            ["decisions"] => Ok(Self::Decisions),
            ["score"] => Ok(Self::Score(None)),
            ["score", "of", "seat", number] => seat(number, setup).map(|seat| Self::Score(Some(seat))),
            ["length"] => phase(None, setup),
            ["length", "of", name] => phase(Some(name), setup),
            _ => {
                let near = closest(text, MEASURES).map(|near| format!("did you mean `{near}`?"));
                let help = near.unwrap_or_else(|| format!("there are: {}", MEASURES.join(", ")));
                Err(format!("`{text}` can't be measured; {help}"))
            }
        }
    }
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

fn seat(number: &str, setup: &Setup) -> Result<usize, String> {
    let players = usize::from(setup.players());
    let seat = number.parse().ok().filter(|seat| (1..=players).contains(seat));
    seat.map(|seat: usize| seat - 1)
        .ok_or_else(|| format!("there is no seat {number}; there are 1 to {players}"))
}

/// Returns the length of a phase given by name, or of the first phase.
fn phase(name: Option<&str>, setup: &Setup) -> Result<Measure, String> {
    let names: Vec<String> = setup.phases().map(|phase| phase.name).collect();
    let found = names.iter().position(|known| name.is_none_or(|name| name == known));
    found.map(Measure::Length).ok_or_else(|| match name {
        Some(name) if !names.is_empty() => {
            format!("there is no phase `{name}`; there are: {}", names.join(", "))
        }
        _ => "the game has no phases".to_owned(),
    })
}

impl Target {
    /// Parses a target for the seats and phases of a setup: `seat 1 = 50 % +- 0.5`.
    ///
    /// # Errors
    /// Returns a message with the error and the valid names.
    pub fn parse(text: &str, setup: &Setup) -> Result<Target, String> {
        let at = text.find(['<', '>', '=']).ok_or_else(shape)?;
        let sign = SIGNS.iter().find(|(sign, _)| text[at..].starts_with(sign));
        let (sign, relation) = *sign.ok_or_else(shape)?;
        let measure = Measure::parse(text[..at].trim(), setup)?;
        let (value, relation) = match (text[at + sign.len()..].replace('±', "+-").split_once("+-"), relation)
        {
            (None, relation) => (number(&text[at + sign.len()..], measure)?, relation),
            (Some((value, near)), Relation::Within(_)) => {
                (number(value, measure)?, Relation::Within(number(near, measure)?.abs()))
            }
            (Some(_), _) => return Err("`+-` goes with `=` alone".to_owned()),
        };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Target { measure, relation, value, text })
    }

    /// Returns true if all values of an interval meet the target.
    pub fn is_met(&self, [low, high]: Interval) -> bool {
        match self.relation {
            Relation::Below => high < self.value,
            Relation::AtMost => high <= self.value,
            Relation::Above => low > self.value,
            Relation::AtLeast => low >= self.value,
            Relation::Within(near) => low >= self.value - near && high <= self.value + near,
        }
    }

    /// Returns true if no value of an interval meets the target.
    pub fn is_missed(&self, [low, high]: Interval) -> bool {
        match self.relation {
            Relation::Below => low >= self.value,
            Relation::AtMost => low > self.value,
            Relation::Above => high <= self.value,
            Relation::AtLeast => high < self.value,
            Relation::Within(near) => low > self.value + near || high < self.value - near,
        }
    }

    /// Returns the distance of a number from the target; negative if the number meets it with a margin.
    pub fn miss(&self, x: f64) -> f64 {
        match self.relation {
            Relation::Below | Relation::AtMost => x - self.value,
            Relation::Above | Relation::AtLeast => self.value - x,
            Relation::Within(near) => (x - self.value).abs() - near,
        }
    }

    /// Returns the minimum and maximum distance of an interval from the target; 0 if a value may meet it.
    pub fn distance(&self, [low, high]: Interval) -> Interval {
        let inside = self.value.clamp(low, high);
        let best = [low, high, inside].map(|x| self.miss(x)).into_iter().fold(f64::INFINITY, f64::min);
        let worst = self.miss(low).max(self.miss(high));
        [best.max(0.0), worst.max(0.0)]
    }
}

fn shape() -> String {
    "a target is a measure, one of < <= > >= = and a number, as `seat spread < 2 %`, `seat 1 = 50 % +- 0.5`, `decisions < 80`".to_owned()
}

fn number(text: &str, measure: Measure) -> Result<f64, String> {
    let text = text.trim();
    let plain = text.strip_suffix('%').map(str::trim_end);
    if plain.is_some() && !measure.is_share() {
        return Err(format!("`{text}`: only `seat spread` and `seat N` are in per cent"));
    }
    let plain = plain.unwrap_or(text);
    let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    let number = plain.parse().ok().filter(|x: &f64| x.is_finite() && plain.chars().all(digits));
    number.ok_or_else(|| format!("`{plain}` is no number; {}", shape()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "format: 1\ngame: { id: luck, players: 2 }\nstate: { player: { n: int for game } }\nscore: { total: player.n }\n\
        phases: { turn: { each: player, do: \"let n = me chooses number in 1..3 as size\\nset me.n = n\" } }\n";

    fn setup() -> Setup {
        let files = [("ruleset.yaml".to_owned(), GAME.to_owned())];
        ludex::compile(&files).into_ruleset().expect("a game").setup(2, &[]).expect("a setup")
    }

    fn read(text: &str) -> Result<(Measure, Relation, f64), String> {
        Target::parse(text, &setup()).map(|target| (target.measure, target.relation, target.value))
    }

    #[test]
    fn targets_are_read_as_they_are_meant() {
        let fine = |measure, relation, value| Ok((measure, relation, value));
        assert_eq!(read("seat spread < 2 %"), fine(Measure::SeatSpread, Relation::Below, 2.0));
        assert_eq!(read("seat 2 = 50%"), fine(Measure::Seat(1), Relation::Within(1.0), 50.0));
        assert_eq!(read("seat 2=50+-0.5%"), fine(Measure::Seat(1), Relation::Within(0.5), 50.0));
        assert_eq!(read("decisions<=80"), fine(Measure::Decisions, Relation::AtMost, 80.0));
        assert_eq!(read("score of seat 1 > -1.5"), fine(Measure::Score(Some(0)), Relation::Above, -1.5));
        assert_eq!(read("length of turn >= 3"), fine(Measure::Length(0), Relation::AtLeast, 3.0));
        assert_eq!(read("length >= 3"), fine(Measure::Length(0), Relation::AtLeast, 3.0));
    }

    #[test]
    fn what_is_wrong_is_told_with_what_there_is() {
        for (text, why) in [
            ("seat spread", "a target is a measure"),
            ("seat spraed < 2", "`seat spraed` can't be measured; did you mean `seat spread`?"),
            ("fun > 9", "`fun` can't be measured; there are: seat spread, "),
            ("seat 3 = 50", "there is no seat 3; there are 1 to 2"),
            ("length of day < 3", "there is no phase `day`; there are: turn"),
            ("decisions < 80 %", "`80 %`: only `seat spread`"),
            ("decisions < many", "`many` is no number"),
            ("decisions < inf", "`inf` is no number"),
            ("decisions < 8 +- 1", "`+-` goes with `=` alone"),
        ] {
            let found = read(text).expect_err(text);
            assert!(found.starts_with(why), "{text}: {found}");
        }
    }

    #[test]
    fn intervals_meet_miss_or_leave_it_open() {
        let below = Target::parse("seat spread < 2", &setup()).expect("a target");
        assert!(below.is_met([0.0, 1.9]) && !below.is_missed([1.0, 3.0]) && below.is_missed([2.0, 3.0]));
        assert_eq!((below.distance([1.0, 3.0]), below.distance([4.0, 6.0])), ([0.0, 1.0], [2.0, 4.0]));
        let near = Target::parse("seat 1 = 50", &setup()).expect("a target");
        assert!(near.is_met([49.0, 51.0]) && near.is_missed([51.5, 60.0]) && near.is_missed([30.0, 48.0]));
        assert_eq!((near.distance([40.0, 53.0]), near.distance([40.0, 45.0])), ([0.0, 9.0], [4.0, 9.0]));
    }
}
