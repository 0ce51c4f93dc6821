//! Compares criterion's measurements of each part with one decision of a hand-written game in the same run.
//!
//! `just bench` runs this after `cargo bench`. It reads `criterion/` in the target folder and prints a
//! Markdown table, whose last column compares with `tests/baseline.yaml`; `--save` writes that file. The exit
//! code is 2 without measurements, or if an argument or file can't be read.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_tests::baseline::{Baseline, Ratios};
use serde_json::Value;

/// Group and name of the game that is the unit.
const UNIT: (&str, &str) = ("by hand", "kabale");

/// A measured part.
struct Part {
    group: String,
    name: String,
    /// Median in nanoseconds.
    nanoseconds: f64,
    /// Number of decisions in a measured run, if known.
    decisions: Option<f64>,
}

impl Part {
    /// Returns nanoseconds, per decision if decisions were counted.
    fn time(&self) -> f64 {
        self.nanoseconds / self.decisions.unwrap_or(1.0)
    }
}

pub fn run(words: Vec<String>) -> ExitCode {
    match parse(&words).and_then(compare) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Returns true if the ratios shall become the baseline.
fn parse(words: &[String]) -> Result<bool, String> {
    match words {
        [] => Ok(false),
        [word] if word == "--save" => Ok(true),
        _ => Err("usage: [--save]".to_owned()),
    }
}

fn compare(save: bool) -> Result<(), String> {
    let before = Baseline::load()?.parts;
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| ludex_tests::cases::project().join("target"), PathBuf::from);
    let folder = target.join("criterion");
    let mut parts = parts(&folder);
    parts.sort_by(|a, b| (&a.group, &a.name).cmp(&(&b.group, &b.name)));
    let unit = parts.iter().find(|p| (p.group.as_str(), p.name.as_str()) == UNIT).map(Part::time);
    let unit = unit.ok_or_else(|| {
        format!("no measurement of `{}/{}` in {}: run `cargo bench` first", UNIT.0, UNIT.1, folder.display())
    })?;
    let now = print(&parts, unit, &before);
    if save { Baseline::save(|baseline| baseline.parts = now) } else { Ok(()) }
}

/// Prints a row for each part. Returns the ratios.
fn print(parts: &[Part], unit: f64, before: &Ratios) -> Ratios {
    let mut now = Ratios::default();
    println!(
        "| part | game | ns | times a decision by hand ({unit:.1} ns) | against the baseline |\n|---|---|--:|--:|---|"
    );
    for part in parts {
        let (row, time) = (format!("{} {}", part.group, part.name), part.time());
        let times = time / unit;
        now.put(&row, times);
        let against = before.against(&row, times);
        println!("| {} | {} | {time:.1} | {times:.1} | {against} |", part.group, part.name);
    }
    println!("\n`playout` and `by hand` are for one decision, the others for one call.");
    now
}

/// Returns all measurements below a folder.
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
