//! `ludex merge`: the parts of a simulation, put together.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use ludex_lab::shard::{Part, merge};

use crate::args::MergeArgs;
use crate::commands::experiments::report;
use crate::failure::{Failure, Outcome};
use crate::terminal::output::Out;

/// Most bytes of a part: a hundred times what the largest has.
const MOST_BYTES: u64 = 64 << 20;

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
    let mut text = BufReader::new(File::open(path).map_err(unread)?.take(MOST_BYTES));
    // it is read as far as it can be a part, so what never ends is mostly refused at its first byte
    let part = serde_json::from_reader(&mut text);
    if text.get_ref().limit() == 0 {
        return Err(problem(format!("no part of a simulation: it has more than {} MiB", MOST_BYTES >> 20)));
    }
    let part = part.map_err(|error| problem(format!("no part of a simulation: {error}")))?;
    Ok((shown.clone(), part))
}
