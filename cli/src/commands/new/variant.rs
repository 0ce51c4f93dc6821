//! `ludex new FILE --variant-of GAME`: an overlay with one change, and a scenario for it.

use std::path::Path;

use ludex::rules::{Allowed, OptionDef, Rules};
use ludex::scenarios::{Outcome as Went, run_chosen};
use ludex::{Ruleset, Value};

use super::{NewFiles, line_in, named, new_file, ruleset_around, typed};
use crate::args::Changes;
use crate::failure::Failure;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;

const NAME: &str = "what the variant changes";

/// Maximum number of changes tried.
const TRIES: usize = 40;

pub fn make(path: &Path, game: &str, out: &mut Out) -> Result<NewFiles, Failure> {
    if path.extension().is_none_or(|extension| extension != "yaml") {
        return Err(Failure::Usage(format!(
            "a variant is one file: `ludex new {}.yaml --variant-of {game}`",
            path.display()
        )));
    }
    if path.exists() {
        return Err(Failure::Problem(format!("{} is there already; name another file", path.display())));
    }
    let base = Loaded::load(game, &Changes::default(), out)?;
    let id = id_of(path, &base);
    let text = candidates(&base.ruleset).into_iter().take(TRIES).map(|change| text(&base, &id, &change));
    let Some(text) = text.into_iter().find(|text| is_effective(&base, path, text)) else {
        let game = base.ruleset.id();
        return Err(Failure::Problem(format!(
            "{game} has no option and no number of a card that can be changed alone; write an overlay by hand (grammar/README.md, Overlays)"
        )));
    };
    let name = path.file_name().map(|name| format!("variants/{}", name.to_string_lossy()));
    let line = ruleset_around(path, "variants").zip(name).map(|(folder, name)| line_in(folder, &name));
    new_file(path, &(line.unwrap_or_default() + &text))?;
    let game = base.reference.shown();
    // a file in variants/ of the game itself is found by its ID
    let own = base.reference.folder().zip(ruleset_around(path, "variants"));
    let own = own
        .is_some_and(|(a, b)| a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b));
    let with = if own { format!("--variant {id}") } else { format!("--overlay {}", typed(path)) };
    let watch = (!own).then(|| format!("ludex watch {game} {with}"));
    let commands = ["check", "test", "play"].map(|command| format!("ludex {command} {game} {with}"));
    Ok(NewFiles {
        files: vec![path.display().to_string()],
        said: format!("{}: a variant of {}. Next:", path.display(), base.ruleset.id()),
        next: commands.into_iter().chain(watch).collect(),
    })
}

/// Derives an ID from the file name that no variant of the game has.
fn id_of(path: &Path, base: &Loaded) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let known =
        ludex::variants::shipped(base.files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    named::id(&stem, |id| id != base.ruleset.id() && !known.iter().any(|(_, header)| header.id == id))
}

/// A change: its section of the overlay, and a condition that holds only with the change.
struct Variation {
    section: String,
    holds: String,
}

/// Returns candidate changes, simplest first.
fn candidates(ruleset: &Ruleset) -> Vec<Variation> {
    let Ok(setup) = ruleset.setup(*ruleset.players().start(), &[]) else { return Vec::new() };
    let rules = setup.rules();
    let options = rules.options().filter_map(|option| {
        let value = other_value(&option)?;
        let name = option.name;
        // a boolean needs no comparison
        let holds = match value.as_str() {
            "true" => name.to_owned(),
            "false" => format!("not {name}"),
            value => format!("{name} == {value}"),
        };
        Some(Variation { section: format!("options:\n  {name}: {{ default: {value} }}\n"), holds })
    });
    options.chain(cards(rules)).collect()
}

/// Returns a value of an option other than its default.
fn other_value(option: &OptionDef<'_>) -> Option<String> {
    match option.allowed {
        Allowed::Truth => Some((option.default != "true").to_string()),
        Allowed::Words(words) => words.iter().find(|word| **word != option.default).cloned(),
        Allowed::Numbers(least, most) => {
            let default: i32 = option.default.parse().ok()?;
            let more = default.checked_add(1).filter(|n| *n <= most);
            more.or_else(|| default.checked_sub(1).filter(|n| *n >= least)).map(|n| n.to_string())
        }
    }
}

/// Returns changes that increase a number on a card by one.
fn cards(rules: &Rules) -> impl Iterator<Item = Variation> + '_ {
    rules.designs().flat_map(move |design| {
        rules.fields(design.kind).filter(|field| field.is_number).filter_map(move |field| {
            let Some(Value::Int(n)) = rules.printed(field.id, design.id) else { return None };
            let (card, field, n) = (design.name, field.name, n.checked_add(1)?);
            let kind = rules.kind(design.kind)?.name;
            let section = format!("cards:\n  {card}: {{ {field}: {n} }}\n");
            Some(Variation {
                section,
                holds: format!("any({kind} where it is {card} and it.{field} == {n})"),
            })
        })
    })
}

fn text(base: &Loaded, id: &str, change: &Variation) -> String {
    let title = id.replace('_', " ");
    let mut letters = title.chars();
    let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    format!(
        "# A variant of {game}: it changes what stands here and nothing else.\n\
         # Options, cards, abilities, texts: see Overlays in grammar/README.md.\n\
         variant: {{ id: {id}, of: {game}, title: {{ en: {title} }} }}\n\
         {section}\
         # What holds with this variant alone; `ludex test` runs it.\n\
         scenarios:\n  - name: {NAME}\n    expect: {holds}\n",
        game = base.ruleset.id(),
        section = change.section,
        holds = change.holds,
    )
}

/// Returns true if the overlay has no problems, and its scenario passes with it and fails without it.
fn is_effective(base: &Loaded, path: &Path, text: &str) -> bool {
    let shown = path.display().to_string();
    let overlays = vec![(shown.clone(), text.to_owned())];
    let compiled = base.reference.compile(&base.files, &overlays);
    let Some(ruleset) = compiled.ruleset.filter(|_| compiled.problems.is_empty()) else { return false };
    let passes = |ruleset: &Ruleset, files: &[(String, String)]| {
        let report = run_chosen(ruleset, files, "", |_, name| name == NAME);
        report.is_good() && matches!(report.results.as_slice(), [one] if one.outcome == Went::Passed)
    };
    let alone = text.split_once("scenarios:").map(|(_, scenarios)| format!("scenarios:{scenarios}"));
    let alone = alone.map(|text| vec![("scenarios/alone.yaml".to_owned(), text)]).unwrap_or_default();
    passes(&ruleset, &[]) && !passes(&base.ruleset, &alone)
}
