//! Random well-typed rulesets (`src/generate`): all are accepted, passes change no game, and together they
//! use nearly the whole language.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use ludex_grammar::render::{Style, render};
use ludex_run::exec::FaultKind;
use ludex_run::lower::Passes;
use ludex_run::program::{List, Num, Program};
use ludex_tests::generate::compare::{compare, players, program};
use ludex_tests::generate::{compiled, on_a_large_stack, ruleset};

/// Number of rulesets.
const SEEDS: u64 = 302;
/// Seeds of rulesets with rare faults: a rule exceeds the instruction limit, a choice has no option.
const RARE: [u64; 2] = [456, 448];
/// Number of random games of each ruleset.
const GAMES: u64 = 3;

/// Faults that must occur. Only a game of 50,000,000 instructions takes too long for this test.
const FAULTS: [FaultKind; 15] = [
    FaultKind::Overflow,
    FaultKind::DivisionByZero,
    FaultKind::Missing,
    FaultKind::OtherKind,
    FaultKind::NoSuchNumber,
    FaultKind::NoSuchRow,
    FaultKind::EmptyChoice,
    FaultKind::WrongZone,
    FaultKind::ZoneFull,
    FaultKind::NotThere,
    FaultKind::TooLong,
    FaultKind::TooDeep,
    FaultKind::TooMuchMemory,
    FaultKind::NobodyActive,
    FaultKind::EndlessGame,
];

/// Kinds of expressions, instructions and acts that must occur in programs. Some of the others are created
/// only by a pass.
const CONSTRUCTS: &[(&str, &str)] = &[
    (
        "Num",
        "Const Active CellOf CardCell OfKind Field Property Owner Holder Position Above Below Host SpotOf ZoneOf CardZone Top Bottom Size Score CopyOf Unary Binary Default Chain FieldOf Printed Let If Truth Call Table Row Count First Last Nth Order Stored Fold",
    ),
    ("Unary", "Neg Scale Left Right Seat SeatAt SpotNumber SpotAt Next Previous Row Column Team Partner"),
    ("Binary", "Add Sub Mul Div Mod Min Max Toward Distance"),
    ("Cond", "Const Is Not And Or Let Eq Ne Lt Le Exists HasCards FaceUp IsKind IsDesign InZone InList Any"),
    (
        "List",
        "Empty Zone Cards Upto Circle Line Range Top Prefix Below Above Neighbours Of Items Zones Without Reversed Subsets By Concat Fixed Scan",
    ),
    (
        "Instr",
        "Let Store StoreOf Jump Unless Switch ForStart ForNext RepeatNext Return Call Give Take Emit Dispatch Act Choose Random Say Activate Begin Count Reset Together End",
    ),
    ("Act", "Move Turn Draw Shuffle SwapCards SwapZones Show Exclude ExcludeAt"),
    ("Place", "Top Bottom Above Below Nth NthUnseen"),
    ("ChoiceKind", "List Modes YesNo Window"),
    ("Key", "Itself Field Cell CellAtField CellAtSpot"),
    ("Filter", "Mask Keyed Rest"),
    ("SetOp", "Known Same Less AtMost Card Zone Not And Or"),
    ("Joined", "Zone Known Whole"),
    ("Unswitched", "List"),
];

/// Constructs and faults found in some rulesets.
#[derive(Default)]
struct Found {
    faults: Vec<FaultKind>,
    constructs: BTreeSet<String>,
}

#[test]
fn both_forms_of_generated_rulesets_play_the_same_games() {
    let next = AtomicU64::new(0);
    let work = || {
        let mut found = Found::default();
        let seeds = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|s| *s < SEEDS));
        let seeds =
            seeds.map(|seed| RARE.get(seed as usize).copied().unwrap_or_else(|| seed - RARE.len() as u64));
        seeds.for_each(|seed| one(seed, &mut found));
        found
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let found = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| on_a_large_stack(scope, work)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("each ruleset holds"))
            .fold(Found::default(), both)
    });
    let lacking: Vec<_> = FAULTS.iter().filter(|fault| !found.faults.contains(fault)).collect();
    assert!(lacking.is_empty(), "no game fails with {lacking:?}");
    let names =
        CONSTRUCTS.iter().flat_map(|(of, all)| all.split(' ').map(move |name| format!("{of}::{name}")));
    let lacking: Vec<_> = names.filter(|name| !found.constructs.contains(name)).collect();
    assert!(lacking.is_empty(), "no ruleset has {lacking:?}");
}

