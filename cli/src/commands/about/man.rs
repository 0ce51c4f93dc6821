//! `ludex man`: manual pages, packed by a release.

use clap::CommandFactory;

use crate::args::Args;
use crate::failure::{Failure, Outcome};
use crate::terminal::output::Out;

/// Prints the manual page of a command, or of the program.
pub fn run(command: Option<&str>, out: &mut Out) -> Outcome {
    let mut program = Args::command();
    program.build();
    let page = match command {
        None => Some(&program),
        Some(name) => program.find_subcommand(name),
    };
    let page =
        page.ok_or_else(|| Failure::Usage(format!("there is no command `{}`", command.unwrap_or_default())))?;
    let mut roff = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut roff)?;
    out.text(&String::from_utf8_lossy(&roff))?;
    Ok(0)
}
