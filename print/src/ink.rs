//! Colour contrast: keeps texts readable on their backgrounds.

use ludex::rules::Colour;

/// Colour of texts.
pub const INK: &str = "#1c1e21";

const WHITE: Colour = Colour([0xff; 3]);
const BLACK: Colour = Colour([0; 3]);
/// [`INK`] as a colour.
const DARK: Colour = Colour([0x1c, 0x1e, 0x21]);

/// Minimum contrast ratio of letters: WCAG 2.2, 1.4.3.
pub const LETTERS: f64 = 4.5;
/// Minimum contrast ratio of large letters.
pub const LARGE: f64 = 3.0;
/// Minimum contrast ratio of lines.
pub const RULE: f64 = 1.3;

/// Distinguishable colours for items without a colour name.
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

/// Returns the colour with a number; the palette of ten repeats.
pub fn of_number(number: usize) -> Colour {
    PALETTE[number % PALETTE.len()]
}

/// Returns the colour in hexadecimal notation for SVG.
pub fn hex(Colour([red, green, blue]): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Mixes a percentage of a colour with white.
pub fn tint(Colour(parts): Colour, percent: u32) -> Colour {
    Colour(parts.map(|part| (255 - (255 - u32::from(part)) * percent / 100) as u8))
}

/// Mixes a percentage of a colour with black.
fn shade(Colour(parts): Colour, percent: u32) -> Colour {
    Colour(parts.map(|part| (u32::from(part) * percent / 100) as u8))
}

/// Returns the relative luminance of a colour, from 0 to 1. The sRGB curve is approximated by a polynomial,
/// which is identical on every machine.
fn luminance(Colour(parts): Colour) -> f64 {
    let [red, green, blue] = parts.map(|part| {
        let part = f64::from(part) / 255.0;
        part * (part * (part * 0.305_306_011 + 0.682_171_111) + 0.012_522_878)
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the contrast ratio of two colours, from 1 to 21.
pub fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    if one > other { one / other } else { other / one }
}

/// Returns the text colour on a background: white if readable, otherwise dark or black.
pub fn on(ground: Colour) -> &'static str {
    let inks = [(WHITE, "#ffffff"), (DARK, INK), (BLACK, "#000000")];
    let read = |(ink, _): &(Colour, &str)| contrast(*ink, ground) >= LETTERS;
    inks.into_iter().find(read).map_or(INK, |(_, ink)| ink)
}

/// Darkens a colour, or lightens it on a dark background, until its contrast is at least `least`.
pub fn apart(colour: Colour, ground: Colour, least: f64) -> Colour {
    let darker = contrast(BLACK, ground) > contrast(WHITE, ground);
    let mixed = |percent| if darker { shade(colour, percent) } else { tint(colour, percent) };
    let found = (0..=100).rev().map(mixed).find(|mixed| contrast(*mixed, ground) >= least);
    found.unwrap_or(if darker { BLACK } else { WHITE })
}

/// Returns a colour adjusted for letters on white.
pub fn letters(colour: Colour) -> String {
    hex(apart(colour, WHITE, LETTERS))
}

/// Returns a colour adjusted for lines on white.
pub fn rule(colour: Colour) -> String {
    hex(apart(colour, WHITE, RULE))
}
