//! Single mistakes typed into the shipped games (`cases/typos/GAME.yaml`): the first message must be near the
//! mistake, name the intended word, and be the only one.
//!
//! A mistake is a text of the file with `[-old text-]{+typed text+}`. The first message should name the old
//! text if it is one word; ` => WORD` at the end specifies another word, ` => -` none.

use ludex::{Compile, Compiled};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::OnceLock;

use ludex_check::load::overlay;
use ludex_grammar::diagnostic::{Diagnostic, Severity, Suggestion};
use ludex_grammar::fix::{applied, safe};
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::cases;
use ludex_tests::rulesets;

/// One mistake in one file.
struct Typo {
    game: String,
    file: String,
    text: String,
    becomes: String,
    word: Option<String>,
}

/// Messages about a mistake.
#[derive(Default)]
struct Told {
    near: bool,
    named: Option<bool>,
    /// Number of problems, including warnings.
    problems: usize,
}

/// Everything found about a mistake.
struct Found {
    typo: Typo,
    told: Told,
    page: String,
    mended: Mended,
}

/// Minimum percentages.
const NEAR: usize = 97;
const NAMED: usize = 90;
const ALONE: usize = 92;

/// Maximum percentage without a message.
const SILENT: usize = 1;

/// Maximum number of problems for one mistake.
const MOST_PROBLEMS: usize = 4;

#[test]
fn a_mistake_is_told_once_at_its_place_with_the_word_that_was_meant() {
    let mut report = String::new();
    let all: Vec<&Told> = found().iter().map(|found| &found.told).collect();
    for Found { told, page, .. } in found() {
        if !told.near || told.named == Some(false) || told.problems != 1 {
            let _ = writeln!(report, "{page}");
        }
    }
    let near = all.iter().filter(|told| told.near).count();
    let with_word = all.iter().filter(|told| told.named.is_some()).count();
    let named = all.iter().filter(|told| told.named == Some(true)).count();
    let most = all.iter().map(|told| told.problems).max().unwrap_or(0);
    let alone = all.iter().filter(|told| told.problems == 1).count();
    let silent = all.iter().filter(|told| told.problems == 0).count();
    let figures = format!(
        "{} mistakes: {near} told within a line; {named} of {with_word} with the word; {alone} by one message, \
         {silent} by none (at most {most})",
        all.len()
    );
    let _ = writeln!(report, "{figures}");
    println!("{report}");
    assert!(near * 100 >= all.len() * NEAR, "{figures}");
    assert!(named * 100 >= with_word * NAMED, "{figures}");
    assert!(alone * 100 >= all.len() * ALONE, "{figures}");
    assert!(silent * 100 <= all.len() * SILENT, "{figures}");
    assert!(most <= MOST_PROBLEMS, "{figures}");
}

/// Maximum number of rounds of applying suggestions.
const ROUNDS: usize = 3;

/// Result of the safe suggestions for a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mended {
    /// There is no safe suggestion.
    Nothing,
    /// The text equals the original except for blanks, or has the same rules.
    Same,
    /// It has different rules, and no errors.
    Other,
    /// It still has errors, but not more than before.
    Part,
    /// It has more errors than before.
    Worse,
}

/// Minimum percentage of mistakes with a safe suggestion that are restored to the original.
const BACK: usize = 95;

#[test]
fn a_safe_suggestion_gives_back_what_stood_there() {
    let mut report = String::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for Found { typo, mended, .. } in found() {
        let name = match mended {
            Mended::Nothing => "nothing",
            Mended::Same => "same",
            Mended::Other => "other",
            Mended::Part => "part",
            Mended::Worse => "worse",
        };
        *counts.entry(name).or_default() += 1;
        if !matches!(mended, Mended::Nothing | Mended::Same) {
            let _ = writeln!(report, "{name}: {}/{}: {:?}", typo.game, typo.file, typo.becomes);
        }
    }
    println!("{report}{counts:?}");
    let of = |name: &str| counts.get(name).copied().unwrap_or(0);
    let safe = of("same") + of("other") + of("part") + of("worse");
    assert!(of("same") * 100 >= safe * BACK && of("same") > 200, "{counts:?}\n{report}");
    assert_eq!(of("other") + of("worse"), 0, "{counts:?}\n{report}");
}

