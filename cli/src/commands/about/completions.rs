//! `ludex completions`: completion scripts for shells.

use clap::CommandFactory;

use crate::args::Args;
use crate::failure::Outcome;
use crate::terminal::output::Out;

pub fn run(shell: clap_complete::Shell, out: &mut Out) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "ludex", &mut script);
    out.text(&String::from_utf8_lossy(&script))?;
    Ok(0)
}