fn both(mut one: Found, other: Found) -> Found {
    one.faults.extend(other.faults);
    one.constructs.extend(other.constructs);
    one
}

/// Generates and tests the ruleset of a seed.
fn one(seed: u64, found: &mut Found) {
    let text = ruleset(seed);
    let ruleset = compiled(&text).unwrap_or_else(|refused| {
        let drawn = render(&refused.sources, &refused.problems[..1], Style::default());
        panic!("seed {seed} is refused:\n{drawn}");
    });
    let played = compare(&ruleset, players(seed), GAMES);
    assert_eq!(played.differs, None, "`just generated 1 --from {seed}` makes it smaller");
    found.faults.extend(played.faults);
    constructs(&program(&ruleset, players(seed), Passes::NONE), &mut found.constructs);
    joined(&program(&ruleset, players(seed), Passes::ALL), &mut found.constructs);
}

/// Collects the names of the constructs in a program.
fn constructs(program: &Program, into: &mut BTreeSet<String>) {
    note(into, "Num", &program.nums);
    let unary = |num: &Num| if let Num::Unary(op, _) = num { Some(*op) } else { None };
    note(into, "Unary", program.nums.iter().filter_map(unary));
    let binary = |num: &Num| if let Num::Binary(op, ..) = num { Some(*op) } else { None };
    note(into, "Binary", program.nums.iter().filter_map(binary));
    note(into, "Cond", &program.conds);
    note(into, "List", &program.lists);
    note(into, "Instr", &program.code);
    note(into, "Act", &program.acts);
    note(into, "ChoiceKind", program.choices.iter().map(|choice| choice.kind));
    for scan in &program.scans {
        note(into, "Key", scan.tests.iter().map(|test| test.key));
        let parts =
            [("Mask", scan.mask.is_some()), ("Keyed", scan.keyed.is_some()), ("Rest", scan.rest.is_some())];
        into.extend(parts.iter().filter(|(_, has)| *has).map(|(part, _)| format!("Filter::{part}")));
    }
    let places = program.acts.iter().filter_map(|act| {
        if let ludex_run::program::Act::Move { place, .. } = act { Some(place) } else { None }
    });
    note(into, "Place", places);
}

/// Collects unswitched filters, and the constructs of filters with set operations: of a zone, of cards known
/// before the game, without a remaining test.
fn joined(program: &Program, into: &mut BTreeSet<String>) {
    let unswitched = program.lists.iter().any(|list| matches!(list, List::Switch(..)));
    into.extend(unswitched.then(|| "Unswitched::List".to_owned()));
    for scan in program.scans.iter().filter(|scan| !scan.joined.is_empty()) {
        note(into, "SetOp", &scan.joined);
        let sorts =
            [("Zone", scan.among.is_none()), ("Known", scan.among.is_some()), ("Whole", scan.is_by_sets())];
        into.extend(sorts.iter().filter(|(_, has)| *has).map(|(sort, _)| format!("Joined::{sort}")));
    }
}

fn note<T: std::fmt::Debug>(into: &mut BTreeSet<String>, of: &str, all: impl IntoIterator<Item = T>) {
    for item in all {
        let shown = format!("{item:?}");
        let name = shown.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        into.insert(format!("{of}::{name}"));
    }
}

/// The same seed gives the same ruleset, and another seed another one.
#[test]
fn a_ruleset_follows_from_its_seed() {
    assert_eq!(ruleset(7), ruleset(7));
    assert_ne!(ruleset(7), ruleset(8));
}
