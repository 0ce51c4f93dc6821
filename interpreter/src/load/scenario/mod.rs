//! Scenarios: tests in data (`scenarios/*.yaml`), read but not yet resolved against a ruleset.
//!
//! ```yaml
//! defaults: { players: 4, seed: 1, variants: [brawl] }   # for every scenario that doesn't say otherwise; `given` too
//! scenarios:
//!   - name: KX-01 tie
//!     rules: [K-61, KX-01]
//!     given:
//!       zones: { column_1.lane: [blue king up], goal_deck: [] }
//!       rest: { influence: reserve }
//!       phase: turn
//!     play:
//!       - do: king
//!       - expect: white.gold == 3
//!     expect: [blue.gold == 2]
//! ```

mod keys;
mod read;
mod said;

use ludex_grammar::ast::{Block, Expr};
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{FileId, Span, Spanned};
use ludex_grammar::yaml::Node;

use super::raw::Name;
use super::reader::Reader;
pub(super) use keys::{DEFAULTS, FILE, SCENARIOS};
pub use keys::{SCENARIO as KEYS, STEP as STEPS};

/// One scenario, with the defaults of its file already filled in.
#[derive(Debug, Clone)]
pub struct RawScenario {
    /// `name:`, unique in the file.
    pub name: Spanned<String>,
    /// `rules:` ids of the rules it proves.
    pub rules: Vec<Spanned<String>>,
    /// `players:`; absent: the fewest the ruleset allows.
    pub players: Option<Spanned<u8>>,
    /// `seed:`; absent: the runner's.
    pub seed: Option<Spanned<u64>>,
    /// `options:` name and value as written; those of the defaults that the scenario doesn't set come last.
    pub options: Vec<(Name, Spanned<String>)>,
    /// `variants:` those it is about, in the order in which they are applied.
    pub variants: Vec<Name>,
    /// `variants: []`: it is about the game itself.
    pub of_game_itself: bool,
    /// `forced: asked`: what has only one option is asked too.
    pub asks_forced: bool,
    /// `given:` the position it begins in.
    pub given: Given,
    /// `run:` an effect that runs in that position; then play stops.
    pub run: Option<Block>,
    /// `play:` in order. With `run`, these answer its choices.
    pub play: Vec<Spanned<Step>>,
    /// `expect:` what holds at the end.
    pub expect: Vec<Expr>,
    pub span: Span,
}

/// The position a scenario begins in; what isn't said is as after set-up.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// `zones:` in order.
    pub zones: Vec<GivenZone>,
    /// `rest:` a kind, and the zone to which its cards go that `zones` displaces and that lie nowhere.
    pub rest: Vec<Rest>,
    /// `set:` effects run on the position: that of the defaults, then the scenario's own.
    pub set: Vec<Block>,
    /// `stack:` cards on top of a zone at its next shuffle.
    pub stack: Vec<GivenZone>,
    /// `phase:` play goes on from the beginning of this phase. Never together with `run`.
    pub phase: Option<Name>,
}

/// `column_1.lane: [blue king up, white troubadour down]`: exactly these cards, in this order.
#[derive(Debug, Clone)]
pub struct GivenZone {
    /// The path, as written.
    pub zone: Spanned<String>,
    /// The cards, as written.
    pub cards: Vec<Spanned<String>>,
}

/// `influence: reserve`
#[derive(Debug, Clone)]
pub struct Rest {
    pub kind: Name,
    /// Where its cards go; `nowhere` out of the game.
    pub zone: Name,
    /// Below what `zones` lists there.
    pub below: bool,
    /// It stands in the defaults: it need not concern every scenario.
    pub by_default: bool,
}

/// One step of `play:`; its span is all of the step.
#[derive(Debug, Clone)]
pub enum Step {
    /// `do: king` or `do: [king, storm]`: these options are picked one after another, by label.
    Do(Vec<Spanned<String>>),
    /// `stack: { deck: [king, storm] }`: the next shuffle of the zone puts these cards on top, in this order.
    Stack(Vec<GivenZone>),
    /// `who: blue`: this seat decides.
    Who(Name),
    /// `asks: cape_hide`: the decision has this label.
    Asks(Name),
    /// `offers: [king, decline]`: exactly these options are offered, by label, in any order.
    Offers(Vec<Spanned<String>>),
    /// `offers_also: [king]`: these options are among those offered.
    OffersAlso(Vec<Spanned<String>>),
    /// `never_offers: [king]`: none of these options is offered.
    NeverOffers(Vec<Spanned<String>>),
    /// `told: { seat: white, pick: hidden }`: what a seat is told of the pick made last.
    Told {
        /// Who is told.
        seat: Name,
        /// The label of the pick, or `hidden`.
        pick: Spanned<String>,
    },
    /// `facts: { who: blue, role: hidden }`: who decides is told this with the decision.
    Facts(Vec<(Name, Spanned<String>)>),
    /// `expect: blue.gold == 2`, or a list: all of these hold.
    Expect(Vec<Expr>),
    /// `over: true`: the game has ended, or (`false`) goes on.
    Over(bool),
    /// `winners: [blue]`: these would win if the game ended here, in seat order.
    Winners(Vec<Name>),
    /// `view: { seat: blue, zone: column_1.lane, shows: [king up, hidden] }`
    View {
        /// Who looks.
        seat: Name,
        /// The path of the zone, as written.
        zone: Spanned<String>,
        /// What is seen of each card, in order, as written.
        shows: Vec<Spanned<String>>,
        /// The cards that the hidden ones may be, as far as the seat can tell.
        among: Option<Vec<Spanned<String>>>,
    },
}

/// Whether the file of a ruleset with this path holds scenarios.
pub fn is_file(path: &str) -> bool {
    path.starts_with("scenarios/") && path.ends_with(".yaml")
}

/// Reads the scenarios of an overlay: its `scenarios:`, with its `defaults:`. `node` is the content of `file`; where `id` is given, that is a
/// variant they all name.
pub fn of_overlay(
    file: FileId,
    node: &Node,
    id: Option<&str>,
    problems: &mut Vec<Diagnostic>,
) -> Vec<RawScenario> {
    let mut list = read::part(&mut Reader::new(problems), Span::new(file, 0, 0), node);
    let id_at = node.get("variant").and_then(|variant| variant.get("id")).map(|id| id.span);
    for (scenario, id) in list.iter_mut().flat_map(|scenario| id.map(|id| (scenario, id))) {
        if !scenario.variants.iter().any(|variant| variant.value == id) {
            scenario.variants.push(Name::new(id.to_owned(), id_at.unwrap_or(scenario.span)));
        }
    }
    list
}

/// Reads a file of scenarios. `node` is the content of `file`.
pub fn scenarios(file: FileId, node: &Node, problems: &mut Vec<Diagnostic>) -> Vec<RawScenario> {
    read::file(&mut Reader::new(problems), Span::new(file, 0, 0), node)
}
