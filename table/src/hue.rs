//! Colours that rulesets name.

/// A colour of a seat or card. Each display chooses its own shade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hue {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Purple; `magenta` and `violet` name it too.
    Purple,
    /// Cyan.
    Cyan,
    /// White.
    White,
    /// Black.
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

    /// Returns the colour of a seat whose name is no colour, by its number from 0.
    pub fn of_seat(number: usize) -> Hue {
        [Self::Blue, Self::Red, Self::Green, Self::Yellow, Self::Purple, Self::Cyan][number % 6]
    }
}
