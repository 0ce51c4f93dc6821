//! Text styles of the program.

use anstyle::AnsiColor;
pub use anstyle::Style;
use ludex_table::hue::Hue;

pub const PLAIN: Style = Style::new();
pub const BOLD: Style = PLAIN.bold();
/// Text of secondary importance.
pub const DIM: Style = PLAIN.dimmed();

pub const RED: Style = AnsiColor::Red.on_default();
pub const GREEN: Style = AnsiColor::Green.on_default();
pub const YELLOW: Style = AnsiColor::Yellow.on_default();
/// Bright blue, because standard blue is hard to read on black.
pub const BLUE: Style = AnsiColor::BrightBlue.on_default();
pub const CYAN: Style = AnsiColor::Cyan.on_default();

/// Returns the style of a colour that a ruleset names.
pub fn style(hue: Hue) -> Style {
    match hue {
        Hue::Red => RED,
        Hue::Green => GREEN,
        Hue::Yellow => YELLOW,
        Hue::Blue => BLUE,
        Hue::Purple => AnsiColor::Magenta.on_default(),
        Hue::Cyan => CYAN,
        Hue::White => AnsiColor::BrightWhite.on_default().bold(),
        Hue::Black => AnsiColor::BrightBlack.on_default(),
    }
}

/// Formats text in a style, if colour is enabled.
pub fn paint(color: bool, style: Style, text: &str) -> String {
    if color && !style.is_plain() && !text.is_empty() {
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}