/// Applies the safe suggestions to the files of a game with a mistake.
fn mend(
    original: &[(String, String)],
    mut files: Vec<(String, String)>,
    mut compiled: Compiled,
    typo: &Typo,
) -> Mended {
    let before = errors(&compiled);
    for round in 0..ROUNDS {
        let changes = safe(&compiled.problems);
        if changes.is_empty() {
            if round == 0 {
                return Mended::Nothing;
            }
            break;
        }
        files = changed(&files, &compiled, &changes);
        compiled = compile(&files, &typo.file);
    }
    let bare = |files: &[(String, String)]| {
        files.iter().map(|(_, text)| text.split_whitespace().collect::<String>()).collect::<Vec<_>>()
    };
    match errors(&compiled) {
        0 if bare(&files) == bare(original) => Mended::Same,
        0 if rules(&compiled) == rules(&compile(original, &typo.file)) => Mended::Same,
        0 => Mended::Other,
        now if now <= before => Mended::Part,
        _ => Mended::Worse,
    }
}

fn rules(compiled: &Compiled) -> Option<u64> {
    compiled.ruleset.as_ref().map(|ruleset| ruleset.fingerprint())
}

fn errors(compiled: &Compiled) -> usize {
    compiled.problems.iter().filter(|problem| problem.severity() == Severity::Error).count()
}

/// Returns the files of a ruleset with changes.
fn changed(files: &[(String, String)], compiled: &Compiled, changes: &[Suggestion]) -> Vec<(String, String)> {
    let name = |change: &Suggestion| compiled.sources.get(change.span.file).name.as_str();
    let change = |(path, text): &(String, String)| {
        (path.clone(), applied(text, changes.iter().filter(|change| name(change) == path)))
    };
    files.iter().map(change).collect()
}

/// Returns the mistakes of a table, by file.
fn typos(game: &str, table: &str) -> Vec<Typo> {
    let table: BTreeMap<String, Vec<String>> =
        serde_yaml::from_str(table).expect("lists of mistakes by file");
    let entries = table.iter().flat_map(|(file, list)| list.iter().map(move |entry| (file, entry)));
    entries.map(|(file, entry)| typo(game, file, entry)).collect()
}

fn typo(game: &str, file: &str, entry: &str) -> Typo {
    let (body, word) = entry.rsplit_once(" => ").unwrap_or((entry, ""));
    let parts = || {
        let (before, rest) = body.split_once("[-")?;
        let (old, rest) = rest.split_once("-]{+")?;
        let (new, after) = rest.split_once("+}")?;
        Some((before, old, new, after))
    };
    let (before, old, new, after) = parts().unwrap_or_else(|| panic!("{game}/{file}: no mistake in {entry}"));
    let is_word = !old.is_empty() && old.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let word = match word {
        "" if is_word => Some(old.to_owned()),
        "" => Some(old.trim().to_owned()),
        "-" => None,
        word => Some(word.to_owned()),
    };
    Typo {
        game: game.to_owned(),
        file: file.to_owned(),
        text: format!("{before}{old}{after}"),
        becomes: format!("{before}{new}{after}"),
        word,
    }
}

/// Returns the findings of each mistake, computed once for both tests by a few threads, in order.
fn found() -> &'static [Found] {
    static FOUND: OnceLock<Vec<Found>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let games = cases("typos").into_iter().map(|case| {
            let files = rulesets::files(case.stem());
            typos(case.stem(), &case.text).into_iter().map(|typo| (files.clone(), typo)).collect::<Vec<_>>()
        });
        let mut all: Vec<_> = games.flatten().collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        let each = all.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            let mut running = Vec::new();
            while !all.is_empty() {
                let part: Vec<_> = all.drain(..each.min(all.len())).collect();
                let work =
                    move || part.into_iter().map(|(files, typo)| find(&files, typo)).collect::<Vec<_>>();
                running.push(scope.spawn(work));
            }
            running.into_iter().flat_map(|thread| thread.join().expect("a thread that ends")).collect()
        })
    })
}

