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
    /// Write the sheets and the rule book as PDF (requires Chromium)
    #[arg(long)]
    pub pdf: bool,
    /// Write card grids as PNG and an object for Tabletop Simulator
    ///
    /// Requires Chromium.
    #[arg(long)]
    pub png: bool,
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

/// Paper size of sheets and rule book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PaperSize {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}
