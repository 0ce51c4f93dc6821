//! The position to which one scenario leads, for looking at it.

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;

use crate::compile::Ruleset;
use crate::load::scenario::RawScenario;
use crate::play::Game;
use crate::scenario::reading::found::{Found, find};
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
    let Found { sources, raw, mut problems } = find(ruleset, files, shown);
    if !problems.is_empty() && raw.is_empty() {
        return Err(NoPosition::Unreadable(sources, problems));
    }
    let at = named(&raw, name)?;
    problems.clear();
    let wanted = &raw[at];
    let groups = variants::groups(ruleset, std::slice::from_ref(wanted), &mut problems);
    let Some(group) = groups.first() else { return Err(NoPosition::Unreadable(sources, problems)) };
    group::play(&group.ruleset, &sources, wanted).map_err(|failure| NoPosition::Failed(sources, failure))
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
