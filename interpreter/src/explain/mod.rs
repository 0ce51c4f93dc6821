//! Explanations of values as trees of their inputs, and reasons why something can't be chosen.
//!
//! A score, a property, a spot, a variable or any number on the table is explained by the values it was
//! computed from. Each has a source location. [`why_not`] explains rejected choices.
//!
//! An explanation is made for a viewer. Values unknown to the viewer are hidden ([`Value::Hidden`]) and don't
//! influence the rest of the tree. A seat gets the same explanation at every position in its information set.
//!
//! An explanation reads the current position and changes nothing. Its cost is bounded, and a rule that fails
//! is reported ([`Value::Fault`]). Items that are not in the game have no explanation.

mod cards;
mod eval;
mod followed;
mod frame;
mod gather;
mod guard;
mod known;
mod lists;
mod made;
mod operators;
mod property;
mod running;
mod things;
mod tree;

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::parse;
use ludex_grammar::yaml::Text;

use eval::Explainer;
use known::{Val, ViewerContext};
use ludex_check::ids::{CardId, PropertyId, Seat, SpotAt, VarId, ZoneAt};
use ludex_run::exec::action_of;
use ludex_run::exec::targets_of;
use ludex_run::play::{Fact, Game, GameInternals, Value, Viewer};
use ludex_run::program::ChoiceKind;
use ludex_run::ruleset::RulesetInternals;
use ludex_run::state::Status;

pub(crate) use eval::Spent;
pub use frame::Queried;
pub(crate) use frame::{FrameReader, Held, Reading};
pub use guard::{Candidate, Reason, Target, Wanted, WhyNot, is_forced};
pub use tree::{Explanation, Gathered, Op, Subject};

fn explainer(game: &Game, viewer: impl Into<Viewer>) -> Explainer<'_> {
    Explainer::for_game(game, viewer.into().number(game.players()))
}

/// Explains a player's score.
pub fn score(game: &Game, viewer: impl Into<Viewer>, seat: Seat) -> Option<Explanation> {
    let there = game.setup().rules().has_seat(seat);
    there.then(|| explainer(game, viewer).score_node(seat.0))
}

/// Explains why a player wins or doesn't win. Before the end of the game, the explanation assumes that it
/// ends now.
pub fn won(game: &Game, viewer: impl Into<Viewer>, seat: Seat) -> Option<Explanation> {
    let there = game.setup().rules().has_seat(seat);
    there.then(|| explainer(game, viewer).won_node(seat.0))
}

/// Explains one line of a player's score. `line` counts from 0.
pub fn line(game: &Game, viewer: impl Into<Viewer>, line: usize, seat: Seat) -> Option<Explanation> {
    let there = game.setup().rules().has_seat(seat) && line < game.program().checked.score.lines.len();
    there.then(|| explainer(game, viewer).line_node(line, seat.0))
}

/// Explains a property of a card. Returns `None` if the card's kind doesn't have the property.
pub fn property(
    game: &Game,
    viewer: impl Into<Viewer>,
    property: PropertyId,
    card: CardId,
) -> Option<Explanation> {
    let there = game.setup().rules().has_property(property, card);
    there.then(|| explainer(game, viewer).explain_property(property, card.0))
}

/// Explains a card by its properties.
pub fn card(game: &Game, viewer: impl Into<Viewer>, card: CardId) -> Option<Explanation> {
    let there = game.setup().rules().has_card(card);
    there.then(|| explainer(game, viewer).card_node(Val::Is(i32::from(card.0))))
}

/// Explains a zone by its cards.
pub fn zone(game: &Game, viewer: impl Into<Viewer>, zone: ZoneAt) -> Option<Explanation> {
    let there = game.setup().rules().has_zone(zone);
    there.then(|| explainer(game, viewer).zone_node(zone.0))
}

/// Explains a spot by the cards on it and its variables.
pub fn spot(game: &Game, viewer: impl Into<Viewer>, spot: SpotAt) -> Option<Explanation> {
    let there = game.setup().rules().has_spot(spot);
    there.then(|| explainer(game, viewer).spot_node(spot.sort, i32::from(spot.number)))
}

