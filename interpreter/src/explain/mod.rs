//! Why something is as it is: a score, a property, a spot, a variable, or any number on the table, as a tree of what it was
//! computed from, with places; and why something can't be chosen ([`why_not`]).
//!
//! An explanation is for a viewer: what a seat may not know is not in it ([`Value::Hidden`]), nor does it decide what else is in
//! it: a seat is told the same in every deal that it can't tell from the real one. It is made on the position as it is and changes
//! nothing; what it costs is bounded, and a rule that fails is told ([`Value::Fault`]). Of what is not in the game there is none.

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

use crate::exec::action_of;
use crate::exec::targets_of;
use crate::ids::{CardId, PropertyId, Seat, SpotAt, VarId, ZoneAt};
use crate::play::{Fact, Game, Value, Viewer};
use crate::program::ChoiceKind;
use crate::state::Status;
use eval::Explainer;
use known::{Eyes, Val};

pub(crate) use eval::Spent;
pub use frame::Queried;
pub(crate) use frame::{FrameReader, Held, Reading};
pub use guard::{Candidate, Reason, Target, Wanted, WhyNot, is_forced};
pub use tree::{Explanation, Gathered, Op, What};

fn explainer(game: &Game, viewer: impl Into<Viewer>) -> Explainer<'_> {
    Explainer::of(game, viewer.into().number(game.players()))
}

/// Why a player has this score.
pub fn score(game: &Game, viewer: impl Into<Viewer>, seat: Seat) -> Option<Explanation> {
    let there = game.setup().rules().has_seat(seat);
    there.then(|| explainer(game, viewer).score_node(seat.0))
}

/// Why a player wins, or does not; before the end of the game, if it ended here.
pub fn won(game: &Game, viewer: impl Into<Viewer>, seat: Seat) -> Option<Explanation> {
    let there = game.setup().rules().has_seat(seat);
    there.then(|| explainer(game, viewer).won_node(seat.0))
}

/// Why a line of a player's score is so, by its number from 0.
pub fn line(game: &Game, viewer: impl Into<Viewer>, line: usize, seat: Seat) -> Option<Explanation> {
    let there = game.setup().rules().has_seat(seat) && line < game.program().checked.score.lines.len();
    there.then(|| explainer(game, viewer).line_node(line, seat.0))
}

/// Why a property of a card is so; nothing of a card of another kind.
pub fn property(
    game: &Game,
    viewer: impl Into<Viewer>,
    property: PropertyId,
    card: CardId,
) -> Option<Explanation> {
    let there = game.setup().rules().has_property(property, card);
    there.then(|| explainer(game, viewer).explain_property(property, card.0))
}

/// A card with each of its properties.
pub fn card(game: &Game, viewer: impl Into<Viewer>, card: CardId) -> Option<Explanation> {
    let there = game.setup().rules().has_card(card);
    there.then(|| explainer(game, viewer).card_node(Val::Is(i32::from(card.0))))
}

/// A zone with its cards.
pub fn zone(game: &Game, viewer: impl Into<Viewer>, zone: ZoneAt) -> Option<Explanation> {
    let there = game.setup().rules().has_zone(zone);
    there.then(|| explainer(game, viewer).zone_node(zone.0))
}

/// A spot with the cards that lie there, and its variables.
pub fn spot(game: &Game, viewer: impl Into<Viewer>, spot: SpotAt) -> Option<Explanation> {
    let there = game.setup().rules().has_spot(spot);
    there.then(|| explainer(game, viewer).spot_node(spot.sort, i32::from(spot.number)))
}

/// A variable of the game, of each player or of each spot, and where it is set.
pub fn variable(game: &Game, viewer: impl Into<Viewer>, variable: VarId) -> Vec<Explanation> {
    let mut explainer = explainer(game, viewer);
    let all = explainer.open_variables();
    let these = all.into_iter().filter(|((id, _), _)| *id == variable);
    these.map(|(id, of)| explainer.set_variable(id, of)).collect()
}

/// Everything that the viewer sees with this number (in thousandths): scores and their parts, properties of cards in view or else what is
/// printed on them, variables.
pub fn amount(game: &Game, viewer: impl Into<Viewer>, thousandths: i64) -> Vec<Explanation> {
    explainer(game, viewer).numbers(thousandths)
}

/// Why an expression has its value, written as in the conditions of scenarios, where `me` is the seat that asks; or what is wrong with it. What stands in it has a place in a file without
/// a name.
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
    let eyes = Eyes { program: game.program(), state: game.state(), viewer };
    let mut explainer = Explainer::new(eyes, &sources);
    explainer.asked = Some(file);
    Ok(explainer.asked(&lambda))
}

/// Why a seat can't choose something at the decision that is waited for.
pub fn why_not(game: &Game, seat: Seat, wanted: &Wanted) -> WhyNot {
    guard::why_not(game, seat.0, wanted)
}

/// What the text of an option may say of it, by name, as the seat that may take it is told; nothing of what is no action of a window, and
/// nothing to another seat, for the names of the facts tell which action it is.
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
            let fact = |(i, (name, _)): (usize, &(String, _))| {
                (name.clone(), explainer.shows(window, action, i, picked))
            };
            shows.iter().enumerate().map(fact).collect()
        }
        ChoiceKind::Window(_) | ChoiceKind::List(_) | ChoiceKind::Modes(_) | ChoiceKind::YesNo => Vec::new(),
    }
}

/// What is told with the decision that is waited for, which its texts may say (`as challenge(who, role)`), as the viewer may know it.
pub fn decision_facts(game: &Game, viewer: impl Into<Viewer>) -> Vec<Fact> {
    explainer(game, viewer).told()
}

/// What `layout:` computes for the table (`pot: { is: sum(bet of player) }`), in the order of [`Layout::computed`](crate::rules::Layout), as the
/// viewer may know it: of each the values of all who have one, by number.
pub fn computed(game: &Game, viewer: impl Into<Viewer>) -> Vec<Vec<Value>> {
    explainer(game, viewer).computed()
}
