//! What options may be called, as far as that is known without playing.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};

use crate::hir::{Among, Checked, Question, every, find};
use crate::load::scenario::{RawScenario, Step};
use crate::play::label::HIDDEN;
use crate::scenario::Failure;

/// The option of a decision that need not be taken.
const DECLINE: &str = "decline";
/// Labels that no ruleset names; `hidden` is a card that who decides does not know.
const FIXED: &[&str] = &[DECLINE, "done", "yes", "no", "true", "false", HIDDEN];
/// What stands between the elements of a list, and what an empty one is called.
const LISTED: &[&str] = &["+", "none"];

/// What is picked and can be no option: a word that names nothing, or `decline` where one must choose.
pub(in crate::scenario) fn check_picks(checked: &Checked, scenario: &RawScenario) -> Vec<Failure> {
    let mut asked = None;
    let mut failures = Vec::new();
    for step in &scenario.play {
        match &step.value {
            Step::Asks(name) => asked = Some(name.value.as_str()),
            Step::Do(labels) => {
                for label in labels {
                    failures.extend(check_pick(checked, label, asked.take()).err());
                }
            }
            // what is never offered may be what is not there yet
            Step::Offers(labels) | Step::OffersAlso(labels) => {
                failures.extend(labels.iter().filter_map(|label| check_words(checked, label).err()));
            }
            Step::Who(_) | Step::NeverOffers(_) | Step::Facts(_) => {}
            Step::Told { .. } | Step::Expect(_) | Step::Over(_) | Step::Winners(_) | Step::View { .. } => {}
        }
    }
    failures
}

fn check_pick(checked: &Checked, label: &Spanned<String>, asked: Option<&str>) -> Result<(), Failure> {
    if label.value == DECLINE {
        return match asked {
            Some(decision) if !can_decline(checked, decision) => Err(Failure::new(
                label.span,
                format!("`{decision}` can't be declined: one must choose there"),
            )),
            Some(_) | None => Ok(()),
        };
    }
    check_words(checked, label)
}

/// A label with a word that no option has.
fn check_words(checked: &Checked, label: &Spanned<String>) -> Result<(), Failure> {
    let Some(word) = label.value.split_whitespace().find(|word| !is_word(checked, word)) else {
        return Ok(());
    };
    let message = format!("no option can be called `{}`", label.value);
    let problem = Diagnostic::new(Code::UnknownName, place_of(label, word), message);
    let modes = modes(checked);
    let known = words(checked).chain(modes.iter().map(String::as_str)).chain(FIXED.iter().copied());
    if label.value == "pass" {
        return Err(problem.means(word, DECLINE).into());
    }
    Err(problem.suggest(word, known).into())
}

/// Where a word of a label stands, if the label stands in its file as it is.
fn place_of(label: &Spanned<String>, word: &str) -> Span {
    match label.value.find(word).filter(|_| label.span.len() == label.value.len()) {
        Some(at) => {
            let start = label.span.start as usize + at;
            Span::new(label.span.file, start, start + word.len())
        }
        None => label.span,
    }
}

/// Words that options have from definitions.
fn words(checked: &Checked) -> impl Iterator<Item = &str> {
    let designs = checked.designs.iter().map(|design| &design.name);
    let values = checked.enums.iter().flat_map(|item| &item.values);
    let actions = checked.windows.iter().flat_map(|window| &window.actions).map(|action| &action.name);
    let spots = checked.spots.iter().flat_map(|spot| &spot.words);
    designs.chain(&checked.seats).chain(spots).chain(values).chain(actions).map(String::as_str)
}

fn is_word(checked: &Checked, word: &str) -> bool {
    let word = word.trim_matches(['(', ')']);
    let word = word.split_once('#').map_or(word, |(word, _)| word);
    let is_spot = || {
        let number = |(name, number): (&str, &str)| number.parse::<u32>().ok().map(|_| name.to_owned());
        let spot = word.rsplit_once('_').and_then(number);
        spot.is_some_and(|name| checked.spots.iter().any(|spot| spot.name == name))
    };
    word.parse::<i64>().is_ok()
        || FIXED.contains(&word)
        || LISTED.contains(&word)
        || words(checked).any(|known| known == word)
        || is_spot()
        || modes(checked).iter().any(|mode| mode == word)
}

/// The names of all blocks that are chosen from.
fn modes(checked: &Checked) -> Vec<String> {
    let mut names = Vec::new();
    for (_, stmts) in checked.bodies() {
        every(stmts, &mut |stmt| {
            let blocks = stmt.kind.blocks().into_iter();
            names.extend(blocks.filter_map(|block| Some(block.mode?.name.clone())));
        });
    }
    names
}

/// Whether a decision of this name may be declined somewhere.
fn can_decline(checked: &Checked, decision: &str) -> bool {
    let named =
        |id: crate::ids::DecisionId| checked.decisions.get(id.index()).is_some_and(|name| name == decision);
    checked.bodies().any(|(_, stmts)| {
        let declines = |question: &Question| {
            (question.may || question.among != Among::Alone) && named(question.decision)
        };
        find(stmts, &|stmt| stmt.kind.question().is_some_and(declines)).is_some()
    })
}
