//! Libraries shipped with this crate, embedded as texts so that no file is read.

/// Pairs of path below the folder of libraries, and text.
macro_rules! files {
    ($($path:literal)*) => {
        &[$((
            concat!("libraries/", $path),
            include_str!(concat!("../../../libraries/", $path)),
        ),)*]
    };
}

/// All files, sorted by path.
const FILES: &[(&str, &str)] = files! {
    "betting/sections.yaml" "betting/text/de.yaml" "betting/text/en.yaml" "betting/text/fr.yaml"
    "bidding/sections.yaml" "bidding/text/de.yaml" "bidding/text/en.yaml" "bidding/text/fr.yaml"
    "dice/sections.yaml" "dice/text/de.yaml" "dice/text/en.yaml" "dice/text/fr.yaml"
    "jokers/sections.yaml" "jokers/text/de.yaml" "jokers/text/en.yaml" "jokers/text/fr.yaml"
    "melds/sections.yaml" "melds/text/de.yaml" "melds/text/en.yaml" "melds/text/fr.yaml"
    "spanish/sections.yaml" "spanish/text/de.yaml" "spanish/text/en.yaml" "spanish/text/fr.yaml"
    "standard_deck/sections.yaml" "standard_deck/text/de.yaml" "standard_deck/text/en.yaml" "standard_deck/text/fr.yaml"
    "stripped/sections.yaml" "stripped/text/de.yaml" "stripped/text/en.yaml" "stripped/text/fr.yaml"
    "tarot/sections.yaml" "tarot/text/de.yaml" "tarot/text/en.yaml" "tarot/text/fr.yaml"
    "tricks/sections.yaml" "tricks/text/de.yaml" "tricks/text/en.yaml" "tricks/text/fr.yaml"
};

/// Returns the name of a shipped file in messages, in angle brackets because it is in no folder.
pub fn shown(path: &str) -> String {
    format!("<{}>", path.trim_start_matches("libraries/"))
}

/// Returns the names of the libraries, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    let mains = FILES.iter().filter_map(|(path, _)| path.strip_suffix("/sections.yaml"));
    mains.filter_map(|path| path.strip_prefix("libraries/"))
}

/// Maximum size of a text, in bytes, that is searched for cards of unnamed libraries.
const LARGEST: usize = 1 << 20;

/// Libraries, each with the kind of its cards and words that only it has.
const KINDS: &[(&str, &str, &[&str])] = &[
    ("tarot", "playing", &["trumps"]),
    ("spanish", "playing", &["batons", "of_coins", "of_cups", "of_swords"]),
    ("standard_deck", "playing", &["playing"]),
    ("dice", "die", &["pips", "roll"]),
];

/// Returns the kind of the cards of a library.
pub fn kind_of(library: &str) -> Option<&'static str> {
    KINDS.iter().find(|(name, ..)| *name == library).map(|(_, kind, _)| *kind)
}

/// Returns the likely intended library of a text that holds its cards without naming a library.
pub fn meant_in(text: &str) -> Option<&'static str> {
    let own = |kind: &str| text.contains(&format!("kind: {kind}"));
    let holds =
        |kind: &str| text.contains(&format!("holds: {kind}")) || text.contains(&format!("holds: [{kind}"));
    let mut rows =
        KINDS.iter().filter(|(_, kind, words)| holds(kind) && words.iter().any(|word| text.contains(word)));
    rows.find(|(_, kind, _)| !own(kind)).map(|(name, ..)| *name)
}

/// Returns the files of all libraries that a text mentions anywhere, as pairs of path and text. Rulesets use
/// only libraries that their main file mentions.
pub fn named_in(text: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut named: Vec<&str> = names().filter(|name| text.contains(name)).collect();
    if named.is_empty() && text.len() <= LARGEST {
        named.extend(meant_in(text));
    }
    let is_of =
        move |path: &str| super::libraries::in_library(path).is_some_and(|(name, _)| named.contains(&name));
    FILES.iter().copied().filter(move |(path, _)| is_of(path))
}
