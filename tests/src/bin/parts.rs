//! What criterion measured of each part, beside one decision of a game written by hand in the same run.
//!
//! `just bench` runs this after `cargo bench`; it reads `criterion/` in the target folder and prints a Markdown table. Ends
//! with 2 if nothing was measured.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;

/// The group and the name of the game that is the unit.
const UNIT: (&str, &str) = ("by hand", "kabale");

/// One measured part.
struct Part {
    group: String,
    name: String,
    /// The median in nanoseconds.
    nanoseconds: f64,
    /// Decisions in one measured run, where it says.
    decisions: Option<f64>,
}

fn main() -> ExitCode {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| ludex_tests::cases::project().join("target"), PathBuf::from);
    let folder = target.join("criterion");
    let mut parts = parts(&folder);
    parts.sort_by(|a, b| (&a.group, &a.name).cmp(&(&b.group, &b.name)));
    let per_decision = |part: &Part| part.nanoseconds / part.decisions.unwrap_or(1.0);
    let Some(unit) = parts.iter().find(|p| (p.group.as_str(), p.name.as_str()) == UNIT).map(per_decision)
    else {
        eprintln!(
            "error: no measurement of `{}/{}` in {}: run `cargo bench` first",
            UNIT.0,
            UNIT.1,
            folder.display()
        );
        return ExitCode::from(2);
    };
    println!("| part | game | ns | times a decision by hand ({unit:.1} ns) |\n|---|---|--:|--:|");
    for part in &parts {
        let time = per_decision(part);
        println!("| {} | {} | {time:.1} | {:.1} |", part.group, part.name, time / unit);
    }
    println!("\n`playout` and `by hand` are for one decision, the others for one call.");
    ExitCode::SUCCESS
}

/// Everything that was measured below a folder.
fn parts(folder: &Path) -> Vec<Part> {
    let groups = folders(folder);
    let inside = groups.iter().flat_map(|group| folders(group));
    inside.chain(groups.iter().cloned()).filter_map(|part| read(&part.join("new"))).collect()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

fn read(folder: &Path) -> Option<Part> {
    let json = |name: &str| -> Option<Value> {
        serde_json::from_str(&std::fs::read_to_string(folder.join(name)).ok()?).ok()
    };
    let (about, estimates) = (json("benchmark.json")?, json("estimates.json")?);
    let (group, name) = about["full_id"].as_str()?.split_once('/')?;
    Some(Part {
        group: group.to_owned(),
        name: name.to_owned(),
        nanoseconds: estimates["median"]["point_estimate"].as_f64()?,
        decisions: about["throughput"]["Elements"].as_f64(),
    })
}
