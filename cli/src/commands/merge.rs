//! `ludex merge`: the parts of a simulation, put together.

use std::path::Path;

use ludex_lab::shard::{Part, merge};

use super::report;
use crate::args::MergeArgs;
use crate::failure::{Failure, Outcome};
use crate::output::Out;

/// Reads all parts and prints what a single run would have printed.
pub fn run(args: &MergeArgs, out: &mut Out) -> Outcome {
    let parts: Result<Vec<(String, Part)>, Failure> = args.files.iter().map(|path| read(path)).collect();
    let merged = merge(&parts?).map_err(|error| Failure::Problem(error.to_string()))?;
    out.line(&report::json(&merged))?;
    out.flush()?;
    Ok(u8::from(!merged.faults.is_empty()))
}

fn read(path: &Path) -> Result<(String, Part), Failure> {
    let shown = path.display().to_string();
    let problem = |error: String| Failure::Problem(format!("{shown}: {error}"));
    let unread = |error: std::io::Error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound;
        if missing { Failure::Problem(format!("{shown} does not exist")) } else { problem(error.to_string()) }
    };
    let text = std::fs::read_to_string(path).map_err(unread)?;
    let part =
        serde_json::from_str(&text).map_err(|error| problem(format!("no part of a simulation: {error}")))?;
    Ok((shown.clone(), part))
}
