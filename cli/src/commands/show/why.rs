//! `ludex show --scenario NAME --why THING`: explains an item in the position of a scenario.

use crate::failure::{Failure, Outcome};
use crate::game::position;
use crate::game::why::{Answer, ask, print};
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{Out, clean};
use ludex_table::words::Words;

/// Explains an item with all cards open.
pub fn run(
    loaded: &Loaded,
    scenario: &str,
    asked: &str,
    (language, json): (&str, bool),
    out: &mut Out,
) -> Outcome {
    let game = position::find(loaded, scenario, out)?.game;
    let words = Words::new(game.setup(), language);
    let answer = ask(words, &game, None, asked);
    match &answer {
        Answer::Found(explanations) if json => {
            let text = serde_json::to_string_pretty(explanations).map_err(std::io::Error::from)?;
            out.line(&text)?;
            Ok(0)
        }
        Answer::Found(_) => print(&words, &game, &answer, out).map(|()| 0),
        Answer::NoValue(number) => Err(Failure::Usage(format!("nothing there has the value {number}"))),
        Answer::OutOfSight(name) => Err(Failure::Usage(format!("{name} does not lie anywhere there"))),
        Answer::Unknown(word, Some(near)) => {
            Err(Failure::Usage(format!("nothing there is called `{}`; did you mean `{near}`?", clean(word))))
        }
        Answer::Unknown(word, None) => Err(Failure::Usage(format!(
            "nothing there is called `{}`; ask for any name or number on the table, or an expression as in `expect:`, such as `ann.gold` or a function with its arguments",
            clean(word)
        ))),
        Answer::NoExpression(asked, message) => {
            Err(Failure::Usage(format!("`{}`: {}", clean(asked), clean(message))))
        }
        Answer::Not(..) => Err(Failure::Usage(format!("`{}` is not a value", clean(asked)))),
    }
}
