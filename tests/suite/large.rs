//! Rulesets with many cards: loading is linear, and the cost of playing depends on the cards in play. The
//! bounds allow for a busy machine; `just large` checks strict bounds in release builds.

use ludex_tests::inside::*;
use std::time::{Duration, Instant};

use ludex::Setup;
use ludex::{Playout, compile};
use ludex_check::check::check;
use ludex_check::load::load;
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_tests::large::{Size, files};
use ludex_tests::rulesets::spread;

const SMALL: Size = Size { cards: 300, abilities: 100 };
const LARGE: Size = Size { cards: 30_000, abilities: 500 };

/// Returns the program of such a ruleset, and the time of compiling it from text.
fn setup(size: Size) -> (Setup, Duration) {
    let files = files(size);
    let start = Instant::now();
    let compiled = compile(&files);
    let first = &compiled.problems[..compiled.problems.len().min(3)];
    assert!(first.is_empty(), "{}", render(&compiled.sources, first, Style::default()));
    let setup = compiled.ruleset.expect("no problems").setup(2, &[]).expect("a game for two");
    (setup, start.elapsed())
}

/// Plays some games. Returns the minimum time from the first decision on over several rounds, and all
/// decisions.
fn play(setup: &Setup) -> (Duration, Vec<(u32, u32)>) {
    let mut playout = Playout::new(setup);
    let mut best = Duration::MAX;
    let mut picks = Vec::new();
    for _ in 0..5 {
        picks.clear();
        let mut took = Duration::ZERO;
        for game in 0..30 {
            let mut first = None;
            let end = playout.picks(spread(game), |pick| {
                first.get_or_insert_with(Instant::now);
                picks.push((pick.options, pick.index));
            });
            end.expect("no rule fails");
            took += first.expect("a decision").elapsed();
        }
        best = best.min(took);
    }
    (best, picks)
}

#[test]
fn thirty_thousand_cards_load_in_linear_time_and_play_like_three_hundred() {
    let (_, third) = setup(Size { cards: 10_000, abilities: 500 });
    let (large, whole) = setup(LARGE);
    assert!(whole < 6 * third + Duration::from_secs(1), "10,000 cards {third:?}, 30,000 cards {whole:?}");
    let (small, _) = setup(SMALL);
    // a busy machine disturbs the two measurements differently: one undisturbed round in five is enough
    let mut took = Vec::new();
    let in_time = (0..5).any(|_| {
        let ((few, picks), (many, same)) = (play(&small), play(&large));
        assert_eq!(picks, same, "another game");
        took.push((few, many));
        many < 3 * few
    });
    assert!(in_time, "with 300 cards and with 30,000: {took:?}");
}

/// Generates a ruleset with this number of cards from four templates, with texts in two languages.
fn templated(cards: usize) -> Vec<(String, String)> {
    let mut text = RULES_OF_TEMPLATES.to_owned();
    let many = cards / 16;
    for (n, template) in ["a", "b", "c", "d"].iter().enumerate() {
        text.push_str(&format!(
            "  \"{template}_{{colour}}_{{rank}}\":\n    kind: spark\n    each: {{ colour: colour, rank: 1..{many} }}\n    \
             copies: if rank mod 2 == 0 then 2 else 1\n    worth: rank * {n} + (if colour == red then 1 else 0)\n"
        ));
    }
    let names = |of: &str| {
        let name = |template: &&str| {
            format!("  \"{template}_{{colour}}_{{rank}}\": {{ name: \"{of} {{colour}} {{rank}}\" }}\n")
        };
        format!("{TEXTS_OF_TEMPLATES}cards:\n{}", ["a", "b", "c", "d"].iter().map(name).collect::<String>())
    };
    let file = |path: &str, text: String| (path.to_owned(), text);
    vec![
        file("ruleset.yaml", text),
        file("text/en.yaml", names("Spark")),
        file("text/de.yaml", names("Funke")),
    ]
}

const RULES_OF_TEMPLATES: &str = "format: 1
game: { id: sparks, players: 2 }
enums: { colour: [red, green, blue, white] }
kinds: { spark: { fields: { colour: colour, rank: int, worth: int } } }
zones: { deck: { holds: spark, sees: nobody, ordered: true } }
setup: move spark to deck
phases: { turn: { do: end game } }
score: { total: sum(worth of spark where rank == 1 and colour == red) }
cards:
";

