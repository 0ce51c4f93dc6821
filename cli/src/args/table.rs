//! `ludex table`

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

/// Arguments of `table`.
#[derive(Debug, clap::Args)]
pub struct TableArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub what: TableCommand,
}

/// Subcommands of `ludex table`.
#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Export the cards as xlsx or CSV
    Export(ExportArgs),
    /// Import the cards from xlsx or CSV
    Import(ImportArgs),
}

/// `ludex table export`
#[derive(Debug, clap::Args)]
pub struct ExportArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Output file; a name with .xlsx is a workbook, others are CSV [default: standard output]
    pub file: Option<PathBuf>,
    /// Set the separator of CSV [default: comma, for .tsv tab]
    #[arg(long, value_enum)]
    pub separator: Option<Separator>,
    /// Print the table as JSON; with FILE, a report of what was written
    #[arg(long)]
    pub json: bool,
}

/// `ludex table import`
#[derive(Debug, clap::Args)]
pub struct ImportArgs {
    /// Folder or file of a ruleset
    pub ruleset: String,
    /// Workbook (xlsx) or CSV file; `-` reads standard input
    pub file: PathBuf,
    /// Select a sheet of the workbook [default: the first visible one]
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    /// Ignore a column of the table (repeatable)
    #[arg(long, value_name = "COLUMN")]
    pub ignore: Vec<String>,
    /// Ignore all unknown columns, also in later imports
    ///
    /// A comment in the file of the cards keeps their names.
    #[arg(long)]
    pub ignore_unknown: bool,
    /// Delete the cards without a row, after a question
    #[arg(long)]
    pub delete: bool,
    /// Delete without a question
    #[arg(long, requires = "delete")]
    pub yes: bool,
    /// Import again whenever the table is saved
    #[arg(long, conflicts_with_all = ["diff", "json"])]
    pub watch: bool,
    /// Show the changes without writing
    #[arg(long)]
    pub diff: bool,
    /// Print the names of the changed files as JSON
    #[arg(long)]
    pub json: bool,
}

/// Separators of CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Separator {
    /// The separator of English spreadsheets.
    Comma,
    /// The separator of spreadsheets with decimal commas.
    Semicolon,
    /// The separator of TSV.
    Tab,
}
