//! What `ludex doc` takes.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Changes;

/// `ludex doc`
#[derive(Debug, clap::Args)]
pub struct DocArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// The folder for what is made
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// A picture of each card, as SVG
    #[arg(long)]
    pub cards: bool,
    /// Sheets of nine cards to print, as HTML; all copies, and the sets of all players
    #[arg(long)]
    pub sheets: bool,
    /// The sheets and the rule book as PDF, by Chromium
    #[arg(long)]
    pub pdf: bool,
    /// Grids of cards as PNG, by Chromium, and the object that Tabletop Simulator loads
    #[arg(long)]
    pub png: bool,
    /// The paper of the sheets and of the rule book
    #[arg(long, value_enum, default_value = "a4", value_name = "SIZE")]
    pub paper: PaperSize,
    /// Backs too, each sheet of them behind that of the faces, for printing on both sides
    #[arg(long)]
    pub backs: bool,
    /// Cards of these ids or kinds only (repeatable)
    #[arg(long = "only", value_name = "NAME")]
    pub only: Vec<String>,
    /// The languages (repeatable) [default: all]
    #[arg(long = "lang", value_name = "LANG")]
    pub languages: Vec<String>,
    /// For how many players [default: texts are for the usual number, sheets have the sets of the most]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Sets an option of the ruleset (repeatable): texts may depend on it
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Chromium or Chrome [default: looked for on the path]
    #[arg(long, value_name = "PATH")]
    pub chromium: Option<PathBuf>,
    /// Where the PNG files will be, for the table simulator [default: the files themselves]
    #[arg(long, value_name = "ADDRESS", requires = "png")]
    pub url: Option<String>,
    /// Say what was made as JSON
    #[arg(long)]
    pub json: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// What sheets are printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PaperSize {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}