/// Checks the game with the mistake, its variants and its scenarios, as `ludex check` does, and then applies
/// the suggestions.
fn find(original: &[(String, String)], typo: Typo) -> Found {
    let mut files = original.to_vec();
    let line = mistype(&mut files, &typo);
    let checked = Compile::new(&files).compile_and_check();
    let (told, page) = check_typo(&checked, line, &typo);
    let compiled = match typo.file.starts_with("variants/") {
        true => compile(&files, &typo.file),
        false => checked.into_iter().next().expect("the ruleset itself"),
    };
    let mended = mend(original, files, compiled, &typo);
    Found { typo, told, page, mended }
}

fn check_typo(checked: &[Compiled], line: u32, typo: &Typo) -> (Told, String) {
    let mut known = BTreeSet::new();
    let told: Vec<(&Compiled, &Diagnostic)> = checked
        .iter()
        .flat_map(|compiled| compiled.problems.iter().map(move |problem| (compiled, problem)))
        .filter(|(compiled, p)| known.insert((p.code, compiled.sources.place(p.primary.span), &p.message)))
        .collect();
    let is_near = |(compiled, p): &(&Compiled, &Diagnostic)| {
        let file = &compiled.sources.get(p.primary.span.file).name;
        *file == typo.file && compiled.sources.line_col(p.primary.span).0.abs_diff(line) <= 1
    };
    let (first, problems) = (told.first(), told.len());
    let near = first.is_some_and(is_near);
    let named = typo.word.as_ref().map(|word| first.is_some_and(|(_, problem)| says(problem, word)));
    let draw = |(compiled, problem): &(&Compiled, &Diagnostic)| {
        render(&compiled.sources, std::slice::from_ref(*problem), Style::default())
    };
    let drawn: String = told.iter().take(3).map(draw).collect();
    let head: String = drawn.split_inclusive('\n').take(24).collect();
    let Typo { game, file, becomes, word, .. } = typo;
    let page = format!(
        "=== {game}/{file}:{line}: {becomes:?} (word {word:?}): near {near}, named {named:?}, problems {problems}\n{head}"
    );
    (Told { near, named, problems }, page)
}

/// Compiles the game, or the variant that contains the mistake.
fn compile(files: &[(String, String)], file: &str) -> Compiled {
    if !file.starts_with("variants/") {
        return Compile::new(files).compile();
    }
    let paths = overlay::with_those_before(files, file);
    let text = |path: &String| files.iter().find(|(name, _)| name == path).cloned();
    Compile::new(files).overlays(&paths.iter().filter_map(text).collect::<Vec<_>>()).compile()
}

/// Inserts the mistake into the file. Returns its line.
fn mistype(files: &mut [(String, String)], typo: &Typo) -> u32 {
    let Typo { game, file, text, becomes, .. } = typo;
    let (_, content) =
        files.iter_mut().find(|(path, _)| path == file).unwrap_or_else(|| panic!("{game} has no {file}"));
    assert_eq!(content.matches(text.as_str()).count(), 1, "{game}/{file} should have this once: {text:?}");
    let same = text.bytes().zip(becomes.bytes()).take_while(|(a, b)| a == b).count();
    let at = content.find(text.as_str()).unwrap_or(0) + same;
    let line = content.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() as u32 + 1;
    *content = content.replacen(text.as_str(), becomes, 1);
    line
}

/// Returns true if a message, its help or one of its labels contains the word as a whole word.
fn says(problem: &Diagnostic, word: &str) -> bool {
    let labels = problem.others.iter().chain([&problem.primary]).map(|label| label.text.as_str());
    let texts = labels.chain([problem.message.as_str()]).chain(problem.help.as_deref());
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let alone = |text: &str, at: usize| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let begun = part(word.chars().next()) && part(before.chars().next_back());
        let goes_on = part(word.chars().next_back()) && part(after.chars().next());
        !begun && !goes_on
    };
    texts.into_iter().any(|text| text.match_indices(word).any(|(at, _)| alone(text, at)))
}
