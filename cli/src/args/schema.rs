//! `ludex schema`

use std::path::PathBuf;

/// What `ludex schema` takes.
#[derive(Debug, clap::Args)]
pub struct SchemaArgs {
    /// `ruleset`, `overlay`, `scenario`, `text`, a section (`cards`, `layout`, …), or a document (`json/check`, …) [default: a list of them]
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Writes all of them to a folder, each to NAME.json
    #[arg(long, value_name = "FOLDER", conflicts_with = "name")]
    pub into: Option<PathBuf>,
}
