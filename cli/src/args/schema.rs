//! `ludex schema`

use std::path::PathBuf;

/// Arguments of `ludex schema`.
#[derive(Debug, clap::Args)]
pub struct SchemaArgs {
    /// Name of a schema [default: list all names]
    ///
    /// Names: `ruleset`, `overlay`, `scenario`, `text`, sections (`cards`, `layout`, …) and documents
    /// (`json/check`, …).
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Write all schemas to a folder, each to NAME.json
    #[arg(long, value_name = "FOLDER", conflicts_with = "name")]
    pub into: Option<PathBuf>,
}
