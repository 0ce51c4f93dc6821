//! Checks the labels of options, as far as possible without playing.

use std::collections::BTreeSet;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};

use crate::scenario::Failure;
use crate::scenario::run::words::in_one_word;
use ludex_check::hir::{Among, Checked, Question, every, find};
use ludex_check::load::scenario::{RawScenario, Step};
use ludex_run::play::label::HIDDEN;

/// The option that declines an optional choice.
const DECLINE: &str = "decline";
/// Labels that no ruleset defines; `hidden` is a card unknown to the acting player.
const FIXED: &[&str] = &[DECLINE, "done", "yes", "no", "true", "false", HIDDEN];
/// The separator of list elements, and the label of an empty list.
const LISTED: &[&str] = &["+", "none"];

/// The words that occur in labels.
pub(in crate::scenario) struct Labels<'c> {
    checked: &'c Checked,
    words: BTreeSet<&'c str>,
}

impl<'c> Labels<'c> {
    pub fn new(checked: &'c Checked) -> Self {
        let designs = checked.designs.iter().map(|design| &design.name);
        let values = checked.enums.iter().flat_map(|item| &item.values);
        let actions = checked.windows.iter().flat_map(|window| &window.actions).map(|action| &action.name);
        let spots = checked.spots.iter().flat_map(|spot| &spot.words);
        let named = designs.chain(&checked.seats).chain(spots).chain(values).chain(actions);
        let mut words: BTreeSet<&str> = named.map(String::as_str).chain(FIXED.iter().copied()).collect();
        for (_, stmts) in checked.bodies() {
            every(stmts, &mut |stmt| {
                let blocks = stmt.kind.blocks().into_iter();
                words.extend(blocks.filter_map(|block| Some(block.mode?.name.as_str())));
            });
        }
        Self { checked, words }
    }

    fn has(&self, word: &str) -> bool {
        let word = word.trim_matches(['(', ')']);
        let word = word.split_once('#').map_or(word, |(word, _)| word);
        let is_spot = || {
            let number =
                |(name, number): (&str, &str)| number.parse::<u32>().is_ok().then(|| name.to_owned());
            let spot = word.rsplit_once('_').and_then(number);
            spot.is_some_and(|name| self.checked.spots.iter().any(|spot| spot.name == name))
        };
        self.words.contains(word) || word.parse::<i64>().is_ok() || LISTED.contains(&word) || is_spot()
    }
}

/// Reports picks that can't be options: unknown words, and `decline` for a mandatory choice.
pub(in crate::scenario) fn check_picks(known: &Labels<'_>, scenario: &RawScenario) -> Vec<Failure> {
    let mut asked = None;
    let mut failures = Vec::new();
    for step in &scenario.play {
        match &step.value {
            Step::Asks(name) => asked = Some(name.value.as_str()),
            Step::Do(labels) => {
                for label in labels {
                    failures.extend(check_pick(known, label, asked.take()).err());
                }
            }
            // an option that is never offered may not exist yet
            Step::Offers(labels) | Step::OffersAlso(labels) => {
                failures.extend(labels.iter().filter_map(|label| check_words(known, label).err()));
            }
            Step::Who(_) | Step::NeverOffers(_) | Step::Facts(_) => {}
            Step::Told { .. } | Step::Expect(_) | Step::Over(_) | Step::Winners(_) | Step::View { .. } => {}
            Step::Stack(_) => {}
        }
    }
    failures
}

fn check_pick(known: &Labels<'_>, label: &Spanned<String>, asked: Option<&str>) -> Result<(), Failure> {
    if label.value == DECLINE {
        return match asked {
            Some(decision) if !can_decline(known.checked, decision) => {
                Err(Failure::new(label.span, format!("`{decision}` can't be declined")))
            }
            Some(_) | None => Ok(()),
        };
    }
    check_words(known, label)
}

/// Reports a label with a word that occurs in no option.
fn check_words(known: &Labels<'_>, label: &Spanned<String>) -> Result<(), Failure> {
    let Some(word) = label.value.split_whitespace().find(|word| !known.has(word)) else {
        return Ok(());
    };
    let message = format!("no option can be called `{}`", label.value);
    let problem = Diagnostic::new(Code::UnknownName, place_of(label, word), message);
    if label.value == "pass" {
        return Err(problem.means(word, DECLINE).into());
    }
    let problem = match known.checked.decisions.iter().any(|decision| decision == word) {
        true => problem
            .help(format!("`{word}` is a decision, named by `asks: {word}`; `do` contains only the option")),
        false => problem,
    };
    if let Some(one) = in_one_word(known.checked, &label.value) {
        let problem = Diagnostic::new(Code::UnknownName, label.span, problem.message);
        return Err(problem.means(&label.value, one).into());
    }
    if problem.help.is_some() {
        return Err(problem.into());
    }
    Err(problem.suggest(word, known.words.iter().copied()).into())
}

/// Returns the span of a word in a label, or of the whole label if it has escape sequences.
fn place_of(label: &Spanned<String>, word: &str) -> Span {
    match label.value.find(word).filter(|_| label.span.len() == label.value.len()) {
        Some(at) => {
            let start = label.span.start as usize + at;
            Span::new(label.span.file, start, start + word.len())
        }
        None => label.span,
    }
}

/// Returns true if some decision of this name may be declined.
fn can_decline(checked: &Checked, decision: &str) -> bool {
    let named = |id: ludex_check::ids::DecisionId| {
        checked.decisions.get(id.index()).is_some_and(|name| name == decision)
    };
    checked.bodies().any(|(_, stmts)| {
        let declines = |question: &Question| {
            (question.may || question.among != Among::Alone) && named(question.decision)
        };
        find(stmts, &|stmt| stmt.kind.question().is_some_and(declines)).is_some()
    })
}
