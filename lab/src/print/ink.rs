//! Colours beside each other.

use ludex::rules::Colour;

/// The ink of texts.
pub const INK: &str = "#1c1e21";
/// The ink of what matters less.
pub const SOFT: &str = "#565b62";

/// Colours that can be told apart, for what has no word for one.
const PALETTE: [Colour; 10] = [
    Colour([0x1f, 0x5f, 0xa8]),
    Colour([0xb3, 0x26, 0x2e]),
    Colour([0x2e, 0x7d, 0x43]),
    Colour([0xe3, 0xb5, 0x05]),
    Colour([0x6d, 0x3b, 0x8f]),
    Colour([0xc8, 0x64, 0x16]),
    Colour([0x1b, 0x7f, 0x84]),
    Colour([0x7a, 0x52, 0x30]),
    Colour([0xc2, 0x4b, 0x86]),
    Colour([0x6b, 0x70, 0x76]),
];

/// The colour with a number, of ten that come again and again.
pub fn of_number(number: usize) -> Colour {
    PALETTE[number % PALETTE.len()]
}

/// As SVG writes it.
pub fn hex(Colour([red, green, blue]): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// So many percent of a colour on white.
pub fn tint(Colour(parts): Colour, percent: u32) -> Colour {
    Colour(parts.map(|part| (255 - (255 - u32::from(part)) * percent / 100) as u8))
}

/// So many percent of a colour on black.
pub fn shade(Colour(parts): Colour, percent: u32) -> Colour {
    Colour(parts.map(|part| (u32::from(part) * percent / 100) as u8))
}

/// Dark or white, whichever can be read on a colour.
pub fn on(colour: Colour) -> &'static str {
    if is_light(colour) { INK } else { "#ffffff" }
}

/// Whether dark letters can be read on it.
pub fn is_light(Colour([red, green, blue]): Colour) -> bool {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 150_000
}

/// A colour as letters on white: a light one is darker there.
pub fn letters(colour: Colour) -> String {
    hex(if is_light(colour) { shade(colour, 55) } else { colour })
}
