//! Scenarios: tests written as data (`scenarios/*.yaml`), read but not yet resolved against a ruleset.
//!
//! ```yaml
//! defaults: { players: 4, seed: 1, variants: [brawl] }   # for every scenario without its own; `given` too
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
    /// `rules:` ids of the rules it tests.
    pub rules: Vec<Spanned<String>>,
    /// `players:`; `None` for the minimum of the ruleset.
    pub players: Option<Spanned<u8>>,
    /// `seed:`; `None` for the runner's.
    pub seed: Option<Spanned<u64>>,
    /// `options:` names and values as written, followed by the defaults that the scenario doesn't set.
    pub options: Vec<(Name, Spanned<String>)>,
    /// `variants:` that the scenario tests, in order of application.
    pub variants: Vec<Name>,
    /// True for `variants: []`: it tests the game without variants.
    pub of_game_itself: bool,
    /// True for `forced: asked`: decisions with a single option are asked too.
    pub asks_forced: bool,
    /// `given:` the initial position.
    pub given: Given,
    /// `run:` an effect that runs in that position; then play stops.
    pub run: Option<Block>,
    /// `play:` steps in order. With `run`, they answer its decisions.
    pub play: Vec<Spanned<Step>>,
    /// `expect:` conditions at the end.
    pub expect: Vec<Expr>,
    pub span: Span,
}

/// The initial position of a scenario; anything not specified is as after set-up.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// `zones:` contents in order.
    pub zones: Vec<GivenZone>,
    /// `rest:` destinations, by kind, of cards that `zones` displaces and doesn't list.
    pub rest: Vec<Rest>,
    /// `set:` effects run on the position: that of the defaults, then the scenario's own.
    pub set: Vec<Block>,
    /// `stack:` cards on top of a zone at its next shuffle.
    pub stack: Vec<GivenZone>,
    /// `phase:` play starts at the beginning of this phase. Never together with `run`.
    pub phase: Option<Name>,
}

/// Contents of a zone: `column_1.lane: [blue king up, white troubadour down]` is exactly these cards, in this
/// order.
#[derive(Debug, Clone)]
pub struct GivenZone {
    /// Path of the zone, as written.
    pub zone: Spanned<String>,
    pub cards: Vec<Spanned<String>>,
}

/// Destination of other cards: `influence: reserve`.
#[derive(Debug, Clone)]
pub struct Rest {
    pub kind: Name,
    /// Destination zone; `nowhere` for out of the game.
    pub zone: Name,
    /// True if the cards go below those that `zones` lists.
    pub below: bool,
    /// True for a default, which need not apply to every scenario.
    pub by_default: bool,
}

/// One step of `play:`; its span covers the whole step.
#[derive(Debug, Clone)]
pub enum Step {
    /// `do: king` or `do: [king, storm]`: chooses these options by label, one after another.
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
    /// `told: { seat: white, pick: hidden }`: the part of the last choice that a seat sees.
    Told {
        seat: Name,
        /// Label of the choice, or `hidden`.
        pick: Spanned<String>,
    },
    /// `facts: { who: blue, role: hidden }`: these facts are shown to the acting player with the decision.
    Facts(Vec<(Name, Spanned<String>)>),
    /// `expect: blue.gold == 2`, or a list: all of these hold.
    Expect(Vec<Expr>),
    /// `over: true`: the game has ended, or (`false`) continues.
    Over(bool),
    /// `winners: [blue]`: these would win if the game ended here, in seat order.
    Winners(Vec<Name>),
    /// The view of a zone: `view: { seat: blue, zone: column_1.lane, shows: [king up, hidden] }`.
    View {
        seat: Name,
        /// Path of the zone, as written.
        zone: Spanned<String>,
        /// Visible part of each card, in order, as written.
        shows: Vec<Spanned<String>>,
        /// Possible identities of the hidden cards, from the seat's point of view.
        among: Option<Vec<Spanned<String>>>,
    },
}

pub fn is_file(path: &str) -> bool {
    path.starts_with("scenarios/") && path.ends_with(".yaml")
}

/// Reads the scenarios of an overlay: its `scenarios:`, with its `defaults:`. `node` is the content of
/// `file`. If `id` is given, this variant is added to all scenarios.
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
