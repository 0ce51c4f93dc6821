//! Explains in sentences why an option is unavailable.

use ludex::why::{self, Target, Wanted, WhyNot};
use ludex::{Game, Seat, Viewer};

use crate::failure::Failure;
use crate::game::lookup::{Lookup, Thing};
use crate::terminal::output::{Out, clean, cut};
use ludex_table::names::{beginning, form, plain, short};
use ludex_table::offers::{InputMeaning, Offers};
use ludex_table::words::{Words, capital};

/// Maximum number of candidates explained individually.
const MOST_CANDIDATES: usize = 8;
/// Maximum width of an option name in a list, in columns.
const LONGEST_NAME: usize = 30;

/// The requested option and the reasons against it.
pub struct RefusedOption {
    pub name: String,
    pub answer: WhyNot,
}

/// Answers a question `why not …`.
pub fn answer(
    words: Words<'_>,
    game: &Game,
    viewer: Option<u8>,
    asked: &str,
    out: &mut Out,
) -> Result<(), Failure> {
    let seat = viewer.and_then(|seat| game.setup().seat(seat)).or_else(|| game.deciding());
    let seat = seat.unwrap_or(Seat::FIRST);
    let (lookup, offers) = (Lookup::new(words), Offers::at(&words, game, seat.number()));
    let name = capital(&clean(asked));
    // an available option takes precedence over other meanings of the name
    let offered = match offers.find(asked) {
        InputMeaning::One(index) => vec![index],
        InputMeaning::Several(indices) | InputMeaning::Among(indices) => indices,
        InputMeaning::None => Vec::new(),
    };
    if !offered.is_empty() {
        return tell_not(&words, &RefusedOption { name, answer: WhyNot::Offered(offered) }, &offers, out);
    }
    match wishes(&words, game, &lookup, asked) {
        Ok(wanted) => {
            let answers = wanted.iter().map(|wanted| why::why_not(game, seat, wanted));
            let answer = best(answers.collect());
            tell_not(&words, &RefusedOption { name, answer }, &offers, out)
        }
        Err(word) if !lookup.find(word).is_empty() => {
            Ok(out.wrapped(&words.own.why_not_here(clean(word), question(&words, game)), 0)?)
        }
        Err(word) => {
            super::unknown(&words, word, lookup.near(word), out)?;
            let names: Vec<String> = offers.names().map(|name| cut(name, LONGEST_NAME)).collect();
            let more = if names.len() > MOST_CANDIDATES { ", …" } else { "" };
            let names = names.into_iter().take(MOST_CANDIDATES).collect::<Vec<_>>().join(", ") + more;
            let question = question(&words, game);
            Ok(out.wrapped(&words.own.why_offers(question, names), 0)?)
        }
    }
}

/// Returns the answer closest to an available option, if several items have the same name.
fn best(answers: Vec<WhyNot>) -> WhyNot {
    let rank = |answer: &WhyNot| match answer {
        WhyNot::Offered(_) => 0,
        WhyNot::Refused(_) => 1,
        WhyNot::Elsewhere { others, .. } if !others.is_empty() => 2,
        WhyNot::Over | WhyNot::Waits { .. } | WhyNot::Elsewhere { .. } => 3,
    };
    answers.into_iter().min_by_key(rank).unwrap_or(WhyNot::Over)
}

