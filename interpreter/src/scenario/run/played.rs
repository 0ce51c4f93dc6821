//! The position to which one scenario leads, for looking at it.

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use ludex_grammar::yaml;

use crate::compile::Ruleset;
use crate::load::scenario::RawScenario;
use crate::play::Game;
use crate::scenario::reading::found::{Found, find};
use crate::scenario::run::one::is_position;
use crate::scenario::{Failure, group, variants};

/// Why there is no position.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoPosition {
    /// No scenario has this name, or this in its name; the names there are.
    Unknown(Vec<String>),
    /// Several have it in their names.
    Several(Vec<String>),
    /// Its file can't be read, or its variants can't be used.
    Unreadable(Sources, Vec<Diagnostic>),
    /// A step of it fails.
    Failed(Sources, Failure),
}

impl std::fmt::Display for NoPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(_) => f.write_str("no scenario is called so"),
            Self::Several(names) => write!(f, "several scenarios are called so: {}", names.join(", ")),
            Self::Unreadable(sources, problems) => {
                f.write_str(render(sources, problems, Style::default()).trim_end())
            }
            Self::Failed(sources, failure) => {
                write!(f, "{}: {}", sources.place(failure.span), failure.message)
            }
        }
    }
}

impl std::error::Error for NoPosition {}

/// A scenario that was played to its position.
#[derive(Debug)]
#[non_exhaustive]
pub struct Position {
    /// The game after the scenario's steps; its ruleset has the variants that the scenario names.
    pub game: Game,
    /// The scenario's name in full.
    pub name: String,
    /// The variants it names.
    pub variants: Vec<String>,
    /// Whether a game is played on from there. It is not from a position without a phase, nor from one effect (`run`).
    pub goes_on: bool,
    /// A file of scenarios with this one alone, and with the defaults of its file.
    pub text: String,
}

/// Plays the scenario with a name, or the only one that has these words in its name, and gives the game after its steps; its ruleset has the
/// variants that the scenario names. Files are given as for [`run_all`](crate::scenario::run_all).
///
/// # Errors
/// [`NoPosition`]: no scenario or several are called so, its file can't be read, or a step of it fails.
pub fn play(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    name: &str,
) -> Result<Game, NoPosition> {
    position(ruleset, files, shown, name).map(|position| position.game)
}

/// As [`play`], with what is needed to play on from there, and to come there again.
///
/// # Errors
/// As [`play`].
pub fn position(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    name: &str,
) -> Result<Position, NoPosition> {
    let Found { sources, raw, mut problems } = find(ruleset, files, shown);
    if !problems.is_empty() && raw.is_empty() {
        return Err(NoPosition::Unreadable(sources, problems));
    }
    let at = named(&raw, name)?;
    problems.clear();
    let wanted = &raw[at];
    let groups = variants::groups(ruleset, std::slice::from_ref(wanted), &mut problems);
    let Some(group) = groups.first() else { return Err(NoPosition::Unreadable(sources, problems)) };
    match group::play(&group.ruleset, &sources, wanted) {
        Ok(game) => Ok(Position {
            game,
            name: wanted.name.value.clone(),
            variants: wanted.variants.iter().map(|variant| variant.value.clone()).collect(),
            goes_on: wanted.run.is_none() && !is_position(wanted),
            text: alone(&sources, wanted),
        }),
        Err(failure) => Err(NoPosition::Failed(sources, failure)),
    }
}

/// A file of scenarios with one of them alone, and the defaults of the file it stands in.
fn alone(sources: &Sources, scenario: &RawScenario) -> String {
    let file = &sources.get(scenario.span.file).text;
    let defaults = yaml::parse(scenario.span.file, file, &mut Vec::new());
    let defaults = defaults.as_ref().and_then(|root| root.get("defaults")).map(|node| {
        let indent = " ".repeat(column(file, node.span).max(2));
        format!("defaults:\n{indent}{}\n", sources.slice(node.span).trim_end())
    });
    let lead = format!("{:>1$}", "- ", column(file, scenario.span).max(2));
    format!("{}scenarios:\n{lead}{}\n", defaults.unwrap_or_default(), sources.slice(scenario.span).trim_end())
}

/// How far in a line something begins: its further lines are indented by that.
fn column(text: &str, span: Span) -> usize {
    let before = text.get(..span.start as usize).unwrap_or_default();
    before.len() - before.rfind('\n').map_or(0, |at| at + 1)
}

/// The one with this name, without regard to case, else the only one with it in its name.
pub(in crate::scenario) fn named(raw: &[RawScenario], name: &str) -> Result<usize, NoPosition> {
    let wanted = name.trim().to_lowercase();
    let names: Vec<String> = raw.iter().map(|scenario| scenario.name.value.clone()).collect();
    if let Some(at) = names.iter().position(|name| name.to_lowercase() == wanted) {
        return Ok(at);
    }
    let with: Vec<usize> = (0..names.len()).filter(|i| names[*i].to_lowercase().contains(&wanted)).collect();
    match with.as_slice() {
        [] => Err(NoPosition::Unknown(names)),
        [one] => Ok(*one),
        several => Err(NoPosition::Several(several.iter().map(|i| names[*i].clone()).collect())),
    }
}