/// Explains a variable: one entry for the game, or one for each player or spot that has it, with the
/// statements that set it.
pub fn variable(game: &Game, viewer: impl Into<Viewer>, variable: VarId) -> Vec<Explanation> {
    let mut explainer = explainer(game, viewer);
    let all = explainer.open_variables();
    let these = all.into_iter().filter(|((id, _), _)| *id == variable);
    these.map(|(id, of)| explainer.set_variable(id, of)).collect()
}

/// Explains every visible value that equals `thousandths`: scores and their parts, properties, and variables.
/// Cards that are not in view are represented by their printed values.
pub fn amount(game: &Game, viewer: impl Into<Viewer>, thousandths: i64) -> Vec<Explanation> {
    explainer(game, viewer).numbers(thousandths)
}

/// Explains the value of an expression in the syntax of scenario conditions, in which `me` is the viewer's
/// seat. Source locations refer to a file without a name.
///
/// # Errors
/// The problems found in the text.
pub fn expression(
    game: &Game,
    viewer: impl Into<Viewer>,
    text: &str,
) -> Result<Explanation, Vec<Diagnostic>> {
    let ruleset = game.setup().ruleset();
    let mut sources = ruleset.sources().clone();
    let file = sources.add("", text);
    let mut problems = Vec::new();
    let ast = parse::expr(&Text::plain(text, file, 0), &mut problems);
    let ast = ast.filter(|_| problems.is_empty()).ok_or(problems)?;
    let lambda = ruleset.snippets().alone(&ast)?;
    let viewer = viewer.into().number(game.players());
    let eyes = ViewerContext { program: game.program(), state: game.state(), viewer };
    let mut explainer = Explainer::new(eyes, &sources);
    explainer.asked = Some(file);
    Ok(explainer.asked(&lambda))
}

/// Explains why a seat can't choose something at the pending decision.
pub fn why_not(game: &Game, seat: Seat, wanted: &Wanted) -> WhyNot {
    guard::why_not(game, seat.0, wanted)
}

/// Returns the named facts that the text of an option may mention, as known to the acting player. Empty for
/// options that are not actions of a window, and for other seats: the names would reveal the action.
pub fn option_facts(game: &Game, seat: Seat, option: usize) -> Vec<(String, Value)> {
    if game.deciding() != Some(seat) {
        return Vec::new();
    }
    let (program, state) = (game.program(), game.state());
    let (Status::Waiting { choice, .. }, Some(picked)) = (state.status(), state.options().get(option)) else {
        return Vec::new();
    };
    match program.choices[choice.0 as usize].kind {
        ChoiceKind::Window(window) if *picked >= 0 => {
            let action = action_of(*picked);
            let targets = &program.windows[window.index()][action].targets;
            let shows = &program.checked.windows[window.index()].actions[action].shows;
            let picked = &targets_of(*picked, targets.len())[..targets.len()];
            let mut explainer = explainer(game, seat);
            explainer.me = Some(seat.0);
            let fact = |(i, (name, _)): (usize, &(String, _))| {
                (name.clone(), explainer.shows(window, action, i, picked))
            };
            shows.iter().enumerate().map(fact).collect()
        }
        ChoiceKind::Window(_) | ChoiceKind::List(_) | ChoiceKind::Modes(_) | ChoiceKind::YesNo => Vec::new(),
    }
}

/// Returns the facts shown with the pending decision that its texts may mention (`as challenge(who, role)`),
/// as known to the viewer.
pub fn decision_facts(game: &Game, viewer: impl Into<Viewer>) -> Vec<Fact> {
    explainer(game, viewer).decision_facts()
}

/// Computes the values of `layout:` (`pot: { is: sum(bet of player) }`), as known to the viewer. They are in
/// the order of [`Layout::computed`](crate::rules::Layout); each has one value per holder, by number.
pub fn computed(game: &Game, viewer: impl Into<Viewer>) -> Vec<Vec<Value>> {
    explainer(game, viewer).computed()
}
