//! The page `docs/commands.md`, generated from the arguments. `just generated-pages` writes it; without that the test compares.

use std::path::Path;

use clap::{Arg, Command, CommandFactory};

use super::is_written;
use crate::args::{Args, help};

const HEAD: &str = "# Commands

Generated from the arguments of the program: `just generated-pages`. `ludex help COMMAND` shows the same in the terminal.

Every command takes `--color auto|always|never` and `--help`. `GAME` and `RULESET` are the id of a shipped game, or a path: a folder, a
single YAML file, or a package. Exit codes, where a command names no others: 0 success, 1 a problem of the ruleset, game or save, 2 a wrong
command line, 70 a fault of Ludex, 130 stopped by Ctrl-C, SIGTERM or SIGHUP.

| command | task |
|---|---|
";

fn page() -> String {
    let mut program = Args::command();
    program.build();
    let commands: Vec<&Command> = shown(&program).collect();
    let rows = commands.iter().map(|command| format!("| {} | {} |\n", link(command), about(command)));
    let sections = commands.iter().map(|command| section(command));
    HEAD.to_owned() + &rows.collect::<String>() + &sections.collect::<String>()
}

/// Returns the commands that `--help` lists, except `help`.
fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn title(command: &Command) -> String {
    format!(
        "ludex {}",
        command.get_display_name().unwrap_or_default().trim_start_matches("ludex-").replace('-', " ")
    )
}

fn link(command: &Command) -> String {
    let title = title(command);
    format!("[`{title}`](#{})", title.replace(' ', "-"))
}

/// Formats the section of a command, and the sections of its subcommands.
fn section(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let rows: String = command.get_arguments().filter(|arg| is_own(arg)).map(row).collect();
    let table = if rows.is_empty() { rows } else { format!("\n| argument | meaning |\n|---|---|\n{rows}") };
    let help = command.get_after_help().map(|help| after(&help.to_string())).unwrap_or_default();
    let own: String = shown(command).map(section).collect();
    let usage = usage.trim_start_matches("Usage: ");
    format!("\n## `{}`\n\n{}.\n\n```text\n{usage}\n```\n{table}{help}{own}", title(command), about(command))
}

/// Returns true for an argument of the command itself: not `--help`, and not a global argument.
fn is_own(arg: &Arg) -> bool {
    !arg.is_hide_set() && !arg.is_global_set() && !["help", "version"].contains(&arg.get_id().as_str())
}

fn row(arg: &Arg) -> String {
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let paragraph = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut meaning = help.split("\n\n").map(paragraph).collect::<Vec<_>>().join(". ");
    let values: Vec<String> =
        arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if arg.get_action().takes_values() && !values.is_empty() {
        meaning = format!("{}: {}", meaning.trim_end_matches('.'), values.join(", "));
    }
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if arg.get_action().takes_values() && !defaults.is_empty() {
        meaning += &format!(" [default: {}]", defaults.join(","));
    }
    let short = arg.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
    format!("| {short}`{}` | {} |\n", cell(&arg.to_string()), cell(&meaning))
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Help after the options: examples become a block of shell, the rest is Markdown already.
fn after(help: &str) -> String {
    let part = |part: &str| match part.strip_prefix("Examples:\n") {
        Some(examples) => {
            let lines = examples.lines().map(|line| line.trim_start().to_owned() + "\n");
            format!("\n```sh\n{}```\n", lines.collect::<String>())
        }
        None => format!("\n{}\n", part.replace('\n', "\\\n")),
    };
    help.split("\n\n").map(part).collect()
}

#[test]
fn the_page_of_commands_is_what_the_arguments_say() {
    is_written("docs/commands.md", &page());
}

#[test]
fn every_help_file_belongs_to_a_command() {
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("help")).expect("a folder");
    for file in files {
        let path = file.expect("a file").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let program = Args::command();
        let command = if name == "ludex" { Some(&program) } else { program.find_subcommand(&name) };
        let help = command.and_then(Command::get_after_help).expect("a command with help").to_string();
        assert_eq!(help, help::unwrapped(&std::fs::read_to_string(&path).expect("a text")), "{name}");
    }
}