const TEXTS_OF_TEMPLATES: &str = "game: { title: Sparks }
zones: { deck: deck }
enums: { colour: { red: Red, green: Green, blue: Blue, white: White } }
";

#[test]
fn thirty_thousand_cards_of_templates_are_checked_in_linear_time() {
    let took = |cards: usize| {
        let files = templated(cards);
        let once = || {
            let start = Instant::now();
            let compiled = compile(&files);
            assert!(compiled.problems.is_empty(), "{:?}", compiled.problems.first());
            start.elapsed()
        };
        (0..2).map(|_| once()).min().unwrap_or_default()
    };
    // a busy machine disturbs the two measurements differently: one undisturbed round in five is enough
    let mut times = Vec::new();
    let in_time = (0..5).any(|_| {
        times.push((took(10_000), took(30_000)));
        times.last().is_some_and(|(third, whole)| *whole < 6 * *third)
    });
    assert!(in_time, "10,000 cards of templates and 30,000: {times:?}");
}

/// Returns distinct words; the first is similar to `red`.
fn misspelt(n: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
    if n == 1 { "redd".to_owned() } else { format!("r{}{}{}", letter(n), letter(n / 26), letter(n / 676)) }
}

/// Similar names are searched only for as many mistakes as a reader may read.
#[test]
fn thousands_of_mistakes_are_found_in_time() {
    let mut files = files(Size { cards: 30_000, abilities: 500 });
    let (mut text, mut n) = (String::new(), 0);
    for line in files[1].1.split_inclusive('\n').filter(|line| *line != "  edition: 5\n") {
        let red = line == "  colour: red\n";
        n += usize::from(red);
        text.push_str(&if red { format!("  colour: {}\n", misspelt(n)) } else { line.to_owned() });
    }
    files[1].1 = text;
    let start = Instant::now();
    let compiled = compile(&files);
    assert_eq!(compiled.problems.len(), 7_501);
    assert!(compiled.problems.iter().any(|p| p.help.as_deref() == Some("did you mean `red`?")));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Generates `lines` lines `set a = b + 1`, a thousand in each procedure; the number of variables grows with
/// the lines.
fn sets(lines: usize) -> String {
    let variables = lines / 32;
    let mut text = String::from("format: 1\ngame: { id: long, players: 1 }\nstate:\n  game:\n");
    text.extend((0..variables).map(|v| format!("    v{v}: int = 0 for game\n")));
    text.push_str("setup: |\n");
    text.extend((0..lines.div_ceil(1_000)).map(|p| format!("  do p{p}()\n")));
    text.push_str("procedures:\n");
    for i in 0..lines {
        if i % 1_000 == 0 {
            text.push_str(&format!("  p{}: |\n", i / 1_000));
        }
        text.push_str(&format!("    set v{} = v{} + {}\n", i % variables, (i + 1) % variables, i % 7));
    }
    text
}

/// Returns the minimum time of checking this number of lines after parsing.
fn checking(lines: usize) -> Duration {
    let mut sources = Sources::new();
    let file = sources.add("ruleset.yaml", sets(lines));
    let raw = load(&sources, &[("ruleset.yaml".to_owned(), file)], &mut Vec::new());
    let once = || {
        let mut problems = Vec::new();
        let start = Instant::now();
        let checked = check(&raw, &mut problems);
        let took = start.elapsed();
        assert!(checked.is_some() && problems.is_empty(), "{:?}", problems.first());
        took
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

/// Each line does not search all earlier uses.
#[test]
fn thousands_of_lines_are_checked_in_linear_time() {
    // a busy machine disturbs the two measurements differently: one undisturbed round in five is enough
    let mut took = Vec::new();
    let in_time = (0..5).any(|_| {
        let (few, many) = (checking(8_000), checking(32_000));
        took.push((few, many));
        many < 6 * few && many < Duration::from_secs(2)
    });
    assert!(in_time, "8,000 lines and 32,000: {took:?}");
}
