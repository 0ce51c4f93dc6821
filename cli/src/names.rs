//! Display names of the items of a ruleset, for reports that identify them by ID.

use ludex::rules::Allowed;
use ludex::variants::{self, Header};
use ludex_lab::names::{Names, Sort};
use ludex_lab::simulate::DetailReport;

use crate::sources::rulesets::Loaded;
use ludex_table::names::short;
use ludex_table::words::{Words, open, typeset};

/// Returns the display names of a game's items, and of its variants and overlays.
pub fn names(words: &Words<'_>, loaded: &Loaded) -> Names {
    let rules = words.rules();
    let mut names = Names::new(words.title(), overlaid(loaded, words.language));
    for design in rules.designs() {
        names.give(Sort::Card, design.name, words.design(design.id));
    }
    for decision in rules.decisions() {
        names.give(Sort::Decision, &decision.name, words.prompt(&decision.name));
    }
    for phase in rules.phases() {
        names.give(Sort::Phase, phase.name, words.phase(phase.id));
    }
    for message in rules.messages() {
        let text = words.get(&format!("messages.{message}"));
        text.into_iter().for_each(|text| names.give(Sort::Message, message, text));
    }
    for action in rules.actions() {
        let text = words.get(&format!("actions.{}", action.name));
        text.into_iter().for_each(|text| names.give(Sort::Action, action.name, short(&text).to_owned()));
    }
    picks(words, &mut names);
    options(words, &mut names);
    names
}

/// Adds the names of spots and players.
fn picks(words: &Words<'_>, names: &mut Names) {
    let rules = words.rules();
    for spot in rules.spots() {
        for at in rules.spots_of(spot.id) {
            names.give(Sort::Pick, &rules.spot_label(at).unwrap_or_default(), words.spot(at));
        }
    }
    for seat in words.setup.seats() {
        names.give(Sort::Pick, &seat.name, words.seat(seat.id));
        names.give_seat(words.seat(seat.id));
    }
}

/// Adds the names of options and their words.
fn options(words: &Words<'_>, names: &mut Names) {
    for option in words.rules().options() {
        let text = words.get(&format!("options.{}", option.name));
        text.into_iter().for_each(|text| names.give(Sort::Option, option.name, text));
        let Allowed::Words(all) = option.allowed else { continue };
        for word in all {
            // the words of an option are an enum with the option's name
            let text = words.get(&format!("enums.{}.{word}", option.name));
            let setting = format!("{}={word}", option.name);
            text.into_iter().for_each(|text| names.give(Sort::Setting, &setting, text));
        }
    }
}

/// Adds the texts of counted options whose decisions have texts for them.
pub fn add_picks(names: &mut Names, words: &Words<'_>, detail: &DetailReport) {
    for choice in &detail.choices {
        let key = format!("{}.{}", choice.decision, choice.option);
        let text = words.get(&format!("choices.{key}"));
        text.into_iter().for_each(|text| names.give(Sort::Pick, &key, open(&text)));
    }
}

/// Returns the display names of variants and overlays: their titles, or else the IDs of variants and the
/// files of overlays.
pub fn overlaid(loaded: &Loaded, language: &str) -> Vec<String> {
    let files = loaded.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let known = variants::shipped(files);
    let variant = |id: &String| {
        let header = known.iter().find(|(_, header)| header.id == *id);
        header.and_then(|(_, header)| title(header, language)).unwrap_or_else(|| id.clone())
    };
    let overlay = |path: &std::path::PathBuf| {
        let file = path.display().to_string();
        let text = loaded.overlays.iter().find(|(name, _)| *name == file);
        let header = text.and_then(|(_, text)| variants::header(text));
        let title = header.and_then(|header| title(&header, language));
        title.map_or_else(|| file.clone(), |title| format!("{title} ({file})"))
    };
    let changes = &loaded.changes;
    changes.variants.iter().map(variant).chain(changes.overlays.iter().map(overlay)).collect()
}

/// Returns the title of a game with its variants and overlays.
pub fn titled(words: &Words<'_>, loaded: &Loaded) -> String {
    let overlaid = overlaid(loaded, words.language);
    if overlaid.is_empty() { words.title() } else { words.own.game_with(words.title(), overlaid.join(", ")) }
}

/// Returns the title of a variant in a language, or in English.
pub fn title(header: &Header, language: &str) -> Option<String> {
    let of = |language: &str| header.titles.iter().find(|(l, _)| l == language).map(|(_, t)| typeset(t));
    of(language).or_else(|| of("en"))
}