/// Returns the possible meanings of a request.
///
/// # Errors
/// The word that is unknown.
fn wishes<'w>(
    words: &Words<'_>,
    game: &Game,
    lookup: &Lookup,
    asked: &'w str,
) -> Result<Vec<Wanted>, &'w str> {
    if let Some(mode) = mode(words, game, asked) {
        return Ok(vec![mode]);
    }
    if let Ok(number) = asked.parse::<i32>() {
        return Ok(vec![Wanted::Thing(Target::Number(number))]);
    }
    let called = |name: &str| -> Vec<Target> {
        let things = lookup.exactly(name).into_iter().filter_map(target);
        things.chain(words_called(words, name)).collect()
    };
    let alone: Vec<Wanted> = words_called(words, asked).into_iter().map(Wanted::Thing).collect();
    let (first, rest) = match lookup.leading(asked) {
        Some(found) => found,
        None if alone.is_empty() => return Err(asked),
        None => return Ok(alone),
    };
    let whole: Vec<Wanted> = first.iter().filter_map(|thing| wish(*thing)).collect();
    if rest.is_empty() {
        let whole = [whole, alone].concat();
        return if whole.is_empty() { Err(asked) } else { Ok(whole) };
    }
    let mut targets: Vec<Vec<Target>> = vec![Vec::new()];
    let mut rest = rest;
    while !rest.is_empty() {
        let number = rest.parse::<i32>().ok().map(|n| (vec![Target::Number(n)], ""));
        let (found, left) = number.or_else(|| beginning(rest, called)).ok_or(rest)?;
        targets = targets
            .iter()
            .flat_map(|before| found.iter().map(|target| [before.as_slice(), &[*target]].concat()))
            .take(16)
            .collect();
        rest = left;
    }
    let mut wanted = Vec::new();
    for action in whole {
        if let Wanted::Action(action, _) = action {
            wanted.extend(targets.iter().map(|targets| Wanted::Action(action, targets.clone())));
        }
    }
    if wanted.is_empty() { Err(asked) } else { Ok(wanted) }
}

fn target(thing: Thing) -> Option<Target> {
    Some(match thing {
        Thing::Card(card) => Target::Card(card),
        Thing::Design(design) => Target::Design(design),
        Thing::Seat(seat) => Target::Seat(seat),
        Thing::Spot(spot) => Target::Spot(spot),
        Thing::Kind(_)
        | Thing::Spots(_)
        | Thing::Zones(_)
        | Thing::Zone(_)
        | Thing::Variable(_)
        | Thing::Property(_)
        | Thing::Score
        | Thing::Won
        | Thing::Line(_)
        | Thing::Phase(_)
        | Thing::Decision(_)
        | Thing::Action(..) => return None,
    })
}

/// Returns enum words with this name, in the language or by ID.
fn words_called(words: &Words<'_>, name: &str) -> Vec<Target> {
    let form = form(name);
    let wanted = form(name);
    let mut found = Vec::new();
    for (of, def) in words.rules().word_lists() {
        for (number, word) in (0..).zip(def) {
            let text =
                words.get(&format!("enums.{}.{word}", words.rules().enum_name(of).unwrap_or_default()));
            if form(word) == wanted || text.is_some_and(|text| form(&text) == wanted) {
                found.push(Target::Word(of, number));
            }
        }
    }
    found
}

/// Converts an item to a request to choose it.
pub fn wish(thing: Thing) -> Option<Wanted> {
    if let Thing::Action(action) = thing {
        return Some(Wanted::Action(action, Vec::new()));
    }
    target(thing).map(Wanted::Thing)
}

/// Returns a mode of the pending decision by name or text, available or not.
fn mode(words: &Words<'_>, game: &Game, asked: &str) -> Option<Wanted> {
    let decision = game.decision_for(Viewer::Public)?.name.name;
    let is_meant = |mode: &String| {
        let text = words.get(&format!("choices.{decision}.{mode}")).unwrap_or_default();
        [mode.as_str(), text.as_str(), short(&text)].iter().any(|name| plain(name) == plain(asked))
    };
    game.modes().into_iter().find(is_meant).map(Wanted::Mode)
}

fn question(words: &Words<'_>, game: &Game) -> String {
    game.decision_for(Viewer::Public).map_or_else(String::new, |decision| words.prompt(&decision.name.name))
}

pub fn tell_not(
    words: &Words<'_>,
    told: &RefusedOption,
    offers: &Offers,
    out: &mut Out,
) -> Result<(), Failure> {
    let lines = words.why_not(&told.name, &told.answer, offers);
    lines.into_iter().try_for_each(|(hang, line)| Ok(out.wrapped(&line, hang)?))
}
