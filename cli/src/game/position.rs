//! Returns the position to which a scenario of a ruleset leads.

use ludex::diagnostics::{Style, render};
use ludex::fs::Files;
use ludex::scenarios::{NoPosition, Position, position};

use crate::failure::{Failure, suggestion};
use crate::game::save::Beginning;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{Out, clean, warn};

pub fn find(loaded: &Loaded, name: &str, out: &Out) -> Result<Position, Failure> {
    at(loaded, &loaded.files, name, out)
}

fn at(loaded: &Loaded, files: &Files, name: &str, out: &Out) -> Result<Position, Failure> {
    let shown = loaded.reference.prefix();
    position(&loaded.ruleset, files, &shown, name).map_err(|problem| no_position(loaded, name, problem, out))
}

/// Returns the position of a scenario from which a game can start, and the data that a save needs to restore
/// it. The scenario is played from the text that the save will contain.
pub fn begin(loaded: &Loaded, name: &str, out: &Out) -> Result<(Position, Beginning), Failure> {
    let Position { name, text, goes_on, .. } = find(loaded, name, out)?;
    let shown = clean(&name);
    if !goes_on {
        return Err(Failure::Usage(format!(
            "no game can start from the scenario `{shown}`: it tests one effect, or its `given` has no `phase`"
        )));
    }
    let beginning = Beginning { scenario: name, text };
    let position = again(loaded, &beginning, out)?;
    if position.game.deciding().is_none() {
        return Err(Failure::Usage(format!("at the end of the scenario `{shown}` the game is over")));
    }
    Ok((position, beginning))
}

/// Returns the initial position of a saved game.
pub fn again(loaded: &Loaded, beginning: &Beginning, out: &Out) -> Result<Position, Failure> {
    at(loaded, &beginning.file(), &beginning.scenario, out)
}

/// Creates the error for a scenario without a position.
pub fn no_position(loaded: &Loaded, name: &str, problem: NoPosition, out: &Out) -> Failure {
    match problem {
        NoPosition::Unknown(names) => {
            let id = loaded.ruleset.id();
            let known = names.iter().map(String::as_str);
            let help = if names.len() > 12 { near(name, &names) } else { suggestion(name, known) };
            Failure::Usage(format!("{id} has no scenario `{}`; {}", clean(name), clean(&help)))
        }
        NoPosition::Several(names) => {
            let names = names.iter().take(6).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            Failure::Usage(format!(
                "`{}` is in the names of several scenarios: {}",
                clean(name),
                clean(&names)
            ))
        }
        NoPosition::Unreadable(sources, problems) => {
            warn(render(&sources, &problems, Style { color: false, width: out.width }).trim_end());
            Failure::Problem("the scenario can't be read".to_owned())
        }
        NoPosition::Failed(sources, failure) => {
            let place = sources.place(failure.span);
            Failure::Problem(format!("{place}: {}", clean(&failure.message)))
        }
        other => Failure::Problem(clean(&other.to_string()).to_string()),
    }
}

/// Suggests a name; used instead of a long list.
fn near(name: &str, names: &[String]) -> String {
    match ludex::diagnostics::closest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "its scenarios are in scenarios/*.yaml".to_owned(),
    }
}
