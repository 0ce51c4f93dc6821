//! The styles of this program.

use anstyle::AnsiColor;
pub use anstyle::Style;

/// Text as it is.
pub const PLAIN: Style = Style::new();
/// Headings.
pub const BOLD: Style = PLAIN.bold();
/// What is only there for orientation.
pub const DIM: Style = PLAIN.dimmed();

pub const RED: Style = AnsiColor::Red.on_default();
pub const GREEN: Style = AnsiColor::Green.on_default();
pub const YELLOW: Style = AnsiColor::Yellow.on_default();
/// The plain blue can't be read on black.
pub const BLUE: Style = AnsiColor::BrightBlue.on_default();
pub const MAGENTA: Style = AnsiColor::Magenta.on_default();
pub const CYAN: Style = AnsiColor::Cyan.on_default();
pub const WHITE: Style = AnsiColor::BrightWhite.on_default().bold();
pub const GREY: Style = AnsiColor::BrightBlack.on_default();

/// The text in a style, if there is colour.
pub fn paint(color: bool, style: Style, text: &str) -> String {
    if color && !style.is_plain() && !text.is_empty() {
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}
