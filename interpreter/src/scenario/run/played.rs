//! Plays one scenario to its position, for inspection.

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use ludex_grammar::yaml;

use crate::scenario::reading::found::{Found, find};
use crate::scenario::run::one::is_position;
use crate::scenario::{Failure, group, variants};
use ludex_check::load::scenario::RawScenario;
use ludex_run::play::Game;
use ludex_run::ruleset::Ruleset;

/// Reason why a scenario has no position.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoPosition {
    /// No scenario has this name or a name that contains it; with all names.
    Unknown(Vec<String>),
    /// Several names contain it; with these names.
    Several(Vec<String>),
    /// The file can't be read, or its variants can't be used.
    Unreadable(Sources, Vec<Diagnostic>),
    /// One of its steps fails.
    Failed(Sources, Failure),
}

impl std::fmt::Display for NoPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(_) => f.write_str("no scenario has this name"),
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

/// A scenario played to its position.
#[derive(Debug)]
#[non_exhaustive]
pub struct Position {
    /// The game after the scenario's steps, with the variants that the scenario names.
    pub game: Game,
    /// Full name of the scenario.
    pub name: String,
    /// Variants that the scenario names.
    pub variants: Vec<String>,
    /// True if the game can continue from there. False for positions without a phase and for single effects
    /// (`run`).
    pub goes_on: bool,
    /// A scenario file that contains only this scenario and the defaults of its file.
    pub text: String,
}

/// Plays a scenario and returns the game after its steps, with the variants that the scenario names. `name`
/// is its name, or a part of only one name. Files are given as for [`run_all`](crate::scenario::run_all).
///
/// # Errors
/// [`NoPosition`] if no scenario or several match, the file can't be read, or a step fails.
pub fn play(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    name: &str,
) -> Result<Game, NoPosition> {
    position(ruleset, files, shown, name).map(|position| position.game)
}

/// Like [`play`], but also returns the data needed to continue from the position and to reach it again.
///
/// # Errors
/// The same as [`play`].
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

/// Creates a scenario file that contains only one scenario and the defaults of its file.
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

/// Returns the column of a span, which is the indentation of its further lines.
fn column(text: &str, span: Span) -> usize {
    let before = text.get(..span.start as usize).unwrap_or_default();
    before.len() - before.rfind('\n').map_or(0, |at| at + 1)
}

/// Finds the scenario with this name, ignoring case, otherwise the only one whose name contains it.
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
