//! `ludex show --scenario NAME --why THING`: an explanation in the position of a scenario.

use ludex::Game;
use ludex::diagnostics::{Style, render};
use ludex::scenarios::{NoPosition, play};

use crate::failure::{Failure, Outcome, suggestion};
use crate::game::text::Words;
use crate::game::why::{Answer, ask, tell};
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{Out, clean, warn};

/// Explains something as somebody sees it who sees all.
pub fn run(
    loaded: &Loaded,
    scenario: &str,
    asked: &str,
    (language, json): (&str, bool),
    out: &mut Out,
) -> Outcome {
    let game = position(loaded, scenario, out)?;
    let words = Words::new(game.setup(), language);
    let answer = ask(words, &game, None, asked);
    match &answer {
        Answer::Found(explanations) if json => {
            let text = serde_json::to_string_pretty(explanations).map_err(std::io::Error::from)?;
            out.line(&text)?;
            Ok(0)
        }
        Answer::Found(_) => tell(&words, &game, &answer, out).map(|()| 0),
        Answer::NoValue(number) => Err(Failure::Usage(format!("nothing there has the value {number}"))),
        Answer::OutOfSight(name) => Err(Failure::Usage(format!("{name} does not lie anywhere there"))),
        Answer::Unknown(word, near) => {
            let near = near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Err(Failure::Usage(format!("nothing there is called `{}`{near}", clean(word))))
        }
        Answer::Not(..) => Err(Failure::Usage(format!("`{}` is no value", clean(asked)))),
    }
}

fn position(loaded: &Loaded, name: &str, out: &mut Out) -> Result<Game, Failure> {
    play(&loaded.ruleset, &loaded.files, &loaded.reference.prefix(), name)
        .map_err(|problem| no_position(loaded, name, problem, out))
}

/// Why a scenario can't be played, for people.
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

/// Many names are not listed.
fn near(name: &str, names: &[String]) -> String {
    match ludex::diagnostics::closest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "its scenarios stand in scenarios/*.yaml".to_owned(),
    }
}
