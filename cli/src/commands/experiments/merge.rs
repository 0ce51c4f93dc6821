//! `ludex merge`: merges the parts of an experiment.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use ludex_lab::shard::{Part, Piece, merge};

use super::pieces;
use crate::args::MergeArgs;
use crate::commands::experiments::report;
use crate::failure::{Failure, Outcome};
use crate::terminal::output::Out;

/// Maximum size of a part in bytes: a hundred times that of the largest part seen.
const MOST_BYTES: u64 = 64 << 20;

/// Contents of a file: a part of a simulation, or a part of another experiment with the command that was
/// typed.
enum Written {
    Part(Box<Part>),
    Piece(Box<Piece>),
}

impl Written {
    fn from_json(value: serde_json::Value) -> serde_json::Result<Written> {
        let of_other = value.get("command").is_some();
        let part = |value| serde_json::from_value(value).map(|part| Written::Part(Box::new(part)));
        let piece = |value| serde_json::from_value(value).map(|piece| Written::Piece(Box::new(piece)));
        if of_other { piece(value) } else { part(value) }
    }
}

/// Reads all parts and prints the output of an equivalent single run.
pub fn run(args: &MergeArgs, out: &mut Out) -> Outcome {
    let (mut parts, mut others) = (Vec::new(), Vec::new());
    for path in &args.files {
        match read(path)? {
            (name, Written::Part(part)) => parts.push((name, *part)),
            (name, Written::Piece(piece)) => others.push((name, *piece)),
        }
    }
    match (parts.first(), others.first()) {
        (Some((a, _)), Some((b, _))) => Err(Failure::Problem(format!(
            "{a} and {b} are not of one run: a simulation and another experiment"
        ))),
        (None, Some(_)) => pieces::merge(others, out),
        (_, None) => {
            let merged = merge(&parts).map_err(|error| Failure::Problem(error.to_string()))?;
            out.line(&report::json(&merged))?;
            out.flush()?;
            Ok(u8::from(!merged.faults.is_empty()))
        }
    }
}
fn read(path: &Path) -> Result<(String, Written), Failure> {
    let shown = path.display().to_string();
    let problem = |error: String| Failure::Problem(format!("{shown}: {error}"));
    let unread = |error: std::io::Error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound;
        if missing { Failure::Problem(format!("{shown} does not exist")) } else { problem(error.to_string()) }
    };
    let mut text = BufReader::new(File::open(path).map_err(unread)?.take(MOST_BYTES));
    // parses while reading, so an endless file is mostly rejected at its first byte
    let part = serde_json::from_reader(&mut text).and_then(Written::from_json);
    if text.get_ref().limit() == 0 {
        return Err(problem(format!("no part of a simulation: it has more than {} MiB", MOST_BYTES >> 20)));
    }
    let part = part.map_err(|error| problem(format!("no part of a simulation: {error}")))?;
    Ok((shown.clone(), part))
}
