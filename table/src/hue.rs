//! Colours that rulesets name.

use ludex::Seat;
use ludex::rules::Rules;

/// A colour of a seat or card. Each display chooses its own shade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hue {
    Red,
    Green,
    Yellow,
    Blue,
    /// Purple; `magenta` and `violet` name it too.
    Purple,
    Cyan,
    White,
    Black,
}

impl Hue {
    /// Returns the colour with this English name.
    pub fn named(word: &str) -> Option<Hue> {
        Some(match word {
            "red" => Self::Red,
            "green" => Self::Green,
            "yellow" => Self::Yellow,
            "blue" => Self::Blue,
            "purple" | "magenta" | "violet" => Self::Purple,
            "cyan" => Self::Cyan,
            "white" => Self::White,
            "black" => Self::Black,
            _ => return None,
        })
    }

    /// Returns the colour that is closest to a named colour of a layout.
    fn near(word: &str) -> Option<Hue> {
        Self::named(match word {
            "orange" => "yellow",
            "teal" => "cyan",
            "pink" => "purple",
            "brown" => "red",
            "grey" => "white",
            same => same,
        })
    }

    /// Returns the colour of a seat: that in the layout, that named by its ID, or one by number.
    pub fn for_seat(rules: &Rules, seat: Seat) -> Hue {
        let look = rules.layout().seat(seat).and_then(|look| look.colour?.name());
        let id = || rules.seat_label(seat).unwrap_or_default();
        look.map_or_else(|| Self::named(&id()), Self::near).unwrap_or(Self::of_seat(seat.index()))
    }

    /// Returns the colour of a seat whose name is no colour, by its number from 0.
    pub fn of_seat(number: usize) -> Hue {
        [Self::Blue, Self::Red, Self::Green, Self::Yellow, Self::Purple, Self::Cyan][number % 6]
    }
}
