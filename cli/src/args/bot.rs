//! `ludex bot`

use std::time::Duration;

use clap::Subcommand;

use crate::exec::milliseconds;

/// Arguments of `bot`.
#[derive(Debug, clap::Args)]
pub struct BotArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub what: BotCommand,
}

/// Subcommands of `ludex bot`.
#[derive(Debug, Subcommand)]
pub enum BotCommand {
    /// Check that a program plays by the bot protocol
    Check {
        /// Set the time for each choice
        #[arg(long, value_name = "TIME", default_value = "5000ms", value_parser = time)]
        time: Duration,
        /// Program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },
}

fn time(text: &str) -> Result<Duration, String> {
    milliseconds(text).ok_or_else(|| "a time is a number of milliseconds, such as 500ms".to_owned())
}
