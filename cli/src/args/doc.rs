//! Arguments of `ludex doc`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Changes;

/// `ludex doc`
#[derive(Debug, clap::Args)]
pub struct DocArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Set the output folder
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Write an SVG picture of each card
    #[arg(long)]
    pub cards: bool,
    /// Write printable HTML sheets of nine cards
    ///
    /// Sheets contain all copies and the sets of all players.
    #[arg(long)]
    pub sheets: bool,
    /// Write the sheets and the rule book as PDF (the rule book requires Chromium)
    #[arg(long)]
    pub pdf: bool,
    /// Write card grids as PNG and an object for Tabletop Simulator
    ///
    /// With --cards, also a PNG of each card at 300 dpi.
    #[arg(long)]
    pub png: bool,
    /// Write the files that a printer requires
    ///
    /// Size, bleed, safe area and order of pages are those of the printer.
    #[arg(long = "for", alias = "printer", value_enum, value_name = "PRINTER")]
    pub printer: Option<Printer>,
    /// Set the size of cards in millimetres, as in 57x87 [default: that of the frame]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = card_size)]
    pub size: Option<(f64, f64)>,
    /// Write the shipped frames and icons, to be copied and changed
    #[arg(long)]
    pub frames: bool,
    /// Set the paper size of sheets and rule book
    #[arg(long, value_enum, default_value = "a4", value_name = "SIZE")]
    pub paper: PaperSize,
    /// Add a sheet of backs after each sheet of faces, for two-sided printing
    #[arg(long)]
    pub backs: bool,
    /// Include only cards with this ID or kind (repeatable)
    #[arg(long = "only", value_name = "NAME")]
    pub only: Vec<String>,
    /// Set the languages (repeatable) [default: all]
    #[arg(long = "lang", value_name = "LANG")]
    pub languages: Vec<String>,
    /// Set the number of players
    ///
    /// Default: the usual number for texts, the maximum for the sets of cards on sheets.
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Set an option of the ruleset (repeatable)
    ///
    /// Texts may depend on options.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Set the executable of Chromium or Chrome [default: searched on the path]
    #[arg(long, value_name = "PATH")]
    pub chromium: Option<PathBuf>,
    /// Set the address of the PNG files in the object [default: local files]
    #[arg(long, value_name = "ADDRESS", requires = "png")]
    pub url: Option<String>,
    /// Print a report of the written files as JSON
    #[arg(long)]
    pub json: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// A printer whose requirements are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Printer {
    /// The Game Crafter: a PNG for each card
    Tgc,
    /// DriveThruCards: a PDF for each deck, back before front
    Drivethru,
    /// MB Print: a PDF for each deck, front before back
    Mbprint,
    /// A printer at home: sheets with backs and cutting marks as PDF
    Home,
}

impl Printer {
    /// Returns the name of the profile.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tgc => "tgc",
            Self::Drivethru => "drivethru",
            Self::Mbprint => "mbprint",
            Self::Home => "home",
        }
    }
}

/// Smallest and largest side of a card in millimetres.
const SIDES: std::ops::RangeInclusive<f64> = 20.0..=200.0;

/// Reads the size of a card, such as `57x87`.
fn card_size(text: &str) -> Result<(f64, f64), String> {
    let side = |text: &str| text.trim_end_matches("mm").parse().ok().filter(|side| SIDES.contains(side));
    let size = text.split_once(['x', '×']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    size.ok_or_else(|| "a size is two numbers of millimetres from 20 to 200, as in 57x87".to_owned())
}

/// Paper size of sheets and rule book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PaperSize {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}
